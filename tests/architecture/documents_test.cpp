// SPDX-License-Identifier: MIT
// The pages that everybody reads are short, and the files that pages name are there.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::architecture {
namespace {

namespace fs = std::filesystem;

const std::vector<std::pair<std::string, std::uintmax_t>> most_bytes{
    {"README.md", 12'500}, {"CONTRIBUTING.md", 16'000}, {"CHANGELOG.md", 6'000}};

std::string text_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<fs::path> pages() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator("."))
        if (entry.path().extension() == ".md") found.push_back(entry.path());
    for (const char* folder : {"app", "assets", "kernels", "profiling", "render", "tests", ".ci"})
        for (const auto& entry : fs::recursive_directory_iterator(folder))
            if (entry.path().extension() == ".md") found.push_back(entry.path());
    return found;
}

TEST(Documents, that_everybody_reads_are_short) {
    for (const auto& [page, most] : most_bytes)
        EXPECT_LE(fs::file_size(page), most) << page << ": move details to the README of the folder they are about";
}

/// NAME and my_rung stand for what a reader adds.
TEST(Documents, name_files_and_folders_that_exist) {
    static const std::regex name("`((?:app|assets|kernels|profiling|render|tests|\\.ci)/[A-Za-z0-9_./-]+)`");
    int count = 0;
    for (const fs::path& page : pages()) {
        const std::string text = text_of(page);
        for (std::sregex_iterator at(text.begin(), text.end(), name), end; at != end; ++at) {
            const std::string path = (*at)[1];
            if (path.find("NAME") != std::string::npos || path.ends_with("/my_rung.cu")) continue;
            EXPECT_TRUE(fs::exists(path)) << page << " names " << path;
            ++count;
        }
    }
    EXPECT_GE(count, 50);
}

} // namespace
} // namespace pairscope::architecture

// SPDX-License-Identifier: MIT
// The walks of CONTRIBUTING.md lead past files that exist, and past few of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace pairscope::architecture {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_files_of_a_walk = 14;

std::string text_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// The bullets of the section, each with its text.
std::vector<std::string> walks() {
    const std::string text = text_of(fs::current_path() / "CONTRIBUTING.md");
    const std::size_t begin = text.find("## Five walks\n"), end = text.find("\n## ", begin);
    std::vector<std::string> found;
    if (begin == std::string::npos) return found;
    const std::string section = text.substr(begin, end - begin);
    for (std::size_t at = section.find("\n* "); at != std::string::npos;) {
        const std::size_t next = section.find("\n* ", at + 1);
        found.push_back(section.substr(at, next == std::string::npos ? next : next - at));
        at = next;
    }
    return found;
}

/// In the order in which they are named first.
std::vector<std::string> files_in(const std::string& walk) {
    static const std::regex name("`([A-Za-z0-9_/]+\\.(?:cpp|h|cu|cuh|py))`");
    std::vector<std::string> found;
    for (std::sregex_iterator at(walk.begin(), walk.end(), name), end; at != end; ++at)
        if (std::ranges::find(found, (*at)[1].str()) == found.end()) found.push_back((*at)[1]);
    return found;
}

std::set<std::string> names_of_all_sources() {
    std::set<std::string> names;
    for (const char* folder : {"app", "kernels", "profiling", "render"})
        for (const auto& entry : fs::recursive_directory_iterator(fs::current_path() / folder))
            if (entry.is_regular_file()) names.insert(entry.path().filename());
    return names;
}

TEST(Walks, are_five_that_name_files_in_their_order_and_not_too_many) {
    const std::vector<std::string> all = walks();
    ASSERT_EQ(all.size(), 5u);
    const std::set<std::string> names = names_of_all_sources();
    for (const std::string& walk : all) {
        const std::vector<std::string> files = files_in(walk);
        EXPECT_GE(files.size(), 5u) << walk;
        EXPECT_LE(files.size(), most_files_of_a_walk) << walk;
        for (const std::string& file : files) {
            const bool has_folder = file.find('/') != std::string::npos;
            EXPECT_TRUE(has_folder ? fs::exists(fs::current_path() / file) : names.contains(file))
                << file << " is named in this walk and does not exist:" << walk;
        }
    }
}

} // namespace
} // namespace pairscope::architecture

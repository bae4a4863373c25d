// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/trusted_kernels.h"

#include "app/spine/files/own_files.h"
#include "app/spine/files/paths.h"
#include "kernels/data/save.h"

#include <exception>
#include <sstream>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_kept = 500;

fs::path list_file() { return config_folder() / "trusted_kernels.txt"; }

} // namespace

std::set<std::string> trusted_kernels() {
    std::set<std::string> paths;
    try {
        std::istringstream lines(text_of_own_file(list_file()).value_or(""));
        for (std::string line; paths.size() < most_kept && std::getline(lines, line);)
            if (!line.empty()) paths.insert(line);
    } catch (const std::exception&) {
        return {}; // the user is asked again
    }
    return paths;
}

void keep_trusted_kernels(const std::set<std::string>& paths) {
    std::string text;
    std::error_code ignored;
    for (const std::string& path : paths)
        if (path.find('\n') == std::string::npos && fs::exists(path, ignored)) text += path + "\n";
    try {
        if (!may_be_own_file(list_file())) return;
        fs::create_directories(config_folder());
        save_text(list_file(), text);
    } catch (const std::exception&) {
        return; // the user is asked again
    }
}

void trust_new_kernel(const fs::path& path) {
    std::set<std::string> paths = trusted_kernels();
    paths.insert(fs::absolute(path).lexically_normal().string());
    keep_trusted_kernels(paths);
}

} // namespace pairscope::app

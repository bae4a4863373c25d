// SPDX-License-Identifier: MIT
#include "app/spine/files/own_files.h"

#include "app/spine/commands.h"
#include "app/spine/files/paths.h"
#include "app/spine/update/update.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <fstream>
#include <iterator>
#include <system_error>

#include <unistd.h>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

/// Empty if it can be written.
std::string why_not_written(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error && ::access(folder.c_str(), W_OK) != 0) error = {errno, std::generic_category()};
    return error ? error.message() : "";
}

} // namespace

bool may_be_own_file(const fs::path& path) {
    std::error_code none;
    const fs::file_status status = fs::status(path, none);
    return !fs::exists(status) || fs::is_regular_file(status);
}

std::optional<std::string> text_of_own_file(const fs::path& path) {
    if (!may_be_own_file(path)) throw InputError("it is a folder, a pipe or a device, not a file");
    std::error_code none;
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        if (!fs::exists(path, none)) return {};
        throw InputError("the program has no permission to read it");
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

void make_own_folders(State& state) {
    for (const fs::path& folder : {config_folder(), state_folder(), cache_folder()})
        if (const std::string reason = why_not_written(folder); !reason.empty()) {
            notify(
                state, Severity::warning,
                fmt::format(
                    "Settings, layout and log of this session will not be saved: {} cannot be written ({}). Make that "
                    "folder writable to keep them.",
                    shown(folder), reason));
            return;
        }
}

} // namespace pairscope::app

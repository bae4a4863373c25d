// SPDX-License-Identifier: MIT
#include "app/spine/files/paths.h"

#include "kernels/data/readable.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

/// The value of a variable that holds an absolute path; empty if it does not.
fs::path absolute_variable(const char* name) {
    const char* value = std::getenv(name);
    const fs::path path = value == nullptr ? fs::path{} : fs::path(value);
    return path.is_absolute() ? path : fs::path{};
}

/// A folder among the temporary files for a user without a home. Others can write there, and must not have made it.
fs::path private_folder() {
    std::error_code ignored;
    const fs::path temporary = fs::temp_directory_path(ignored);
    const fs::path folder =
        (temporary.empty() ? fs::path("/tmp") : temporary) / fmt::format("pairscope-{}", ::getuid());
    constexpr mode_t for_its_user = 0700, writable_by_others = 0022;
    ::mkdir(folder.c_str(), for_its_user); // it may be there
    struct stat found {};
    const bool is_private = ::lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) &&
                            found.st_uid == ::getuid() && (found.st_mode & writable_by_others) == 0;
    if (is_private) return folder;
    throw std::runtime_error(fmt::format("cannot keep settings in {}: it is not a folder that only this user can write "
                                         "to, and HOME names no other one; set HOME",
                                         shown(folder)));
}

fs::path base_folder(const char* variable, std::string_view below_home) {
    if (const fs::path set = absolute_variable(variable); !set.empty()) return set / "pairscope";
    if (const fs::path home = absolute_variable("HOME"); !home.empty()) return home / below_home / "pairscope";
    return private_folder() / below_home;
}

} // namespace

fs::path program_folder() { return fs::read_symlink("/proc/self/exe").parent_path(); }

fs::path assets_folder() {
    const char* set = std::getenv("PAIRSCOPE_ASSETS");
    const bool chosen = set != nullptr && *set != '\0';
    const fs::path folder = chosen ? fs::path(set) : program_folder().parent_path() / "share" / "pairscope";
    std::error_code ignored;
    if (fs::is_directory(folder / "colormaps", ignored)) return folder;
    throw std::runtime_error(fmt::format(
        "cannot find the program's data: {} has no folder colormaps; {}", folder.string(),
        chosen ? "set PAIRSCOPE_ASSETS to the folder that has it, or unset it"
               : "install the whole tree, or set PAIRSCOPE_ASSETS to the folder share/pairscope of a build"));
}

fs::path shipped_dataset(std::string_view name) { return assets_folder() / "datasets" / name; }

std::optional<fs::path> find_shipped_dataset(std::string_view name) {
    const fs::path relative = fs::path(name).lexically_normal();
    if (relative.is_absolute() || relative.string().starts_with("..")) return {};
    std::error_code ignored;
    const fs::path path = shipped_dataset(relative.string());
    return fs::is_regular_file(path, ignored) ? std::optional(path) : std::nullopt;
}

bool is_shipped(const fs::path& file) {
    std::error_code ignored; // what cannot be looked up is no file of ours
    const fs::path whole = fs::canonical(file, ignored);
    for (const char* part : {"datasets", "recordings"}) { // each of them may be a link
        const fs::path folder = fs::canonical(assets_folder() / part, ignored);
        const auto [in_folder, in_whole] = std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end());
        if (!folder.empty() && in_folder == folder.end()) return true;
    }
    return false;
}

fs::path default_dataset() { return shipped_dataset("cities.csv.gz"); }
fs::path large_dataset() { return shipped_dataset("places.csv.gz"); }
fs::path digits_dataset() { return shipped_dataset("digits_8x8.csv.gz"); }

std::vector<fs::path> shipped_datasets() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(assets_folder() / "datasets"))
        if (entry.path().filename().string().find(".csv") != std::string::npos && entry.path() != digits_dataset())
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

std::vector<fs::path> shipped_recordings() {
    std::vector<fs::path> files;
    std::error_code none; // an older tree has no such folder
    for (const auto& entry : fs::recursive_directory_iterator(assets_folder() / "recordings", none))
        if (entry.path().extension() == profiling::recording_ending) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

bool is_same_file(const fs::path& a, const fs::path& b) {
    std::error_code ignored;
    return a == b || fs::equivalent(a, b, ignored);
}

bool is_shipped_for(const fs::path& recording, std::string_view workload) { return recording.stem() == workload; }

std::string shipped_name(const fs::path& recording) {
    return fmt::format("{}, {}", shown(recording.parent_path().filename()), shown(recording.stem()));
}

fs::path config_folder() { return base_folder("XDG_CONFIG_HOME", ".config"); }
fs::path state_folder() { return base_folder("XDG_STATE_HOME", ".local/state"); }
fs::path cache_folder() { return base_folder("XDG_CACHE_HOME", ".cache"); }
fs::path data_folder() { return base_folder("XDG_DATA_HOME", ".local/share"); }

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/spine/files/file_question.h"

#include "kernels/data/readable.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <system_error>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

fs::path home() {
    const char* folder = std::getenv("HOME");
    return folder == nullptr ? fs::path("/") : fs::path(folder);
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    return text;
}

bool begins_with(const std::string& name, const std::string& start) { return lower(name).rfind(lower(start), 0) == 0; }

} // namespace

fs::path usual_folder(const State& state) {
    if (!state.look.entry.folder.empty()) return state.look.entry.folder;
    std::error_code error;
    for (const fs::path& recent : state.data.recent)
        if (fs::exists(recent, error) && recent.parent_path().filename() != "datasets")
            return fs::absolute(recent).parent_path();
    return home();
}

fs::path with_ending(fs::path path, const std::vector<std::string>& endings) {
    const std::string ending = lower(path.extension().string());
    const bool has_one = std::find(endings.begin(), endings.end(), ending) != endings.end();
    if (!has_one && !endings.empty()) path += endings.front();
    return path;
}

fs::path nearest_folder(fs::path folder) {
    std::error_code ignored;
    while (!fs::is_directory(folder, ignored) && folder.has_relative_path()) folder = folder.parent_path();
    return folder;
}

FolderList list_folder(const fs::path& folder, const std::string& start, std::size_t most) {
    FolderList list;
    std::error_code error;
    fs::directory_iterator item(folder, error);
    if (error) {
        list.problem = fmt::format("{} cannot be listed: {}. The button Up goes to {}.", shown(folder), error.message(),
                                   shown(nearest_folder(folder.parent_path())));
        return list;
    }
    for (; !error && item != fs::directory_iterator(); item.increment(error)) {
        const std::string name = item->path().filename().string();
        const bool hidden = name[0] == '.' && (start.empty() || start[0] != '.');
        if (hidden || !begins_with(name, start)) continue;
        std::error_code ignored;
        list.entries.push_back({shown(item->path().filename()), item->path(), item->is_directory(ignored)});
    }
    std::sort(list.entries.begin(), list.entries.end(), [](const FolderEntry& a, const FolderEntry& b) {
        if (a.is_folder != b.is_folder) return a.is_folder;
        return lower(a.name) < lower(b.name);
    });
    list.cut = list.entries.size() > most;
    if (list.cut) list.entries.resize(most);
    return list;
}

Typed typed_path(const fs::path& folder, const std::string& text) {
    std::string plain = text;
    if (plain == "~" || plain.rfind("~/", 0) == 0)
        plain = home().string() + plain.substr(1) + (plain.size() == 1 ? "/" : "");
    const fs::path whole = folder / plain; // an absolute path replaces the folder
    return {.folder = whole.parent_path().lexically_normal(), .start = whole.filename().string()};
}

} // namespace pairscope::app

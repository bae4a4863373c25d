// SPDX-License-Identifier: MIT
// Our own file dialog, for desktops without one: a path to type, a folder's list, all of it with keys too.
#include "app/paper/savers.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/readable.h"

#include <fmt/format.h>
#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <system_error>

namespace pairscope::app {
namespace {

namespace fs = std::filesystem;

struct Browser {
    const Frame& frame;
    FileQuestion question;
    DialogEntry entry;
    Typed typed;
    FolderList list;
};

Browser browser_of(const Frame& frame) {
    Browser b{.frame = frame,
              .question = *file_question(frame.state),
              .entry = frame.state.look.entry,
              .typed = {},
              .list = {}};
    if (b.entry.folder.empty() || ImGui::IsWindowAppearing())
        b.entry = {.text = b.question.name, .folder = nearest_folder(b.question.folder), .chosen = -1};
    b.typed = typed_path(b.entry.folder, b.entry.text);
    b.list = list_folder(b.typed.folder, b.question.saves ? std::string() : b.typed.start);
    b.entry.chosen = std::clamp(b.entry.chosen, -1, int(b.list.entries.size()) - 1);
    return b;
}

void accept(const Browser& b, const fs::path& path) {
    b.frame.push(command_for(b.frame.state.look, path));
    close_dialog(b.frame);
}

void go_to(Browser& b, const fs::path& folder) {
    b.entry = {.text = b.question.saves ? b.typed.start : std::string(), .folder = folder, .chosen = -1};
}

/// A folder is entered; a file is opened, or lends its name to what is saved.
void take(Browser& b, const FolderEntry& item) {
    if (item.is_folder)
        go_to(b, item.path);
    else if (b.question.saves)
        b.entry.text = item.path.filename().string();
    else
        accept(b, item.path);
}

fs::path typed_file(const Browser& b) {
    const fs::path path = b.typed.folder / b.typed.start;
    return b.question.saves ? with_ending(path, b.question.endings) : path;
}

/// Enter, or the button: the line that is chosen, else what is typed.
void confirm(Browser& b) {
    std::error_code error;
    const fs::path path = b.typed.folder / b.typed.start;
    if (b.entry.chosen >= 0)
        take(b, b.list.entries[std::size_t(b.entry.chosen)]);
    else if (b.typed.start.empty() || fs::is_directory(path, error))
        go_to(b, path);
    else if (b.question.saves || fs::exists(path, error))
        accept(b, typed_file(b));
    else if (!b.list.entries.empty())
        take(b, b.list.entries.front());
}

/// What Tab makes of the text: as much as all names that begin like it have in common.
std::string completed(const Browser& b) {
    const auto list = list_folder(b.typed.folder, b.typed.start).entries;
    if (list.empty() || b.typed.start.empty()) return b.entry.text;
    std::string common = list.front().path.filename().string();
    for (const FolderEntry& item : list) {
        const std::string name = item.path.filename().string();
        const auto differ = std::mismatch(common.begin(), common.end(), name.begin(), name.end());
        common.erase(differ.first, common.end());
    }
    if (common.size() < b.typed.start.size()) common = b.typed.start;
    if (list.size() == 1 && list.front().is_folder) common += '/';
    return b.entry.text.substr(0, b.entry.text.size() - b.typed.start.size()) + common;
}

int complete(ImGuiInputTextCallbackData* data) {
    const auto& text = *static_cast<const std::string*>(data->UserData);
    data->DeleteChars(0, data->BufTextLen);
    data->InsertChars(0, text.c_str());
    return 0;
}

void path_field(Browser& b) {
    if (!ImGui::IsAnyItemActive() && !ImGui::IsMouseDown(ImGuiMouseButton_Left)) ImGui::SetKeyboardFocusHere();
    std::string completion = completed(b);
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string before = b.entry.text;
    const bool entered = ImGui::InputTextWithHint(
        "##path", "Type a name or a path; Tab completes it", &b.entry.text,
        ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_CallbackCompletion, &complete, &completion);
    explain(b.frame, "The name or the path of the file. Tab completes it, and Enter confirms it.");
    if (b.entry.text != before) b.entry.chosen = -1;
    const int last = int(b.list.entries.size()) - 1;
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) b.entry.chosen = std::min(b.entry.chosen + 1, last);
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) b.entry.chosen = std::max(b.entry.chosen - 1, -1);
    if (!entered) return;
    b.typed = typed_path(b.entry.folder, b.entry.text);
    confirm(b);
}

void folder_row(Browser& b) {
    if (ImGui::Button("Up")) go_to(b, nearest_folder(b.typed.folder.parent_path()));
    explain(b.frame, "The folder above, or the nearest one above that exists.");
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, b.frame.style.palette.dim);
    ImGui::TextUnformatted(shortened(shown(b.typed.folder), ImGui::GetContentRegionAvail().x).c_str());
    ImGui::PopStyleColor();
}

void folder_list(Browser& b) {
    const float below = ImGui::GetFrameHeightWithSpacing() + ImGui::GetTextLineHeightWithSpacing();
    const bool arrow = ImGui::IsKeyPressed(ImGuiKey_DownArrow) || ImGui::IsKeyPressed(ImGuiKey_UpArrow);
    if (ImGui::BeginChild("##list", {0.0f, -below})) {
        if (!b.list.problem.empty())
            wrapped_text(b.list.problem, b.frame.style.palette.error);
        else if (b.list.entries.empty())
            wrapped_text(b.typed.start.empty() || b.question.saves
                             ? "This folder is empty."
                             : "Nothing in this folder begins with these letters.",
                         b.frame.style.palette.dim);
        for (int i = 0; i < int(b.list.entries.size()); ++i) {
            const FolderEntry item = b.list.entries[std::size_t(i)];
            const std::string name = item.is_folder ? item.name + "/" : item.name;
            ImGui::PushStyleColor(ImGuiCol_Text,
                                  item.is_folder ? b.frame.style.palette.accent : b.frame.style.palette.text);
            const bool clicked =
                ImGui::Selectable(fmt::format("{}###{}", name, item.name).c_str(), i == b.entry.chosen);
            ImGui::PopStyleColor();
            if (arrow && i == b.entry.chosen) ImGui::SetScrollHereY();
            if (clicked) take(b, item);
        }
        if (b.list.cut) wrapped_text("There are more: type how the name begins.", b.frame.style.palette.dim);
    }
    ImGui::EndChild();
}

void bottom_row(Browser& b) {
    std::error_code error;
    const bool replaces = b.question.saves && !b.typed.start.empty() && fs::exists(typed_file(b), error);
    small_line(b.frame, replaces ? replacing_text(b.frame.state, typed_file(b)) : b.question.kind,
               replaces ? b.frame.style.palette.warning : b.frame.style.palette.dim);
    const char* word = b.question.saves ? "Save" : "Open";
    if (ImGui::Button(word)) confirm(b);
    explain(b.frame, b.question.saves ? "Saves the file under this name. A chosen folder is entered instead."
                                      : "Opens the chosen file. A chosen folder is entered instead.");
    ImGui::SameLine();
    if (ImGui::Button("Cancel")) close_dialog(b.frame);
    explain(b.frame,
            b.question.saves ? "Closes the dialog and saves nothing." : "Closes the dialog and opens nothing.");
    ImGui::SameLine();
    small_line(b.frame, "Enter confirms, arrows choose, Esc closes", b.frame.style.palette.dim);
}

} // namespace

void draw_file_dialog(const Frame& frame) {
    if (begin_dialog(frame, "Files", {frame.style.px(620.0f), frame.style.px(460.0f)})) {
        Browser b = browser_of(frame);
        heading(frame, b.question.title.c_str(), {},
                "Choose a file in the list, or type its path. Enter confirms, and Esc closes this dialog.");
        folder_row(b);
        path_field(b);
        folder_list(b);
        bottom_row(b);
        if (b.entry != frame.state.look.entry) frame.push(command::SetEntry{b.entry});
    }
    end_dialog();
}

} // namespace pairscope::app

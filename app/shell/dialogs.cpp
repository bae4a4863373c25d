// SPDX-License-Identifier: MIT
#include "app/shell/dialogs.h"

#include "app/shell/native_files.h"
#include "app/shell/panels.h"
#include "app/state/files/file_question.h"

#include <algorithm>

namespace pairscope::app {
namespace {

/// Asks the desktop where it can, in its own window; the picture stays in sight and nothing waits.
void ask_for_file(const Frame& frame) {
    NativeFiles* desktop = frame.native_files;
    if (desktop == nullptr || frame.state.look.builtin_files || !desktop->available()) {
        draw_file_dialog(frame);
        return;
    }
    desktop->ask(*file_question(frame.state));
    const auto answer = desktop->take_answer();
    if (!answer) return;
    if (answer->path) frame.push(command_for(frame.state.look.dialog, *answer->path));
    close_dialog(frame);
}

} // namespace

void draw_dialogs(const Frame& frame) {
    if (frame.native_files != nullptr && !file_question(frame.state)) frame.native_files->close();
    switch (frame.state.look.dialog) {
    case Dialog::none:
        return;
    case Dialog::open_file:
    case Dialog::save_picture:
    case Dialog::save_cells:
    case Dialog::save_matrix:
    case Dialog::save_points:
    case Dialog::save_table:
    case Dialog::save_recording:
    case Dialog::save_roofline:
    case Dialog::save_speedup:
    case Dialog::save_samples:
    case Dialog::save_ledger:
    case Dialog::save_counters:
        ask_for_file(frame);
        return;
    case Dialog::palette:
        draw_command_palette(frame);
        return;
    case Dialog::shortcuts:
        draw_shortcuts(frame);
        return;
    case Dialog::about:
        draw_about(frame);
        return;
    }
}

bool begin_dialog(const Frame& frame, const char* title, ImVec2 size) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float margin = frame.style.px(16.0f);
    const ImVec2 most(viewport.WorkSize.x - 2.0f * margin, viewport.WorkSize.y - 2.0f * margin);
    const bool grows = size.y <= 0.0f;
    size.x = std::min(size.x, most.x);
    size.y = std::min(size.y, most.y);
    const float above = grows ? margin : std::min(0.5f * (viewport.WorkSize.y - size.y), frame.style.px(48.0f));
    ImGui::SetNextWindowPos({viewport.WorkPos.x + 0.5f * (viewport.WorkSize.x - size.x), viewport.WorkPos.y + above});
    if (grows)
        ImGui::SetNextWindowSizeConstraints({size.x, 0.0f}, {size.x, most.y});
    else
        ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(margin, margin));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, frame.style.px(4.0f));
    ImGui::PushStyleColor(ImGuiCol_Header, frame.style.palette.line); // what the arrow keys choose has to be seen
    const ImGuiWindowFlags fixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoCollapse |
                                   ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoSavedSettings;
    const bool open = ImGui::Begin(title, nullptr, fixed | (grows ? ImGuiWindowFlags_AlwaysAutoResize : 0));
    if (ImGui::IsWindowAppearing()) ImGui::SetWindowFocus();
    return open;
}

void end_dialog() {
    ImGui::End();
    ImGui::PopStyleColor();
    ImGui::PopStyleVar(3);
}

void close_dialog(const Frame& frame) { frame.push(command::ShowDialog{Dialog::none}); }

void close_on_click_outside(const Frame& frame) {
    const bool inside =
        ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (!inside && !ImGui::IsWindowAppearing() && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) close_dialog(frame);
}

} // namespace pairscope::app

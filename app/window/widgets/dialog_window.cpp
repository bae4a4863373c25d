// SPDX-License-Identifier: MIT
#include "app/window/widgets/dialog_window.h"

#include <algorithm>

namespace pairscope::app {

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

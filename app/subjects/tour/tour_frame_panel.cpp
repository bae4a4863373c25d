// SPDX-License-Identifier: MIT
#include "app/subjects/tour/tour_frame_panel.h"

#include "app/subjects/tour/tour_panel.h"
#include "app/subjects/tour/tour_words.h"
#include "app/window/dock_space.h"
#include "app/window/layout.h"
#include "app/window/panels.h"

#include <imgui_internal.h> // BeginViewportSideBar

#include <algorithm>
#include <optional>
#include <string_view>

namespace pairscope::app {
namespace {

constexpr float frame_width = 2.0f, frame_rounding = 3.0f; // [px], before scale

/// Where the panel is on the screen, or its tab where another panel is in front of it. Absent: neither is shown.
std::optional<ScreenBox> place_of(const Frame& frame, std::string_view name) {
    const auto found = std::ranges::find_if(panels(), [&](const Panel& panel) { return panel.name == name; });
    if (found == panels().end() || !is_in_sight(frame, *found)) return {};
    return box_of_panel(title_in_layout(frame, *found));
}

/// Draws the frame in a window above the panels and below tooltips. The mouse still reaches what lies under it.
void draw_frame_around(const Frame& frame, const ScreenBox& box) {
    const float line = frame.style.px(frame_width), half = line / 2;
    ImGui::SetNextWindowPos(box.min);
    ImGui::SetNextWindowSize({box.max.x - box.min.x, box.max.y - box.min.y});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
    constexpr ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                       ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                                       ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::Begin("Tour frame", nullptr, flags))
        ImGui::GetWindowDrawList()->AddRect({box.min.x + half, box.min.y + half}, {box.max.x - half, box.max.y - half},
                                            ImGui::GetColorU32(frame.style.palette.accent),
                                            frame.style.px(frame_rounding), line);
    ImGui::End();
    ImGui::PopStyleVar();
}

void draw_card(const Frame& frame) {
    ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.style.palette.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.style.px(12.0f), frame.style.px(10.0f)));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    ImGuiViewport* const viewport = ImGui::GetMainViewport();
    const float height = tour_card_height(frame, viewport->Size.x);
    if (ImGui::BeginViewportSideBar("Tour", viewport, ImGuiDir_Down, height, flags)) draw_tour_panel(frame);
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace

void draw_tour(const Frame& frame) {
    if (!frame.state.tour.shown || frame.state.look.presentation) return;
    draw_card(frame);
    const bool is_dialog_open = frame.state.look.dialog != Dialog::none;
    if (is_dialog_open || frame.state.tour.done[frame.state.tour.step]) return;
    if (const auto box = place_of(frame, tour_words(frame.state).panel)) draw_frame_around(frame, *box);
}

} // namespace pairscope::app

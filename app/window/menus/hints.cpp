// SPDX-License-Identifier: MIT
// Up to three hints of the first start, in a line above the status line, and the offer of the guided tour. They never
// return after they were dismissed.
#include "app/spine/state_queries.h"
#include "app/subjects/points/points.h"
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <imgui_internal.h> // BeginViewportSideBar

#include <vector>

namespace pairscope::app {
namespace {

struct Hint {
    const char* key;
    const char* text;
};

/// Points that cannot be dragged have no hint.
std::vector<Hint> hints_for(const State& state) {
    const bool has_matrix = asks_for_matrix(state);
    std::vector<Hint> hints{{"1 to 9", has_matrix ? "choose the kernel that computes the matrix"
                                                  : "choose the kernel that computes the output"}};
    if (can_edit_points(state))
        hints.push_back({"Drag a point", has_matrix ? "and its row and column follow" : "and the output follows"});
    hints.push_back({"Ctrl+P", "finds every command"});
    return hints;
}

void draw_hint(const Frame& frame, const Hint& hint) {
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.accent);
    ImGui::TextUnformatted(hint.key);
    ImGui::PopStyleColor();
    ImGui::SameLine(0.0f, frame.style.px(6.0f));
    ImGui::TextUnformatted(hint.text);
    ImGui::SameLine(0.0f, frame.style.px(28.0f));
}

} // namespace

void draw_hints(const Frame& frame) {
    if (!frame.state.look.hints || frame.state.look.presentation) return;
    const float pad = frame.style.px(6.0f);
    ImGui::PushStyleColor(ImGuiCol_WindowBg, frame.style.palette.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(frame.style.px(12.0f), pad));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    const float height = ImGui::GetFrameHeight() + 2.0f * pad;
    if (ImGui::BeginViewportSideBar("Hints", ImGui::GetMainViewport(), ImGuiDir_Down, height, flags)) {
        for (const Hint& hint : hints_for(frame.state)) draw_hint(frame, hint);
        if (!frame.state.tour.offered) {
            if (ImGui::Button("Take the guided tour")) frame.push(command::ShowTour{true});
            explain(frame, "Shows the program in seven steps, in which you do something yourself. The tour is offered "
                           "here only once, but Help > Guided tour starts it at any time.");
            ImGui::SameLine();
        }
        if (ImGui::Button("Got it")) frame.push(command::DismissHints{});
        explain(frame, "Hides these hints for good. The menu Help lists all keys.");
    }
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace pairscope::app

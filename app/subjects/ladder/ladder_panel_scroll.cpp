// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_scroll.h"

#include <imgui.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float rounding = 0.5f; // [px]

float upper_edge() { return ImGui::GetWindowDrawList()->GetClipRectMin().y; }
float lower_edge() { return ImGui::GetWindowDrawList()->GetClipRectMax().y; }

} // namespace

void ScrolledLines::begin_line() { tops_.push_back(ImGui::GetCursorScreenPos().y); }

float ScrolledLines::whole_lines(float least) const {
    const auto found = std::ranges::find_if(tops_, [&](float top) { return top - upper_edge() >= least - rounding; });
    return found == tops_.end() ? least : *found - upper_edge();
}

void ScrolledLines::scroll_to(float top, float height) const {
    const float room = lower_edge() - upper_edge();
    const bool begins_above = top < upper_edge() - rounding || height > room;
    const float move = begins_above ? top - upper_edge() : whole_lines(std::max(0.0f, top + height - lower_edge()));
    if (std::abs(move) > rounding) ImGui::SetScrollY(std::round(ImGui::GetScrollY() + move));
}

void ScrolledLines::end() const {
    const float below = ImGui::GetCursorScreenPos().y - lower_edge(); // how far the list can still be moved
    const bool scrolls = ImGui::GetScrollY() + below > rounding;
    ImGui::Dummy({0.0f, scrolls ? whole_lines(below) - below : 0.0f}); // an item: the content ends at the cursor
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/time_panel_badges.h"

#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <cmath>

namespace pairscope::app {
namespace {

constexpr float side_room = 6.0f, badge_gap = 6.0f; // [px], before scale

ImVec2 size_of(const Frame& frame, const profiling::Badge& badge) {
    const ImVec2 words = ImGui::CalcTextSize(badge.word.c_str());
    return {words.x + 2 * frame.style.px(side_room), words.y + frame.style.px(4)};
}

void draw_badge(const Frame& frame, const profiling::Badge& badge, ImVec2 size) {
    const Palette& palette = frame.style.palette;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    readable_area(("badge " + badge.word).c_str(), size);
    explain(frame, badge.sentence);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(at, {at.x + size.x, at.y + size.y}, ImGui::GetColorU32(palette.raised), frame.style.px(3));
    const ImVec2 words{std::floor(at.x + frame.style.px(side_room)), std::floor(at.y + frame.style.px(2))};
    list.AddText(words, ImGui::GetColorU32(badge.warning ? palette.warning : palette.dim), badge.word.c_str());
}

} // namespace

void draw_badges(const Frame& frame, std::span<const profiling::Badge> badges) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    bool first = true;
    for (const profiling::Badge& badge : badges) {
        const ImVec2 size = size_of(frame, badge);
        if (!first && ImGui::GetItemRectMax().x + frame.style.px(badge_gap) + size.x <= right)
            ImGui::SameLine(0.0f, frame.style.px(badge_gap));
        draw_badge(frame, badge, size);
        first = false;
    }
    ImGui::PopFont();
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_group.h"

#include "app/subjects/ladder/ladder_panel_text.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float heading_height = 22.0f; // [px], before scale
constexpr float tight_heading_height = 17.0f;

/// Points down while the group is open, and right while it is folded.
void draw_triangle(const Frame& frame, ImVec2 middle, bool is_folded, const ImVec4& colour) {
    const float r = frame.style.px(3.5f);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 packed = ImGui::GetColorU32(colour);
    if (is_folded)
        list.AddTriangleFilled({middle.x - 0.6f * r, middle.y - r}, {middle.x - 0.6f * r, middle.y + r},
                               {middle.x + r, middle.y}, packed);
    else
        list.AddTriangleFilled({middle.x - r, middle.y - 0.6f * r}, {middle.x + r, middle.y - 0.6f * r},
                               {middle.x, middle.y + r}, packed);
}

std::string story_of(const Frame& frame, std::span<const LadderRow> rows, const RungGroup& group, bool is_folded) {
    std::string story = group.about;
    if (!story.empty()) story += "\n";
    story +=
        fmt::format("{}.\nA click {}. Groups that have no room fold by themselves until a click decides.",
                    folded_text(rows, frame.state.look.bars), is_folded ? "shows the variants" : "folds the group");
    return story;
}

/// An item of this box that folds or unfolds the group.
void answer_click(const Frame& frame, const LadderSection& section, const RungGroup& group, bool is_folded,
                  ImVec2 size) {
    if (ImGui::InvisibleButton(("fold_" + group.key).c_str(), size, ImGuiButtonFlags_EnableNav))
        frame.push(command::FoldGroup{group.key, !is_folded});
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, story_of(frame, rows_of(section, group), group, is_folded));
}

const LadderRow* chosen_in(std::span<const LadderRow> rows) {
    for (const LadderRow& row : rows)
        if (row.selected) return &row;
    return nullptr;
}

} // namespace

float group_heading_height(const Frame& frame, const Columns& c) {
    return std::floor(frame.style.px(c.is_tight ? tight_heading_height : heading_height));
}

void draw_group_heading(const Frame& frame, const LadderSection& section, const RungGroup& group, bool is_folded,
                        const Columns& c) {
    const Style& style = frame.style;
    const auto rows = rows_of(section, group);
    const float y = ImGui::GetCursorScreenPos().y, height = group_heading_height(frame, c), middle = y + height / 2;
    ImGui::SetCursorScreenPos({c.left, y});
    answer_click(frame, section, group, is_folded, {c.right - c.left, height});
    const bool hovered = ImGui::IsItemHovered();
    draw_triangle(frame, {c.left + style.px(16), middle}, is_folded,
                  hovered ? style.palette.accent : style.palette.dim);
    ImGui::PushFont(nullptr, style.small_size);
    const LadderRow* const best = is_folded && c.has_bars ? best_of(rows) : nullptr;
    const float end = best != nullptr ? c.bar - style.px(8) : c.value, left = c.left + style.px(26);
    const std::string title = shortened(group.title, end - left);
    write({{left, middle}, hovered ? style.palette.accent : style.palette.text}, title);
    std::string more = keys_text(rows);
    if (const LadderRow* row = is_folded ? chosen_in(rows) : nullptr) more = fmt::format("{} is selected", row->name);
    const float next = left + ImGui::CalcTextSize(title.c_str()).x + style.px(8);
    if (next + ImGui::CalcTextSize(more.c_str()).x <= end) write({{next, middle}, style.palette.dim}, more);
    if (best != nullptr) {
        draw_bar(frame, *best, c, middle);
        if (c.has_times) write({{c.time, middle}, style.palette.dim, true}, time_text(*best, c.per_pair));
        write({{c.value, middle}, style.palette.dim, true}, value_text(*best, frame.state.look.bars));
    }
    ImGui::PopFont();
    ImGui::SetCursorScreenPos({c.left, y + height});
}

void draw_section_fold(const Frame& frame, const LadderSection& section, const RungGroup& group, bool is_folded,
                       ImVec2 title) {
    const ImVec2 below = ImGui::GetCursorScreenPos();
    const float size = frame.style.px(16);
    ImGui::SetCursorScreenPos({title.x, title.y - frame.style.px(1)});
    answer_click(frame, section, group, is_folded, {size, size});
    draw_triangle(frame, {title.x + frame.style.px(4), title.y + frame.style.px(frame.style.small_size) / 2}, is_folded,
                  ImGui::IsItemHovered() ? frame.style.palette.accent : frame.style.palette.dim);
    ImGui::SetCursorScreenPos(below);
}

} // namespace pairscope::app

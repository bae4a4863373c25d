// SPDX-License-Identifier: MIT
#include "app/chart/distance_number.h"
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <misc/cpp/imgui_stdlib.h>

namespace pairscope::app {
namespace {

/// "Berlin (12) - Potsdam (7)"
std::string names_of(const State& state, Cell cell) {
    const Question& now = state.data.now.question;
    return fmt::format("{} - {}", labelled_row(*now.first, cell.row, name_of_row(now, cell.row)),
                       labelled_row(now.across(), cell.col, name_of_column(now, cell.col)));
}

/// A field for the name of the pair. While it is empty, it shows the names of the two vectors.
void draw_name(const Frame& frame, std::size_t index, float width) {
    const PinnedPair& pair = frame.state.data.now.pairs[index];
    const std::string hint = names_of(frame.state, pair.cell);
    std::string name = pair.name;
    ImGui::SetNextItemWidth(width);
    if (ImGui::InputTextWithHint("##name", hint.c_str(), &name)) frame.push(command::NamePair{index, name});
    explain(frame, fmt::format("{}. Type a name for this pair.", hint));
}

/// The cell of the line if the mouse is on it.
std::optional<Cell> draw_pair(const Frame& frame, std::size_t index) {
    const Style& style = frame.style;
    const PinnedPair& pair = frame.state.data.now.pairs[index];
    const auto length = neighbours::distance_between(neighbour_question(frame.state.data.now.question, 1),
                                                     pair.cell.row, pair.cell.col);
    const std::string distance =
        length ? distance_number(*length, unit_of_neighbours(frame.state.data.now.question)) : "-";
    const float cross = ImGui::GetFrameHeight(), number = style.px(58.0f), gap = ImGui::GetStyle().ItemSpacing.x;
    ImGui::PushID(int(index));
    ImGui::BeginGroup();
    draw_name(frame, index, std::max(style.px(60.0f), ImGui::GetContentRegionAvail().x - cross - number - 2.0f * gap));
    ImGui::SameLine();
    if (ImGui::Button(fmt::format("{}###go", distance).c_str(), {number, 0.0f}))
        frame.push(command::FindCell{pair.cell});
    std::string names = names_of(frame.state, pair.cell);
    if (length) names = fmt::format("{}, {} away", names, distance_text(frame.state, *length));
    explain(frame, fmt::format("{}. A click shows the pair in the matrix and among the points.", names));
    ImGui::SameLine();
    if (ImGui::Button("x##unpin", {cross, 0.0f})) frame.push(command::UnpinPair{index});
    explain(frame, "Removes this pair from the list.");
    ImGui::EndGroup();
    const bool hovered = ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    ImGui::PopID();
    return hovered ? std::optional(pair.cell) : std::nullopt;
}

} // namespace

void draw_pinned_pairs(const Frame& frame) {
    std::optional<Cell> hovered;
    const std::size_t count = frame.state.data.now.pairs.size();
    if (count == 0)
        wrapped_text("No pair is pinned. Mark a pair by a click on a cell, a point or a line of the list, and press "
                     "Enter.",
                     frame.style.palette.dim);
    for (std::size_t i = 0; i < count; ++i)
        if (const auto cell = draw_pair(frame, i)) hovered = cell;
    mark_in_panel(frame, hovered);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/features/neighbours/neighbours_panel.h"

#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/shell/widgets/pictures.h"
#include "app/state/drawing/number_text.h"
#include "app/state/state_queries.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace pairscope::app {
namespace {

/// What the matrix calls a vector that is near: a column of two sets, a row of one.
std::string place_of(const Question& now, std::int64_t row) {
    return fmt::format("{} {}", now.second ? "column" : "row", grouped(row));
}

std::string label_of(const Question& now, std::int64_t row) {
    const auto& labels = now.across().labels;
    const auto i = std::size_t(row);
    return i < labels.size() && !labels[i].empty() ? labels[i] : place_of(now, row);
}

std::string title_of_row(const Dataset& data, std::int64_t row) {
    const bool named = std::size_t(row) < data.labels.size() && !data.labels[std::size_t(row)].empty();
    return named ? fmt::format("Row {}: {}", grouped(row), data.labels[std::size_t(row)])
                 : fmt::format("Row {}", grouped(row));
}

/// True if the mouse is on the line.
bool neighbour_line(const Frame& frame, std::int64_t row, const Neighbour& neighbour) {
    const Question& now = frame.state.data.now.question;
    const Cell pair{row, neighbour.row};
    const std::string distance = three_digits(double(neighbour.distance));
    const float number = ImGui::CalcTextSize(distance.c_str()).x;
    const float start = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(int(neighbour.row));
    if (ImGui::Selectable("##pair", frame.state.view.pinned == pair)) frame.push(command::PinCell{pair});
    const bool hovered = ImGui::IsItemHovered();
    const std::string unit = unit_of_entries(frame.state);
    const char* const without_unit = current_type(frame.state).matrix.are_distances ? "away" : "similarity";
    explain_pair(frame,
                 fmt::format("{} {}, {}. A click keeps the pair marked.", distance, unit.empty() ? without_unit : unit,
                             place_of(now, neighbour.row)),
                 pair);
    ImGui::SameLine(start, 0.0f);
    if (thumbnail(frame, now.across(), neighbour.row, ImGui::GetTextLineHeight())) ImGui::SameLine();
    const float room = start + width - number - frame.style.px(8.0f) - ImGui::GetCursorPosX();
    ImGui::TextUnformatted(shortened(label_of(now, neighbour.row), room).c_str());
    ImGui::SameLine(start + width - number, 0.0f);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::TextUnformatted(distance.c_str());
    ImGui::PopStyleColor();
    ImGui::PopID();
    return hovered;
}

/// Marks the pair while the mouse is on its line, and takes the mark away when it is not.
void mark(const Frame& frame, std::optional<Cell> pair) {
    const ViewState& view = frame.state.view;
    const bool mine = view.hovered_in == HoverPlace::nearest;
    if ((pair && pair != view.hovered) || (!pair && mine)) frame.push(command::HoverCell{pair, HoverPlace::nearest});
}

} // namespace

void draw_neighbours_panel(const Frame& frame) {
    const auto& dataset = frame.state.data.now.question.first;
    const auto& marked = frame.state.view.marked;
    if (!dataset || !marked || marked->cell.row >= dataset->rows) {
        mark(frame, {});
        heading(frame, "Nearest");
        wrapped_text(
            "Hover a point or a cell of the matrix: the nearest points of its row are listed here. A click keeps them.",
            frame.style.palette.dim);
        return;
    }
    const std::string unit = unit_of_entries(frame.state);
    const char* const order = current_type(frame.state).matrix.are_distances ? "nearest" : "most similar";
    heading(frame, title_of_row(*dataset, marked->cell.row).c_str(),
            unit.empty() ? order : fmt::format("{}, {}", order, unit));
    std::optional<Cell> pair;
    const auto fitting =
        std::size_t(std::max(3.0f, ImGui::GetContentRegionAvail().y / ImGui::GetTextLineHeightWithSpacing()));
    for (const Neighbour& neighbour : std::span(marked->neighbours).first(std::min(fitting, marked->neighbours.size())))
        if (neighbour.row < current_workload(frame.state).cols && neighbour_line(frame, marked->cell.row, neighbour))
            pair = Cell{marked->cell.row, neighbour.row};
    if (marked->neighbours.empty())
        wrapped_text(frame.state.output.content == MatrixContent::errors
                         ? "The matrix shows errors. Show its values to list the nearest points."
                         : "There is no other point.",
                     frame.style.palette.dim);
    mark(frame, pair);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_panel_parts.h"
#include "app/subjects/panels.h"
#include "app/subjects/points/points.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

struct Choice {
    NeighbourView view;
    const char* id;
    const char* word;
    const char* meaning;
};
constexpr std::array<Choice, 4> choices{
    {{NeighbourView::list, "show_list", "List",
      "Lists the nearest neighbours of the marked row, and the farthest one. A click shows this list."},
     {NeighbourView::row, "show_row", "Row",
      "Draws all distances of the marked row, in their order and sorted. A click shows this chart."},
     {NeighbourView::histogram, "show_histogram", "Histogram",
      "Draws how far all vectors are from their nearest neighbours, and counts the pairs within a radius. A click "
      "shows this chart."},
     {NeighbourView::pairs, "show_pairs", "Pairs",
      "Lists the pairs that you pinned with Enter, to name and to export them. A click shows this list."}}};

/// A word that is chosen by a click; the chosen one is underlined.
void draw_choice(const Frame& frame, const Choice& choice) {
    const Palette& palette = frame.style.palette;
    const bool chosen = frame.state.neighbours.shown == choice.view;
    const std::size_t pinned = frame.state.data.now.pairs.size();
    const bool counts = choice.view == NeighbourView::pairs && pinned > 0;
    const std::string word = counts ? fmt::format("{} ({})", choice.word, pinned) : choice.word;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(word.c_str());
    if (ImGui::InvisibleButton(choice.id, {size.x, size.y + frame.style.px(2.0f)}, ImGuiButtonFlags_EnableNav))
        frame.push(command::ShowNeighbours{choice.view});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, choice.meaning);
    const ImVec4& colour = chosen ? palette.text : hovered ? palette.accent : palette.dim;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, ImGui::GetColorU32(colour), word.c_str());
    if (chosen)
        list.AddLine({at.x, at.y + size.y + 1.0f}, {at.x + size.x, at.y + size.y + 1.0f},
                     ImGui::GetColorU32(palette.accent), frame.style.px(1.5f));
}

void draw_choices(const Frame& frame) {
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const Choice& choice : choices) {
        if (choice.view != NeighbourView::list) ImGui::SameLine(0.0f, frame.style.px(12.0f));
        draw_choice(frame, choice);
    }
    ImGui::PopFont();
}

/// "k", a slider, the number, and the switch of the graph.
void draw_controls(const Frame& frame) {
    const Style& style = frame.style;
    const char* const graph = "graph";
    const float number = style.px(34.0f), gap = ImGui::GetStyle().ItemSpacing.x;
    const float box = ImGui::GetFrameHeight() + ImGui::GetStyle().ItemInnerSpacing.x + ImGui::CalcTextSize(graph).x;
    double k = double(frame.state.neighbours.k);
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(style.palette.dim, "k");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::max(style.px(30.0f), ImGui::GetContentRegionAvail().x - number - box - 2.0f * gap));
    const SliderRange range{.min = 1.0, .max = double(neighbours::most_neighbours), .whole = true};
    if (thin_slider(frame, "##k", range, k)) frame.push(command::SetNeighbourCount{int(std::lround(k))});
    explain(frame, "The number of nearest neighbours that are listed, marked and drawn, from 1 to 64.");
    ImGui::SameLine();
    if (const auto typed = entry("##k_entry", fmt::format("{}", frame.state.neighbours.k), number))
        if (const auto value = number_in(*typed))
            frame.push(command::SetNeighbourCount{int(std::lround(std::clamp(*value, 1.0, 64.0)))});
    explain(frame, "The number of nearest neighbours. Type a number from 1 to 64.");
    ImGui::SameLine();
    bool on = frame.state.neighbours.graph;
    if (ImGui::Checkbox("graph##graph", &on)) frame.push(command::ShowGraph{on});
    explain(frame,
            "Draws a line between each point and its k nearest neighbours in the Points panel. Mutual neighbours "
            "have strong lines. The key G does the same.");
}

void draw_title(const Frame& frame) {
    const auto& marked = frame.state.view.marked;
    const Question& now = frame.state.data.now.question;
    const std::string unit = unit_of_neighbours(now);
    const NeighbourView view = frame.state.neighbours.shown;
    const bool is_about_row = view == NeighbourView::list || view == NeighbourView::row;
    const std::string title =
        is_about_row && marked && marked->cell.row < now.first->rows
            ? fmt::format("{}{}", numbered_row(*now.first, marked->cell.row, "Row"),
                          now.first->labels.empty() ? "" : ": " + name_of_row(now, marked->cell.row))
            : "Nearest";
    heading(frame, shortened(title, ImGui::GetContentRegionAvail().x - frame.style.px(70.0f)).c_str(), unit,
            fmt::format("The nearest neighbours of the marked row: the vectors with the smallest distances, nearest "
                        "first. They are compared by the {}.",
                        metric_title_of(current_type(frame.state))));
    if (view == NeighbourView::list)
        export_link(frame, "export_neighbours", "neighbours",
                    "Saves the nearest neighbours of all vectors as CSV or JSON, with ids and labels.");
    else if (view == NeighbourView::pairs)
        export_link(frame, "export_pairs", "pairs", "Saves the pinned pairs as CSV or JSON, with ids and labels.");
    else // a line with a button is higher: the choices below it stay where they are
        ImGui::SetCursorPosY(ImGui::GetCursorPosY() + frame.style.px(2.0f));
}

/// Was nothing under the mouse in the frame before? Call it once per frame.
bool is_entered(std::optional<Cell> cell) {
    ImGuiStorage& memory = *ImGui::GetStateStorage();
    const ImGuiID known = ImGui::GetID("a cell is under the mouse");
    const bool before = memory.GetBool(known);
    memory.SetBool(known, cell.has_value());
    return cell.has_value() && !before;
}

} // namespace

void mark_in_panel(const Frame& frame, std::optional<Cell> cell) {
    const ViewState& view = frame.state.view;
    const bool mine = view.hovered_in == HoverPlace::nearest;
    const bool enters = is_entered(cell); // a chart knows only a frame later that the mouse is over it
    if ((cell && cell != view.hovered && (enters || may_hover(frame))) || (!cell && mine))
        frame.push(command::HoverCell{cell, HoverPlace::nearest});
}

void draw_neighbours_panel(const Frame& frame) {
    if (!has_neighbours(frame.state)) {
        heading(frame, "Nearest", {}, "The nearest neighbours of the marked row are listed here.");
        wrapped_text("The nearest neighbours are listed here as soon as the data is read.", frame.style.palette.dim);
        return;
    }
    draw_title(frame);
    draw_choices(frame);
    if (frame.state.neighbours.shown == NeighbourView::list) draw_controls(frame); // the others need the room
    switch (frame.state.neighbours.shown) {
    case NeighbourView::list:
        return draw_neighbour_list(frame);
    case NeighbourView::row:
        return draw_row_chart(frame);
    case NeighbourView::histogram:
        return draw_neighbour_histogram(frame);
    case NeighbourView::pairs:
        return draw_pinned_pairs(frame);
    }
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/distance_number.h"
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/subjects/matrix/clusters/clusters.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/neighbours/neighbour_words.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float rank_width = 22.0f; // [px] before scale
constexpr float mark_width = 14.0f;
constexpr float ratio_width = 44.0f;
constexpr float room_for_ratio = 240.0f; // in a narrower panel the ratio is only told on hover

/// A ring: the relation goes one way. A disc: it is mutual.
void draw_mutual_mark(const Frame& frame, ImVec2 center, std::optional<bool> mutual) {
    if (!mutual) return;
    const ImU32 colour = ImGui::GetColorU32(*mutual ? frame.style.palette.accent : frame.style.palette.dim);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    if (*mutual)
        list.AddCircleFilled(center, frame.style.px(3.5f), colour);
    else
        list.AddCircle(center, frame.style.px(3.0f), colour, 0, frame.style.px(1.2f));
}

void write_right(float right, const std::string& text, const ImVec4& colour) {
    ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x, 0.0f);
    ImGui::TextColored(colour, "%s", text.c_str());
}

/// The line of the pair that is hovered elsewhere is lit up.
void light_up(const Frame& frame, const Cell& pair) {
    const ViewState& view = frame.state.view;
    if (view.hovered != pair || view.hovered_in == HoverPlace::nearest) return;
    ImGui::GetWindowDrawList()->AddRectFilled(ImGui::GetItemRectMin(), ImGui::GetItemRectMax(),
                                              ImGui::GetColorU32(ImGuiCol_HeaderHovered));
}

/// The label, if there is one, and behind it the number of the row, which tells rows with equal labels apart.
void draw_name(const Frame& frame, const Question& now, std::int64_t row, float room) {
    const Dataset& set = now.across();
    const auto i = std::size_t(row);
    const auto in_file = row_in_file(set, row);
    if (i >= set.labels.size() || set.labels[i].empty() || !in_file) {
        ImGui::TextUnformatted(shortened(name_of_column(now, row), room).c_str());
        return;
    }
    const std::string number = grouped(*in_file);
    const float gap = frame.style.px(6.0f), room_for_label = room - gap - ImGui::CalcTextSize(number.c_str()).x;
    ImGui::TextUnformatted(shortened(set.labels[i], room_for_label).c_str());
    ImGui::SameLine(0.0f, gap);
    ImGui::TextColored(frame.style.palette.dim, "%s", number.c_str());
}

/// A bar in the colour of the neighbour's cluster at the begin of its line.
void draw_cluster(const Frame& frame, std::int64_t row, ImVec2 low, ImVec2 high) {
    const seriation::Clusters* const clusters = clusters_of_set(frame.state, 1);
    if (clusters == nullptr || clusters->of_row[std::size_t(row)] < 0) return;
    ImGui::GetWindowDrawList()->AddRectFilled(
        low, {low.x + frame.style.px(3.0f), high.y},
        group_colour(first_cluster_colour(frame.state) + std::size_t(clusters->of_row[std::size_t(row)])));
}

struct ListLine {
    const MarkedPair& marked;
    const Neighbour& neighbour;
    const char* id;
    std::string rank;
};

/// True if the mouse is on the line.
bool draw_line(const Frame& frame, const ListLine& line) {
    const Style& style = frame.style;
    const Question& now = frame.state.data.now.question;
    const Cell pair{line.marked.cell.row, line.neighbour.row};
    const float start = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    ImGui::PushID(line.id);
    ImGui::PushID(int(line.neighbour.row));
    if (ImGui::Selectable("##pair", frame.state.view.pinned == pair)) frame.push(command::PinCell{pair});
    const bool hovered = ImGui::IsItemHovered();
    light_up(frame, pair);
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    explain_pair(frame, neighbour_story(frame.state, line.marked, line.neighbour), pair);
    ImGui::PopID();
    ImGui::PopID();
    draw_cluster(frame, line.neighbour.row, low, high);
    write_right(start + style.px(rank_width), line.rank, style.palette.faint);
    draw_mutual_mark(frame, {low.x + style.px(rank_width + mark_width), 0.5f * (low.y + high.y)},
                     line.neighbour.mutual);
    const float name = start + style.px(rank_width + 1.8f * mark_width);
    const bool has_ratio = width >= style.px(room_for_ratio);
    const float distance = start + width - (has_ratio ? style.px(ratio_width) : 0.0f);
    const std::string number =
        distance_number(line.neighbour.distance, unit_of_neighbours(frame.state.data.now.question));
    ImGui::SameLine(name, 0.0f);
    if (thumbnail(frame, now.across(), line.neighbour.row, ImGui::GetTextLineHeight())) ImGui::SameLine();
    const float room = distance - ImGui::CalcTextSize(number.c_str()).x - style.px(8.0f) - ImGui::GetCursorPosX();
    draw_name(frame, now, line.neighbour.row, room);
    write_right(distance, number, style.palette.text);
    const auto ratio = ratio_to_next(line.marked, line.neighbour);
    if (has_ratio && ratio) write_right(start + width, fmt::format("{:.2f}", *ratio), style.palette.dim);
    return hovered;
}

/// A column's heading. A click sorts the list by it, and another one turns the order round.
void draw_sort_heading(const Frame& frame, NeighbourOrder::Key key, const char* id, const char* word) {
    const NeighbourOrder& now = frame.state.neighbours.order;
    const bool chosen = now.key == key;
    const Palette& palette = frame.style.palette;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(word);
    const float arrow = frame.style.px(3.5f);
    if (ImGui::InvisibleButton(id, {size.x + (chosen ? 4.0f * arrow : 0.0f), size.y}, ImGuiButtonFlags_EnableNav))
        frame.push(command::SortNeighbours{{.key = key, .falling = chosen && !now.falling}});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, fmt::format("Sorts the list by {}. Another click turns the order round. Files have the same order.",
                               key == NeighbourOrder::Key::name ? "name" : "distance"));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(hovered ? palette.accent : chosen ? palette.text : palette.dim);
    list.AddText(at, colour, word);
    if (!chosen) return;
    const ImVec2 c{at.x + size.x + 2.0f * arrow, at.y + 0.5f * size.y};
    const float tip = now.falling ? arrow : -arrow;
    list.AddTriangleFilled({c.x - arrow, c.y - 0.6f * tip}, {c.x + arrow, c.y - 0.6f * tip}, {c.x, c.y + 0.6f * tip},
                           colour);
}

float heading_width(const Frame& frame, NeighbourOrder::Key key, const char* word) {
    const bool chosen = frame.state.neighbours.order.key == key;
    return ImGui::CalcTextSize(word).x + (chosen ? frame.style.px(14.0f) : 0.0f);
}

void draw_heading_line(const Frame& frame) {
    const Style& style = frame.style;
    ImGui::PushFont(nullptr, style.small_size);
    const float start = ImGui::GetCursorPosX(), width = ImGui::GetContentRegionAvail().x;
    const bool has_ratio = width >= style.px(room_for_ratio);
    ImGui::SetCursorPosX(start + style.px(rank_width + 1.8f * mark_width));
    draw_sort_heading(frame, NeighbourOrder::Key::name, "sort_name", "neighbour");
    const float distance = start + width - (has_ratio ? style.px(ratio_width) : 0.0f);
    ImGui::SameLine(distance - heading_width(frame, NeighbourOrder::Key::distance, "distance"), 0.0f);
    draw_sort_heading(frame, NeighbourOrder::Key::distance, "sort_distance", "distance");
    if (has_ratio) write_right(start + width, "ratio", style.palette.dim);
    ImGui::PopFont();
}

/// A link to save what the list has no room for.
void draw_save_all(const Frame& frame, const MarkedPair& marked) {
    if (marked.others <= 0) return;
    ImGui::PushFont(nullptr, frame.style.small_size);
    const std::string words = fmt::format("save all {}...", grouped(marked.others));
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(words.c_str());
    if (ImGui::InvisibleButton("save_row", size, ImGuiButtonFlags_EnableNav))
        frame.push(command::ShowDialog{Dialog::save, "row_neighbours"});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain(frame, "Saves all neighbours of this row as CSV or JSON, with ranks, ids, labels and distances, in the "
                   "order of the list. The row has to be marked by a click.");
    ImGui::GetWindowDrawList()->AddText(
        at, ImGui::GetColorU32(hovered ? frame.style.palette.accent : frame.style.palette.dim), words.c_str());
    ImGui::PopFont();
}

} // namespace

void draw_neighbour_list(const Frame& frame) {
    const auto& marked = frame.state.view.marked;
    const Question& now = frame.state.data.now.question;
    if (!marked || marked->cell.row >= now.first->rows) {
        mark_in_panel(frame, {});
        wrapped_text(
            "Hover a point or a cell of the matrix: the nearest neighbours of its row are listed here. A click "
            "keeps them.",
            frame.style.palette.dim);
        return;
    }
    std::optional<Cell> hovered;
    const auto add = [&](const ListLine& line) {
        if (line.neighbour.row < now.across().rows && draw_line(frame, line))
            hovered = Cell{marked->cell.row, line.neighbour.row};
    };
    if (!marked->neighbours.empty()) draw_heading_line(frame);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(ImGui::GetStyle().ItemSpacing.x, frame.style.px(1.0f)));
    std::vector<Neighbour> nearest = marked->neighbours;
    sort_neighbours(nearest, now, frame.state.neighbours.order);
    for (const Neighbour& neighbour : nearest) add({*marked, neighbour, "nearest", fmt::format("{}", neighbour.rank)});
    if (marked->farthest && marked->others > std::ssize(marked->neighbours)) {
        ImGui::Separator();
        add({*marked, *marked->farthest, "farthest", "far"});
    }
    ImGui::PopStyleVar();
    draw_save_all(frame, *marked);
    if (const std::string notes = list_notes(frame.state, *marked); !notes.empty()) {
        ImGui::PushFont(nullptr, frame.style.small_size);
        wrapped_text(notes, frame.style.palette.dim);
        ImGui::PopFont();
    }
    mark_in_panel(frame, hovered);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/matches_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/pictures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

struct ColumnOfMatches {
    MatchColumn column = MatchColumn::row;
    std::string heading;
    std::string meaning;
    bool is_number = true;
    float width = 0.9f; ///< relative to the others
};

/// The columns about which something is known.
std::vector<ColumnOfMatches> columns_of_matches(const State& state) {
    const WorkloadType& type = current_type(state);
    const MatchFacts facts = match_facts(state.data.now, state.matches.all);
    const std::string first(set_name(type, 0)), second(set_name(type, 1)), value(type.value);
    std::vector<ColumnOfMatches> columns{
        {MatchColumn::row, "index", fmt::format("The row of the vector in {}.", first)}};
    if (facts.labels)
        columns.push_back(
            {MatchColumn::label, "label", fmt::format("The label of the vector in {}.", first), false, 2.0f});
    columns.push_back({MatchColumn::best, "best", fmt::format("The row of its best match in {}.", second)});
    columns.push_back({MatchColumn::value, value, fmt::format("The {} of the vector and its best match.", value)});
    columns.push_back({MatchColumn::second, "second", fmt::format("The row of its second best match in {}.", second)});
    columns.push_back({MatchColumn::second_value, "second " + value,
                       fmt::format("The {} of the vector and its second best match.", value), true, 1.35f});
    if (facts.ratio) columns.push_back({MatchColumn::ratio, "ratio", std::string(meaning_of_match_ratio)});
    if (facts.mutual)
        columns.push_back({MatchColumn::mutual, "mutual",
                           fmt::format("Yes: the vector is also the best match of its best match in {}.", first),
                           false});
    if (facts.right)
        columns.push_back({MatchColumn::right, "right",
                           "Yes: the match lies where the homography of the two pictures says that it should.", false});
    return columns;
}

/// Columns that have no room are left out, those first that tell least.
std::vector<ColumnOfMatches> columns_with_room(const Frame& frame) {
    constexpr float least = 62.0f; // [px], before scale, of a column of relative width 1
    constexpr std::array leave_first{MatchColumn::second_value, MatchColumn::second, MatchColumn::mutual,
                                     MatchColumn::label, MatchColumn::value};
    std::vector<ColumnOfMatches> columns = columns_of_matches(frame.state);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize;
    const auto needed = [&] {
        float sum = 0.0f;
        for (const ColumnOfMatches& column : columns) sum += column.width * frame.style.px(least);
        return sum;
    };
    for (const MatchColumn column : leave_first)
        if (needed() > room) std::erase_if(columns, [&](const auto& each) { return each.column == column; });
    return columns;
}

/// Large values are whole numbers, others have four decimals, so that the points lie below each other.
std::string value_in_table(float value) {
    constexpr float large = 1000.0f, huge = 1e9f;
    if (std::abs(value) < large) return fmt::format("{:.4f}", value);
    return std::abs(value) < huge ? grouped(std::llround(value)) : three_digits(double(value));
}

std::string known_text(const std::optional<bool>& value) { return !value ? "" : *value ? "yes" : "no"; }

std::string match_cell_text(const State& state, const Match& match, MatchColumn column) {
    const auto& labels = state.data.now.question.first->labels;
    const bool has_second = match.found.second >= 0;
    switch (column) {
    case MatchColumn::row:
        return grouped(match.row);
    case MatchColumn::label:
        return std::size_t(match.row) < labels.size() ? labels[std::size_t(match.row)] : std::string();
    case MatchColumn::best:
        return grouped(match.found.best);
    case MatchColumn::value:
        return value_in_table(match.found.best_value);
    case MatchColumn::second:
        return has_second ? grouped(match.found.second) : "none";
    case MatchColumn::second_value:
        return has_second ? value_in_table(match.found.second_value) : "";
    case MatchColumn::ratio:
        return match.ratio ? fmt::format("{:.3f}", *match.ratio) : "";
    case MatchColumn::mutual:
        return known_text(match.mutual);
    case MatchColumn::right:
        return known_text(match.right);
    }
    return {};
}

void ask_for_order(const Frame& frame) {
    ImGuiTableSortSpecs* specs = ImGui::TableGetSortSpecs();
    if (specs == nullptr || !specs->SpecsDirty || specs->SpecsCount == 0) return;
    specs->SpecsDirty = false;
    const ImGuiTableColumnSortSpecs& spec = specs->Specs[0];
    const MatchOrder order{.by = MatchColumn(spec.ColumnUserID),
                           .descending = spec.SortDirection == ImGuiSortDirection_Descending};
    if (order != frame.state.view.match_order) frame.push(command::SortMatches{order});
}

/// The heading of numbers ends where they end, or before the arrow of the sorted column.
void draw_match_heading(const ColumnOfMatches& column, bool is_sorted) {
    if (column.is_number) {
        const float arrow = is_sorted ? ImGui::GetFontSize() + ImGui::GetStyle().FramePadding.x : 0.0f;
        const float words = ImGui::CalcTextSize(column.heading.c_str()).x;
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, ImGui::GetContentRegionAvail().x - words - arrow));
    }
    ImGui::TableHeader(column.heading.c_str());
}

void draw_headings(const Frame& frame, const std::vector<ColumnOfMatches>& columns) {
    const MatchOrder& order = frame.state.view.match_order;
    ImGui::TableSetupScrollFreeze(0, 1);
    for (const ColumnOfMatches& column : columns) {
        ImGuiTableColumnFlags flags = ImGuiTableColumnFlags_None;
        if (column.column == order.by)
            flags |= ImGuiTableColumnFlags_DefaultSort |
                     (order.descending ? ImGuiTableColumnFlags_PreferSortDescending : ImGuiTableColumnFlags_None);
        ImGui::TableSetupColumn(column.heading.c_str(), flags, column.width, ImGuiID(column.column));
    }
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (int k = 0; k < int(columns.size()); ++k) {
        ImGui::TableSetColumnIndex(k);
        draw_match_heading(columns[std::size_t(k)], columns[std::size_t(k)].column == order.by);
        explain(frame, columns[std::size_t(k)].meaning + " A click sorts by it.");
    }
    ask_for_order(frame);
}

/// The vector that the cell is about, where vectors are pictures.
void draw_picture_in_cell(const Frame& frame, const Match& match, MatchColumn column) {
    const Question& now = frame.state.data.now.question;
    const float side = ImGui::GetTextLineHeight();
    const bool is_drawn = column == MatchColumn::row      ? thumbnail(frame, *now.first, match.row, side)
                          : column == MatchColumn::best   ? thumbnail(frame, now.across(), match.found.best, side)
                          : column == MatchColumn::second ? thumbnail(frame, now.across(), match.found.second, side)
                                                          : false;
    if (is_drawn) ImGui::SameLine();
}

void draw_match_cell(const Frame& frame, const Match& match, const ColumnOfMatches& column) {
    draw_picture_in_cell(frame, match, column.column);
    const std::string text = match_cell_text(frame.state, match, column.column);
    const bool is_of_choice = column.column == MatchColumn::best || column.column == MatchColumn::second;
    const bool is_wrong =
        (column.column == MatchColumn::right && match.right == false) || (is_of_choice && match.differs);
    if (column.is_number) {
        const float free = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
        if (free > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + free);
    }
    ImGui::PushStyleColor(ImGuiCol_Text, is_wrong ? frame.style.palette.warning : frame.style.palette.text);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
}

/// True if the mouse is on it.
bool draw_match_row(const Frame& frame, const Match& match, const std::vector<ColumnOfMatches>& columns) {
    const ViewState& view = frame.state.view;
    const bool is_pinned = view.pinned && view.pinned->row == match.row;
    const bool is_marked = is_pinned || (view.hovered && view.hovered->row == match.row);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(int(match.row));
    const float start = ImGui::GetCursorPosX();
    if (ImGui::Selectable("##match", is_marked, ImGuiSelectableFlags_SpanAllColumns))
        frame.push(command::PinCell{is_pinned ? std::nullopt : std::optional(cell_of_match(match))});
    const bool hovered = ImGui::IsItemHovered();
    explain_pair(frame, match_story(frame.state.data.now, match), cell_of_match(match));
    ImGui::SameLine(start, 0.0f);
    for (std::size_t k = 0; k < columns.size(); ++k) {
        if (k > 0) ImGui::TableNextColumn();
        draw_match_cell(frame, match, columns[k]);
    }
    ImGui::PopID();
    return hovered;
}

/// A match that was marked elsewhere comes into view.
void scroll_to_pinned(const Frame& frame) {
    const auto& pinned = frame.state.view.pinned;
    const std::string selection = pinned ? fmt::format("{}", pinned->row) : std::string();
    if (!is_to_scroll_to(selection) || !pinned) return;
    const auto& shown = frame.state.matches.shown;
    const auto found = std::ranges::find(shown, pinned->row);
    if (found == shown.end()) return;
    const float row = ImGui::GetTextLineHeight() + 2.0f * ImGui::GetStyle().CellPadding.y;
    const float top = row * float(found - shown.begin()), room = ImGui::GetWindowHeight() - 2.0f * row;
    if (top < ImGui::GetScrollY() || top > ImGui::GetScrollY() + room)
        ImGui::SetScrollY(std::max(0.0f, top - 0.5f * room));
}

} // namespace

std::optional<Cell> draw_match_table(const Frame& frame) {
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_Resizable |
                                      ImGuiTableFlags_BordersInnerV | ImGuiTableFlags_SizingStretchSame |
                                      ImGuiTableFlags_Sortable;
    const MatchesState& matches = frame.state.matches;
    const std::vector<ColumnOfMatches> columns = columns_with_room(frame);
    if (!ImGui::BeginTable("matches", int(columns.size()), flags)) return {};
    draw_headings(frame, columns);
    scroll_to_pinned(frame);
    std::optional<Cell> hovered;
    ImGuiListClipper clipper;
    clipper.Begin(int(matches.shown.size()));
    while (clipper.Step())
        for (int k = clipper.DisplayStart; k < clipper.DisplayEnd; ++k) {
            const Match& match = matches.all[std::size_t(matches.shown[std::size_t(k)])];
            if (draw_match_row(frame, match, columns)) hovered = cell_of_match(match);
        }
    ImGui::EndTable();
    return hovered;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/subjects/compare/compare_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"
#include "kernels/data/text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float share_width = 76.0f, from_width = 58.0f;              // [px], before scale
constexpr float least_value_width = 60.0f, most_value_width = 112.0f; // room for the name of the variant
constexpr float room_below = 62.0f;                                   // for a sentence and the heading of the sources
constexpr float least_for_source = 430.0f; // below this width the column that says where values come from is left out

std::string story_of(const WhyTable& table, const WhyRow& row) {
    const auto text = [](const std::string& shown) { return shown.empty() ? std::string("unknown") : shown; };
    std::string story = fmt::format("{}\n{}: {}\n{}: {}\nSource: {}.", row.meaning, table.a, text(row.shown_a), table.b,
                                    text(row.shown_b), row.from);
    if (row.from.find("trace") != std::string::npos)
        story += "\nIf the trace had fewer pairs than the run, its counts are scaled up to the size of the run.";
    if (row.part)
        story +=
            fmt::format("\nThe difference between these two values, divided by the rate of the ceiling, is a time. "
                        "That time is {} of the difference between the two measured times.",
                        percent_text(*row.share));
    if (row.part && *row.part < *row.share)
        story +=
            fmt::format("\nSeveral causes overlap, because a GPU does several things at once. All of them add up to "
                        "100 %, and {} of that are of this one.",
                        percent_text(*row.part));
    if (!row.part && row.share.value_or(0.0) > 0.0)
        story += "\nAnother quantity in this table describes the same cause, and the share is shown there.";
    if (row.share && *row.share < 0.0)
        story += "\nThe faster variant has more of it, so it does not explain the difference.";
    return story;
}

/// A bar from 0 to 100 % of the difference in time; what speaks against it has words only.
void draw_share(const Frame& frame, const WhyRow& row) {
    if (!row.share) return;
    const Palette& palette = frame.style.palette;
    if (*row.share < 0.0) {
        ImGui::TextColored(palette.dim, "no cause");
        return;
    }
    if (!row.part && *row.share > 0.0) {
        ImGui::TextColored(palette.dim, "same cause");
        return;
    }
    const double part = row.part.value_or(0.0);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight();
    const float text = ImGui::CalcTextSize("100 %").x, room = std::max(width - text - frame.style.px(4), 0.0f);
    const float length = room * float(part), half = frame.style.px(3.5f);
    const float middle = at.y + height / 2;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, middle - half}, {at.x + room, middle + half}, ImGui::GetColorU32(palette.grid));
    list.AddRectFilled({at.x, middle - half}, {at.x + length, middle + half}, ImGui::GetColorU32(palette.accent));
    ImGui::Dummy({room, height});
    ImGui::SameLine(0.0f, 0.0f);
    right_aligned_text(fmt::format("{:.0f} %", 100.0 * part), palette.text);
}

/// The columns that are not always there.
struct WhyColumns {
    bool share = false;  ///< without two times that differ, no quantity has a share of the difference
    bool source = false; ///< needs room
};

void draw_row(const Frame& frame, const WhyTable& table, const WhyRow& row, WhyColumns columns) {
    const Palette& palette = frame.style.palette;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    explained_paragraph(frame, ("why " + row.title).c_str(), row.title, story_of(table, row));
    for (const std::string* shown : {&row.shown_a, &row.shown_b}) {
        ImGui::TableNextColumn();
        right_aligned_text(shown->empty() ? "unknown" : *shown, shown->empty() ? palette.dim : palette.text);
    }
    if (columns.share) {
        ImGui::TableNextColumn();
        draw_share(frame, row);
    }
    if (!columns.source) return;
    ImGui::TableNextColumn();
    const std::string from = shortened(row.from, ImGui::GetContentRegionAvail().x);
    ImGui::TextColored(palette.dim, "%s", from.c_str());
}

void draw_column_title(const Frame& frame, const char* id, const std::string& title, const char* meaning) {
    const std::string fits = shortened(title, ImGui::GetContentRegionAvail().x);
    explained_text(frame, id, fits, fmt::format("{}\n{}", title, meaning));
}

/// The title of a column of numbers ends where they end.
void draw_number_title(const Frame& frame, const char* id, const std::string& title, const char* meaning) {
    ImGui::TableNextColumn();
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(title.c_str()).x;
    if (room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    draw_column_title(frame, id, title, meaning);
}

/// The width of the column of one variant, which has room for its name and its values unless they are very long.
float value_width(const Frame& frame, const WhyTable& table, const std::string& name, std::string WhyRow::*shown) {
    float widest = ImGui::CalcTextSize(name.c_str()).x;
    for (const WhyRow& row : table.rows) {
        const std::string& value = row.*shown;
        widest = std::max(widest, ImGui::CalcTextSize(value.empty() ? "unknown" : value.c_str()).x);
    }
    return std::ceil(std::clamp(widest, frame.style.px(least_value_width), frame.style.px(most_value_width)));
}

/// How many rows have room. A class cannot scroll, so a presentation shows only those. `quantity`: the width of the
/// first column [px].
std::size_t rows_with_room(const Frame& frame, const WhyTable& table, float quantity) {
    if (!frame.state.look.presentation) return table.rows.size();
    const float gaps = 2.0f * ImGui::GetStyle().CellPadding.y;
    const float line = ImGui::GetTextLineHeight() + gaps; // height of the headings [px]
    float room = ImGui::GetContentRegionAvail().y - line - frame.style.px(room_below);
    std::size_t rows = 0;
    for (const WhyRow& row : table.rows) {
        room -= ImGui::CalcTextSize(row.title.c_str(), nullptr, false, quantity).y + gaps;
        if (room < 0.0f) break;
        ++rows;
    }
    return std::max<std::size_t>(rows, 1);
}

void draw_table(const Frame& frame, const WhyTable& table) {
    const WhyColumns columns{.share = has_shares(table),
                             .source = ImGui::GetContentRegionAvail().x >= frame.style.px(least_for_source)};
    const int count = 3 + (columns.share ? 1 : 0) + (columns.source ? 1 : 0);
    if (!ImGui::BeginTable("why", count, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("quantity", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("a", ImGuiTableColumnFlags_WidthFixed,
                            value_width(frame, table, table.a, &WhyRow::shown_a));
    ImGui::TableSetupColumn("b", ImGuiTableColumnFlags_WidthFixed,
                            value_width(frame, table, table.b, &WhyRow::shown_b));
    if (columns.share) ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed, frame.style.px(share_width));
    if (columns.source) ImGui::TableSetupColumn("from", ImGuiTableColumnFlags_WidthFixed, frame.style.px(from_width));
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const std::size_t rows = rows_with_room(frame, table, ImGui::GetContentRegionAvail().x);
    draw_column_title(frame, "column quantity", "quantity",
                      "The quantity that contributes most to the difference in time comes first.");
    draw_number_title(frame, "column a", table.a, "The selected variant.");
    draw_number_title(frame, "column b", table.b, "The variant that it is compared with.");
    if (columns.share) {
        ImGui::TableNextColumn();
        draw_column_title(frame, "column share", "share",
                          "How much of the difference in time the quantity can account for.");
    }
    if (columns.source) {
        ImGui::TableNextColumn();
        draw_column_title(frame, "column source", "source",
                          "Counted by the hardware, traced by simulation, or modelled.");
    }
    for (std::size_t i = 0; i < rows; ++i) draw_row(frame, table, table.rows[i], columns);
    ImGui::EndTable();
    if (rows < table.rows.size())
        small_line(frame,
                   fmt::format("{} more can be shown: F11 ends the presentation, in which they have no room.",
                               counted(std::int64_t(table.rows.size() - rows), "row")),
                   frame.style.palette.dim);
}

} // namespace

void draw_why(const Frame& frame, const WhyTable& table) {
    heading(
        frame, "Why", fmt::format("{} beside {}", table.a, table.b),
        "The quantities of both variants side by side, and how much of the difference in time each can account for.");
    const std::string sentence = why_sentence(table);
    if (clickable_text_with_terms(frame, "reason", sentence, frame.style.palette.text))
        frame.push(command::Copy{sentence, "The reason"});
    explain(
        frame,
        "A quantity is named only if two conditions hold. Its cause alone accounts for at least half of the difference "
        "in time, and it kept the slower variant busy for at least 30 % of its time. Else the quantities are named in "
        "which the faster variant is better by at least a tenth. A click copies the sentence.");
    ImGui::PushFont(nullptr, frame.style.small_size);
    // Where nothing else is told, the sentence above has said this.
    if (!table.to_come.empty() && sentence.find(table.to_come) == std::string::npos)
        text_with_terms(frame, table.to_come, frame.style.palette.dim);
    if (!table.rows.empty()) draw_table(frame, table);
    ImGui::PopFont();
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The table of the trace: each line of the source that touches memory, and what that costs.
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <imgui_internal.h> // TablePushBackgroundChannel

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float line_row_height = 40.0f; // [px], before scale: the code, and below it the figures
constexpr float second_line = 29.0f;     // the middle of the figures' line
constexpr float bar_width = 56.0f;
constexpr const char* no_lines = "this program was stripped of its line numbers";

void to_second_line(const Frame& frame) {
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() +
                         std::floor(frame.style.px(second_line) - ImGui::GetTextLineHeight() / 2));
}

void number_cell(const Frame& frame, const std::optional<std::string>& text) {
    ImGui::TableNextColumn();
    to_second_line(frame);
    right_aligned_text(text.value_or("-"), text ? frame.style.palette.text : frame.style.palette.faint);
}

/// Where a row has room for texts that go beyond their column [px on the screen].
struct RowRoom {
    std::optional<float> access_left; ///< where the kind of access begins, in the lower line; absent: below the code
    float right = 0.0f;               ///< the end of the row
};

/// The code may run on over the other columns, which leave the upper line free.
void code_cell(const Frame& frame, const TraceRow& row, RowRoom room) {
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float column_right = at.x + ImGui::GetContentRegionAvail().x;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    ImGui::TablePushBackgroundChannel();
    ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
    const std::string code = shortened(row.line > 0 ? code_text(row) : no_lines, room.right - at.x);
    list.AddText({at.x, at.y + frame.style.px(3)}, ImGui::GetColorU32(frame.style.palette.text), code.c_str());
    ImGui::PopFont();
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float left = room.access_left.value_or(at.x);
    const std::string access = shortened(row.access, column_right - left);
    const float top = at.y + std::floor(frame.style.px(second_line) - ImGui::GetTextLineHeight() / 2);
    list.AddText({left, top}, ImGui::GetColorU32(frame.style.palette.dim), access.c_str());
    ImGui::PopFont();
    ImGui::TablePopBackgroundChannel();
}

/// How much of each sector is asked for: a full bar wastes nothing.
void used_cell(const Frame& frame, const TraceRow& row, bool narrow) {
    ImGui::TableNextColumn();
    if (!row.useful || narrow) {
        to_second_line(frame);
        right_aligned_text(row.useful ? fmt::format("{:.1f}", *row.useful) : "-",
                           row.useful ? frame.style.palette.text : frame.style.palette.faint);
        return;
    }
    const Palette& palette = frame.style.palette;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = frame.style.px(bar_width), half = std::floor(frame.style.px(3.5f));
    const float middle = std::floor(at.y + frame.style.px(second_line));
    const float share = float(std::clamp(*row.useful / simt::sector_bytes, 0.0, 1.0));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({at.x, middle - half}, {at.x + width, middle + half}, ImGui::GetColorU32(palette.grid));
    list.AddRectFilled({at.x, middle - half}, {at.x + std::max(1.0f, share * width), middle + half},
                       ImGui::GetColorU32(palette.accent));
    list.AddLine({at.x + width, middle - half - 1}, {at.x + width, middle + half + 1}, ImGui::GetColorU32(palette.dim));
    to_second_line(frame);
    right_aligned_text(fmt::format("{:.1f}", *row.useful), palette.text);
}

void bank_cell(const Frame& frame, const TraceRow& row, bool narrow) {
    ImGui::TableNextColumn();
    to_second_line(frame);
    if (!row.ways) {
        right_aligned_text("-", frame.style.palette.faint);
        return;
    }
    const bool conflicts = row.conflicts.value_or(0.0) > 0.0;
    right_aligned_text(narrow ? brief_conflict_text(row) : conflict_text(row),
                       conflicts ? frame.style.palette.warning : frame.style.palette.text);
}

/// "32.0 of 4.0": in colour where fewer sectors would hold what is asked for.
void sectors_cell(const Frame& frame, const TraceRow& row) {
    ImGui::TableNextColumn();
    to_second_line(frame);
    if (!row.sectors || !row.least) {
        right_aligned_text("-", frame.style.palette.faint);
        return;
    }
    const bool wasteful = *row.sectors > 1.05 * *row.least;
    right_aligned_text(fmt::format("{:.1f} ({:.1f})", *row.sectors, *row.least),
                       wasteful ? frame.style.palette.warning : frame.style.palette.text);
}

std::string story_of(const TraceRow& row) {
    std::string story = row.line > 0 ? fmt::format("{}:{}\n{}\n", row.file, row.line, row.code)
                                     : fmt::format("The line is unknown: {}.\n", no_lines);
    story += fmt::format("{}, {}", row.access, counted(std::llround(row.requests), "request"));
    if (row.sectors)
        story +=
            fmt::format("\nEach request touches {:.2f} sectors on average, and {:.2f} would hold the bytes that it "
                        "asks for. It uses {:.1f} of each sector's 32 bytes. All requests together touch {}.",
                        *row.sectors, *row.least, *row.useful, bytes_text(*row.bytes));
    if (row.ways)
        story +=
            fmt::format("\n{}: each request needs {:.2f} passes through the banks on average. Another layout would "
                        "save {} of all passes.",
                        conflict_text(row), *row.ways, grouped(std::llround(*row.conflicts)));
    return story + "\nsimulated: the kernel's source, executed on the CPU";
}

/// How a row is drawn: see LineColumns.
struct RowLook {
    bool chosen = false, narrow = false, crowded = false;
};

/// True if the mouse is on the row.
bool draw_row(const Frame& frame, const TraceRow& row, std::size_t index, RowLook look) {
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize;
    ImGui::TableNextRow(0, frame.style.px(line_row_height));
    ImGui::TableNextColumn();
    const ImVec2 at = ImGui::GetCursorPos();
    const float left = ImGui::GetCursorScreenPos().x;
    constexpr ImGuiSelectableFlags flags =
        ImGuiSelectableFlags_SpanAllColumns | ImGuiSelectableFlags_AllowDoubleClick | ImGuiSelectableFlags_AllowOverlap;
    const std::string id = fmt::format("##line_{}", index);
    if (ImGui::Selectable(id.c_str(), look.chosen, flags, {0.0f, frame.style.px(line_row_height)})) {
        frame.push(command::ChooseTraceLine{index});
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) frame.push(command::FocusPanel{"Source"});
    }
    const bool hovered = ImGui::IsItemHovered();
    explain(frame, story_of(row));
    ImGui::SetCursorPos({at.x, at.y + frame.style.px(2)});
    right_aligned_text(row.line > 0 ? fmt::format("{}", row.line) : "?", frame.style.palette.dim);
    code_cell(frame, row, {.access_left = look.crowded ? std::optional(left) : std::nullopt, .right = right});
    number_cell(frame, grouped(std::llround(row.requests)));
    sectors_cell(frame, row);
    used_cell(frame, row, look.narrow);
    return hovered;
}

void head_cell(const Frame& frame, const char* words, const char* meaning, bool right = true) {
    ImGui::TableNextColumn();
    ImGui::PushFont(nullptr, frame.style.small_size);
    const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(words).x;
    if (right && room > 0.0f) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
    explained_text(frame, fmt::format("column {}", words).c_str(), words, meaning);
    ImGui::PopFont();
}

/// The widths of all columns except the one of the code [px], before scale. In a narrow panel there are no bars. In a
/// crowded one the cells stand close together, and the kind of access begins below the number of the line.
struct LineColumns {
    bool narrow = false, crowded = false;
    bool shared = false; ///< there is a column for the banks of shared memory
    float line = 26.0f, requests = 72.0f, sectors = 84.0f, used = 98.0f, banks = 96.0f;
    [[nodiscard]] int count() const { return shared ? 6 : 5; }
    [[nodiscard]] float fixed() const { return line + requests + sectors + used + (shared ? banks : 0.0f); }
    [[nodiscard]] const char* id() const { // the toolkit remembers the widths by the name
        return crowded ? "lines, crowded" : narrow ? "lines, narrow" : "lines";
    }
};

LineColumns columns_for(const Frame& frame, const std::vector<TraceRow>& rows, bool shared) {
    constexpr float least_code = 106.0f; // "surface store, 16 B"
    LineColumns c{.shared = shared};
    float widest = 0.0f; // width of the longest number of requests [px]
    for (const TraceRow& row : rows)
        widest = std::max(widest, ImGui::CalcTextSize(grouped(std::llround(row.requests)).c_str()).x);
    c.requests = std::max(c.requests, std::ceil(widest / frame.style.scale));
    const float gaps = 2.0f * float(c.count()) * ImGui::GetStyle().CellPadding.x + ImGui::GetStyle().ScrollbarSize;
    const auto lacks_room = [&] {
        return ImGui::GetContentRegionAvail().x - gaps < frame.style.px(c.fixed() + least_code);
    };
    c.narrow = lacks_room();
    if (c.narrow) {
        c.requests = std::max(56.0f, std::ceil(widest / frame.style.scale));
        c.sectors = 66.0f;
        c.used = 46.0f;
        c.banks = 50.0f;
    }
    c.crowded = lacks_room();
    return c;
}

void set_up(const Frame& frame, const LineColumns& c) {
    const auto fixed = [&](const char* name, float width) {
        ImGui::TableSetupColumn(name, ImGuiTableColumnFlags_WidthFixed, frame.style.px(width));
    };
    fixed("line", c.line);
    ImGui::TableSetupColumn("code", ImGuiTableColumnFlags_WidthStretch);
    fixed("requests", c.requests);
    fixed("sectors", c.sectors);
    fixed("used", c.used);
    if (c.shared) fixed("banks", c.banks);
}

void draw_head(const Frame& frame, const LineColumns& c) {
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    head_cell(frame, "line", "The line of the source that touches memory.");
    head_cell(frame, "what it does", "The line, and the kind of access with the bytes of each lane.", false);
    head_cell(
        frame, "requests",
        "Memory instructions of whole warps, over the whole grid. For a texture, each instruction counts as up to "
        "four requests, because the texture unit takes eight lanes at a time.");
    head_cell(
        frame, c.narrow ? "sectors" : "sectors (least)",
        "Sectors of 32 bytes that a request touches on average, and in brackets how many would hold the bytes that "
        "it asks for. 32 floats side by side fill 4 sectors.");
    head_cell(frame, c.narrow ? "used B" : "used of 32 B",
              "How many of a sector's 32 bytes were asked for, on average.");
    if (c.shared)
        head_cell(
            frame, c.narrow ? "conflict" : "bank conflicts",
            "An n-way conflict takes n passes through the 32 banks of shared memory where another layout would need "
            "one.");
}

float table_head_height(const Frame& frame) {
    return frame.style.px(frame.style.small_size) + 2.0f * ImGui::GetStyle().CellPadding.y;
}

float table_row_height(const Frame& frame) {
    return frame.style.px(line_row_height) + 2.0f * ImGui::GetStyle().CellPadding.y;
}

/// The number of rows that fit completely into a table of this height.
std::size_t shown_rows(const Frame& frame, float height) {
    return std::size_t(std::max(0.0f, (height - table_head_height(frame)) / table_row_height(frame)));
}

/// Scrolls the table by as few whole rows as bring the row into sight. Must be called in the table.
void scroll_to_row(const Frame& frame, std::size_t row) {
    const std::size_t shown = std::max<std::size_t>(1, shown_rows(frame, ImGui::GetWindowHeight()));
    const auto first = std::size_t(std::lround(ImGui::GetScrollY() / table_row_height(frame)));
    const std::size_t wanted = std::clamp(first, row + 1 > shown ? row + 1 - shown : 0, row);
    ImGui::SetScrollY(float(wanted) * table_row_height(frame));
}

} // namespace

float trace_table_height(const Frame& frame, std::size_t rows) {
    return table_head_height(frame) + float(rows) * table_row_height(frame) + frame.style.px(1);
}

float whole_trace_rows(const Frame& frame, TableRoom room, std::size_t rows) {
    const std::size_t fewer = shown_rows(frame, room.wanted), more = std::min(fewer + 1, rows);
    if (trace_table_height(frame, more) <= room.most) return trace_table_height(frame, more);
    return fewer == 0 ? room.wanted : trace_table_height(frame, std::min(fewer, rows));
}

std::optional<std::size_t> draw_trace_table(const Frame& frame, const simt::Trace& trace, float height) {
    const std::vector<TraceRow> rows = trace_rows(trace, *find_variant(trace.variant_id));
    const bool shared = std::any_of(rows.begin(), rows.end(), [](const TraceRow& row) { return row.shared; });
    std::optional<std::size_t> hovered;
    constexpr ImGuiTableFlags flags = ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersInnerH;
    const LineColumns columns = columns_for(frame, rows, shared);
    const ImVec2 padding = ImGui::GetStyle().CellPadding;
    ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {columns.crowded ? 0.5f * padding.x : padding.x, padding.y});
    const bool is_seen = ImGui::BeginTable(columns.id(), columns.count(), flags, {0.0f, height});
    ImGui::PopStyleVar(); // the table has its own copy
    if (!is_seen) return hovered;
    ImGui::TableSetupScrollFreeze(0, 1);
    set_up(frame, columns);
    draw_head(frame, columns);
    const std::size_t chosen = chosen_line(frame.state, trace);
    const bool follows = is_to_scroll_to(fmt::format("{} of {}", chosen, rows.size()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (draw_row(frame, rows[i], i, {i == chosen, columns.narrow, columns.crowded})) hovered = i;
        if (shared) bank_cell(frame, rows[i], columns.narrow);
    }
    if (follows) scroll_to_row(frame, chosen);
    ImGui::EndTable();
    return hovered;
}

} // namespace pairscope::app

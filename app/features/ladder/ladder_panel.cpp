// SPDX-License-Identifier: MIT
#include "app/features/ladder/ladder_panel.h"

#include "app/features/ladder/ladder_panel_text.h"
#include "app/features/ladder/ladder_panel_title.h"
#include "app/features/ladder/ladder_rows.h"
#include "app/shell/widgets/controls.h"
#include "app/state/drawing/fractions.h"
#include "app/state/state_queries.h"
#include "profiling/input_words.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pairscope::app {
namespace {

constexpr float row_height = 23.0f;       // [px], before scale
constexpr float least_row_height = 20.0f; // where the panel is low
constexpr float bar_gap = 10.0f;
constexpr float least_name = 64.0f, least_bar = 32.0f;
constexpr float title_gap = 6.0f; // above a section

/// Where the columns lie, in screen pixels.
struct Columns {
    float left, right; ///< of the row, edge to edge
    float row_height;
    float number, mark, name, bar, bar_end, time, value; ///< `number`, `time` and `value` are right edges
    float name_width;                                    ///< the most that a name may take
    bool has_bars, has_times;                            ///< else the panel is too narrow for that column
    bool per_pair;                                       ///< times are those of one pair of points
    bool follows_selection;                              ///< the list scrolls to the selected row
};

Columns columns_of(const Frame& frame, const std::vector<LadderSection>& sections) {
    const Style& style = frame.style;
    const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
    float widest = 0.0f;
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows) widest = std::max(widest, ImGui::CalcTextSize(row.name.c_str()).x);
    Columns c{};
    c.left = left;
    c.right = right;
    c.number = left + style.px(24);
    c.mark = left + style.px(38);
    c.name = left + style.px(52);
    c.value = right - style.px(12);
    c.time = c.value - style.px(50);
    c.bar_end = c.time - style.px(68); // the room of "0.000178"
    c.per_pair = sizes_differ(sections);
    c.has_bars = c.bar_end - style.px(least_bar + bar_gap) >= c.name + style.px(least_name);
    c.has_times = c.has_bars || c.bar_end >= c.name + style.px(least_name);
    if (!c.has_bars) c.bar_end = c.has_times ? c.bar_end : c.time;
    c.bar = c.has_bars ? std::min(c.name + widest + style.px(bar_gap), c.bar_end - style.px(least_bar)) : c.bar_end;
    c.name_width = c.bar - c.name - (c.has_bars ? style.px(bar_gap) / 2 : 0.0f);
    return c;
}

struct Text {
    ImVec2 at; ///< left or right edge, and the middle of the line
    ImVec4 colour;
    bool right = false;
};

void write(const Text& text, const std::string& words) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 at{std::floor(text.right ? text.at.x - size.x : text.at.x), std::floor(text.at.y - size.y / 2)};
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(text.colour), words.c_str());
}

/// Words on the end of a bar, on a patch of their own.
void draw_note(const Frame& frame, const std::string& words, const Columns& c, float middle) {
    const Style& style = frame.style;
    ImGui::PushFont(nullptr, style.small_size);
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const float right = c.bar_end - style.px(4), left = right - size.x - style.px(8);
    if (left >= c.bar) {
        const float half = size.y / 2;
        ImGui::GetWindowDrawList()->AddRectFilled({left, middle - half}, {right, middle + half},
                                                  ImGui::GetColorU32(style.palette.raised), style.px(3));
        write({{left + style.px(4), middle}, style.palette.text}, words);
    }
    ImGui::PopFont();
}

void draw_bar(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    const Style& style = frame.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = std::floor(style.px(3.5f));
    const ImU32 colour = variant_colour(row.id, frame.state.look.theme);
    const ImU32 panel = ImGui::GetColorU32(style.palette.panel);
    const auto at = [&](float share) { return c.bar + share * (c.bar_end - c.bar); };
    if (!is_greyed(row) && (!row.simulated || row.recorded) && row.state != RowState::waiting) {
        list.AddRectFilled({c.bar, middle - half}, {c.bar_end, middle + half}, ImGui::GetColorU32(style.palette.grid));
        list.AddLine({c.bar_end, middle - half - 1}, {c.bar_end, middle + half + 1},
                     ImGui::GetColorU32(style.palette.dim));
    }
    if (row.bar && row.timed) {
        const bool beyond = frame.state.look.bars == Bars::share && !row.above.word.empty();
        const float end = beyond ? c.bar_end + style.px(7) : std::max(at(float(*row.bar)), c.bar + 1);
        list.AddRectFilled({c.bar, middle - half}, {end, middle + half}, colour);
        if (beyond) list.AddLine({c.bar_end, middle - half}, {c.bar_end, middle + half}, panel, style.px(2));
    }
    if (row.bar && row.recorded)
        draw_hatch(list, {c.bar, middle - half}, {at(float(*row.bar)), middle + half}, style.px(6), panel);
    if (row.bar && !row.timed) list.AddRect({c.bar, middle - half}, {at(float(*row.bar)), middle + half}, colour);
    if (!row.above.word.empty()) draw_note(frame, row.above.word, c, middle);
    if (row.state == RowState::measuring) {
        const float y = middle + half + style.px(2);
        list.AddLine({c.bar, y}, {at(float(row.progress)), y}, ImGui::GetColorU32(style.palette.accent), style.px(2));
    }
}

void draw_cells(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    const Palette& palette = frame.style.palette;
    const ImVec4 plain = is_greyed(row) ? palette.dim : palette.text;
    if (row.number > 0) write({{c.number, middle}, palette.dim, true}, fmt::format("{}", row.number));
    const ImU32 colour =
        is_greyed(row) ? ImGui::GetColorU32(palette.faint) : variant_colour(row.id, frame.state.look.theme);
    const MarkShape mark = row.state == RowState::left_out ? MarkShape::circle : variant_mark(row.id);
    draw_mark(*ImGui::GetWindowDrawList(), mark, {c.mark, middle}, frame.style.px(4.5f), colour, row.timed);
    if (row.recorded)
        draw_cross(*ImGui::GetWindowDrawList(), {c.mark, middle}, frame.style.px(4.5f),
                   ImGui::GetColorU32(palette.panel));
    const std::string name = shortened(row.name, c.name_width);
    write({{c.name, middle}, plain}, name);
    if (!row.warnings.empty())
        write({{c.name + ImGui::CalcTextSize(name.c_str()).x + frame.style.px(5), middle}, palette.warning}, "!");
    if (c.has_bars) draw_bar(frame, row, c, middle);
    if (row.timed && !row.selected) {
        if (c.has_times) write({{c.time, middle}, plain, true}, time_text(row, c.per_pair));
        write({{c.value, middle}, plain, true}, value_text(row, frame.state.look.bars));
    } else if (row.state == RowState::predicted && c.has_times) {
        write({{c.time, middle}, palette.dim, true}, "≥ " + time_text(row, c.per_pair));
    }
}

/// In the selected row a click on a number copies it; in the others it selects the row.
void draw_row_facts(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    if (!row.selected || !row.timed) return;
    const auto place = [&](const char* id, float right, const Fact& fact) {
        const ImVec2 size = ImGui::CalcTextSize(fact.shown.c_str());
        ImGui::SetCursorScreenPos({std::floor(right - size.x), std::floor(middle - size.y / 2)});
        draw_fact(frame, id, fact, false);
    };
    if (c.has_times) place("time", c.time, time_fact(frame, row, c.per_pair));
    if (!value_text(row, frame.state.look.bars).empty()) place("value", c.value, value_fact(frame, row));
}

float lesson_height(const Frame& frame, const LadderRow& row, float width) {
    if (!row.selected) return 0.0f;
    const std::string doubts = doubts_of(row);
    const float reason = doubts.empty() ? 0.0f : ImGui::CalcTextSize(doubts.c_str(), nullptr, false, width).y;
    return reason + ImGui::CalcTextSize(lesson_of(row).c_str(), nullptr, false, width).y + frame.style.px(8);
}

void write_wrapped(const std::string& words, ImVec2 at, float width, ImVec4 colour) {
    ImGui::GetWindowDrawList()->AddText(nullptr, 0.0f, at, ImGui::GetColorU32(colour), words.c_str(), nullptr, width);
}

void draw_lesson(const Frame& frame, const LadderRow& row, ImVec2 at, float width) {
    const Palette& palette = frame.style.palette;
    if (const std::string doubts = doubts_of(row); !doubts.empty()) {
        const ImVec4 plain = row.reason.empty() ? palette.warning : palette.text;
        write_wrapped(doubts, at, width, row.state == RowState::failed ? palette.error : plain);
        at.y += ImGui::CalcTextSize(doubts.c_str(), nullptr, false, width).y;
    }
    write_wrapped(lesson_of(row), at, width, palette.dim);
}

/// With Ctrl it becomes the one that the selected row is compared with.
void choose(const Frame& frame, const LadderSection& section, const LadderRow& row) {
    if (!section.own && ImGui::GetIO().KeyCtrl) {
        if (!row.timed || find_variant(row.id) == nullptr) return;
        frame.push(command::CompareWith{row.id, section.recording, section.device});
        return;
    }
    if (!section.own) {
        frame.push(command::SelectRecorded{section.recording, section.device, row.id});
        return;
    }
    if (row.state == RowState::left_out || find_variant(row.id) == nullptr) return;
    if (!ImGui::GetIO().KeyCtrl) {
        frame.push(command::SelectVariant{row.id});
        return;
    }
    frame.push(command::CompareWith{row.id});
}

/// Brings the last item into sight, all of it or else its begin, and moves the list no farther than that.
void scroll_to_item(float top, float height) {
    const ImDrawList& list = *ImGui::GetWindowDrawList();
    const float low = list.GetClipRectMin().y, high = list.GetClipRectMax().y;
    if (top < low || height > high - low)
        ImGui::SetScrollHereY(0.0f);
    else if (top + height > high)
        ImGui::SetScrollHereY(1.0f);
}

void draw_row(const Frame& frame, const LadderSection& section, const LadderRow& row, const Columns& c) {
    const float y = ImGui::GetCursorScreenPos().y, height = c.row_height;
    const float text_left = c.name, text_width = c.value - c.name;
    const float lesson = lesson_height(frame, row, text_width);
    ImGui::SetCursorScreenPos({c.left, y});
    ImGui::SetNextItemAllowOverlap();
    const std::string id = "row_" + row.name;
    if (ImGui::InvisibleButton(id.c_str(), {c.right - c.left, height + lesson})) choose(frame, section, row);
    const bool hovered = ImGui::IsItemHovered();
    if (row.selected && c.follows_selection) scroll_to_item(y, height + lesson);
    explain(frame, row_story(frame, row));
    if (row.selected || hovered)
        ImGui::GetWindowDrawList()->AddRectFilled({c.left, y}, {c.right, y + height + lesson},
                                                  ImGui::GetColorU32(frame.style.palette.raised));
    if (row.compared && !row.selected)
        ImGui::GetWindowDrawList()->AddRect({c.left + 1, y}, {c.right - 1, y + height},
                                            ImGui::GetColorU32(frame.style.palette.accent), frame.style.px(3));
    const float middle = y + height / 2;
    draw_cells(frame, row, c, middle);
    if (section.reason.empty())
        write({{c.bar, middle}, frame.style.palette.dim}, shortened(word_of(row), c.value - c.bar));
    if (row.selected) draw_lesson(frame, row, {text_left, y + height}, text_width);
    draw_row_facts(frame, row, c, middle);
    ImGui::SetCursorScreenPos({c.left, y + height + lesson});
}

float threads_height(const Frame& frame, const LadderSection& section, std::size_t row) {
    return threads_label(section, row, frame.state.look.bars).empty() ? 0.0f : frame.style.px(frame.style.small_size);
}

/// Over the bars, where the rows below are compared with the ceiling of another number of threads than those above.
void draw_threads(const Frame& frame, const LadderSection& section, std::size_t row, const Columns& c) {
    const std::string label = threads_label(section, row, frame.state.look.bars);
    if (label.empty()) return;
    const float height = threads_height(frame, section, row);
    const ImVec2 at(c.has_bars ? c.bar : c.name, ImGui::GetCursorScreenPos().y);
    ImGui::PushFont(nullptr, frame.style.small_size - 1.0f);
    write({{at.x, at.y + height / 2}, frame.style.palette.dim}, shortened(label, c.value - at.x));
    ImGui::PopFont();
    ImGui::SetCursorScreenPos({c.left, at.y + height});
}

/// The rows draw together a little before they have to scroll.
float fitting_row_height(const Frame& frame, const std::vector<LadderSection>& sections, const Columns& c) {
    float used = frame.style.px(2), rows = 0.0f;
    for (const LadderSection& section : sections) {
        used += frame.style.px(title_gap) + section_title_height(frame, section, c.value - c.left - frame.style.px(12));
        rows += float(section.rows.size());
        for (std::size_t i = 0; i < section.rows.size(); ++i)
            used += lesson_height(frame, section.rows[i], c.value - c.name) + threads_height(frame, section, i);
    }
    const float fitting = std::floor((ImGui::GetContentRegionAvail().y - used) / std::max(rows, 1.0f));
    return std::clamp(fitting, frame.style.px(least_row_height), frame.style.px(row_height));
}

void draw_section(const Frame& frame, const LadderSection& section, const Columns& c) {
    ImGui::SetCursorScreenPos({c.left + frame.style.px(12), ImGui::GetCursorScreenPos().y + frame.style.px(title_gap)});
    draw_section_title(frame, section, c.value);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    if (!section.own) ImGui::PushID(fmt::format("recording {} {}", section.recording, section.device.name).c_str());
    for (std::size_t i = 0; i < section.rows.size(); ++i) {
        draw_threads(frame, section, i, c);
        draw_row(frame, section, section.rows[i], c);
    }
    if (!section.own) ImGui::PopID();
    ImGui::PopStyleVar();
}

const char* meaning_of(TargetKind target) {
    return target == TargetKind::linear
               ? "Shows the runs that write linear memory: an ordinary array, row after row, which exports and other "
                 "programs use. Coalescing matters most here. CPU variants always write linear memory. The picture "
                 "itself is always written into the texture. A click chooses linear memory for the ladder, time, "
                 "roofline, counters and trace panels. The key O switches."
               : "Shows the runs that write the texture on the screen. A sector of the texture is a tile of 4 columns "
                 "x 2 rows, so the fastest kernels differ from those in linear memory. CPU variants always write "
                 "linear memory. A click chooses the texture for the ladder, time, roofline, counters and trace "
                 "panels. The key O switches.";
}

/// "Output: linear memory | texture", at the right end of the heading's line.
void draw_output_switch(const Frame& frame) {
    if (!asks_for_matrix(frame.state)) return; // other answers are never textures
    const Style& style = frame.style;
    ImGui::PushFont(nullptr, style.small_size);
    const std::string first(title_of(TargetKind::linear)), second(title_of(TargetKind::surface));
    const float room = style.px(6), label = ImGui::CalcTextSize("Output:").x, bar = ImGui::CalcTextSize("|").x;
    const float choices = bar + ImGui::CalcTextSize(first.c_str()).x + ImGui::CalcTextSize(second.c_str()).x + 2 * room;
    const float left = ImGui::GetCursorScreenPos().x;
    ImGui::SameLine();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - style.px(12);
    if (ImGui::GetCursorScreenPos().x + label + room + choices > right) ImGui::NewLine();
    ImVec2 at{std::max(left, right - choices), ImGui::GetCursorScreenPos().y};
    const float middle = at.y + ImGui::GetTextLineHeight() / 2;
    if (at.x - label - room >= left) write({{at.x - label - room, middle}, style.palette.dim}, "Output:");
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        const std::string words(title_of(target));
        const ImVec2 size = ImGui::CalcTextSize(words.c_str());
        ImGui::SetCursorScreenPos(at);
        if (ImGui::InvisibleButton(target == TargetKind::linear ? "output_linear" : "output_texture", size))
            frame.push(command::SetTarget{target});
        const bool hovered = ImGui::IsItemHovered(), chosen = frame.state.run.target == target;
        if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        explain(frame, meaning_of(target));
        write({{at.x, middle},
               chosen    ? style.palette.text
               : hovered ? style.palette.accent
                         : style.palette.dim},
              words);
        if (chosen)
            ImGui::GetWindowDrawList()->AddLine({at.x, at.y + size.y}, {at.x + size.x, at.y + size.y},
                                                ImGui::GetColorU32(style.palette.accent), style.px(1.5f));
        at.x += size.x + room;
        if (target == TargetKind::linear) write({{at.x, middle}, style.palette.dim}, "|");
        at.x += bar + room;
    }
    ImGui::PopFont();
}

/// The ceiling that limits every row; absent if they differ, or if no row has one.
std::optional<profiling::CeilingKind> limit_of_all(const std::vector<LadderSection>& sections) {
    std::optional<profiling::CeilingKind> found;
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows) {
            if (row.limited_by && found && *row.limited_by != *found) return {};
            if (row.limited_by) found = row.limited_by;
        }
    return found;
}

void draw_heading(const Frame& frame, const std::vector<LadderSection>& sections) {
    const bool per_pair = sizes_differ(sections);
    heading(frame, "Ladder");
    draw_output_switch(frame);
    const std::string caption = bars_caption(frame.state);
    ImGui::PushFont(nullptr, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(caption.c_str());
    const float room =
        ImGui::GetContentRegionAvail().x - frame.style.px(80); // as wide for every caption: clicks can follow
    if (ImGui::InvisibleButton("bars", {std::max(size.x, room), size.y}))
        frame.push(command::SetBars{next_bars(frame.state.look.bars)});
    const bool hovered = ImGui::IsItemHovered();
    if (hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    const float middle = at.y + size.y / 2;
    write({{at.x, middle}, hovered ? frame.style.palette.accent : frame.style.palette.dim}, caption);
    const Columns c = columns_of(frame, sections);
    write({{c.value, middle}, frame.style.palette.dim, true},
          frame.state.look.bars == Bars::speedup ? "times" : "useful");
    if (c.has_times) write({{c.time, middle}, frame.style.palette.dim, true}, per_pair ? "ns/pair" : "ms");
    ImGui::PopStyleColor();
    ImGui::PopFont();
    explain(frame,
            fmt::format(
                "This caption says what the bars show. A click switches from the useful fraction to time, then "
                "to the speed-up over the first variant. Time and speed-up are drawn relative to the longest "
                "bar of their device.\n{}{}",
                useful_fraction_meaning(limit_of_all(sections), current_type(frame.state)),
                per_pair
                    ? fmt::format("\nThe groups below differ in size, so their times are given per {}, in nanoseconds.",
                                  profiling::pair_in_words(current_type(frame.state)))
                    : ""));
}

/// What is selected, among which rows, and below how many words about threads.
std::string selection_of(const std::vector<LadderSection>& sections, Bars bars) {
    std::string selection;
    for (const LadderSection& section : sections) {
        selection += fmt::format(" {}", section.rows.size());
        for (std::size_t i = 0; i < section.rows.size(); ++i) {
            if (!threads_label(section, i, bars).empty()) selection += " +";
            if (section.rows[i].selected) selection += " " + section.rows[i].name;
        }
    }
    return selection;
}

} // namespace

void draw_ladder_panel(const Frame& frame) {
    const std::vector<LadderSection> sections = ladder_sections(frame.state);
    draw_heading(frame, sections);
    ImGui::SetCursorPosX(0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    const bool visible = ImGui::BeginChild("rows", {ImGui::GetWindowWidth(), 0});
    ImGui::PopStyleVar();
    if (visible) {
        Columns c = columns_of(frame, sections);
        c.row_height = fitting_row_height(frame, sections, c);
        c.follows_selection = is_to_scroll_to(selection_of(sections, frame.state.look.bars));
        for (const LadderSection& section : sections) draw_section(frame, section, c);
        if (sections.empty()) ImGui::TextUnformatted("This build has no variants.");
        ImGui::Dummy({0, 0}); // ends the content where the cursor was set to
    }
    ImGui::EndChild();
}

} // namespace pairscope::app

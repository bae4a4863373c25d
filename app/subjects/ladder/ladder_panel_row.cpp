// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_row.h"

#include "app/chart/fractions.h"
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_panel_text.h"
#include "app/subjects/workshop/workshop.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/term_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float bar_gap = 10.0f;        // [px], before scale
constexpr float room_of_warning = 9.0f; // for the "!" after a name
constexpr float room_of_star = 15.0f;   // for the star of the one that is expected to be the fastest
constexpr float least_name = 64.0f, least_bar = 32.0f;

/// Words on the end of a bar, on a patch of their own, which is as narrow as the room asks.
void draw_note(const Frame& frame, const std::string& words, const Columns& c, float middle) {
    const Style& style = frame.style;
    ImGui::PushFont(nullptr, style.small_size);
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const float pad = std::min(style.px(4), std::floor((c.bar_end - c.bar - size.x) / 3.0f));
    const float right = c.bar_end - pad, left = right - size.x - 2.0f * pad;
    if (pad >= 1.0f) {
        const float half = size.y / 2;
        ImGui::GetWindowDrawList()->AddRectFilled({left, middle - half}, {right, middle + half},
                                                  ImGui::GetColorU32(style.palette.raised), style.px(3));
        write({{left + pad, middle}, style.palette.text}, words);
    }
    ImGui::PopFont();
}

/// In place of the bar and the figures, until the user has predicted the bar.
void draw_cover(const Frame& frame, const Columns& c, float middle) {
    const float half = std::floor(frame.style.px(3.5f)), pad = frame.style.px(8);
    const ImU32 accent = ImGui::GetColorU32(frame.style.palette.accent);
    ImGui::GetWindowDrawList()->AddRect({c.bar, middle - half}, {c.bar_end, middle + half}, accent);
    write({{c.bar_end + pad, middle}, frame.style.palette.text}, "how long?");
}

/// Where the user predicted the end of the bar.
void draw_guess(const Frame& frame, double guessed, const Columns& c, float middle) {
    const float x = c.bar + float(guessed) * (c.bar_end - c.bar), half = frame.style.px(7), side = frame.style.px(4);
    const ImU32 accent = ImGui::GetColorU32(frame.style.palette.accent);
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddLine({x, middle - half}, {x, middle + half}, accent, frame.style.px(2));
    list.AddTriangleFilled({x - side, middle - half - side / 2}, {x + side, middle - half - side / 2},
                           {x, middle - half + side / 2}, accent);
}

/// The arrow that keyboards have on the key Shift: an outline, as on the key.
void draw_shift_sign(const Frame& frame, ImVec2 centre) {
    const float r = frame.style.px(4.0f), stem = 0.45f * r;
    const std::array<ImVec2, 7> corners{{{centre.x, centre.y - r},
                                         {centre.x + r, centre.y},
                                         {centre.x + stem, centre.y},
                                         {centre.x + stem, centre.y + r},
                                         {centre.x - stem, centre.y + r},
                                         {centre.x - stem, centre.y},
                                         {centre.x - r, centre.y}}};
    ImGui::GetWindowDrawList()->AddPolyline(corners.data(), int(corners.size()),
                                            ImGui::GetColorU32(frame.style.palette.dim), frame.style.px(1.0f),
                                            ImDrawFlags_Closed);
}

/// A star with five points.
void draw_star(ImDrawList& list, ImVec2 centre, float radius, ImU32 colour) {
    std::array<ImVec2, 10> corners{};
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const double turn = -0.5 * std::numbers::pi + double(i) * 0.2 * std::numbers::pi;
        const float r = i % 2 == 0 ? radius : 0.42f * radius;
        corners[i] = {centre.x + r * float(std::cos(turn)), centre.y + r * float(std::sin(turn))};
    }
    list.AddConcavePolyFilled(corners.data(), int(corners.size()), colour);
}

float room_after_name(const Frame& frame, const LadderRow& row) {
    return (row.warnings.empty() ? 0.0f : frame.style.px(room_of_warning)) +
           (row.expected_fastest ? frame.style.px(room_of_star) : 0.0f);
}

/// The number of the row, which is also the key that selects it: with Shift if there is an arrow before it.
void draw_number(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    if (row.number <= 0) return;
    write({{c.number, middle}, frame.style.palette.dim, true}, fmt::format("{}", row.number));
    if (row.key.starts_with("Shift+")) draw_shift_sign(frame, {c.left + frame.style.px(9), middle});
}

void draw_cells(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    const Palette& palette = frame.style.palette;
    const ImVec4 plain = is_greyed(row) ? palette.dim : palette.text;
    draw_number(frame, row, c, middle);
    const ImU32 colour =
        is_greyed(row) ? ImGui::GetColorU32(palette.faint) : variant_colour(row.id, frame.state.look.theme);
    const MarkShape mark = row.state == RowState::left_out ? MarkShape::circle : variant_mark(row.id);
    draw_mark(*ImGui::GetWindowDrawList(), mark, {c.mark, middle}, frame.style.px(4.5f), colour, row.timed);
    if (row.recorded)
        draw_cross(*ImGui::GetWindowDrawList(), {c.mark, middle}, frame.style.px(4.5f),
                   ImGui::GetColorU32(palette.panel));
    const std::string name =
        shortened(row.name, c.name_width - (row.expected_fastest ? frame.style.px(room_of_star) : 0.0f));
    write({{c.name, middle}, plain}, name);
    float end = c.name + ImGui::CalcTextSize(name.c_str()).x + frame.style.px(5);
    if (!row.warnings.empty()) {
        write({{end, middle}, palette.warning}, "!");
        end += frame.style.px(room_of_warning);
    }
    if (row.expected_fastest)
        draw_star(*ImGui::GetWindowDrawList(), {end + frame.style.px(5), middle}, frame.style.px(5.0f),
                  ImGui::GetColorU32(palette.accent));
    if (row.covered) {
        draw_cover(frame, c, middle);
        return;
    }
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
    if (!row.selected || !row.timed || row.covered) return;
    const auto place = [&](const char* id, float right, const Fact& fact) {
        const ImVec2 size = ImGui::CalcTextSize(fact.shown.c_str());
        ImGui::SetCursorScreenPos({std::floor(right - size.x), std::floor(middle - size.y / 2)});
        draw_fact(frame, id, fact, false);
    };
    if (c.has_times) place("time", c.time, time_fact(frame, row, c.per_pair));
    if (!value_text(row, frame.state.look.bars).empty()) place("value", c.value, value_fact(frame, row));
}

void write_wrapped(const std::string& words, ImVec2 at, float width, ImVec4 colour) {
    ImGui::GetWindowDrawList()->AddText(nullptr, 0.0f, at, ImGui::GetColorU32(colour), words.c_str(), nullptr, width);
}

/// True if the mouse is on a word of the glossary, whose tooltip takes the place of the row's.
bool draw_lesson(const Frame& frame, const LadderRow& row, const Columns& c, ImVec2 at) {
    const Palette& palette = frame.style.palette;
    const float width = c.value - c.name;
    ImGui::PushFont(nullptr, c.lesson_size);
    if (const std::string doubts = doubts_of(row, c.lessons.is_presented); !doubts.empty()) {
        const float height = ImGui::CalcTextSize(doubts.c_str(), nullptr, false, width).y,
                    left = at.x - frame.style.px(8);
        const ImVec4 bar = row.state == RowState::failed ? palette.error : palette.warning;
        ImGui::GetWindowDrawList()->AddRectFilled({left, at.y}, {left + frame.style.px(3), at.y + height},
                                                  ImGui::GetColorU32(bar));
        write_wrapped(doubts, at, width, palette.text);
        at.y += height;
    }
    const std::string lesson = lesson_of(row, c.lessons);
    write_wrapped(lesson, at, width, palette.text);
    const bool is_on_term = mark_terms(frame, WrittenText{.text = lesson, .at = at, .wrap_width = width});
    ImGui::PopFont();
    return is_on_term;
}

/// With Ctrl the row becomes the one that the selected row is compared with.
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
    if (section.of_user && find_variant(row.id) == nullptr) {
        if (const OwnKernel* kernel = kernel_of(frame.state, row.id)) frame.push(command::ShowKernel{kernel->path});
        return;
    }
    if (row.state == RowState::left_out || find_variant(row.id) == nullptr) return;
    if (!ImGui::GetIO().KeyCtrl) {
        frame.push(command::SelectVariant{row.id});
        return;
    }
    frame.push(command::CompareWith{row.id});
}

/// For the tooltip: the whole lesson, where the row shows a part of it.
std::string words_left_out(const LadderRow& row, const LessonPlace& place) {
    if (!row.selected || !(place.is_brief || place.is_presented)) return {};
    if (place.is_presented) return fmt::format("\n{} {}", row.lesson, row.waste);
    return row.waste.empty() ? std::string() : "\n" + row.waste;
}

} // namespace

void draw_bar(const Frame& frame, const LadderRow& row, const Columns& c, float middle) {
    const Style& style = frame.style;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const float half = std::floor(style.px(3.5f));
    const ImU32 colour = variant_colour(row.id, frame.state.look.theme);
    const ImU32 panel = ImGui::GetColorU32(style.palette.panel);
    const auto at = [&](float share) { return c.bar + share * (c.bar_end - c.bar); };
    const bool has_word = !word_of(row).empty(); // it stands where the bar will be
    if (!is_greyed(row) && !has_word && (!row.simulated || row.recorded) && row.state != RowState::waiting) {
        list.AddRectFilled({c.bar, middle - half}, {c.bar_end, middle + half}, ImGui::GetColorU32(style.palette.grid));
        list.AddLine({c.bar_end, middle - half - 1}, {c.bar_end, middle + half + 1},
                     ImGui::GetColorU32(style.palette.dim));
    }
    if (row.bar && row.timed) {
        const bool beyond = ends_beyond_ceiling(row, frame.state.look.bars);
        const float end = beyond ? c.bar_end + style.px(7) : std::max(at(float(*row.bar)), c.bar + 1);
        list.AddRectFilled({c.bar, middle - half}, {end, middle + half}, colour);
        if (beyond) list.AddLine({c.bar_end, middle - half}, {c.bar_end, middle + half}, panel, style.px(2));
    }
    if (row.bar && row.recorded)
        draw_hatch(list, {c.bar, middle - half}, {at(float(*row.bar)), middle + half}, style.px(6), panel);
    if (row.bar && !row.timed) list.AddRect({c.bar, middle - half}, {at(float(*row.bar)), middle + half}, colour);
    if (!row.above.word.empty()) draw_note(frame, row.above.word, c, middle);
    if (row.guessed) draw_guess(frame, *row.guessed, c, middle);
    if (row.state == RowState::measuring) {
        const float y = middle + (has_word ? style.px(8) : half + style.px(2));
        list.AddLine({c.bar, y}, {at(float(row.progress)), y}, ImGui::GetColorU32(style.palette.accent), style.px(2));
    }
}

Columns columns_of(const Frame& frame, const std::vector<LadderSection>& sections) {
    const Style& style = frame.style;
    const float left = ImGui::GetWindowPos().x, right = left + ImGui::GetWindowWidth();
    float widest = 0.0f;
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows)
            widest = std::max(widest, ImGui::CalcTextSize(row.name.c_str()).x + room_after_name(frame, row));
    Columns c{};
    c.lesson_size = style.text_size;
    c.lessons = {.output = frame.state.run.target, .is_presented = frame.state.look.presentation};
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

void write(const RowText& text, const std::string& words) {
    const ImVec2 size = ImGui::CalcTextSize(words.c_str());
    const ImVec2 at{std::floor(text.right ? text.at.x - size.x : text.at.x), std::floor(text.at.y - size.y / 2)};
    ImGui::GetWindowDrawList()->AddText(at, ImGui::GetColorU32(text.colour), words.c_str());
}

float lesson_height(const Frame& frame, const LadderRow& row, const Columns& c) {
    if (!row.selected) return 0.0f;
    ImGui::PushFont(nullptr, c.lesson_size);
    const auto height_of = [width = c.value - c.name](const std::string& text) {
        return text.empty() ? 0.0f : ImGui::CalcTextSize(text.c_str(), nullptr, false, width).y;
    };
    const float height =
        height_of(doubts_of(row, c.lessons.is_presented)) + height_of(lesson_of(row, c.lessons)) + frame.style.px(8);
    ImGui::PopFont();
    return height;
}

void draw_row(const Frame& frame, const LadderSection& section, const LadderRow& row, const Columns& c) {
    const float y = ImGui::GetCursorScreenPos().y, height = c.row_height;
    const float lesson = lesson_height(frame, row, c);
    ImGui::SetCursorScreenPos({c.left, y});
    ImGui::SetNextItemAllowOverlap();
    const std::string id = "row_" + row.name;
    if (ImGui::InvisibleButton(id.c_str(), {c.right - c.left, height + lesson}, ImGuiButtonFlags_EnableNav))
        choose(frame, section, row);
    const bool hovered = ImGui::IsItemHovered();
    const bool is_followed = c.asked == nullptr ? row.selected : &row == c.asked;
    if (is_followed && c.follows_selection) c.lines->scroll_to(y, height + lesson);
    if (row.selected || hovered)
        ImGui::GetWindowDrawList()->AddRectFilled({c.left, y}, {c.right, y + height + lesson},
                                                  ImGui::GetColorU32(frame.style.palette.raised));
    if (row.compared && !row.selected)
        ImGui::GetWindowDrawList()->AddRect({c.left + 1, y}, {c.right - 1, y + height},
                                            ImGui::GetColorU32(frame.style.palette.accent), frame.style.px(3));
    const float middle = y + height / 2;
    const bool is_on_term = row.selected && draw_lesson(frame, row, c, {c.name, y + height});
    if (!is_on_term) explain(frame, row_story(frame, row) + words_left_out(row, c.lessons));
    draw_cells(frame, row, c, middle);
    if (section.reason.empty())
        write({{c.bar, middle}, frame.style.palette.dim}, shortened(word_of(row), c.value - c.bar));
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

} // namespace pairscope::app

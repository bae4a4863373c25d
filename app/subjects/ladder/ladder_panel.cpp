// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/asked_bar.h"
#include "app/subjects/ladder/ladder_groups.h"
#include "app/subjects/ladder/ladder_panel_group.h"
#include "app/subjects/ladder/ladder_panel_heading.h"
#include "app/subjects/ladder/ladder_panel_row.h"
#include "app/subjects/ladder/ladder_panel_title.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float row_height = 23.0f;       // [px], before scale
constexpr float least_row_height = 20.0f; // where the panel is low
constexpr float tight_row_height = 18.0f; // where it is so low that the list would scroll
constexpr float title_gap = 6.0f;         // above a section
constexpr float tight_title_gap = 2.0f;

/// The smallest height of a row without its lesson [px].
float least_height(const Frame& frame, const Columns& c) {
    return frame.style.px(c.is_tight ? tight_row_height : least_row_height);
}

float gap_above_title(const Frame& frame, const Columns& c) {
    return frame.style.px(c.is_tight ? tight_title_gap : title_gap);
}

/// A section, its groups, and which of them are folded.
struct FoldedSection {
    const LadderSection& section;
    std::vector<RungGroup> groups;
    std::vector<bool> is_folded{};
    bool is_closed = false; ///< all its groups are folded, and only its title is drawn
    [[nodiscard]] bool is_one() const { return groups.size() == 1 && groups.front().title.empty(); }
};

/// The height that the rows of a group have beside their own: lessons, and words about threads.
float extra_height(const Frame& frame, const LadderSection& section, const RungGroup& group, const Columns& c) {
    float height = 0.0f;
    for (std::size_t i = group.first; i < group.first + group.count; ++i)
        height += lesson_height(frame, section.rows[i], c) + threads_height(frame, section, i);
    return height;
}

/// The height of titles and headings, whatever is folded.
float fixed_height(const Frame& frame, const FoldedSection& s, const Columns& c) {
    const float title = section_title_height(frame, s.section, c.value - c.left - frame.style.px(12), c.title_lines);
    const float headings = s.is_one() ? 0.0f : float(s.groups.size()) * group_heading_height(frame, c);
    return gap_above_title(frame, c) + title + headings;
}

/// Decides which groups are folded. Returns the height of a row for which there is room [px].
float fold(const Frame& frame, std::vector<FoldedSection>& sections, const Columns& c) {
    float room = ImGui::GetContentRegionAvail().y - frame.style.px(2);
    std::vector<FoldQuestion> questions;
    for (const FoldedSection& s : sections) {
        room -= fixed_height(frame, s, c);
        for (const RungGroup& group : s.groups) {
            const auto rows = rows_of(s.section, group);
            const auto is_looked_at = [](const LadderRow& row) {
                return row.selected || row.compared || row.covered || row.guessed;
            };
            questions.push_back(
                {.key = group.key,
                 .height = float(group.count) * least_height(frame, c) + extra_height(frame, s.section, group, c),
                 .holds_selected = s.section.of_user || std::ranges::any_of(rows, is_looked_at)});
        }
    }
    const std::vector<bool> answers = folded(questions, room, frame.state.look.folded);
    float rows = 0.0f;
    auto answer = answers.begin();
    for (FoldedSection& s : sections) {
        s.is_folded.clear();
        for (const RungGroup& group : s.groups) {
            s.is_folded.push_back(*answer++);
            if (s.is_folded.back()) continue;
            rows += float(group.count);
            room -= extra_height(frame, s.section, group, c);
        }
        s.is_closed = c.closes_sections && s.groups.size() > 1 && std::ranges::count(s.is_folded, false) == 0;
        if (s.is_closed) room += float(s.groups.size()) * group_heading_height(frame, c);
    }
    return std::floor(room / std::max(rows, 1.0f));
}

/// Finds room for all rows. First the rows become a little lower, then groups fold, then the lesson is written in small
/// letters, then rows and headings become lower still, and each title of a section is shortened to one line. At last
/// only titles are left of the sections whose groups are folded, and the lesson becomes brief.
void make_room(const Frame& frame, std::vector<FoldedSection>& sections, Columns& c) {
    float height = fold(frame, sections, c);
    if (height < least_height(frame, c)) {
        c.lesson_size = frame.style.small_size;
        height = fold(frame, sections, c);
    }
    if (height < least_height(frame, c)) {
        c.is_tight = true;
        height = fold(frame, sections, c);
    }
    if (height < least_height(frame, c)) {
        c.title_lines = TitleLines::one;
        height = fold(frame, sections, c);
    }
    if (height < least_height(frame, c)) {
        c.closes_sections = true;
        height = fold(frame, sections, c);
    }
    if (height < least_height(frame, c)) {
        c.lessons.is_brief = true;
        height = fold(frame, sections, c);
    }
    c.row_height = std::clamp(height, least_height(frame, c), frame.style.px(row_height));
}

void draw_group(const Frame& frame, const FoldedSection& s, std::size_t which, const Columns& c) {
    const RungGroup& group = s.groups[which];
    c.lines->begin_line();
    if (!s.is_one()) draw_group_heading(frame, s.section, group, s.is_folded[which], c);
    if (s.is_folded[which]) return;
    for (std::size_t i = group.first; i < group.first + group.count; ++i) {
        c.lines->begin_line();
        draw_threads(frame, s.section, i, c);
        c.lines->begin_line();
        draw_row(frame, s.section, s.section.rows[i], c);
    }
}

/// The group that a closed section is drawn as. A click on it opens the first group.
RungGroup all_rows_of(const FoldedSection& s) {
    return {.key = s.groups.front().key, .title = {}, .about = {}, .count = s.section.rows.size()};
}

void draw_section(const Frame& frame, const FoldedSection& s, const Columns& c) {
    const LadderSection& section = s.section;
    c.lines->begin_line();
    ImGui::SetCursorScreenPos({c.left + frame.style.px(12), ImGui::GetCursorScreenPos().y + gap_above_title(frame, c)});
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_section_title(frame, section, c.value, c.title_lines);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    if (!section.own) ImGui::PushID(fmt::format("recording {} {}", section.recording, section.device.name).c_str());
    if (s.is_one()) draw_section_fold(frame, section, s.groups.front(), s.is_folded.front(), at);
    if (s.is_closed) draw_section_fold(frame, section, all_rows_of(s), true, at);
    for (std::size_t i = 0; i < s.groups.size() && !s.is_closed; ++i) draw_group(frame, s, i, c);
    if (!section.own) ImGui::PopID();
    ImGui::PopStyleVar();
}

/// What is selected and compared, among which rows, and below how many words about threads.
std::string selection_of(const std::vector<LadderSection>& sections, Bars bars) {
    std::string selection;
    for (const LadderSection& section : sections) {
        selection += fmt::format(" {}", section.rows.size());
        for (std::size_t i = 0; i < section.rows.size(); ++i) {
            if (!threads_label(section, i, bars).empty()) selection += " +";
            if (section.rows[i].selected) selection += " " + section.rows[i].name;
            if (section.rows[i].compared) selection += " =" + section.rows[i].name; // which may open its group
            if (section.rows[i].covered) selection += " ?" + section.rows[i].name;
        }
    }
    return selection;
}

/// The height of lessons and of words about threads, as text. If this height changes, the list scrolls to the selected
/// row again.
std::string texts_of(const Frame& frame, const std::vector<FoldedSection>& sections, const Columns& c) {
    float texts = 0.0f;
    for (const FoldedSection& s : sections)
        for (const RungGroup& group : s.groups) texts += extra_height(frame, s.section, group, c);
    return fmt::format("/{:.0f}", texts);
}

/// There is no rung where distances were given.
void draw_no_ladder(const Frame& frame) {
    heading(frame, "Ladder", {}, "The ladder lists the variants of a workload: the kernels that compute its output.");
    wrapped_text(std::string(nothing_is_computed), frame.style.palette.text);
    wrapped_text("The ladder compares kernels by the time that they take to compute distances, so it is empty.",
                 frame.style.palette.dim);
    if (frame.state.look.data_arrangement) return;
    if (small_button(frame, "arrange_for_data", "Hide the panels about kernels"))
        frame.push(command::ArrangeForData{true});
    explain(frame, "Hides the ladder and the panels below it, so that the matrix and the neighbours have more room. "
                   "The key A brings the panels back.");
}

} // namespace

void draw_ladder_panel(const Frame& frame) {
    std::vector<LadderSection> sections = ladder_sections(frame.state);
    if (shows_given_distances(frame.state)) {
        draw_no_ladder(frame);
        return;
    }
    if (const auto asked = bar_to_ask_about(sections, frame.state.tour)) frame.push(command::AskAboutBar{*asked});
    mark_asked_bar(sections, frame.state.tour);
    draw_ladder_heading(frame, sections);
    ImGui::SetCursorPosX(0.0f);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
    const bool visible = ImGui::BeginChild("rows", {ImGui::GetWindowWidth(), 0}, ImGuiChildFlags_NavFlattened);
    ImGui::PopStyleVar();
    if (visible) {
        std::vector<FoldedSection> with_groups;
        for (const LadderSection& section : sections)
            with_groups.push_back({.section = section, .groups = groups_of(frame.state, section)});
        Columns c = columns_of(frame, sections);
        make_room(frame, with_groups, c);
        c.asked = asked_row(sections);
        ScrolledLines lines;
        c.lines = &lines;
        c.follows_selection =
            is_to_scroll_to(selection_of(sections, frame.state.look.bars) + texts_of(frame, with_groups, c));
        for (const FoldedSection& section : with_groups) draw_section(frame, section, c);
        if (sections.empty()) ImGui::TextUnformatted("This build has no variants.");
        lines.end();
    }
    ImGui::EndChild();
}

} // namespace pairscope::app

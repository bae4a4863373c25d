// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/matches_panel_parts.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/output/output.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr double ratio_digits = 100.0;                      // the ratio is chosen to a hundredth
constexpr float ratio_slider = 150.0f, ratio_entry = 52.0f; // [px] before scale
constexpr float least_table = 150.0f;                       // what the lines leave to the table
constexpr float presented_table = 62.0f;                    // less: a class looks at the picture
constexpr float least_lines = 120.0f;                       // lower than that they are left out

void dim_text(const Frame& frame, const std::string& text) {
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "%s", text.c_str());
}

std::string out_of(std::int64_t part, const MatchCounts& counts) {
    return fmt::format("{} of {}", grouped(part), grouped(counts.all));
}

/// Shortened where it has no room: the tooltip tells all of it.
void dim_count(const Frame& frame, const std::string& count, const std::string& meaning) {
    const std::string shown = shortened(count, ImGui::GetContentRegionAvail().x);
    dim_text(frame, shown);
    explain(frame, shown == count ? meaning : fmt::format("{}\n{}", count, meaning));
}

void draw_ratio_filter(const Frame& frame, MatchFilter filter) {
    const MatchCounts& counts = frame.state.matches.counts;
    const std::string meaning(meaning_of_match_ratio);
    const MatchFilter before = filter;
    dim_text(frame, "ratio at most");
    explain(frame, meaning);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(frame.style.px(ratio_slider));
    if (thin_slider(frame, "##ratio", {.min = 0.0, .max = 1.0}, filter.most_ratio))
        filter.most_ratio = std::round(ratio_digits * filter.most_ratio) / ratio_digits;
    explain(frame, meaning + " Only matches up to this ratio are shown.");
    ImGui::SameLine();
    const auto typed = entry("##ratio exact", fmt::format("{:.2f}", filter.most_ratio), frame.style.px(ratio_entry));
    if (const auto number = typed ? number_in(*typed) : std::nullopt)
        filter.most_ratio = std::round(ratio_digits * *number) / ratio_digits;
    explain(frame, "The largest ratio of the matches that are shown, from 0 to 1.");
    ImGui::SameLine();
    dim_count(frame, out_of(counts.unambiguous, counts), "How many of all matches have a ratio up to the chosen one.");
    if (filter != before) frame.push(command::SetMatchFilter{filter});
}

void draw_mutual_filter(const Frame& frame, MatchFilter filter) {
    const MatchCounts& counts = frame.state.matches.counts;
    const std::string unknown = why_mutual_is_unknown(frame.state.data.now, frame.state.matches.all);
    ImGui::BeginDisabled(!unknown.empty());
    bool on = filter.mutual && unknown.empty();
    if (ImGui::Checkbox("mutual only##mutual", &on)) {
        filter.mutual = on;
        frame.push(command::SetMatchFilter{filter});
    }
    ImGui::EndDisabled();
    explain(frame, unknown.empty() ? "Shows only mutual matches: those of two vectors that are each other's best match."
                                   : unknown);
    if (!unknown.empty()) return;
    ImGui::SameLine();
    dim_count(frame, out_of(counts.mutual, counts), "How many of all matches are mutual.");
}

/// On one line where there is room for both.
void draw_filters(const Frame& frame) {
    const MatchFilter& filter = frame.state.view.match_filter;
    if (match_facts(frame.state.data.now, frame.state.matches.all).ratio) {
        draw_ratio_filter(frame, filter);
        ImGui::SameLine(0.0f, frame.style.px(24));
        const float needed = ImGui::CalcTextSize("mutual only 16 384 of 16 384").x + frame.style.px(48);
        if (ImGui::GetContentRegionAvail().x < needed) ImGui::NewLine();
    }
    draw_mutual_filter(frame, filter);
}

void draw_sentence(const Frame& frame) {
    wrapped_text(match_sentence(frame.state.matches.counts), frame.style.palette.text);
    if (!match_facts(frame.state.data.now, frame.state.matches.all).right) return;
    explain(frame, fmt::format(
                       "The homography of the two pictures says where each feature lies in the second picture. A match "
                       "is right if it lies within {:g} pixels of that place.",
                       right_within));
}

/// Marks the match while the mouse is on it, and takes the mark away when it is not.
void mark_hovered(const Frame& frame, const std::optional<Cell>& cell) {
    const ViewState& view = frame.state.view;
    const bool mine = view.hovered_in == HoverPlace::matches;
    if ((cell && cell != view.hovered) || (!cell && mine)) frame.push(command::HoverCell{cell, HoverPlace::matches});
}

void draw_lines_and_table(const Frame& frame) {
    std::optional<Cell> hovered;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    if (can_draw_match_lines(frame.state)) {
        const float table = frame.style.px(frame.state.look.presentation ? presented_table : least_table);
        const float height = std::min(wanted_height_of_lines(frame, room.x), room.y - table);
        if (height >= frame.style.px(least_lines)) hovered = draw_match_lines(frame, height);
    } else {
        small_line(frame, "No lines are drawn, because no vector is drawn in the Points panel.",
                   frame.style.palette.dim);
    }
    if (const auto cell = draw_match_table(frame)) hovered = cell;
    mark_hovered(frame, hovered);
}

} // namespace

void draw_matches_panel(const Frame& frame) {
    const State& state = frame.state;
    const bool shown = state.matches.made_for.has_value();
    heading(frame, "Matches", shown ? origin_of_output(state) : std::string(),
            "The matches that the selected variant found: for each vector of the first set the most similar vector of "
            "the second set.");
    if (shown) export_link(frame, "save_output", "output", "Saves the matches that are shown as a CSV table.");
    if (shown && !why_stale(state).empty()) wrapped_text(why_stale(state), frame.style.palette.warning);
    if (shown) {
        draw_filters(frame);
        draw_sentence(frame);
        draw_lines_and_table(frame);
    } else {
        wrapped_text(current_type(state).question, frame.style.palette.dim);
        ImGui::Spacing();
        wrapped_text(output_awaits(state), frame.style.palette.dim);
        mark_hovered(frame, {});
    }
}

} // namespace pairscope::app

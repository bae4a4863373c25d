// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_panel_heading.h"

#include "app/chart/fractions.h"
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_panel_row.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "profiling/input_words.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

const char* meaning_of(TargetKind target) {
    return target == TargetKind::linear
               ? "Shows the runs that write linear memory: an ordinary array, row after row, which exports and other "
                 "programs use. Coalescing matters most here. CPU variants always write linear memory. This choice "
                 "does not change how the picture is made. A click chooses linear memory for the ladder, time, "
                 "roofline, counters and trace panels. The key O switches."
               : "Shows the runs that write the texture on the screen. A sector of the texture is a tile of 4 columns "
                 "x 2 rows, so the fastest kernels differ from those in linear memory. CPU variants always write "
                 "linear memory. A click chooses the texture for the ladder, time, roofline, counters and trace "
                 "panels. The key O switches.";
}

/// "Output: [linear memory] [texture]", at the right end of the heading's line.
void draw_output_switch(const Frame& frame) {
    if (!asks_for_matrix(frame.state)) return; // other outputs are never textures
    const Style& style = frame.style;
    ImGui::PushFont(nullptr, style.small_size);
    const std::string first(title_of(TargetKind::linear)), second(title_of(TargetKind::surface));
    const float gap = style.px(4), label = ImGui::CalcTextSize("Output:").x + style.px(6);
    const float choices = small_button_width(frame, first) + gap + small_button_width(frame, second);
    const float left = ImGui::GetCursorScreenPos().x;
    ImGui::SameLine();
    const float right = ImGui::GetWindowPos().x + ImGui::GetWindowWidth() - style.px(12);
    if (ImGui::GetCursorScreenPos().x + label + choices > right) ImGui::NewLine();
    const ImVec2 at{std::max(left, right - choices), ImGui::GetCursorScreenPos().y};
    if (at.x - label >= left)
        write({{at.x - label, at.y + ImGui::GetTextLineHeight() / 2}, style.palette.dim}, "Output:");
    float x = at.x;
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        const char* const id = target == TargetKind::linear ? "output_linear" : "output_texture";
        if (target == TargetKind::surface) ImGui::SameLine(0.0f, gap);
        ImGui::SetCursorScreenPos({x, at.y - style.px(2)}); // SameLine() does not know of these 2 pixels
        x += small_button_width(frame, title_of(target)) + gap;
        if (small_button(frame, id, title_of(target), frame.state.run.target == target))
            frame.push(command::SetTarget{target});
        explain(frame, meaning_of(target));
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

std::string meaning_of_bars(const Frame& frame, const std::vector<LadderSection>& sections) {
    const WorkloadType& type = current_type(frame.state);
    std::string meaning =
        "This button says what the bars show. A click switches from the useful fraction to time, then "
        "to the speed-up over the first variant, and then to the energy of a run where it was measured. Time, speed-up "
        "and energy are drawn relative to the longest bar of their device.\n" +
        useful_fraction_meaning(limit_of_all(sections), type);
    if (sizes_differ(sections))
        meaning += fmt::format("\nThe groups below differ in size, so their times are given per {}, in nanoseconds.",
                               profiling::pair_in_words(type));
    return meaning;
}

} // namespace

void draw_ladder_heading(const Frame& frame, const std::vector<LadderSection>& sections) {
    heading(frame, "Ladder", {},
            "The ladder lists the variants of this workload in the order in which they teach. A click on a row selects "
            "its variant, and a click with Ctrl compares it with the selected one.");
    draw_output_switch(frame);
    ImGui::PushFont(nullptr, frame.style.small_size);
    const Columns c = columns_of(frame, sections);
    const float middle = ImGui::GetCursorScreenPos().y + ImGui::GetTextLineHeight() / 2 + frame.style.px(2);
    const Bars bars = frame.state.look.bars;
    const std::string_view value = bars == Bars::speedup ? "times" : bars == Bars::energy ? "energy" : "useful";
    if (small_button(frame, "bars", bars_caption(frame.state)))
        frame.push(command::SetBars{next_bars(frame.state.look.bars, have_energy(sections))});
    explain(frame, meaning_of_bars(frame, sections));
    write({{c.value, middle}, frame.style.palette.dim, true}, std::string(value));
    if (c.has_times)
        write({{c.time, middle}, frame.style.palette.dim, true}, sizes_differ(sections) ? "ns/pair" : "ms");
    ImGui::PopFont();
}

} // namespace pairscope::app

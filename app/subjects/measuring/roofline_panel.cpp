// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/roof_excess.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using profiling::WorkUnit;

constexpr float least_roofline_height = 126.0f; // [px] before scale: below it the panel scrolls

void select(const Frame& frame, const ChartDot& dot) {
    if (dot.recording == 0)
        frame.push(command::SelectVariant{dot.id});
    else
        frame.push(command::SelectRecorded{dot.recording, dot.run->device, dot.id});
}

/// The mark or the roof under the mouse tells everything; a click on a mark selects its variant.
void answer_mouse(const Frame& frame, const RooflineChart& chart, const Chart& drawing, const ChartView& view) {
    if (!view.mouse) return;
    const double near = frame.style.px(mouse_reach);
    if (const auto mark = mark_near(drawing, view.area, *view.mouse, near)) {
        const ChartDot& dot = chart.dots[*mark];
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        show_story_beside(frame, fmt::format("{}\n{}", dot_story(chart, dot), provenance_of(*dot.run, dot.origin)),
                          view);
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) select(frame, dot);
        return;
    }
    const auto line = line_near(drawing, view.area, *view.mouse, near / 2);
    if (line && *line < chart.roofs.size()) show_story_beside(frame, roof_story(chart.roofs[*line]), view);
}

const char* meaning_of(WorkUnit unit) {
    switch (unit) {
    case WorkUnit::flop:
        return "The vertical axis shows floating-point operations per second, as many as the workload requires.";
    case WorkUnit::operation:
        return "The vertical axis shows integer operations per second, as many as the workload requires.";
    case WorkUnit::exponential:
        return "The vertical axis shows exponentials per second, as many as the workload requires.";
    case WorkUnit::pair:
        return "The vertical axis shows pairs of vectors per second, regardless of the arithmetic that a pair needs.";
    }
    return "";
}

/// The room that the choices of a unit and the button behind them need [px].
float width_of_units(const Frame& frame, const RooflineChart& chart) {
    float width = ImGui::CalcTextSize("Export").x + frame.style.px(28);
    for (const WorkUnit unit : chart.units)
        width += ImGui::CalcTextSize(fmt::format("{}/s", title_of(unit)).c_str()).x + frame.style.px(20);
    return width;
}

/// Which memory's bytes the roofline counts, and what its vertical axis does.
void draw_choices(const Frame& frame, const RooflineChart& chart) {
    using profiling::MemoryLevel;
    for (const MemoryLevel level : {MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::l1})
        if (draw_choice(frame, std::string(title_of(level)), chart.level == level,
                        level == MemoryLevel::dram
                            ? "Bytes that DRAM moves: counted, or predicted by the variant's model."
                            : "Bytes between this cache and the multiprocessors: they have to be counted."))
            frame.push(command::SetMemoryLevel{level});
    ImGui::SameLine(0.0f, frame.style.px(16));
    if (ImGui::GetContentRegionAvail().x < width_of_units(frame, chart)) ImGui::NewLine();
    for (const WorkUnit unit : chart.units)
        if (draw_choice(frame, fmt::format("{}/s", title_of(unit)), unit == chart.unit, meaning_of(unit)))
            frame.push(command::SetWorkUnit{unit});
    export_link(frame, "export_roofline", "roofline", "Saves this chart as SVG, PNG or PDF.");
}

/// Whose roofs these are, where they are not this machine's, and whether marks stand above them.
std::string addition_to(const RooflineChart& chart) {
    const std::string whose = chart.origin.empty() ? "" : fmt::format("{}, {}", chart.device, chart.origin);
    const std::string note = excess_note(chart);
    return whose.empty() || note.empty() ? whose + note : fmt::format("{}; {}", note, whose);
}

/// Roofs alone are an empty frame: what they wait for is a sentence.
bool shows_no_variant(const RooflineChart& chart) { return chart.dots.empty() && !chart.simulated; }

} // namespace

void draw_roofline_panel(const Frame& frame) {
    const auto chart = roofline_chart(frame.state);
    if (!chart) {
        text_with_terms(frame, roofline_awaits(frame.state), frame.style.palette.dim);
        return;
    }
    heading(frame, title_with_target(frame.state, "Roofline", frame.state.run.target).c_str(), addition_to(*chart),
            "The roofline shows how near each variant comes to the limits of the machine: the performance against the "
            "work for each byte that memory moves. A dotted line leads from variant to variant, in the order of the "
            "ladder. A mark above a roof says why in its tooltip.");
    draw_choices(frame, *chart);
    if (shows_no_variant(*chart)) {
        ImGui::NewLine();
        text_with_terms(frame, mark_awaits(frame.state, *chart), frame.style.palette.dim);
        return;
    }
    const float least_height = frame.style.px(least_roofline_height);
    const std::string sentence = roofline_sentence(frame.state, *chart);
    if (ImGui::GetContentRegionAvail().y - small_text_height(frame, sentence) >= least_height)
        small_text(frame, sentence, frame.style.palette.text);
    else // the chart is worth more than the rest of the sentence, which its tooltip has
        small_line(frame, sentence, frame.style.palette.text);
    const Chart drawing = drawing_of(*chart);
    const float height = std::max(ImGui::GetContentRegionAvail().y, least_height);
    if (const auto view = draw_chart(frame, "##roofline", drawing, {0, height}))
        answer_mouse(frame, *chart, drawing, *view);
}

} // namespace pairscope::app

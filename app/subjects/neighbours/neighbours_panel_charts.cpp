// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_panel_parts.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float least_chart_height = 110.0f; // [px] before scale: less is not read, so the panel scrolls
constexpr double smallest_radius = 1e-5;     // as a fraction of the largest one

float chart_height(const Frame& frame) {
    return std::max(ImGui::GetContentRegionAvail().y, frame.style.px(least_chart_height));
}

/// The place of a pixel on an axis.
double value_on(const ChartAxis& axis, double part) {
    if (!axis.logarithmic) return axis.range.low + part * (axis.range.high - axis.range.low);
    return axis.range.low * std::pow(axis.range.high / axis.range.low, part);
}
double value_under_mouse(const Chart& chart, const ChartView& view) {
    return value_on(chart.x, (view.mouse->x - view.area.left) / (view.area.right - view.area.left));
}

/// The slider and the number of the radius, and the cross that removes the radius.
void draw_radius(const Frame& frame) {
    const Style& style = frame.style;
    const auto& radius = frame.state.neighbours.radius;
    const double most = largest_radius(frame.state), least = smallest_radius * most;
    const float number = style.px(56.0f), cross = ImGui::GetFrameHeight(), gap = ImGui::GetStyle().ItemSpacing.x;
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(style.palette.dim, "radius");
    ImGui::SameLine();
    ImGui::SetNextItemWidth(std::max(style.px(30.0f), ImGui::GetContentRegionAvail().x - number - cross - 2.0f * gap));
    double value = std::clamp(radius ? *radius : least, least, most);
    if (thin_slider(frame, "##radius", {.min = least, .max = most, .logarithmic = true}, value))
        frame.push(command::SetRadius{value});
    explain(frame,
            "All pairs that are closer than this radius are counted exactly, and outlined in the matrix where it "
            "shows distances.");
    ImGui::SameLine();
    if (const auto typed = entry("##radius_entry", radius ? three_digits(*radius) : "none", number))
        if (const auto length = number_in(*typed)) frame.push(command::SetRadius{*length});
    explain(frame, "The radius. Type a length in the unit of the distances.");
    ImGui::SameLine();
    ImGui::BeginDisabled(!radius);
    if (ImGui::Button("x##no_radius", {cross, cross})) frame.push(command::SetRadius{});
    ImGui::EndDisabled();
    explain(frame, radius ? "Removes the radius, so that no pairs are counted and outlined."
                          : "There is no radius that could be removed.");
    if (radius) small_plain_text(frame, radius_sentence(frame.state), style.palette.text);
}

void answer_mouse_on_histogram(const Frame& frame, const Histogram& histogram, const Chart& chart,
                               const ChartView& view) {
    if (!view.mouse) return;
    const double at = value_under_mouse(chart, view);
    for (const HistogramBin& bin : histogram.bins)
        if (at >= bin.low && at < bin.high)
            show_story(frame, fmt::format("{} of the {} have their nearest neighbour between {} and {}.\nA click sets "
                                          "the radius.",
                                          grouped(bin.count), current_type(frame.state).inputs.names[0],
                                          three_digits(bin.low), distance_text(frame.state, bin.high)));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.push(command::SetRadius{at});
}

std::string why_no_histogram(const State& state, const std::optional<Histogram>& histogram) {
    if (const std::string reason = why_no_table(state); !reason.empty()) return reason;
    if (!histogram) return "Searching for the nearest neighbours ...";
    return histogram->coincident > 0
               ? "All distances to the nearest neighbour are 0, because all vectors coincide with "
                 "another one."
               : "There is no pair of vectors, so there is no distance to draw.";
}

} // namespace

void draw_row_chart(const Frame& frame) {
    const auto chart = row_drawing(frame.state);
    if (!chart) {
        mark_in_panel(frame, {});
        wrapped_text("Hover a point or a cell of the matrix: all distances of its row are drawn here. A click keeps "
                     "them.",
                     frame.style.palette.dim);
        return;
    }
    const auto view = draw_chart(frame, "##row", *chart, {0, chart_height(frame)});
    std::optional<Cell> hovered;
    if (view && view->mouse)
        if (const auto column = column_at(frame.state, value_under_mouse(*chart, *view)))
            hovered = Cell{frame.state.view.marked->cell.row, *column};
    mark_in_panel(frame, hovered);
    if (!hovered) return;
    const MarkedPair& marked = *frame.state.view.marked;
    if (marked.column && marked.cell == hovered)
        show_story(frame, fmt::format("{}: {} away, rank {} of {}.\nA click keeps the pair marked; Enter pins it.",
                                      name_of_column(frame.state.data.now.question, hovered->col),
                                      distance_text(frame.state, marked.column->distance), grouped(marked.column->rank),
                                      grouped(marked.others)));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.push(command::PinCell{hovered});
}

void draw_neighbour_histogram(const Frame& frame) {
    mark_in_panel(frame, {});
    draw_radius(frame);
    const FoundNeighbours* found = found_neighbours(frame.state);
    const auto histogram = found == nullptr ? std::nullopt : std::optional(histogram_of(found->nearest));
    if (!histogram || histogram->bins.empty()) {
        wrapped_text(why_no_histogram(frame.state, histogram), frame.style.palette.dim);
        return;
    }
    if (!frame.state.neighbours.radius)
        small_plain_text(frame, histogram_sentence(frame.state, *histogram), frame.style.palette.dim);
    const Chart chart = histogram_drawing(frame.state, *histogram);
    if (const auto view = draw_chart(frame, "##histogram", chart, {0, chart_height(frame)}))
        answer_mouse_on_histogram(frame, *histogram, chart, *view);
}

} // namespace pairscope::app

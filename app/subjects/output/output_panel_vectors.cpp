// SPDX-License-Identifier: MIT
#include "app/subjects/output/output_panel_vectors.h"

#include "app/spine/jobs.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/vectors_chart.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float least_charts = 330.0f; // [px] before scale: below it the panel scrolls
constexpr float least_presented_charts = 240.0f;
constexpr float least_box = 4.0f; // [px] a shorter drag of the right button is a click
constexpr const char* help =
    "The charts show, from top to bottom: the coordinates of both vectors, the square of their difference, and the "
    "running sum of these squares. The wheel zooms around the cursor, and a drag moves the charts. A drag with the "
    "right button zooms into a range, and a double-click or F shows all coordinates.";

/// One of the charts, whose horizontal axis is that of all.
struct HorizontalAxis {
    PlotBox area;
    AxisRange shown;
    std::int64_t coordinates = 0;

    [[nodiscard]] double per_pixel() const { return (shown.high - shown.low) / area.width(); }
    [[nodiscard]] double at(float pixel) const { return shown.low + (double(pixel) - area.left) * per_pixel(); }
};

void zoom_and_pan(const Frame& frame, const HorizontalAxis& axis) {
    const ImGuiIO& io = ImGui::GetIO();
    const auto show = [&](AxisRange range) { frame.push(command::SetCoordinates{range}); };
    if (ImGui::IsItemHovered() && io.MouseWheel != 0.0f)
        show(zoomed(axis.shown, axis.at(io.MousePos.x), std::pow(wheel_factor, double(io.MouseWheel)),
                    axis.coordinates));
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left) && io.MouseDelta.x != 0.0f)
        show(panned(axis.shown, -double(io.MouseDelta.x) * axis.per_pixel(), axis.coordinates));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
        frame.push(command::SetCoordinates{});
}

/// The right button marks a range to zoom into.
void zoom_to_range(const Frame& frame, const HorizontalAxis& axis, PlotBox all) {
    if (!ImGui::IsItemActive() && !ImGui::IsItemDeactivated()) return;
    const float from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Right].x;
    const float width = ImGui::GetMouseDragDelta(ImGuiMouseButton_Right).x;
    if (std::abs(width) < frame.style.px(least_box)) return;
    const auto inside = [&](float x) { return std::clamp(x, float(all.left), float(all.right)); };
    const auto [left, right] = std::minmax({inside(from), inside(from + width)});
    ImGui::GetWindowDrawList()->AddRect({left, float(all.top)}, {right, float(all.bottom)},
                                        ImGui::GetColorU32(frame.style.palette.accent));
    if (!ImGui::IsMouseReleased(ImGuiMouseButton_Right)) return;
    frame.push(command::SetCoordinates{fitting({axis.at(left), axis.at(right)}, axis.coordinates)});
}

void tell(const Frame& frame, const VectorsChart& chart, const HorizontalAxis& axis,
          const std::vector<ChartView>& views) {
    if (!ImGui::IsItemHovered()) return;
    const bool on_chart = std::ranges::any_of(views, [](const ChartView& view) { return view.mouse.has_value(); });
    const auto i = std::int64_t(std::llround(axis.at(ImGui::GetMousePos().x)));
    show_story(frame, on_chart ? coordinate_story(chart, std::clamp<std::int64_t>(i, 0, chart.coordinates - 1)) : help);
}

void draw_vector_charts(const Frame& frame, const VectorsChart& chart) {
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float least = frame.style.px(frame.state.look.presentation ? least_presented_charts : least_charts);
    const ImVec2 size{room.x - frame.style.px(12), std::max(room.y - frame.style.px(6), least)};
    const std::vector<ChartView> views = draw_charts(frame, "##vectors", vectors_drawings(chart), size);
    if (views.empty()) return;
    const HorizontalAxis axis{.area = views.front().area, .shown = chart.shown, .coordinates = chart.coordinates};
    const PlotBox all{axis.area.left, axis.area.top, axis.area.right, views.back().area.bottom};
    zoom_and_pan(frame, axis);
    zoom_to_range(frame, axis, all);
    tell(frame, chart, axis, views);
}

} // namespace

void draw_vectors(const Frame& frame) {
    const State& state = frame.state;
    if (!has_two_vectors(state)) return;
    ImGui::Dummy({0, frame.style.px(6)});
    heading(frame, "Coordinates and running sum", {},
            "The two vectors, their squared differences, and the running sum of these.");
    const auto chart = vectors_chart(state);
    if (!chart) {
        wrapped_text(vectors_await(state), frame.style.palette.dim);
        return;
    }
    export_link(frame, "export_vectors", "vectors", "Saves these charts as SVG, PNG or PDF.");
    const std::string output = output_sentence(state);
    wrapped_text(output.empty() ? chart->sentence : chart->sentence + " " + output, frame.style.palette.text);
    const std::string note = chart->note + " The wheel zooms around the cursor, and F shows all coordinates.";
    const float room = ImGui::GetContentRegionAvail().y - small_text_height(frame, note);
    if (!state.look.presentation || room >= frame.style.px(least_charts)) { // a class cannot scroll
        ImGui::PushFont(nullptr, frame.style.small_size);
        wrapped_text(note, frame.style.palette.dim);
        ImGui::PopFont();
    }
    draw_vector_charts(frame, *chart);
}

} // namespace pairscope::app

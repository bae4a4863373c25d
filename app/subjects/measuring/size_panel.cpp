// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/size_chart.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr float least_curves_height = 160.0f; // [px], before scale

/// The curve and the point that the mark of this number stands for.
std::pair<const SizeCurve*, const SizePoint*> point_of_mark(const SizeChart& chart, std::size_t mark) {
    for (const SizeCurve& curve : chart.curves) {
        if (mark < curve.points.size()) return {&curve, &curve.points[mark]};
        mark -= curve.points.size();
    }
    return {};
}

void answer_mouse(const Frame& frame, const SizeChart& chart, const Chart& drawing, const ChartView& view) {
    if (!view.mouse) return;
    const auto mark = mark_near(drawing, view.area, *view.mouse, frame.style.px(mouse_reach));
    if (!mark) {
        show_story(
            frame,
            "Each curve is one variant on one device, on logarithmic scales. GPU curves are solid, and CPU curves "
            "are dashed. Copies between CPU and GPU memory are not included.");
        return;
    }
    const auto [curve, point] = point_of_mark(chart, *mark);
    if (curve == nullptr) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    show_story(frame, point_story(chart, *curve, *point) + "\n" + provenance_of(*point->run, point->origin));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.push(command::SelectVariant{curve->id});
}

} // namespace

void draw_size_panel(const Frame& frame) {
    const auto chart = size_chart(frame.state);
    if (!chart) {
        text_with_terms(frame, size_awaits(frame.state), frame.style.palette.dim);
        return;
    }
    heading(frame, title_with_target(frame.state, "Time against size", frame.state.run.target).c_str(), {},
            "The time of each variant at each size for which it was measured in this session or in a recording.");
    export_link(frame, "export_size", "size", "Saves this chart as SVG, PNG or PDF.");
    ImGui::PushFont(nullptr, frame.style.small_size);
    text_with_terms(frame, chart->sentence, frame.style.palette.text);
    ImGui::PopFont();
    const Chart drawing = size_drawing(*chart, frame.state.run.variant_id);
    const float height = std::max(ImGui::GetContentRegionAvail().y, frame.style.px(least_curves_height));
    if (const auto view = draw_chart(frame, "##size", drawing, {0, height}))
        answer_mouse(frame, *chart, drawing, *view);
}

} // namespace pairscope::app

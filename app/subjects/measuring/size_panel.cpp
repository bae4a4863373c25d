// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/block_chart.h"
#include "app/subjects/measuring/measuring.h"
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

constexpr const char* story_of_sizes =
    "Each curve is one variant on one device, on logarithmic scales. GPU curves are solid, and CPU curves are dashed. "
    "Copies between CPU and GPU memory are not included.";
constexpr const char* story_of_multiprocessors = "Each curve is one variant on one GPU, on logarithmic scales. Where a "
                                                 "curve is flat, more multiprocessors do not make "
                                                 "the variant faster. It has then reached another limit, such as "
                                                 "memory. Where twice as many multiprocessors halve the "
                                                 "time, the speed-up is ideal.";

void answer_mouse(const Frame& frame, const SizeChart& chart, const Chart& drawing, const ChartView& view,
                  const char* story) {
    if (!view.mouse) return;
    const auto mark = mark_near(drawing, view.area, *view.mouse, frame.style.px(mouse_reach));
    if (!mark) {
        show_story(frame, story);
        return;
    }
    const auto [curve, point] = point_of_mark(chart, *mark);
    if (curve == nullptr) return;
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    show_story(frame, point_story(chart, *curve, *point) + "\n" + provenance_of(*point->run, point->origin));
    if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.push(command::SelectVariant{curve->id});
}

/// What differs between the two charts of curves.
struct CurvesWords {
    const char *title, *tooltip, *link, *saver, *story;
};
constexpr CurvesWords of_sizes{
    .title = "Time against size",
    .tooltip = "The time of each variant at each size for which it was measured in this session or in a recording.",
    .link = "export_size",
    .saver = "size",
    .story = story_of_sizes};
constexpr CurvesWords of_multiprocessors{
    .title = "Time against multiprocessors",
    .tooltip = "The time of each variant on parts of a GPU, from a recording that was made with --sms.",
    .link = "export_multiprocessors",
    .saver = "multiprocessors",
    .story = story_of_multiprocessors};

/// One of the three charts, where the others can be had, too.
void draw_choices(const Frame& frame, TimesAgainst shown, bool has_sizes, bool has_parts, bool has_blocks) {
    if (int(has_sizes) + int(has_parts) + int(has_blocks) < 2) return;
    const auto choice = [&](bool has, TimesAgainst what, const char* name, const char* meaning) {
        if (has && draw_choice(frame, name, shown == what, meaning)) frame.push(command::ShowTimesAgainst{what});
    };
    choice(has_sizes, TimesAgainst::size, "size", "Draws the times against the size of the data.");
    choice(has_parts, TimesAgainst::multiprocessors, "multiprocessors",
           "Draws the times against the number of multiprocessors that a run used.");
    choice(has_blocks, TimesAgainst::block, "block size",
           "Draws the times of the selected variant against the threads per block, and how many warps are resident.");
}

void draw_curves(const Frame& frame, const SizeChart& chart, const CurvesWords& words) {
    export_link(frame, words.link, words.saver, "Saves this chart as SVG, PNG or PDF.");
    small_text(frame, chart.sentence, frame.style.palette.text);
    const Chart drawing = size_drawing(chart, frame.state.run.variant_id);
    const float height = std::max(ImGui::GetContentRegionAvail().y, frame.style.px(least_curves_height));
    if (const auto view = draw_chart(frame, "##curves", drawing, {0, height}))
        answer_mouse(frame, chart, drawing, *view, words.story);
}

/// The points that the marks of the upper chart stand for.
std::vector<const BlockPoint*> points_with_times(const BlockChart& chart) {
    std::vector<const BlockPoint*> points;
    for (const BlockPoint& point : chart.points)
        if (point.run != nullptr || point.predicted_seconds) points.push_back(&point);
    return points;
}

void answer_mouse(const Frame& frame, const BlockChart& chart, const Chart& drawing, const ChartView& view,
                  const std::vector<const BlockPoint*>& points) {
    if (!view.mouse) return;
    const auto mark = mark_near(drawing, view.area, *view.mouse, frame.style.px(mouse_reach));
    if (!mark) {
        show_story(
            frame,
            "Times: filled marks were measured, and hollow marks are predicted. Resident warps are always calculated. "
            "For sizes that were not measured, the registers and the shared memory of the usual size are "
            "assumed.");
        return;
    }
    const BlockPoint& point = *points[*mark];
    const std::string story = block_story(chart, point);
    show_story(frame, point.run == nullptr ? story : story + "\n" + provenance_of(*point.run, point.origin));
}

void draw_blocks(const Frame& frame, const BlockChart& chart) {
    export_link(frame, "export_blocks", "blocks", "Saves these charts as SVG, PNG or PDF.");
    small_text(frame, chart.sentence, frame.style.palette.text);
    const std::vector<Chart> drawings = block_drawings(chart);
    const float least = frame.style.px(least_curves_height);
    const float upper = std::max(0.55f * ImGui::GetContentRegionAvail().y, least);
    if (const auto view = draw_chart(frame, "##times", drawings[0], {0, upper}))
        answer_mouse(frame, chart, drawings[0], *view, points_with_times(chart));
    std::vector<const BlockPoint*> all;
    for (const BlockPoint& point : chart.points) all.push_back(&point);
    if (const auto view =
            draw_chart(frame, "##warps", drawings[1], {0, std::max(ImGui::GetContentRegionAvail().y, least)}))
        answer_mouse(frame, chart, drawings[1], *view, all);
}

/// What the user chose, if it can be had, else the first that can.
TimesAgainst chart_to_show(const State& state, bool has_sizes, bool has_parts, bool has_blocks) {
    const TimesAgainst chosen = state.look.times_against;
    if (chosen == TimesAgainst::size ? has_sizes : chosen == TimesAgainst::multiprocessors ? has_parts : has_blocks)
        return chosen;
    return has_sizes ? TimesAgainst::size : has_parts ? TimesAgainst::multiprocessors : TimesAgainst::block;
}

void heading_of(const Frame& frame, const char* title, const char* tooltip) {
    heading(frame, title_with_target(frame.state, title, frame.state.run.target).c_str(), {}, tooltip);
}

} // namespace

void draw_size_panel(const Frame& frame) {
    const auto sizes = size_chart(frame.state);
    const auto parts = multiprocessors_chart(frame.state);
    const auto blocks = block_chart(frame.state);
    if (!sizes && !parts && !blocks) {
        text_with_terms(frame, size_awaits(frame.state), frame.style.palette.dim);
        return;
    }
    const TimesAgainst shown = chart_to_show(frame.state, sizes.has_value(), parts.has_value(), blocks.has_value());
    switch (shown) {
    case TimesAgainst::size:
        heading_of(frame, of_sizes.title, of_sizes.tooltip);
        break;
    case TimesAgainst::multiprocessors:
        heading_of(frame, of_multiprocessors.title, of_multiprocessors.tooltip);
        break;
    case TimesAgainst::block:
        heading_of(frame, "Time against block size",
                   "The time of the selected variant with blocks of several sizes, and the warps that a multiprocessor "
                   "holds. Sizes that were not measured are predicted where that is possible.");
        break;
    }
    draw_choices(frame, shown, sizes.has_value(), parts.has_value(), blocks.has_value());
    if (shown == TimesAgainst::size)
        draw_curves(frame, *sizes, of_sizes);
    else if (shown == TimesAgainst::multiprocessors)
        draw_curves(frame, *parts, of_multiprocessors);
    else
        draw_blocks(frame, *blocks);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Curves of spans in pixels, and the axes that they need.
#include "app/chart/chart_layout.h"
#include "tests/state/drawn_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr PlotBox small_area{0, 0, 100, 100};

std::vector<Drawn> laid_out(const Chart& chart) {
    const ChartMedium medium{.can_hover = true, .extent_of = [](const std::string& text, TextLook look) -> TextExtent {
                                 return {look.size * double(text.size()), look.size};
                             }};
    return lay_out(chart, small_area, medium);
}

Chart chart_with(ChartCurve curve, AxisRange x) {
    Chart chart{.x = {.title = "x", .range = x}, .y = {.title = "y", .range = {0.0, 1.0}}};
    chart.curves.push_back(std::move(curve));
    return chart;
}

TEST(ChartCurves, points_are_joined_and_a_gap_is_left_open) {
    ChartCurve curve{.spans = {{0, 0.2, 0.2}, {1, 0.6, 0.6}, {2, 1.0, 0.0}, {3, 0.5, 0.5}, {4, 0.5, 0.5}}};
    const auto lines = all<DrawnLine>(laid_out(chart_with(curve, {0.0, 4.0})));
    ASSERT_THAT(lines, SizeIs(2));
    EXPECT_NEAR(lines[0].from.x, 0.0, 1e-9);
    EXPECT_NEAR(lines[0].from.y, 80.0, 1e-9);
    EXPECT_NEAR(lines[0].to.y, 40.0, 1e-9);
    EXPECT_NEAR(lines[1].from.x, 75.0, 1e-9);
    EXPECT_NEAR(lines[1].to.x, 100.0, 1e-9);
}

TEST(ChartCurves, a_pixel_has_one_line_from_its_least_to_its_greatest_value) {
    ChartCurve curve;
    for (int i = 0; i < 2000; ++i) curve.spans.push_back({double(i), 0.25, i % 20 == 7 ? 1.0 : 0.75});
    const auto lines = all<DrawnLine>(laid_out(chart_with(curve, {0.0, 2000.0})));
    EXPECT_LE(lines.size(), 101u);
    for (const DrawnLine& line : lines) {
        EXPECT_NEAR(line.from.y, 75.0, 1e-9);
        EXPECT_NEAR(line.to.y, 0.0, 1e-9) << "no value is lost";
    }
}

TEST(ChartCurves, what_lies_beside_the_plot_is_left_out_but_for_the_neighbours) {
    ChartCurve curve;
    for (int i = 0; i < 1000; ++i) curve.spans.push_back({double(i), 0.5, 0.5});
    EXPECT_THAT(all<DrawnLine>(laid_out(chart_with(curve, {500.0, 510.0}))), SizeIs(12));
}

TEST(ChartCurves, dots_and_names_are_drawn_where_there_is_room) {
    ChartCurve curve{.spans = {{0, 0.2, 0.2}, {1, 0.6, 0.6}}, .dotted = true, .name = "x"};
    const auto drawn = laid_out(chart_with(curve, {0.0, 1.0}));
    EXPECT_THAT(all<DrawnMark>(drawn), SizeIs(2));
    ASSERT_THAT(all<DrawnWords>(drawn), SizeIs(1));
    EXPECT_EQ(all<DrawnWords>(drawn).front().text, "x");
    curve.spans.clear();
    for (int i = 0; i < 90; ++i) curve.spans.push_back({double(i) / 90.0, 0.5, 0.5});
    EXPECT_THAT(all<DrawnMark>(laid_out(chart_with(curve, {0.0, 1.0}))), IsEmpty());
}

TEST(ChartBands, may_end_within_the_plot_and_are_cut_at_its_edge) {
    Chart chart{.x = {.title = "x", .range = {0.0, 10.0}}, .y = {.title = "y", .range = {0.0, 1.0}}};
    chart.bands.push_back({.y = {0.0, 0.5}, .x = AxisRange{2.0, 1e9}});
    chart.bands.push_back({.y = {0.0, 0.5}, .x = AxisRange{11.0, 12.0}});
    const auto boxes = all<DrawnBox>(laid_out(chart));
    ASSERT_THAT(boxes, SizeIs(1));
    EXPECT_NEAR(boxes[0].box.left, 20.0, 1e-9);
    EXPECT_NEAR(boxes[0].box.right, 100.0, 1e-9);
}

std::vector<std::string> labels(const std::vector<Tick>& ticks) {
    std::vector<std::string> found;
    for (const Tick& tick : ticks) found.push_back(tick.label);
    return found;
}

TEST(IndexTicks, are_whole_numbers_in_groups_of_three) {
    EXPECT_THAT(labels(index_ticks({-0.5, 99'999.5}, 5)), ElementsAre("0", "20 000", "40 000", "60 000", "80 000"));
    EXPECT_THAT(labels(index_ticks({6.6, 10.4}, 9)), ElementsAre("7", "8", "9", "10"));
    EXPECT_THAT(labels(index_ticks({-0.5, 0.5}, 9)), ElementsAre("0"));
}

TEST(LinearTicks, of_tiny_numbers_are_powers_of_ten) {
    EXPECT_THAT(labels(linear_ticks({0.0, 2.2e-6}, 3)), ElementsAre("0", "1e-06", "2e-06"));
    EXPECT_THAT(labels(linear_ticks({0.0, 2.2e-3}, 3)), ElementsAre("0.000", "0.001", "0.002"));
}

} // namespace
} // namespace pairscope::app

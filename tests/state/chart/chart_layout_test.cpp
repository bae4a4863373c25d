// SPDX-License-Identifier: MIT
#include "app/chart/chart_layout.h"
#include "tests/state/drawn_parts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr PlotBox area{100, 50, 500, 350};

/// Letters are half as wide as they are high.
ChartMedium medium(bool can_hover, double scale = 1.0) {
    return {.theme = Theme::light,
            .scale = scale,
            .can_hover = can_hover,
            .extent_of = [](const std::string& text, TextLook look) -> TextExtent {
                return {0.5 * look.size * double(text.size()), look.size};
            }};
}

Chart unit_chart() { return {.x = {.title = "x", .range = {0.0, 1.0}}, .y = {.title = "y", .range = {0.0, 1.0}}}; }

ChartMark mark_at(double x, double y, std::string name = {}) {
    ChartMark mark;
    mark.at = {x, y};
    mark.name = std::move(name);
    return mark;
}

std::vector<std::string> words_in(const std::vector<Drawn>& drawn) {
    std::vector<std::string> words;
    for (const DrawnWords& one : all<DrawnWords>(drawn)) words.push_back(one.text);
    return words;
}

PlotBox box_of(const DrawnWords& words) {
    const double width = 0.5 * words.look.size * double(words.text.size());
    return {words.corner.x, words.corner.y, words.corner.x + width, words.corner.y + words.look.size};
}

TEST(ChartLayout, puts_values_where_linear_and_logarithmic_axes_have_them) {
    Chart chart = unit_chart();
    EXPECT_EQ(pixel_at(chart, area, {0.25, 0.5}).x, 200.0);
    EXPECT_EQ(pixel_at(chart, area, {0.25, 0.5}).y, 200.0) << "up is less";
    chart.x = {.title = "x", .unit = {}, .range = {1.0, 100.0}, .logarithmic = true};
    EXPECT_NEAR(pixel_at(chart, area, {10.0, 0.0}).x, 300.0, 1e-9);
}

TEST(ChartLayout, draws_the_selected_mark_last_with_its_interval_inside_the_axes) {
    Chart chart = unit_chart();
    chart.marks.assign(2, mark_at(0.5, 0.5));
    chart.marks[0].large = true;
    chart.marks[0].interval = AxisRange{-3.0, 9.0};
    chart.marks[1].filled = false;
    chart.marks[1].crossed = true;
    const auto drawn = lay_out(chart, area, medium(true));
    const auto marks = all<DrawnMark>(drawn);
    ASSERT_EQ(marks.size(), 4u) << "each has its ground below it";
    EXPECT_EQ(marks.back().radius, 8.0);
    EXPECT_FALSE(marks[1].filled);
    EXPECT_EQ(all<DrawnCross>(drawn).size(), 1u);
    const auto lines = all<DrawnLine>(drawn);
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_EQ(std::max(lines[0].from.y, lines[0].to.y), area.bottom);
    EXPECT_EQ(std::min(lines[0].from.y, lines[0].to.y), area.top);
}

/// As many marks as a ladder has variants, all within a few pixels.
Chart crowd() {
    Chart chart = unit_chart();
    for (int i = 0; i < 40; ++i) chart.marks.push_back(mark_at(0.5, 0.5 + 0.002 * i, "variant_" + std::to_string(i)));
    chart.marks[30].large = true;
    return chart;
}

TEST(ChartLayout, leaves_out_names_that_have_no_room_on_the_screen_but_never_the_selected_ones) {
    const auto drawn = lay_out(crowd(), area, medium(true));
    const auto names = all<DrawnWords>(drawn);
    EXPECT_LT(names.size(), 40u);
    EXPECT_GT(names.size(), 4u);
    EXPECT_THAT(words_in(drawn), Contains("variant_30"));
    for (std::size_t i = 0; i < names.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(overlap(box_of(names[i]), box_of(names[j]))) << names[i].text << " on " << names[j].text;
}

/// Where a circle is drawn around a mark, with the width of its line.
std::vector<PlotBox> rings_in(const std::vector<Drawn>& drawn) {
    std::vector<PlotBox> rings;
    for (const DrawnMark& one : all<DrawnMark>(drawn))
        if (one.shape == MarkShape::circle && !one.filled)
            rings.push_back(box_around(one.centre, one.radius + double(outline_width(float(one.radius))) / 2.0));
    return rings;
}

TEST(ChartLayout, keeps_names_off_the_circles_around_marks) {
    for (const bool can_hover : {true, false})
        for (const double beside : {0.02, 0.05, 0.08, 0.4}) {
            Chart chart = unit_chart();
            for (const double step : {-1.0, 0.0, 1.0, 2.0}) {
                chart.marks.push_back(mark_at(0.4 + beside * step, 0.5 + 0.3 * beside * step, "variant"));
                chart.marks.back().shape = MarkShape::square;
                chart.marks.back().ringed = step != 2.0;
            }
            chart.marks[1].large = true;
            const auto drawn = lay_out(chart, area, medium(can_hover));
            const auto rings = rings_in(drawn);
            ASSERT_EQ(rings.size(), 3u);
            const auto names = all<DrawnWords>(drawn);
            ASSERT_FALSE(names.empty());
            for (const DrawnWords& name : names)
                for (const PlotBox& ring : rings) EXPECT_FALSE(overlap(box_of(name), ring)) << beside << can_hover;
        }
}

TEST(ChartLayout, leaves_out_more_where_words_are_larger) {
    Chart chart = unit_chart();
    for (int i = 1; i < 20; ++i) chart.marks.push_back(mark_at(0.5, 0.05 * i, "variant"));
    const auto usual = words_in(lay_out(chart, area, medium(true))).size();
    EXPECT_EQ(usual, 19u);
    EXPECT_LT(words_in(lay_out(chart, area, medium(true, 3.0))).size(), usual);
}

TEST(ChartLayout, writes_names_and_key_and_margin_on_paper_only) {
    Chart chart = unit_chart();
    chart.marks.push_back(mark_at(0.5, 0.5, "own"));
    chart.marks[0].addition = ", a device";
    chart.marks[0].named_on_screen = false;
    chart.key.push_back({"recorded", true, true});
    chart.margin.push_back({0.5, "median", "± 95 %"});
    EXPECT_THAT(words_in(lay_out(chart, area, medium(true))), IsEmpty());
    EXPECT_EQ(margin_of(chart, medium(true)), 0.0);
    const auto words = words_in(lay_out(chart, area, medium(false)));
    for (const char* one : {"own, a device", "recorded", "median", "± 95 %"}) EXPECT_THAT(words, Contains(one));
    EXPECT_EQ(margin_of(chart, medium(false)), 6 * 6.0 + 10.0);
}

TEST(ChartLayout, writes_many_names_one_below_the_other_in_the_margin_with_lines_that_lead_to_them) {
    Chart chart = unit_chart();
    chart.names_in_margin = true;
    for (int i = 0; i < 12; ++i) chart.marks.push_back(mark_at(1.0, 0.5 + 0.001 * i, fmt::format("variant {}", i)));
    chart.marks.push_back(mark_at(0.2, 0.5, "early"));
    const ChartMedium paper = medium(false);
    const auto names = all<DrawnWords>(lay_out(chart, area, paper));
    ASSERT_EQ(names.size(), 13u);
    for (std::size_t i = 0; i < names.size(); ++i) {
        const PlotBox box = box_of(names[i]);
        EXPECT_EQ(box.left > area.right, names[i].text != "early") << names[i].text;
        EXPECT_LE(box.right, area.right + margin_of(chart, paper));
        EXPECT_GE(box.top, area.top);
        EXPECT_LE(box.bottom, area.bottom);
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(box, box_of(names[j]))) << names[i].text;
    }
    const auto lines = all<DrawnLine>(lay_out(chart, area, paper));
    EXPECT_EQ(std::ranges::count_if(lines, [](const DrawnLine& line) { return line.to.x > area.right; }), 12);
    EXPECT_EQ(margin_of(chart, medium(true)), 0.0) << "in the window the mouse tells the names";
}

ChartLine slope(const std::string& words, const std::string& fewer) {
    return {.from = {0.0, 0.0}, .to = {1.0, 1.0}, .words = words, .fewer_words = fewer};
}

TEST(ChartLayout, writes_fewer_words_along_a_line_that_is_too_short_and_then_none) {
    Chart chart = unit_chart();
    chart.lines.push_back(slope("fill 4 580 GB/s, measured", "fill"));
    EXPECT_THAT(words_in(lay_out(chart, area, medium(true))), Contains("fill 4 580 GB/s, measured"));
    constexpr PlotBox small{100, 50, 160, 110}, tiny{100, 50, 112, 62};
    EXPECT_THAT(words_in(lay_out(chart, small, medium(true))), Contains("fill"));
    EXPECT_THAT(words_in(lay_out(chart, tiny, medium(true))), IsEmpty());
    EXPECT_THAT(words_in(lay_out(chart, tiny, medium(false))), Not(IsEmpty())) << "on paper nothing tells it instead";
}

TEST(ChartLayout, has_no_words_on_marks) {
    Chart chart = unit_chart();
    chart.lines.push_back(slope("fill 4 580 GB/s", "fill"));
    for (int i = 1; i < 9; ++i) chart.marks.push_back(mark_at(0.1 * i, 0.1 * i, "variant"));
    const auto drawn = lay_out(chart, area, medium(true));
    for (const DrawnWords& words : all<DrawnWords>(drawn)) {
        if (words.angle != 0.0) continue;
        for (const ChartMark& mark : chart.marks)
            EXPECT_FALSE(overlap(box_of(words), box_around(pixel_at(chart, area, mark.at), 6.0)));
    }
}

TEST(ChartLayout, no_path_crosses_words) {
    Chart chart = unit_chart();
    chart.lines.push_back(
        {.from = {0.1, 0.5}, .to = {0.9, 0.5}, .words = "a roof with its words", .words_above = true});
    chart.lines.push_back({.from = {0.15, 0.2}, .to = {0.15, 0.9}, .style = LineStyle::dotted, .arrow = true});
    chart.lines.push_back({.from = {0.05, 0.3}, .to = {0.5, 0.8}, .style = LineStyle::dotted, .arrow = true});
    chart.marks = {mark_at(0.15, 0.2, "the first mark"), mark_at(0.15, 0.9, "the second mark")};
    const auto drawn = lay_out(chart, area, medium(true));
    int dotted = 0;
    for (const DrawnLine& line : all<DrawnLine>(drawn)) {
        dotted += line.dashes.size() == 2;
        if (line.from.y == line.to.y) continue; // the roof
        for (const DrawnWords& words : all<DrawnWords>(drawn))
            EXPECT_FALSE(crosses({line.from.x, line.from.y, line.to.x, line.to.y}, box_of(words))) << words.text;
    }
    EXPECT_GE(dotted, 4) << "both paths have a gap where the words are";
}

TEST(ChartLayout, dashes_and_arrows_tell_lines_apart) {
    Chart chart = unit_chart();
    chart.lines.push_back({.from = {0.0, 0.0}, .to = {1.0, 0.0}, .style = LineStyle::dotted, .arrow = true});
    chart.lines.push_back({.from = {0.0, 0.5}, .to = {0.01, 0.5}, .arrow = true});
    const auto lines = all<DrawnLine>(lay_out(chart, area, medium(true, 2.0)));
    ASSERT_EQ(lines.size(), 4u) << "an arrow is two strokes; the short line has no room for one";
    EXPECT_THAT(lines[0].dashes, ::testing::ElementsAre(2.4, 8.0));
    EXPECT_NEAR((lines[1].to.x + lines[1].from.x) / 2.0, 300.0, 12.0);
    const double back = lines[1].to.x - lines[1].from.x, aside = std::abs(lines[1].to.y - lines[1].from.y);
    EXPECT_GT(back, 0.0) << "it points to the end of the line";
    EXPECT_GE(aside, back) << "a narrower head with a dot of the line in it looks like the letter A";
}

TEST(ChartLayout, draws_a_line_per_pixel_where_values_have_no_room_for_marks) {
    const std::vector<double> few(50, 0.5e-3), many(5000, 0.5e-3);
    Chart chart = unit_chart();
    chart.x.range = {0.5, 50.5};
    chart.series.push_back({.values = few, .scale = 1e3});
    EXPECT_EQ(all<DrawnMark>(lay_out(chart, area, medium(true))).size(), 50u);
    chart.series[0].values = many;
    const auto drawn = lay_out(chart, area, medium(true));
    EXPECT_EQ(all<DrawnLine>(drawn).size(), std::size_t(area.width()));
    EXPECT_THAT(all<DrawnMark>(drawn), IsEmpty());
}

Chart bars(bool first_recorded) {
    Chart chart{.x = {.title = "times as fast", .range = {0.0, 4.0}}, .y = {}};
    chart.bars = {{.name = "a device", .heading = true},
                  {.name = "one", .value = 1.0, .words = "1.00x", .recorded = first_recorded},
                  {.name = "two", .value = 2.0, .words = "2.00x", .recorded = true}};
    return chart;
}

TEST(ChartLayout, makes_bars_as_long_as_their_values_in_rows_of_their_own) {
    const auto boxes = all<DrawnBox>(lay_out(bars(false), area, medium(true)));
    ASSERT_EQ(boxes.size(), 2u);
    EXPECT_DOUBLE_EQ(boxes[0].box.width(), 100.0);
    EXPECT_DOUBLE_EQ(boxes[1].box.width(), 200.0);
    EXPECT_DOUBLE_EQ((boxes[0].box.top + boxes[0].box.bottom) / 2.0, 200.0) << "the heading has the first of three";
}

TEST(ChartLayout, hatches_recorded_bars_inside_them_and_on_paper_only_beside_measured_ones) {
    const auto strokes = [](const std::vector<Drawn>& drawn) {
        auto lines = all<DrawnLine>(drawn);
        std::erase_if(lines, [](const DrawnLine& line) { return line.from.x == line.to.x; });
        return lines;
    };
    const auto mixed = strokes(lay_out(bars(false), area, medium(false)));
    EXPECT_GT(mixed.size(), 10u);
    for (const DrawnLine& line : mixed)
        EXPECT_TRUE(std::min(line.from.x, line.to.x) >= 100.0 && std::max(line.from.x, line.to.x) <= 300.0 + 1e-9);
    EXPECT_THAT(strokes(lay_out(bars(true), area, medium(false))), IsEmpty());
    EXPECT_THAT(strokes(lay_out(bars(true), area, medium(true))), Not(IsEmpty()));
}

TEST(ChartLayout, finds_the_mark_and_the_line_under_the_mouse) {
    Chart chart = unit_chart();
    chart.marks = {mark_at(0.5, 0.5), mark_at(0.52, 0.5)};
    chart.lines.push_back({.from = {0.0, 0.0}, .to = {1.0, 0.0}}); // without words: nothing to tell
    chart.lines.push_back(slope("fill", ""));
    EXPECT_EQ(mark_near(chart, area, {307.0, 200.0}, 9.0), 1u);
    EXPECT_EQ(mark_near(chart, area, {301.0, 200.0}, 9.0), 0u);
    EXPECT_FALSE(mark_near(chart, area, {330.0, 200.0}, 9.0));
    EXPECT_EQ(line_near(chart, area, {200.0, 276.0}, 4.0), 1u);
    EXPECT_FALSE(line_near(chart, area, {200.0, 350.0}, 4.0));
}

} // namespace
} // namespace pairscope::app

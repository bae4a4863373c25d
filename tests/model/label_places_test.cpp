// SPDX-License-Identifier: MIT
#include "app/model/label_places.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

constexpr PlotBox plot{0, 0, 400, 300};

LabelAnchor mark(float x, float y) { return {.x = x, .y = y, .radius = 5, .width = 60, .height = 14}; }

bool overlap(const PlotBox& a, const PlotBox& b) {
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

TEST(LabelPlaces, a_name_alone_stands_right_of_its_mark) {
    const auto places = place_labels(std::vector{mark(100, 100)}, {}, plot);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_FALSE(places[0].on_left);
    EXPECT_FALSE(places[0].moved);
    EXPECT_GT(places[0].box.left, 105.0f);
    EXPECT_FLOAT_EQ(places[0].box.top, 93.0f);
}

TEST(LabelPlaces, near_the_right_edge_it_stands_on_the_left) {
    EXPECT_TRUE(place_labels(std::vector{mark(380, 100)}, {}, plot)[0].on_left);
}

TEST(LabelPlaces, it_keeps_off_a_line_where_it_can) {
    const std::vector<PlotLine> line{{120, 0, 120, 300}};
    EXPECT_TRUE(place_labels(std::vector{mark(100, 100)}, line, plot)[0].on_left);
}

TEST(LabelPlaces, it_would_rather_cross_a_line_than_stand_nearer_to_another_mark) {
    const std::vector<PlotLine> line{{120, 0, 120, 300}};
    const auto places = place_labels(std::vector{mark(100, 100), mark(60, 103)}, line, plot);
    EXPECT_FALSE(places[0].on_left);
}

TEST(LabelPlaces, names_of_marks_on_top_of_each_other_do_not_overlap) {
    std::vector<LabelAnchor> marks;
    for (int i = 0; i < 8; ++i) marks.push_back(mark(200, 150 + 2.0f * float(i)));
    const auto places = place_labels(marks, {}, plot);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(places[i].box, places[j].box)) << i << " and " << j;
}

} // namespace
} // namespace pairscope::app

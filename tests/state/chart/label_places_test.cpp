// SPDX-License-Identifier: MIT
#include "app/chart/label_places.h"
#include "tests/state/drawn_parts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr PlotBox plot{0, 0, 400, 300};

LabelAnchor mark(double x, double y) { return {.x = x, .y = y, .radius = 5, .width = 60, .height = 14}; }

TEST(LabelPlaces, a_name_alone_stands_right_of_its_mark) {
    const auto places = place_labels(std::vector{mark(100, 100)}, {}, plot);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_FALSE(places[0].on_left);
    EXPECT_FALSE(places[0].moved);
    EXPECT_GT(places[0].box.left, 105.0);
    EXPECT_DOUBLE_EQ(places[0].box.top, 93.0);
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
    for (int i = 0; i < 8; ++i) marks.push_back(mark(200, 150 + 2.0 * double(i)));
    const auto places = place_labels(marks, {}, plot);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(places[i].box, places[j].box)) << i << " and " << j;
}

TEST(LabelPlaces, no_hair_line_on_paper_passes_through_a_mark_beside_its_own) {
    const std::vector<LabelAnchor> marks{mark(194, 116), mark(203, 133), mark(198, 103), mark(200, 96)};
    const auto places = place_labels(marks, {}, plot);
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (!places[i].moved) continue;
        const PlotLine hair = hair_line({marks[i].x, marks[i].y}, places[i]);
        for (const LabelAnchor& other : marks) {
            const bool is_beside = std::hypot(other.x - marks[i].x, other.y - marks[i].y) > marks[i].radius;
            EXPECT_FALSE(is_beside && crosses(hair, box_around({other.x, other.y}, 0.7 * other.radius))) << i;
        }
    }
}

TEST(LabelPlaces, a_name_keeps_off_what_is_taken) {
    const std::vector<PlotBox> taken{{108, 90, 130, 110}};
    const auto places = place_labels(std::vector{mark(100, 100)}, {}, plot, taken);
    EXPECT_FALSE(overlap(places[0].box, taken[0]));
}

LabelAnchor shy_mark(double x, double y) {
    LabelAnchor anchor = mark(x, y);
    anchor.may_be_left_out = anchor.keeps_off_lines = true;
    return anchor;
}

TEST(LabelPlaces, a_name_without_room_beside_its_mark_stands_a_little_farther_with_a_hair_line) {
    const std::vector<PlotBox> taken{{0, 30, 170, 170}}; // all the room beside the mark
    const auto places = place_labels(std::vector{shy_mark(100, 165)}, {}, plot, taken);
    ASSERT_FALSE(places[0].left_out);
    EXPECT_FALSE(overlap(places[0].box, taken[0]));
    const std::vector<PlotBox> wide{{0, 0, 400, 300}};
    EXPECT_TRUE(place_labels(std::vector{shy_mark(100, 165)}, {}, plot, wide)[0].left_out);
}

/// The distance of a name from a mark's middle [px].
double distance_from(const LabelPlace& place, const LabelAnchor& mark) {
    const double dx = std::max({place.box.left - mark.x, 0.0, mark.x - place.box.right});
    const double dy = std::max({place.box.top - mark.y, 0.0, mark.y - place.box.bottom});
    return std::hypot(dx, dy);
}

TEST(LabelPlaces, no_name_stands_nearer_to_another_mark_than_to_its_own_and_rather_there_is_none) {
    for (const double apart : {7.0, 10.0, 14.0, 20.0, 35.0})
        for (const double across : {0.0, 6.0, 15.0}) {
            std::vector<LabelAnchor> marks;
            for (int i = 0; i < 9; ++i)
                marks.push_back(
                    shy_mark(150 + across * double(i % 3), 60 + apart * double(i / 3) + 3.0 * double(i % 2)));
            const auto places = place_labels(marks, {}, plot);
            for (std::size_t i = 0; i < marks.size(); ++i) {
                if (places[i].left_out) continue;
                for (std::size_t j = 0; j < marks.size(); ++j) {
                    const bool hides = std::hypot(marks[i].x - marks[j].x, marks[i].y - marks[j].y) <= marks[i].radius;
                    if (!hides) {
                        EXPECT_GE(distance_from(places[i], marks[j]), distance_from(places[i], marks[i]))
                            << apart << " " << across << ": " << i << " beside " << j;
                    }
                }
            }
        }
}

TEST(LabelPlaces, no_hair_line_passes_through_the_name_of_another_mark) {
    std::vector<LabelAnchor> marks;
    for (int i = 0; i < 24; ++i) marks.push_back(shy_mark(200 + double(i % 4), 150 + double(i / 4)));
    const auto places = place_labels(marks, {}, plot);
    int far = 0;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i].left_out || !places[i].moved) continue;
        ++far;
        for (std::size_t j = 0; j < i; ++j) {
            EXPECT_FALSE(!places[j].left_out && overlap(places[i].box, places[j].box)) << i << " and " << j;
        }
    }
    EXPECT_GE(far, 4);
}

TEST(LinePart, is_what_lies_in_a_box_and_the_others_are_beside_all_boxes) {
    const PlotLine line{0, 10, 100, 10};
    const std::vector<PlotBox> boxes{{40, 0, 60, 20}, {50, 0, 70, 20}, {0, 30, 100, 40}};
    ASSERT_TRUE(part_in(line, boxes[0]));
    EXPECT_DOUBLE_EQ(part_in(line, boxes[0])->from, 0.4);
    EXPECT_DOUBLE_EQ(part_in(line, boxes[0])->to, 0.6);
    EXPECT_FALSE(part_in(line, boxes[2]));
    const auto parts = parts_beside(line, boxes);
    ASSERT_EQ(parts.size(), 2u);
    EXPECT_DOUBLE_EQ(parts[0].from, 0.0);
    EXPECT_DOUBLE_EQ(parts[0].to, 0.4);
    EXPECT_DOUBLE_EQ(parts[1].from, 0.7);
    EXPECT_DOUBLE_EQ(parts[1].to, 1.0);
    EXPECT_EQ(parts_beside(line, std::vector<PlotBox>{{-1, 0, 101, 20}}).size(), 0u);
}

LineWords words_on(PlotLine line) { return {.line = line, .width = 80, .height = 14}; }

bool any_overlap(const std::vector<PlotBox>& these, const std::vector<PlotBox>& those) {
    return std::ranges::any_of(these, [&](const PlotBox& a) {
        return std::ranges::any_of(those, [&](const PlotBox& b) { return overlap(a, b); });
    });
}

TEST(LineWordsPlaces, words_alone_begin_behind_the_left_end_below_the_line) {
    const auto places = place_line_words(std::vector{words_on({50, 100, 350, 100})}, {}, plot, 10);
    ASSERT_EQ(places.size(), 1u);
    EXPECT_DOUBLE_EQ(places[0].x, 60.0);
    EXPECT_GT(places[0].y, 100.0);
    EXPECT_DOUBLE_EQ(places[0].angle, 0.0);
}

TEST(LineWordsPlaces, words_at_the_end_end_where_the_line_ends) {
    LineWords words = words_on({50, 100, 350, 100});
    words.at_end = words.above = true;
    const auto places = place_line_words(std::vector{words}, {}, plot, 10);
    EXPECT_DOUBLE_EQ(places[0].x + words.width, 350.0);
    EXPECT_LT(places[0].y + words.height, 100.0);
}

TEST(LineWordsPlaces, their_boxes_hold_the_words_of_a_slope) {
    const LineWords words = words_on({50, 250, 250, 50});
    const auto place = place_line_words(std::vector{words}, {}, plot, 10)[0];
    for (const double right : {0.0, 0.3, 0.5, 0.7, 1.0})
        for (const double down : {0.0, 1.0}) {
            const double x =
                place.x + right * words.width * std::cos(place.angle) - down * words.height * std::sin(place.angle);
            const double y =
                place.y + right * words.width * std::sin(place.angle) + down * words.height * std::cos(place.angle);
            const PlotBox near{x - 0.1, y - 0.1, x + 0.1, y + 0.1};
            EXPECT_TRUE(any_overlap(place.covers, {near})) << right << ", " << down;
        }
}

TEST(LineWordsPlaces, words_of_a_roof_keep_off_marks_and_stay_inside) {
    const std::vector<PlotBox> marks{{95, 195, 105, 205}, {100, 205, 125, 215}, {60, 240, 75, 250}};
    const auto place = place_line_words(std::vector{words_on({0, 300, 300, 0})}, marks, plot, 10)[0];
    EXPECT_FALSE(any_overlap(place.covers, marks));
    for (const PlotBox& piece : place.covers) {
        EXPECT_GE(piece.left, plot.left);
        EXPECT_LE(piece.bottom, plot.bottom);
    }
}

TEST(LineWordsPlaces, words_of_near_roofs_do_not_overlap) {
    std::vector<LineWords> words;
    for (int i = 0; i < 4; ++i) words.push_back(words_on({0, 250 + 4.0 * double(i), 250, 0 + 4.0 * double(i)}));
    words[0].above = true;
    const auto places = place_line_words(words, {}, plot, 10);
    for (std::size_t i = 0; i < places.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_FALSE(any_overlap(places[i].covers, places[j].covers)) << i << " and " << j;
}

TEST(LineWordsPlaces, between_near_roofs_words_stand_on_their_own_line) {
    std::vector<LineWords> words;
    for (int i = 0; i < 3; ++i) words.push_back(words_on({0, 230 + 16.0 * double(i), 250, -20 + 16.0 * double(i)}));
    words[0].above = true;
    const auto places = place_line_words(words, {}, plot, 40);
    EXPECT_FALSE(places[0].on_line);
    ASSERT_TRUE(places[1].on_line);
    const PlotLine middle = middle_of(places[1], words[1]);
    EXPECT_NEAR(middle.x0 + middle.y0, 246, 0.1) << "its line is x + y = 246";
    EXPECT_NEAR(middle.x1 + middle.y1, 246, 0.1);
    EXPECT_FALSE(places[2].on_line);
}

TEST(LineWordsPlaces, words_that_a_line_would_cross_are_fewer_or_left_out_where_the_mouse_tells_them) {
    LineWords upper = words_on({0, 250, 150, 100}), lower = words_on({0, 258, 150, 108});
    upper.above = true;
    const std::vector<PlotBox> marks{{40, 150, 110, 210}, {90, 90, 150, 140}}; // no room above the upper line
    lower.width = upper.width = 170;
    upper.short_width = 30;
    upper.may_be_left_out = true;
    const auto places = place_line_words(std::vector{upper, lower}, marks, plot, 12);
    EXPECT_TRUE(places[0].shortened || places[0].left_out);
    lower.may_be_left_out = true;
    const auto without = place_line_words(std::vector{upper, lower}, marks, {0, 0, 150, 262}, 12);
    EXPECT_TRUE(without[1].left_out) << "the upper line crosses them above, and they leave the plot below";
}

TEST(LineWordsPlaces, of_no_room_at_all_they_are_somewhere) {
    EXPECT_EQ(place_line_words(std::vector{words_on({10, 10, 10, 10})}, {}, plot, 10).size(), 1u);
}

} // namespace
} // namespace pairscope::app

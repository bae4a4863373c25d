// SPDX-License-Identifier: MIT
// Which vectors the Points panel draws.
#include "app/subjects/points/drawn_vectors.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <set>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// A box of 100 x 50 pixels that shows x from 0 to 100 and y from 0 to 50.
constexpr ScatterPlace whole_box{{.center_x = 50.0, .center_y = 25.0, .units_per_pixel = 1.0, .fit = false}, {100, 50}};

std::vector<PlacedVector> in_sight(DrawnVectors& drawn, const ScatterPlace& place) {
    const auto seen = drawn.in_sight(place);
    return {seen.begin(), seen.end()};
}

TEST(DrawnVectors, are_those_in_the_box_and_both_sets_take_turns) {
    const std::vector<float> first{1, 1, -1, 1, 100, 50, nan, 3}, second{0, 0, 5, nan, 7, 51, 50, 25};
    DrawnVectors drawn;
    drawn.set_places({first, second}, 1);
    EXPECT_THAT(in_sight(drawn, whole_box),
                ElementsAre(PlacedVector{0, 0}, PlacedVector{1, 0}, PlacedVector{0, 2}, PlacedVector{1, 3}));
    EXPECT_EQ(drawn.undrawn(), 2);
    ASSERT_TRUE(drawn.extent());
    EXPECT_EQ(drawn.extent()->min_x, -1.0);
    EXPECT_EQ(drawn.extent()->max_y, 51.0);
}

TEST(DrawnVectors, of_a_multitude_are_one_for_each_pixel) {
    std::mt19937 random(7);
    std::uniform_real_distribution<float> across(-10.0f, 110.0f), up(-10.0f, 60.0f);
    std::vector<float> places;
    std::set<std::pair<int, int>> pixels;
    for (int row = 0; row < 40'000; ++row) {
        const float x = across(random), y = up(random);
        places.insert(places.end(), {x, y});
        if (x >= 0.0f && x <= 100.0f && y >= 0.0f && y <= 50.0f) pixels.emplace(int(x), int(50.0 - double(y)));
    }
    DrawnVectors drawn;
    drawn.set_places({places, {}}, 1);
    std::set<std::pair<int, int>> seen;
    for (const auto [set, row] : in_sight(drawn, whole_box)) {
        const auto i = std::size_t(2 * row);
        EXPECT_TRUE(seen.emplace(int(places[i]), int(50.0 - double(places[i + 1]))).second) << row;
    }
    EXPECT_EQ(seen, pixels);
}

TEST(DrawnVectors, are_looked_at_again_only_after_something_changed) {
    std::vector<float> places{1, 1, 2, 2};
    DrawnVectors drawn;
    drawn.set_places({places, {}}, 1);
    EXPECT_EQ(in_sight(drawn, whole_box).size(), 2u);
    places[0] = nan;
    drawn.set_places({places, {}}, 1);
    EXPECT_EQ(in_sight(drawn, whole_box).size(), 2u) << "nothing said that it changed";
    EXPECT_EQ(drawn.undrawn(), 0);
    ScatterPlace other = whole_box;
    other.view.center_x = 51.0;
    EXPECT_THAT(in_sight(drawn, other), ElementsAre(PlacedVector{0, 1})) << "another view";
    drawn.set_places({places, {}}, 2);
    EXPECT_THAT(in_sight(drawn, whole_box), ElementsAre(PlacedVector{0, 1})) << "another revision";
    EXPECT_EQ(drawn.undrawn(), 1);
    const std::vector<float> longer{1, 1, 2, 2, 3, 3};
    drawn.set_places({longer, {}}, 2);
    EXPECT_EQ(in_sight(drawn, whole_box).size(), 3u) << "other places";
    drawn.set_places({}, 2);
    EXPECT_THAT(in_sight(drawn, whole_box), IsEmpty());
    EXPECT_FALSE(drawn.extent());
}

} // namespace
} // namespace pairscope::app

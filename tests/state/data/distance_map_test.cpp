// SPDX-License-Identifier: MIT
#include "app/subjects/data/map/map.h"
#include "app/subjects/data/map/principal_plane.h"
#include "kernels/data/dataset.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

TEST(DistanceMap, of_places_in_a_line_has_no_second_axis) {
    const std::vector<float> at{1, 2, 4, 9, 11};
    Dataset given{.name = "distances", .rows = 5, .dims = 5};
    std::vector<float> values;
    for (const float a : at)
        for (const float b : at) values.push_back(4.0f * std::abs(a - b));
    given.values = std::move(values);
    given.holds_distances = true;
    const auto map = distance_map(given);
    ASSERT_TRUE(map);
    for (std::size_t i = 1; i < map->first.size(); i += 2) EXPECT_EQ(map->first[i], 0.0f);
    EXPECT_NEAR(std::abs(map->first.front() - map->first[8]), 40.0f, 1e-3f);
}

} // namespace
} // namespace pairscope::app

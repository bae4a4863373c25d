// SPDX-License-Identifier: MIT
// Metrics that prepare their vectors: what a user sees are the numbers that were loaded.
#include "app/spine/commands.h"
#include "app/spine/update/update.h"
#include "app/subjects/data/data.h"
#include "app/subjects/points/points.h"
#include "kernels/data/coordinates.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <cmath>

namespace pairscope::app {
namespace {

TEST(PreparedMetrics, keep_the_points_and_give_them_back) {
    State state = laptop_with_points();
    const auto points = state.data.now.question.first;
    for (const char* id : {"mahalanobis_distance", "standardised_euclidean", "correlation_distance", "hamming_distance",
                           "jensen_shannon_distance"}) {
        (void)update(state, command::ChooseWorkload{id});
        const auto set = state.data.now.question.first;
        ASSERT_EQ(state.data.now.question.workload, id);
        EXPECT_EQ(set->original, points) << id;
        EXPECT_EQ(coordinate_in_file(*set, 3, 1), coordinate_in_file(*points, 3, 1)) << id;
    }
    (void)update(state, command::ChooseWorkload{"manhattan_distance"});
    EXPECT_EQ(state.data.now.question.first, points);
    (void)update(state, command::ChooseWorkload{"euclidean_distance"});
    EXPECT_EQ(state.data.now.question.first, points);
}

TEST(PreparedMetrics, prepare_all_points_again_when_one_moves) {
    State state = laptop_with_points();
    (void)update(state, command::ChooseWorkload{"standardised_euclidean"});
    const float before = coordinates(*state.data.now.question.first)[7];
    (void)update(state, command::MovePoint{.row = 0, .x = 1000.0f, .y = -1000.0f, .last = true});
    const Dataset& set = *state.data.now.question.first;
    EXPECT_EQ(coordinate_in_file(set, 0, 0), 1000.0);
    EXPECT_NE(coordinates(set)[7], before) << "the deviation of its column has changed";
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "kernels/scale/nearest_rows.h"

#include "tests/kernels/scale/scale_samples.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::scale {
namespace {

void expect_equal(const neighbours::NeighbourTable& found, const neighbours::NeighbourTable& expected) {
    EXPECT_EQ(found.k, expected.k);
    EXPECT_EQ(found.rows, expected.rows);
    EXPECT_EQ(found.left_out, expected.left_out);
    EXPECT_EQ(found.is_symmetric, expected.is_symmetric);
    EXPECT_EQ(found.neighbours, expected.neighbours);
    ASSERT_EQ(found.distances.size(), expected.distances.size());
    int different = 0; // NaN in the same places
    for (std::size_t i = 0; i < found.distances.size(); ++i)
        different += found.distances[i] == expected.distances[i] || std::isnan(expected.distances[i]) ? 0 : 1;
    EXPECT_EQ(different, 0);
}

TEST(NearestInPieces, are_those_of_the_search_of_all_rows) {
    for (const samples::PairSample& sample : samples::pair_samples())
        for (const int k : {1, 3, neighbours::most_neighbours - 1, neighbours::most_neighbours}) {
            SCOPED_TRACE(sample.name + " " + std::to_string(k));
            neighbours::NeighbourQuestion question = sample.question();
            question.k = k;
            NearestSearch here(question), there(question);
            samples::run_in_disorder(here.work(), there.work(), 3);
            expect_equal(here.table(), neighbours::nearest_neighbours(question, {}));
        }
}

TEST(NearestInPieces, leave_out_the_same_row_of_two_sets_of_one_file) {
    const Dataset data = samples::vectors(200, 2, 1), more = samples::vectors(200, 2, 1);
    const neighbours::NeighbourQuestion question{.first = data, .second = &more, .k = 3, .same_rows = true};
    NearestSearch search(question);
    ASSERT_TRUE(run_here(search.work(), {.threads = 2}));
    expect_equal(search.table(), neighbours::nearest_neighbours(question, {}));
}

TEST(NearestInPieces, of_many_coincident_points_are_the_lowest_rows) {
    const Dataset data = samples::vectors_of(std::vector<float>(1000, 1.0f), 2);
    const neighbours::NeighbourQuestion question{.first = data, .k = 4};
    NearestSearch search(question);
    ASSERT_TRUE(run_here(search.work(), {.threads = 2}));
    expect_equal(search.table(), neighbours::nearest_neighbours(question, {}));
}

} // namespace
} // namespace pairscope::scale

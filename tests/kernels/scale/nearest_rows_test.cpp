// SPDX-License-Identifier: MIT
#include "kernels/scale/nearest_rows.h"

#include "tests/kernels/scale/scale_samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

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

/// Vectors whose squared distances from the first one are so large whole numbers that only every other one has another
/// root. The later ones are nearer, if squares decide.
Dataset with_squares_that_have_one_root() {
    constexpr int rows = 50, large_ones = 31, small_ones = 7;
    constexpr float large = 16777215.0f; // 31 of its squares are less than 2^53
    std::vector<float> values(std::size_t{large_ones + small_ones});
    for (int row = 1; row < rows; ++row) {
        for (int k = 0; k < large_ones; ++k) values.push_back(large);
        int left = rows - row;
        for (int k = 0; k < small_ones; ++k) {
            const int root = static_cast<int>(std::sqrt(static_cast<double>(left)));
            values.push_back(static_cast<float>(root));
            left -= root * root;
        }
        EXPECT_EQ(left, 0);
    }
    return samples::vectors_of(std::move(values), large_ones + small_ones);
}

TEST(NearestInPieces, of_prepared_rows_are_equally_near_where_distances_are_equal) {
    Dataset data = with_squares_that_have_one_root();
    const auto found_by_both = [&] {
        const neighbours::NeighbourQuestion question{.first = data, .k = 8};
        NearestSearch search(question);
        EXPECT_TRUE(run_here(search.work(), {.threads = 2}));
        expect_equal(search.table(), neighbours::nearest_neighbours(question, {}));
        return search.table().neighbours;
    };
    const auto by_squares = found_by_both();
    data.original = std::make_shared<const Dataset>(data);
    EXPECT_NE(found_by_both(), by_squares);
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

// SPDX-License-Identifier: MIT
// Two sets that are the first rows of one file, of different sizes: no row is its own neighbour.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/data/vectors.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <tuple>

namespace pairscope::neighbours {
namespace {

/// Whole numbers, so that distances are exact and many are equal.
Dataset lattice(std::int64_t rows, std::int64_t dims) {
    Pcg32 random(7);
    std::vector<float> values(std::size_t(rows * dims));
    for (float& value : values) value = float(random.next() % 5);
    return {.name = "lattice", .rows = rows, .dims = dims, .values = std::move(values)};
}

std::int64_t distance(Metric metric, const Dataset& data, std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0, most = 0;
    for (std::int64_t k = 0; k < data.dims; ++k) {
        const auto values = coordinates(data);
        const auto apart =
            std::int64_t(values[std::size_t(a * data.dims + k)] - values[std::size_t(b * data.dims + k)]);
        sum += metric == Metric::manhattan ? std::abs(apart) : apart * apart;
        most = std::max(most, std::abs(apart));
    }
    return metric == Metric::chebyshev ? most : sum;
}

struct Sizes {
    std::int64_t first, second, dims;
};

/// Rows of the second set without this one, nearest first, and the lower row of equally near ones.
std::vector<std::int32_t> right_order(Metric metric, const Dataset& whole, std::int64_t row, std::int64_t candidates) {
    std::vector<std::int32_t> rows;
    for (std::int32_t col = 0; col < candidates; ++col)
        if (col != row) rows.push_back(col);
    std::ranges::sort(rows, {}, [&](std::int32_t col) { return std::tuple(distance(metric, whole, row, col), col); });
    return rows;
}

} // namespace

TEST(SameRows, no_row_finds_itself_in_lists_tables_and_radii) {
    for (const Metric metric : {Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev})
        for (const Sizes& sizes : {Sizes{30, 50, 2}, Sizes{50, 30, 2}, Sizes{400, 700, 2}, Sizes{30, 50, 3},
                                   Sizes{50, 30, 5}, Sizes{2, 3, 2}, Sizes{1, 2, 4}, Sizes{40, 41, 64}}) {
            SCOPED_TRACE(testing::Message()
                         << name_of(metric) << ' ' << sizes.first << ' ' << sizes.second << ' ' << sizes.dims);
            const Dataset whole = lattice(std::max(sizes.first, sizes.second), sizes.dims);
            const Dataset a = first_rows(whole, sizes.first), b = first_rows(whole, sizes.second);
            const NeighbourQuestion question{.first = a, .second = &b, .k = 4, .metric = metric, .same_rows = true};
            const NeighbourTable table = nearest_neighbours(question, {});
            ASSERT_EQ(table.k, std::min<std::int64_t>(4, sizes.second - 1));
            std::int64_t closer = 0;
            for (std::int64_t row = 0; row < a.rows; ++row) {
                const std::vector<std::int32_t> right = right_order(metric, whole, row, b.rows);
                const auto found = table.neighbours_of(row);
                ASSERT_TRUE(std::equal(found.begin(), found.end(), right.begin())) << "row " << row;
                const RowNeighbours list = neighbours_of_row(question, row, false);
                EXPECT_EQ(list.others, std::ssize(right));
                for (std::size_t i = 0; i < list.nearest.size(); ++i) ASSERT_EQ(list.nearest[i].row, right[i]);
                for (const std::int32_t col : right)
                    closer += distance(metric, whole, row, col) < (metric == Metric::euclidean ? 4 : 2) ? 1 : 0;
            }
            const auto pairs = count_closer_pairs(question, 2.0, {});
            ASSERT_TRUE(pairs);
            EXPECT_EQ(pairs->closer, closer);
            EXPECT_EQ(pairs->all, a.rows * b.rows - std::min(a.rows, b.rows));
        }
}

TEST(SameRows, are_the_same_rows_in_the_other_direction) {
    const Dataset whole = lattice(9, 3), a = first_rows(whole, 6);
    const NeighbourQuestion question{
        .first = a, .second = &whole, .k = 2, .metric = Metric::euclidean, .same_rows = true};
    EXPECT_TRUE(turned(question).same_rows);
    EXPECT_EQ(nearest_neighbours(turned(question), {}).rows, 9);
    EXPECT_FALSE(as_neighbour(question, 4, 4));
    EXPECT_TRUE(as_neighbour(question, 4, 5));
}

} // namespace pairscope::neighbours

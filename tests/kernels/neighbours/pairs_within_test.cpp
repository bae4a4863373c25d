// SPDX-License-Identifier: MIT
// Pairs within a radius and rows of distances, beside what each pair has by itself.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/rows/distance_rows.h"
#include "kernels/neighbours/rows/pairs_within.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pairscope::neighbours {
namespace {

/// Whole numbers, so that many pairs lie at a whole radius. One vector has no distances.
Dataset lattice(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<float> values(std::size_t(rows * dims));
    for (float& value : values) value = float(random.next() % 9);
    values[std::size_t(dims)] = std::numeric_limits<float>::quiet_NaN();
    return {.name = "lattice", .rows = rows, .dims = dims, .values = std::move(values)};
}

constexpr Metric metrics[]{Metric::euclidean, Metric::squared, Metric::manhattan,
                           Metric::chebyshev, Metric::cosine,  Metric::great_circle};
double radius_for(Metric metric) {
    return metric == Metric::cosine ? 0.125 : metric == Metric::great_circle ? 300.0 : 3.0;
}

void expect_pairs(const NeighbourQuestion& question, double radius, PairSides sides) {
    const PairsWithin pairs(question, radius, {});
    const Measure measure(question);
    CloserPairs counted;
    std::int64_t next = 0;
    const bool is_whole = for_each_row_within(pairs, sides, {.threads = 2}, [&](std::int64_t row, auto near) {
        EXPECT_EQ(row, next++);
        std::int64_t last = -1;
        for (const NearVector& vector : near) {
            EXPECT_GT(vector.row, last);
            last = vector.row;
            EXPECT_NE(vector.row, question.own_row(row));
            EXPECT_EQ(vector.distance, measure.distance(row, vector.row));
            EXPECT_EQ(measure.compare_with_radius(row, vector.row, radius), vector.is_at_radius ? 0 : -1);
            (vector.is_at_radius ? counted.at_radius : counted.closer) += 1;
        }
    });
    EXPECT_TRUE(is_whole);
    EXPECT_EQ(next, question.first.rows);
    const auto expected = count_closer_pairs(question, radius, {});
    ASSERT_TRUE(expected);
    const std::int64_t times = sides == PairSides::both && question.second == nullptr ? 2 : 1;
    EXPECT_EQ(counted.closer, times * expected->closer);
    EXPECT_EQ(counted.at_radius, times * expected->at_radius);
}

/// Coordinates of any kind: bytes, float32 numbers with all their digits, and numbers with low parts.
std::vector<Dataset> sets_of_all_kinds() {
    std::vector<Dataset> sets{lattice(40, 3, 5)};
    for (float& value : std::get<std::vector<float>>(sets[0].values))
        if (std::isnan(value)) value = 1.0f;
    Pcg32 random(11);
    Dataset floats = sets[0], doubles = sets[0];
    for (float& value : std::get<std::vector<float>>(floats.values)) value = float(random.next()) * 0x1p-32f;
    doubles.values = floats.values;
    for (std::size_t i = 0; i < 120; ++i) doubles.low.push_back(float(random.next()) * 0x1p-58f);
    sets.push_back(std::move(floats));
    sets.push_back(std::move(doubles));
    return sets;
}

} // namespace

TEST(PairsWithin, a_distance_that_was_found_is_at_itself_as_a_radius) {
    for (const Dataset& set : sets_of_all_kinds())
        for (const Metric metric :
             {Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev, Metric::cosine}) {
            const NeighbourQuestion question{.first = set, .metric = metric};
            const Measure measure(question);
            for (std::int64_t col = 1; col < set.rows; ++col) {
                const double radius = measure.distance(0, col);
                SCOPED_TRACE(testing::Message() << name_of(metric) << ", radius " << radius);
                EXPECT_EQ(measure.compare_with_radius(0, col, radius), 0);
                EXPECT_GE(count_closer_pairs(question, radius, {})->at_radius, 1);
                expect_pairs(question, radius, PairSides::once);
            }
        }
}

/// Each term of a Canberra distance is a quotient, so the rounding of 1e20 says nothing of a difference of 1e-20.
TEST(PairsWithin, by_canberra_distance_are_not_hidden_by_large_numbers) {
    const std::vector<double> numbers{1e-20, 1e20, 0.1, 2e-20, 1e20, 0.1, 1e-20, 3e20, 0.3, 1e-20, -1e20, 0.1};
    Dataset set{.name = "far apart", .rows = 4, .dims = 3};
    std::vector<float> values;
    for (const double x : numbers) {
        values.push_back(float(x));
        set.low.push_back(float(x - double(values.back())));
    }
    set.values = std::move(values);
    const NeighbourQuestion question{.first = set, .metric = Metric::canberra};
    const Measure measure(question);
    EXPECT_EQ(measure.compare_with_radius(0, 1, 0.1), 1) << "a third";
    EXPECT_EQ(measure.compare_with_radius(0, 2, 1.0), 0) << "two halves, of decimals that are rounded";
    EXPECT_EQ(measure.compare_with_radius(0, 3, 1.0), 0) << "numbers with different signs";
    EXPECT_EQ(measure.compare_with_radius(0, 3, 0.999999999), 1);
    for (const double radius : {0.1, 0.3333333, 0.5, 1.0, 1.3}) expect_pairs(question, radius, PairSides::once);
}

TEST(PairsWithin, are_as_many_as_are_counted_in_trees_and_by_looking) {
    for (const Metric metric : metrics)
        for (const std::int64_t dims : {1, 2, 3, 5, 20}) {
            if (metric == Metric::great_circle && dims != 2) continue;
            SCOPED_TRACE(std::string(name_of(metric)) + " " + std::to_string(dims));
            const Dataset one = lattice(131, dims, 7), other = lattice(47, dims, 8);
            for (const PairSides sides : {PairSides::once, PairSides::both}) {
                expect_pairs({.first = one, .metric = metric}, radius_for(metric), sides);
                expect_pairs({.first = one, .second = &other, .metric = metric}, radius_for(metric), sides);
            }
            expect_pairs({.first = one, .metric = metric}, 0.0, PairSides::once);
        }
}

TEST(PairsWithin, of_a_dense_cluster_come_in_order_of_the_rows) {
    constexpr std::int64_t rows = 1500; // 2.2 million ordered pairs, more than one part holds
    Dataset all{.name = "cluster", .rows = rows, .dims = 2, .values = std::vector<float>(2 * rows, 1.0f)};
    const PairsWithin pairs({.first = all}, 1.0, {});
    std::int64_t next = 0, count = 0;
    for_each_row_within(pairs, PairSides::both, {.threads = 2}, [&](std::int64_t row, auto near) {
        EXPECT_EQ(row, next++);
        count += std::ssize(near);
    });
    EXPECT_EQ(count, rows * (rows - 1));
}

TEST(DistanceRows, have_what_each_pair_has) {
    for (const Metric metric : metrics)
        for (const std::int64_t dims : {2, 3, 20}) {
            if (metric == Metric::great_circle && dims != 2) continue;
            SCOPED_TRACE(std::string(name_of(metric)) + " " + std::to_string(dims));
            const Dataset one = lattice(67, dims, 7), other = lattice(31, dims, 8);
            const NeighbourQuestion questions[]{{.first = one, .metric = metric},
                                                {.first = one, .second = &other, .metric = metric}};
            for (const NeighbourQuestion& question : questions) {
                const DistanceRows rows(question);
                const Measure measure(question);
                std::vector<double> distances(std::size_t(question.across().rows - 3));
                for (std::int64_t row = 0; row < one.rows; ++row) {
                    rows.read(row, 3, distances);
                    for (std::size_t i = 0; i < distances.size(); ++i) {
                        const double expected = measure.distance(row, std::int64_t(i) + 3);
                        if (std::isnan(expected))
                            EXPECT_TRUE(std::isnan(distances[i]));
                        else
                            EXPECT_EQ(distances[i], expected);
                    }
                }
            }
        }
}

} // namespace pairscope::neighbours

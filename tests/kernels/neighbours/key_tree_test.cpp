// SPDX-License-Identifier: MIT
// The tree over places on the Earth, and over short vectors by other metrics, against looking at every pair.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/nearest.h"
#include "tests/kernels/hard_places.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

/// On a grid, so that many pairs are equally far and many vectors coincide.
Dataset on_a_grid(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<float> values;
    for (std::int64_t i = 0; i < rows * dims; ++i) values.push_back(static_cast<float>(random.next() % 12u) - 4.0f);
    Dataset set{.name = "grid", .rows = rows, .dims = dims};
    set.values = std::move(values);
    return set;
}

/// All over the Earth, most of them in a few towns. One in twenty is no place.
Dataset towns(std::int64_t rows, std::uint64_t seed) {
    Pcg32 random(seed);
    const auto unit = [&] { return static_cast<float>(random.next() >> 8) * 0x1p-24f; };
    std::vector<float> degrees;
    for (std::int64_t i = 0; i < rows; ++i) {
        const bool is_town = random.next() % 4u != 0;
        const float width = is_town ? 0.01f : 360.0f, height = is_town ? 0.01f : 180.0f;
        const float longitude = is_town ? static_cast<float>(random.next() % 5u) * 90.0f - 180.0f : -180.0f;
        const float latitude = is_town ? static_cast<float>(random.next() % 3u) * 80.0f - 80.0f : -90.0f;
        degrees.push_back(longitude + width * unit());
        degrees.push_back(random.next() % 20u == 0 ? 91.0f : latitude + height * unit());
    }
    return samples::places_of(std::move(degrees));
}

struct Sample {
    Metric metric;
    Dataset first, second;
};

std::vector<Sample> samples_of_all_kinds() {
    std::vector<Sample> all{{Metric::great_circle, samples::hard_places(), towns(90, 3)},
                            {Metric::great_circle, towns(700, 1), samples::hard_places()},
                            {Metric::great_circle, samples::impossible_places(), towns(40, 5)},
                            {Metric::great_circle, towns(40, 6), samples::impossible_places()}};
    for (const Metric metric : {Metric::manhattan, Metric::chebyshev})
        for (const std::int64_t dims : {1, 2, 3})
            all.push_back({metric, on_a_grid(400, dims, 7), on_a_grid(130, dims, 8)});
    return all;
}

/// The exact distance and the row of all candidates, in their order; empty: the vector has none. Whole numbers, and
/// distances on a grid, are equal where doubles are.
std::vector<std::pair<double, std::int32_t>> in_order(const NeighbourQuestion& question, std::int64_t row) {
    const Measure measure(question);
    const std::vector<bool> usable = usable_vectors(question.first, question.metric),
                            usable_across = usable_vectors(question.across(), question.metric);
    std::vector<std::pair<double, std::int32_t>> all;
    for (std::int64_t col = 0; col < question.across().rows; ++col) {
        const bool is_own = question.second == nullptr && col == row;
        if (!is_own && usable[std::size_t(row)] && usable_across[std::size_t(col)])
            all.emplace_back(measure.distance(row, col), static_cast<std::int32_t>(col));
    }
    std::ranges::sort(all);
    return all;
}

void expect_as_by_looking(const NeighbourQuestion& question) {
    ASSERT_EQ(pairwise_cost(question), 0.0) << "no tree is used";
    const NeighbourTable table = nearest_neighbours(question, {});
    for (std::int64_t row = 0; row < table.rows; ++row) {
        const auto expected = in_order(question, row);
        for (int i = 0; i < table.k; ++i) {
            const bool is_there = std::size_t(i) < expected.size();
            ASSERT_EQ(table.neighbours_of(row)[std::size_t(i)], is_there ? expected[std::size_t(i)].second : -1)
                << name_of(question.metric) << ", row " << row << ", rank " << i;
            if (!is_there) continue;
            EXPECT_EQ(table.distances_of(row)[std::size_t(i)], expected[std::size_t(i)].first);
        }
    }
}

void expect_count_as_by_looking(const NeighbourQuestion& question, double radius) {
    std::int64_t closer = 0;
    for (std::int64_t row = 0; row < question.first.rows; ++row)
        for (const auto& [distance, col] : in_order(question, row)) closer += distance < radius ? 1 : 0;
    EXPECT_EQ(count_closer_pairs(question, radius, {})->closer, question.second == nullptr ? closer / 2 : closer)
        << name_of(question.metric) << ", radius " << radius;
}

TEST(KeyTree, finds_what_looking_at_every_pair_finds) {
    for (const Sample& sample : samples_of_all_kinds())
        for (const int k : {1, 3, 16, 64})
            for (const Dataset* second : {static_cast<const Dataset*>(nullptr), &sample.second})
                expect_as_by_looking({.first = sample.first, .second = second, .k = k, .metric = sample.metric});
}

TEST(KeyTree, counts_what_looking_at_every_pair_counts) {
    for (const Sample& sample : samples_of_all_kinds())
        for (const double radius : {0.0, 1e-45, 1e-3, 0.5, 1.0, 2.0, 7.0, 1000.0, 20015.1, 30000.0})
            for (const Dataset* second : {static_cast<const Dataset*>(nullptr), &sample.second})
                expect_count_as_by_looking({.first = sample.first, .second = second, .metric = sample.metric}, radius);
}

TEST(KeyTree, counts_rightly_where_the_radius_is_the_distance_of_a_pair) {
    const Dataset places = towns(120, 9);
    const NeighbourQuestion question{.first = places, .metric = Metric::great_circle};
    for (std::int64_t row = 0; row < places.rows; row += 17)
        for (std::size_t i = 0; const auto& [distance, col] : in_order(question, row)) {
            if (i++ % 11 != 0) continue;
            expect_count_as_by_looking(question, distance);
            expect_count_as_by_looking(question, std::nextafter(distance, 1e9));
        }
}

TEST(KeyTree, is_used_for_coincident_places_and_for_a_single_one) {
    std::vector<float> degrees;
    for (int i = 0; i < 3000; ++i) degrees.insert(degrees.end(), {13.4f, 52.5f});
    const Dataset same = samples::places_of(degrees), one = samples::places_of({13.4f, 52.5f});
    const NeighbourTable table = nearest_neighbours({.first = same, .k = 2, .metric = Metric::great_circle}, {});
    EXPECT_THAT(table.neighbours_of(0), testing::ElementsAre(1, 2));
    EXPECT_THAT(table.neighbours_of(2999), testing::ElementsAre(0, 1));
    EXPECT_EQ(nearest_neighbours({.first = one, .metric = Metric::great_circle}, {}).k, 0);
}

} // namespace
} // namespace pairscope::neighbours

// SPDX-License-Identifier: MIT
// Distances between decimals of files, against whole numbers of their last places: 0.1 + 0.2 is 0.3.
#include "kernels/data/coordinates.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/neighbours/rows/distance_rows.h"
#include "kernels/neighbours/rows/pairs_within.h"
#include "kernels/scale/all_keys.h"
#include "kernels/scale/nearest_rows.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::neighbours::decimal_ties {
namespace {

constexpr std::array metrics{Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev};

/// Numbers in units of the last of `places` decimal places.
struct Decimals {
    std::int64_t dims = 2;
    int places = 1;
    std::vector<std::int64_t> numbers{};

    [[nodiscard]] std::int64_t rows() const { return std::ssize(numbers) / dims; }
    [[nodiscard]] std::int64_t at(std::int64_t row, std::int64_t k) const {
        return numbers[static_cast<std::size_t>(row * dims + k)];
    }
    /// As a reader of text parses them.
    [[nodiscard]] FileNumbers parsed() const {
        std::vector<double> items;
        for (const std::int64_t number : numbers) items.push_back(static_cast<double>(number) / std::pow(10.0, places));
        FileNumbers parsed(std::move(items), dims);
        parsed.mark_as_texts();
        return parsed;
    }
    [[nodiscard]] Dataset loaded() const {
        Dataset set;
        FileNumbers numbers_of_file = parsed();
        const FileNumbers* const one = &numbers_of_file;
        const std::vector<ColumnOrigin> origins = origins_for({&one, 1});
        std::ignore = set_coordinates(set, std::move(numbers_of_file), origins);
        return set;
    }
};

Decimals random_decimals(std::int64_t rows, std::int64_t dims, int places, std::uint32_t most, std::int64_t offset) {
    Pcg32 random(static_cast<std::uint64_t>(rows + 7 * dims + places));
    Decimals made{.dims = dims, .places = places};
    for (std::int64_t i = 0; i < rows * dims; ++i) made.numbers.push_back(offset + random.next() % most);
    made.numbers.back() += 1; // never all in multiples of ten
    return made;
}

std::int64_t key_of(Metric metric, const Decimals& a, std::int64_t i, const Decimals& b, std::int64_t j) {
    std::int64_t key = 0;
    for (std::int64_t k = 0; k < a.dims; ++k) {
        const std::int64_t size = std::abs(a.at(i, k) - b.at(j, k));
        key = metric == Metric::chebyshev ? std::max(key, size)
                                          : key + (metric == Metric::manhattan ? size : size * size);
    }
    return key;
}
double distance_of(Metric metric, std::int64_t key, int places) {
    const auto number = static_cast<double>(key);
    const double units = std::pow(10.0, places);
    if (metric == Metric::euclidean) return std::sqrt(number) / units;
    return metric == Metric::squared ? number / (units * units) : number / units;
}

using Pair = std::pair<std::int64_t, std::int32_t>; ///< the key and the row, in the promised order
std::vector<Pair> in_order(Metric metric, const Decimals& a, std::int64_t row, const Decimals& b, bool one_set) {
    std::vector<Pair> all;
    for (std::int64_t col = 0; col < b.rows(); ++col)
        if (!one_set || col != row) all.emplace_back(key_of(metric, a, row, b, col), static_cast<std::int32_t>(col));
    std::ranges::sort(all);
    return all;
}

void expect_lists(const NeighbourTable& table, Metric metric, const Decimals& a, const Decimals& b, bool one_set) {
    ASSERT_EQ(table.rows, a.rows());
    for (std::int64_t row = 0; row < a.rows(); ++row) {
        const std::vector<Pair> expected = in_order(metric, a, row, b, one_set);
        for (std::size_t i = 0; i < static_cast<std::size_t>(table.k); ++i) {
            ASSERT_EQ(table.neighbours_of(row)[i], expected[i].second) << "row " << row << ", place " << i;
            ASSERT_EQ(table.distances_of(row)[i], distance_of(metric, expected[i].first, a.places));
        }
    }
}

std::vector<Decimals> samples() {
    return {random_decimals(200, 2, 1, 40, 0),          random_decimals(150, 1, 2, 300, 0),
            random_decimals(120, 3, 1, 12, -5),         random_decimals(90, 5, 3, 9, 0),
            random_decimals(70, 20, 2, 4, 1000),        random_decimals(200, 2, 2, 25, 448'123'400),
            random_decimals(100, 2, 6, 30, 48'858'370), random_decimals(80, 3, 1, 9, 999'999'999'000),
            random_decimals(150, 2, 12, 20, -10)};
}

TEST(DecimalTies, neighbours_come_in_the_order_of_the_decimals) {
    for (const Decimals& decimals : samples())
        for (const Metric metric : metrics) {
            SCOPED_TRACE(testing::Message() << name_of(metric) << ", " << decimals.dims << " numbers with "
                                            << decimals.places << " places near " << decimals.numbers.front());
            const Dataset set = decimals.loaded();
            const NeighbourQuestion question{.first = set, .k = 9, .metric = metric};
            expect_lists(nearest_neighbours(question, {}), metric, decimals, decimals, true);
            for (const std::int64_t row : {std::int64_t{0}, decimals.rows() / 2}) {
                const std::vector<Pair> expected = in_order(metric, decimals, row, decimals, true);
                const RowNeighbours found = neighbours_of_row(question, row, false);
                ASSERT_EQ(found.nearest.size(), 9u);
                for (std::size_t i = 0; i < found.nearest.size(); ++i) {
                    EXPECT_EQ(found.nearest[i].row, expected[i].second);
                    EXPECT_EQ(found.nearest[i].distance, distance_of(metric, expected[i].first, decimals.places));
                }
                std::vector<std::int64_t> rows;
                for (const Pair& pair : expected) rows.push_back(pair.second);
                EXPECT_EQ(rows_in_order(question, row, keys_of(question, row)), rows);
            }
        }
}

TEST(DecimalTies, matrices_and_lists_have_the_same_doubles) {
    for (const Decimals& decimals : samples())
        for (const Metric metric : metrics) {
            const Dataset set = decimals.loaded();
            const NeighbourQuestion question{.first = set, .k = 1, .metric = metric};
            const DistanceRows rows(question);
            const scale::AllKeys keys(question, scale::PlaceKeys::kilometres);
            std::vector<double> distances(static_cast<std::size_t>(decimals.rows())), cheap(distances), near(distances);
            for (std::int64_t row = 0; row < decimals.rows(); row += 7) {
                rows.read(row, 0, distances);
                keys.read(row, 0, cheap);
                keys.distances_of(cheap, near);
                const std::vector<double> of_row = distances_of_keys(question, keys_of(question, row));
                for (std::int64_t col = 0; col < decimals.rows(); ++col) {
                    const auto at = static_cast<std::size_t>(col);
                    const double expected =
                        distance_of(metric, key_of(metric, decimals, row, decimals, col), decimals.places);
                    ASSERT_EQ(distances[at], expected);
                    EXPECT_EQ(distance_between(question, row, col), expected);
                    EXPECT_NEAR(near[at], expected, 1e-14 * expected);
                    EXPECT_NEAR(of_row[at], expected, 1e-14 * expected);
                }
            }
        }
}

TEST(DecimalTies, a_radius_of_decimals_is_exact) {
    for (const Decimals& decimals : samples())
        for (const Metric metric : metrics) {
            const Dataset set = decimals.loaded();
            const NeighbourQuestion question{.first = set, .k = 1, .metric = metric};
            std::vector<std::int64_t> all;
            for (std::int64_t i = 0; i < decimals.rows(); ++i)
                for (std::int64_t j = 0; j < i; ++j) all.push_back(key_of(metric, decimals, i, decimals, j));
            std::ranges::sort(all);
            for (const std::size_t place : {all.size() / 50, all.size() / 3}) {
                const auto closer = std::ranges::lower_bound(all, all[place]) - all.begin();
                const auto up_to = std::ranges::upper_bound(all, all[place]) - all.begin();
                const double radius = distance_of(metric, all[place], decimals.places);
                SCOPED_TRACE(testing::Message() << name_of(metric) << ", radius " << radius);
                const CloserPairs expected{
                    .closer = closer, .at_radius = up_to - closer, .all = static_cast<std::int64_t>(all.size())};
                EXPECT_EQ(count_closer_pairs(question, radius, {}), expected);
                const double beyond = std::nextafter(radius, 1e300);
                EXPECT_EQ(count_closer_pairs(question, beyond, {}),
                          (CloserPairs{.closer = up_to, .at_radius = 0, .all = expected.all}));
                const PairsWithin within(question, radius, {});
                CloserPairs found{.closer = 0, .at_radius = 0, .all = expected.all};
                for (std::int64_t row = 0; row < decimals.rows(); ++row) {
                    std::vector<NearVector> near;
                    within.find(row, PairSides::once, near);
                    for (const NearVector& vector : near) ++(vector.is_at_radius ? found.at_radius : found.closer);
                }
                EXPECT_EQ(found, expected);
            }
        }
}

TEST(DecimalTies, two_sets_share_the_places_that_either_needs) {
    const std::int64_t dims = 3;
    const Decimals few = random_decimals(60, dims, 1, 15, 0), many = random_decimals(90, dims, 3, 1500, 0);
    Decimals few_in_units{.dims = dims, .places = 3}, wholes{.dims = dims, .places = 0}, wholes_in_units = few_in_units;
    for (const std::int64_t number : few.numbers) {
        few_in_units.numbers.push_back(100 * number);
        wholes.numbers.push_back(number % 3);
        wholes_in_units.numbers.push_back(1000 * (number % 3));
    }
    const Dataset set = few.loaded(), other = many.loaded(), whole = wholes.loaded();
    Dataset bytes = whole;
    bytes.values = std::vector<std::uint8_t>(wholes.numbers.begin(), wholes.numbers.end());
    bytes.decimals.reset();
    for (const Metric metric : metrics) {
        SCOPED_TRACE(name_of(metric));
        const auto lists_of = [&](const Dataset& first, const Dataset& second) {
            return nearest_neighbours({.first = first, .second = &second, .k = 6, .metric = metric}, {});
        };
        expect_lists(lists_of(set, other), metric, few_in_units, many, false);
        expect_lists(lists_of(other, set), metric, many, few_in_units, false);
        expect_lists(lists_of(whole, other), metric, wholes_in_units, many, false);
        expect_lists(lists_of(other, bytes), metric, many, wholes_in_units, false);
    }
}

TEST(DecimalTies, pieces_of_a_search_find_the_lists_of_the_whole_set) {
    Decimals decimals = random_decimals(300, 2, 3, 40, 0);
    for (std::size_t i = 0; i < 200; ++i) decimals.numbers[i] *= 100; // the first piece has fewer decimals
    const Dataset set = decimals.loaded();
    for (const Metric metric : metrics) {
        scale::NearestSearch search({.first = set, .k = 5, .metric = metric});
        const scale::PieceWork work = search.work();
        ASSERT_GT(work.pieces, 1);
        for (std::int64_t piece = 0; piece < work.pieces; ++piece) work.merge(work.compute(piece, {}));
        expect_lists(search.table(), metric, decimals, decimals, true);
    }
}

TEST(DecimalTies, numbers_with_more_digits_keep_what_was_loaded) {
    const auto digits_of = [](std::vector<double> numbers) {
        Dataset set;
        FileNumbers parsed(std::move(numbers), 1);
        parsed.mark_as_texts();
        std::ignore = set_coordinates(set, std::move(parsed));
        return set.decimals;
    };
    EXPECT_EQ(digits_of({0.1, 0.25, -3.0}), (DecimalDigits{.behind_point = 2, .most_behind_point = 12}));
    EXPECT_EQ(digits_of({1e12}), (DecimalDigits{.behind_point = 0, .most_behind_point = 1}));
    EXPECT_EQ(digits_of({123456789012.3, 0.5}), (DecimalDigits{.behind_point = 1, .most_behind_point = 1}));
    EXPECT_EQ(digits_of({0.0, std::nan("")}), (DecimalDigits{.behind_point = 0, .most_behind_point = 22}));
    EXPECT_EQ(digits_of({123456789012.34, 0.5}), std::nullopt) << "14 digits";
    EXPECT_EQ(digits_of({1.0 / 3.0, 0.5}), std::nullopt);
    EXPECT_EQ(digits_of({0.1 + 0.2}), std::nullopt) << "a double that no short decimal is nearest to";
    EXPECT_EQ(digits_of({static_cast<double>(0.1f)}), std::nullopt) << "a float32 number is no decimal";
    Dataset array;
    std::ignore = set_coordinates(array, FileNumbers(std::vector<double>{0.1, 0.2}, 1));
    EXPECT_EQ(array.decimals, std::nullopt) << "numbers of an array are binary, as those of its slabs";
}

} // namespace
} // namespace pairscope::neighbours::decimal_ties

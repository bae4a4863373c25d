// SPDX-License-Identifier: MIT
// Lists, ranks and counts against whole numbers of 128 bits, on data where roundings decide wrongly.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::neighbours::exact {
namespace {

__extension__ using Wide = __int128;

/// Coordinates that are whole multiples of 2^exponent.
struct Units {
    std::int64_t dims = 2;
    std::vector<std::int64_t> numbers{};
    int exponent = 0;
    bool as_bytes = false;

    [[nodiscard]] std::int64_t rows() const { return std::ssize(numbers) / dims; }
    [[nodiscard]] std::int64_t at(std::int64_t row, std::int64_t k) const {
        return numbers[static_cast<std::size_t>(row * dims + k)];
    }
    /// In float32, with low parts where that is not enough.
    [[nodiscard]] Dataset dataset() const {
        Dataset set{.rows = rows(), .dims = dims};
        if (as_bytes) {
            set.values = std::vector<std::uint8_t>(numbers.begin(), numbers.end());
            return set;
        }
        std::vector<float> values, low;
        for (const std::int64_t number : numbers) {
            const double exact = std::ldexp(static_cast<double>(number), exponent);
            values.push_back(static_cast<float>(exact));
            low.push_back(static_cast<float>(exact - static_cast<double>(values.back())));
            EXPECT_EQ(static_cast<double>(values.back()) + static_cast<double>(low.back()), exact);
        }
        set.values = std::move(values);
        if (std::ranges::any_of(low, [](float x) { return x != 0.0f; })) set.low = std::move(low);
        return set;
    }
};

Wide exact_key(Metric metric, const Units& a, std::int64_t i, const Units& b, std::int64_t j) {
    Wide key = 0;
    for (std::int64_t k = 0; k < a.dims; ++k) {
        const Wide difference = Wide{a.at(i, k)} - b.at(j, k), size = difference < 0 ? -difference : difference;
        if (metric == Metric::manhattan)
            key += size;
        else if (metric == Metric::chebyshev)
            key = std::max(key, size);
        else
            key += size * size;
    }
    return key;
}

std::vector<std::pair<Wide, std::int32_t>> in_order(Metric metric, const Units& from, std::int64_t row, const Units& to,
                                                    bool one_set) {
    std::vector<std::pair<Wide, std::int32_t>> all;
    for (std::int64_t col = 0; col < to.rows(); ++col)
        if (!one_set || col != row)
            all.emplace_back(exact_key(metric, from, row, to, col), static_cast<std::int32_t>(col));
    std::ranges::sort(all);
    return all;
}

double distance_of(Metric metric, Wide key, int exponent) {
    const auto number = static_cast<long double>(key);
    if (metric == Metric::euclidean) return static_cast<double>(std::sqrt(number) * std::exp2((long double)exponent));
    return static_cast<double>(std::ldexp(number, metric == Metric::squared ? 2 * exponent : exponent));
}

struct Sample {
    std::string name;
    Units units;
};

std::int64_t up_to(Pcg32& random, std::int64_t most) {
    return static_cast<std::int64_t>((std::uint64_t{random.next()} << 32 | random.next()) %
                                     static_cast<std::uint64_t>(most));
}

/// A lattice whose steps float32 does not hold, far from zero: full of ties, none of which survives a rounding.
Units lattice(std::int64_t side, std::int64_t dims, std::int64_t step, std::int64_t offset, int exponent) {
    Units units{.dims = dims, .exponent = exponent};
    const auto rows = static_cast<std::int64_t>(std::pow(double(side), double(dims)) + 0.5);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0, rest = i; k < dims; ++k, rest /= side)
            units.numbers.push_back(offset + step * (rest % side));
    return units;
}

/// Vectors with the same coordinates in other places: all are equally far from the last one, which is constant.
Units permuted(std::int64_t rows, std::int64_t dims, std::int64_t most, int exponent, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<std::int64_t> numbers;
    for (std::int64_t k = 0; k < dims; ++k) numbers.push_back(up_to(random, most));
    Units units{.dims = dims, .exponent = exponent};
    for (std::int64_t row = 0; row + 1 < rows; ++row) {
        for (std::size_t k = numbers.size() - 1; k > 0; --k)
            std::swap(numbers[k], numbers[static_cast<std::size_t>(up_to(random, std::int64_t(k) + 1))]);
        units.numbers.insert(units.numbers.end(), numbers.begin(), numbers.end());
    }
    units.numbers.insert(units.numbers.end(), static_cast<std::size_t>(dims), most / 3);
    return units;
}

Units random_units(std::int64_t rows, std::int64_t dims, std::int64_t most, int exponent, std::uint64_t seed) {
    Pcg32 random(seed);
    Units units{.dims = dims, .exponent = exponent};
    for (std::int64_t i = 0; i < rows * dims; ++i) units.numbers.push_back(up_to(random, most));
    return units;
}

/// Whole points near a circle, whose squared distances from its centre differ by little.
Units circle(std::int64_t points, double radius) {
    Units units{.numbers = {0, 0}};
    for (std::int64_t i = 0; i < points; ++i)
        for (const double x : {std::cos(double(i)), std::sin(double(i))})
            units.numbers.push_back(std::llround(radius * x));
    return units;
}

/// The centre of a cross and its ends: one more is equally near than k = 1, 3, 7 or 15 are asked for.
Units cross(std::int64_t dims, std::int64_t length, int exponent) {
    Units units{.dims = dims, .exponent = exponent};
    for (const std::int64_t end : {length, -length})
        for (std::int64_t axis = 0; axis < dims; ++axis)
            for (std::int64_t k = 0; k < dims; ++k) units.numbers.push_back(k == axis ? end : 0);
    units.numbers.insert(units.numbers.end(), static_cast<std::size_t>(dims), 0);
    return units;
}

Units with_outlier(Units units, std::int64_t far) {
    units.numbers.insert(units.numbers.end(), static_cast<std::size_t>(units.dims), far);
    return units;
}
Units repeated(Units units, int times) {
    const std::vector<std::int64_t> once = units.numbers;
    for (int i = 1; i < times; ++i) units.numbers.insert(units.numbers.end(), once.begin(), once.end());
    return units;
}
Units as_bytes(Units units) {
    units.as_bytes = true;
    return units;
}

std::vector<Sample> samples() {
    constexpr std::int64_t big = std::int64_t{1} << 44;
    return {{"one", {.dims = 2, .numbers = {3, 4}}},
            {"two", {.dims = 2, .numbers = {3, 4, 5, 6}}},
            {"all_equal", {.dims = 2, .numbers = std::vector<std::int64_t>(120, big + 1), .exponent = -30}},
            {"squares_beyond_2_24", {.dims = 2, .numbers = {0, 0, 5000, 1, 5000, 0}}},
            {"circle", circle(300, 20000.0)},
            {"line", lattice(90, 1, 1'234'567, -7'777'777'777, -36)},
            {"lattice", lattice(17, 2, 1, 0, 0)},
            {"lattice_between_floats", lattice(17, 2, 12'345'677, big, -40)},
            {"lattice_3", lattice(6, 3, 9'999'991, big / 3, -38)},
            {"lattice_4", lattice(4, 4, 7'654'321, -big, -41)},
            {"lattice_bytes", as_bytes(lattice(5, 3, 51, 0, 0))},
            {"permuted_2", permuted(2, 2, 1 << 20, -30, 1)},
            {"permuted_3", permuted(40, 3, 1 << 23, -30, 2)},
            {"permuted_4", permuted(80, 4, big, -44, 3)},
            {"permuted_64", permuted(50, 64, 1 << 24, -24, 4)},
            {"permuted_784", permuted(30, 784, big, -40, 5)},
            {"permuted_bytes", as_bytes(permuted(60, 784, 256, 0, 6))},
            {"cross_2", cross(2, 33'333'331, -28)},
            {"cross_4", cross(4, big + 7, -50)},
            {"cross_8", cross(8, 3, 0)},
            {"random", random_units(300, 2, 1 << 24, -20, 7)},
            {"random_with_low", random_units(300, 2, big, -30, 8)},
            {"random_5", random_units(120, 5, big, -30, 9)},
            {"few_values", random_units(400, 2, 6, -3, 10)},
            {"duplicates", repeated(random_units(60, 2, big, -44, 11), 5)},
            {"duplicates_3", repeated(random_units(40, 3, 1 << 20, 0, 12), 5)},
            {"outlier", with_outlier(lattice(12, 2, 1, 0, 0), 1'000'000'000)},
            {"outlier_with_low", with_outlier(random_units(200, 2, 1 << 26, -14, 13), std::int64_t{1} << 52)}};
}

/// One more than a power of two is where a GPU's list ends; 64 is the most.
constexpr std::array ks{1, 2, 3, 7, 8, 15, 16, 64};
constexpr std::array metrics{Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev};

class Exactly : public testing::TestWithParam<Sample> {
protected:
    void expect_exact(const Units& from, const Units* to, Metric metric, int k, int threads) const {
        const Dataset first = from.dataset(), second = to == nullptr ? Dataset{} : to->dataset();
        const NeighbourQuestion question{
            .first = first, .second = to == nullptr ? nullptr : &second, .k = k, .metric = metric};
        const NeighbourTable table = nearest_neighbours(question, {.threads = threads});
        const Units& across = to == nullptr ? from : *to;
        ASSERT_EQ(table.k, std::min<std::int64_t>(k, across.rows() - (to == nullptr ? 1 : 0)));
        for (std::int64_t row = 0; row < table.rows; ++row) {
            const auto expected = in_order(metric, from, row, across, to == nullptr);
            for (std::size_t i = 0; i < static_cast<std::size_t>(table.k); ++i) {
                ASSERT_EQ(table.neighbours_of(row)[i], expected[i].second)
                    << name_of(metric) << ", row " << row << ", rank " << i + 1 << " of " << k;
                const double found = table.distances_of(row)[i];
                const double right = distance_of(metric, expected[i].first, from.exponent);
                ASSERT_LE(std::abs(found - right), 0x1p-52 * right) << name_of(metric) << ", row " << row;
                if (i == 0) continue;
                const double before = table.distances_of(row)[i - 1];
                ASSERT_TRUE(expected[i].first == expected[i - 1].first ? found == before : found >= before)
                    << "printed distances must not contradict the order: " << row;
            }
        }
    }
};

TEST_P(Exactly, neighbours_and_their_order_are_those_of_whole_numbers) {
    const Units& units = GetParam().units;
    for (const Metric metric : metrics)
        for (const int k : ks) expect_exact(units, nullptr, metric, k, k % 3);
}

TEST_P(Exactly, neighbours_in_another_set_are_those_of_whole_numbers) {
    const Units& units = GetParam().units;
    Units others = units; // every second vector, one unit farther
    others.numbers.clear();
    for (std::int64_t row = 0; row < units.rows(); row += 2)
        for (std::int64_t k = 0; k < units.dims; ++k)
            others.numbers.push_back(units.at(row, k) + (units.as_bytes ? 0 : row % 3 - 1));
    for (const Metric metric : metrics)
        for (const int k : {1, 8}) {
            expect_exact(units, &others, metric, k, 0);
            expect_exact(others, &units, metric, k, 0);
        }
}

TEST_P(Exactly, a_row_alone_says_what_the_table_says) {
    const Units& units = GetParam().units;
    const Dataset set = units.dataset();
    for (const Metric metric : metrics) {
        const NeighbourQuestion question{.first = set, .k = 5, .metric = metric};
        const NeighbourTable table = nearest_neighbours(question, {});
        const std::vector<bool> mutual = mutual_neighbours(table, table);
        for (std::int64_t row = 0; row < set.rows; row += 13) {
            const RowNeighbours alone = neighbours_of_row(question, row, true);
            const auto expected = in_order(metric, units, row, units, true);
            ASSERT_EQ(std::ssize(alone.nearest), table.k);
            for (std::size_t i = 0; i < alone.nearest.size(); ++i) {
                ASSERT_EQ(alone.nearest[i].row, expected[i].second) << name_of(metric) << ", row " << row;
                ASSERT_EQ(alone.nearest[i].distance, table.distances_of(row)[i]);
                ASSERT_EQ(alone.nearest[i].distance, distance_between(question, row, alone.nearest[i].row));
                ASSERT_EQ(alone.nearest[i].mutual, mutual[static_cast<std::size_t>(row * table.k) + i]);
            }
            if (expected.empty()) continue;
            const auto last = expected.size() - 1;
            EXPECT_EQ(exact_key(metric, units, row, units, alone.farthest->row), expected[last].first);
            for (const std::size_t place : {last, last / 2})
                EXPECT_EQ(as_neighbour(question, row, expected[place].second)->rank, std::int64_t(place) + 1);
            std::vector<std::int64_t> rows;
            for (const auto& [key, col] : expected) rows.push_back(col);
            EXPECT_EQ(rows_in_order(question, row, keys_of(question, row)), rows);
        }
    }
}

/// Distances that are doubles, and the doubles beside them, as radii.
TEST_P(Exactly, pairs_within_a_radius_are_those_of_whole_numbers) {
    const Units& units = GetParam().units;
    const Dataset set = units.dataset();
    if (!set.low.empty()) GTEST_SKIP() << "the next test is about rounded numbers";
    for (const Metric metric : metrics) {
        const NeighbourQuestion question{.first = set, .metric = metric};
        std::vector<Wide> keys;
        for (std::int64_t i = 0; i < units.rows(); ++i)
            for (std::int64_t j = 0; j < i; ++j) keys.push_back(exact_key(metric, units, i, units, j));
        std::ranges::sort(keys);
        for (std::size_t place = 0; place < keys.size(); place += 1 + keys.size() / 7) {
            Wide wanted = keys[place];
            double radius = distance_of(metric, wanted, units.exponent);
            if (metric == Metric::euclidean) { // a root that is a whole number of units
                const auto root = static_cast<std::int64_t>(std::sqrt(static_cast<long double>(wanted)));
                radius = std::ldexp(static_cast<double>(root), units.exponent);
                wanted = Wide{root} * root;
            }
            if (wanted >= Wide{1} << 53 && metric != Metric::euclidean) continue; // it is no double
            const auto closer = std::ranges::lower_bound(keys, wanted) - keys.begin();
            const auto up_to = std::ranges::upper_bound(keys, wanted) - keys.begin();
            const auto all = std::ssize(keys);
            SCOPED_TRACE(testing::Message() << name_of(metric) << ", radius " << radius);
            EXPECT_EQ(count_closer_pairs(question, radius, {}),
                      (CloserPairs{.closer = closer, .at_radius = up_to - closer, .all = all}));
            EXPECT_EQ(count_closer_pairs(question, std::nextafter(radius, 1e300), {}),
                      (CloserPairs{.closer = up_to, .at_radius = 0, .all = all}));
            if (radius == 0.0) continue;
            EXPECT_EQ(count_closer_pairs(question, std::nextafter(radius, 0.0), {}),
                      (CloserPairs{.closer = closer, .at_radius = 0, .all = all}));
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, Exactly, testing::ValuesIn(samples()),
                         [](const auto& sample) { return sample.param.name; });

/// The numbers of a file with so many decimals, as they are loaded.
Dataset of_decimals(const std::vector<std::int64_t>& numbers, double steps, std::int64_t dims) {
    Dataset set{.rows = std::ssize(numbers) / dims, .dims = dims};
    std::vector<float> values;
    for (const std::int64_t number : numbers) {
        const double exact = static_cast<double>(number) / steps;
        values.push_back(static_cast<float>(exact));
        set.low.push_back(static_cast<float>(exact - static_cast<double>(values.back())));
    }
    set.values = std::move(values);
    return set;
}

TEST(ExactRadius, pairs_at_the_radius_are_told_apart_in_decimals) {
    Pcg32 random(3);
    std::vector<std::int64_t> numbers;
    for (int i = 0; i < 300; ++i) numbers.push_back(10 + up_to(random, 60)); // as petals: 1.0 to 6.9
    const Units units{.dims = 2, .numbers = numbers};
    const Dataset set = of_decimals(numbers, 10.0, 2);
    for (const Metric metric : metrics)
        for (const int tenths : {1, 2, 5, 10, 17, 50}) {
            const Wide wanted = metric == Metric::euclidean ? Wide{tenths} * tenths
                                : metric == Metric::squared ? Wide{10} * tenths
                                                            : Wide{tenths};
            CloserPairs expected;
            for (std::int64_t i = 0; i < units.rows(); ++i)
                for (std::int64_t j = 0; j < i; ++j) {
                    const Wide key = exact_key(metric, units, i, units, j);
                    expected.closer += key < wanted ? 1 : 0;
                    expected.at_radius += key == wanted ? 1 : 0;
                    ++expected.all;
                }
            EXPECT_EQ(count_closer_pairs({.first = set, .metric = metric}, tenths / 10.0, {}), expected)
                << name_of(metric) << ", " << tenths << " tenths";
        }
}

TEST(ExactRadius, is_a_double) {
    const auto count = [](std::vector<float> values, Metric metric, double radius) {
        Dataset set{.rows = 2, .dims = std::ssize(values) / 2};
        set.values = std::move(values);
        return count_closer_pairs({.first = set, .metric = metric}, radius, {})->closer;
    };
    EXPECT_EQ(count({0, 0, 19818, 2692}, Metric::euclidean, 20000.0), 1) << "its square is 4e8 - 12";
    EXPECT_EQ(count({0, 0, 19818, 2692}, Metric::squared, 4e8), 1);
    EXPECT_EQ(count({0, 0, 1.0f - 0x1p-24f, 0x1p-25f + 0x1p-27f}, Metric::manhattan, 1.0), 1);
    EXPECT_EQ(count({0, 0, 0, 0, 1.0f - 0x1p-24f, 0x1p-25f, 0x1p-27f, 0}, Metric::manhattan, 1.0), 1);
}

} // namespace
} // namespace pairscope::neighbours::exact

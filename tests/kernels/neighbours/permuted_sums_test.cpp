// SPDX-License-Identifier: MIT
// Distances that are sums of rounded terms: vectors whose coordinates were permuted alike are equally far apart, by
// every metric and at every door; and sums of fractions are right to the last bit.
#include "kernels/data/prepared/prepared_sets.h"
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/closer_pairs.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"
#include "kernels/neighbours/rows/distance_rows.h"
#include "kernels/seriation/pair_distances.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

using testing::Each;
using testing::ElementsAreArray;

/// In float32, with what float32 takes from the doubles.
std::shared_ptr<const Dataset> set_of(const std::vector<double>& numbers, std::int64_t dims) {
    auto set = std::make_shared<Dataset>();
    set->name = "numbers";
    set->rows = std::ssize(numbers) / dims;
    set->dims = dims;
    std::vector<float> values, low;
    for (const double x : numbers) {
        values.push_back(static_cast<float>(x));
        low.push_back(static_cast<float>(x - static_cast<double>(values.back())));
    }
    set->values = std::move(values);
    if (std::ranges::any_of(low, [](float x) { return x != 0.0f; })) set->low = std::move(low);
    return set;
}

/// A workload of one set, with the numbers that it compares.
struct Asked {
    const WorkloadType& type;
    std::shared_ptr<const Dataset> set;
    std::vector<double> parameters{};

    Asked(std::string_view workload, const std::shared_ptr<const Dataset>& loaded, std::vector<double> with = {})
        : type(type_of(workload)), set(loaded), parameters(std::move(with)) {
        std::shared_ptr<const Dataset> second = set;
        if (type.prepare != nullptr) prepare_sets(type, set, second);
    }
    [[nodiscard]] OwnDistance own() const {
        if (type.metric != Metric::own) return {};
        return {.pair = type.pair, .of_rows = type.pair_of_rows, .nearly = type.pair_nearly, .parameters = parameters};
    }
    [[nodiscard]] NeighbourQuestion question(int k) const {
        return {.first = *set, .k = k, .metric = type.metric, .own = own()};
    }
};

struct Case {
    std::string_view workload;
    std::vector<double> parameters{};
};
std::vector<Case> sums_of_terms() {
    return {{"canberra_distance"},          {"bray_curtis"},
            {"minkowski_distance", {3.0}},  {"minkowski_distance", {1.5}},
            {"minkowski_distance", {64.0}}, {"jensen_shannon_distance"},
            {"hellinger_distance"},         {"cosine_distance"},
            {"euclidean_distance"},         {"manhattan_distance"}};
}

/// Row 0 has equal coordinates, and the others are permutations of the same decimals: all are equally far from it.
std::vector<double> permutations_of_decimals(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<double> decimals, numbers(static_cast<std::size_t>(dims), 0.7);
    for (std::int64_t k = 0; k < dims; ++k) decimals.push_back(std::floor(1.0 + 9e5 * random.uniform()) / 1e4);
    for (std::int64_t row = 1; row < rows; ++row) {
        for (std::size_t k = decimals.size(); k > 1; --k) std::swap(decimals[k - 1], decimals[random.next() % k]);
        numbers.insert(numbers.end(), decimals.begin(), decimals.end());
    }
    return numbers;
}

TEST(PermutedSums, of_one_row_are_equal_and_in_the_order_of_rows_at_every_door) {
    for (const std::int64_t dims : {3, 7, 40})
        for (const auto& [workload, parameters] : sums_of_terms()) {
            SCOPED_TRACE(testing::Message() << workload << ", " << dims << " coordinates");
            constexpr int rows = 60, k = rows - 1;
            const Asked asked(workload, set_of(permutations_of_decimals(rows, dims, 3 + std::uint64_t(dims)), dims),
                              parameters);
            std::array<std::int32_t, k> ascending;
            std::iota(ascending.begin(), ascending.end(), 1);
            const NeighbourTable table = nearest_neighbours(asked.question(k), {});
            const double distance = table.distances_of(0)[0];
            EXPECT_GT(distance, 0.0);
            EXPECT_THAT(table.distances_of(0), Each(distance));
            EXPECT_THAT(table.neighbours_of(0), ElementsAreArray(ascending));
            const NeighbourTable few = nearest_neighbours(asked.question(5), {}); // one of many ties at the last place
            EXPECT_THAT(few.neighbours_of(0), ElementsAreArray(std::span(ascending).first(5)));
            const RowNeighbours row = neighbours_of_row(asked.question(k), 0, false);
            for (int i = 0; i < k; ++i) EXPECT_EQ(row.nearest[std::size_t(i)].row, i + 1);
            ASSERT_TRUE(row.farthest);
            EXPECT_EQ(row.farthest->row, 1) << "the first one of equals";
            std::vector<double> written(rows);
            DistanceRows(asked.question(1)).read(0, 0, written);
            EXPECT_THAT(std::span(written).subspan(1), Each(distance));
            const auto counted = count_closer_pairs(asked.question(1), std::nextafter(distance, 0.0), {});
            const auto all = count_closer_pairs(asked.question(1), distance, {});
            ASSERT_TRUE(counted && all);
            EXPECT_GE(all->closer + all->at_radius - counted->closer - counted->at_radius, 0);
            EXPECT_GE(all->at_radius, k);
        }
}

TEST(PermutedSums, of_two_rows_are_equal) {
    constexpr std::int64_t dims = 23;
    Pcg32 random(5);
    std::vector<double> numbers;
    std::vector<double> x, y;
    for (std::int64_t k = 0; k < dims; ++k) {
        x.push_back(std::floor(1e6 * random.uniform()) / 1e3);
        y.push_back(random.next() % 3 == 0 ? 0.0 : std::floor(1e6 * random.uniform()) / 1e5);
    }
    constexpr int copies = 40;
    for (int copy = 0; copy < copies; ++copy) {
        for (std::size_t k = x.size(); k > 1; --k) {
            const std::size_t other = random.next() % k;
            std::swap(x[k - 1], x[other]);
            std::swap(y[k - 1], y[other]);
        }
        numbers.insert(numbers.end(), x.begin(), x.end());
        numbers.insert(numbers.end(), y.begin(), y.end());
    }
    std::vector<Case> cases = sums_of_terms();
    cases.push_back({"correlation_distance"});
    for (const auto& [workload, parameters] : cases) {
        SCOPED_TRACE(workload);
        const Asked asked(workload, set_of(numbers, dims), parameters);
        const Measure measure(asked.question(1));
        for (std::int64_t copy = 0; copy < copies; ++copy) {
            EXPECT_EQ(measure.distance(2 * copy, 2 * copy + 1), measure.distance(0, 1)) << copy;
            EXPECT_EQ(measure.distance(2 * copy + 1, 2 * copy), measure.distance(0, 1)) << copy;
        }
    }
    for (const std::string_view workload : {"canberra_distance", "bray_curtis", "jensen_shannon_distance"}) {
        SCOPED_TRACE(workload);
        const Asked asked(workload, set_of(numbers, dims));
        const auto measured =
            seriation::measure_pairs(*asked.set, {.metric = asked.type.metric, .own = asked.own()}, {});
        const double right = Measure(asked.question(1)).distance(0, 1);
        for (std::int32_t copy = 0; copy < copies; ++copy)
            EXPECT_EQ(measured.apart(2 * copy, 2 * copy + 1), right) << copy;
    }
}

/// Any decimals, with zeros and with rows that are equal.
std::vector<double> mixed_numbers(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t k = 0; k < dims; ++k) {
            const bool is_copy = row % 11 == 10;
            const double number =
                random.next() % 4 == 0 ? 0.0 : std::floor(1e5 * random.uniform()) / (row % 3 == 0 ? 7.0 : 1e3);
            numbers.push_back(is_copy ? numbers[static_cast<std::size_t>((row - 1) * dims + k)] : number);
        }
    return numbers;
}

TEST(DistanceRows, are_the_distances_of_the_lists_to_the_last_bit) {
    std::vector<Case> cases = sums_of_terms();
    for (const std::string_view more :
         {"correlation_distance", "chebyshev_distance", "squared_euclidean", "hamming_distance",
          "standardised_euclidean", "mahalanobis_distance", "jaccard_distance"})
        cases.push_back({more});
    for (const std::int64_t dims : {2, 3, 12, 50})
        for (const auto& [workload, parameters] : cases) {
            SCOPED_TRACE(testing::Message() << workload << ", " << dims << " coordinates");
            constexpr int rows = 66, k = rows - 1;
            const Asked asked(workload, set_of(mixed_numbers(rows, dims, 9 + std::uint64_t(dims)), dims), parameters);
            const NeighbourTable table = nearest_neighbours(asked.question(k), {});
            const DistanceRows matrix(asked.question(1));
            std::vector<double> written(rows);
            for (std::int64_t row = 0; row < rows; ++row) {
                matrix.read(row, 0, written);
                for (int i = 0; i < table.k; ++i) {
                    const std::int32_t col = table.neighbours_of(row)[std::size_t(i)];
                    if (col < 0) continue;
                    ASSERT_EQ(written[std::size_t(col)], table.distances_of(row)[std::size_t(i)]) << row << ", " << col;
                }
            }
        }
}

/// Small whole numbers, of which many distances from one row are equal.
std::vector<int> small_numbers(std::int64_t count, std::uint64_t seed, int below) {
    Pcg32 random(seed);
    std::vector<int> numbers;
    for (std::int64_t i = 0; i < count; ++i) numbers.push_back(static_cast<int>(random.next() % std::uint32_t(below)));
    return numbers;
}

/// The neighbours of each row are in the order of `key`, which is exact, and then in the order of rows.
template <class Key> void expect_order(const Asked& asked, std::span<const int> numbers, Key key) {
    const auto rows = static_cast<int>(asked.set->rows), dims = static_cast<int>(asked.set->dims);
    const NeighbourTable table = nearest_neighbours(asked.question(rows - 1), {});
    for (int row = 0; row < rows; ++row) {
        const auto vector = [&](int i) { return numbers.subspan(std::size_t(i * dims), std::size_t(dims)); };
        std::vector<std::int32_t> order;
        for (int other = 0; other < rows; ++other)
            if (other != row) order.push_back(other);
        std::ranges::stable_sort(order, {}, [&](int other) { return key(vector(row), vector(other)); });
        order.resize(std::size_t(table.k));
        EXPECT_THAT(table.neighbours_of(row), ElementsAreArray(order)) << row;
    }
}

TEST(Canberra, neighbours_are_in_the_order_of_the_sums_of_fractions) {
    const std::vector<int> numbers = small_numbers(150 * 4, 1, 7);
    const Asked asked("canberra_distance", set_of({numbers.begin(), numbers.end()}, 4));
    expect_order(asked, numbers, [](std::span<const int> a, std::span<const int> b) {
        constexpr std::int64_t multiple = 27720; // of all sums from 1 to 12
        std::int64_t sum = 0;
        for (std::size_t k = 0; k < a.size(); ++k)
            if (a[k] + b[k] > 0) sum += std::abs(a[k] - b[k]) * multiple / (a[k] + b[k]);
        return sum;
    });
}

TEST(Minkowski, neighbours_are_in_the_order_of_the_sums_of_powers) {
    std::vector<int> numbers = small_numbers(120 * 3, 2, 13);
    numbers.insert(numbers.end(), {0, 0, 0, 9, 10, 0, 1, 12, 0, 12, 0, 1}); // 1729 is the sum of two cubes in two ways
    for (const int power : {3, 4, 5}) {
        const Asked asked("minkowski_distance", set_of({numbers.begin(), numbers.end()}, 3), {double(power)});
        expect_order(asked, numbers, [power](std::span<const int> a, std::span<const int> b) {
            std::int64_t sum = 0;
            for (std::size_t k = 0; k < a.size(); ++k) {
                std::int64_t term = 1;
                for (int i = 0; i < power; ++i) term *= std::abs(a[k] - b[k]);
                sum += term;
            }
            return sum;
        });
    }
}

TEST(BrayCurtis, neighbours_are_in_the_order_of_the_fractions) {
    const std::vector<int> numbers = small_numbers(150 * 3, 4, 9);
    std::vector<int> positive;
    for (const int number : numbers) positive.push_back(number + 1);
    const Asked asked("bray_curtis", set_of({positive.begin(), positive.end()}, 3));
    expect_order(asked, positive, [](std::span<const int> a, std::span<const int> b) {
        std::int64_t differences = 0, sums = 0;
        for (std::size_t k = 0; k < a.size(); ++k) {
            differences += std::abs(a[k] - b[k]);
            sums += a[k] + b[k];
        }
        return double(differences) / double(sums); // two such fractions are equal, or differ by a part in 3 000
    });
}

TEST(JensenShannon, distributions_without_a_common_place_are_equally_far_apart) {
    Pcg32 random(8);
    constexpr std::int64_t rows = 40, dims = 12;
    std::vector<double> numbers;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t k = 0; k < dims; ++k)
            numbers.push_back((k < dims / 2) == (row == 0) ? 1.0 + double(random.next() % 97) : 0.0);
    const Asked asked("jensen_shannon_distance", set_of(numbers, dims));
    const NeighbourTable table = nearest_neighbours(asked.question(rows - 1), {});
    EXPECT_THAT(table.distances_of(0), Each(std::sqrt(std::log(2.0))));
    for (int i = 0; i + 1 < rows; ++i) EXPECT_EQ(table.neighbours_of(0)[std::size_t(i)], i + 1);
}

} // namespace
} // namespace pairscope::neighbours

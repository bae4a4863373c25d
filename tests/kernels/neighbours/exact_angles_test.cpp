// SPDX-License-Identifier: MIT
// Cosine and great-circle distances of lists: their error, their ties, and their symmetry.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/candidates.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/row_neighbours.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>
#include <vector>

namespace pairscope::neighbours::exact_angles {
namespace {

Dataset parallel_vectors(std::int64_t rows) {
    Dataset set{.rows = rows, .dims = 2};
    std::vector<float> values;
    for (std::int64_t i = 0; i < rows; ++i) values.insert(values.end(), {float(i + 1), float(2 * i + 2)});
    set.values = values;
    return set;
}

TEST(ExactCosine, equal_directions_are_at_distance_0_and_the_lower_row_comes_first) {
    Dataset set{.rows = 7, .dims = 3};
    set.values = std::vector<float>{1, 1, 1, 3, 3, 3, 2, 2, 2, 7, 7, 7, -1, -1, -1, 0, 0, 0, 5, 5, 5};
    const NeighbourTable table = nearest_neighbours({.first = set, .k = 6, .metric = Metric::cosine}, {});
    EXPECT_THAT(table.neighbours_of(0), testing::ElementsAre(1, 2, 3, 6, 5, 4));
    EXPECT_THAT(table.distances_of(0), testing::ElementsAre(0.0, 0.0, 0.0, 0.0, 1.0, 2.0));
}

/// Each vector has thousands of parallel ones; seconds would pass if the exact key of every pair were computed. The
/// last vectors point elsewhere, and one of them is nearer to a parallel one of a higher row than to the others.
TEST(ExactCosine, many_parallel_vectors_are_found_by_their_rows_in_little_time) {
    constexpr std::int64_t parallel = 6000;
    for (const int k : {1, 3, 20}) {
        Dataset set{.rows = parallel + 3, .dims = 2};
        std::vector<float> values;
        for (std::int64_t i = 0; i < parallel; ++i) {
            const auto length = static_cast<float>((i * 7919) % parallel + 1);
            values.insert(values.end(), {3.0f * length, -length});
        }
        values.insert(values.end(), {-6.0f, 2.0f, 1.0f, 0.0f, 12.0f, 0.0f});
        set.values = values;
        const auto start = std::chrono::steady_clock::now();
        const NeighbourTable table =
            nearest_neighbours({.first = set, .k = k, .metric = Metric::cosine}, {.threads = 1});
        const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
        EXPECT_LT(seconds.count(), 12.0) << "0.3 s on a quiet machine; with all exact keys more than 36";
        for (std::int64_t row = 0; row < parallel; ++row)
            for (int i = 0; i < k; ++i) {
                const std::int64_t expected = i < row ? i : i + 1;
                ASSERT_EQ(table.neighbours_of(row)[static_cast<std::size_t>(i)], expected) << row;
                ASSERT_EQ(table.distances_of(row)[static_cast<std::size_t>(i)], 0.0) << row;
            }
        EXPECT_EQ(table.neighbours_of(parallel + 1)[0], parallel + 2);
        EXPECT_EQ(table.neighbours_of(parallel + 2)[0], parallel + 1);
        EXPECT_GT(table.distances_of(parallel)[0], 1.0);
    }
}

/// The vectors of the second set come from the last one on: a lower row may still come into a full list of zeros.
TEST(ExactCosine, a_lower_row_takes_the_place_of_a_parallel_vector) {
    const Dataset set = parallel_vectors(5);
    const NeighbourQuestion question{.first = set, .k = 2, .metric = Metric::cosine};
    const Measure measure(question);
    CandidateList<> list(measure, 2);
    list.begin(0);
    for (const std::int32_t row : {4, 2, 3, 0, 1}) list.add(0.0, row);
    NeighbourTable table{.rows = 1, .k = 2, .neighbours = {-1, -1}, .distances = {-1.0, -1.0}};
    list.write(table, 0);
    EXPECT_THAT(table.neighbours, testing::ElementsAre(0, 1));
}

/// p / |b| decides for one row; so does its square, with the sign of p.
TEST(ExactCosine, whole_vectors_are_ordered_as_their_exact_cosines) {
    Pcg32 random(17);
    for (const std::int64_t dims : {2, 3, 8, 16}) {
        Dataset set{.rows = 150, .dims = dims};
        std::vector<float> values;
        for (std::int64_t i = 0; i < set.rows * dims; ++i)
            values.push_back(static_cast<float>(random.next() % (dims > 8 ? 2u : 7u)) - (dims > 8 ? 0.0f : 3.0f));
        for (std::int64_t i = 0; i < set.rows; ++i) values[static_cast<std::size_t>(i * dims)] += 4.0f; // not zero
        set.values = values;
        const auto dot = [&](std::int64_t i, std::int64_t j) {
            std::int64_t sum = 0;
            for (std::int64_t k = 0; k < dims; ++k)
                sum += static_cast<std::int64_t>(values[static_cast<std::size_t>(i * dims + k)]) *
                       static_cast<std::int64_t>(values[static_cast<std::size_t>(j * dims + k)]);
            return sum;
        };
        const NeighbourQuestion question{.first = set, .k = 64, .metric = Metric::cosine};
        const NeighbourTable table = nearest_neighbours(question, {});
        for (std::int64_t row = 0; row < set.rows; ++row) {
            const auto is_nearer = [&](std::int32_t a, std::int32_t b) {
                const std::int64_t p = dot(row, a), q = dot(row, b);
                const std::int64_t left = (p < 0 ? -p * p : p * p) * dot(b, b);
                const std::int64_t right = (q < 0 ? -q * q : q * q) * dot(a, a);
                return left != right ? left > right : a < b;
            };
            std::vector<std::int32_t> expected(static_cast<std::size_t>(set.rows));
            std::iota(expected.begin(), expected.end(), 0);
            expected.erase(expected.begin() + row);
            std::ranges::sort(expected, is_nearer);
            expected.resize(64);
            ASSERT_THAT(table.neighbours_of(row), testing::ElementsAreArray(expected)) << dims << ", row " << row;
            for (const std::int32_t other : expected)
                ASSERT_EQ(distance_between(question, row, other), distance_between(question, other, row));
        }
    }
}

TEST(ExactCosine, small_angles_keep_their_digits) {
    for (const double angle : {1e-3, 1e-6, 3e-8, 2e-10, 5e-13}) {
        Dataset set{.rows = 2, .dims = 2};
        set.values = std::vector<float>{1.0f, 0.0f, 1.0f, static_cast<float>(angle)};
        const double t = static_cast<double>(static_cast<float>(angle));
        const double right = 0.5 * t * t * (1.0 - 0.75 * t * t); // 1 - 1 / sqrt(1 + t^2)
        EXPECT_NEAR(*distance_between({.first = set, .metric = Metric::cosine}, 0, 1), right, 0x1p-39 * right);
    }
}

Dataset places_at(std::vector<float> degrees) {
    Dataset set{.rows = std::ssize(degrees) / 2, .dims = 2};
    set.values = std::move(degrees);
    set.axes = {"longitude", "latitude"};
    return set;
}

TEST(ExactGreatCircle, of_equally_near_places_the_lower_row_comes_first) {
    const Dataset set = places_at({10, 0, 30, 0, 20, 0, 10, 20, 40, 0});
    const NeighbourTable table = nearest_neighbours({.first = set, .k = 2, .metric = Metric::great_circle}, {});
    EXPECT_THAT(table.neighbours_of(2), testing::ElementsAre(0, 1));
    std::vector<float> grid; // 30 x 20 degrees
    for (int latitude = -80; latitude <= 80; latitude += 20)
        for (int longitude = -180; longitude <= 180; longitude += 30) {
            grid.push_back(float(longitude));
            grid.push_back(float(latitude));
        }
    const Dataset world = places_at(std::move(grid));
    const NeighbourQuestion question{.first = world, .k = 64, .metric = Metric::great_circle};
    const NeighbourTable all = nearest_neighbours(question, {});
    for (std::int64_t row = 0; row < all.rows; ++row)
        for (std::size_t i = 1; i < 64; ++i) {
            ASSERT_LE(all.distances_of(row)[i - 1], all.distances_of(row)[i]);
            if (all.distances_of(row)[i - 1] == all.distances_of(row)[i]) {
                ASSERT_LT(all.neighbours_of(row)[i - 1], all.neighbours_of(row)[i]) << "row " << row;
            }
            ASSERT_EQ(all.distances_of(row)[i], distance_between(question, all.neighbours_of(row)[i], row));
        }
}

TEST(ExactGreatCircle, one_place_has_one_distance_whatever_its_longitude_is_called) {
    const Dataset set = places_at({180, 10, -180, 10, 0, 90, 90, 90, -77, -90, 12, -90});
    const NeighbourQuestion question{.first = set, .metric = Metric::great_circle};
    EXPECT_EQ(distance_between(question, 0, 1), 0.0);
    EXPECT_EQ(distance_between(question, 2, 3), 0.0);
    EXPECT_EQ(distance_between(question, 4, 5), 0.0);
}

TEST(ExactGreatCircle, places_near_the_antipode_keep_their_order) {
    Dataset set = places_at(std::vector<float>(14, 0.0f));
    set.low.resize(14);
    auto& values = std::get<std::vector<float>>(set.values);
    for (std::size_t i = 1; i < 7; ++i) { // 180, latitudes in steps of 1.1 cm
        values[2 * i] = 180.0f;
        const double latitude = 1e-7 * double(i - 1);
        values[2 * i + 1] = static_cast<float>(latitude);
        set.low[2 * i + 1] = static_cast<float>(latitude - double(values[2 * i + 1]));
    }
    const NeighbourTable table = nearest_neighbours({.first = set, .k = 6, .metric = Metric::great_circle}, {});
    EXPECT_THAT(table.neighbours_of(0), testing::ElementsAre(6, 5, 4, 3, 2, 1));
}

/// In long double, from vectors: the angle whose sine is the cross product and whose cosine is the dot product.
long double kilometres(const Dataset& set, std::int64_t i, std::int64_t j) {
    struct Vector {
        long double x, y, z;
    };
    const auto vector = [&](std::int64_t row) {
        const auto at = [&](std::int64_t k) {
            const auto place = static_cast<std::size_t>(2 * row + k);
            return (static_cast<long double>(coordinates(set)[place]) + static_cast<long double>(set.low[place])) *
                   std::numbers::pi_v<long double> / 180.0L;
        };
        return Vector{std::cos(at(1)) * std::cos(at(0)), std::cos(at(1)) * std::sin(at(0)), std::sin(at(1))};
    };
    const Vector a = vector(i), b = vector(j);
    const long double x = a.y * b.z - a.z * b.y, y = a.z * b.x - a.x * b.z, z = a.x * b.y - a.y * b.x;
    return static_cast<long double>(earth_radius) *
           std::atan2(std::sqrt(x * x + y * y + z * z), a.x * b.x + a.y * b.y + a.z * b.z);
}

TEST(ExactGreatCircle, distances_are_right_to_a_micrometre) {
    Pcg32 random(31);
    Dataset set{.rows = 200, .dims = 2, .axes = {"longitude", "latitude"}};
    std::vector<float> values;
    for (std::int64_t row = 0; row < set.rows; ++row) // a town, its antipode, the poles, the world
        for (const bool is_latitude : {false, true}) {
            const double spread = row % 4 == 3 ? (is_latitude ? 90.0 : 180.0) : 1e-3;
            const double centre = row % 4 == 0   ? (is_latitude ? 52.5 : 13.4)
                                  : row % 4 == 1 ? (is_latitude ? -52.5 : -166.6)
                                  : row % 4 == 2 ? (is_latitude ? 89.999 : 10.0)
                                                 : 0.0;
            const double degrees = centre + spread * (2.0 * random.uniform() - 1.0);
            values.push_back(static_cast<float>(degrees));
            set.low.push_back(static_cast<float>(degrees - static_cast<double>(values.back())));
        }
    set.values = std::move(values);
    const NeighbourQuestion question{.first = set, .metric = Metric::great_circle};
    for (std::int64_t i = 0; i < set.rows; i += 3)
        for (std::int64_t j = 0; j < set.rows; ++j) {
            const auto right = static_cast<double>(kilometres(set, i, j));
            ASSERT_NEAR(*distance_between(question, i, j), right, 0.6e-9) << i << ", " << j;
        }
}

TEST(ExactGreatCircle, a_list_has_every_place_within_its_last_distance) {
    Pcg32 random(29);
    std::vector<float> degrees;
    for (int i = 0; i < 900; ++i) { // a town, and the world
        const bool is_town = i % 3 != 0;
        degrees.push_back(is_town ? 13.4f + 0.01f * float(random.uniform())
                                  : 360.0f * float(random.uniform()) - 180.0f);
        degrees.push_back(is_town ? 52.5f + 0.01f * float(random.uniform()) : 180.0f * float(random.uniform()) - 90.0f);
    }
    const Dataset set = places_at(std::move(degrees));
    const NeighbourQuestion question{.first = set, .k = 7, .metric = Metric::great_circle};
    const NeighbourTable table = nearest_neighbours(question, {});
    for (std::int64_t row = 0; row < set.rows; row += 11) {
        std::vector<std::pair<double, std::int32_t>> all;
        for (std::int64_t col = 0; col < set.rows; ++col)
            if (col != row) all.emplace_back(*distance_between(question, row, col), static_cast<std::int32_t>(col));
        std::ranges::sort(all);
        for (std::size_t i = 0; i < 7; ++i) ASSERT_EQ(table.neighbours_of(row)[i], all[i].second) << row;
    }
}

} // namespace
} // namespace pairscope::neighbours::exact_angles

// SPDX-License-Identifier: MIT
// Products of float32 numbers pass over pairs. Here are vectors where the products lose what decides.
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/product_screen.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

using At = std::function<float(std::int64_t row, std::int64_t k)>;

Dataset set_of(std::int64_t rows, std::int64_t dims, const At& at) {
    Dataset set{.name = "vectors", .rows = rows, .dims = dims};
    std::vector<float> values;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t k = 0; k < dims; ++k) values.push_back(at(row, k));
    set.values = std::move(values);
    return set;
}

double squared(const Dataset& a, std::int64_t row, const Dataset& b, std::int64_t col) {
    const auto &x = std::get<std::vector<float>>(a.values), &y = std::get<std::vector<float>>(b.values);
    double sum = 0.0;
    for (std::int64_t k = 0; k < a.dims; ++k) {
        const double difference = double(x[std::size_t(row * a.dims + k)]) - double(y[std::size_t(col * a.dims + k)]);
        sum += difference * difference;
    }
    return sum;
}

/// Compares some rows with all distances in double, sorted; the kth of both must agree to a rounding.
void expect_nearest(const Dataset& first, const Dataset* second, int k) {
    const NeighbourQuestion question{first, second, k};
    ASSERT_TRUE(ProductScreen::is_worth_it(first.rows, question.across().rows, std::size_t(first.dims)));
    for (const int threads : {1, 3}) {
        const NeighbourTable table = nearest_neighbours(question, {.threads = threads});
        for (std::int64_t row = 0; row < first.rows; row += 7) {
            std::vector<double> all;
            for (std::int64_t col = 0; col < question.across().rows; ++col) {
                const double square = squared(first, row, question.across(), col);
                if (question.own_row(row) != col && std::isfinite(square)) all.push_back(square);
            }
            std::ranges::sort(all);
            for (int i = 0; i < table.k && !std::isnan(table.distances_of(row)[0]); ++i) {
                const double found = table.distances_of(row)[std::size_t(i)];
                EXPECT_NEAR(found, std::sqrt(all[std::size_t(i)]), 1e-12 * std::sqrt(all[std::size_t(i)]))
                    << "row " << row << ", place " << i;
            }
        }
    }
}

class ProductScreenTest : public testing::Test {
protected:
    float normal() { return float(normal_(random_)); }
    std::mt19937 random_{3};
    std::normal_distribution<double> normal_;
};

TEST_F(ProductScreenTest, vectors_in_clusters) {
    for (const std::int64_t dims : {16, 17, 100})
        expect_nearest(
            set_of(401, dims,
                   [&](std::int64_t row, std::int64_t k) { return float(row % 8 * (k % 3)) + 0.3f * normal(); }),
            nullptr, 9);
}

TEST_F(ProductScreenTest, vectors_far_from_zero_and_near_to_each_other) {
    expect_nearest(set_of(300, 33, [&](auto, auto) { return 4096.0f + normal() / 64; }), nullptr, 5);
    expect_nearest(set_of(300, 33, [&](std::int64_t row, auto) { return (row % 2 == 0 ? 3e6f : -3e6f) + normal(); }),
                   nullptr, 5);
}

TEST_F(ProductScreenTest, one_near_pair_among_long_vectors) {
    std::vector<float> twin(50);
    for (float& x : twin) x = 1e3f * normal();
    expect_nearest(set_of(290, 50,
                          [&](std::int64_t row, std::int64_t k) {
                              const float x = twin[std::size_t(k)];
                              if (row == 40) return x;
                              if (row == 287) return std::nextafter(x, 0.0f);
                              return 1e3f * normal();
                          }),
                   nullptr, 3);
}

TEST_F(ProductScreenTest, two_sets_of_which_some_vectors_have_no_distance) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const Dataset a =
        set_of(150, 20, [&](std::int64_t row, std::int64_t k) { return row == 70 && k == 3 ? nan : normal(); });
    const Dataset b = set_of(
        333, 20, [&](std::int64_t row, std::int64_t k) { return row % 50 == 9 && k == 19 ? infinity : normal(); });
    expect_nearest(a, &b, 4);
}

TEST_F(ProductScreenTest, one_set_holds_a_vector_whose_square_is_no_float32) {
    const Dataset a = set_of(140, 16, [&](std::int64_t row, auto) { return row == 14 ? 1e25f * normal() : normal(); });
    const Dataset b = set_of(300, 16, [&](auto, auto) { return normal(); });
    expect_nearest(a, &b, 4);
    const Dataset c = set_of(310, 16, [&](std::int64_t row, auto) { return row == 14 ? 1e25f * normal() : normal(); });
    expect_nearest(b, &c, 4); // the screen is given up
}

TEST_F(ProductScreenTest, very_small_vectors) {
    expect_nearest(set_of(280, 16, [&](auto, auto) { return 1e-30f * normal(); }), nullptr, 4);
}

TEST_F(ProductScreenTest, passes_over_most_pairs) {
    const Dataset set =
        set_of(600, 64, [&](std::int64_t row, std::int64_t k) { return float(row % 8 * (k % 5)) + 0.1f * normal(); });
    const auto& values = std::get<std::vector<float>>(set.values);
    const ProductScreen screen(values, values, 64, 1);
    ASSERT_TRUE(screen.is_possible());
    std::int64_t looked_at = 0;
    screen.screen({.first = 0,
                   .last = 100,
                   .limit = [](std::int64_t) { return 10.0; },
                   .look_at = [&](std::int64_t, std::int64_t) { ++looked_at; },
                   .stopped = [] { return false; }});
    std::int64_t near = 0;
    for (std::int64_t row = 0; row < 100; ++row)
        for (std::int64_t col = 0; col < 600; ++col) near += squared(set, row, set, col) <= 10.0 ? 1 : 0;
    EXPECT_GE(looked_at, near);
    EXPECT_LT(looked_at, near + near / 10);
    EXPECT_LT(looked_at, 100 * 600 / 4);
}

} // namespace
} // namespace pairscope::neighbours

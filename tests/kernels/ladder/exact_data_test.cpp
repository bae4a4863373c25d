// SPDX-License-Identifier: MIT
// The data on which every sum is exact in float32, in any order.
#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/exact_data.h"
#include "tests/kernels/exact_samples.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::exactness {
namespace {

TEST(ExactData, has_whole_numbers_whose_sums_fit_into_float32_in_any_order) {
    for_each_case([](const WorkloadType& type, const Workload& size, const ExactSets& sets) {
        if (type.inputs.element != Element::float32 || type.inputs.unit_length || !type.parameters.empty()) return;
        if (type.formula && type.formula->terms == PairTerms::relative_differences) return; // its terms are fractions
        const auto x = coordinates(sets.a), y = coordinates(sets.b ? *sets.b : sets.a);
        double largest = 0.0;
        for (std::int64_t row = 0; row < size.rows; ++row) {
            double norms = 0.0;
            for (std::int64_t k = 0; k < size.dims; ++k) {
                const double a = x[static_cast<std::size_t>(row * size.dims + k)];
                const double b = y[static_cast<std::size_t>((row % size.cols) * size.dims + k)];
                ASSERT_EQ(a, 16.0 * std::round(a / 16.0)) << "a mean of 16 of them is a whole number";
                ASSERT_LE(std::abs(a), 2048.0) << "and it is a number of fp16";
                norms += a * a + b * b + 2.0 * std::abs(a * b);
            }
            largest = std::max(largest, norms);
        }
        EXPECT_LE(4.0 * largest, 0x1p24) << "also after a point was subtracted that is as far from 0 as they are";
    });
}

TEST(ExactData, of_two_vectors_shows_one_coordinate_of_a_million) {
    for (const std::int64_t dims : {2, 1000, 100'003, 1 << 20}) {
        const auto sets = exact_data({"rbf_pair", 1, 1, dims}, ExactKind::whole_numbers);
        ASSERT_TRUE(sets);
        double sum = 0.0, exponent = 0.0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(dims); ++k) {
            const double difference = double{coordinates(sets->a)[k]} - double{coordinates(*sets->b)[k]};
            ASSERT_TRUE(std::abs(difference) == 1.0 || std::abs(difference) == 2.0);
            sum += difference * difference;
        }
        EXPECT_LT(sum, 0x1p24);
        const double sigma = sets->parameters.front();
        exponent = 0.5 * sum / (sigma * sigma);
        EXPECT_GE(exponent / sum, 3.999e-6) << dims;
        EXPECT_LT((1.0 + exponent) * last_operations, 3e-6) << "the tolerance of the value";
    }
    EXPECT_FALSE(exact_data({"rbf_pair", 1, 1, 1 << 27}, ExactKind::whole_numbers)) << "its sums would not fit";
}

TEST(ExactData, of_densities_has_terms_of_0_and_1) {
    for (const ExactKind kind : kinds) {
        const auto sets = exact_data({"rbf_density", 300, 300, 2}, kind);
        const auto points = coordinates(sets->a);
        for (std::size_t i = 0; i < 300; ++i)
            for (std::size_t j = 0; j < i; ++j) {
                const double dx = double{points[2 * i]} - double{points[2 * j]},
                             dy = double{points[2 * i + 1]} - double{points[2 * j + 1]};
                ASSERT_TRUE(dx * dx + dy * dy == 0.0 || dx * dx + dy * dy >= 64.0 * 64.0);
            }
    }
}

TEST(ExactData, is_absent_where_entries_are_no_sums_or_sums_do_not_fit) {
    EXPECT_FALSE(exact_data({"great_circle_distance", 9, 9, 2}, ExactKind::needles));
    EXPECT_FALSE(exact_data({"given_matrix", 9, 9, 9}, ExactKind::whole_numbers));
    const std::vector<std::int64_t> places = needle_places(261);
    for (const std::int64_t place : {0, 260, 31, 32, 255, 256, 128})
        EXPECT_TRUE(std::ranges::count(places, place) == 1) << place;
    EXPECT_EQ(needle_places(1), std::vector<std::int64_t>{0});
}

} // namespace
} // namespace pairscope::exactness

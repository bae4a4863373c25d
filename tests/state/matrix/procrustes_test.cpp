// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/relation/procrustes.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "tests/kernels/association/reference_mantel.h"
#include "tests/kernels/association/sample_pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace pairscope::app {
namespace {

std::vector<double> places_of(const Dataset& set) {
    std::vector<double> places;
    for (const float value : std::get<std::vector<float>>(set.values)) places.push_back(double(value));
    return places;
}

TEST(Procrustes, has_the_disparities_of_scipy) {
    for (const association::ReferenceMantel& expected : association::reference_mantel) {
        const auto first = places_of(association::reference_points(expected.number));
        const auto second = places_of(association::reference_points(expected.number + 100));
        EXPECT_NEAR(procrustes(first, second).disparity, expected.disparity, 1e-12) << expected.number;
        EXPECT_NEAR(procrustes(second, first).disparity, expected.disparity, 1e-12) << "it is symmetric";
    }
}

/// Turned by 30 degrees, three times as large and moved; mirrored if asked.
std::vector<double> moved(const std::vector<double>& places, bool is_mirrored) {
    std::vector<double> result;
    const double c = std::cos(0.5), s = std::sin(0.5);
    for (std::size_t i = 0; i < places.size(); i += 2) {
        const double x = is_mirrored ? -places[i] : places[i], y = places[i + 1];
        result.push_back(3.0 * (c * x - s * y) + 1e4);
        result.push_back(3.0 * (s * x + c * y) - 7.0);
    }
    return result;
}

TEST(Procrustes, lays_a_map_that_was_moved_turned_scaled_and_mirrored_on_the_first_one) {
    const auto places = places_of(association::reference_points(4));
    for (const bool is_mirrored : {false, true}) {
        const Procrustes found = procrustes(places, moved(places, is_mirrored));
        EXPECT_NEAR(found.disparity, 0.0, 1e-12);
        EXPECT_EQ(found.is_mirrored, is_mirrored);
        for (std::size_t i = 0; i < places.size(); ++i) EXPECT_NEAR(found.fitted[i], places[i], 1e-8);
        for (const double residual : found.residuals) EXPECT_NEAR(residual, 0.0, 1e-8);
    }
}

TEST(Procrustes, tells_which_item_does_not_fit) {
    const auto places = places_of(association::reference_points(4));
    auto changed = places;
    changed[6] += 300.0;
    const Procrustes found = procrustes(places, changed);
    ASSERT_EQ(found.residuals.size(), 7U);
    EXPECT_EQ(std::ranges::max_element(found.residuals) - found.residuals.begin(), 3);
}

TEST(Procrustes, of_items_in_one_place_is_refused) {
    const auto places = places_of(association::reference_points(4));
    const std::vector<double> one_place(places.size(), 5.0);
    EXPECT_THROW((void)procrustes(places, one_place), InputError);
    EXPECT_THROW((void)procrustes(one_place, places), InputError);
}

TEST(Procrustes, fits_items_in_a_line) {
    const std::vector<double> line{-10, 0, -8, 0, -3, 0, 8, 0, 13, 0}, twice{-20, 0, -16, 0, -6, 0, 16, 0, 26, 0};
    const Procrustes found = procrustes(line, twice);
    EXPECT_NEAR(found.disparity, 0.0, 1e-12);
    for (const double residual : found.residuals) EXPECT_NEAR(residual, 0.0, 1e-6);
}

TEST(Procrustes, of_numbers_near_the_ends_of_double_is_finite) {
    auto places = places_of(association::reference_points(4));
    for (double& value : places) value *= 1e150;
    EXPECT_NEAR(procrustes(places, places_of(association::reference_points(4))).disparity, 0.0, 1e-12);
}

} // namespace
} // namespace pairscope::app

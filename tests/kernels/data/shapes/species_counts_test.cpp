// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/species_counts.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/ladder/workload.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pairscope {
namespace {

using testing::Each;
using testing::ElementsAreArray;
using testing::Not;

std::span<const float> row_of(const Dataset& data, std::int64_t row) {
    return coordinates(data).subspan(static_cast<std::size_t>(row * data.dims), static_cast<std::size_t>(data.dims));
}

/// The share of the species of two sites that only one of them has.
double jaccard(std::span<const float> a, std::span<const float> b) {
    double all = 0.0, different = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
        all += a[k] > 0.0f || b[k] > 0.0f ? 1.0 : 0.0;
        different += (a[k] > 0.0f) != (b[k] > 0.0f) ? 1.0 : 0.0;
    }
    return different / all;
}

/// The mean over all pairs of a site of one habitat and a site of the other one.
double mean_jaccard(const Dataset& data, std::int64_t first_habitat, std::int64_t second_habitat) {
    const std::int64_t rows = data.rows / 6;
    double sum = 0.0;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < rows; ++j)
            sum += jaccard(row_of(data, first_habitat * rows + i), row_of(data, second_habitat * rows + j));
    return sum / static_cast<double>(rows * rows);
}

TEST(SpeciesCounts, are_whole_numbers_and_leave_no_row_empty) {
    for (const std::int64_t dims : {1, 2, 3, 32, 500})
        for (const int set : {0, 1}) {
            const Dataset data = species_counts(set, 301, dims, {});
            ASSERT_EQ(coordinates(data).size(), static_cast<std::size_t>(301 * dims));
            for (const float x : coordinates(data)) ASSERT_TRUE(x >= 0.0f && x == std::floor(x)) << x;
            for (std::int64_t row = 0; row < data.rows; ++row)
                EXPECT_GT(std::ranges::max(row_of(data, row)), 0.0f) << dims << ", " << row;
        }
}

TEST(SpeciesCounts, show_habitats_in_a_matrix_of_distances) {
    const Dataset data = species_counts(0, 120, 32, {});
    for (std::int64_t habitat = 0; habitat < 6; ++habitat) EXPECT_LT(mean_jaccard(data, habitat, habitat), 0.6);
    EXPECT_GT(mean_jaccard(data, 0, 3), 0.95) << "these two have no species in common";
    const double alike = mean_jaccard(data, 1, 5);
    EXPECT_LT(alike, 0.7);
    EXPECT_GT(mean_jaccard(data, 0, 2), alike);
}

TEST(SpeciesCounts, of_two_sets_are_of_the_same_species_at_other_sites) {
    const Dataset a = species_counts(0, 60, 32, {}), b = species_counts(1, 60, 32, {}),
                  again = species_counts(0, 60, 32, {});
    EXPECT_THAT(coordinates(b), Not(ElementsAreArray(coordinates(a))));
    for (std::int64_t row = 0; row < 60; ++row) EXPECT_LT(jaccard(row_of(a, row), row_of(b, row)), 0.75) << row;
    EXPECT_THAT(coordinates(again), ElementsAreArray(coordinates(a)));
}

TEST(SpeciesCounts, are_ones_and_zeros_where_species_were_only_seen) {
    const Dataset counted = species_counts(0, 50, 20, {}), seen = species_seen(0, 50, 20, {});
    EXPECT_THAT(coordinates(seen), Each(testing::AnyOf(0.0f, 1.0f)));
    for (std::size_t i = 0; i < coordinates(seen).size(); ++i)
        EXPECT_EQ(coordinates(seen)[i] > 0.0f, coordinates(counted)[i] > 0.0f) << i;
}

TEST(SpeciesCounts, are_the_example_of_each_metric_of_counts) {
    int found = 0;
    for (const WorkloadType& type : workload_types()) {
        if (!begins_with_counts(metric_name_of(type))) continue;
        ++found;
        const auto example = type.inputs.sets == 2 ? type.example : type.example_vectors;
        ASSERT_NE(example, nullptr) << type.id;
        const Dataset data = example(0, 64, 32, {});
        EXPECT_THAT(data.name, testing::HasSubstr("species")) << type.id;
        if (type.prepare == nullptr) continue;
        std::vector<double> numbers(coordinates(data).begin(), coordinates(data).end());
        const Preparation prepared = type.prepare(numbers, data.dims);
        EXPECT_THAT(prepared.why_not, testing::IsEmpty()) << type.id;
        EXPECT_THAT(prepared.note, testing::IsEmpty()) << type.id;
        EXPECT_TRUE(std::ranges::none_of(numbers, [](double x) { return std::isnan(x); })) << type.id;
    }
    EXPECT_GE(found, 11);
}

} // namespace
} // namespace pairscope

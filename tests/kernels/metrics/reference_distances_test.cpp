// SPDX-License-Identifier: MIT
// Distances of SciPy: make_reference_distances.py made the table. Each door must give them: the check, every variant,
// neighbours, and the distances of trees and orders.
#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/neighbours/measure.h"
#include "kernels/seriation/pair_distances.h"
#include "tests/kernels/metrics/reference_distances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <vector>

namespace pairscope {
namespace {

using testing::HasSubstr;

const WorkloadType& type_named(std::string_view metric, int sets = 1) {
    const WorkloadType* found = nullptr;
    for (const WorkloadType& type : workload_types())
        if (metric_name_of(type) == metric && type.matrix.are_distances && type.inputs.sets == sets &&
            !type.inputs.takes_distances && (found == nullptr || found->inputs.dims.most < type.inputs.dims.most))
            found = &type;
    EXPECT_NE(found, nullptr) << metric;
    return *found;
}

std::shared_ptr<const Dataset> loaded(const ReferenceSet& set, const WorkloadType& type) {
    Dataset data{.name = "reference", .rows = set.rows, .dims = set.dims};
    if (type.inputs.element == Element::uint8) {
        data.values = std::vector<std::uint8_t>(set.numbers.begin(), set.numbers.end());
        return std::make_shared<const Dataset>(std::move(data));
    }
    std::vector<std::vector<double>> columns(static_cast<std::size_t>(set.dims));
    for (std::size_t i = 0; i < set.numbers.size(); ++i) columns[i % columns.size()].push_back(set.numbers[i]);
    const std::vector<std::span<const double>> views(columns.begin(), columns.end());
    set_coordinates(data, views);
    return std::make_shared<const Dataset>(std::move(data));
}

/// The bound that the metric states.
double bound_of(std::string_view metric, double distance) {
    if (metric == "correlation") return 1e-6;
    if (metric == "jensen_shannon") return 1e-6 / std::max(distance, 1e-3); // of the square
    return 2e-6 * distance + 1e-12;
}

class ReferenceMetrics : public testing::Test {
protected:
    /// look(reference, type, set, expected), where expected(i, j) is a distance.
    template <class Look> static void for_each_table(Look look) {
        const std::vector<ReferenceSet> sets = reference_sets();
        const std::vector<ReferenceDistances> all = reference_distances();
        ASSERT_EQ(all.size(), 39u);
        for (const ReferenceDistances& reference : all) {
            SCOPED_TRACE(testing::Message() << reference.metric << ", set " << reference.set);
            const WorkloadType& type = type_named(reference.metric);
            const auto set = as_needed_by(type, loaded(sets[std::size_t(reference.set)], type));
            ASSERT_EQ(set->why_unprepared, "");
            look(reference, type, *set, [&](std::int64_t i, std::int64_t j) {
                const std::int64_t row = std::min(i, j), col = std::max(i, j);
                return reference.distances[std::size_t(row * set->rows - row * (row + 1) / 2 + col - row - 1)];
            });
        }
    }
};

/// What rounding the coordinates to float32 may add to an entry of the matrix, where differences are divided by sizes.
double rounding_of(std::string_view metric, std::int64_t dims) {
    return metric == "canberra" ? 0x1p-23 * static_cast<double>(dims) : 0.0;
}

void expect_distance(std::string_view metric, double found, double expected, double rounding = 0.0) {
    if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(found)) << found;
    else
        EXPECT_NEAR(found, expected, bound_of(metric, expected) + rounding);
}

TEST_F(ReferenceMetrics, are_those_of_scipy_in_the_output_of_every_variant) {
    for_each_table([](const auto& reference, const WorkloadType& type, const Dataset& set, auto expected) {
        Engine engine{Device{}};
        engine.load(set);
        engine.set_parameters(usual_parameters(type));
        int tried = 0;
        for (const KernelVariant& variant : variants()) {
            if (variant.workload != type.id) continue;
            if (variant.backend == Backend::cuda && variant.simulate == nullptr) continue;
            SCOPED_TRACE(variant.id);
            OutputBuffer buffer = engine.allocate({set.rows, set.rows}, variant.entry);
            engine.run(variant, buffer.memory(), {});
            const Comparison found = compare_output(engine, variant, buffer.memory(), set.rows, {});
            EXPECT_TRUE(found.right()) << describe(found);
            std::vector<float> room;
            for (std::int64_t i = 0; i < set.rows; ++i) {
                const std::span<const float> row = floats_of(buffer.memory(), i, 0, set.rows, room);
                for (std::int64_t j = 0; j < set.rows; ++j)
                    if (i != j)
                        expect_distance(reference.metric, double(row[std::size_t(j)]), expected(i, j),
                                        rounding_of(reference.metric, set.dims));
            }
            ++tried;
        }
        EXPECT_GE(tried, 2);
    });
}

TEST_F(ReferenceMetrics, of_two_sets_are_those_of_their_rows_together) {
    const std::vector<ReferenceSet> sets = reference_sets();
    for_each_table([&](const auto& reference, const WorkloadType&, const Dataset&, auto expected) {
        const WorkloadType& type = type_named(reference.metric, 2);
        const TwoSets parts = split(*loaded(sets[std::size_t(reference.set)], type), 4);
        auto first = std::make_shared<const Dataset>(parts.a), second = std::make_shared<const Dataset>(parts.b);
        bring_as_needed_by(type, first, second);
        Engine engine{Device{}};
        engine.load(*first, *second);
        engine.set_parameters(usual_parameters(type));
        for (const KernelVariant& variant : variants()) {
            if (variant.workload != type.id || variant.backend == Backend::cuda) continue;
            const Workload size = workload_of(type.id, engine.inputs());
            if (!why_not(variant, size, engine.device(), TargetKind::linear).empty()) continue; // a missing library
            SCOPED_TRACE(variant.id);
            OutputBuffer buffer = engine.allocate({first->rows, second->rows}, variant.entry);
            engine.run(variant, buffer.memory(), {});
            const Comparison found = compare_output(engine, variant, buffer.memory(), first->rows, {});
            EXPECT_TRUE(found.right()) << describe(found);
            std::vector<float> room;
            for (std::int64_t i = 0; i < first->rows; ++i) {
                const std::span<const float> row = floats_of(buffer.memory(), i, 0, second->rows, room);
                for (std::int64_t j = 0; j < second->rows; ++j)
                    expect_distance(reference.metric, double(row[std::size_t(j)]), expected(i, first->rows + j),
                                    rounding_of(reference.metric, first->dims));
            }
        }
        const OwnDistance own{.pair = type.metric == Metric::own ? type.pair : nullptr,
                              .parameters = usual_parameters(type)};
        const neighbours::Measure measure(
            {.first = *first, .second = second.get(), .k = 1, .metric = type.metric, .own = own});
        for (std::int64_t i = 0; i < first->rows; ++i)
            for (std::int64_t j = 0; j < second->rows; ++j)
                expect_distance(reference.metric, measure.distance_of_exact(measure.exact_key(i, j)),
                                expected(i, first->rows + j));
    });
}

TEST_F(ReferenceMetrics, decide_neighbours_and_radii) {
    for_each_table([](const auto& reference, const WorkloadType& type, const Dataset& set, auto expected) {
        const OwnDistance own{.pair = type.metric == Metric::own ? type.pair : nullptr,
                              .parameters = usual_parameters(type)};
        const neighbours::NeighbourQuestion question{.first = set, .k = 3, .metric = type.metric, .own = own};
        const neighbours::Measure measure(question);
        for (std::int64_t i = 0; i < set.rows; ++i)
            for (std::int64_t j = 0; j < set.rows; ++j)
                if (i != j)
                    expect_distance(reference.metric, measure.distance_of_exact(measure.exact_key(i, j)),
                                    expected(i, j));
        const neighbours::NeighbourTable table = neighbours::nearest_neighbours(question, {});
        for (std::int64_t i = 0; i < set.rows; ++i) {
            std::vector<double> others;
            for (std::int64_t j = 0; j < set.rows; ++j)
                if (i != j && !std::isnan(expected(i, j))) others.push_back(expected(i, j));
            std::ranges::sort(others);
            for (std::size_t k = 0; k < std::min<std::size_t>(others.size(), std::size_t(table.k)); ++k)
                EXPECT_NEAR(table.distances_of(i)[k], others[k], bound_of(reference.metric, others[k])) << i;
        }
    });
}

TEST_F(ReferenceMetrics, decide_trees_and_orders) {
    for_each_table([](const auto& reference, const WorkloadType& type, const Dataset& set, auto expected) {
        const OwnDistance own{.pair = type.metric == Metric::own ? type.pair : nullptr,
                              .parameters = usual_parameters(type)};
        const auto measured = seriation::measure_pairs(set, {.metric = type.metric, .own = own}, {});
        ASSERT_EQ(std::ssize(measured.rows) + std::ssize(measured.left_out), set.rows);
        std::size_t pair = 0;
        for (std::size_t i = 0; i < measured.rows.size(); ++i)
            for (std::size_t j = i + 1; j < measured.rows.size(); ++j, ++pair) {
                const double right = expected(measured.rows[i], measured.rows[j]);
                ASSERT_FALSE(std::isnan(right)) << "rows without a distance from themselves are left out";
                expect_distance(reference.metric, measured.distances.values[pair], right);
            }
    });
}

std::shared_ptr<const Dataset> vectors_of(std::int64_t dims, std::vector<float> values) {
    Dataset data{.name = "vectors", .rows = std::ssize(values) / dims, .dims = dims};
    data.values = std::move(values);
    return std::make_shared<const Dataset>(std::move(data));
}

TEST(Prepared, rows_without_a_distance_are_counted_and_become_nan) {
    const auto rows = vectors_of(3, {1, 2, 4, 5, 5, 5, 0, 0, 0, 3, 1, 2, NAN, 1, 2});
    const auto correlated = as_needed_by(type_named("correlation"), rows);
    EXPECT_THAT(correlated->note, HasSubstr("2 rows have no correlation, because a row of equal numbers has none"));
    EXPECT_TRUE(std::isnan(coordinates(*correlated)[3]) && std::isnan(coordinates(*correlated)[6]));
    EXPECT_EQ(correlated->original, rows);
    EXPECT_EQ(coordinate_in_file(*correlated, 1, 0), 5.0) << "a user sees the numbers of the file";
    const auto negative = as_needed_by(type_named("hellinger"), vectors_of(2, {1, 3, -1, 2, 0, 0, 2, 2}));
    EXPECT_THAT(negative->note, HasSubstr("2 rows have no distribution"));
    EXPECT_FALSE(std::isnan(coordinates(*negative)[0]));
    EXPECT_TRUE(std::isnan(coordinates(*negative)[2]));
    EXPECT_EQ(as_needed_by(type_named("manhattan"), correlated), rows) << "other metrics get the rows as they were";
}

TEST(Prepared, sets_say_that_other_numbers_than_0_and_1_are_categories) {
    const WorkloadType& type = type_named("jaccard");
    EXPECT_EQ(as_needed_by(type, vectors_of(2, {1, 0, 0, 1, NAN, 1}))->note, "");
    EXPECT_THAT(as_needed_by(type, vectors_of(2, {3, 0, 4, 1}))->note,
                HasSubstr("its numbers stand for categories, so 3 differs from 4 as much as from 90"));
    EXPECT_EQ(as_needed_by(type_named("hamming"), vectors_of(2, {3, 0, 4, 1}))->note, "");
}

TEST(Prepared, rows_that_are_equal_but_for_rounding_have_no_correlation) {
    ReferenceSet set{.rows = 2, .dims = 7, .numbers = std::vector<double>(14, 0.1)};
    set.numbers[8] = 0.3;
    const auto found = as_needed_by(type_named("correlation"), loaded(set, type_named("correlation")));
    EXPECT_TRUE(std::isnan(coordinates(*found)[0]));
    EXPECT_FALSE(std::isnan(coordinates(*found)[7]));
}

TEST(Prepared, columns_that_depend_on_each_other_have_no_mahalanobis_distance) {
    const WorkloadType& type = type_named("mahalanobis");
    std::vector<float> values;
    for (int row = 0; row < 20; ++row) {
        const auto x = float(row * row % 17), y = float(row * 7 % 13);
        values.insert(values.end(), {x, y, 2 * x - y});
    }
    const auto refused = as_needed_by(type, vectors_of(3, values));
    EXPECT_THAT(why_not_asked(*refused, type),
                testing::AllOf(HasSubstr("cannot compare the rows of vectors by the Mahalanobis distance"),
                               HasSubstr("its columns depend on each other"), HasSubstr("above 1e12")));
    EXPECT_TRUE(std::isnan(coordinates(*refused)[0]));
    const auto few = as_needed_by(type, vectors_of(3, {1, 2, 3, 4, 5, 7, 1, 0, 2}));
    EXPECT_THAT(few->why_unprepared, HasSubstr("3 rows without a missing number"));
    const auto constant = as_needed_by(type, vectors_of(2, {1, 2, 1, 5, 1, 0}));
    EXPECT_THAT(constant->why_unprepared, HasSubstr("1 column has equal numbers only"));
}

TEST(Prepared, columns_of_any_scale_have_a_mahalanobis_distance) {
    std::vector<float> values, scaled;
    for (int row = 0; row < 20; ++row)
        for (const auto x : {float(row * row % 17), float(row * 7 % 13)}) {
            values.push_back(x);
            scaled.push_back(values.size() % 2 == 0 ? x * 0x1p-40f : x * 0x1p50f);
        }
    const WorkloadType& type = type_named("mahalanobis");
    const auto usual = as_needed_by(type, vectors_of(2, values)), far = as_needed_by(type, vectors_of(2, scaled));
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_NEAR(coordinates(*usual)[i], coordinates(*far)[i], 1e-6) << i;
}

TEST(Prepared, categories_that_float32_would_confuse_stay_apart) {
    const ReferenceSet set{.rows = 3, .dims = 1, .numbers = {16777216.0, 16777217.0, 16777216.0}};
    const WorkloadType& type = type_named("hamming");
    const auto found = as_needed_by(type, loaded(set, type));
    EXPECT_NE(coordinates(*found)[0], coordinates(*found)[1]);
    EXPECT_EQ(coordinates(*found)[0], coordinates(*found)[2]);
}

TEST(Canberra, takes_numbers_whose_sizes_overflow_and_pairs_of_zeros) {
    const auto set = vectors_of(2, {3e38f, 0, -3e38f, 0, 1e-44f, 0, 0, 0});
    const WorkloadType& type = type_named("canberra");
    const Problem problem = problem_of(inputs_of(*set), LinearMemory{});
    EXPECT_EQ(type.matrix.reference(problem, 0, 1), 1.0);
    EXPECT_EQ(type.matrix.reference(problem, 2, 3), 1.0);
    EXPECT_EQ(type.matrix.reference(problem, 3, 3), 0.0);
}

} // namespace
} // namespace pairscope

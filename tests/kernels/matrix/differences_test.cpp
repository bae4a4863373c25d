// SPDX-License-Identifier: MIT
// How entries differ from the reference, or from another output, and what that adds up to.
#include "kernels/ladder/engine.h"
#include "kernels/ladder/metric.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/differences.h"
#include "kernels/matrix/operations.h"
#include "tests/kernels/sample_problems.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace pairscope {
namespace {

using samples::infinity;
using samples::nan;

double shown(MatrixContent content, float found, double expected) { return matrix::shown_of(content, found, expected); }

TEST(ShownDifference, has_the_sign_of_found_minus_expected) {
    EXPECT_EQ(shown(MatrixContent::difference, 2.5f, 2.0), 0.5);
    EXPECT_EQ(shown(MatrixContent::difference, 1.5f, 2.0), -0.5);
    EXPECT_EQ(shown(MatrixContent::relative, 1.5f, 2.0), -0.25);
    EXPECT_EQ(shown(MatrixContent::relative, 1.0f, -2.0), 1.5);
    EXPECT_EQ(shown(MatrixContent::errors, 1.5f, 2.0), 0.5);
}

TEST(ShownDifference, is_zero_for_what_agrees_and_nan_where_one_is_no_number) {
    for (const MatrixContent content :
         {MatrixContent::errors, MatrixContent::difference, MatrixContent::relative, MatrixContent::ulps}) {
        EXPECT_EQ(shown(content, 3.0f, 3.0), 0.0) << name_of(content);
        EXPECT_EQ(shown(content, 0.0f, 0.0), 0.0) << name_of(content);
        EXPECT_EQ(shown(content, nan, std::nan("")), 0.0) << name_of(content);
        EXPECT_EQ(shown(content, infinity, double(infinity)), 0.0) << name_of(content);
        EXPECT_TRUE(std::isnan(shown(content, nan, 1.0))) << name_of(content);
        EXPECT_TRUE(std::isnan(shown(content, 1.0f, std::nan("")))) << name_of(content);
    }
    EXPECT_EQ(shown(MatrixContent::relative, 1.0f, 0.0), double(infinity));
    EXPECT_EQ(shown(MatrixContent::relative, -1.0f, 0.0), -double(infinity));
}

TEST(ShownDifference, in_ulps_counts_the_float32_numbers_between) {
    const auto next = [](float value) { return std::nextafterf(value, infinity); };
    EXPECT_EQ(shown(MatrixContent::ulps, next(next(1.0f)), 1.0), 2.0);
    EXPECT_EQ(shown(MatrixContent::ulps, 1.0f, double(next(1.0f))), -1.0);
    EXPECT_EQ(shown(MatrixContent::ulps, 1.0f, 1.0 + 1e-12), 0.0) << "the reference is rounded to float32 first";
    const float tiny = std::numeric_limits<float>::denorm_min();
    EXPECT_EQ(shown(MatrixContent::ulps, tiny, -double(tiny)), 2.0) << "both zeros are one number";
    EXPECT_EQ(shown(MatrixContent::ulps, infinity, double(std::numeric_limits<float>::max())), 1.0);
    EXPECT_EQ(shown(MatrixContent::ulps, -2.0f, -2.0 * (1.0 + 0x1p-23)), 1.0);
}

/// A matrix of a CPU variant, and another output beside it.
struct Two {
    samples::SampleProblem problem = samples::random_problem(type_of("distance_matrix"), 40);
    const KernelVariant& variant = *find_variant("distance_matrix/cpu_naive");
    Engine engine{Device{}};
    OutputBuffer first, second;
    Two() {
        engine.load(problem.a);
        first = engine.allocate(output_of(problem.size()).extent);
        second = engine.allocate(output_of(problem.size()).extent);
        engine.run(variant, first.memory(), {});
        engine.run(variant, second.memory(), {});
    }
    [[nodiscard]] static float& at(OutputBuffer& matrix, std::int64_t row, std::int64_t col) {
        return matrix.memory().data[row * matrix.memory().pitch + col];
    }
    MatrixErrors differ(MatrixContent content) {
        return into_errors(engine, variant, first.memory(), {}, {.content = content, .other = second.memory()});
    }
};

TEST(Differences, from_another_output_add_up_to_its_figures) {
    Two two;
    const float old = Two::at(two.second, 3, 9);
    Two::at(two.first, 3, 9) = old + 2.0f;
    Two::at(two.first, 5, 6) = Two::at(two.second, 5, 6) - 0.5f;
    Two::at(two.first, 30, 2) = nan;
    const MatrixErrors errors = two.differ(MatrixContent::difference);
    EXPECT_EQ(errors.rows, 40);
    EXPECT_EQ(errors.equal, 40 * 40 - 3);
    EXPECT_EQ(errors.finite, 40 * 40 - 1);
    EXPECT_NEAR(errors.worst, 2.0, 1e-6);
    EXPECT_EQ(errors.worst_row, 3);
    EXPECT_EQ(errors.worst_col, 9);
    EXPECT_NEAR(errors.sum, 2.5, 1e-6);
    EXPECT_NEAR(Two::at(two.first, 3, 9), 2.0f, 1e-6f);
    EXPECT_NEAR(Two::at(two.first, 5, 6), -0.5f, 1e-6f);
    EXPECT_TRUE(std::isnan(Two::at(two.first, 30, 2)));
    EXPECT_EQ(Two::at(two.first, 8, 8), 0.0f);
}

TEST(Differences, from_another_output_count_the_rows_whose_nearest_vector_changes) {
    Two two;
    EXPECT_EQ(two.differ(MatrixContent::errors).other_nearest, 0);
    Two changed;
    std::int64_t farthest = 11;
    for (std::int64_t col = 0; col < 40; ++col)
        if (Two::at(changed.second, 11, col) > Two::at(changed.second, 11, farthest)) farthest = col;
    Two::at(changed.first, 11, farthest) = -1.0f;
    EXPECT_EQ(changed.differ(MatrixContent::relative).other_nearest, 1);
}

TEST(Differences, of_equal_sizes_name_the_first_entry) {
    Two two;
    Two::at(two.first, 20, 30) = Two::at(two.second, 20, 30) + 1.0f;
    Two::at(two.first, 4, 35) = infinity;
    Two::at(two.first, 4, 7) = infinity;
    Two::at(two.first, 38, 1) = -infinity;
    const MatrixErrors errors = two.differ(MatrixContent::difference);
    EXPECT_EQ(errors.worst, double(infinity));
    EXPECT_EQ(errors.worst_row, 4);
    EXPECT_EQ(errors.worst_col, 7);
}

TEST(WrittenOut, every_workload_that_writes_an_entry_out_ends_at_the_reference) {
    int written = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.matrix.written_out == nullptr) continue;
        ++written;
        for (const std::int64_t n : {5, 12, 40}) {
            const samples::SampleProblem sample = samples::random_problem(type, n);
            const Inputs inputs = sample.inputs();
            const Problem problem = problem_of(inputs, LinearMemory{});
            const double expected = type.matrix.reference(problem, 2, 1);
            for (const WrittenOut& form : type.matrix.written_out(problem, 2, 1)) {
                ASSERT_FALSE(form.steps.empty()) << type.id;
                EXPECT_NEAR(form.steps.back().exact, expected, 1e-9 * expected) << type.id << ", " << form.title;
                EXPECT_NEAR(form.steps.back().single, expected, 1e-3 * expected) << type.id << ", " << form.title;
            }
        }
    }
    EXPECT_GE(written, 8);
}

/// The only way to write out the entry of these two vectors.
WrittenOut written_pair(std::string_view workload, const std::vector<float>& values) {
    const WorkloadType& type = type_of(workload);
    Dataset set{.name = "two vectors", .rows = 2, .dims = std::ssize(values) / 2};
    set.values = values;
    const Inputs inputs = inputs_of(set);
    std::vector<WrittenOut> forms = type.matrix.written_out(problem_of(inputs, LinearMemory{}), 0, 1);
    EXPECT_EQ(forms.size(), 1u);
    return forms.front();
}

TEST(WrittenOut, the_metrics_show_each_coordinate_of_short_vectors) {
    const auto values_of = [](const WrittenOut& form) {
        std::vector<double> values;
        for (const WrittenStep& step : form.steps) {
            EXPECT_EQ(double(step.single), step.exact) << step.what;
            values.push_back(step.exact);
        }
        return values;
    };
    const std::vector<float> pair{1.0f, 5.0f, 4.0f, 1.0f};
    using Values = std::vector<double>;
    EXPECT_EQ(values_of(written_pair("squared_euclidean", pair)), (Values{-3, 9, 4, 16, 25}));
    EXPECT_EQ(values_of(written_pair("manhattan_distance", pair)), (Values{-3, 3, 4, 4, 7}));
    EXPECT_EQ(values_of(written_pair("chebyshev_distance", pair)), (Values{-3, 3, 4, 4, 4}));
    EXPECT_EQ(values_of(written_pair("cosine_distance", {0.0f, 2.0f, 4.0f, 0.0f})),
              (Values{0, 0, 0, 4, 16, 0.5, 0.25, 0, 1}));
    EXPECT_EQ(written_pair("manhattan_distance", std::vector<float>(10, 1.0f)).steps.size(), 1u) << "only the total";
}

TEST(WrittenOut, a_vector_of_zeros_has_the_cosine_distance_1) {
    const WrittenOut form = written_pair("cosine_distance", {0.0f, 0.0f, 4.0f, 3.0f});
    EXPECT_EQ(form.steps.back().single, 1.0f);
    EXPECT_EQ(form.steps.back().exact, 1.0);
}

TEST(WrittenOut, antipodes_are_half_the_circumference_of_the_earth_apart) {
    const WrittenOut form = written_pair("great_circle_distance", {10.0f, 20.0f, -170.0f, -20.0f});
    EXPECT_NEAR(form.steps.back().exact, std::numbers::pi * earth_radius, 1e-6);
    EXPECT_NEAR(form.steps.back().single, std::numbers::pi * earth_radius, 0.01);
    EXPECT_TRUE(std::isnan(written_pair("great_circle_distance", {10.0f, 91.0f, 0.0f, 0.0f}).steps.back().exact));
}

TEST(WrittenOut, is_known_of_every_matrix_of_distances_that_are_sums) {
    for (const WorkloadType& type : workload_types()) {
        if (type.output != OutputKind::matrix || type.inputs.takes_distances) continue;
        if (type.metric == Metric::own && !type.formula) continue; // it is no plain sum
        EXPECT_NE(type.matrix.written_out, nullptr) << type.id;
    }
}

TEST(Presets, fit_their_workloads_and_name_variants_that_exist) {
    int presets = 0;
    for (const WorkloadType& type : workload_types())
        for (const Preset& preset : type.presets) {
            ++presets;
            const auto id = std::string(type.id) + "/" + std::string(preset.variant);
            EXPECT_NE(find_variant(id), nullptr) << id;
            const Dataset a = preset.make(0), b = preset.make(type.inputs.sets - 1);
            EXPECT_EQ(a.dims, b.dims);
            EXPECT_GE(a.dims, type.inputs.dims.least);
            EXPECT_LE(a.rows, type.inputs.rows.most);
        }
    EXPECT_GE(presets, 1);
}

TEST(Presets, the_far_lattice_breaks_the_expanded_form_and_not_the_direct_one) {
    const WorkloadType& type = type_of("cross_distance");
    const auto preset = std::ranges::find(type.presets, "far_lattice", &Preset::name);
    ASSERT_NE(preset, type.presets.end());
    const Dataset a = preset->make(0), b = preset->make(1);
    Engine engine{Device{}};
    engine.load(a, b);
    const auto errors_of = [&](const char* id) {
        const KernelVariant& variant = *find_variant(id);
        const OutputBuffer matrix = engine.allocate(MatrixShape{a.rows, b.rows});
        engine.run(variant, matrix.memory(), {});
        return into_errors(engine, variant, matrix.memory(), {});
    };
    const MatrixErrors direct = errors_of("cross_distance/cpu_naive"), expanded = errors_of("cross_distance/expanded");
    EXPECT_LT(direct.worst, 1e-6);
    EXPECT_EQ(direct.other_nearest, 0);
    EXPECT_GT(expanded.worst, 1.0) << "distances of at most 1.4";
    EXPECT_GT(expanded.other_nearest, 100) << "of 256 rows";
}

} // namespace
} // namespace pairscope

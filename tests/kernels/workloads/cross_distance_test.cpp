// SPDX-License-Identifier: MIT
// The workload cross_distance: every variant that runs without a GPU is right on odd shapes and awkward values, and the
// expanded form loses near vectors unless they are computed again.
#include "kernels/engines/cpu/parallel.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/engine.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "kernels/workloads/cross_distance/rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <limits>
#include <random>

namespace pairscope {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using CrossRule = workloads::cross_distance::Rule;

struct Sizes {
    std::int64_t rows, cols, dims;
};

struct Sets {
    Dataset a, b;

    [[nodiscard]] Workload question() const { return {"cross_distance", a.rows, b.rows, a.dims}; }
};

Dataset set_of(std::int64_t rows, std::int64_t dims, std::vector<float> values) {
    Dataset data{.name = "test vectors", .rows = rows, .dims = dims};
    data.values = std::move(values);
    return data;
}

Dataset random_set(std::int64_t rows, std::int64_t dims, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (float& value : values) value = static_cast<float>(random()) / 4294967296.0f - 0.25f;
    return set_of(rows, dims, std::move(values));
}

Sets random_sets(const Sizes& shape) {
    return {random_set(shape.rows, shape.dims, 1), random_set(shape.cols, shape.dims, 2)};
}

/// Vectors whose coordinates are zero, NaN, infinite, or have squares that overflow, underflow or become denormal.
Dataset awkward_set(std::int64_t rows, std::int64_t dims, std::size_t step) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    const std::vector<float> odd{0.0f,   -0.0f, 1.0f,    -1.0f,   nan,  infinity,   -infinity, 1e30f,  -1e30f, 1e-30f,
                                 3e-20f, 1e18f, 1.7e19f, 1.9e19f, 1e6f, 1000000.1f, 3.4e38f,   1e-45f, 0.5f};
    std::vector<float> values;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i)
        for (std::size_t k = 0; k < static_cast<std::size_t>(dims); ++k)
            values.push_back(k == i % 3 ? odd[i * step % odd.size()] : 0.25f);
    return set_of(rows, dims, std::move(values));
}

std::vector<const KernelVariant*> cross_ladder(Backend backend) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (variant.workload == "cross_distance" && variant.backend == backend) found.push_back(&variant);
    return found;
}

Comparison judged(const KernelVariant& variant, const Sets& sets, std::vector<float>& output) {
    Problem problem = problem_of(inputs_of(sets.a, sets.b), LinearMemory{output.data(), sets.b.rows});
    Comparison comparison;
    for (std::int64_t row = 0; row < sets.a.rows; ++row)
        type_of("cross_distance").matrix.compare_row(problem, row, accuracy_of(variant), comparison);
    return comparison;
}

/// In the executor with every check on, into linear memory and into a texture.
void expect_faultless(const KernelVariant& variant, const Sets& sets) {
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        SCOPED_TRACE(::testing::Message() << variant.id << ", " << sets.a.rows << " x " << sets.b.rows << " x "
                                          << sets.a.dims << ", " << name_of(target));
        const simt::TraceOptions options{.target = target, .most_accesses = 0};
        simt::TracedRun run = simt::traced_run(variant, inputs_of(sets.a, sets.b), options);
        for (const simt::Finding& finding : run.trace.findings) ADD_FAILURE() << describe(finding);
        const Comparison found = judged(variant, sets, run.output);
        EXPECT_TRUE(found.right()) << describe(found);
    }
}

std::vector<float> output_of_cpu(const KernelVariant& variant, const Sets& sets) {
    Engine engine(devices().back());
    engine.load(sets.a, sets.b);
    OutputBuffer buffer = engine.allocate(output_of(sets.question()));
    engine.run(variant, buffer.memory(), {});
    EXPECT_EQ(engine.guard_damage(buffer).count, 0) << variant.id;
    return read(engine, buffer.memory(), {.row = 0, .col = 0, .rows = sets.a.rows, .cols = sets.b.rows});
}

void expect_right_on_cpu(const KernelVariant& variant, const Sets& sets) {
    const Device cpu = devices().back();
    if (!why_not(variant, sets.question(), cpu, TargetKind::linear).empty()) return;
    std::vector<float> output = output_of_cpu(variant, sets);
    const Comparison found = judged(variant, sets, output);
    EXPECT_TRUE(found.right()) << variant.id << ", " << sets.a.rows << " x " << sets.b.rows << " x " << sets.a.dims
                               << ": " << describe(found);
}

class EveryRung : public ::testing::TestWithParam<const KernelVariant*> {};

std::string name_of_rung(const ::testing::TestParamInfo<const KernelVariant*>& info) {
    return std::string(short_name(info.param->id));
}

/// Tiles have 32 or 64 rows, 32, 64 or 128 columns and 16 or 32 coordinates.
constexpr std::array<Sizes, 14> odd_sizes{{{1, 1, 1},
                                           {2, 1, 2},
                                           {1, 2, 3},
                                           {7, 13, 5},
                                           {31, 33, 17},
                                           {33, 31, 16},
                                           {63, 65, 15},
                                           {64, 64, 32},
                                           {65, 63, 33},
                                           {67, 127, 4},
                                           {128, 129, 1},
                                           {5, 131, 61},
                                           {3, 70, 97},
                                           {66, 5, 64}}};

TEST_P(EveryRung, is_right_on_odd_shapes) {
    for (const Sizes& shape : odd_sizes) {
        const Sets sets = random_sets(shape);
        if (GetParam()->backend == Backend::cpu)
            expect_right_on_cpu(*GetParam(), sets);
        else
            expect_faultless(*GetParam(), sets);
    }
}

TEST_P(EveryRung, is_right_for_the_longest_vectors) {
    const Sets sets = random_sets({9, 5, 1024});
    if (GetParam()->backend == Backend::cpu)
        expect_right_on_cpu(*GetParam(), sets);
    else
        expect_faultless(*GetParam(), sets);
}

TEST_P(EveryRung, is_right_where_float_arithmetic_ends) {
    for (const std::int64_t dims : {3, 8}) {
        const Sets sets{awkward_set(57, dims, 1), awkward_set(61, dims, 7)};
        if (GetParam()->backend == Backend::cpu)
            expect_right_on_cpu(*GetParam(), sets);
        else
            expect_faultless(*GetParam(), sets);
    }
}

TEST_P(EveryRung, is_right_for_its_example) {
    const WorkloadType& type = type_of("cross_distance");
    const Sets sets{type.example(0, 70, 16, {}), type.example(1, 130, 16, {})};
    if (GetParam()->backend == Backend::cpu)
        expect_right_on_cpu(*GetParam(), sets);
    else
        expect_faultless(*GetParam(), sets);
}

/// From 2^23 entries on a thread has 8 x 8 of them. The executor runs that without looking at what is read.
TEST_P(EveryRung, is_right_with_many_columns) { expect_right_on_cpu(*GetParam(), random_sets({2051, 4093, 1})); }

std::vector<const KernelVariant*> runnable() {
    std::vector<const KernelVariant*> found = cross_ladder(Backend::cpu);
    for (const KernelVariant* variant : cross_ladder(Backend::cuda))
        if (simt::why_not_simulated(*variant).empty()) found.push_back(variant);
    return found;
}

INSTANTIATE_TEST_SUITE_P(CrossDistance, EveryRung, ::testing::ValuesIn(runnable()), name_of_rung);

/// Vectors far from zero that are near to each other: pairs of a distance of 0.02 among norms of 4000.
Sets near_sets() {
    constexpr std::int64_t rows = 40, dims = 16;
    Sets sets{random_set(rows, dims, 3), random_set(rows, dims, 4)};
    auto& a = std::get<std::vector<float>>(sets.a.values);
    auto& b = std::get<std::vector<float>>(sets.b.values);
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] += 1000.0f;
        b[i] = a[i] + 0.01f * b[i];
    }
    return sets;
}

double relative_error_of_pair(std::string_view id, const Sets& sets, std::int64_t row, std::int64_t col) {
    const double expected = CrossRule(problem_of(inputs_of(sets.a, sets.b), LinearMemory{})).expected(row, col);
    const std::vector<float> output = output_of_cpu(*find_variant(id), sets);
    return std::abs(output[static_cast<std::size_t>(row * sets.b.rows + col)] - expected) / expected;
}

TEST(CrossDistance, the_expanded_form_loses_near_vectors) {
    const Sets sets = near_sets();
    double worst = 0.0;
    for (std::int64_t i = 0; i < 4; ++i)
        worst = std::max(worst, relative_error_of_pair("cross_distance/expanded", sets, i, i));
    EXPECT_GT(worst, 0.5);
    for (std::int64_t i = 0; i < 4; ++i) {
        EXPECT_LT(relative_error_of_pair("cross_distance/expanded_compensated", sets, i, i), 1e-5);
        EXPECT_LT(relative_error_of_pair("cross_distance/register_tile", sets, i, i), 1e-6);
    }
    expect_faultless(*find_variant("cross_distance/expanded_compensated"), sets);
    expect_faultless(*find_variant("cross_distance/expanded"), sets); // by its own bound
}

TEST(CrossDistance, equal_vectors_have_the_distance_zero_after_the_recheck) {
    Sets sets = near_sets();
    sets.b = sets.a;
    const std::vector<float> mended = output_of_cpu(*find_variant("cross_distance/expanded_compensated"), sets);
    for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(mended[i * 41], 0.0f);
}

TEST(CrossDistance, is_right_in_every_instruction_set_of_this_machine) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        SCOPED_TRACE(hwy::TargetName(target));
        for (const KernelVariant* variant : cross_ladder(Backend::cpu))
            for (const Sizes& shape : odd_sizes) expect_right_on_cpu(*variant, random_sets(shape));
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(CrossDistance, allows_more_for_more_coordinates) {
    const Sets sets = random_sets({1, 1, 64});
    const CrossRule rule(problem_of(inputs_of(sets.a, sets.b), LinearMemory{}));
    EXPECT_DOUBLE_EQ(rule.allowed({.tolerance = 1e-6}).tolerance, 1e-6 + 64 * 0x1p-25);
    EXPECT_EQ(rule.allowed({.tolerance = 1e-6}).of_norms, 0.0);
    EXPECT_DOUBLE_EQ(rule.allowed({.of_norms = 1e-6}).of_norms, 1e-6 + 64 * 0x1p-23);
}

TEST(CrossDistance, judges_the_expanded_form_by_the_norms) {
    const Sets sets{set_of(1, 1, {3.0f}), set_of(1, 1, {4.0f})};
    const CrossRule rule(problem_of(inputs_of(sets.a, sets.b), LinearMemory{}));
    const JudgedEntry off{.found = 1.001f, .expected = 1.0}; // its square is off by 0.002 of 25
    EXPECT_FALSE(rule.is_right(off, {.tolerance = 1e-6}));
    EXPECT_TRUE(rule.is_right(off, {.tolerance = 1e-6, .of_norms = 1e-4}));
    EXPECT_FALSE(rule.is_right(off, {.tolerance = 1e-6, .of_norms = 1e-5}));
    EXPECT_FALSE(rule.is_right({.found = -1.0f, .expected = 1.0}, {.tolerance = 1e-6, .of_norms = 1.0}));
    EXPECT_FALSE(rule.is_right({.found = NAN, .expected = 1.0}, {.tolerance = 1e-6, .of_norms = 1.0}));
    EXPECT_FALSE(rule.is_right({.found = INFINITY, .expected = 1.0}, {.tolerance = 1e-6, .of_norms = 1.0}));
}

TEST(CrossDistance, names_the_bound_of_the_expanded_form) {
    const Sets sets = random_sets({3, 4, 16});
    const KernelVariant& variant = *find_variant("cross_distance/expanded");
    std::vector<float> output = output_of_cpu(variant, sets);
    const Comparison found = judged(variant, sets, output);
    EXPECT_THAT(describe(found), HasSubstr(". The check used the bound of the expanded form: a relative error of "
                                           "1.5e-6, and an error of another 2.9e-6 of"));
    EXPECT_THAT(bound_text(Comparison{}), IsEmpty());
}

TEST(CrossDistance, makes_the_same_example_for_the_same_settings) {
    const WorkloadType& type = type_of("cross_distance");
    const Dataset once = type.example(1, 100, 16, {}), again = type.example(1, 200, 16, {}),
                  first = type.example(0, 100, 16, {});
    EXPECT_TRUE(std::ranges::equal(coordinates(once), coordinates(again).first(coordinates(once).size())));
    const Sets sets{first, once};
    const CrossRule rule(problem_of(inputs_of(sets.a, sets.b), LinearMemory{}));
    EXPECT_LT(rule.expected(0, 0), 0.5) << "vector 0 of the second set is a copy of vector 0 of the first";
    EXPECT_GT(rule.expected(1, 1), 1.0) << "vector 1 is not";
}

} // namespace
} // namespace pairscope

// SPDX-License-Identifier: MIT
// The first variant to copy, compiled from CONTRIBUTING.md: right, without a finding, and complete.
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/registry.h"
#include "tests/kernels/sample_points.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::simulated_ladder::distance_matrix {
KernelVariant my_rung_variant();
}

namespace pairscope::simt {
namespace {

using samples::random_points;

KernelVariant rung() {
    KernelVariant variant = simulated_ladder::distance_matrix::my_rung_variant();
    variant.id = "distance_matrix/my_rung";
    variant.workload = "distance_matrix";
    variant.simulate = variant.launch;
    return variant;
}

TEST(TemplateRung, is_right_in_both_targets_without_a_finding) {
    const KernelVariant variant = rung();
    ASSERT_NE(variant.simulate, nullptr) << variant.not_simulated;
    for (const std::int64_t n : {1, 31, 65, 257})
        for (const TargetKind target : {TargetKind::linear, TargetKind::surface})
            for (const int block : variant.blocks) {
                const Dataset data = random_points(n);
                TracedRun run = traced_run(variant, data, {.target = target, .block = block, .most_accesses = 0});
                for (const Finding& finding : run.trace.findings) ADD_FAILURE() << describe(finding);
                const Problem problem = problem_of(input_of(data), LinearMemory{run.output.data(), n});
                Comparison comparison;
                for (std::int64_t row = 0; row < n; ++row)
                    type_of(variant.workload)
                        .matrix.compare_row(problem, row, {variant.tolerance, variant.entry}, comparison);
                EXPECT_TRUE(comparison.right()) << describe(comparison);
            }
}

TEST(TemplateRung, could_stand_in_the_list) {
    KernelVariant parent = *find_variant("distance_matrix/row_per_thread");
    EXPECT_NO_THROW((void)in_ladder_order({rung(), parent}, {}));
}

} // namespace
} // namespace pairscope::simt

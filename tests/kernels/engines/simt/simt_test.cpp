// SPDX-License-Identifier: MIT
// The executor: every fault is found where it is and nothing else, what works on a GPU works here, and every CUDA
// variant is right on every shape with all checks on.
#include "kernels/engines/outputs.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/compare.h"
#include "kernels/ladder/registry.h"
#include "tests/kernels/sample_problems.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>

namespace pairscope::simt {
namespace {

using samples::awkward_problem;
using samples::random_points;
using samples::random_problem;
using samples::SampleProblem;
using ::testing::Contains;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

TEST(Executor, finds_every_kind_of_fault_on_its_line) {
    for (const specimens::Specimen& specimen : specimens::faulty_kernels()) {
        SCOPED_TRACE(specimen.name);
        const Trace found = trace(variant_of(specimen), random_points(64), {});
        std::vector<int> lines;
        for (const Finding& finding : found.findings) {
            EXPECT_EQ(name_of(finding.kind), specimen.fault) << describe(finding);
            EXPECT_EQ(finding.file, "tests/kernels/specimens/faulty_kernels.cu") << describe(finding);
            lines.push_back(finding.line);
        }
        EXPECT_THAT(lines, Contains(specimen.line)) << all_of(found.findings);
    }
}

TEST(Executor, finds_blocks_that_get_into_each_others_way) {
    for (const specimens::Specimen& specimen : specimens::faulty_grids()) {
        SCOPED_TRACE(specimen.name);
        const Trace found = trace(variant_of(specimen), random_points(64), {.most_accesses = 0, .threads = 1});
        ASSERT_FALSE(found.findings.empty());
        EXPECT_EQ(name_of(found.findings.front().kind), specimen.fault) << all_of(found.findings);
        EXPECT_EQ(found.findings.front().line, specimen.line) << all_of(found.findings);
    }
}

TEST(Executor, tells_a_fault_so_that_it_can_be_mended) {
    for (const specimens::Specimen& specimen : specimens::taught_faults()) {
        SCOPED_TRACE(specimen.name);
        const Trace found = trace(variant_of(specimen), random_points(64), {});
        const std::string place = "tests/kernels/specimens/taught_faults.cu:" + std::to_string(specimen.line) + ": ";
        EXPECT_EQ(all_of(found.findings), place + std::string(specimen.told) + "\n");
    }
}

TEST(Executor, follows_asynchronous_copies_from_stage_to_stage) {
    const specimens::Specimen specimen = specimens::stage_that_is_reused_too_early();
    const Trace found = trace(variant_of(specimen), random_points(64), {});
    ASSERT_THAT(found.findings, SizeIs(2)) << all_of(found.findings);
    EXPECT_EQ(found.findings[0].line, specimen.line);
    EXPECT_THAT(describe(found.findings[0]), HasSubstr(specimen.told));
    EXPECT_THAT(describe(found.findings[1]), HasSubstr("overwrites by an asynchronous copy in line"));
}

TEST(Executor, says_who_read_what) {
    const auto specimen = specimens::faulty_kernels().front();
    const Trace found = trace(variant_of(specimen), random_points(64), {});
    ASSERT_THAT(found.findings, SizeIs(1));
    EXPECT_EQ(found.findings[0].thread, (Index3{10, 0, 0}));
    EXPECT_EQ(found.findings[0].count, 54);
    EXPECT_THAT(describe(found.findings[0]), HasSubstr("points"));
}

/// Runs the specimen with every check on: nothing is found, and every thread saw what it should.
void expect_faultless(const specimens::Specimen& specimen) {
    SCOPED_TRACE(specimen.name);
    const TracedRun run = traced_run(variant_of(specimen), random_points(512), {});
    EXPECT_THAT(run.trace.findings, IsEmpty()) << all_of(run.trace.findings);
    const std::vector<float> outputs(run.output.begin(), run.output.begin() + 12 * 256);
    EXPECT_THAT(outputs, Each(1.0f));
}

TEST(Executor, warns_of_a_barrier_that_threads_leave_out_by_returning) {
    std::vector<std::string> warned;
    for (const specimens::Specimen& specimen : specimens::ordinary_kernels()) {
        const Trace found = trace(variant_of(specimen), random_points(512), {});
        if (found.warnings.empty()) continue;
        warned.emplace_back(specimen.name);
        EXPECT_THAT(found.findings, IsEmpty());
        ASSERT_EQ(found.warnings.size(), 1u);
        EXPECT_EQ(found.warnings[0].kind, FindingKind::left_barrier);
        EXPECT_THAT(describe(found.warnings[0]),
                    testing::AllOf(testing::HasSubstr("ordinary_kernels.cu:259: barrier left out"),
                                   testing::HasSubstr("waits at a barrier before which 156 of the 256 threads of its "
                                                      "block have returned, such as thread (")));
    }
    EXPECT_THAT(warned, testing::ElementsAre("some_return_before_a_barrier"));
}

TEST(Executor, finds_nothing_in_ordinary_kernels) {
    for (const specimens::Specimen& specimen : specimens::ordinary_kernels()) expect_faultless(specimen);
}

// Its last block resets the counter: after a sample of blocks it would be wrong for ever.
TEST(Executor, leaves_device_variables_as_a_sample_found_them) {
    for (const specimens::Specimen& specimen : specimens::ordinary_kernels()) {
        if (specimen.name != "the_last_block_sums_up") continue;
        const Trace part = trace(variant_of(specimen), random_points(512), {.most_accesses = 1, .threads = 1});
        ASSERT_LT(part.blocks_traced(), part.blocks());
        expect_faultless(specimen);
    }
}

/// All CUDA variants that the executor can run.
bool always(const KernelVariant&) { return true; }
bool writes_a_matrix(const KernelVariant& variant) { return type_of(variant.workload).output == OutputKind::matrix; }
bool has_no_workspace(const KernelVariant& variant) { return variant.workspace_bytes == nullptr; }

std::vector<const KernelVariant*> simulated_variants(bool (*is_meant)(const KernelVariant&) = always) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant& variant : variants())
        if (why_not_simulated(variant).empty() && is_meant(variant)) found.push_back(&variant);
    return found;
}

std::string name_in_test(const ::testing::TestParamInfo<const KernelVariant*>& shown) {
    std::string name(shown.param->id);
    std::ranges::replace(name, '/', '_');
    return name;
}

/// Judges an output of any kind.
Comparison verdict_on(const KernelVariant& variant, const Problem& problem) {
    const WorkloadType& type = type_of(variant.workload);
    const Accuracy accuracy = accuracy_of(variant);
    if (type.output != OutputKind::matrix) {
        Inputs inputs{.a = problem.a, .b = problem.b};
        inputs.parameters.assign(problem.parameters.begin(), problem.parameters.end());
        return judge_output(variant, inputs, std::get<LinearMemory>(problem.out));
    }
    Comparison comparison;
    for (std::int64_t row = 0; row < problem.a.rows; ++row) type.matrix.compare_row(problem, row, accuracy, comparison);
    return comparison;
}

void expect_right(const KernelVariant& variant, const SampleProblem& sample, TargetKind target, int block = 0) {
    const Inputs inputs = sample.inputs();
    const Workload workload = sample.size();
    SCOPED_TRACE(::testing::Message() << variant.id << ", " << workload.rows << " x " << workload.cols << " x "
                                      << workload.dims << (target == TargetKind::linear ? ", linear" : ", texture")
                                      << ", blocks of " << block);
    Device gpu;
    gpu.backend = Backend::cuda;
    gpu.compute_capability = 90;
    if (variant.why_not != nullptr && !variant.why_not(workload, gpu).empty()) return;
    TracedRun run = traced_run(variant, inputs, {.target = target, .block = block, .most_accesses = 0});
    const unsigned threads =
        run.trace.launches[0].block.x * run.trace.launches[0].block.y * run.trace.launches[0].block.z;
    if (variant.workspace_bytes == nullptr) { // with one there are other launches, of other sizes
        EXPECT_EQ(threads, unsigned(block_of_run(variant, block)));
    }
    EXPECT_THAT(run.trace.findings, IsEmpty()) << all_of(run.trace.findings);
    EXPECT_EQ(run.trace.blocks_traced(), run.trace.blocks());
    const std::int64_t pitch = words_of(output_of(workload)).cols;
    const Comparison comparison = verdict_on(variant, problem_of(inputs, LinearMemory{run.output.data(), pitch}));
    EXPECT_TRUE(comparison.right()) << describe(comparison);
}

class EveryCudaVariant : public ::testing::TestWithParam<const KernelVariant*> {
protected:
    static const WorkloadType& type() { return type_of(GetParam()->workload); }
    static void expect_right_everywhere(const SampleProblem& problem, int block = 0) {
        if (GetParam()->writes_linear) expect_right(*GetParam(), problem, TargetKind::linear, block);
        if (GetParam()->writes_surface) expect_right(*GetParam(), problem, TargetKind::surface, block);
    }
};

TEST_P(EveryCudaVariant, is_right_on_small_shapes_with_every_check_on) {
    for (std::int64_t n = 1; n <= 40; ++n) expect_right_everywhere(random_problem(type(), n));
}

TEST_P(EveryCudaVariant, is_right_around_tiles_and_on_primes) {
    // 700: three tiles of 256 columns, so that a stage of a pipeline is used again
    for (const std::int64_t n : {63, 64, 65, 97, 127, 128, 129, 255, 256, 257, 509, 700})
        expect_right_everywhere(random_problem(type(), n));
}

/// Other outputs refuse values that are not finite.
class EveryCudaVariantOfAMatrix : public EveryCudaVariant {};

TEST_P(EveryCudaVariantOfAMatrix, is_right_where_float_arithmetic_ends) {
    expect_right_everywhere(awkward_problem(type(), 131));
}

TEST_P(EveryCudaVariant, is_right_with_every_size_of_its_blocks) {
    for (const int block : GetParam()->blocks)
        for (const std::int64_t n : {1, 7, 33, 64, 65, 385}) // check --all tries more sizes
            expect_right_everywhere(random_problem(type(), n), block);
}

/// Those with a workspace may have launches of several sizes.
class EveryCudaVariantWithoutWorkspace : public EveryCudaVariant {};

TEST_P(EveryCudaVariantWithoutWorkspace, has_the_first_size_of_its_blocks_unless_it_is_asked_for_another) {
    ASSERT_THAT(GetParam()->blocks, Not(IsEmpty()));
    const TargetKind target = GetParam()->writes_linear ? TargetKind::linear : TargetKind::surface;
    const SampleProblem problem = random_problem(type(), 40);
    const Trace found = trace(*GetParam(), problem.inputs(), {.target = target});
    const Index3 block = found.launches.at(0).block;
    EXPECT_EQ(block.x * block.y * block.z, unsigned(GetParam()->blocks.front()));
    EXPECT_THROW((void)trace(*GetParam(), problem.inputs(), {.target = target, .block = 33}), std::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Simulated, EveryCudaVariant, ::testing::ValuesIn(simulated_variants()), name_in_test);
INSTANTIATE_TEST_SUITE_P(Simulated, EveryCudaVariantOfAMatrix, ::testing::ValuesIn(simulated_variants(writes_a_matrix)),
                         name_in_test);
INSTANTIATE_TEST_SUITE_P(Simulated, EveryCudaVariantWithoutWorkspace,
                         ::testing::ValuesIn(simulated_variants(has_no_workspace)), name_in_test);

TEST(Executor, counts_what_the_source_of_coalesced_stores_says) {
    const Trace found =
        trace(*find_variant("distance_matrix/row_per_thread"), random_points(256), {.most_accesses = 0});
    const TraceTotals stores = totals(found, AccessKind::global_store);
    EXPECT_EQ(stores.requests, 256 * 256 / 32);
    EXPECT_EQ(stores.sectors, 32 * stores.requests);
    EXPECT_EQ(stores.useful_bytes, 256 * 256 * 4);
}

TEST(Executor, scales_what_it_sampled) {
    const KernelVariant& variant = *find_variant("distance_matrix/grid2d");
    const Dataset data = random_points(1024);
    const Trace whole = trace(variant, data, {.most_accesses = 0});
    const Trace part = trace(variant, data, {.most_accesses = 100'000});
    EXPECT_EQ(whole.blocks(), whole.blocks_traced());
    EXPECT_LT(part.blocks_traced(), part.blocks() / 10);
    EXPECT_DOUBLE_EQ(totals(part, AccessKind::global_store).sectors, totals(whole, AccessKind::global_store).sectors);
}

TEST(Executor, stops_between_blocks) {
    std::stop_source stop;
    stop.request_stop();
    const Trace found =
        trace(*find_variant("distance_matrix/row_per_thread"), random_points(1024), {.stop = stop.get_token()});
    EXPECT_EQ(found.blocks_traced(), 0);
}

TEST(Executor, refuses_what_is_no_kernel) {
    EXPECT_THROW((void)trace(*find_variant("distance_matrix/cpu_naive"), random_points(4), {}), std::invalid_argument);
}

} // namespace
} // namespace pairscope::simt

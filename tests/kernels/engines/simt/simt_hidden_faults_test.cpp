// SPDX-License-Identifier: MIT
// Faults that look like right kernels on a CPU, and right kernels that look like them.
#include "kernels/engines/simt/executor.h"
#include "tests/kernels/sample_points.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace pairscope::simt {
namespace {

using samples::random_points;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class HiddenFault : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(HiddenFault, is_the_one_finding_with_its_words) {
    const Trace found = trace(variant_of(GetParam()), random_points(64), {});
    const std::string place = "tests/kernels/specimens/hidden_faults.cu:" + std::to_string(GetParam().line) + ": ";
    EXPECT_EQ(all_of(found.findings), place + std::string(GetParam().told) + "\n");
}

INSTANTIATE_TEST_SUITE_P(Specimens, HiddenFault, ::testing::ValuesIn(specimens::hidden_faults()),
                         [](const auto& shown) { return std::string(shown.param.name); });

// Whichever of the blocks comes first, the fault is found where the later one is.
TEST(HiddenFaults, of_ldg_are_found_between_blocks) {
    const auto specimen = specimens::load_by_ldg_of_what_another_block_writes();
    const Trace found = trace(variant_of(specimen), random_points(64), {.most_accesses = 0, .threads = 1});
    ASSERT_THAT(found.findings, ::testing::Not(IsEmpty()));
    for (const Finding& finding : found.findings) {
        if (finding.kind == FindingKind::global_race) continue; // nothing orders the blocks either
        EXPECT_EQ(name_of(finding.kind), specimen.fault) << describe(finding);
    }
    EXPECT_THAT(all_of(found.findings), HasSubstr("__ldg of changing data"));
}

class LooksAlike : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(LooksAlike, and_nothing_is_found) {
    const TracedRun run = traced_run(variant_of(GetParam()), random_points(64), {.most_accesses = 0});
    EXPECT_EQ(all_of(run.trace.findings), "");
    const std::vector<float> outputs(run.output.begin(), run.output.begin() + 4 * 64);
    EXPECT_THAT(outputs, Each(1.0f));
}

INSTANTIATE_TEST_SUITE_P(Specimens, LooksAlike, ::testing::ValuesIn(specimens::right_kernels_that_look_alike()),
                         [](const auto& shown) { return std::string(shown.param.name); });

// After a sample of its blocks the counter would be wrong for ever.
TEST(Executor, leaves_variables_outside_of_namespaces_as_a_sample_found_them) {
    const KernelVariant variant = variant_of(specimens::counter_outside_of_namespaces());
    const Trace part = trace(variant, random_points(64), {.most_accesses = 1, .threads = 1});
    ASSERT_LT(part.blocks_traced(), part.blocks());
    for (int again = 0; again < 2; ++again) { // a whole launch leaves the counter at 0, as it is meant to
        const TracedRun whole = traced_run(variant, random_points(64), {.most_accesses = 0, .threads = 1});
        EXPECT_EQ(whole.output[8], 0.0f); // the block in the middle is the first one that runs
    }
}

class SeveralLaunches : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(SeveralLaunches, see_what_blocks_wrote_that_were_not_followed) {
    for (const int threads : {1, 4}) {
        const KernelVariant variant = variant_of(GetParam());
        const TracedRun run = traced_run(variant, random_points(64), {.most_accesses = 1, .threads = threads});
        EXPECT_EQ(all_of(run.trace.findings), "");
        EXPECT_LT(run.trace.blocks_traced(), run.trace.blocks());
        EXPECT_EQ(run.output[8 * 64], 1.0f) << "the block in the middle is followed";
    }
}

INSTANTIATE_TEST_SUITE_P(Specimens, SeveralLaunches, ::testing::ValuesIn(specimens::several_launches()),
                         [](const auto& shown) { return std::string(shown.param.name); });

class LaunchWithMuchSharedMemory : public ::testing::TestWithParam<specimens::Specimen> {
protected:
    static std::string message_of_the_trace() {
        try {
            const TracedRun run = traced_run(variant_of(GetParam()), random_points(64), {});
            EXPECT_EQ(all_of(run.trace.findings), "");
            EXPECT_EQ(run.output[0], 1.0f);
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return {};
    }
};

TEST_P(LaunchWithMuchSharedMemory, needs_the_word_of_the_host) {
    const std::string message = message_of_the_trace();
    if (GetParam().fault.empty())
        EXPECT_EQ(message, "");
    else
        EXPECT_THAT(message,
                    ::testing::AllOf(HasSubstr("the launch asks for "), HasSubstr("shared memory for a block")));
}

INSTANTIATE_TEST_SUITE_P(Specimens, LaunchWithMuchSharedMemory,
                         ::testing::ValuesIn(specimens::launches_with_much_shared_memory()),
                         [](const auto& shown) { return std::string(shown.param.name); });

TEST(Launches, with_much_shared_memory_say_what_to_call) {
    const Dataset data = random_points(64);
    std::vector<float> out(64 * 64);
    const Problem problem = problem_of(input_of(data), LinearMemory{out.data(), 64});
    try {
        run(variant_of(specimens::launches_with_much_shared_memory().front()), {.problem = problem});
        ADD_FAILURE() << "the launch was accepted";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(),
                     "the launch asks for 65536 bytes of dynamic shared memory for a block, and this kernel may have "
                     "49152: call "
                     "cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536) before the "
                     "launch, or launch it by launch_grid, which makes this call");
    }
}

} // namespace
} // namespace pairscope::simt

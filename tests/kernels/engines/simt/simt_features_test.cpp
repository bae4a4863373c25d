// SPDX-License-Identifier: MIT
// What the executor supports of CUDA: every function gives what a GPU gives, and kernels that end by their own word say
// so. nvcc compiles the same specimens for tests/gpu.
#include "kernels/engines/simt/executor.h"
#include "tests/kernels/sample_points.h"
#include "tests/kernels/specimens/traced_specimen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fmt/format.h>

namespace pairscope::simt {
namespace {

using samples::random_points;
using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class SimtFeatures : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(SimtFeatures, give_what_a_gpu_gives) {
    const TracedRun run = traced_run(variant_of(GetParam()), random_points(512), {});
    for (const Finding& finding : run.trace.findings) ADD_FAILURE() << describe(finding);
    const std::vector<float> outputs(run.output.begin(), run.output.begin() + 12 * 256);
    EXPECT_THAT(outputs, Each(1.0f));
}

TEST_P(SimtFeatures, give_the_same_when_nobody_watches) {
    const Dataset data = random_points(512);
    std::vector<float> output(static_cast<std::size_t>(512 * 512), 0.0f);
    const Problem problem = problem_of(input_of(data), LinearMemory{output.data(), data.rows});
    const HostRun host;
    run(variant_of(GetParam()), {.problem = problem, .host = &host});
    output.resize(12 * 256);
    EXPECT_THAT(output, Each(1.0f));
}

std::vector<specimens::Specimen> all_that_work() {
    std::vector<specimens::Specimen> all = specimens::working_kernels();
    for (const auto& more : {specimens::working_numbers(), specimens::working_halves(), specimens::working_groups()})
        all.insert(all.end(), more.begin(), more.end());
    return all;
}
INSTANTIATE_TEST_SUITE_P(Specimens, SimtFeatures, ::testing::ValuesIn(all_that_work()),
                         [](const auto& shown) { return std::string(shown.param.name); });

class SimtAssertions : public ::testing::TestWithParam<specimens::Specimen> {};

TEST_P(SimtAssertions, are_the_one_finding_on_their_line) {
    const Trace found = trace(variant_of(GetParam()), random_points(64), {});
    for (const Finding& finding : found.findings) SCOPED_TRACE(describe(finding));
    ASSERT_THAT(found.findings, SizeIs(1));
    EXPECT_EQ(name_of(found.findings[0].kind), GetParam().fault);
    EXPECT_EQ(found.findings[0].file, "tests/kernels/specimens/failing_assertions.cu");
    EXPECT_EQ(found.findings[0].line, GetParam().line);
}

TEST_P(SimtAssertions, end_a_run_that_nobody_watches) {
    const Dataset data = random_points(64);
    std::vector<float> output(64 * 64, 0.0f);
    const Problem problem = problem_of(input_of(data), LinearMemory{output.data(), data.rows});
    const HostRun host;
    try {
        run(variant_of(GetParam()), {.problem = problem, .host = &host});
        ADD_FAILURE() << "it went to its end";
    } catch (const std::runtime_error& error) {
        EXPECT_THAT(error.what(), HasSubstr(fmt::format("failing_assertions.cu:{}", GetParam().line)));
    }
}

INSTANTIATE_TEST_SUITE_P(Specimens, SimtAssertions, ::testing::ValuesIn(specimens::failing_assertions()),
                         [](const auto& shown) { return std::string(shown.param.name); });

TEST(SimtAssertions, say_what_failed_where_and_for_whom) {
    const Trace found = trace(variant_of(specimens::failing_assertions().front()), random_points(64), {});
    ASSERT_FALSE(found.findings.empty());
    EXPECT_THAT(describe(found.findings[0]),
                HasSubstr("block (0, 0, 0), thread (60, 0, 0) stops: assertion `x < n` failed"));
    EXPECT_EQ(found.findings[0].count, 4);
}

} // namespace
} // namespace pairscope::simt

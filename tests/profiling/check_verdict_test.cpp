// SPDX-License-Identifier: MIT
// A faulty kernel is never called right: not where its output is right all the same, and not where a sample of its
// blocks was examined.
#include "kernels/ladder/registry.h"
#include "profiling/examination.h"
#include "profiling/runner.h"
#include "tests/kernels/sample_points.h"
#include "tests/kernels/specimens/specimens.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

specimens::Specimen specimen_named(std::string_view name) {
    const auto all = specimens::faulty_matrices();
    return *std::ranges::find(all, name, &specimens::Specimen::name);
}

KernelVariant described_variant(const specimens::Specimen& specimen) {
    return {.id = "distance_matrix/specimen",
            .workload = "distance_matrix",
            .title = "title",
            .teaches = "teaches",
            .wastes = "wastes",
            .backend = Backend::cuda,
            .launch = specimen.launch,
            .simulate = specimen.launch};
}

/// The CPU's engine, which simulates CUDA variants.
struct CheckBench {
    explicit CheckBench(std::int64_t rows) : engine(devices().back()), data(pairscope::samples::random_points(rows)) {
        engine.load(data);
        buffer = engine.allocate({rows, rows});
        options.rows_checked = rows;
    }
    [[nodiscard]] RunTarget target() { return {buffer.memory(), buffer.shape, &buffer}; }
    [[nodiscard]] Workload workload() const { return pairscope::samples::distance_matrix_of(data); }
    [[nodiscard]] CheckVerdict verdict_on(const KernelVariant& variant) {
        const CheckOutcome outcome = check(engine, variant, workload(), target(), options, control);
        const auto* failed = std::get_if<Failed>(&outcome);
        EXPECT_EQ(failed, nullptr) << failed->message;
        return failed == nullptr ? std::get<Checked>(outcome).verdict : CheckVerdict{};
    }
    [[nodiscard]] RunOutcome measured(const KernelVariant& variant) {
        return measure(engine, variant, workload(), target(), options, control);
    }

    Engine engine;
    Dataset data;
    OutputBuffer buffer;
    RunnerOptions options;
    RunControl control;
};

std::string place_of(const specimens::Specimen& specimen) {
    return fmt::format("faulty_matrices.cu:{}: {}", specimen.line, specimen.fault);
}

TEST(CheckVerdict, a_race_hidden_by_the_order_of_execution_is_a_fault) {
    const auto specimen = specimen_named("race_hidden_by_order");
    const CheckVerdict verdict = CheckBench(130).verdict_on(described_variant(specimen));
    EXPECT_TRUE(verdict.comparison.right()) << describe(verdict.comparison);
    EXPECT_FALSE(verdict.right());
    EXPECT_THAT(describe(verdict),
                AllOf(HasSubstr("The simulation on the CPU found a fault (all 390 blocks were examined), although "
                                "the output agrees with the reference: "),
                      HasSubstr(place_of(specimen))));
}

TEST(CheckVerdict, a_race_that_shows_is_told_with_the_wrong_entries) {
    const auto specimen = specimen_named("race_that_shows");
    const CheckVerdict verdict = CheckBench(130).verdict_on(described_variant(specimen));
    EXPECT_FALSE(verdict.comparison.right());
    EXPECT_FALSE(verdict.right());
    EXPECT_THAT(describe(verdict), AllOf(HasSubstr("should be"), HasSubstr("The simulation on the CPU found")));
}

TEST(CheckVerdict, a_misaligned_store_is_a_fault_though_this_cpu_does_it) {
    const auto specimen = specimen_named("misaligned_store");
    const KernelVariant variant = described_variant(specimen);
    EXPECT_TRUE(CheckBench(64).verdict_on(variant).right()) << "rows of even length begin at multiples of 8 bytes";
    const CheckVerdict verdict = CheckBench(65).verdict_on(variant);
    EXPECT_TRUE(verdict.comparison.right());
    EXPECT_FALSE(verdict.right());
    EXPECT_THAT(describe(verdict), HasSubstr(place_of(specimen)));
}

TEST(CheckVerdict, an_overrun_is_found_by_both_judges_where_rows_do_not_fit) {
    const auto specimen = specimen_named("overrun");
    const KernelVariant variant = described_variant(specimen);
    EXPECT_TRUE(CheckBench(64).verdict_on(variant).right());
    CheckBench bench(1001);
    const CheckOutcome run =
        check(bench.engine, variant, bench.workload(), bench.target(), bench.options, bench.control);
    const auto* failed = std::get_if<Failed>(&run);
    ASSERT_NE(failed, nullptr) << "the executor does not let the store happen";
    EXPECT_THAT(failed->message,
                HasSubstr(fmt::format("faulty_matrices.cu:{}: thread (41, 0, 0) of block (15, 1000, 0) writes 4 bytes "
                                      "at byte 4008004 of out, but out has only 4008004 bytes",
                                      specimen.line)));
    CheckVerdict verdict{
        .comparison = {.entries_checked = 1001 * 1001, .rows_checked = 1001, .rows = 1001, .cols = 1001}};
    add(verdict, examine(variant, {.inputs = bench.engine.inputs()}, {}));
    EXPECT_FALSE(verdict.right());
    ASSERT_TRUE(verdict.examination);
    EXPECT_THAT(verdict.examination->findings, SizeIs(1));
    EXPECT_THAT(describe(verdict), HasSubstr(place_of(specimen)));
}

TEST(CheckVerdict, a_sample_of_blocks_has_the_corners_of_the_grid_and_is_told) {
    const auto specimen = specimen_named("overrun");
    CheckBench bench(1001);
    bench.options.most_examined = 1000;
    CheckVerdict verdict;
    add(verdict, examine(described_variant(specimen), {.inputs = bench.engine.inputs(), .most_accesses = 1000}, {}));
    ASSERT_TRUE(verdict.examination);
    EXPECT_LT(verdict.examination->blocks_examined, 20);
    EXPECT_EQ(verdict.examination->faults, 1) << "it is in the last block";
    const CheckVerdict right = bench.verdict_on(*find_variant("grid2d"));
    EXPECT_TRUE(right.right());
    EXPECT_THAT(short_text(right),
                AllOf(HasSubstr("right output, no fault found; "), HasSubstr(" blocks were examined")));
    EXPECT_LT(right.examination->blocks_examined, right.examination->blocks);
}

TEST(CheckVerdict, a_faulty_variant_is_a_failed_run_with_its_verdict) {
    CheckBench bench(130);
    const RunOutcome outcome = bench.measured(described_variant(specimen_named("race_hidden_by_order")));
    const auto* failed = std::get_if<Failed>(&outcome);
    ASSERT_NE(failed, nullptr);
    ASSERT_TRUE(failed->verdict);
    EXPECT_FALSE(failed->verdict->right());
    EXPECT_EQ(failed->message, describe(*failed->verdict));
}

TEST(CheckVerdict, of_a_large_run_on_a_gpu_a_few_points_are_examined_with_the_same_ends_of_tiles) {
    EXPECT_EQ(small_examination_rows(1), 1);
    EXPECT_EQ(small_examination_rows(300), 300);
    EXPECT_EQ(small_examination_rows(2048), 256);
    EXPECT_EQ(small_examination_rows(30337), 256 + 30337 % 256);
    const auto specimen = specimen_named("misaligned_store");
    const CheckBench bench(1001);
    CheckVerdict verdict{
        .comparison = {.entries_checked = 1001 * 1001, .rows_checked = 1001, .rows = 1001, .cols = 1001}};
    add(verdict, examine(described_variant(specimen), {.inputs = bench.engine.inputs(), .small = true}, {}));
    EXPECT_FALSE(verdict.right());
    EXPECT_THAT(describe(verdict), HasSubstr("blocks were examined at n = 489)"));
}

TEST(CheckVerdict, of_a_long_vector_on_a_gpu_the_first_coordinates_are_examined) {
    const auto vector = [](int set) { return type_of("rbf_pair").example(set, 1, 1'000'003, {}); };
    const Dataset x = vector(0), y = vector(1);
    const Inputs inputs = inputs_of(x, y);
    const Examined found = examine(*find_variant("rbf_pair/fused"), {.inputs = inputs, .small = true}, {});
    ASSERT_TRUE(found.trace);
    EXPECT_EQ(found.trace->workload.dims, 4096 + 1'000'003 % 4096);
    EXPECT_EQ(found.trace->workload.rows, 1);
    EXPECT_THAT(found.trace->findings, IsEmpty());
}

TEST(CheckVerdict, says_of_how_many_rows_it_is) {
    CheckVerdict verdict{
        .comparison = {.entries_checked = 2048 * 30336, .rows_checked = 2048, .rows = 30336, .cols = 30336}};
    EXPECT_EQ(short_text(verdict), "right output in 2 048 of 30 336 rows");
    EXPECT_THAT(describe(verdict), HasSubstr("62 128 128 entries in 2 048 of 30 336 rows agree with the"));
    verdict.comparison.rows_checked = 30336;
    EXPECT_EQ(short_text(verdict), "right output");
    EXPECT_THAT(describe(verdict), testing::Not(HasSubstr("rows")));
}

TEST(CheckVerdict, names_a_fault_before_the_wrong_output_that_it_causes) {
    CheckVerdict verdict{
        .comparison = {.entries_checked = 81, .rows_checked = 9, .rows = 9, .cols = 9, .wrong_entries = 1}};
    verdict.examination = Examination{.rows = 9, .blocks = 1, .blocks_examined = 1, .faults = 1};
    verdict.examination->findings = {"a.cu:32: out of bounds: block (0, 0, 0), thread (1, 0, 0) uses index 32"};
    for (const std::string& text : {describe(verdict), describe_simulation(verdict)}) {
        EXPECT_LT(text.find("a.cu:32"), text.find("entries")) << text;
        EXPECT_THAT(text, HasSubstr("The output is wrong, too: "));
    }
}

TEST(CheckVerdict, a_variant_that_the_executor_cannot_run_says_so) {
    KernelVariant variant = described_variant(specimen_named("overrun"));
    variant.simulate = nullptr;
    CheckVerdict verdict{.comparison = {.entries_checked = 4, .rows_checked = 2, .rows = 2, .cols = 2}};
    add(verdict, examine(variant, {.inputs = CheckBench(2).engine.inputs()}, {}));
    EXPECT_TRUE(verdict.right());
    EXPECT_THAT(short_text(verdict), HasSubstr("not examined for faults"));
    EXPECT_THAT(describe(verdict), HasSubstr("The simulation on the CPU did not look for faults: "));
}

TEST(CheckVerdict, every_variant_of_the_ladder_is_examined_and_right) {
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != "distance_matrix" || variant.simulate == nullptr || !variant.writes_linear) continue;
        CheckBench bench(65);
        bench.buffer = bench.engine.allocate({65, 65}, variant.entry);
        const CheckVerdict verdict = bench.verdict_on(variant);
        EXPECT_TRUE(verdict.right()) << variant.id << ": " << describe(verdict);
        ASSERT_TRUE(verdict.examination) << variant.id;
        EXPECT_EQ(verdict.examination->blocks_examined, verdict.examination->blocks) << variant.id;
    }
}

} // namespace
} // namespace pairscope::profiling

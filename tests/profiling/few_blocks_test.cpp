// SPDX-License-Identifier: MIT
// Faults that show at no small size are found by four blocks of the published size, and in long vectors.
#include "kernels/ladder/exact_data.h"
#include "kernels/ladder/registry.h"
#include "profiling/few_blocks.h"
#include "tests/kernels/specimens/specimens.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling::few {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr double most_seconds = 20.0; // test machines are busy

KernelVariant variant_of(std::string_view workload, const specimens::Specimen& specimen) {
    return {.id = "distance_matrix/specimen",
            .workload = workload,
            .backend = Backend::cuda,
            .launch = specimen.launch,
            .simulate = specimen.launch};
}

KernelVariant large_specimen(std::string_view name) {
    const auto all = specimens::large_matrices();
    return variant_of("distance_matrix", *std::ranges::find(all, name, &specimens::Specimen::name));
}

CheckOutcome outcome_at(const KernelVariant& variant, const Workload& size) {
    const ExactSets sets = *exact_data(size, ExactKind::whole_numbers);
    Inputs inputs = sets.b ? inputs_of(sets.a, *sets.b) : inputs_of(sets.a);
    inputs.parameters = sets.parameters;
    return check_few_blocks(variant, inputs, TargetKind::linear, {}, most_seconds);
}
CheckVerdict verdict_at(const KernelVariant& variant, const Workload& size) {
    const CheckOutcome outcome = outcome_at(variant, size);
    EXPECT_TRUE(std::holds_alternative<Checked>(outcome)) << variant.id;
    const auto* checked = std::get_if<Checked>(&outcome);
    return checked == nullptr ? CheckVerdict{} : checked->verdict;
}

Workload published(std::string_view workload) {
    Workload size = type_of(workload).classic;
    size.type = workload;
    return size;
}

TEST(FewBlocks, find_an_index_that_overflows_at_the_published_size_only) {
    const KernelVariant overflowing = large_specimen("offset_in_an_int");
    EXPECT_TRUE(verdict_at(overflowing, {"distance_matrix", 4096, 4096, 2}).right());
    const CheckVerdict verdict = verdict_at(overflowing, published("distance_matrix"));
    EXPECT_EQ(published("distance_matrix").rows, 30336);
    EXPECT_EQ(verdict.judgement(), verdict.comparison.right() ? Judgement::faulty : Judgement::wrong);
    EXPECT_FALSE(verdict.right());
    EXPECT_THAT(describe(verdict), AllOf(HasSubstr("integer overflow"), HasSubstr("does not fit into 32 bits")));
}

TEST(FewBlocks, find_an_unsigned_offset_that_wraps_by_what_it_writes) {
    const KernelVariant wrapping = large_specimen("offset_that_wraps");
    EXPECT_TRUE(verdict_at(wrapping, {"distance_matrix", 16384, 16384, 2}).right());
    const CheckVerdict verdict = verdict_at(wrapping, published("distance_matrix"));
    EXPECT_EQ(verdict.judgement(), Judgement::wrong);
    EXPECT_GT(verdict.comparison.wrong_entries, 0);
    EXPECT_GT(verdict.comparison.entries_checked, 3 * 64);
}

TEST(FewBlocks, are_the_first_the_last_and_two_others) {
    const CheckVerdict verdict = verdict_at(*find_variant("grid2d"), published("distance_matrix"));
    EXPECT_TRUE(verdict.right()) << describe(verdict);
    ASSERT_TRUE(verdict.examination);
    EXPECT_EQ(verdict.examination->blocks_examined, 4);
    EXPECT_GT(verdict.examination->blocks, 1'000'000);
    EXPECT_EQ(verdict.examination->rows, 30336);
    EXPECT_GT(verdict.comparison.entries_checked, 0);
}

TEST(FewBlocks, of_right_variants_have_no_fault) {
    for (const KernelVariant& variant : variants()) {
        if (variant.workload != "distance_matrix" && variant.workload != "cross_distance") continue;
        if (variant.simulate == nullptr || !variant.writes_linear) continue;
        const CheckOutcome outcome = outcome_at(variant, published(variant.workload));
        const auto* failed = std::get_if<Failed>(&outcome);
        EXPECT_EQ(failed, nullptr) << variant.id << ": " << failed->message;
        if (const auto* checked = std::get_if<Checked>(&outcome)) {
            EXPECT_TRUE(checked->verdict.right()) << variant.id << ": " << describe(checked->verdict);
        }
    }
}

TEST(FewBlocks, that_take_too_long_are_skipped_with_the_reason) {
    const ExactSets sets = *exact_data({"rbf_density", 30336, 30336, 2}, ExactKind::whole_numbers);
    Inputs inputs = inputs_of(sets.a);
    inputs.parameters = sets.parameters;
    const CheckOutcome outcome =
        check_few_blocks(*find_variant("rbf_density/row_per_thread"), inputs, TargetKind::linear, {}, 0.05);
    ASSERT_TRUE(std::holds_alternative<Skipped>(outcome));
    EXPECT_THAT(std::get<Skipped>(outcome).reason, HasSubstr("the simulation of four blocks takes more than"));
}

TEST(LongVectors, show_a_barrier_that_is_missing_behind_a_panel) {
    const KernelVariant variant = variant_of("cross_distance", specimens::barrier_missing_in_long_vectors());
    Engine engine(devices().back());
    const auto verdict_with = [&](std::int64_t dims) {
        const ExactSets sets = *exact_data({"cross_distance", 67, 34, dims}, ExactKind::whole_numbers);
        engine.load(sets.a, *sets.b);
        OutputBuffer buffer = engine.allocate({67, 34});
        const CheckOutcome outcome = check(engine, variant, workload_of("cross_distance", engine.inputs()),
                                           {buffer.memory(), buffer.shape, &buffer}, {}, {});
        EXPECT_TRUE(std::holds_alternative<Checked>(outcome));
        return std::get<Checked>(outcome).verdict;
    };
    EXPECT_TRUE(verdict_with(33).right()) << "the longest vectors of the other sizes";
    EXPECT_FALSE(verdict_with(261).right());
}

} // namespace
} // namespace pairscope::profiling::few

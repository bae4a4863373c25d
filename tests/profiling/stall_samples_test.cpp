// SPDX-License-Identifier: MIT
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/fat_binary.h"
#include "profiling/machine_code/variant_code.h"
#include "profiling/sampling/stall_sampling.h"

#include <gmock/gmock.h>

namespace pairscope::profiling {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// Two lines of a kernel, and an instruction of no known line.
StallSamples three_places() {
    return {.reasons = {"selected", "long_scoreboard", "barrier"},
            .pcs = {{"f", 0, {"a.cu", 3}, {10, 20, 0}},
                    {"f", 16, {"a.cu", 4}, {500, 1900, 70}},
                    {"f", 32, {"a.cu", 3}, {5, 0, 15}},
                    {"g", 0, {}, {1, 2, 3}}},
            .launches = 10};
}

TEST(StallSamples, lines_are_added_up_and_the_largest_is_first) {
    const auto lines = stalls_of_lines(three_places());
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[0].place, (CodePlace{"a.cu", 4}));
    EXPECT_EQ(lines[0].samples, 2470u);
    EXPECT_EQ(lines[1].place, (CodePlace{"a.cu", 3}));
    EXPECT_THAT(lines[1].counts, ElementsAre(15, 20, 15));
    EXPECT_EQ(lines[2].place.line, 0);
    EXPECT_EQ(total(three_places()), 2526u);
}

TEST(StallSamples, reasons_are_sorted_and_issuing_comes_last) {
    const StallSamples samples = three_places();
    EXPECT_THAT(sorted_reasons(samples, {500, 70, 1900}), ElementsAre(2, 1, 0));
    EXPECT_THAT(sorted_reasons(samples, {500, 0, 1}), ElementsAre(2, 0));
    EXPECT_THAT(sorted_reasons(samples, {}), IsEmpty());
}

TEST(StallSamples, counters_that_count_samples_twice_are_no_reasons) {
    EXPECT_EQ(reason_of_counter("smsp__pcsamp_warp_stall_long_scoreboard"), "long_scoreboard"); // CUDA 13 on an H200
    EXPECT_EQ(reason_of_counter("smsp__pcsamp_warps_issue_stalled_long_scoreboard"), "long_scoreboard");
    EXPECT_EQ(reason_of_counter("smsp__pcsamp_warp_stall_no_instructions"), "no_instruction");
    EXPECT_EQ(reason_of_counter("smsp__pcsamp_warp_stall_warpgroup_arrive"), "gmma");
    EXPECT_FALSE(reason_of_counter("smsp__pcsamp_warp_stall_long_scoreboard_not_issued"));
    EXPECT_FALSE(reason_of_counter("smsp__pcsamp_samples_data_dropped"));
    EXPECT_FALSE(reason_of_counter("smsp__pcsamp_warps_issue_stalled_long_scoreboard_not_issued"));
    EXPECT_FALSE(reason_of_counter("smsp__pcsamp_warps_issue_stalled_"));
    EXPECT_FALSE(reason_of_counter("smsp__pcsamp_sample_buffer_full"));
}

TEST(StallSamples, reasons_have_the_words_of_the_counters) {
    EXPECT_THAT(std::string(title_of_reason("long_scoreboard")), HasSubstr("memory"));
    EXPECT_THAT(std::string(meaning_of_reason("barrier")), HasSubstr("barrier"));
    EXPECT_EQ(title_of_reason("something_new"), "something_new");
    EXPECT_THAT(std::string(meaning_of_reason("something_new")), IsEmpty());
}

TEST(StallSamples, too_few_samples_and_lost_ones_are_doubted) {
    StallSamples samples = three_places();
    EXPECT_THAT(doubt_about(samples), IsEmpty());
    samples.dropped = 3000;
    EXPECT_THAT(doubt_about(samples), HasSubstr("no room for 3000"));
    samples.pcs.pop_back();
    samples.pcs.erase(samples.pcs.begin() + 1);
    EXPECT_THAT(doubt_about(samples), HasSubstr("Only 50 samples"));
}

TEST(StallSamples, the_error_of_a_share_is_binomial) {
    EXPECT_NEAR(error_of_share(5000, 10000), 0.005, 1e-12);
    EXPECT_EQ(error_of_share(10, 10), 0.0);
    EXPECT_EQ(error_of_share(0, 0), 0.0);
}

TEST(StallPlan, long_kernels_are_looked_at_less_often) {
    const StallPlan brief = plan_of_stalls(3e-6, 132), usual = plan_of_stalls(1e-3, 132),
                    lasting = plan_of_stalls(1, 132);
    EXPECT_GE(brief.period, 6);
    EXPECT_GT(usual.period, brief.period);
    EXPECT_GT(lasting.period, usual.period);
    EXPECT_LE(lasting.period, 20);
    for (const StallPlan& plan : {brief, usual, lasting}) {
        EXPECT_GE(plan.launches, 1);
        EXPECT_LE(plan.launches, 10);
    }
    EXPECT_EQ(plan_of_stalls(0.0, 0).period, 6); // nothing is known: the shortest
}

TEST(StallPlan, launches_are_added_until_there_are_enough_samples_or_no_time) {
    EXPECT_EQ(launches_to_add(10, wanted_stall_samples, 0.01), 0);
    EXPECT_EQ(launches_to_add(10, 10'000, 0.01), 11); // and a tenth more than it seems to need
    EXPECT_EQ(launches_to_add(10, 10'000, 2.0), 0);
    EXPECT_EQ(launches_to_add(1, 0, 0.001), 1);
    EXPECT_EQ(launches_to_add(3, 0, 0.001), 0); // nothing runs long enough
    EXPECT_LE(launches_to_add(10, 1, 0.9), 2);  // the rest of the second
}

TEST(StallSampling, a_cpu_is_refused_in_one_sentence) {
    StallSampling sampling(Device{});
    int launches = 0;
    const SampledStalls stalls = sampling.sample(1e-3, {}, [&] { ++launches; });
    EXPECT_FALSE(stalls.samples);
    EXPECT_FALSE(stalls.why_not.empty());
    EXPECT_EQ(launches, 0);
}

TEST(StallSampling, instructions_get_their_lines_by_cupti_without_a_gpu) {
    const StallSampling sampling(Device{});
    if (own_images().empty()) GTEST_SKIP() << "this build has no CUDA, and so no machine code";
    const KernelVariant& variant = *find_variant("distance_matrix/coalesced");
    const std::string cubin = cubin_of(variant, 0);
    if (sampling.checksum(cubin).empty()) GTEST_SKIP() << "there is no CUPTI here";
    EXPECT_NE(sampling.checksum(cubin), sampling.checksum(cubin + "x"));
    const CompiledKernels compiled = compiled_kernels(variant);
    const CodePlace place = sampling.place_of(cubin, compiled.kernels.front().symbol, 0);
    EXPECT_EQ(place.file, variant.source);
    EXPECT_GT(place.line, 0);
    EXPECT_EQ(sampling.place_of(cubin, "another", 0).line, 0);
    EXPECT_EQ(sampling.place_of("no cubin", "f", 0).line, 0);
}

} // namespace
} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// What compare says of recordings whose every number is known.
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using profiling::Measurement;
using testing::HasSubstr;
using testing::Not;

Measurement run_of(const char* variant, std::int64_t n, double seconds, int samples) {
    Measurement m = profiling::sample_measurement();
    m.variant_id = std::string("distance_matrix/") + variant;
    m.workload.rows = m.workload.cols = n;
    m.device = profiling::sample_cpu();
    m.target = TargetKind::linear;
    m.caches = profiling::CacheState::warm;
    m.block = 0;
    m.threads = 2;
    m.counters.reset();
    m.seconds.assign(std::size_t(samples), seconds);
    return m;
}

class ComparedRecordings : public Program {
protected:
    void save(const char* name, std::vector<profiling::RunOutcome> runs) const {
        profiling::Recording recording = profiling::sample_recording();
        recording.label.clear();
        recording.devices = {profiling::sample_cpu()};
        recording.ceilings = {profiling::sample_ceilings(profiling::sample_cpu())};
        recording.runs = std::move(runs);
        profiling::save_recording(folder / name, recording);
    }
};

TEST_F(ComparedRecordings, one_table_of_every_kind_of_row) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10), run_of("cpu_simd", 1000, 2e-3, 9),
                         run_of("cpu_blocked", 1000, 4e-3, 10), run_of("cpu_parallel", 1000, 1e-3, 10)});
    Measurement wrong = run_of("cpu_parallel", 1000, 1e-3, 10);
    wrong.check.comparison.unwritten_entries = 5;
    save("b.pairscope", {run_of("cpu_naive", 1000, 4e-3, 10), run_of("cpu_simd", 1000, 1e-3, 30), wrong,
                         profiling::Failed{"distance_matrix/cpu_blocked", "row 3 is wrong"}});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    const auto line = [&](const char* pattern) { EXPECT_THAT(done.out, testing::ContainsRegex(pattern)); };
    line("cpu_naive +1 000 +linear +8.00 .*4.00 .*0.500 +0.495 to 0.505 +B is faster");
    line("cpu_simd +1 000 +linear .*0.500 +- +no verdict: 9 of the 10 samples that are needed");
    line("cpu_blocked +1 000 +linear +4.00 .*failed +- +- +B failed");
    line("cpu_parallel +1 000 +linear +1.00 .*failed +- +- +B failed");
    EXPECT_THAT(done.out, HasSubstr("A verdict needs at least 10 samples of each run"));
    EXPECT_THAT(done.out, HasSubstr("\nB: cpu_blocked failed: row 3 is wrong\n"));
    EXPECT_THAT(done.out, HasSubstr("\nB: cpu_parallel failed: "));
}

TEST_F(ComparedRecordings, an_end_of_an_interval_that_is_not_1_does_not_read_as_1) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10), run_of("cpu_simd", 1000, 8e-3, 10)});
    save("b.pairscope",
         {run_of("cpu_naive", 1000, 8e-3 * 1.005 * 1.005 * 1.00003, 10), run_of("cpu_simd", 1000, 8e-3, 10)});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_THAT(done.out, testing::ContainsRegex("cpu_naive .*1[.]0000[0-9]* to 1[.]02[0-9]* +A is faster"))
        << done.out;
    EXPECT_THAT(done.out, testing::ContainsRegex("cpu_simd .*0[.]990 to 1[.]010 +cannot tell")) << done.out;
}

TEST_F(ComparedRecordings, the_heading_tells_with_how_many_threads_each_was_timed) {
    Measurement alone = run_of("cpu_naive", 1000, 8e-3, 10);
    alone.threads = 1;
    save("a.pairscope", {alone, run_of("cpu_parallel", 1000, 1e-3, 10)});
    save("b.pairscope", {alone});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_THAT(done.out, testing::StartsWith("A: a.pairscope, AMD EPYC 9R14, 1 and 2 threads, 2026-11-21, "));
    EXPECT_THAT(done.out, HasSubstr("\nB: b.pairscope, AMD EPYC 9R14, 1 thread, 2026-11-21, "));
    const json report = json::parse(run({"compare", "a.pairscope", "b.pairscope", "--json"}).out);
    EXPECT_EQ(report.at("a").at("threads"), json::array({1, 2}));
    EXPECT_EQ(report.at("b").at("threads"), json::array({1}));
}

TEST_F(ComparedRecordings, a_device_whose_cache_an_older_file_does_not_tell_is_no_other_one) {
    Measurement newer = run_of("cpu_naive", 1000, 8e-3, 10);
    newer.device.cache_bytes = 1 << 20;
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10)});
    save("b.pairscope", {newer});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_THAT(done.out, Not(HasSubstr("different devices")));
}

TEST_F(ComparedRecordings, sizes_that_differ_are_compared_per_pair_on_request) {
    save("a.pairscope",
         {run_of("cpu_naive", 1000, 8e-3, 10), run_of("cpu_simd", 500, 1e-3, 10), run_of("cpu_simd", 1000, 2e-3, 10)});
    save("b.pairscope", {run_of("cpu_naive", 2000, 16e-3, 10), run_of("cpu_simd", 1000, 2e-3, 10),
                         run_of("cpu_simd", 4000, 1e-3, 10)});
    const Finished refused = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_THAT(refused.out, testing::ContainsRegex("cpu_naive +1 000 .*only in A"));
    const Finished done = run({"compare", "a.pairscope", "b.pairscope", "--per-pair"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, testing::ContainsRegex("variant +n of A +n of B +target +A \\[ns/pair\\] +B \\[ns/pair\\]"));
    EXPECT_THAT(done.out, testing::ContainsRegex(
                              "cpu_naive +1 000 +2 000 +linear +8.00 +4.00 +0.500 +0.495 to 0.505 +B is faster"));
    EXPECT_THAT(done.out, testing::ContainsRegex("cpu_simd +1 000 +1 000 +linear +2.00 +2.00 +1.000 .*cannot tell"));
    EXPECT_THAT(done.out, HasSubstr("Each time is divided by its number of pairs"));
    const json report = json::parse(run({"compare", "a.pairscope", "b.pairscope", "--per-pair", "--json"}).out);
    const json& pair = report.at("pairs").at(0);
    EXPECT_EQ(pair.at("n_a"), 1000);
    EXPECT_EQ(pair.at("n_b"), 2000);
    EXPECT_NEAR(pair.at("ratio").at("value").get<double>(), 0.5, 1e-12);
    EXPECT_NEAR(pair.at("nanoseconds_per_pair_b").get<double>(), 4.0, 1e-12);
}

TEST_F(ComparedRecordings, nothing_in_common_points_to_the_time_per_pair_if_that_helps) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10)});
    save("b.pairscope", {run_of("cpu_naive", 2000, 8e-3, 10)});
    save("c.pairscope", {run_of("cpu_simd", 2000, 8e-3, 10)});
    const Finished sizes = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(sizes.code, 3);
    EXPECT_THAT(sizes.err, HasSubstr("--per-pair compares runs of different n"));
    const Finished variants = run({"compare", "a.pairscope", "c.pairscope", "--per-pair"});
    EXPECT_EQ(variants.code, 3);
    EXPECT_THAT(variants.err, HasSubstr("no variant in common that was timed with the same target"));
    EXPECT_EQ(run({"compare", "cpu_naive", "cpu_simd", "--per-pair"}).code, 2) << "two variants have one size";
}

TEST_F(ComparedRecordings, of_different_workloads_are_refused_for_that_reason_also_per_pair) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10)});
    Measurement other = run_of("cpu_naive", 1000, 8e-3, 10);
    other.variant_id = "cross_distance/cpu_naive";
    other.workload.type = "cross_distance";
    other.workload.dims = 16;
    save("c.pairscope", {other});
    for (const std::vector<std::string>& option : {std::vector<std::string>{}, {"--per-pair"}}) {
        std::vector<std::string> command{"compare", "a.pairscope", "c.pairscope"};
        command.insert(command.end(), option.begin(), option.end());
        const Finished done = run(command);
        EXPECT_EQ(done.code, 3) << done.err;
        EXPECT_THAT(done.err, HasSubstr("A has runs of the workload distance_matrix and B of cross_distance: only runs "
                                        "of the same workload can be compared"));
    }
    other.workload.dims = 8;
    save("d.pairscope", {other});
    const Finished dims = run({"compare", "c.pairscope", "d.pairscope", "--per-pair"});
    EXPECT_EQ(dims.code, 2);
    EXPECT_THAT(dims.err, HasSubstr("the same number of coordinates"));
}

TEST_F(ComparedRecordings, runs_with_the_same_threads_and_device_are_pairs) {
    Measurement alone = run_of("cpu_parallel", 1000, 8e-3, 10);
    alone.threads = 1;
    Measurement four = run_of("cpu_parallel", 1000, 2e-3, 10);
    four.threads = 4;
    Measurement faster = alone, slower = four;
    faster.seconds.assign(10, 4e-3);
    slower.seconds.assign(10, 4e-3);
    save("a.pairscope", {alone, four, run_of("cpu_naive", 1000, 8e-3, 10)});
    save("b.pairscope", {slower, run_of("cpu_parallel", 1000, 5e-3, 10), faster, run_of("cpu_naive", 1000, 8e-3, 10)});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    const auto line = [&](const char* pattern) { EXPECT_THAT(done.out, testing::ContainsRegex(pattern)); };
    line("variant +n +target +device +threads ");
    line("cpu_parallel +1 000 +linear +cpu +1 +8.00 .*4.00 .*0.500 ");
    line("cpu_parallel +1 000 +linear +cpu +4 +2.00 .*4.00 .*2.000 ");
    line("cpu_parallel +1 000 +linear +cpu +2 +- +5.00 .*only in B");
    const json pairs = json::parse(run({"compare", "a.pairscope", "b.pairscope", "--json"}).out).at("pairs");
    for (const json& pair : pairs) {
        if (pair.at("ratio").is_null()) continue;
        EXPECT_EQ(pair.at("threads_a"), pair.at("threads_b"));
    }
}

TEST_F(ComparedRecordings, without_the_same_threads_those_with_most_are_a_pair) {
    Measurement one = run_of("cpu_parallel", 1000, 8e-3, 10), four = one, eight = one;
    one.threads = 1;
    four.threads = 4;
    four.seconds.assign(10, 2e-3);
    eight.threads = 8;
    eight.seconds.assign(10, 1e-3);
    eight.device.name = "another processor";
    profiling::Recording recording = profiling::sample_recording();
    recording.devices = {eight.device};
    recording.ceilings.clear();
    recording.runs = {eight};
    profiling::save_recording(folder / "b.pairscope", recording);
    save("a.pairscope", {four, one});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, testing::ContainsRegex("cpu_parallel +1 000 +linear +cpu +4, 8 +2.00 .*1.00 .*0.500 "));
    EXPECT_THAT(done.out, testing::ContainsRegex("cpu_parallel +1 000 +linear +cpu +1 .*only in A"));
}

TEST_F(ComparedRecordings, a_recording_with_itself_is_said_to_be_the_same) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 8e-3, 10)});
    const Finished done = run({"compare", "a.pairscope", "./a.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("A and B are the same recording"));
    EXPECT_THAT(done.out, Not(HasSubstr("two different processes")));
}

TEST_F(ComparedRecordings, one_sample_has_no_verdict) {
    save("a.pairscope", {run_of("cpu_naive", 1000, 1.0, 1)});
    save("b.pairscope", {run_of("cpu_naive", 1000, 2.0, 1)});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_THAT(done.out, HasSubstr("no verdict: 1 of the 10 samples that are needed"));
    EXPECT_THAT(done.out, Not(HasSubstr("A is faster")));
    const json ratio =
        json::parse(run({"compare", "a.pairscope", "b.pairscope", "--json"}).out).at("pairs").at(0).at("ratio");
    EXPECT_EQ(ratio.at("verdict"), "no verdict");
    EXPECT_TRUE(ratio.at("low").is_null());
    EXPECT_EQ(ratio.at("samples"), 1);
}

} // namespace
} // namespace pairscope

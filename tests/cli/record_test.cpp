// SPDX-License-Identifier: MIT
// Recordings made and compared in a terminal.
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pairscope {
namespace {

using nlohmann::json;
using profiling::Measurement;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class RecordAndCompare : public Program {
protected:
    Finished record(const std::string& name, const std::vector<std::string>& more = {}) const {
        std::vector<std::string> arguments{"record",    name,    "--shape",  "ring", "--n",       "200",
                                           "--variant", "cpu_*", "--device", "cpu",  "--seconds", "0.02"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
};

TEST_F(RecordAndCompare, record_measures_everything_and_writes_it_down) {
    const Finished done = record("mine", {"--name", "my laptop"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(files(), ElementsAre("mine.pairscope"));
    EXPECT_THAT(done.out, HasSubstr("median [ms]"));
    EXPECT_THAT(done.err, HasSubstr("recorded in mine.pairscope"));
    const profiling::Recording found = profiling::load_recording(folder / "mine.pairscope");
    EXPECT_EQ(found.label, "my laptop");
    EXPECT_EQ(std::get<GeneratorSettings>(found.points), default_settings(Shape::ring, 200));
    ASSERT_EQ(found.ceilings.size(), 1u);
    EXPECT_NE(find(found.ceilings[0], profiling::CeilingKind::fill), nullptr);
    EXPECT_GE(found.runs.size(), 5u);
    for (const profiling::RunOutcome& run : found.runs) {
        const auto& m = std::get<Measurement>(run);
        EXPECT_GT(m.seconds.size(), 1u) << m.variant_id;
        EXPECT_EQ(m.workload.rows, 200);
    }
}

TEST_F(RecordAndCompare, a_recording_that_is_there_is_replaced_but_not_without_a_word) {
    const Finished first = record("mine", {"--name", "the first"});
    ASSERT_EQ(first.code, 0) << first.err;
    EXPECT_THAT(first.err, Not(HasSubstr("replaced")));
    const Finished second = record("mine", {"--name", "the second"});
    ASSERT_EQ(second.code, 0) << second.err;
    EXPECT_THAT(second.err, HasSubstr("pairscope: mine.pairscope exists and will be replaced\n"));
    EXPECT_THAT(files(), ElementsAre("mine.pairscope"));
    EXPECT_EQ(profiling::load_recording(folder / "mine.pairscope").label, "the second");
}

TEST_F(RecordAndCompare, a_run_that_measures_nothing_replaces_no_recording) {
    ASSERT_EQ(record("mine").code, 0);
    EXPECT_EQ(run({"record", "mine.pairscope", "--n", "16", "--device", "cpu", "--variant", "bulk_store"}).code, 3);
    EXPECT_FALSE(profiling::load_recording(folder / "mine.pairscope").runs.empty());
}

TEST_F(RecordAndCompare, bench_records_the_points_of_a_file_with_their_labels) {
    const std::string points = file("towns.csv", "name,x,y\nA,0.1,1\nB,1,2\nC,5,5\nD,7,1\n");
    const Finished done =
        run({"bench", points, "--variant", "cpu_naive", "--seconds", "0.01", "--record", "b.pairscope"});
    ASSERT_EQ(done.code, 0) << done.err;
    const profiling::Recording found = profiling::load_recording(folder / "b.pairscope");
    const auto& data = *std::get<std::shared_ptr<const Dataset>>(found.points);
    EXPECT_EQ(data.rows, 4);
    EXPECT_THAT(data.labels, testing::UnorderedElementsAre("A", "B", "C", "D"));
}

TEST_F(RecordAndCompare, ctrl_c_leaves_a_recording_of_what_there_was) {
    // 20 samples of 0.3 s or more for the first variant alone
    const Finished done = run({"record", "part.pairscope", "--shape", "ring", "--n", "16384", "--device", "cpu",
                               "--variant", "cpu_naive,cpu_blocked", "--seconds", "300"},
                              {.interrupt_after = std::chrono::seconds(6)});
    EXPECT_EQ(done.code, 130) << done.err;
    if (done.err.find("nothing ran") != std::string::npos) GTEST_SKIP() << "the machine is too busy for one sample";
    ASSERT_THAT(files(), ElementsAre("part.pairscope")) << done.err;
    const profiling::Recording found = profiling::load_recording(folder / "part.pairscope");
    ASSERT_FALSE(found.runs.empty());
    EXPECT_FALSE(std::get<Measurement>(found.runs[0]).seconds.empty());
}

TEST_F(RecordAndCompare, where_it_cannot_be_written_is_said_before_anything_is_measured) {
    const Finished done =
        run({"record", "nowhere/mine.pairscope", "--shape", "ring", "--n", "16384", "--seconds", "3600"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err,
                HasSubstr("cannot save nowhere/mine.pairscope: its folder does not exist; make it, or choose another"));
}

TEST_F(RecordAndCompare, a_full_disk_is_a_sentence_and_leaves_no_half_file) {
    const Finished done = run_command({"/bin/sh", "-c",
                                       "trap '' XFSZ; ulimit -f 1; exec " PAIRSCOPE_PROGRAM
                                       " bench --shape grid --n 64 --variant cpu_naive --seconds 0.05 --record x 2>&1 "
                                       "| cat"});
    EXPECT_THAT(done.out + done.err, HasSubstr("cannot save x.pairscope: "));
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(RecordAndCompare, nothing_that_ran_is_no_recording) {
    const Finished done = run({"record", "none.pairscope", "--n", "16", "--device", "cpu", "--variant", "bulk_store"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.err, HasSubstr("none.pairscope was not written: nothing ran"));
    EXPECT_THAT(files(), IsEmpty());
}

TEST_F(RecordAndCompare, compare_sets_variant_beside_variant_with_an_interval) {
    ASSERT_EQ(record("a").code, 0);
    ASSERT_EQ(record("b").code, 0);
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, StartsWith("A: a.pairscope, "));
    EXPECT_THAT(done.out, HasSubstr("cpu_parallel"));
    EXPECT_THAT(done.out, HasSubstr("B/A"));
    EXPECT_THAT(done.out, Not(HasSubstr("different devices")));
    EXPECT_THAT(done.out, HasSubstr("A and B were measured in two different processes"));
    const json report = json::parse(run({"compare", "a.pairscope", "b.pairscope", "--json"}).out);
    ASSERT_GE(report.at("pairs").size(), 5u);
    for (const json& pair : report.at("pairs")) {
        const double ratio = pair.at("median_seconds_b").get<double>() / pair.at("median_seconds_a").get<double>();
        EXPECT_NEAR(pair.at("ratio").at("value").get<double>(), ratio, 1e-9);
        EXPECT_LE(pair.at("ratio").at("low"), pair.at("ratio").at("high"));
    }
}

TEST_F(RecordAndCompare, compare_keeps_blocks_and_caches_apart_and_takes_the_usual_for_what_is_not_told) {
    const auto recording = [&](const char* name, std::vector<std::pair<int, profiling::CacheState>> settings) {
        profiling::Recording made = profiling::sample_recording();
        made.runs.clear();
        for (const auto& [block, caches] : settings) {
            Measurement m = profiling::sample_measurement();
            m.block = block;
            m.caches = caches;
            made.runs.emplace_back(m);
        }
        profiling::save_recording(folder / name, made);
    };
    using enum profiling::CacheState;
    const int usual = find_variant("vec4_rows")->blocks.front();
    recording("a.pairscope", {{usual, warm}, {32, warm}, {usual, cold}});
    recording("b.pairscope", {{0, warm}, {32, warm}});
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("\nvec4_rows (blocks of 32) "));
    EXPECT_THAT(done.out, testing::ContainsRegex("vec4_rows \\(cold\\).*only in A"));
    const json report = json::parse(run({"compare", "a.pairscope", "b.pairscope", "--json"}).out);
    ASSERT_EQ(report.at("pairs").size(), 3u);
    EXPECT_EQ(std::ranges::count_if(report.at("pairs"), [](const json& p) { return p.at("ratio").is_null(); }), 1);
}

TEST_F(RecordAndCompare, compare_names_devices_that_differ_and_runs_that_only_one_has) {
    ASSERT_EQ(record("a").code, 0);
    profiling::Recording other = profiling::load_recording(folder / "a.pairscope");
    other.devices[0].name = "another CPU";
    other.ceilings[0].device = other.devices[0];
    for (profiling::RunOutcome& run : other.runs) std::get<Measurement>(run).device = other.devices[0];
    other.runs.pop_back();
    profiling::save_recording(folder / "b.pairscope", other);
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("B: b.pairscope, another CPU, "));
    EXPECT_THAT(done.out, HasSubstr("A and B ran on different devices"));
    EXPECT_THAT(done.out, HasSubstr("only in A"));
}

TEST_F(RecordAndCompare, without_anything_in_common_it_says_so) {
    ASSERT_EQ(record("a").code, 0);
    profiling::Recording other = profiling::load_recording(folder / "a.pairscope");
    for (profiling::RunOutcome& run : other.runs) {
        Workload& workload = std::get<Measurement>(run).workload;
        workload.rows = workload.cols = 7;
    }
    profiling::save_recording(folder / "b.pairscope", other);
    const Finished done = run({"compare", "a.pairscope", "b.pairscope"});
    EXPECT_EQ(done.code, 3);
    EXPECT_THAT(done.err, HasSubstr("no size in common (cpu_naive was timed with n = 200 in A and with n = 7 in B"));
    EXPECT_EQ(lines_in(done.out), 2u) << "a table of runs that only one of them has would tell nothing\n" << done.out;
}

TEST_F(RecordAndCompare, what_is_no_recording_is_refused) {
    const std::string table = file("points.csv", "x,y\n1,2\n3,4\n");
    const Finished done = run({"compare", table, table});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("it is not a recording: give files"));
    const std::string damaged = file("damaged.pairscope", "{\"format\": \"pairscope rec");
    EXPECT_THAT(run({"compare", damaged, damaged}).err, HasSubstr("damaged.pairscope: it is cut short after 25 bytes"));
    EXPECT_THAT(run({"compare", "gone.pairscope", "gone.pairscope"}).err, HasSubstr("there is no such file"));
}

} // namespace
} // namespace pairscope

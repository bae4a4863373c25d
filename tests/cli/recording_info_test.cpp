// SPDX-License-Identifier: MIT
// What info says of a recording.
#include "kernels/ladder/registry.h"
#include "kernels/ladder/workload.h"
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using profiling::Measurement;
using testing::HasSubstr;
using testing::Not;

class RecordingInfo : public Program {};

TEST_F(RecordingInfo, info_tells_what_is_in_a_recording) {
    profiling::save_recording(folder / "all.pairscope", profiling::sample_recording());
    const Finished done = run({"info", "all.pairscope"});
    EXPECT_EQ(done.code, 0) << done.err;
    for (const char* line : {"recording     all.pairscope\n", "name          one of everything\n",
                             "made by       pairscope 0.1.0\n", "recorded      2026-11-21T08:36:39Z\n",
                             "device        NVIDIA H200 (132 multiprocessors, compute capability 9.0, ",
                             "data          --shape ring --n 2048 --seed 7", "runs          2 measured, ",
                             "sizes         n = 30 336\n", "variants      2: vec4_rows, cpu_parallel\n",
                             "targets       linear, texture\n", "caches        cold\n", "samples       4 per run\n",
                             "counters      for 1 run on GH100\n", "ceilings      NVIDIA H200: fill 4 580 GB/s, ",
                             "failed        tile16: row 3, column 17 is 0.25, should be 0.125\n",
                             "skipped       bulk_store: it needs compute capability 9.0\n"})
        EXPECT_THAT(done.out, HasSubstr(line));
}

TEST_F(RecordingInfo, info_tells_the_cache_where_the_recording_does_and_counts_one_thing_as_one) {
    profiling::Recording recording = profiling::sample_recording();
    recording.host.threads = recording.devices[1].units = 1;
    profiling::save_recording(folder / "all.pairscope", recording);
    const std::string text = run({"info", "all.pairscope"}).out;
    EXPECT_THAT(text,
                HasSubstr("NVIDIA H200 (132 multiprocessors, compute capability 9.0, 151 GB, 52.4 MB of cache, "));
    EXPECT_THAT(text, HasSubstr("AMD EPYC 9R14 (1 thread, 16.0 GB, AVX3_ZEN4)"));
    EXPECT_THAT(text, HasSubstr("computer      AMD EPYC 9R14, 1 thread, "));
}

TEST_F(RecordingInfo, info_says_by_which_rule_the_fractions_of_an_old_recording_are_computed) {
    profiling::Recording recording = profiling::sample_recording();
    profiling::save_recording(folder / "new.pairscope", recording);
    EXPECT_THAT(run({"info", "new.pairscope"}).out, Not(HasSubstr("rule")));
    recording.work_rule = 1;
    profiling::save_recording(folder / "old.pairscope", recording);
    const Finished old = run({"info", "old.pairscope"});
    EXPECT_THAT(old.out,
                testing::AllOf(HasSubstr("fractions     The recording was made with rule 1 for counting work. "),
                               HasSubstr("with rule 2.")));
    EXPECT_EQ(json::parse(run({"info", "old.pairscope", "--json"}).out).at("work_rule"), 1);
}

TEST_F(RecordingInfo, info_as_json_has_the_same_facts) {
    profiling::Recording recording = profiling::sample_recording();
    std::get<Measurement>(recording.runs[1]).check.comparison.wrong_entries = 3;
    profiling::save_recording(folder / "all.pairscope", recording);
    const json info = json::parse(run({"info", "all.pairscope", "--json"}).out);
    EXPECT_EQ(info.at("when"), "2026-11-21T08:36:39Z");
    EXPECT_EQ(info.at("sizes"), json::array({30336}));
    EXPECT_EQ(info.at("measured"), 1) << "the other one was wrong";
    EXPECT_EQ(info.at("failed").size(), 3u) << "and one that the executor found faulty";
    EXPECT_EQ(info.at("failed").at(0).at("variant"), "distance_matrix/cpu_parallel");
    EXPECT_EQ(info.at("skipped").at(0).at("variant"), "distance_matrix/bulk_store");
    EXPECT_EQ(info.at("ceilings").size(), 2u);
}

TEST_F(RecordingInfo, info_names_the_tracks) {
    profiling::Recording recording = profiling::sample_recording();
    const auto points = profiling::sample_points();
    recording.points = points;
    recording.sets.clear();
    const std::vector<double> values(std::size_t(points->rows), 1.0);
    recording.tracks = {{.name = "species\x1b", .is_class = true, .categories = {"malus", "rosa"}, .sets = {{values}}},
                        {.name = "height", .sets = {{values}}}};
    profiling::save_recording(folder / "plants.pairscope", recording);
    EXPECT_THAT(
        run({"info", "plants.pairscope"}).out,
        testing::ContainsRegex("tracks        species[^\x1b]* \\(class, 2 different texts\\), height \\(numbers\\)\n"));
    const json tracks = json::parse(run({"info", "plants.pairscope", "--json"}).out).at("tracks");
    EXPECT_EQ(tracks.at(0).at("categories"), 2);
    EXPECT_EQ(tracks.at(1), (json{{"name", "height"}, {"class", false}}));
}

TEST_F(RecordingInfo, info_names_the_simulated_variants) {
    profiling::Recording recording = profiling::sample_recording();
    profiling::Simulated right = profiling::sample_simulated();
    right.check.examination.reset();
    right.trace->findings = 0;
    recording.runs.insert(recording.runs.end(), {right, right});
    const std::string name(short_name(right.variant_id));
    profiling::save_recording(folder / "all.pairscope", recording);
    EXPECT_THAT(run({"info", "all.pairscope"}).out, HasSubstr("simulated     1: " + name + "\n"));
    EXPECT_EQ(json::parse(run({"info", "all.pairscope", "--json"}).out).at("simulated_variants"), json::array({name}));
}

TEST_F(RecordingInfo, info_counts_wrong_entries_whose_places_the_file_does_not_have) {
    profiling::Recording recording = profiling::sample_recording();
    std::get<Measurement>(recording.runs[1]).check.comparison.wrong_entries = 5;
    profiling::save_recording(folder / "all.pairscope", recording);
    const std::string text = run({"info", "all.pairscope"}).out;
    EXPECT_THAT(text, HasSubstr("failed        cpu_parallel: 5 of "));
    EXPECT_THAT(text, Not(HasSubstr("row -1")));
}

TEST_F(RecordingInfo, info_tells_the_parameters_of_workloads_that_ask_about_points) {
    int told = 0;
    for (const WorkloadType& type : workload_types()) {
        if (type.parameters.empty()) continue;
        profiling::Recording recording = profiling::sample_recording();
        Measurement m = std::get<Measurement>(recording.runs[0]);
        m.variant_id = std::string(type.id) + "/any";
        m.workload = type.classic;
        recording.runs = {m};
        recording.parameters = usual_parameters(type);
        profiling::save_recording(folder / "one.pairscope", recording);
        const Finished done = run({"info", "one.pairscope"});
        const std::string parameter = fmt::format(", {} = {:g}", type.parameters[0].name, type.parameters[0].usual);
        EXPECT_THAT(done.out, HasSubstr("data          --shape ring --n 2048")) << type.id << done.err;
        EXPECT_THAT(done.out, HasSubstr(parameter)) << type.id;
        ++told;
    }
    EXPECT_GT(told, 0);
}

TEST_F(RecordingInfo, info_refuses_what_is_no_recording) {
    const std::string table = file("points.csv", "x,y\n1,2\n3,4\n");
    const Finished done = run({"info", table});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("it is not a recording"));
    EXPECT_EQ(run({"info", "gone.pairscope"}).code, 2);
}

} // namespace
} // namespace pairscope

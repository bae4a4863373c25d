// SPDX-License-Identifier: MIT
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"
#include "kernels/ladder/workload.h"
#include "profiling/recording/file.h"
#include "tests/cli/program.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class ListAndInfo : public Program {};

TEST_F(ListAndInfo, list_names_every_variant_with_what_it_teaches_and_wastes) {
    const Finished done = run({"list"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.err, IsEmpty());
    for (const KernelVariant& variant : variants()) {
        EXPECT_THAT(done.out, HasSubstr(std::string(variant.id)));
        EXPECT_THAT(done.out, HasSubstr(std::string(variant.teaches)));
        EXPECT_THAT(done.out, HasSubstr(std::string(variant.wastes)));
    }
    for (const LeftOut& entry : left_out()) EXPECT_THAT(done.out, HasSubstr(std::string(entry.id)));
}

TEST_F(ListAndInfo, list_as_json_has_the_same_variants_and_says_where_they_run) {
    const json list = json::parse(run({"list", "--json"}).out);
    EXPECT_EQ(list.size(), variants().size() + left_out().size());
    for (const json& entry : list) {
        if (entry.contains("left_out")) continue;
        const auto runs = [](const json& answer) {
            return answer.at("runs").get<bool>() == answer.at("why_not").get<std::string>().empty();
        };
        EXPECT_TRUE(std::ranges::all_of(entry.at("devices"), runs)) << entry;
    }
}

TEST_F(ListAndInfo, list_says_where_the_kernel_of_each_variant_stands) {
    for (const json& entry : json::parse(run({"list", "--json"}).out)) {
        if (entry.contains("left_out")) continue;
        const KernelPlace place = kernel_place(*find_variant(entry.at("id").get<std::string>()));
        EXPECT_EQ(entry.at("kernel"), json({{"name", place.name}, {"file", place.path}, {"line", place.line}}))
            << entry;
    }
    EXPECT_THAT(run({"list", "-v", "best_match/cpu_parallel"}).out,
                testing::ContainsRegex("kernel    match_with_panels, line [0-9]+ of "
                                       "kernels/workloads/best_match/panels.cpp\n"));
}

TEST_F(ListAndInfo, list_tells_the_sizes_of_blocks_the_usual_first) {
    for (const json& entry : json::parse(run({"list", "--json"}).out)) {
        if (entry.contains("left_out")) continue;
        const auto own = find_variant(entry.at("id").get<std::string>())->blocks;
        EXPECT_EQ(entry.at("blocks").get<std::vector<int>>(), std::vector<int>(own.begin(), own.end())) << entry;
    }
    const std::string text = run({"list", "--workload", "distance_matrix", "-v", "vec4_rows,tile16x16,cpu_naive"}).out;
    EXPECT_THAT(text, HasSubstr("threads   32, 64, 128, 256 per block; the default is 128\n"));
    EXPECT_THAT(text, HasSubstr("threads   256 per block\n"));
    EXPECT_EQ(text.find("threads   ", text.find("cpu_naive")), std::string::npos);
}

TEST_F(ListAndInfo, list_makes_the_table_of_the_readme_from_the_shipped_recordings) {
    if (!left_out().empty()) GTEST_SKIP() << "this build lacks variants, and so the table lacks rows";
    const std::filesystem::path repository = PAIRSCOPE_REPOSITORY, recordings = repository / "assets/recordings";
    const Finished done = run({"list", "--times", (recordings / "NVIDIA H200/distance_matrix.pairscope").string(),
                               (recordings / "Intel Xeon, 2 threads/distance_matrix.pairscope").string()});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, StartsWith("| variant | idea | NVIDIA H200, n = 30 336, linear |"));
    std::ifstream readme(repository / "README.md");
    EXPECT_THAT(std::string(std::istreambuf_iterator<char>(readme), {}), HasSubstr(done.out))
        << "README.md is out of date: it should hold this table";
}

TEST_F(ListAndInfo, list_of_times_leaves_out_a_variant_without_a_time) {
    const std::string recording =
        std::filesystem::path(PAIRSCOPE_REPOSITORY) / "assets/recordings/NVIDIA H200/distance_matrix.pairscope";
    const Finished done = run({"list", "--variant", "grid2d,cpu_naive", "--times", recording});
    EXPECT_THAT(done.out, HasSubstr("`grid2d`"));
    EXPECT_EQ(done.out.find("`cpu_naive`"), std::string::npos) << "no CPU is in this recording";
}

TEST_F(ListAndInfo, list_names_every_workload_with_its_question) {
    const Finished done = run({"list", "--workloads"});
    EXPECT_EQ(done.code, 0);
    const json list = json::parse(run({"list", "--workloads", "--json"}).out);
    ASSERT_EQ(list.size(), workload_types().size());
    for (std::size_t i = 0; i < list.size(); ++i) {
        const WorkloadType& type = workload_types()[i];
        EXPECT_EQ(list[i].at("id"), type.id);
        EXPECT_EQ(list[i].at("question"), type.question);
        EXPECT_THAT(done.out, HasSubstr(std::string(type.question)));
    }
    EXPECT_EQ(list.front().at("published_size"), "n = 30 336");
    EXPECT_EQ(run({"list", "--workloads", "--n", "7"}).code, 2);
}

TEST_F(ListAndInfo, list_of_times_writes_a_small_fraction_as_bench_does) {
    profiling::Recording recording = profiling::sample_recording();
    auto& slow = std::get<profiling::Measurement>(recording.runs[1]);
    slow.caches = profiling::CacheState::warm;
    slow.seconds.assign(slow.seconds.size(), 3600.0);
    profiling::save_recording(folder / "slow.pairscope", recording);
    EXPECT_THAT(run({"list", "--times", "slow.pairscope"}).out, HasSubstr(" ms, <0.01 |"));
}

TEST_F(ListAndInfo, list_of_times_leaves_out_other_variants_and_refuses_what_is_no_recording) {
    const std::string recording =
        std::filesystem::path(PAIRSCOPE_REPOSITORY) / "assets/recordings/NVIDIA H200/distance_matrix.pairscope";
    const Finished part = run({"list", "--variant", "grid2d", "--times", recording});
    EXPECT_THAT(part.out, HasSubstr("| `grid2d` | Two-dimensional grid, one entry per thread | 2.17 ms, 0.36 |"));
    EXPECT_EQ(std::ranges::count(part.out, '\n'), 3);
    EXPECT_EQ(run({"list", "--n", "7", "--times", recording}).code, 2) << "the sizes are the recording's";
    const Finished twice = run({"list", "--variant", "cpu_naive", "--times", recording, recording});
    EXPECT_THAT(twice.out, HasSubstr("texture, 2026-11-25, column 2 |"));
    const Finished none = run({"list", "--workload", "rbf_pair", "--times", recording});
    EXPECT_EQ(none.code, 2) << none.out;
    EXPECT_THAT(none.err, HasSubstr("there are no times of rbf_pair in the recordings of --times: record them with"));
    const Finished wrong = run({"list", "--times", std::filesystem::path(PAIRSCOPE_REPOSITORY) / "README.md"});
    EXPECT_EQ(wrong.code, 2);
    EXPECT_THAT(wrong.err, HasSubstr("README.md"));
}

TEST_F(ListAndInfo, a_pattern_chooses_variants) {
    const json list = json::parse(run({"list", "--variant", "cpu_*", "--json"}).out);
    std::set<std::string> found, expected;
    for (const json& entry : list) found.insert(entry.at("id").get<std::string>());
    for (const KernelVariant* variant : matching_variants("cpu_*")) expected.insert(std::string(variant->id));
    EXPECT_EQ(found, expected);
}

TEST_F(ListAndInfo, a_pattern_without_a_match_is_a_bad_argument_that_names_what_there_is) {
    const Finished done = run({"list", "--variant", "gpu_magic"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.out, IsEmpty());
    EXPECT_EQ(lines_in(done.err), 1u);
    EXPECT_THAT(done.err, HasSubstr("gpu_magic"));
    EXPECT_THAT(done.err, testing::AllOf(HasSubstr("tile16x16"), testing::Not(HasSubstr("sgemm_tile"))));
}

TEST_F(ListAndInfo, info_lists_the_devices_and_says_why_there_is_no_gpu) {
    const json info = json::parse(run({"info", "--json"}).out);
    EXPECT_EQ(info.at("devices").size(), devices().size());
    EXPECT_EQ(info.at("devices").back().at("id"), "cpu");
    EXPECT_EQ(info.at("why_no_gpu").is_null(), why_no_gpu().empty());
    EXPECT_TRUE(info.at("assets").is_string());
}

TEST_F(ListAndInfo, info_shows_the_folders_of_the_xdg_specification) {
    const Finished usual = run({"info"});
    EXPECT_EQ(usual.code, 0);
    EXPECT_THAT(usual.out, HasSubstr((home / ".config/pairscope").string()));
    const json set = json::parse(run({"info", "--json"}, {.environment = {{"XDG_STATE_HOME", "/somewhere"}}}).out);
    EXPECT_EQ(set.at("logs"), "/somewhere/pairscope");
    const json relative = json::parse(run({"info", "--json"}, {.environment = {{"XDG_STATE_HOME", "here"}}}).out);
    EXPECT_EQ(relative.at("logs"), (home / ".local/state/pairscope").string());
}

TEST_F(ListAndInfo, every_verb_documents_its_exit_codes) {
    for (const std::string verb : {"list", "info", "check", "bench", "trace", "render"}) {
        const Finished help = run({verb, "--help"});
        EXPECT_EQ(help.code, 0) << verb;
        EXPECT_THAT(help.out, HasSubstr("Exit codes:\n  0    success\n")) << verb;
    }
    EXPECT_THAT(run({"--help"}).out, HasSubstr("bench"));
    EXPECT_THAT(run({"--version"}).out, StartsWith("pairscope "));
}

TEST_F(ListAndInfo, arguments_that_do_not_exist_are_bad_input) {
    EXPECT_EQ(run({"list", "--colour"}).code, 2);
    EXPECT_EQ(run({"bench", "--seconds", "never"}).code, 2);
    EXPECT_EQ(run({"check", "--device", "cuda:77", "--n", "8"}).code, 2);
}

TEST_F(ListAndInfo, a_full_disk_is_not_success) {
    const Finished done = run({"list"}, {.out_file = "/dev/full"});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.err, HasSubstr("cannot write to standard output"));
}

TEST_F(ListAndInfo, nothing_is_written_where_the_program_runs) {
    static_cast<void>(run({"list"}));
    static_cast<void>(run({"info"}));
    EXPECT_THAT(files(), IsEmpty());
}

} // namespace
} // namespace pairscope

// SPDX-License-Identifier: MIT
// Several sizes, targets, block sizes and states of the caches in one bench.
#include "kernels/ladder/registry.h"
#include "profiling/recording/file.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <set>

namespace pairscope {
namespace {

using nlohmann::json;
using profiling::Measurement;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

class Sweep : public Program {
protected:
    /// On the CPU, so that every machine gives the same rows.
    Finished sweep(const std::string& verb, const std::vector<std::string>& more) const {
        std::vector<std::string> arguments{verb, "--shape", "ring", "--device", "cpu"};
        if (verb == "bench") arguments.insert(arguments.end(), {"--seconds", "0.02"});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return run(arguments);
    }
    json results(const std::string& verb, std::vector<std::string> more) const {
        more.emplace_back("--json");
        const Finished done = sweep(verb, more);
        EXPECT_TRUE(done.code == 0 || done.code == 3) << done.err;
        return json::parse(done.out).at("results");
    }
};

template <class T> std::vector<T> column(const json& rows, const char* name) {
    std::vector<T> values;
    for (const json& row : rows) values.push_back(row.at(name).get<T>());
    return values;
}

TEST_F(Sweep, every_size_has_its_points_and_a_first_rung_of_its_own) {
    const json rows = results("bench", {"--n", "64,200,64", "--variant", "cpu_naive,cpu_simd"});
    EXPECT_THAT(column<int>(rows, "n"), ElementsAre(64, 64, 200, 200));
    EXPECT_EQ(rows.at(0).at("speedup"), 1.0);
    EXPECT_EQ(rows.at(2).at("speedup"), 1.0);
    EXPECT_EQ(rows.at(3).at("speedup_over"), "distance_matrix/cpu_naive");
    const double naive = rows.at(2).at("median_seconds"), simd = rows.at(3).at("median_seconds");
    EXPECT_NEAR(rows.at(3).at("speedup").get<double>(), naive / simd, 1e-9);
}

TEST_F(Sweep, multiprocessors_are_those_of_a_gpu) {
    const Finished done = sweep("bench", {"--n", "64", "--sms", "8,16"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("--sms chooses multiprocessors of a GPU, and no variant here runs on one"));
    for (const char* wrong : {"0", "-8", "8,x", "5000"})
        EXPECT_EQ(sweep("bench", {"--n", "64", "--sms", wrong}).code, 2) << wrong;
}

TEST_F(Sweep, the_first_points_of_a_file_come_in_several_sizes_and_in_none_twice) {
    const std::string points = file("four.csv", "x,y\n1,2\n3,4\n5,6\n7,8\n");
    const Finished done =
        run({"bench", points, "--n", "2,3,9,8", "--variant", "cpu_naive", "--seconds", "0.01", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    EXPECT_THAT(column<int>(report.at("results"), "n"), ElementsAre(2, 3, 4));
    EXPECT_THAT(report.at("sizes"), ElementsAre(2, 3, 4));
    EXPECT_THAT(done.err, HasSubstr("four.csv has only 4 rows, and all of them are used"));
}

TEST_F(Sweep, caches_are_warm_and_cold_in_groups_of_their_own) {
    const json rows = results("bench", {"--n", "300", "--variant", "cpu_simd", "--caches", "warm,cold"});
    EXPECT_THAT(column<std::string>(rows, "caches"), ElementsAre("warm", "cold"));
    EXPECT_EQ(rows.at(1).at("speedup"), 1.0);
}

TEST_F(Sweep, blocks_that_a_variant_lacks_are_rows_with_a_sentence) {
    const json rows =
        results("bench", {"--n", "64", "--variant", "coalesced,tile16x16,cpu_naive", "--block", "64,256"});
    ASSERT_EQ(rows.size(), 6u);
    std::set<std::string> told;
    for (const json& row : rows) {
        const bool has = row.at("variant") == "distance_matrix/coalesced" ||
                         (row.at("variant") == "distance_matrix/tile16x16" && row.at("block") == 256);
        EXPECT_EQ(row.at("status"), has ? "simulated" : "skipped") << row;
        if (!has) told.insert(row.at("reason").get<std::string>());
    }
    EXPECT_THAT(told, testing::UnorderedElementsAre("its blocks have 256 threads, not 64",
                                                    "it runs on the CPU and has no thread blocks"));
}

TEST_F(Sweep, all_blocks_are_those_that_each_variant_has) {
    const json rows =
        results("bench", {"--n", "48", "--variant", "row_per_thread,vec4_rows,cpu_naive", "--block", "all"});
    std::size_t expected = 1;
    for (const char* id : {"row_per_thread", "vec4_rows"}) {
        std::set<int> blocks;
        for (const json& row : rows)
            if (row.at("variant").get<std::string>().ends_with(id)) blocks.insert(row.at("block").get<int>());
        const auto own = find_variant(id)->blocks;
        EXPECT_EQ(blocks, std::set<int>(own.begin(), own.end())) << id;
        expected += own.size();
    }
    EXPECT_EQ(rows.size(), expected) << "and the variant without blocks once";
    for (const json& row : rows) EXPECT_NE(row.at("status"), "skipped") << row;
}

TEST_F(Sweep, both_targets_are_rows_also_where_one_cannot_be_written) {
    const json rows = results("bench", {"--n", "64", "--variant", "cpu_naive", "--target", "linear,texture"});
    EXPECT_THAT(column<std::string>(rows, "target"), ElementsAre("linear", "texture"));
    EXPECT_EQ(rows.at(1).at("status"), "skipped");
    EXPECT_EQ(rows.at(1).at("caches"), "warm");
}

TEST_F(Sweep, a_simulation_is_made_once_whatever_the_caches) {
    const json rows = results("bench", {"--n", "64", "--variant", "grid2d", "--caches", "cold,warm"});
    EXPECT_THAT(column<std::string>(rows, "status"), ElementsAre("simulated", "skipped"));
    EXPECT_THAT(rows.at(1).at("reason").get<std::string>(), HasSubstr("caches play no part"));
}

TEST_F(Sweep, the_table_has_a_heading_for_each_group_and_only_of_what_varies) {
    const Finished done = sweep("bench", {"--n", "1200,64", "--variant", "cpu_naive,cpu_simd", "--caches", "cold"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, StartsWith("ring, 1 200, 64 points, cold caches\n"));
    EXPECT_THAT(done.out, AllOf(HasSubstr("\nn = 1 200\ncpu_naive "), HasSubstr("\nn = 64\ncpu_naive ")));
    EXPECT_THAT(done.out, HasSubstr("Speed-up is over cpu_naive of the same group."));
    const Finished single = sweep("bench", {"--n", "64", "--variant", "cpu_naive"});
    EXPECT_THAT(single.out, Not(HasSubstr("n = 64")));
    EXPECT_THAT(single.out, HasSubstr("Speed-up is over cpu_naive.\n"));
}

TEST_F(Sweep, check_says_that_variants_were_simulated_only_if_one_was) {
    EXPECT_THAT(run({"check", "-v", "coalesced", "--n", "10", "--block", "31", "--device", "cpu"}).out,
                AllOf(HasSubstr("skipped"), Not(HasSubstr("were simulated"))));
    EXPECT_THAT(run({"check", "-v", "coalesced", "--n", "10", "--device", "cpu"}).out, HasSubstr("were simulated"));
}

TEST_F(Sweep, check_takes_sizes_and_blocks_too) {
    const json rows = results("check", {"--n", "33,65", "--variant", "vec4_rows", "--block", "32,256"});
    EXPECT_THAT(column<int>(rows, "n"), ElementsAre(33, 33, 65, 65));
    EXPECT_THAT(column<int>(rows, "block"), ElementsAre(32, 256, 32, 256));
    EXPECT_THAT(column<std::string>(rows, "verdict"), testing::Each("right"));
    const Finished text = sweep("check", {"--n", "33,65", "--variant", "vec4_rows"});
    EXPECT_THAT(text.out, HasSubstr("\n2 right\n"));
    const std::string table = text.out.substr(0, text.out.find("\n\n2 right\n"));
    EXPECT_EQ(std::ranges::count(table, '\n'), 3) << "the points, the head and two rows: " << text.out;
}

TEST_F(Sweep, the_recording_has_every_run) {
    const Finished done = sweep(
        "bench", {"--n", "64,100", "--variant", "cpu_naive,coalesced", "--caches", "warm,cold", "--record", "all"});
    ASSERT_EQ(done.code, 0) << done.err;
    const profiling::Recording found = profiling::load_recording(folder / "all.pairscope");
    std::set<std::pair<std::int64_t, profiling::CacheState>> timed;
    for (const profiling::RunOutcome& run : found.runs)
        if (const auto* m = std::get_if<Measurement>(&run)) timed.insert({m->workload.rows, m->caches});
    EXPECT_EQ(timed.size(), 4u);
    EXPECT_EQ(found.runs.size(), 8u);
    EXPECT_EQ(std::get<GeneratorSettings>(found.points).n, 100) << "the points of the last runs";
}

TEST_F(Sweep, what_cannot_be_asked_is_told_before_anything_runs) {
    const auto refused = [&](const std::vector<std::string>& more) {
        const Finished done = sweep("bench", more);
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_THAT(done.out, IsEmpty());
        return done.err;
    };
    EXPECT_THAT(refused({"--n", "64,4000000"}), HasSubstr("--n is 4000000: give a whole number from 1 to 1 000 000"));
    EXPECT_THAT(refused({"--block", "64,2048"}),
                HasSubstr("--block is 2048: give the number of threads per block, from 1 to 1 024"));
    EXPECT_THAT(refused({"--block", "wide"}), HasSubstr("--block is wide"));
    EXPECT_THAT(refused({"--workload", "nearest_pair"}),
                HasSubstr("no workload matches nearest_pair; there is distance_matrix"));
    EXPECT_THAT(refused({"--target", "paper"}), HasSubstr("paper"));
    EXPECT_THAT(refused({"--caches", "lukewarm"}), HasSubstr("lukewarm"));
}

TEST_F(Sweep, workloads_are_chosen_by_pattern) {
    EXPECT_EQ(results("bench", {"--n", "64", "--workload", "distance_*", "--variant", "cpu_naive"}).size(), 1u);
}

TEST_F(Sweep, ctrl_c_leaves_the_table_and_the_recording_of_the_finished_runs) {
    // The first size takes a moment, the second one minutes.
    const Finished done =
        run({"bench", "--shape", "ring", "--n", "64,16384", "--device", "cpu", "--variant", "cpu_naive,cpu_blocked",
             "--caches", "warm,cold", "--seconds", "300", "--record", "part", "--json"},
            {.interrupt_after = std::chrono::seconds(8)});
    EXPECT_EQ(done.code, 130) << done.err;
    if (done.err.find("nothing ran") != std::string::npos) GTEST_SKIP() << "the machine is too busy for one run";
    EXPECT_THAT(done.err, HasSubstr("interrupted in run "));
    const json rows = json::parse(done.out).at("results");
    ASSERT_GE(rows.size(), 1u);
    EXPECT_EQ(rows.at(0).at("n"), 64);
    EXPECT_EQ(rows.at(0).at("status"), "measured");
    EXPECT_LT(rows.size(), 8u) << "it was not over";
    const profiling::Recording found = profiling::load_recording(folder / "part.pairscope");
    EXPECT_EQ(found.runs.size(), rows.size());
}

TEST_F(Sweep, a_size_without_memory_is_a_failed_row_and_the_others_go_on) {
    // 2 GB of addresses: enough for the program and a small matrix, not for one of 4 GB.
    const Finished done = run_command({"/bin/sh", "-c",
                                       "ulimit -v 2000000; exec " PAIRSCOPE_PROGRAM
                                       " bench --shape ring --n 32768,64 --device cpu --variant cpu_naive,cpu_simd"
                                       " --seconds 0.01 --threads 1 --json"});
    EXPECT_EQ(done.code, 1) << done.err;
    const json rows = json::parse(done.out).at("results");
    ASSERT_EQ(rows.size(), 4u) << done.out;
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ(rows.at(i).at("status"), "failed");
        EXPECT_THAT(rows.at(i).at("reason").get<std::string>(),
                    AllOf(HasSubstr("the output needs 4.29 GB of memory"), HasSubstr("choose fewer points")));
        EXPECT_EQ(rows.at(i + 2).at("status"), "measured") << rows.at(i + 2);
    }
}

TEST_F(Sweep, on_a_terminal_it_says_which_run_of_how_many_and_how_long_still) {
    if (!std::filesystem::exists("/usr/bin/script")) GTEST_SKIP() << "script(1) of util-linux is not installed";
    const Finished done = run_command({"/usr/bin/script", "-qec",
                                       PAIRSCOPE_PROGRAM " bench --shape ring --n 64,128,700 --device cpu --variant "
                                                         "cpu_naive --seconds 0.2",
                                       "/dev/null"});
    EXPECT_EQ(done.code, 0) << done.out;
    EXPECT_THAT(done.out, HasSubstr("1 of 3: "));
    EXPECT_THAT(done.out, testing::ContainsRegex("3 of 3, [0-9.]+ (s|min) left: "));
}

} // namespace
} // namespace pairscope

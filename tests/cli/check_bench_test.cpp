// SPDX-License-Identifier: MIT
#include "kernels/ladder/device.h"
#include "kernels/ladder/no_cuda.h"
#include "kernels/ladder/registry.h"
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AnyOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

std::size_t left_out_of(std::string_view workload) {
    return std::size_t(
        std::ranges::count_if(left_out(), [&](const LeftOut& entry) { return entry.id.starts_with(workload); }));
}

class CheckAndBench : public Program {};

TEST_F(CheckAndBench, check_looks_at_every_entry_and_finds_the_cpu_variants_right) {
    const Finished done =
        run({"check", "--shape", "ring", "--n", "67", "--device", "cpu", "--variant", "cpu_*", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("results").size(), matching_variants("distance_matrix/cpu_*").size());
    for (const json& row : report.at("results")) {
        EXPECT_EQ(row.at("verdict"), "right") << row;
        EXPECT_EQ(row.at("entries_checked"), 67 * 67);
    }
}

TEST_F(CheckAndBench, shipped_files_are_found_by_their_names_from_any_folder) {
    const std::vector<std::string> views{"check",
                                         "--variant",
                                         "best_match/cpu_naive",
                                         "--a",
                                         "views/features_a.npy",
                                         "--b",
                                         "views/features_b.npy",
                                         "--n",
                                         "60",
                                         "--m",
                                         "50"};
    const Finished done = run(views);
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("features_a.npy: first 60 of 1 738 rows; 60 vectors were scaled to length 1"));
    EXPECT_THAT(done.out + done.err, HasSubstr("features_a.npy 60 x 128, features_b.npy 50 x 128"));
    const Finished own = run({"check", "tz_places.csv", "--variant", "cpu_naive", "--n", "9"});
    EXPECT_EQ(own.code, 0) << own.err;
    (void)file("tz_places.csv", "x,y\n1,2\n3,4\n");
    EXPECT_THAT(run({"check", "tz_places.csv", "--variant", "cpu_naive", "--n", "9"}).err, HasSubstr("only 2 rows"))
        << "a file that is there goes before one that is shipped";
    EXPECT_EQ(run({"check", "--variant", "best_match/cpu_naive", "--a", "../features_a.npy"}).code, 2);
}

TEST_F(CheckAndBench, one_point_is_not_1_points) {
    const Finished done = run({"bench", file("one.csv", "x,y\n1,2\n"), "-v", "cpu_naive", "--seconds", "0.01"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out + done.err, HasSubstr("one.csv, 1 point"));
    EXPECT_THAT(done.out + done.err, Not(HasSubstr("1 points")));
}

TEST_F(CheckAndBench, check_takes_the_name_of_a_variant_as_other_verbs_do_and_still_a_file) {
    const Finished named = run({"check", "cpu_naive", "--n", "16", "--csv"});
    EXPECT_EQ(named.code, 0) << named.err;
    EXPECT_EQ(lines_in(named.out), 4) << "usual data, whole numbers and needles";
    EXPECT_THAT(named.out, HasSubstr("cpu_naive"));
    const Finished several = run({"check", "cpu_naive,cpu_simd", "--n", "16", "--csv"});
    EXPECT_EQ(several.code, 0) << several.err;
    EXPECT_EQ(lines_in(several.out), 1 + 2 * 3);
    const Finished both = run({"check", "cpu_naive", file("points.csv", "x,y\n0,0\n3,4\n1,1\n"), "--csv"});
    EXPECT_EQ(both.code, 0) << both.err;
    EXPECT_EQ(lines_in(both.out), 2);
    EXPECT_THAT(both.out, HasSubstr("cpu,3,"));
}

TEST_F(CheckAndBench, check_refuses_a_word_that_is_neither_a_variant_nor_a_file) {
    const Finished done = run({"check", "cpu_naiv"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("cpu_naiv is neither a variant nor a file; did you mean cpu_naive?"));
}

TEST_F(CheckAndBench, what_cannot_run_is_a_row_with_its_reason) {
    const Finished done = run({"check", "--n", "16", "--device", "cpu", "--variant", "bulk_store", "--json"});
    EXPECT_EQ(done.code, 3);
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("results").at(0).at("verdict"), "skipped");
    EXPECT_THAT(report.at("results").at(0).at("message").get<std::string>(), Not(IsEmpty()));
}

TEST_F(CheckAndBench, right_is_qualified_where_squares_leave_float32) {
    const std::string tiny = file("tiny.csv", "x,y\n1e-30,2e-30\n3e-30,4e-30\n0,0\n");
    const Finished done = run({"check", tiny, "-v", "cpu_naive"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("(such as those of euclidean) give 0 or inexact distances"));
    EXPECT_THAT(done.out, HasSubstr("\"Right\" says little about this data"));
    const Finished usual = run({"check", "--shape", "ring", "--n", "64", "-v", "cpu_naive"});
    EXPECT_THAT(usual.out, testing::Not(HasSubstr("\"Right\" says little")));
}

TEST_F(CheckAndBench, right_is_qualified_where_halves_cannot_hold_the_distances) {
    const std::string far = file("far.csv", "x,y\n0,0\n70000,0\n1,1\n"), near = file("near.csv", "x,y\n0,0\n1e-9,0\n");
    const std::vector<std::string> which{"--device", "cpu", "-v", "half_output"};
    const auto check = [&](const std::string& points) {
        std::vector<std::string> words{"check", points};
        words.insert(words.end(), which.begin(), which.end());
        return run(words).out;
    };
    EXPECT_THAT(check(far), HasSubstr("\"Right\" says little about half_output on this data"));
    EXPECT_THAT(check(far), HasSubstr("65 504"));
    EXPECT_THAT(check(near), HasSubstr("loses digits of distances"));
    EXPECT_THAT(check(file("usual.csv", "x,y\n0,0\n1,0\n2,2\n")), Not(HasSubstr("says little")));
    EXPECT_THAT(run({"check", far, "-v", "cpu_naive"}).out, Not(HasSubstr("says little"))) << "it writes float32";
}

TEST_F(CheckAndBench, right_is_qualified_where_sums_of_differences_leave_float32) {
    const std::string large = file("large.csv", "x,y\n-3e38,1\n3e38,2\n0,0\n");
    for (const char* metric : {"manhattan", "chebyshev"})
        EXPECT_THAT(run({"check", large, "--metric", metric, "-v", "cpu_naive"}).out,
                    HasSubstr("\"Right\" says little about this data"))
            << metric;
    const Finished usual = run({"check", "--shape", "ring", "--n", "64", "--metric", "manhattan", "-v", "cpu_naive"});
    EXPECT_THAT(usual.out, Not(HasSubstr("says little")));
}

TEST_F(CheckAndBench, a_cuda_variant_on_the_cpu_is_checked_and_has_no_time) {
    const std::vector<std::string> which{"--n", "64", "--device", "cpu", "--variant", "coalesced", "--json"};
    std::vector<std::string> check{"check"}, bench{"bench"};
    check.insert(check.end(), which.begin(), which.end());
    bench.insert(bench.end(), which.begin(), which.end());
    const json checked = json::parse(run(check).out).at("results").at(0);
    EXPECT_EQ(checked.at("verdict"), "right");
    EXPECT_EQ(checked.at("simulated"), true);
    EXPECT_EQ(checked.at("entries_checked"), 64 * 64);
    const Finished done = run(bench);
    EXPECT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    EXPECT_EQ(report.at("ceilings").size(), 0u) << "no roof is measured for what has no time";
    const json& row = report.at("results").at(0);
    EXPECT_EQ(row.at("status"), "simulated");
    EXPECT_TRUE(row.at("median_seconds").is_null());
    EXPECT_TRUE(row.at("useful_fraction").is_null());
    EXPECT_EQ(row.at("sectors_per_store"), 4.0);
    EXPECT_EQ(row.at("used_of_stores"), 1.0);
    EXPECT_GT(row.at("predicted_bytes").get<double>(), 4.0 * 64 * 64);
}

TEST_F(CheckAndBench, a_stripped_program_says_that_it_did_not_look_for_faults) {
    const std::string prefix = (folder / "stripped").string();
    ASSERT_EQ(run_command({PAIRSCOPE_CMAKE, "--install", PAIRSCOPE_BUILD_FOLDER, "--strip", "--prefix", prefix}).code,
              0);
    // Its ticket is a variable of the program, whose place only the symbol table tells.
    const std::vector<std::string> which{"single_launch", "--workload", "rbf_pair", "--n", "100003"};
    std::vector<std::string> check{prefix + "/bin/pairscope", "check", "--device", "cpu"}, trace{check[0], "trace"};
    check.insert(check.end(), which.begin(), which.end());
    trace.insert(trace.end(), which.begin(), which.end());
    const Finished checked = run_command(check);
    EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out, testing::ContainsRegex("not *\n? *examined"));
    EXPECT_THAT(checked.out,
                HasSubstr("did not look for faults in single_launch: the program was stripped of its symbols"));
    trace.emplace_back("--json");
    EXPECT_TRUE(json::parse(run_command(trace).out).at("findings").empty());
}

TEST_F(CheckAndBench, more_points_than_the_executor_takes_are_a_reason) {
    const Finished done = run({"bench", "--n", "5000", "--device", "cpu", "--variant", "coalesced", "--json"});
    EXPECT_EQ(done.code, 3);
    const json report = json::parse(done.out);
    const json& row = report.at("results").at(0);
    EXPECT_EQ(row.at("status"), "skipped");
    EXPECT_THAT(row.at("reason").get<std::string>(), HasSubstr("4 096"));
}

TEST_F(CheckAndBench, check_as_csv_has_a_line_for_every_variant) {
    const Finished done = run({"check", "--n", "32", "--csv"});
    EXPECT_THAT(done.out, StartsWith("variant,device,n,m,d,target,block,data,verdict,worst_error,"));
    EXPECT_EQ(lines_in(done.out),
              1 + 3 * matching_variants("distance_matrix/*").size() + left_out_of("distance_matrix"));
}

/// The n of each row of this variant whose data is of this kind.
std::vector<std::int64_t> sizes_in(const json& report, const std::string& data, const std::string& target = "") {
    std::vector<std::int64_t> sizes;
    for (const json& row : report.at("results"))
        if (row.at("data") == data && (target.empty() || row.at("target") == target)) sizes.push_back(row.at("n"));
    return sizes;
}

TEST_F(CheckAndBench, check_without_a_size_tries_those_at_which_kernels_go_wrong) {
    const Finished done = run({"check", "cpu_simd", "--json"});
    EXPECT_EQ(done.code, 0) << done.out;
    const json report = json::parse(done.out);
    for (const json& row : report.at("results")) EXPECT_EQ(row.at("verdict"), "right") << row;
    EXPECT_THAT(sizes_in(report, "usual"), testing::ElementsAre(1, 2, 31, 33, 63, 65, 129, 1001));
    EXPECT_THAT(sizes_in(report, "whole numbers"), testing::ElementsAre(67));
    EXPECT_THAT(sizes_in(report, "needles"), testing::ElementsAre(67));
    const json all = json::parse(run({"check", "cpu_simd", "--all", "--json"}).out);
    EXPECT_THAT(sizes_in(all, "usual"), testing::ElementsAre(1, 2, 31, 33, 63, 65, 129, 1001, 2048, 4096));
}

TEST_F(CheckAndBench, check_of_sizes_tries_exact_sums_at_each_of_them_and_a_given_dataset_alone) {
    const json report = json::parse(run({"check", "cpu_simd", "--n", "40,70", "--json"}).out);
    for (const char* data : {"usual", "whole numbers", "needles"})
        EXPECT_THAT(sizes_in(report, data), testing::ElementsAre(40, 70)) << data;
    const json long_ones =
        json::parse(run({"check", "cross_distance/cpu_naive", "--n", "9", "--m", "5", "--dims", "300", "--json"}).out);
    ASSERT_EQ(long_ones.at("results").size(), 3U);
    for (const json& row : long_ones.at("results")) {
        EXPECT_EQ(row.at("verdict"), "right") << row;
        EXPECT_EQ(row.at("entries_checked"), 9 * 5);
        EXPECT_EQ(row.at("d"), 300);
    }
    const json ring = json::parse(run({"check", "cpu_simd", "--shape", "ring", "--n", "40,70", "--json"}).out);
    EXPECT_THAT(sizes_in(ring, "usual"), testing::ElementsAre(40, 70));
    EXPECT_EQ(ring.at("results").size(), 2U);
}

TEST_F(CheckAndBench, check_without_a_size_simulates_textures_and_four_blocks_of_the_published_size) {
    const Finished done = run({"check", "tile16x16", "--device", "cpu", "--json"});
    EXPECT_EQ(done.code, 0) << done.out;
    const json report = json::parse(done.out);
    for (const json& row : report.at("results")) EXPECT_EQ(row.at("verdict"), "right") << row;
    EXPECT_THAT(sizes_in(report, "usual", "texture"), testing::ElementsAre(1, 2, 31, 33, 63, 65, 129, 1001));
    ASSERT_THAT(sizes_in(report, "few blocks"), testing::ElementsAre(30336));
    const json& large = report.at("results").back();
    EXPECT_EQ(large.at("examination").at("blocks_examined"), 4);
    EXPECT_GT(large.at("entries_checked"), 0);
}

TEST_F(CheckAndBench, check_of_vectors_tries_long_ones_and_with_all_the_longest) {
    const auto lengths = [&](bool all) {
        std::vector<std::string> words{"check", "cross_distance/cpu_naive", "--json"};
        if (all) words.emplace_back("--all");
        std::vector<std::int64_t> found;
        const json report = json::parse(run(words).out);
        for (const json& row : report.at("results"))
            if (row.at("data") == "needles") found.push_back(row.at("d"));
        return found;
    };
    EXPECT_THAT(lengths(false), testing::ElementsAre(17, 261));
    EXPECT_THAT(lengths(true), testing::ElementsAre(1, 2, 3, 16, 17, 5, 4, 33, 8, 261, 1024));
}

TEST_F(CheckAndBench, check_says_what_it_left_out) {
    const auto text_of = [&](std::vector<std::string> words) {
        words.insert(words.begin(), "check");
        std::string text = run(words).out;
        std::ranges::replace(text, '\n', ' '); // lines are folded
        return text;
    };
    EXPECT_THAT(text_of({"manhattan_distance/cpu_naive"}),
                testing::AllOf(HasSubstr("Whole outputs were not checked for n = 2 048 and 4 096, or for d = 1 024. "),
                               HasSubstr("With --all, check tries more.")));
    EXPECT_THAT(text_of({"manhattan_distance/cpu_naive", "--all"}),
                testing::AllOf(HasSubstr("At n = 32 768, four blocks of each CUDA variant"),
                               Not(HasSubstr("Whole outputs")), Not(HasSubstr("--all"))));
    EXPECT_THAT(text_of({"cpu_naive", "--n", "9"}), Not(HasSubstr("was tried"))) << "it tried what was asked for";
}

TEST_F(CheckAndBench, all_is_refused_beside_a_size) {
    const Finished done = run({"check", "cpu_naive", "--all", "--n", "9"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("--all chooses the sizes and the data"));
}

TEST_F(CheckAndBench, source_code_is_not_read_as_a_table) {
    const std::string kernel = file("tile16x16.cu", "__global__ void k() {}\n"), other = file("my_rung.cu", "x\n");
    const Finished known = run({"check", kernel});
    EXPECT_EQ(known.code, 2);
    EXPECT_THAT(known.err,
                HasSubstr("is source code, not a table of points; to check the variant that was built from it, run "
                          "pairscope check tile16x16"));
    const Finished unknown = run({"check", other});
    EXPECT_EQ(unknown.code, 2);
    EXPECT_THAT(unknown.err,
                HasSubstr("to check a variant, move it into kernels/workloads/WORKLOAD/ladder, build, and run "
                          "pairscope check my_rung"));
}

TEST_F(CheckAndBench, a_build_without_cuda_says_why_it_has_none) {
    if (why_no_cuda().empty()) GTEST_SKIP() << "this build has CUDA";
    std::ifstream cache(std::filesystem::path(PAIRSCOPE_BUILD_FOLDER) / "CMakeCache.txt");
    const std::string settings{std::istreambuf_iterator<char>(cache), {}};
    const bool was_left_out = settings.find("PAIRSCOPE_CUDA:STRING=OFF") != std::string::npos;
    const std::string reason = was_left_out ? "--cpu-only" : "no CUDA compiler was found";
    const std::string other = was_left_out ? "no CUDA compiler was found" : "--cpu-only";
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"check", "bulk_store", "--n", "16"}, {"profile", "coalesced", "--n", "16"}}) {
        const Finished done = run(words);
        EXPECT_THAT(done.out + done.err, testing::AllOf(HasSubstr(reason), Not(HasSubstr(other)))) << words[0];
    }
}

TEST_F(CheckAndBench, check_without_a_size_tries_none_that_the_workload_refuses) {
    const Finished done = run({"check", "--variant", "farthest_pair/cpu_simd", "--all", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(sizes_in(json::parse(done.out), "usual"),
                testing::ElementsAre(2, 31, 33, 63, 65, 129, 1001, 2048, 4096))
        << "a pair needs two vectors";
}

TEST_F(CheckAndBench, which_rows_of_a_file_are_taken_is_said_once_for_all_sizes) {
    const Finished done = run({"check", "--device", "cpu", "--variant", "cpu_naive", "--n", "8,64,16"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("first 64 of "));
    EXPECT_EQ(lines_in(done.err), 1) << done.err;
}

TEST_F(CheckAndBench, check_tries_all_block_sizes_without_a_size_and_one_with_it) {
    const std::size_t blocks = find_variant("distance_matrix/store_policy")->blocks.size();
    const Finished all = run({"check", "--device", "cpu", "--variant", "store_policy", "--target", "linear", "--csv"});
    EXPECT_EQ(lines_in(all.out), 1 + 9 * blocks + 2)
        << "seven sizes and two of exact data; 1 001 points, and four blocks";
    EXPECT_THAT(all.out, HasSubstr(" blocks were examined)")) << "at 1 001 points, a sample";
    const Finished one = run({"check", "--device", "cpu", "--variant", "store_policy", "--n", "33", "--csv"});
    EXPECT_EQ(lines_in(one.out), 4);
}

TEST_F(CheckAndBench, a_texture_is_checked_without_a_gpu) {
    const Finished done =
        run({"check", "--device", "cpu", "--variant", "tile16", "--target", "texture", "--n", "65", "--json"});
    EXPECT_EQ(done.code, 0) << done.out << done.err;
    const json row = json::parse(done.out).at("results").at(0);
    EXPECT_EQ(row.at("verdict"), "right");
    EXPECT_EQ(row.at("entries_checked"), 65 * 65);
    EXPECT_EQ(row.at("examination").at("faults"), 0);
}

TEST_F(CheckAndBench, bench_measures_variants_and_ceilings_in_one_run) {
    const Finished done = run(
        {"bench", "--n", "300", "--variant", "cpu_naive,cpu_simd", "--seconds", "0.02", "--threads", "1", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json report = json::parse(done.out);
    ASSERT_EQ(report.at("results").size(), 2u);
    for (const json& row : report.at("results")) {
        EXPECT_EQ(row.at("status"), "measured") << row;
        EXPECT_GT(row.at("median_seconds").get<double>(), 0.0);
        EXPECT_GT(row.at("useful_fraction").get<double>(), 0.0);
        EXPECT_EQ(row.at("device"), "cpu");
        EXPECT_EQ(row.at("n"), 300);
        EXPECT_THAT(row.at("stopped_by").get<std::string>(), AnyOf("interval", "time", "count"));
        EXPECT_EQ(row.at("badges").at(0).at("word"), "warm caches");
        EXPECT_EQ(row.at("badges").at(0).at("warning"), false);
    }
    EXPECT_EQ(report.at("results").at(0).at("speedup"), 1.0);
    const json& ceilings = report.at("ceilings").at(0).at("found");
    const auto fill = std::ranges::find_if(ceilings, [](const json& c) { return c.at("kind") == "fill"; });
    ASSERT_NE(fill, ceilings.end());
    EXPECT_GT(fill->at("value").get<double>(), 0.0);
    EXPECT_EQ(fill->at("threads"), 1);
    EXPECT_THAT(report.at("data").at("credit").get<std::string>(), HasSubstr("GeoNames"));
}

TEST_F(CheckAndBench, bench_as_csv_has_one_table_only) {
    const Finished done = run({"bench", "--n", "64", "--device", "cpu", "--seconds", "0.01", "--csv"});
    EXPECT_THAT(done.out, StartsWith("variant,device,target,n,m,d,block,caches,status,median_seconds"));
    EXPECT_EQ(lines_in(done.out), 1 + matching_variants("distance_matrix/*").size() + left_out_of("distance_matrix"));
    EXPECT_THAT(done.out, HasSubstr(",warm caches; cache-sized data"));
}

TEST_F(CheckAndBench, bench_gives_all_sizes_of_a_workload) {
    const std::vector<std::string> arguments{
        "bench", "--workload", "cross_distance", "--n",       "8",   "--m", "16", "--dims",
        "4",     "-v",         "cpu_naive",      "--seconds", "0.01"};
    std::vector<std::string> csv = arguments, as_json = arguments;
    csv.emplace_back("--csv");
    as_json.emplace_back("--json");
    EXPECT_THAT(run(csv).out, HasSubstr("cross_distance/cpu_naive,cpu,linear,8,16,4,"));
    const json row = json::parse(run(as_json).out).at("results").at(0);
    EXPECT_EQ(row.at("m"), 16);
    EXPECT_EQ(row.at("d"), 4);
}

TEST_F(CheckAndBench, check_takes_a_preset_in_its_own_size) {
    const Finished done =
        run({"check", "--workload", "cross_distance", "--preset", "far_lattice", "--variant", "cpu_naive"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("65 536 entries agree"));
}

} // namespace
} // namespace pairscope

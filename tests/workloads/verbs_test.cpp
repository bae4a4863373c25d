// SPDX-License-Identifier: MIT
// The command line with workloads that only the tests have.
#include "app/chart/number_text.h"
#include "app/cli/options/data.h"
#include "kernels/ladder/workload.h"
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <regex>
#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;

class WorkloadVerbs : public Program {
protected:
    /// Standard output of a run that must succeed.
    [[nodiscard]] std::string told(const std::vector<std::string>& arguments) const {
        const Finished finished = run(arguments);
        EXPECT_EQ(finished.code, 0) << finished.err << finished.out;
        return finished.out;
    }
    /// Standard error of a run that must not.
    [[nodiscard]] std::string refused(const std::vector<std::string>& arguments) const {
        const Finished finished = run(arguments);
        EXPECT_NE(finished.code, 0) << finished.out;
        return finished.err;
    }
    /// A NumPy array of three floats, which are vectors of one coordinate.
    [[nodiscard]] static std::string npy_of_one_column() {
        std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 1), }";
        header.resize(117, ' ');
        return std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header + "\n" + std::string(12, '\0');
    }
    /// Bytes as a CSV table without a header.
    [[nodiscard]] std::string bytes_file(std::string_view name, int rows, int dims, int seed) const {
        std::string text;
        for (int i = 0; i < rows; ++i)
            for (int k = 0; k < dims; ++k)
                text += std::to_string((i * 37 + k * 11 + seed * 101) % 256) + (k + 1 < dims ? "," : "\n");
        return file(name, text);
    }
};

TEST_F(WorkloadVerbs, list_tells_every_variant) {
    EXPECT_THAT(told({"list"}), AllOf(HasSubstr("byte_matches/query_per_thread"), HasSubstr("distance_sum/cpu_sum"),
                                      HasSubstr("distance_matrix/vec4_rows")));
    EXPECT_THAT(told({"list"}), StartsWith("distance_matrix/")) << "in the order of the workloads, the usual one first";
    EXPECT_THAT(told({"list", "--workload", "byte_*"}),
                AllOf(HasSubstr("byte_matches/cpu_columns"), Not(HasSubstr("distance_matrix"))));
}

TEST_F(WorkloadVerbs, without_a_display_the_workload_of_the_variant_is_measured) {
    EXPECT_THAT(told({"-v", "cpu_columns", "--n", "9", "--m", "5"}),
                AllOf(HasSubstr("cpu_columns"), Not(HasSubstr("cpu_naive"))));
}

TEST_F(WorkloadVerbs, variants_of_several_workloads_are_refused) {
    for (const char* verb : {"check", "bench"})
        EXPECT_THAT(refused({verb, "-v", "cpu_naive,cpu_rows", "--n", "9"}),
                    AllOf(HasSubstr("several workloads (cpu_naive of distance_matrix and "),
                          HasSubstr(", cpu_rows of byte_matches)")));
    EXPECT_THAT(refused({"record", "run", "-v", "cpu_naive,cpu_rows", "--n", "9"}), HasSubstr("several workloads"));
    EXPECT_THAT(files(), IsEmpty());
    EXPECT_THAT(refused({"check", "-v", "cpu_rows,cpu_naive", "--workload", "byte_matches"}),
                HasSubstr("byte_matches has no variant cpu_naive, which belongs to distance_matrix and "));
    EXPECT_THAT(told({"check", "-v", "cpu_blocked,cpu_sum", "--n", "9"}), HasSubstr("cpu_blocked"))
        << "the first workload that has both";
}

TEST_F(WorkloadVerbs, a_pattern_of_several_workloads_is_refused_where_one_is_asked) {
    for (const char* pattern : {"*", "distance_*"})
        EXPECT_THAT(
            refused({"check", "--workload", pattern, "--n", "9"}),
            AllOf(HasSubstr("matches several workloads"), HasSubstr("distance_matrix, "), HasSubstr("distance_sum")));
    EXPECT_THAT(told({"check", "cpu_rows", "--workload", "byte*", "--n", "9"}), HasSubstr("cpu_rows"));
}

TEST_F(WorkloadVerbs, a_name_that_two_workloads_have_is_of_the_first_one) {
    for (const char* verb : {"trace", "compare"}) {
        const bool takes_two = std::string_view(verb) == "compare";
        const auto with = [&](std::vector<std::string> more) {
            std::vector<std::string> all{verb, "cpu_blocked"};
            if (takes_two) all.emplace_back("cpu_sum");
            all.insert(all.end(), more.begin(), more.end());
            return all;
        };
        EXPECT_THAT(refused(with({"--workload", "byte_matches"})), HasSubstr("byte_matches has no variant cpu_"));
    }
    EXPECT_THAT(refused({"trace", "cpu_blocked", "--workload", "distance_sum"}), HasSubstr("cpu_blocked has no trace"));
    EXPECT_THAT(refused({"trace", "cpu_blocked"}), HasSubstr("cpu_blocked has no trace")) << "that of distance_matrix";
    EXPECT_THAT(told({"compare", "cpu_blocked", "cpu_sum", "--n", "50", "--seconds", "0.05"}), HasSubstr("cpu_blocked"))
        << "the first workload that has both";
    EXPECT_THAT(
        told({"compare", "cpu_blocked", "cpu_sum", "--workload", "distance_sum", "--n", "50", "--seconds", "0.05"}),
        HasSubstr("cpu_blocked"));
    EXPECT_THAT(told({"trace", "query_per_thread", "--workload", "byte_matches", "--n", "9"}), HasSubstr("query"));
}

TEST_F(WorkloadVerbs, bench_names_the_inputs_as_the_workload_does) {
    const std::string text =
        told({"bench", "--workload", "byte_matches", "--n", "40", "--m", "33", "--seconds", "0.01"});
    EXPECT_THAT(text, AllOf(HasSubstr("queries 40 x 16, candidates 33 x 16"), HasSubstr("ns/pair")));
    EXPECT_THAT(text, AnyOf(HasSubstr("queries and candidates are read once"), // whichever the machine's limit is
                            HasSubstr("The useful fraction is the arithmetic that the workload requires")));
    EXPECT_THAT(text, Not(HasSubstr("points")));
}

TEST_F(WorkloadVerbs, bench_of_one_pair_leaves_out_the_time_of_a_pair) {
    EXPECT_THAT(told({"bench", "--workload", "byte_matches", "--n", "1", "--m", "1", "--seconds", "0.01"}),
                AllOf(HasSubstr("median [ms]"), Not(HasSubstr("ns/pair"))));
}

TEST_F(WorkloadVerbs, render_says_what_the_output_is_in_words) {
    EXPECT_THAT(refused({"render", "--workload", "byte_matches", "-o", "a.png"}),
                HasSubstr("because its output is a list of matches"));
    EXPECT_THAT(refused({"render", "--workload", "distance_sum", "-o", "a.png"}),
                HasSubstr("because its output is one number"));
}

TEST_F(WorkloadVerbs, check_judges_every_kind_of_output) {
    EXPECT_THAT(told({"check", "--workload", "byte_matches", "--n", "60", "--m", "33"}),
                AllOf(HasSubstr("queries 60 x 16, candidates 33 x 16, weight = 1"), HasSubstr("60 matches agree: ")));
    EXPECT_THAT(told({"check", "cpu_sum", "--n", "40"}), HasSubstr("1 number agrees: "));
    EXPECT_THAT(told({"check", "--n", "40"}), AllOf(HasSubstr("cpu_naive"), Not(HasSubstr("cpu_sum"))))
        << "without a name it is the workload that the program starts with";
}

TEST_F(WorkloadVerbs, check_without_a_size_tries_all_telling_ones) {
    const std::string text = told({"check", "--workload", "byte_matches"});
    for (const char* n : {" 1 ", " 33 ", "1 001", "4 096"}) EXPECT_THAT(text, HasSubstr(n));
    EXPECT_THAT(text, Not(HasSubstr("wrong")));
}

TEST_F(WorkloadVerbs, bench_times_what_can_be_timed) {
    const json found = json::parse(
        told({"bench", "--workload", "byte_matches", "--n", "200", "--weight", "2", "--seconds", "0.05", "--json"}));
    EXPECT_EQ(found["data"]["parameters"]["weight"], 2.0);
    EXPECT_EQ(found["data"]["b"]["rows"], 200);
    ASSERT_EQ(found["results"].size(), 5u);
    EXPECT_GT(found["results"][1]["median_seconds"].get<double>(), 0.0) << found["results"][1].dump();
}

TEST_F(WorkloadVerbs, compare_measures_two_variants_in_turns) {
    const json found = json::parse(
        told({"compare", "cpu_rows", "cpu_columns", "--n", "300", "--m", "200", "--seconds", "0.2", "--json"}));
    EXPECT_EQ(found["a"]["variant"], "byte_matches/cpu_rows");
    EXPECT_GT(found["round_seconds"].size(), 0u);
    EXPECT_THAT(refused({"compare", "cpu_rows", "cpu_sum"}), HasSubstr("belong to different workloads"));
}

TEST_F(WorkloadVerbs, another_output_is_called_so_by_every_verb) {
    const std::vector<std::string> size{"--n", "130", "--m", "70"};
    const auto with_size = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), size.begin(), size.end());
        return arguments;
    };
    const auto words = HasSubstr("of 130 rows differ");
    const std::string in_one_line =
        std::regex_replace(told(with_size({"check", "cpu_coarse"})), std::regex("\\s+"), " ");
    EXPECT_THAT(in_one_line, AllOf(HasSubstr(" different "), HasSubstr("approximate output: "), words,
                                   HasSubstr("\"Different\" means that the output is approximate on purpose"),
                                   Not(HasSubstr("\"Right\" means"))));
    const json checked = json::parse(told(with_size({"check", "cpu_coarse", "--json"}))).at("results").at(0);
    EXPECT_EQ(checked.at("verdict"), "different");
    EXPECT_GT(checked.at("different_entries").get<int>(), 3);
    EXPECT_THAT(checked.at("message").get<std::string>(), words);
    const json right = json::parse(told(with_size({"check", "cpu_rows", "--json"}))).at("results").at(0);
    EXPECT_EQ(right.at("verdict"), "right");
    EXPECT_FALSE(right.contains("different_entries"));
    EXPECT_THAT(told(with_size({"bench", "--variant", "cpu_rows,cpu_coarse", "--seconds", "0.02"})),
                AllOf(HasSubstr("cpu_coarse (approximate output)"), HasSubstr("approximate output: "), words));
    const auto compared = with_size({"compare", "cpu_rows", "cpu_coarse", "--seconds", "0.05"});
    EXPECT_THAT(told(compared), AllOf(HasSubstr("cpu_coarse gives approximate output: "), words));
    std::ignore = told(with_size({"record", "coarse", "-v", "cpu_rows,cpu_coarse", "--seconds", "0.02"}));
    std::ignore = told(with_size({"record", "again", "-v", "cpu_rows,cpu_coarse", "--seconds", "0.02"}));
    EXPECT_THAT(told({"compare", "coarse.pairscope", "again.pairscope"}), HasSubstr("cpu_coarse"));
    EXPECT_THAT(told({"list", "--workload", "byte_matches"}), HasSubstr("output    approximate: "));
}

TEST_F(WorkloadVerbs, both_directions_are_checked_and_recorded) {
    EXPECT_THAT(told({"check", "cpu_both", "--n", "60", "--m", "33"}),
                HasSubstr("93 matches agree: row 0 matches row"));
    std::ignore = told({"record", "both", "-v", "cpu_both,cpu_rows", "--n", "60", "--m", "33", "--seconds", "0.02"});
    EXPECT_THAT(told({"info", "both.pairscope"}), HasSubstr("byte_matches"));
    EXPECT_THAT(told({"compare", "cpu_rows", "cpu_both", "--n", "60", "--m", "33", "--seconds", "0.05"}),
                HasSubstr("Their outputs are in different memory"));
    EXPECT_THAT(told({"list", "--workload", "byte_matches"}), HasSubstr("the matches of both sets"));
}

TEST_F(WorkloadVerbs, trace_follows_both_sets_and_the_workspace) {
    const json found = json::parse(told({"trace", "query_per_thread", "--n", "100", "--m", "50", "--json"}));
    EXPECT_EQ(found["findings"].size(), 0u);
    EXPECT_GT(found["lines"].size(), 3u);
}

TEST_F(WorkloadVerbs, record_keeps_sets_parameters_and_outputs) {
    std::ignore = told({"record", "run.pairscope", "--workload", "byte_matches", "--n", "90", "--m", "40", "--weight",
                        "0.5", "--seconds", "0.05"});
    std::ignore = told(
        {"record", "again.pairscope", "--workload", "byte_matches", "--n", "90", "--m", "40", "--seconds", "0.05"});
    const std::string info = told({"info", "run.pairscope"});
    EXPECT_THAT(info, HasSubstr("byte_matches"));
    EXPECT_THAT(told({"check", "cpu_rows", "--n", "9", "--m", "7"}), ContainsRegex("n +m +d +target.*\n.* 9 +7 +16 "));
    const json checked = json::parse(told({"check", "cpu_rows", "--n", "9", "--m", "7", "--json"})).at("results").at(0);
    EXPECT_EQ(checked.at("m"), 7);
    EXPECT_EQ(checked.at("d"), 16);
    std::ignore = told({"record", "fewer", "-v", "cpu_rows", "--n", "90", "--m", "30", "--seconds", "0.01"});
    EXPECT_THAT(refused({"compare", "run.pairscope", "fewer.pairscope"}),
                HasSubstr("no size in common (cpu_rows was timed with n = 90, m = 40, d = 16 in A and with n = 90, m = "
                          "30, d = 16 in B"));
    const std::string compared = told({"compare", "run.pairscope", "again.pairscope"});
    EXPECT_THAT(compared, ContainsRegex("variant +n +m +d +target"));
    EXPECT_THAT(compared, ContainsRegex("cpu_rows +90 +40 +16 "));
    EXPECT_THAT(told({"compare", "run.pairscope", "again.pairscope"}), HasSubstr("cpu_columns"));
    EXPECT_THAT(told({"check", "cpu_rows", "--a", "run.pairscope"}), HasSubstr("queries 90 x 16, candidates 40 x 16"));
    EXPECT_THAT(told({"check", "cpu_rows", "--a", "run.pairscope", "--n", "9", "--m", "7"}),
                HasSubstr("queries 9 x 16, candidates 7 x 16"));
    EXPECT_THAT(refused({"check", "cpu_sum", "--a", "run.pairscope"}), HasSubstr("holds 2 sets"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--a", "run.pairscope", "--b", "missing.csv"}),
                HasSubstr("leave the file out"));
    EXPECT_THAT(told({"check", "cpu_rows", "--a", "run.pairscope"}), HasSubstr("weight = 0.5")) << "as recorded";
    EXPECT_THAT(told({"check", "cpu_rows", "--a", "run.pairscope", "--weight", "2"}), HasSubstr("weight = 2"));
    cli::DataOptions window; // takes the vectors later, but the parameters at its start
    window.workload = "byte_matches";
    window.a = folder / "run.pairscope";
    EXPECT_EQ(cli::parameters_of(cli::data_of(window)), std::vector{0.5});
    window.asked_with["weight"] = 2.0;
    EXPECT_EQ(cli::parameters_of(cli::data_of(window)), std::vector{2.0});
    EXPECT_THAT(refused({"check", "cpu_rows", "--a", bytes_file("a.csv", 20, 16, 1), "--b", "run.pairscope"}),
                HasSubstr("it is a recording, which holds all sets of its workload; give it as the only file"));
    EXPECT_THAT(told({"chart", "roofline", "run.pairscope", "-o", "run.svg"}), HasSubstr("run.svg"));
}

TEST_F(WorkloadVerbs, files_become_one_set_or_two) {
    const std::string a = bytes_file("a.csv", 20, 5, 1), b = bytes_file("b.csv", 31, 5, 2);
    EXPECT_THAT(told({"check", "cpu_rows", "--a", a, "--b", b}), HasSubstr("a.csv 20 x 5, b.csv 31 x 5"));
    EXPECT_THAT(told({"check", "cpu_rows", "--a", b}), HasSubstr("b.csv 16 x 5, b.csv 15 x 5")) << "it is split";
    EXPECT_THAT(told({"check", "cpu_rows", b}), HasSubstr("b.csv 16 x 5, b.csv 15 x 5"));
    EXPECT_THAT(told({"check", "cpu_rows", b, "--n", "10", "--m", "7"}), HasSubstr("b.csv 10 x 5, b.csv 7 x 5"));
    EXPECT_THAT(told({"check", "cpu_sum", "--a", a}), HasSubstr("a.csv 20 x 5"));
}

TEST_F(WorkloadVerbs, a_file_is_split_within_its_rows) {
    const std::string rows = bytes_file("rows.csv", 20, 5, 1), row = bytes_file("row.csv", 1, 5, 1);
    EXPECT_THAT(refused({"check", "cpu_rows", rows, "--n", "15", "--m", "6"}),
                HasSubstr("--m is 6, but rows.csv has 5 rows left after those of the first set: choose from 1 to 5"));
    EXPECT_THAT(refused({"check", "cpu_rows", rows, "--n", "20"}), HasSubstr("choose from 1 to 19"));
    EXPECT_THAT(refused({"check", "cpu_rows", row}),
                HasSubstr("cannot split row.csv into two sets: it has only 1 vector; give a second file"));
    EXPECT_THAT(told({"check", "cpu_rows", rows, "--n", "3,15"}), HasSubstr("agree")) << "the rest is the second set";
}

TEST_F(WorkloadVerbs, vectors_that_are_not_finite_are_refused_before_anything_runs) {
    const auto complaint = [](std::string_view what) {
        return HasSubstr("distance_sum takes finite numbers only, and coordinate 1 in row 2 (counted from 0) of " +
                         std::string(what) + "; leave that row out");
    };
    const std::string lacking = file("lacking.csv", "1,2\n3,4\n5,\n7,8\n"), odd = file("odd.csv", "1,2\n3,4\n5,inf\n");
    for (const char* way : {"--a", "--points"}) {
        EXPECT_THAT(refused({"check", "cpu_sum", way, lacking}), complaint("lacking.csv is missing or nan"));
        EXPECT_THAT(refused({"check", "cpu_sum", way, odd}), complaint("odd.csv is infinite"));
        EXPECT_THAT(refused({"record", "run", "-v", "cpu_sum", way, odd}), complaint("odd.csv is infinite"));
    }
    EXPECT_THAT(told({"check", "cpu_sum", "--a", odd, "--n", "2"}), HasSubstr("agrees"));
    EXPECT_THAT(told({"check", "cpu_naive", "--points", odd}), HasSubstr("agree")) << "a matrix shows which rows";
}

TEST_F(WorkloadVerbs, a_pattern_of_several_workloads_asks_for_one) {
    const Finished finished = run({"check", "-v", "*/cpu_*", "--n", "9"});
    EXPECT_EQ(finished.code, 2) << finished.out;
    EXPECT_THAT(finished.err, HasSubstr("*/cpu_* matches variants of several workloads: choose one of "));
    EXPECT_THAT(finished.err, AllOf(HasSubstr("byte_matches"), HasSubstr("distance_sum")));
    EXPECT_THAT(told({"check", "-v", "*/cpu_*", "--workload", "byte_matches", "--n", "9"}), HasSubstr("cpu_columns"));
    EXPECT_THAT(told({"check", "-v", "*/cpu_rows", "--n", "9"}), HasSubstr("cpu_rows")) << "one workload has it";
}

TEST_F(WorkloadVerbs, sizes_are_refused_with_the_range_of_the_workload) {
    EXPECT_THAT(refused({"check", "cpu_rows", "--workload", "byte_matches", "--m", "0"}),
                HasSubstr("--m is 0: give a whole number from 1 to "));
    for (const WorkloadType& type : workload_types()) {
        const SizeRange& range = counted_range(type.inputs);
        const std::string id(type.id),
            end = fmt::format(" is 0: give a whole number from {} to {}\n", range.least, app::grouped(range.most));
        EXPECT_THAT(refused({"check", "--workload", id, "--n", "0"}), HasSubstr("--n" + end)) << id;
    }
}

TEST_F(WorkloadVerbs, coordinates_are_cut_before_both_sets_need_equally_many) {
    const std::string a = bytes_file("a.csv", 20, 5, 1), b = bytes_file("b.csv", 12, 6, 2);
    EXPECT_THAT(told({"check", "cpu_rows", "--a", a, "--b", b, "--dims", "4"}),
                HasSubstr("a.csv 20 x 4, b.csv 12 x 4"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--a", a, "--b", b, "--dims", "6"}),
                HasSubstr("the same number of coordinates"));
}

TEST_F(WorkloadVerbs, a_chart_says_which_recordings_it_leaves_out) {
    std::ignore = told({"record", "sum", "-v", "cpu_sum", "--n", "30", "--seconds", "0.01"});
    std::ignore = told({"record", "matches", "-v", "cpu_rows", "--n", "30", "--seconds", "0.01"});
    const Finished drawn = run({"chart", "speedup", "sum.pairscope", "matches.pairscope", "-o", "both.svg"});
    EXPECT_EQ(drawn.code, 0) << drawn.err;
    EXPECT_THAT(drawn.err, HasSubstr("matches.pairscope is left out: it belongs to the workload byte_matches, and the "
                                     "chart shows distance_sum"));
}

TEST_F(WorkloadVerbs, recordings_of_different_workloads_are_told_apart) {
    std::ignore = told({"record", "sum", "-v", "cpu_sum", "--n", "30", "--seconds", "0.01"});
    std::ignore = told({"record", "matches", "-v", "cpu_rows", "--n", "30", "--seconds", "0.01"});
    EXPECT_THAT(refused({"compare", "sum.pairscope", "matches.pairscope"}),
                HasSubstr("A has runs of the workload distance_sum and B of byte_matches"));
}

TEST_F(WorkloadVerbs, wrong_inputs_are_told) {
    const std::string a = bytes_file("a.csv", 20, 5, 1), other = bytes_file("other.csv", 20, 6, 1);
    const std::string floats = file("floats.csv", "0.5,1\n2,3\n");
    EXPECT_THAT(refused({"check", "cpu_rows", "--b", a}), HasSubstr("without --a"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--a", a, "--b", other}), HasSubstr("5 coordinates"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--a", floats, "--b", floats}),
                HasSubstr("takes whole numbers from 0 to 255"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--weight", "9"}), HasSubstr("choose from 0.25 to 4"));
    EXPECT_THAT(refused({"check", "cpu_sum", "--weight", "1"}), HasSubstr("has no parameter weight"));
    EXPECT_THAT(refused({"check", "cpu_naive", "--b", a}), HasSubstr("asks about one set"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--shape", "ring"}), HasSubstr("belongs to points in the plane"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--seed", "3"}), HasSubstr("--seed belongs to points in the plane"));
    EXPECT_THAT(refused({"check", "cpu_rows", "--clusters", "3"}),
                HasSubstr("--clusters belongs to points in the plane, and byte_matches asks about queries"));
    EXPECT_THAT(refused({"check", "cpu_naive", "--a", a, "--shape", "ring"}),
                AllOf(HasSubstr("there are both --a"), HasSubstr("and --shape"), Not(HasSubstr("asks about"))));
    const std::string column = file("column.csv", "one\ntwo\n"), one = file("one.npy", npy_of_one_column());
    EXPECT_THAT(refused({"check", "cpu_sum", "--a", column}),
                AllOf(HasSubstr("a table of numbers"), Not(HasSubstr("for x"))));
    EXPECT_THAT(refused({"check", "cpu_naive", "--a", one}), HasSubstr("have 1 coordinate, and"));
}

} // namespace
} // namespace pairscope

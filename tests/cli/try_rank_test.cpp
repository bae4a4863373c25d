// SPDX-License-Identifier: MIT
// pairscope try FOLDER --rank, and try --trace.
#include "tests/cli/submissions.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iterator>
#include <thread>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

namespace fs = std::filesystem;

/// A right kernel, which reads the points from global memory, and writes rows or columns.
std::string plain_kernel(const std::string& row, const std::string& col, const std::string& grid) {
    return "// workload: distance_matrix   block: 64   grid: " + grid +
           "\n"
           "__global__ void mine(const float2* points, int n, float* out, size_t pitch) {\n"
           "    const int row = " +
           row + ", col = " + col +
           ";\n"
           "    if (row >= n || col >= n) return;\n"
           "    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;\n"
           "    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);\n"
           "}\n";
}
std::string along_rows() {
    return plain_kernel("blockIdx.y", "blockIdx.x * blockDim.x + threadIdx.x", "(n + 63) / 64, n");
}
std::string along_columns() {
    return plain_kernel("blockIdx.x * blockDim.x + threadIdx.x", "blockIdx.y", "(n + 63) / 64, n");
}

class RankVerb : public RankFolder {};

TEST_F(RankVerb, only_right_kernels_have_a_rank_and_equal_figures_have_an_equal_one) {
    submit("a_rows.cu", along_rows());
    submit("b_rows.cu", "// the same\n" + along_rows());
    submit("c_columns.cu", along_columns());
    submit("d_prose.cu", "This is no C++ at all.\n");
    submit("e_error.cu", along_rows() + "int broken = nothing;\n");
    submit("f_other.txt", "not tried");
    const json rows = ranked();
    ASSERT_EQ(rows.size(), 5u);
    const json a = named(rows, "a_rows.cu"), b = named(rows, "b_rows.cu"), c = named(rows, "c_columns.cu");
    EXPECT_EQ(a.at("rank"), 1);
    EXPECT_EQ(b.at("rank"), 1);
    EXPECT_EQ(c.at("rank"), 3);
    EXPECT_EQ(a.at("bytes_in_sectors"), b.at("bytes_in_sectors"));
    EXPECT_LT(a.at("bytes_in_sectors"), c.at("bytes_in_sectors"));
    EXPECT_EQ(a.at("shared_wavefronts"), 0);
    const json prose = named(rows, "d_prose.cu"), error = named(rows, "e_error.cu");
    EXPECT_EQ(prose.at("verdict"), "refused");
    EXPECT_TRUE(prose.at("rank").is_null());
    EXPECT_THAT(prose.at("told").get<std::string>(), HasSubstr("has no kernel"));
    EXPECT_EQ(error.at("verdict"), "not compiled");
    EXPECT_TRUE(error.at("bytes_in_sectors").is_null());
}

TEST_F(RankVerb, a_second_call_with_the_same_table_tries_only_what_has_changed) {
    submit("a.cu", along_rows());
    submit("b.cu", along_rows() + "int broken = nothing;\n");
    const json first = ranked({"--csv", "table.csv"});
    submit("b.cu", along_columns());
    submit("c.cu", along_columns());
    const json second = ranked({"--csv", "table.csv"});
    EXPECT_EQ(named(first, "a.cu").at("seconds"), named(second, "a.cu").at("seconds")); // it was not tried again
    EXPECT_EQ(named(first, "a.cu").at("rank"), named(second, "a.cu").at("rank"));
    EXPECT_EQ(named(first, "b.cu").at("verdict"), "not compiled");
    EXPECT_EQ(named(second, "b.cu").at("rank"), 2);
    EXPECT_EQ(named(second, "c.cu").at("rank"), 2);
}

TEST_F(RankVerb, ctrl_c_keeps_what_was_tried) {
    const std::string names = "abcdefgh";
    for (const char name : names) submit(std::string(1, name) + ".cu", along_rows());
    const auto lines_of_table = [&] {
        std::ifstream file(folder / "table.csv");
        return lines_in(std::string{std::istreambuf_iterator<char>(file), {}});
    };
    const pid_t process = start_command({PAIRSCOPE_PROGRAM, "try", "class", "--rank", "--csv", "table.csv"});
    for (int i = 0; i < 12000 && lines_of_table() < 2; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
    interrupt(process, SIGINT, std::chrono::milliseconds(0));
    const Finished done = finish(process);
    EXPECT_EQ(done.code, 130) << done.out << done.err;
    EXPECT_THAT(done.err, HasSubstr("the same call goes on"));
    EXPECT_GE(lines_of_table(), 2u);
    EXPECT_LT(lines_of_table(), names.size() + 1);
    EXPECT_EQ(ranked({"--csv", "table.csv"}).size(), names.size());
}

TEST_F(RankVerb, the_table_says_what_it_is_ranked_by) {
    submit("a.cu", along_rows());
    const Finished done = run({"try", "class", "--rank"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("distance_matrix\n"), HasSubstr("in whole sectors of 32 bytes"),
                                HasSubstr("These are no times"), HasSubstr("the first kernel of the ladder")));
}

TEST_F(RankVerb, a_name_with_a_line_feed_is_one_line_of_the_table) {
    submit("a\nb.cu", along_rows());
    const Finished done = run({"try", "class", "--rank", "--csv", "table.csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("   1  a\\nb.cu")) << done.out;
    EXPECT_THAT(done.out, HasSubstr("right"));
    const json rows = ranked({"--csv", "table.csv"});
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].at("file"), "a\\nb.cu");
    EXPECT_EQ(rows[0].at("rank"), 1);
}

TEST_F(RankVerb, words_that_make_no_sense_are_refused) {
    submit("a.cu", along_rows());
    EXPECT_THAT(run({"try", "class/a.cu", "--rank"}).err, HasSubstr("--rank ranks the kernels of a folder"));
    EXPECT_THAT(run({"try", "class/a.cu", "--csv", "table.csv"}).err, HasSubstr("--csv keeps the table of --rank"));
    EXPECT_THAT(run({"try", "class"}).err, HasSubstr("is a folder"));
    EXPECT_THAT(run({"try", ".", "--rank"}).err, HasSubstr("no file whose name ends in .cu"));
    file("other.csv", "precious,numbers\n1,2\n");
    const Finished done = run({"try", "class", "--rank", "--csv", "other.csv"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("is no table of pairscope try --rank"));
}

class TryTrace : public Program {};

TEST_F(TryTrace, prints_what_the_warps_touch_after_the_verdict) {
    file("mine.cu", along_rows());
    const Finished done = run({"try", "mine.cu", "--trace"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("right in the full check"), HasSubstr("sectors/request"),
                                HasSubstr("out[row * pitch + col]"), HasSubstr("no faults found")));
    const Finished machine = run({"try", "mine.cu", "--trace", "--json"});
    const json report = json::parse(machine.out);
    EXPECT_EQ(report.at("trace").at("variant"), "own/mine");
    EXPECT_EQ(report.at("trace").at("blocks"), 4 * 256);
    EXPECT_FALSE(report.at("trace").at("lines").empty());
}

TEST_F(TryTrace, of_a_kernel_that_does_not_run_is_left_out) {
    file("mine.cu", "// workload: distance_matrix  block: 1\n"
                    "__global__ void mine(const float2* points, int n, float* out) { *(volatile int*)0 = 1; }\n");
    const Finished done = run({"try", "mine.cu", "--trace"});
    EXPECT_EQ(done.code, 1);
    EXPECT_THAT(done.out, Not(HasSubstr("right")));
}

} // namespace
} // namespace pairscope

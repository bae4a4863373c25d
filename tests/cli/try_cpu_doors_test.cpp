// SPDX-License-Identifier: MIT
// Functions for the CPU where a user meets them beside pairscope try: new and --rank.
#include "tests/cli/submissions.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

namespace fs = std::filesystem;

const std::string slow_row = "            for (volatile int i = 0; i < 40; i = i + 1) {}\n";

class NewCpuFunction : public Program {};

TEST_F(NewCpuFunction, of_each_workload_is_right) {
    for (const char* workload : {"distance_matrix", "rbf_matrix", "cross_distance", "rbf_density", "rbf_pair",
                                 "farthest_pair", "best_match", "squared_euclidean", "manhattan_distance",
                                 "chebyshev_distance", "cosine_distance", "great_circle_distance"}) {
        const std::string name = std::string("my_") + workload + ".cpp";
        const Finished made = run({"new", name, "--workload", workload});
        EXPECT_EQ(made.code, 0) << made.err;
        EXPECT_THAT(files(), testing::Contains(name));
        const Finished done = run({"try", name});
        EXPECT_EQ(done.code, 0) << done.out << done.err;
        EXPECT_THAT(done.out, AllOf(HasSubstr("right in the full check"), HasSubstr("It takes ")));
    }
}

TEST_F(NewCpuFunction, is_no_copy_of_a_rung) {
    const Finished done = run({"new", "mine.cpp", "--from", "coalesced"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("leave --from out, or .cpp"));
    EXPECT_THAT(files(), Not(testing::Contains("mine.cpp")));
}

class RankOfCpuFunctions : public RankFolder {};

TEST_F(RankOfCpuFunctions, is_by_times_and_apart_from_kernels) {
    submit("fast.cpp", cpu_function(""));
    submit("slow.cpp", cpu_function(slow_row));
    submit("wrong.cpp", cpu_function("            if (row == 7) continue;\n"));
    EXPECT_EQ(run({"new", "class/kernel.cu"}).code, 0);
    const json rows = ranked({"--csv", "table.csv"});
    const json fast = named(rows, "fast.cpp"), slow = named(rows, "slow.cpp"), kernel = named(rows, "kernel.cu");
    EXPECT_EQ(fast.at("rank"), 1);
    EXPECT_EQ(slow.at("rank"), 2);
    EXPECT_LT(fast.at("time_over_parent"), slow.at("time_over_parent"));
    EXPECT_GT(fast.at("seconds_of_run").get<double>(), 0.0);
    EXPECT_TRUE(fast.at("bytes_in_sectors").is_null()) << "nobody has watched it";
    EXPECT_EQ(fast.at("runs_on"), "cpu");
    EXPECT_EQ(kernel.at("rank"), 1) << "kernels have ranks of their own";
    EXPECT_EQ(kernel.at("runs_on"), "executor");
    EXPECT_TRUE(kernel.at("seconds_of_run").is_null()) << "counts of the executor are no times";
    EXPECT_TRUE(named(rows, "wrong.cpp").at("rank").is_null());

    const json again = ranked({"--csv", "table.csv"});
    EXPECT_EQ(named(again, "slow.cpp").at("seconds"), slow.at("seconds")) << "it was not checked again";
    EXPECT_EQ(named(again, "slow.cpp").at("rank"), 2) << "but timed, beside the others";
}

TEST_F(RankOfCpuFunctions, is_equal_where_the_rounds_cannot_tell) {
    submit("a.cpp", cpu_function(""));
    submit("b.cpp", "// the same\n" + cpu_function(""));
    const Finished done = run({"try", "class", "--rank"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, AllOf(HasSubstr("distance_matrix, functions for the CPU\n"), HasSubstr("2 of 2 files"),
                                HasSubstr("Functions for the CPU are ranked by their times in 12 rounds"),
                                HasSubstr("ran before and after each function"), Not(HasSubstr("wavefronts"))));
}

} // namespace
} // namespace pairscope

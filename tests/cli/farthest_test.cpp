// SPDX-License-Identifier: MIT
// The verb farthest is called as a person calls it in a terminal.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include <string>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class FarthestVerb : public Program {
protected:
    [[nodiscard]] std::string towns() const { return file("towns.csv", "name,x,y\nA,0,0\nB,3,4\nC,0,1\nD,10,-24\n"); }
};

TEST_F(FarthestVerb, tells_people_which_two_and_how_far) {
    const Finished done = run({"farthest", towns()});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("B (1) and D (3) are farthest apart by the Euclidean distance, at "));
}

TEST_F(FarthestVerb, writes_csv) {
    const Finished done = run({"farthest", towns(), "--csv"});
    EXPECT_EQ(done.out,
              "first,first_id,first_label,second,second_id,second_label,distance\n1,1,B,3,3,D,28.861739379323623\n");
}

TEST_F(FarthestVerb, writes_json_with_metric_options_and_version) {
    const Finished done = run({"farthest", towns(), "--metric", "manhattan", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    const json found = json::parse(done.out);
    EXPECT_EQ(found.at("verb"), "farthest");
    EXPECT_EQ(found.at("metric"), "manhattan");
    EXPECT_TRUE(found.at("version").is_string());
    EXPECT_TRUE(found.at("options").is_object());
    EXPECT_EQ(found.at("rows"), 4);
    EXPECT_EQ(found.at("pair").at("first_label"), "B");
    EXPECT_EQ(found.at("pair").at("second_label"), "D");
    EXPECT_EQ(found.at("pair").at("distance"), 35.0);
}

TEST_F(FarthestVerb, compares_two_sets) {
    const std::string a = file("a.csv", "0,0,0\n5,5,5\n"), b = file("b.csv", "1,1,1\n9,9,9\n0,0,0\n");
    const json found = json::parse(run({"farthest", "--a", a, "--b", b, "--metric", "chebyshev", "--json"}).out);
    EXPECT_EQ(found.at("cols"), 3);
    EXPECT_EQ(found.at("pair").at("first"), 0);
    EXPECT_EQ(found.at("pair").at("second"), 1);
    EXPECT_EQ(found.at("pair").at("distance"), 9.0);
}

TEST_F(FarthestVerb, leaves_out_rows_without_distances_and_says_so) {
    const std::string odd = file("odd.csv", "x,y\n0,0\nnan,4\n1,1\n");
    const Finished done = run({"farthest", odd, "--csv"});
    EXPECT_THAT(done.out, HasSubstr("\n0,0,,2,2,,"));
    EXPECT_THAT(done.err, HasSubstr("is left out"));
}

TEST_F(FarthestVerb, says_that_one_point_has_no_pair) {
    const std::string one = file("one.csv", "x,y\n3,4\n");
    const Finished done = run({"farthest", one});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("there is no pair of points with a distance"));
    EXPECT_EQ(json::parse(run({"farthest", one, "--json"}).out).at("pair"), nullptr);
    EXPECT_EQ(lines_in(run({"farthest", one, "--csv"}).out), 1u);
}

TEST_F(FarthestVerb, finds_the_same_pair_with_any_number_of_threads) {
    const auto found = [&](const char* threads) {
        return run({"farthest", "--shape", "ring", "--n", "3000", "--threads", threads, "--json"}).out;
    };
    EXPECT_EQ(found("1"), found("2"));
    EXPECT_THAT(found("1"), testing::Not(IsEmpty()));
}

TEST_F(FarthestVerb, refuses_a_workload_that_does_not_exist_and_a_missing_file) {
    const Finished other = run({"farthest", "--workload", "nothing"});
    EXPECT_EQ(other.code, 2);
    EXPECT_THAT(other.err, HasSubstr("nothing"));
    const Finished missing = run({"farthest", "gone.csv"});
    EXPECT_EQ(missing.code, 2);
    EXPECT_THAT(missing.err, HasSubstr("gone.csv"));
}

} // namespace
} // namespace pairscope

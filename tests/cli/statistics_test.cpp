// SPDX-License-Identifier: MIT
// The verb statistics is called as a person calls it in a terminal.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class StatisticsVerb : public Program {
protected:
    /// Distances 1, 2, 3, 4, 6 and 7.
    [[nodiscard]] std::string line() const { return file("line.csv", "name,x,y\nA,0,0\nB,1,0\nC,3,0\nD,7,0\n"); }
    [[nodiscard]] json found(std::vector<std::string> more) const {
        more.insert(more.begin(), "statistics");
        more.push_back("--json");
        const Finished done = run(more);
        EXPECT_EQ(done.code, 0) << done.err;
        return done.code == 0 ? json::parse(done.out) : json();
    }
};

TEST_F(StatisticsVerb, writes_json_of_all_distances) {
    const json all = found({line(), "--bins", "2", "--range", "2", "4"});
    EXPECT_EQ(all.at("verb"), "statistics");
    EXPECT_EQ(all.at("metric"), "euclidean");
    EXPECT_TRUE(all.at("version").is_string());
    EXPECT_EQ(all.at("options").at("bins"), 2);
    EXPECT_EQ(all.at("pairs"), 6);
    EXPECT_EQ(all.at("minimum").at("distance"), 1.0);
    EXPECT_EQ(all.at("minimum").at("first_label"), "A");
    EXPECT_EQ(all.at("minimum").at("second_label"), "B");
    EXPECT_EQ(all.at("maximum").at("distance"), 7.0);
    EXPECT_EQ(all.at("maximum").at("second_label"), "D");
    EXPECT_EQ(all.at("mean"), 23.0 / 6.0);
    EXPECT_LT(all.at("mean_error"), 1e-12);
    EXPECT_EQ(all.at("histogram").at("edges"), (std::vector{2.0, 3.0, 4.0}));
    EXPECT_EQ(all.at("histogram").at("pairs"), (std::vector{1, 1}));
    EXPECT_EQ(all.at("histogram").at("below"), 1);
    EXPECT_EQ(all.at("histogram").at("above"), 3);
}

TEST_F(StatisticsVerb, has_every_pair_in_a_bin_without_a_range) {
    const json all = found({"--shape", "uniform_disk", "--n", "2000"});
    std::int64_t pairs = 0;
    for (const json& count : all.at("histogram").at("pairs")) pairs += count.get<std::int64_t>();
    EXPECT_EQ(pairs, 1999 * 1000);
    EXPECT_EQ(all.at("pairs"), pairs);
    EXPECT_GT(all.at("histogram").at("pairs").back(), 0) << "the largest distance is in the last bin";
    EXPECT_GE(all.at("histogram").at("edges").back(), all.at("maximum").at("distance"));
}

TEST_F(StatisticsVerb, writes_csv_with_a_line_for_each_bin) {
    const Finished done = run({"statistics", line(), "--bins", "2", "--range", "2", "4", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(done.out, "part,low,high,pairs,first,first_id,first_label,second,second_id,second_label\n"
                        "minimum,1,1,,0,0,A,1,1,B\n"
                        "maximum,7,7,,0,0,A,3,3,D\n"
                        "mean,3.8333333333333335,3.8333333333333335,6,,,,,,\n"
                        "mean_error,7.105427357601002e-15,7.105427357601002e-15,6,,,,,,\n"
                        "without,,,0,,,,,,\n"
                        "infinite,,,0,,,,,,\n"
                        "below,,2,1,,,,,,\n"
                        "bin,2,3,1,,,,,,\n"
                        "bin,3,4,1,,,,,,\n"
                        "above,4,,3,,,,,,\n");
}

TEST_F(StatisticsVerb, tells_people) {
    const Finished done = run({"statistics", line(), "--bins", "7"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("6 pairs by the Euclidean distance, looked at on the CPU in "));
    EXPECT_THAT(done.out, HasSubstr("between A (0) and B (1)"));
    EXPECT_THAT(done.out, HasSubstr("between A (0) and D (3)"));
    EXPECT_THAT(done.out, HasSubstr("####"));
    EXPECT_THAT(run({"statistics", line(), "--bins", "65"}).out,
                HasSubstr("The histogram has 65 bins; --csv and --json"));
}

TEST_F(StatisticsVerb, of_equal_distances_have_an_exact_mean) {
    const json equal = found({file("equal.csv", "x,y\n3,4\n3,4\n3,4\n")});
    EXPECT_EQ(equal.at("mean"), 0.0);
    EXPECT_EQ(equal.at("mean_error"), 0.0);
    const json triangle = found({file("given.csv", "0,0.1,0.1\n0.1,0,0.1\n0.1,0.1,0\n")});
    EXPECT_EQ(triangle.at("mean"), triangle.at("minimum").at("distance"));
    EXPECT_EQ(triangle.at("mean_error"), 0.0);
}

TEST_F(StatisticsVerb, of_given_distances_name_no_metric) {
    const std::string given = file("given.csv", "0,1,2\n1,0,3\n2,3,0\n");
    EXPECT_THAT(run({"statistics", given}).out, HasSubstr("3 pairs by the given distance, looked at"));
    EXPECT_THAT(run({"farthest", given}).out, HasSubstr("are farthest apart by the given distance, at 3"));
}

TEST_F(StatisticsVerb, has_the_same_bits_with_any_number_of_threads) {
    const auto text = [&](const char* threads) {
        return run({"statistics", "--shape", "ring", "--n", "2000", "--threads", threads, "--json"}).out;
    };
    EXPECT_EQ(text("1"), text("2"));
    EXPECT_THAT(text("1"), HasSubstr("\"mean\""));
}

TEST_F(StatisticsVerb, says_that_one_point_has_no_pair) {
    const std::string one = file("one.csv", "x,y\n3,4\n");
    EXPECT_THAT(run({"statistics", one}).out, HasSubstr("there is no pair of points with a distance"));
    EXPECT_EQ(found({one}).at("mean"), nullptr);
    EXPECT_EQ(found({one}).at("minimum"), nullptr);
}

TEST_F(StatisticsVerb, draws_any_part_of_the_matrix_at_any_size) {
    const auto draw = [&](std::vector<std::string> more) {
        more.insert(more.begin(), {"statistics", "--shape", "ring", "--n", "1000", "-o", "picture.png"});
        return run(more);
    };
    const auto size_of_png = [&] { // width and height are the first numbers of a PNG
        const std::string bytes = run_command({"/usr/bin/od", "-An", "-tx1", "-j16", "-N8", "picture.png"}).out;
        return bytes;
    };
    EXPECT_EQ(draw({}).code, 0);
    EXPECT_THAT(size_of_png(), HasSubstr("00 00 03 e8 00 00 03 e8")); // 1000 x 1000
    EXPECT_EQ(draw({"--rows-drawn", "100:300", "--columns-drawn", "0:400", "--size", "200x100"}).code, 0);
    EXPECT_THAT(size_of_png(), HasSubstr("00 00 00 c8 00 00 00 64")); // 200 x 100
}

TEST_F(StatisticsVerb, refuses_what_makes_no_sense) {
    const auto error_of = [&](std::vector<std::string> more) {
        more.insert(more.begin(), "statistics");
        const Finished done = run(more);
        EXPECT_EQ(done.code, 2) << done.out;
        return done.err;
    };
    EXPECT_THAT(error_of({line(), "--range", "4", "2"}), HasSubstr("give the smaller distance first"));
    EXPECT_THAT(error_of({line(), "--bins", "0"}), HasSubstr("--bins"));
    EXPECT_THAT(error_of({line(), "--rows-drawn", "0:2"}), HasSubstr("name its file with --output"));
    EXPECT_THAT(error_of({line(), "-o", "a.png", "--rows-drawn", "2:9"}), HasSubstr("counted from 0 to 4"));
    EXPECT_THAT(error_of({line(), "-o", "a.png", "--rows-drawn", "3"}), HasSubstr("the one after the last"));
    EXPECT_THAT(error_of({line(), "-o", "a.jpg"}), HasSubstr("end its name in .png"));
    EXPECT_THAT(error_of({line(), "-o", "a.png", "--colormap", "none"}), HasSubstr("there is no colormap none"));
    EXPECT_EQ(files(), (std::vector<std::string>{"line.csv"})) << "nothing was written";
}

} // namespace
} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class NeighboursVerb : public Program {
protected:
    [[nodiscard]] std::string towns() const { return file("towns.csv", "name,x,y\nA,0,0\nB,3,4\nC,0,1\nD,10,0\n"); }
};

TEST_F(NeighboursVerb, writes_every_neighbour_as_csv) {
    const Finished done = run({"neighbours", towns(), "--k", "2", "--order", "as_loaded", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 9u);
    EXPECT_THAT(done.out, HasSubstr("0,0,A,1,2,2,C,1,0.2,true\n"));
    EXPECT_THAT(done.out, HasSubstr("3,3,D,1,1,1,B,8.06225774829855,0.8062257748298549,false\n"));
}

TEST_F(NeighboursVerb, writes_json_and_says_that_k_is_smaller) {
    const Finished done = run({"neighbours", towns(), "--k", "64", "--json"});
    EXPECT_EQ(done.code, 0);
    const json found = json::parse(done.out);
    EXPECT_EQ(found.at("k"), 3);
    EXPECT_EQ(found.at("neighbours").size(), 12u);
    EXPECT_THAT(done.err, HasSubstr("each point has only 3 neighbours, so --k 64 lists no more than these"));
}

TEST_F(NeighboursVerb, tells_people_the_first_rows_and_counts_a_radius) {
    const Finished done = run({"neighbours", "--shape", "ring", "--n", "500", "--within", "1e9"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, HasSubstr("the 8 nearest neighbours of each, on "));
    EXPECT_THAT(done.out, HasSubstr("These are the first 10 of 500 rows; --csv and --json write all of them."));
    EXPECT_THAT(done.err, HasSubstr("124 750 of 124 750 pairs are closer than 1000000000"));
}

TEST_F(NeighboursVerb, takes_all_rows_of_a_file_unless_told_otherwise) {
    std::string text = "x,y\n";
    for (int i = 0; i < 3000; ++i) text += std::to_string(i % 57) + "," + std::to_string(i / 57) + "\n";
    const std::string many = file("many.csv", text);
    EXPECT_EQ(lines_in(run({"neighbours", many, "--k", "1", "--csv"}).out), 3001u);
    EXPECT_EQ(lines_in(run({"neighbours", many, "--k", "1", "--csv", "--n", "10"}).out), 11u);
}

TEST_F(NeighboursVerb, leaves_out_rows_that_are_not_finite_and_says_so) {
    const std::string damaged = file("damaged.csv", "x,y\n0,0\n1,nan\n2,0\n2,0\n");
    const Finished done = run({"neighbours", damaged, "--order", "as_loaded", "--k", "2", "--csv"});
    EXPECT_EQ(done.code, 0);
    EXPECT_THAT(done.out, HasSubstr("\n2,2,,1,3,3,,0,0,true\n"));
    EXPECT_THAT(done.err, HasSubstr("1 point with a coordinate that is not finite is left out"));
    EXPECT_EQ(lines_in(done.out), 7u) << done.out;
    const Finished alone = run({"neighbours", file("one.csv", "x,y\n1,2\n")});
    EXPECT_EQ(alone.code, 0) << alone.err;
    EXPECT_THAT(alone.out, HasSubstr("there is no pair of points, so there are no neighbours"));
    EXPECT_THAT(alone.err, IsEmpty()) << "it is said once";
}

TEST_F(NeighboursVerb, says_that_a_place_is_not_on_the_earth_instead_of_calling_it_not_finite) {
    std::string text = "name,lon,lat\n"; // more than 1 % of impossible rows would be refused
    for (int i = 0; i < 300; ++i) text += fmt::format("A,{},{}\n", 10 + i % 20, 20 + i / 20);
    const std::string places = file("places.csv", text + "B,30,120\n");
    const std::string two = file("two.csv", text + "B,30,120\nC,11,91\n");
    const Finished done = run({"neighbours", places, "--metric", "great_circle", "--k", "1"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("1 point without a place on the Earth is left out"));
    EXPECT_THAT(run({"neighbours", two, "--metric", "great_circle"}).err,
                HasSubstr("2 points without a place on the Earth are left out"));
}

TEST_F(NeighboursVerb, searches_the_second_set_of_a_workload_with_two) {
    const Finished done =
        run({"neighbours", "--workload", "cross_distance", "--n", "20", "--m", "30", "--k", "3", "--json"});
    EXPECT_EQ(done.code, 0) << done.err;
    const json found = json::parse(done.out);
    EXPECT_EQ(found.at("rows"), 20);
    EXPECT_EQ(found.at("neighbours").size(), 60u);
    for (const json& pair : found.at("neighbours")) EXPECT_LT(pair.at("neighbour").get<int>(), 30);
}

TEST_F(NeighboursVerb, finds_neighbours_whose_squared_distances_leave_float32) {
    const std::string tiny = file("tiny.csv", "x,y\n1e-30,2e-30\n3e-30,4e-30\n0,0\n");
    const Finished small =
        run({"neighbours", tiny, "--order", "as_loaded", "--k", "2", "--within", "2.5e-30", "--json"});
    EXPECT_EQ(small.code, 0) << small.err;
    const json pairs = json::parse(small.out).at("neighbours");
    EXPECT_EQ(pairs.at(0).at("neighbour"), 2);
    EXPECT_NEAR(pairs.at(0).at("distance").get<double>(), 2.236e-30, 1e-33);
    EXPECT_EQ(pairs.at(2).at("neighbour"), 0);
    EXPECT_THAT(small.err, HasSubstr("1 of 3 pairs is closer than 2.5e-30"));
    EXPECT_THAT(small.err, HasSubstr("(such as those of euclidean) give 0 or inexact distances"));
    const std::string big = file("big.csv", "x,y\n-3e38,-3e38\n3e38,3e38\n2e38,3e38\n");
    const Finished large = run({"neighbours", big, "--order", "as_loaded", "--k", "2", "--csv"});
    EXPECT_EQ(large.code, 0) << large.err;
    EXPECT_THAT(large.out, HasSubstr("\n1,1,,1,2,2,"));
    EXPECT_THAT(large.out, testing::Not(HasSubstr("nan")));
    EXPECT_THAT(large.out, HasSubstr("8.4852813742385")) << "a double holds what float32 does not";
}

TEST_F(NeighboursVerb, refuses_numbers_that_float32_does_not_hold_by_their_size) {
    const std::string tiny = file("tiny.csv", "p,q\n1e-50,0\n3e-50,0\n9e-50,0\n2e-50,0\n");
    const std::string matrix = file("matrix.csv", ",A,B,C\nA,0,1e-50,3e-50\nB,1e-50,0,2e-50\nC,3e-50,2e-50,0\n");
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"neighbours", tiny},
                                               {"neighbours", "--workload", "cross_distance", "--a", tiny, "--b", tiny},
                                               {"check", tiny},
                                               {"neighbours", matrix}}) {
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << done.out;
        EXPECT_THAT(done.err, HasSubstr("1e-50"));
        EXPECT_THAT(done.err, HasSubstr("by a power of ten"));
    }
    const Finished scaled = run({"neighbours", tiny, "--standardise", "--k", "1", "--order", "as_loaded", "--json"});
    EXPECT_EQ(scaled.code, 0) << scaled.err;
    EXPECT_NEAR(json::parse(scaled.out).at("neighbours").at(2).at("distance").get<double>(), 6.0 / std::sqrt(9.6875),
                1e-9);
}

TEST_F(NeighboursVerb, names_a_workload_for_longer_vectors) {
    const std::string five = file("five.csv", "a,b,c,d,e\n1,2,3,4,5\n2,3,4,5,7\n3,4,6,6,7\n");
    EXPECT_THAT(run({"neighbours", "--workload", "distance_matrix", "--a", five}).err,
                HasSubstr("or choose another workload, such as --workload cross_distance --a FILE --b FILE"));
    EXPECT_EQ(run({"neighbours", "--workload", "cross_distance", "--a", five, "--b", five}).code, 0);
}

TEST_F(NeighboursVerb, takes_the_same_first_rows_of_a_file_and_of_its_recording) {
    std::string text = "x,y\n";
    for (int i = 0; i < 40; ++i) text += std::to_string((i * 17) % 40) + "," + std::to_string((i * 29) % 40) + "\n";
    const std::string points = file("forty.csv", text);
    ASSERT_EQ(run({"record", "forty", points, "--device", "cpu", "--variant", "cpu_naive", "--seconds", "0.1"}).code,
              0);
    for (const std::vector<std::string>& choice :
         std::vector<std::vector<std::string>>{{}, {"--standardise"}, {"--x", "y", "--y", "x"}}) {
        const auto ids = [&](const std::string& name) {
            std::vector<std::string> arguments{"neighbours", name, "--n", "10", "--k", "1", "--json"};
            arguments.insert(arguments.end(), choice.begin(), choice.end());
            const Finished done = run(arguments);
            EXPECT_EQ(done.code, 0) << done.err;
            EXPECT_THAT(done.err, HasSubstr("first 10 of 40 rows"));
            std::multiset<std::pair<int, double>> found;
            for (const json& pair : json::parse(done.out).at("neighbours"))
                found.emplace(pair.at("id").get<int>(), std::round(1e5 * pair.at("distance").get<double>()));
            return found;
        };
        EXPECT_EQ(ids(points), ids((folder / "forty.pairscope").string()));
    }
}

TEST_F(NeighboursVerb, says_that_it_was_interrupted) {
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--n", "30000", "--m", "30000", "--dims",
                               "128", "--k", "1", "--threads", "1"},
                              {.interrupt_after = std::chrono::milliseconds(2500)});
    EXPECT_EQ(done.code, 130) << done.out;
    EXPECT_THAT(done.err, HasSubstr("interrupted before "));
    EXPECT_THAT(done.out, IsEmpty());
}

TEST_F(NeighboursVerb, shows_on_a_terminal_how_far_it_is) {
    if (!std::filesystem::exists("/usr/bin/script")) GTEST_SKIP() << "script, which makes a terminal, is missing";
    const Finished done = run_command({"/usr/bin/script", "-qefc",
                                       PAIRSCOPE_PROGRAM " neighbours --workload farthest_pair --n 4000 --k 1 --csv "
                                                         "--threads 1 | tail -1",
                                       "/dev/null"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr("finding the nearest neighbour of 4 000 vectors "));
    EXPECT_THAT(done.out, HasSubstr(" %"));
}

TEST_F(NeighboursVerb, shows_progress_in_one_line_of_a_narrow_terminal) {
    if (!std::filesystem::exists("/usr/bin/script")) GTEST_SKIP() << "script, which makes a terminal, is missing";
    const Finished done =
        run_command({"/usr/bin/script", "-qefc",
                     "stty cols 30; " PAIRSCOPE_PROGRAM
                     " neighbours --workload farthest_pair --n 4000 --k 1 --csv --threads 1 >/dev/null",
                     "/dev/null"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, HasSubstr(" %"));
    const std::string_view start = "\r\x1b[K";
    for (std::size_t at = done.out.find(start); at != std::string::npos; at = done.out.find(start, at + 1)) {
        const std::size_t first = at + start.size();
        EXPECT_LT(std::min(done.out.find('\r', first), done.out.size()) - first, 30u)
            << "the terminal would break this line";
    }
}

TEST_F(NeighboursVerb, says_of_two_parts_of_one_file_in_one_line_what_was_changed) {
    const std::string both = file("both.csv", "3,4\n1,0\n0,1\n6,8\n9,12\n");
    const Finished done = run({"neighbours", "--workload", "best_match", "--a", both, "--k", "1", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.err), 2u) << done.err;
    EXPECT_THAT(done.err,
                HasSubstr("both.csv was split after its first 3 rows: row 0 of the second set is row 3 of the "
                          "file, counted from 0."));
    EXPECT_THAT(done.err,
                HasSubstr("both.csv: first set, 1 vector was scaled to length 1; second set, 2 vectors were"));
}

TEST_F(NeighboursVerb, of_two_parts_of_one_file_writes_the_rows_of_the_file) {
    const std::string one = file("one.csv", "name,a,b,c\nA,0,0,0\nB,9,9,9\nC,1,0,0\nD,9,9,8\n");
    const auto ids_in = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "neighbours");
        arguments.insert(arguments.end(), {"--k", "1", "--json"});
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        std::vector<int> ids;
        const json table = json::parse(done.out);
        for (const json& pair : table.at("neighbours")) ids.push_back(pair.at("neighbour_id"));
        return ids;
    };
    for (const char* workload : {"cross_distance", "best_match"})
        EXPECT_THAT(ids_in({"--workload", workload, "--a", one, "--n", "2"}), testing::Each(testing::Ge(2)))
            << workload;
    EXPECT_THAT(ids_in({"--workload", "cross_distance", "--a", one}), testing::ElementsAre(2, 3));
    ASSERT_EQ(run({"record", "one.pairscope", "--workload", "cross_distance", "--a", one, "--variant", "cpu_naive",
                   "--seconds", "0.01"})
                  .code,
              0);
    EXPECT_THAT(ids_in({"one.pairscope"}), testing::ElementsAre(2, 3)) << "a recording knows them, too";
}

TEST_F(NeighboursVerb, writes_a_large_radius_with_all_of_its_digits) {
    const std::string far = file("far.csv", "x,y\n0,0\n100000000,0\n");
    EXPECT_THAT(run({"neighbours", far, "--within", "100000008"}).err,
                HasSubstr("1 of 1 pair is closer than 100000008"));
    EXPECT_THAT(run({"neighbours", far, "--within", "0.1"}).err, HasSubstr("are closer than 0.1\n"));
}

TEST_F(NeighboursVerb, writes_squares_and_ranks_that_float32_gets_wrong) {
    const std::string squares = file("squares.csv", "x,y\n0,0\n1,1\n2,2\n5,0\n");
    const std::vector<std::string> squared{"neighbours", squares, "--metric", "squared", "--order", "as_loaded"};
    const auto csv = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.end(), {"--k", "3", "--csv"});
        return run(arguments).out;
    };
    EXPECT_THAT(csv(squared), HasSubstr("\n0,0,,1,1,1,,2,0.25,true\n0,0,,2,2,2,,8,0.32,true\n0,0,,3,3,3,,25,,true\n"));
    const std::string near = file("near.csv", "x,y\n0,0\n5000,1\n5000,0\n");
    EXPECT_THAT(csv({"neighbours", near, "--order", "as_loaded"}), HasSubstr("\n0,0,,1,2,2,,5000,0.9999999800000006,"));
    EXPECT_THAT(run({"neighbours", file("far.csv", "x,y\n0,0\n19818,2692\n"), "--within", "20000"}).err,
                HasSubstr("1 of 1 pair is closer than 20000\n"));
}

TEST_F(NeighboursVerb, tells_pairs_at_the_radius_apart_from_closer_ones) {
    std::string text = "width,length\n"; // one decimal, as petals have
    for (int i = 0; i < 60; ++i) text += fmt::format("{:.1f},{:.1f}\n", 1.0 + 0.1 * (i % 10), 0.2 + 0.1 * (i / 10));
    const std::string petals = file("petals.csv", text);
    const Finished done = run({"neighbours", petals, "--within", "0.1", "--json"});
    const json within = json::parse(done.out).at("within");
    EXPECT_EQ(within, json::parse(R"({"radius": 0.1, "closer": 0, "at_radius": 104, "pairs": 1770})"));
    EXPECT_THAT(done.err, HasSubstr("0 of 1 770 pairs are closer than 0.1, and 104 pairs lie at 0.1 as far as rounding "
                                    "can tell\n"));
    const Finished apart = run({"neighbours", petals, "--within", "0.15"});
    EXPECT_THAT(apart.err, HasSubstr("194 of 1 770 pairs are closer than 0.15\n"));
}

TEST_F(NeighboursVerb, knows_one_file_by_all_of_its_names) {
    const std::string set = file("set.csv", "a,b,c\n0,0,1\n0,3,1\n9,0,1\n");
    std::filesystem::create_symlink(set, folder / "link.csv");
    const std::string expected =
        run({"neighbours", "--workload", "cross_distance", "--a", set, "--b", set, "--csv"}).out;
    EXPECT_EQ(lines_in(expected), 7u) << expected;
    for (const char* other : {"set.csv", "./set.csv", "link.csv"})
        EXPECT_EQ(run({"neighbours", "--workload", "cross_distance", "--a", set, "--b", other, "--csv"}).out, expected)
            << other;
}

TEST_F(NeighboursVerb, names_the_workloads_for_one_that_does_not_exist) {
    const Finished done = run({"neighbours", "--workload", "nosuch"});
    EXPECT_EQ(done.code, 2);
    EXPECT_THAT(done.err, HasSubstr("no workload matches nosuch; there is distance_matrix"));
}

TEST_F(NeighboursVerb, keeps_the_labels_when_the_columns_are_named) {
    const Finished done = run({"neighbours", towns(), "--x", "x", "--y", "y", "--k", "1", "--csv"});
    EXPECT_THAT(done.out, HasSubstr(",3,D,1,")) << done.err;
}

TEST_F(NeighboursVerb, names_rows_without_labels_as_the_file_counts_them) {
    const std::string file_of_rows = file("rows.csv", "x,y\n9,0\n0,0\n5,0\n");
    const Finished done = run({"neighbours", file_of_rows, "--order", "by_x", "--k", "1"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, testing::ContainsRegex("row 1 +1 +row 2")) << done.out;
    EXPECT_THAT(done.out, testing::ContainsRegex("row 0 +1 +row 2")) << done.out;
}

TEST_F(NeighboursVerb, names_rows_of_a_recording_as_the_file_counted_them) {
    const std::string file_of_rows = file("rows.csv", "x,y\n9,0\n0,0\n5,0\n");
    const Finished made = run({"record", "mine", file_of_rows, "--order", "by_x", "--variant", "cpu_naive", "--device",
                               "cpu", "--seconds", "0.02"});
    ASSERT_EQ(made.code, 0) << made.err;
    const Finished done = run({"neighbours", "mine.pairscope", "--order", "as_loaded", "--k", "1", "--csv"});
    EXPECT_THAT(done.out, HasSubstr("\n0,1,,1,1,2,")) << "rows 1, 2 and 0 of the file come in this order";
    EXPECT_THAT(done.out, HasSubstr("\n2,0,,1,1,2,"));
    EXPECT_THAT(run({"neighbours", "mine.pairscope", "--order", "hilbert", "--k", "1"}).out,
                testing::ContainsRegex("row 0 +1 +row 2"));
}

TEST_F(NeighboursVerb, says_which_of_many_columns_it_took) {
    const Finished done = run({"neighbours", "digits_8x8.csv.gz", "--k", "1", "--n", "5"});
    EXPECT_THAT(done.err, HasSubstr("all 64 columns of numbers are compared by their Euclidean distance; --x and --y "
                                    "choose two"))
        << done.err;
    const Finished two =
        run({"neighbours", "digits_8x8.csv.gz", "--workload", "distance_matrix", "--k", "1", "--n", "5"});
    EXPECT_THAT(two.err, HasSubstr("62 other columns of numbers are not used; --x and --y choose others; --workload "))
        << two.err;
    const Finished plain = run({"neighbours", towns(), "--k", "1"});
    EXPECT_THAT(plain.err, IsEmpty());
    const Finished alone = run({"neighbours", file("one.csv", "x,y\n1,2\n"), "--csv"});
    EXPECT_THAT(alone.err, HasSubstr("there is no pair of points, so there are no neighbours"));
}

TEST_F(NeighboursVerb, counts_columns_as_the_window_does) {
    const Finished done =
        run({"neighbours", file("people.csv", "id,mass,height,age\n0,3,46,10\n1,612,257,5\n2,9,50,8\n")});
    EXPECT_THAT(done.err, HasSubstr("3 of 4 columns of numbers are compared")) << "an id is no coordinate";
    const Finished points = run({"neighbours", "people.csv", "--workload", "distance_matrix"});
    EXPECT_THAT(points.err, HasSubstr("1 other column of numbers is not used"));
    EXPECT_THAT(points.err, HasSubstr("takes all 3 columns as the coordinates of vectors"));
}

TEST_F(NeighboursVerb, refuses_what_it_cannot_do) {
    EXPECT_EQ(run({"neighbours", towns(), "--k", "0"}).code, 2);
    EXPECT_EQ(run({"neighbours", towns(), "--k", "65"}).code, 2);
    EXPECT_EQ(run({"neighbours", towns(), "--device", "cuda:77"}).code, 2);
    EXPECT_EQ(run({"neighbours", "nowhere.csv"}).code, 2);
    EXPECT_THAT(run({"neighbours", "nowhere.csv"}).out, IsEmpty());
}

} // namespace
} // namespace pairscope

// SPDX-License-Identifier: MIT
// A table of distances on the command line.
#include "app/cli/options/data.h"
#include "render/png.h"
#include "tests/cli/program.h"
#include "tests/kernels/distance_samples.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace pairscope {
namespace {

using nlohmann::json;
using samples::csv_of;
using samples::random_distances;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class DistanceFiles : public Program {
protected:
    [[nodiscard]] std::string distances() const { return file("distances.csv", csv_of(random_distances(25), true)); }
};

TEST_F(DistanceFiles, have_neighbours_that_are_their_entries) {
    const Finished done = run({"neighbours", distances(), "--k", "3", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("distances.csv holds the distances between 25 rows, so it is shown "
                                    "as a distance matrix."));
    const Dataset given = random_distances(25);
    const json found = json::parse(done.out);
    std::size_t pairs = 0;
    for (const json& pair : found.at("neighbours")) {
        const auto row = pair.at("row").get<std::size_t>(), col = pair.at("neighbour").get<std::size_t>();
        EXPECT_FLOAT_EQ(pair.at("distance").get<float>(), coordinates(given)[row * 25 + col]);
        EXPECT_EQ(pair.at("label"), samples::name_of_sample(std::int64_t(row)));
        ++pairs;
    }
    EXPECT_EQ(pairs, 75u);
}

TEST_F(DistanceFiles, say_which_options_change_nothing) {
    const Finished symmetric = run({"neighbours", distances(), "--symmetrise", "min", "--k", "1"});
    EXPECT_EQ(symmetric.code, 0) << symmetric.err;
    EXPECT_THAT(symmetric.err, HasSubstr("--symmetrise changes nothing, because no pair has two different values"));
    const Finished origin = run({"neighbours", distances(), "--origin", "none", "--k", "1"});
    EXPECT_EQ(origin.code, 0) << origin.err;
    EXPECT_THAT(origin.err, HasSubstr("--origin is not used: nothing is subtracted from distances that are given"));
    const std::string uneven = file("uneven.csv", "0,1,2,3\n2,0,4,5\n2,4,0,6\n3,5,6,0\n");
    const Finished needed = run({"neighbours", uneven, "--symmetrise", "min", "--k", "1", "--csv"});
    EXPECT_EQ(needed.code, 0) << needed.err;
    EXPECT_THAT(needed.err, Not(HasSubstr("changes nothing")));
    for (const auto& [option, word] : {std::pair("--as", "proposed"), {"--symmetrise", "no"}}) {
        const Finished done = run({"neighbours", distances(), option, word});
        EXPECT_EQ(done.code, 2) << option;
        EXPECT_THAT(done.err, HasSubstr(std::string(option) + " is " + word + ": choose "));
    }
    const std::string help = run({"neighbours", "--help"}).out;
    EXPECT_THAT(help, AllOf(HasSubstr("vectors|matrix"), HasSubstr("mean|min|max")));
}

TEST_F(DistanceFiles, with_names_that_disagree_are_refused_at_every_door) {
    const std::string turned = file("turned.csv", ",S3,S2,S1\nS1,0,3,5\nS2,3,0,4\nS3,5,4,0\n");
    const std::string moved = file("moved.csv", ",S2,S1,S3\nS1,3,0,4\nS2,0,3,5\nS3,5,4,0\n");
    const std::string pairs = file("pairs.csv", "0,1,2.5\n0,2,4\n0,3,8\n1,2,3\n1,3,9\n2,3,7\n");
    for (const std::string& path : {turned, moved, pairs}) {
        for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
                 {"neighbours", path}, {"neighbours", "--a", path}, {"render", path, "-o", "c.png"}, {"bench", path}}) {
            const Finished refused = run(command);
            EXPECT_EQ(refused.code, 2) << testing::PrintToString(command) << refused.err;
            EXPECT_THAT(refused.err, AllOf(HasSubstr("--as matrix"), HasSubstr("--as vectors")));
        }
        const Finished chosen = run({"neighbours", path, "--as", "matrix", "--k", "1", "--csv"});
        EXPECT_EQ(chosen.code, 0) << path << chosen.err;
        EXPECT_EQ(run({"neighbours", path, "--as", "vectors", "--k", "1", "--csv"}).code, 0) << path;
    }
    EXPECT_THAT(run({"neighbours", moved, "--as", "matrix", "--k", "1", "--csv"}).out,
                HasSubstr("\n0,1,S2,1,1,0,S1,3,"));
}

TEST_F(DistanceFiles, have_no_negative_zero) {
    const std::string table = file("zeros.csv", "0,-0.0,2,3\n-0.0,0,4,5\n2,4,0,-0.0\n3,5,-0.0,0\n");
    const Finished done = run({"neighbours", table, "--k", "2", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.out, Not(HasSubstr("-0")));
}

TEST_F(DistanceFiles, are_drawn_in_every_order) {
    for (const char* order : {"as_loaded", "clusters", "spanning_tree", "by_distance", "by_x"}) {
        const Finished done = run({"render", distances(), "--view-order", order, "--cells", "-o", "cells.png"});
        EXPECT_EQ(done.code, 0) << order << done.err;
        EXPECT_EQ(load_png(folder / "cells.png").image.width, 25);
    }
}

TEST_F(DistanceFiles, are_read_as_vectors_if_asked) {
    const Finished done = run({"neighbours", distances(), "--as", "vectors", "--k", "1", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, Not(HasSubstr("distance matrix")));
    const Finished named = run(
        {"neighbours", "--workload", "cross_distance", "--a", distances(), "--b", distances(), "--k", "1", "--json"});
    EXPECT_EQ(json::parse(done.out).at("neighbours"), json::parse(named.out).at("neighbours"));
}

TEST_F(DistanceFiles, are_shown_in_part) {
    const Finished done = run({"neighbours", distances(), "--n", "6", "--k", "1", "--csv"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 7u);
}

TEST_F(DistanceFiles, that_must_be_distances_are_refused_with_the_reason) {
    const std::string odd = file("odd.csv", "0,1,2\n5,0,3\n2,3,0\n");
    const Finished refused = run({"neighbours", odd, "--as", "matrix"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err,
                AllOf(HasSubstr("the entry in row 0, column 1 (counted from 0"), HasSubstr("--as vectors")));
    const Finished nearly = run({"neighbours", odd, "--k", "1"});
    EXPECT_EQ(nearly.code, 2) << nearly.out;
    EXPECT_THAT(nearly.err, AllOf(HasSubstr("odd.csv as a distance matrix: the entry in row 0"),
                                  HasSubstr("--symmetrise mean, min or max"), HasSubstr("--as vectors")));
    EXPECT_THAT(run({"neighbours", "--as", "matrix"}).err, HasSubstr("needs one file"));
    EXPECT_THAT(run({"neighbours", distances(), "--as", "matrix", "--workload", "cross_distance"}).err,
                HasSubstr("leave the other workload"));
    EXPECT_THAT(run({"neighbours", distances(), "--as", "matrix", "--columns", "p1,p2"}).err,
                HasSubstr("leave the options for columns"));
    EXPECT_THAT(run({"neighbours", distances(), "--as", "pictures"}).err, HasSubstr("--as"));
    const Finished both = run({"render", distances(), "--as", "vectors", "--workload", "given_matrix"});
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.err, HasSubstr("--as vectors computes distances between the rows of a table, and the workload "
                                    "given_matrix shows distances that are given: leave one of the two out"));
}

TEST_F(DistanceFiles, that_fail_are_refused_at_every_door_and_answered_by_options) {
    const std::string odd = file("odd.csv", "name,A,B,C\nA,0,1,2\nB,5,0,3\nC,2,3,0\n");
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"neighbours", odd},
                                               {"neighbours", "--a", odd},
                                               {"neighbours", odd, "--order", "as_loaded"},
                                               {"neighbours", odd, "--label", "name"},
                                               {"neighbours", odd, "--standardise"},
                                               {"neighbours", odd, "--metric", "manhattan"},
                                               {"render", odd, "--cells", "-o", "c.png"},
                                               {"render", odd, "--screen", "-o", "c.png"},
                                               {"check", odd},
                                               {"bench", odd},
                                               {"record", "x", odd},
                                               {"compare", "tile16", "cpu_naive", odd},
                                               {"trace", "tile16", odd}}) {
        const Finished refused = run(command);
        EXPECT_EQ(refused.code, 2) << testing::PrintToString(command) << refused.err;
        EXPECT_THAT(refused.err, HasSubstr("--as vectors")) << testing::PrintToString(command);
    }
    EXPECT_THAT(files(), testing::ElementsAre("odd.csv"));
    for (const auto& [how, value] : {std::pair("mean", 3.0), {"min", 1.0}, {"max", 5.0}}) {
        const Finished done = run({"neighbours", odd, "--symmetrise", how, "--k", "2", "--json"});
        ASSERT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.err, HasSubstr("1 pair of entries differs, at most by 4 (row 0, column 1)"));
        double found = 0.0;
        const json table = json::parse(done.out);
        for (const json& pair : table.at("neighbours"))
            if (pair.at("row") == 0 && pair.at("neighbour") == 1) found = pair.at("distance").get<double>();
        EXPECT_EQ(found, value);
    }
    const Finished vectors = run({"neighbours", odd, "--as", "vectors", "--k", "1", "--json"});
    ASSERT_EQ(vectors.code, 0) << vectors.err;
    double nearest = 1e9; // of (0, 1, 2), (5, 0, 3) and (2, 3, 0)
    const json table = json::parse(vectors.out);
    for (const json& pair : table.at("neighbours"))
        if (pair.at("distance").get<double>() > 0.0) nearest = std::min(nearest, pair.at("distance").get<double>());
    EXPECT_TRUE(nearest == 1e9 || std::abs(nearest - std::sqrt(12.0)) < 1e-6) << "all three columns are used";
    const std::string diagonal = file("diagonal.csv", "0,5,4e+07\n5,20,3e+07\n4e+07,3e+07,0\n");
    EXPECT_THAT(run({"neighbours", diagonal}).err, HasSubstr("add --as matrix, which sets the diagonal to 0"));
    const Finished zeroed = run({"neighbours", diagonal, "--as", "matrix", "--k", "1", "--csv"});
    EXPECT_EQ(zeroed.code, 0) << zeroed.err;
    EXPECT_THAT(zeroed.err, HasSubstr("1 entry of the diagonal is not 0 (20 in row 1) and is shown as 0"));
    EXPECT_EQ(run({"neighbours", odd, "--symmetrise", "mean", "--as", "vectors"}).code, 2);
    EXPECT_EQ(run({"neighbours", "--symmetrise", "mean"}).code, 2);
}

TEST_F(DistanceFiles, are_read_as_such_whatever_other_options_say) {
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{"--order", "as_loaded"}, {"--label", "name"}, {"--seed", "3"}}) {
        std::vector<std::string> command{"neighbours", distances(), "--k", "1", "--csv"};
        command.insert(command.end(), more.begin(), more.end());
        const Finished done = run(command);
        EXPECT_TRUE(done.code == 2 || done.err.find("holds the distances between 25 rows") != std::string::npos)
            << done.err;
        EXPECT_EQ(done.code, more.front() == "--seed" ? 2 : 0) << done.err;
    }
    const Finished standardised = run({"neighbours", distances(), "--standardise"});
    EXPECT_EQ(standardised.code, 2);
    EXPECT_THAT(standardised.err, HasSubstr("it holds distances and not columns of coordinates"));
    const Finished metric = run({"neighbours", distances(), "--metric", "manhattan"});
    EXPECT_EQ(metric.code, 2);
    EXPECT_THAT(metric.err, HasSubstr("holds distances, and the workload "));
    EXPECT_EQ(run({"neighbours", distances(), "--metric", "manhattan", "--as", "vectors", "--k", "1"}).code, 0);
}

TEST_F(DistanceFiles, that_float32_cannot_tell_apart_are_ordered_as_the_file_has_them) {
    const std::string near = file("near.csv", "0,100000002,100000001\n100000002,0,100000003\n100000001,100000003,0\n");
    const Finished done = run({"neighbours", near, "--k", "2", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json table = json::parse(done.out);
    std::vector<double> distances;
    for (const json& pair : table.at("neighbours")) distances.push_back(pair.at("distance").get<double>());
    EXPECT_THAT(distances, testing::ElementsAre(100000001, 100000002, 100000002, 100000003, 100000001, 100000003));
}

TEST_F(DistanceFiles, are_listed_with_the_digits_of_the_file) {
    const std::string path = file("digits.csv", "0,1.06665389537811,2\n1.06665389537811,0,3\n2,3,0\n");
    const Finished done = run({"neighbours", path, "--k", "1", "--json", "--within", "1.06665389537811"});
    ASSERT_EQ(done.code, 0) << done.err;
    const json table = json::parse(done.out);
    EXPECT_EQ(table.at("neighbours")[0].at("distance").get<double>(), 1.06665389537811);
    EXPECT_EQ(table.at("metric"), "given");
    EXPECT_EQ(json::parse(run({"neighbours", path, "--as", "vectors", "--k", "1", "--json"}).out).at("metric"),
              "euclidean");
    EXPECT_EQ(run({"render", path, "--cells", "-o", "digits.png"}).code, 0);
}

TEST_F(DistanceFiles, whose_list_has_two_distances_of_a_pair_are_answered_by_options) {
    const std::string path = file("twice.csv", "from,to,distance\nA,B,1\nA,B,2\nA,C,2\nB,C,3\n");
    const Finished refused = run({"neighbours", path, "--k", "1"});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("line 2 has the distance 1 and line 3 has 2"),
                                   HasSubstr("--symmetrise mean, min or max")));
    const Finished done = run({"neighbours", path, "--k", "1", "--symmetrise", "max", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("1 pair has several distances"));
}

TEST_F(DistanceFiles, that_list_a_triangle_or_pairs_are_read) {
    const std::string triangle = file("d.phy", "4\nAlpha\nBeta 3\nGamma 5 4\nDelta 9 10 8\n");
    const std::string pairs = file("d.tsv", "A\tB\t3\nA\tC\t5\nB\tC\t4\nA\tD\t9\nB\tD\t10\nC\tD\t8\n");
    for (const std::string& path : {triangle, pairs}) {
        const Finished done = run({"neighbours", path, "--k", "1", "--csv"});
        ASSERT_EQ(done.code, 0) << done.err;
        EXPECT_THAT(done.out, HasSubstr("\n3,3,"));
        EXPECT_THAT(done.out, HasSubstr(",8,"));
        EXPECT_THAT(done.err, HasSubstr("it was read as a"));
    }
}

TEST_F(DistanceFiles, that_are_too_small_or_have_gaps_say_so) {
    const std::string two = file("two.csv", "0,1\n1,0\n");
    EXPECT_THAT(run({"neighbours", two, "--as", "matrix"}).err, HasSubstr("it has only 2 rows, and at least 3 are"));
    EXPECT_THAT(run({"neighbours", two}).err, HasSubstr("it has only 2 rows, and a distance matrix needs at least 3"));
    const std::string gap = file("gap.csv", "0,1,2\n1,0,\n2,,0\n");
    EXPECT_THAT(run({"neighbours", gap, "--as", "matrix"}).err,
                HasSubstr("2 numbers are missing or not finite, the first in row 1, column 2 (counted from 0, on line "
                          "2 of the file)"));
    const Finished long_ones = run({"check", "--workload", "given_matrix", "--dims", "5"});
    EXPECT_EQ(long_ones.code, 2);
    EXPECT_THAT(long_ones.err, HasSubstr("leave --dims out"));
}

TEST_F(DistanceFiles, are_read_once) {
    const std::string path = distances();
    cli::DataOptions asked;
    asked.files = {path};
    const cli::Data found = cli::data_of(asked);
    std::filesystem::remove(path); // nobody has to read it again
    const cli::LoadedData data = cli::load(found);
    EXPECT_TRUE(data.question.first->holds_distances);
    EXPECT_EQ(data.question.first->rows, 25);
}

TEST_F(DistanceFiles, and_square_tables_of_something_else_are_read_once_whatever_becomes_of_them) {
    const auto loaded = [&](const std::string& path, app::ReadAs as) {
        cli::DataOptions asked;
        asked.files = {path};
        asked.as = as;
        const cli::Data found = cli::data_of(asked);
        std::filesystem::remove(path);
        return cli::load(found).question;
    };
    const app::Question vectors = loaded(distances(), app::ReadAs::vectors);
    EXPECT_FALSE(vectors.first->holds_distances);
    EXPECT_EQ(vectors.first->dims, 25);
    const std::string square = "x,y,z\n1,2,3\n4,5,6\n7,8,9\n";
    EXPECT_EQ(loaded(file("square.csv", square), app::ReadAs::proposed).first->rows, 3);
}

TEST_F(DistanceFiles, are_not_measured) {
    for (const char* verb : {"bench", "record"}) {
        std::vector<std::string> arguments{verb};
        if (arguments.front() == "record") arguments.emplace_back("run");
        arguments.push_back(distances());
        const Finished refused = run(arguments);
        EXPECT_EQ(refused.code, 2) << verb;
        EXPECT_THAT(refused.err, AllOf(HasSubstr("there is nothing to measure"), HasSubstr("--as vectors"))) << verb;
    }
    for (const std::vector<std::string>& more : {std::vector<std::string>{}, {distances()}}) {
        std::vector<std::string> arguments{"compare", "cpu_copy", "cpu_copy"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Finished refused = run(arguments);
        EXPECT_EQ(refused.code, 2);
        EXPECT_THAT(refused.err, HasSubstr("there is nothing to measure, because "));
    }
    const Finished checked = run({"check", distances()});
    EXPECT_EQ(checked.code, 0) << checked.err << checked.out;
}

TEST_F(DistanceFiles, are_vectors_for_a_workload_that_was_named) {
    const Finished done = run({"neighbours", "--workload", "cross_distance", "--a", distances(), "--k", "1", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 14u) << "one file is split into two sets";
}

TEST_F(DistanceFiles, are_kept_as_they_stand_if_that_is_asked) {
    const std::string uneven = file("uneven.csv", "name,A,B,C\nA,0,1,2\nB,5,0,-3\nC,2,,0\n");
    const Finished kept =
        run({"neighbours", uneven, "--symmetrise", "keep", "--missing-pairs", "nan", "--k", "1", "--json"});
    ASSERT_EQ(kept.code, 0) << kept.err;
    EXPECT_THAT(kept.err, HasSubstr("1 pair of entries differs, at most by 4 (row 0, column 1), and both are shown"));
    EXPECT_EQ(json::parse(kept.out).at("neighbours")[1].at("distance"), -3.0);
    const Finished tree = run({"clusters", uneven, "--symmetrise", "keep", "--missing-pairs", "nan"});
    EXPECT_EQ(tree.code, 2);
    EXPECT_THAT(tree.err, HasSubstr("Trees need one distance for each pair"));
    const Finished picture =
        run({"render", uneven, "--symmetrise", "keep", "--missing-pairs", "nan", "-o", "kept.png"});
    EXPECT_EQ(picture.code, 0) << picture.err;
}

TEST_F(DistanceFiles, may_miss_pairs_if_that_is_asked) {
    const std::string list = file("pairs.csv", "name_a,name_b,distance\nA,B,1\nA,C,2\nB,D,3\n");
    const Finished refused = run({"neighbours", list});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, AllOf(HasSubstr("and of 2 other pairs are missing"), HasSubstr("--missing-pairs nan")));
    const Finished done = run({"neighbours", list, "--missing-pairs", "nan", "--k", "3", "--csv"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("3 pairs have no distance"));
    EXPECT_EQ(lines_in(done.out), 1u + 6u) << done.out;
}

TEST_F(DistanceFiles, that_differ_on_both_sides_are_listed_from_both) {
    const std::string uneven = file("uneven.csv", ",a,b,c,d\na,0,1,2.5,3\nb,1,0,4,5\nc,2,4,0,6\nd,3,5,6,0\n");
    const Finished pairs = run({"pairs", uneven, "--symmetrise", "keep", "--radius", "2.2", "--csv"});
    EXPECT_EQ(pairs.out, "row,id,label,neighbour,neighbour_id,neighbour_label,distance\n0,0,a,1,1,b,1\n1,1,b,0,0,a,1\n"
                         "2,2,c,0,0,a,2\n")
        << pairs.err;
    const Finished once = run({"matrix", uneven, "--symmetrise", "keep", "--condensed"});
    EXPECT_EQ(once.code, 2) << once.out;
    EXPECT_THAT(once.err, HasSubstr("two different distances"));
}

TEST_F(DistanceFiles, become_distances_where_they_are_similarities) {
    const std::string table = file("r.csv", "name,A,B,C\nA,1,0.5,-0.5\nB,0.5,1,0.25\nC,-0.5,0.25,1\n");
    const Finished refused = run({"neighbours", table});
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("--similarity one_minus"));
    const Finished done = run({"neighbours", table, "--similarity", "one_minus", "--k", "1", "--json"});
    ASSERT_EQ(done.code, 0) << done.err;
    EXPECT_THAT(done.err, HasSubstr("its similarities s became distances by 1 - s"));
    EXPECT_EQ(json::parse(done.out).at("neighbours")[2].at("distance"), 0.75);
    EXPECT_EQ(run({"clusters", table, "--similarity", "one_minus"}).code, 0);
    const Finished both = run({"neighbours", table, "--similarity", "one_minus", "--as", "vectors"});
    EXPECT_EQ(both.code, 2);
    EXPECT_THAT(both.err, HasSubstr("--similarity belongs to a table of distances"));
}

} // namespace
} // namespace pairscope

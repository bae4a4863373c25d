// SPDX-License-Identifier: MIT
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;

class MantelVerb : public Program {
protected:
    [[nodiscard]] std::string towns() const {
        return file("towns.csv", "name,x,y,height\nA,0,0,5\nB,10,4,9\nC,0,1,100\nD,10,0,7\nE,3,3,40\nF,8,9,2\n");
    }
    /// Travel times between four of the towns, and one that the towns do not have, in another order.
    [[nodiscard]] std::string times() const {
        return file("times.csv", ",D,A,G,B,C\nD,0,10,3,4,11\nA,10,0,2,10,1\nG,3,2,0,5,6\nB,4,10,5,0,9\nC,11,1,6,9,0\n");
    }
    json related(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), "mantel");
        arguments.emplace_back("--json");
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        return done.code == 0 ? json::parse(done.out) : json();
    }
};

TEST_F(MantelVerb, names_rows_by_their_identifiers) {
    const std::string numbered = file("sites.csv", "site_id,x,y\n11,0,0\n12,10,4\n13,0,1\n14,10,0\n15,3,3\n");
    const std::string table = file("times.csv", ",14,11,16,12,13\n14,0,10,3,4,11\n11,10,0,2,10,1\n16,3,2,0,5,6\n"
                                                "12,4,10,5,0,9\n13,11,1,6,9,0\n");
    const json found = related({numbered, table});
    EXPECT_EQ(found.at("joined_by"), "name");
    EXPECT_EQ(found.at("common"), 4);
    EXPECT_NEAR(found.at("mantel").at("correlation").get<double>(), 0.9807081308544517, 1e-12);
    EXPECT_THAT(run({"mantel", numbered, table}).err, HasSubstr("named by their column 'site_id'"));
}

/// Six sites whose numbers begin at this one, with three coordinates.
std::string numbered_sites(const char* name, int from, const char* prefix = "") {
    std::string text = fmt::format("{},a,b,c\n", name);
    for (int i = 0; i < 6; ++i)
        text += fmt::format("{}{},{},{},{}\n", prefix, from + 7 * i, i, (i * i) % 5, (3 * i) % 4);
    return text;
}

TEST_F(MantelVerb, refuses_identifiers_of_which_too_few_are_common) {
    const std::string some = file("some.csv", numbered_sites("site", 101));
    for (const char* name : {"site", "Sample ID", "id", "plot_id"}) {
        const Finished none =
            run({"mantel", some, file("other.csv", numbered_sites(name, 500)), "--metric", "euclidean"});
        EXPECT_EQ(none.code, 2) << name;
        EXPECT_THAT(none.err, HasSubstr("no item in common, and a comparison needs at least 4")) << name;
        EXPECT_THAT(none.err, Not(HasSubstr("have no names"))) << name;
    }
    const Finished two = run({"mantel", some, file("two.csv", numbered_sites("site", 129)), "--json"});
    EXPECT_EQ(two.code, 2);
    EXPECT_THAT(two.err, HasSubstr("have 2 items in common"));
    const Finished texts =
        run({"mantel", some, file("texts.csv", numbered_sites("site", 101, "site")), "--metric", "euclidean"});
    EXPECT_EQ(texts.code, 2);
    EXPECT_THAT(texts.err, HasSubstr("no item in common"));
    EXPECT_EQ(related({some, file("four.csv", numbered_sites("site", 115))}).at("common"), 4);
}

TEST_F(MantelVerb, joins_by_position_where_identifiers_name_no_rows) {
    const std::string repeated = file("plots.csv", "plot,a,b,c\n7,0,1,2\n7,3,1,0\n8,2,2,5\n8,1,4,4\n9,0,0,7\n");
    const Finished twice = run({"mantel", repeated,
                                file("same.csv", "plot,a,b,c\n7,0,1,2\n7,3,1,1\n8,2,2,5\n8,1,4,4\n"
                                                 "9,0,0,7\n")});
    EXPECT_EQ(twice.code, 0) << twice.err;
    EXPECT_THAT(twice.err, HasSubstr("both have '7' in column 'plot', so it does not name the rows"));
    EXPECT_THAT(twice.err, HasSubstr("row i of one is taken for row i of the other"));
    EXPECT_THAT(twice.err, Not(HasSubstr("holds the labels"))) << "they name nothing";
    const Finished once =
        run({"mantel", repeated, file("own.csv", "plot,a,b,c\n7,0,1,2\n3,3,1,1\n8,2,2,5\n6,1,4,4\n9,0,0,7\n")});
    EXPECT_EQ(once.code, 0) << once.err;
    EXPECT_THAT(once.err, HasSubstr("so its row i is taken for row i of the other file"));
    EXPECT_THAT(once.err, Not(HasSubstr("are named by their column"))) << "nothing is joined by these names";
    const json counted = related({file("pandas.csv", ",a,b,c\n0,0,1,2\n1,3,1,0\n2,2,2,5\n3,1,4,4\n4,0,0,7\n"),
                                  file("r.csv", ",a,b,c\n1,0,1,2\n2,3,1,0\n3,2,2,5\n4,1,4,4\n5,0,0,7\n")});
    EXPECT_EQ(counted.at("joined_by"), "position") << "row numbers that begin at 0 and at 1";
    EXPECT_EQ(counted.at("common"), 5);
}

TEST_F(MantelVerb, joins_items_by_name_and_says_what_is_missing) {
    const json found = related({towns(), times(), "--columns", "x,y"});
    EXPECT_EQ(found.at("joined_by"), "name");
    EXPECT_EQ(found.at("common"), 4);
    EXPECT_EQ(found.at("only_first"), json({"E", "F"}));
    EXPECT_EQ(found.at("only_second"), json({"G"}));
    EXPECT_EQ(found.at("first").at("metric"), "euclidean");
    EXPECT_EQ(found.at("second").at("metric"), "given");
    // numpy.corrcoef of the six distances and the six times
    EXPECT_NEAR(found.at("mantel").at("correlation").get<double>(), 0.9807081308544517, 1e-12);
    EXPECT_EQ(found.at("mantel").at("permutations"), 999);
    const double reached = found.at("mantel").at("reached");
    EXPECT_DOUBLE_EQ(found.at("mantel").at("p"), (1.0 + reached) / 1000.0);
    EXPECT_EQ(found.at("items").size(), 4u);
    EXPECT_EQ(found.at("items")[3].at("label"), "D");
    EXPECT_EQ(found.at("items")[3].at("id"), 3);
    EXPECT_EQ(found.at("items")[3].at("id_of_second"), 0);
    const Finished told = run({"mantel", towns(), times(), "--columns", "x,y"});
    EXPECT_THAT(told.out, HasSubstr("4 items in common"));
    EXPECT_THAT(told.out, HasSubstr("Mantel correlation (Pearson): 0.980708"));
    EXPECT_THAT(told.err, HasSubstr("2 items of towns.csv are not in times.csv: E, F"));
    EXPECT_THAT(told.err, HasSubstr("1 item of times.csv is not in towns.csv: G"));
    EXPECT_THAT(told.err, HasSubstr("in different orders"));
}

TEST_F(MantelVerb, compares_two_metrics_and_two_sets_of_columns_of_one_file) {
    const json metrics = related({towns(), "--metric-b", "squared"});
    EXPECT_EQ(metrics.at("first").at("metric"), "euclidean");
    EXPECT_EQ(metrics.at("second").at("metric"), "squared");
    EXPECT_EQ(metrics.at("joined_by"), "position");
    EXPECT_NEAR(related({towns(), "--metric-b", "squared", "--method", "spearman"})
                    .at("mantel")
                    .at("correlation")
                    .get<double>(),
                1.0, 1e-12)
        << "squares have the ranks of their roots";
    const json columns = related({towns(), "--columns", "x,y", "--columns-b", "height,x"});
    EXPECT_EQ(columns.at("common"), 6);
    EXPECT_LT(columns.at("mantel").at("correlation").get<double>(), 0.9);
    const json usual = related({towns(), "--columns-b", "x,y"});
    EXPECT_NEAR(usual.at("mantel").at("correlation").get<double>(), 1.0, 1e-9) << "as `matrix` takes them";
    const std::string unnamed = file("species.csv", "name,a,b,c\nA,0,0,5\nB,10,4,9\nC,0,1,100\nD,10,0,7\nE,3,3,40\n");
    const json all = related({unnamed, "--columns-b", "c,a,b"});
    EXPECT_NEAR(all.at("mantel").at("correlation").get<double>(), 1.0, 1e-9) << "all columns, unless some are named";
    const json one = related({towns(), "--columns", "height", "--columns-b", "x,y"});
    EXPECT_NE(one.at("mantel").at("correlation"), columns.at("mantel").at("correlation"));
    const json same = related({towns(), "--metric-b", "euclidean"});
    EXPECT_NEAR(same.at("mantel").at("correlation").get<double>(), 1.0, 1e-12);
    EXPECT_NEAR(same.at("procrustes").at("disparity").get<double>(), 0.0, 1e-9);
    EXPECT_GT(metrics.at("procrustes").at("disparity").get<double>(), 1e-4) << "maps are made by the metric";
    EXPECT_THAT(run({"mantel", towns()}).err, HasSubstr("--metric-b or --columns-b"));
}

TEST_F(MantelVerb, names_the_options_for_the_second_file_where_it_is_refused) {
    const std::string uneven = file("uneven.csv", ",A,B,C,D\nA,0,1,2,3\nB,9,0,4,5\nC,2,4,0,6\nD,3,5,6,0\n");
    const std::string alike = file("alike.csv", ",A,B,C,D\nA,1,.1,.2,.3\nB,.1,1,.4,.5\nC,.2,.4,1,.6\nD,.3,.5,.6,1\n");
    const auto refused = [&](const std::string& first, const std::string& second, std::vector<std::string> more = {}) {
        more.insert(more.begin(), {"mantel", first, second});
        const Finished done = run(more);
        EXPECT_EQ(done.code, 2) << done.err;
        return done.err;
    };
    EXPECT_THAT(refused(times(), uneven),
                HasSubstr("--symmetrise-b mean, min or max, keep both with --symmetrise-b keep"));
    EXPECT_THAT(refused(uneven, times()), HasSubstr("--symmetrise mean, min or max, keep both with --symmetrise keep"));
    EXPECT_THAT(refused(times(), alike), HasSubstr("--similarity-b one_minus"));
    EXPECT_THAT(refused(alike, times()), HasSubstr("--similarity one_minus"));
    EXPECT_THAT(refused(times(), uneven, {"--symmetrise-b", "keep"}), HasSubstr("choose one by --symmetrise-b mean"));
    EXPECT_THAT(refused(uneven, times(), {"--symmetrise", "keep"}), HasSubstr("choose one by --symmetrise mean"));
    const std::string others = file("others.csv", "name,x,y\nK,0,0\nL,1,5\nM,3,3\nN,8,1\n");
    EXPECT_THAT(refused(towns(), others), HasSubstr("choose columns with the same names"));
}

TEST_F(MantelVerb, of_one_file_asks_for_no_names) {
    const std::string twice = file("twice.csv", "name,x,y\nsetosa,0,0\nsetosa,1,5\nother,3,3\nother,8,1\nsetosa,2,2\n");
    EXPECT_EQ(related({twice, "--metric-b", "manhattan"}).at("common"), 5);
    const Finished two = run({"mantel", twice, towns()});
    EXPECT_EQ(two.code, 2);
    EXPECT_THAT(two.err, HasSubstr("rows 0 and 1 of twice.csv (counted from 0) have the same name, \"setosa\""));
}

TEST_F(MantelVerb, gives_the_same_p_for_the_same_seed) {
    const auto reached = [&](const std::string& seed, const std::string& threads) {
        return related({towns(), "--columns-b", "height,x", "--permutation-seed", seed, "--threads", threads})
            .at("mantel")
            .at("reached");
    };
    EXPECT_EQ(reached("5", "1"), reached("5", "2"));
    EXPECT_EQ(related({towns(), "--columns-b", "height,x", "--permutations", "20"}).at("mantel").at("permutations"),
              20);
}

TEST_F(MantelVerb, writes_what_remains_for_each_item_as_csv) {
    const Finished done = run({"mantel", towns(), "--columns-b", "height,x", "--csv"});
    EXPECT_EQ(done.code, 0) << done.err;
    EXPECT_EQ(lines_in(done.out), 7u);
    EXPECT_THAT(done.out, HasSubstr("label,id,id_of_second,residual,correlation,p,permutations\nA,0,0,"));
}

TEST_F(MantelVerb, refuses_what_cannot_be_compared) {
    const std::string others = file("others.csv", "name,x,y\nP,0,0\nQ,1,1\nR,2,0\nS,3,3\n");
    const std::string unnamed = file("unnamed.csv", "x,y\n0,0\n1,1\n2,0\n");
    const std::string constant = file("constant.csv", "name,x,y\nA,1,1\nB,1,1\nC,1,1\nD,1,1\nE,1,1\n");
    EXPECT_THAT(run({"mantel", towns(), others}).err, HasSubstr("no item in common"));
    EXPECT_THAT(run({"mantel", towns(), unnamed}).err, HasSubstr("has 3 rows"));
    EXPECT_THAT(run({"mantel", towns(), constant}).err, HasSubstr("are equal"));
    EXPECT_THAT(run({"mantel", towns(), others, times()}).err, HasSubstr("give two files"));
    EXPECT_THAT(run({"mantel"}).err, HasSubstr("give two files"));
    EXPECT_THAT(run({"mantel", towns(), "--metric-b", "euclidian"}).err, HasSubstr("euclidean"));
    for (const auto& arguments : {std::vector<std::string>{"mantel", towns(), others}, {"mantel", towns(), constant}})
        EXPECT_EQ(run(arguments).code, 2);
}

TEST_F(MantelVerb, refuses_standard_input_for_both_of_two_files_as_other_verbs_do) {
    for (const auto& arguments : {std::vector<std::string>{"mantel", "-", "-"},
                                  {"matches", "--a", "-", "--b", "-"},
                                  {"neighbours", "--workload", "nearest_euclidean", "--a", "-", "--b", "-"},
                                  {"matrix", "-", "--tracks", "-"}}) {
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 2) << arguments.front();
        EXPECT_THAT(done.err, HasSubstr("two of the files are standard input")) << arguments.front();
    }
}

TEST_F(MantelVerb, refuses_given_distances_that_are_missing_or_differ_by_direction) {
    const std::string gaps =
        file("holes.csv", ",A,B,C,D,E\nA,0,1,2,3,4\nB,1,0,,2,5\nC,2,,0,1,6\nD,3,2,1,0,7\nE,4,5,6,7,0\n");
    const std::string roads =
        file("roads.csv", ",A,B,C,D,E\nA,0,1,2,3,4\nB,9,0,3,2,5\nC,2,3,0,1,6\nD,3,2,1,0,7\nE,4,5,6,7,0\n");
    const Finished holes = run({"mantel", towns(), gaps, "--missing-pairs", "nan"});
    EXPECT_EQ(holes.code, 2);
    EXPECT_THAT(holes.err, HasSubstr("holes.csv lacks 1 distance"));
    const Finished two = run({"mantel", towns(), roads, "--symmetrise", "keep"});
    EXPECT_EQ(two.code, 2);
    EXPECT_THAT(two.err, HasSubstr("two different ones"));
    EXPECT_EQ(run({"mantel", towns(), roads, "--symmetrise", "mean"}).code, 0);
}

TEST_F(MantelVerb, of_vectors_without_a_distance_leaves_them_out) {
    const std::string empty = file("counts.csv", "name,a,b,c\nA,1,2,3\nB,0,0,0\nC,4,0,1\nD,2,2,2\nE,0,9,1\nF,3,1,0\n");
    const json found = related({empty, "--metric", "correlation", "--metric-b", "euclidean"});
    EXPECT_EQ(found.at("common"), 4) << "two rows have equal numbers";
    EXPECT_EQ(found.at("without_distances"), 2);
    EXPECT_EQ(found.at("first").at("metric"), "correlation");
    const json one_empty = related({empty, "--metric", "bray_curtis", "--metric-b", "euclidean"});
    EXPECT_EQ(one_empty.at("common"), 6) << "a single empty row has a distance from every other one";
    EXPECT_EQ(one_empty.at("without_distances"), 0);
}

TEST_F(MantelVerb, leaves_items_out_whose_coordinates_are_missing) {
    const std::string gaps = file("gaps.csv", "name,x,y\nA,0,0\nB,,4\nC,0,1\nD,10,0\nE,3,3\nF,8,9\n");
    const json found = related({towns(), gaps});
    EXPECT_EQ(found.at("common"), 5);
    EXPECT_EQ(found.at("without_distances"), 1);
    EXPECT_THAT(run({"mantel", towns(), gaps}).err, HasSubstr("1 common item is left out"));
}

} // namespace
} // namespace pairscope

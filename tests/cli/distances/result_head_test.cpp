// SPDX-License-Identifier: MIT
// What the JSON of every verb about distances begins with, so that a result can be made again from the file alone.
#include "tests/cli/program.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iterator>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class ResultHead : public Program {
protected:
    std::string sites = file("sites.csv", "plot,a,b,c\nP1,0,3,5\nP2,1,2,0\nP3,4,0,2\nP4,2,2,2\nP5,7,1,1\n");

    [[nodiscard]] json result_of(const std::vector<std::string>& arguments) const {
        const Finished done = run(arguments);
        EXPECT_EQ(done.code, 0) << done.err;
        return done.code == 0 ? json::parse(done.out) : json();
    }
};

} // namespace

TEST_F(ResultHead, is_the_same_for_all_verbs) {
    const std::vector<std::vector<std::string>> verbs{{"matrix", sites},
                                                      {"pairs", sites, "--radius", "100"},
                                                      {"neighbours", sites, "--k", "2"},
                                                      {"clusters", sites, "--number", "2"},
                                                      {"matches", sites, sites},
                                                      {"farthest", sites},
                                                      {"statistics", sites}};
    for (std::vector<std::string> arguments : verbs) {
        const std::string verb = arguments.front();
        arguments.insert(arguments.end(), {"--metric", "manhattan", "--columns", "a,b,c", "--json"});
        const json found = result_of(arguments);
        ASSERT_TRUE(found.is_object()) << verb;
        EXPECT_EQ(found.value("verb", ""), verb);
        EXPECT_FALSE(found.value("version", "").empty()) << verb;
        EXPECT_EQ(found.value("data", ""), "sites.csv") << verb;
        EXPECT_EQ(found.value("metric", ""), "manhattan") << verb;
        EXPECT_TRUE(found.contains("unit")) << verb;
        ASSERT_TRUE(found.contains("source")) << verb;
        EXPECT_THAT(found["source"].value("columns", std::vector<std::string>()), ElementsAre("a", "b", "c")) << verb;
        EXPECT_EQ(found["source"]["a"].value("file", ""), sites) << verb;
        EXPECT_TRUE(found.at("options").is_object()) << verb;
    }
}

TEST_F(ResultHead, has_the_options_that_decide_the_result) {
    const json near = result_of({"neighbours", sites, "--metric", "manhattan", "--k", "40", "--json"});
    EXPECT_EQ(near.at("options").at("k"), 40);
    EXPECT_EQ(near.at("k"), 4) << "each row has only four others";
    const json cut = result_of({"clusters", sites, "--linkage", "single", "--cut-height", "3", "--json"});
    EXPECT_EQ(cut.at("options"),
              json({{"linkage", "single"}, {"leaf_order", "near_ends"}, {"cut", {{"height", 3.0}}}}));
}

TEST_F(ResultHead, names_all_columns_that_are_compared_where_nobody_chose) {
    const json found = result_of({"matrix", sites, "--json"});
    EXPECT_THAT(found.at("source").at("columns"), ElementsAre("a", "b", "c"));
    EXPECT_EQ(found.at("row_names"), json({"P1", "P2", "P3", "P4", "P5"}));
}

TEST_F(ResultHead, of_two_matrices_has_both_sides) {
    const std::string similar = file("s.csv", ",P1,P2,P3,P4,P5\nP1,1,.5,.2,.1,.4\nP2,.5,1,.3,.6,.2\nP3,.2,.3,1,.7,.1\n"
                                              "P4,.1,.6,.7,1,.3\nP5,.4,.2,.1,.3,1\n");
    const json found = result_of({"mantel", sites, similar, "--similarity-b", "one_minus", "--metric", "manhattan",
                                  "--permutations", "19", "--permutation-seed", "3", "--json"});
    EXPECT_EQ(found.at("verb"), "mantel");
    EXPECT_EQ(found.at("first").at("metric"), "manhattan");
    EXPECT_THAT(found.at("first").at("source").at("columns"), ElementsAre("a", "b", "c"));
    EXPECT_EQ(found.at("second").at("metric"), "given");
    EXPECT_EQ(found.at("second").at("source").at("similarity"), "one_minus");
    EXPECT_EQ(found.at("options").at("permutations"), 19);
    EXPECT_EQ(found.at("options").at("permutation_seed"), 3);
    // scipy.stats.pearsonr of pdist(rows, "cityblock") and 1 - s
    EXPECT_NEAR(found.at("mantel").at("correlation").get<double>(), 0.29617443887954625, 1e-12);
}

TEST_F(ResultHead, the_second_matrix_may_be_made_of_similarities_in_another_way) {
    const std::string similar = file("s.csv", ",A,B,C,D\nA,1,.5,.2,.1\nB,.5,1,.3,.6\nC,.2,.3,1,.7\nD,.1,.6,.7,1\n");
    const json found =
        result_of({"mantel", similar, "--similarity", "one_minus", "--similarity-b", "minus_log", "--json"});
    EXPECT_EQ(found.at("first").at("source").at("similarity"), "one_minus");
    EXPECT_EQ(found.at("second").at("source").at("similarity"), "minus_log");
    EXPECT_NEAR(found.at("mantel").at("correlation").get<double>(), 0.9684812254252876, 1e-12);
    const Finished neither = run({"mantel", sites, similar});
    EXPECT_EQ(neither.code, 2);
    EXPECT_THAT(neither.err, HasSubstr("similarit"));
}

TEST_F(ResultHead, tables_go_to_a_file_or_to_standard_output_by_every_verb) {
    for (const std::vector<std::string>& verb : {std::vector<std::string>{"pairs", sites, "--radius", "100"},
                                                 {"neighbours", sites, "--k", "2"},
                                                 {"clusters", sites, "--number", "2"},
                                                 {"matches", sites, sites}}) {
        const auto with = [&](std::vector<std::string> more) {
            std::vector<std::string> arguments = verb;
            arguments.insert(arguments.end(), more.begin(), more.end());
            return run(arguments);
        };
        for (const std::string form : {"csv", "json"}) {
            const std::string table = (folder / ("table." + form)).string();
            const Finished printed = with({"--" + form}), piped = with({"--" + form, "-o", "-"});
            ASSERT_EQ(piped.code, 0) << piped.err;
            EXPECT_EQ(piped.out, printed.out) << verb.front();
            ASSERT_EQ(with({"-o", table}).code, 0) << verb.front();
            std::ifstream stream(table, std::ios::binary);
            const std::string saved{std::istreambuf_iterator<char>(stream), {}};
            EXPECT_EQ(saved, printed.out) << verb.front();
        }
        EXPECT_EQ(with({"-o", "-"}).out.substr(0, 9), "sites.csv") << "a summary for people";
        const Finished contradicts = with({"--json", "-o", (folder / "t.csv").string()});
        EXPECT_EQ(contradicts.code, 2);
        EXPECT_THAT(contradicts.err, HasSubstr("--json contradicts the ending of"));
    }
    EXPECT_THAT(files(), testing::Not(testing::Contains("-")));
}

TEST_F(ResultHead, columns_of_a_matrix_are_chosen_in_one_way) {
    const std::string places = file("places.csv", "name,longitude,latitude,population\nLyon,4.8,45.7,500\n"
                                                  "Nice,7.2,43.7,340\nParis,2.3,48.8,2100\nRome,12.5,41.9,2800\n");
    for (const std::string verb : {"matrix", "clusters"}) {
        const json towns = result_of({verb, places, "--json"}), all = result_of({verb, sites, "--json"}),
                   some = result_of({verb, sites, "--columns", "a", "--json"});
        EXPECT_EQ(towns.at("source").value("x", ""), "longitude") << verb;
        EXPECT_EQ(towns.at("source").value("y", ""), "latitude") << verb;
        EXPECT_THAT(all.at("source").at("columns"), ElementsAre("a", "b", "c")) << verb;
        EXPECT_THAT(some.at("source").at("columns"), ElementsAre("a")) << verb;
    }
    const json related = result_of({"mantel", places, "--metric-b", "manhattan", "--json"}),
               species = result_of({"mantel", sites, "--metric-b", "manhattan", "--json"});
    for (const std::string side : {"first", "second"}) {
        EXPECT_THAT(species.at(side).at("source").at("columns"), ElementsAre("a", "b", "c"));
        EXPECT_EQ(related.at(side).at("source").value("x", ""), "longitude");
        EXPECT_EQ(related.at(side).at("source").value("y", ""), "latitude");
    }
}

} // namespace pairscope

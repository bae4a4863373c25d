// SPDX-License-Identifier: MIT
// Distances that are equal in the decimals of a text are equal at every door of the command line.
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::HasSubstr;

class DecimalFiles : public Program {
protected:
    /// Rows 1 to 4 are 0.3 from row 0 by the Manhattan distance, and their doubles are not.
    [[nodiscard]] std::string tenths() const {
        return file("tenths.csv", "name,x,y\nA,0.7,0.1\nB,0.9,0.2\nC,0.4,0.1\nD,1,0.1\nE,0.6,0.3\nF,0.7,0.5\n");
    }
    [[nodiscard]] std::vector<int> list_of(const json& found, int row) const {
        std::vector<int> rows;
        for (const json& pair : found.at("neighbours"))
            if (pair.at("id") == row) rows.push_back(pair.at("neighbour_id"));
        return rows;
    }
};

TEST_F(DecimalFiles, have_their_ties_in_the_order_of_the_rows) {
    const std::string table = tenths();
    for (const std::vector<std::string>& source :
         {std::vector<std::string>{table}, {"--a", table}, {table, "--columns", "x,y"}}) {
        std::vector<std::string> command{"neighbours", "--metric", "manhattan", "--k", "5", "--json"};
        command.insert(command.end(), source.begin(), source.end());
        const Finished done = run(command);
        ASSERT_EQ(done.code, 0) << done.err;
        const json found = json::parse(done.out);
        EXPECT_THAT(list_of(found, 0), ElementsAre(1, 2, 3, 4, 5)) << source.back();
        for (int i = 0; i < 4; ++i) EXPECT_EQ(found.at("neighbours")[std::size_t(i)].at("distance"), 0.3);
    }
    const Finished two = run({"neighbours", "--a", table, "--b", table, "--metric", "manhattan", "--k", "6", "--json"});
    EXPECT_THAT(list_of(json::parse(two.out), 0), testing::IsSupersetOf({1, 2, 3, 4, 5})) << two.err;
    const Finished matrix = run({"matrix", table, "--metric", "manhattan", "-o", "-"});
    EXPECT_THAT(matrix.out, HasSubstr("\nA,0,0.3,0.3,0.3,0.3,0.4\n")) << matrix.err;
    const Finished by_rank = run({"neighbours", table, "--metric", "chebyshev", "--k", "2", "--json"});
    EXPECT_THAT(list_of(json::parse(by_rank.out), 0), ElementsAre(1, 4)) << "both are 0.2 away: " << by_rank.err;
}

TEST_F(DecimalFiles, have_what_lies_at_a_radius) {
    const std::string table = tenths();
    const auto counted = [&](const char* metric, const char* radius) {
        const Finished done = run({"neighbours", table, "--metric", metric, "--k", "1", "--within", radius, "--json"});
        EXPECT_EQ(done.code, 0) << done.err;
        return done.err;
    };
    EXPECT_THAT(counted("manhattan", "0.3"), HasSubstr("and 5 pairs lie at 0.3 as far as rounding can tell"))
        << "A with four others, and E with F";
    const Finished pairs = run({"pairs", table, "--metric", "manhattan", "--radius", "0.3", "--csv"});
    EXPECT_THAT(pairs.out, HasSubstr("0,0,A,1,1,B,0.3")) << pairs.out;
    const std::string right = file("right.csv", "x,y\n0.1,0.1\n0.4,0.5\n0.7,0.9\n");
    const Finished euclidean = run({"neighbours", right, "--k", "1", "--within", "0.5", "--json"});
    EXPECT_THAT(euclidean.err, HasSubstr("and 2 pairs lie at 0.5 as far as rounding can tell"));
    EXPECT_EQ(json::parse(euclidean.out).at("neighbours")[0].at("distance"), 0.5);
}

} // namespace
} // namespace pairscope

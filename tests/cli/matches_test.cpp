// SPDX-License-Identifier: MIT
// The verb matches: two nearest vectors, their ratio, mutual ones, and which are right.
#include "tests/cli/distances/reference_distances.h"
#include "tests/cli/program.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pairscope {
namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::IsEmpty;

class MatchesVerb : public Program {
protected:
    std::string a = file("a.csv", vectors(12, 1)), b = file("b.csv", vectors(10, 5));

    /// The sets of make_reference_distances.py.
    static std::string vectors(int rows, int seed) {
        std::string text;
        for (int i = 0; i < rows; ++i)
            for (int k = 0; k < 4; ++k)
                text += fmt::format("{}{}", (i * 37 + k * 101 + i * i * (k + seed)) % 211 / 8.0, k < 3 ? ',' : '\n');
        return text;
    }
    [[nodiscard]] json found(std::vector<std::string> more) const {
        more.insert(more.begin(), {"matches", a, b, "--json"});
        const Finished done = run(more);
        EXPECT_EQ(done.code, 0) << done.err;
        return done.code == 0 ? json::parse(done.out) : json();
    }
};

} // namespace

TEST_F(MatchesVerb, are_those_that_scipy_finds_with_the_ratio_of_opencv) {
    const json all = found({});
    ASSERT_EQ(all.at("matches").size(), reference_matches.size());
    for (std::size_t i = 0; i < reference_matches.size(); ++i) {
        const ReferenceMatch& reference = reference_matches[i];
        const json& match = all.at("matches")[i];
        EXPECT_EQ(match.at("best"), reference.best) << i;
        EXPECT_EQ(match.at("second"), reference.second) << i;
        EXPECT_NEAR(match.at("distance"), reference.distance, 1e-13) << i;
        EXPECT_NEAR(match.at("ratio"), reference.ratio, 1e-13) << i;
        EXPECT_EQ(match.at("mutual"), reference.mutual) << i;
    }
    EXPECT_EQ(all.at("metric"), "euclidean");
    EXPECT_TRUE(all.contains("version"));
    EXPECT_THAT(all.at("ratio"), HasSubstr("OpenCV"));
}

TEST_F(MatchesVerb, are_filtered_by_ratio_and_by_being_mutual) {
    const auto count = [](double most, bool mutual) {
        return std::ranges::count_if(reference_matches, [&](const ReferenceMatch& match) {
            return match.ratio <= most && (match.mutual || !mutual);
        });
    };
    EXPECT_EQ(found({"--ratio", "0.4"}).at("matches").size(), std::size_t(count(0.4, false)));
    EXPECT_EQ(found({"--ratio", "0.5", "--mutual"}).at("matches").size(), std::size_t(count(0.5, true)));
    EXPECT_EQ(found({"--ratio", "0.5", "--mutual"}).at("options").at("mutual"), true);
    const Finished csv = run({"matches", a, b, "--mutual", "--csv"});
    EXPECT_EQ(lines_in(csv.out), 1u + std::size_t(count(1.0, true)));
    EXPECT_THAT(csv.out, HasSubstr("row,best,distance,second,second_distance,ratio,mutual\n0,0,0,7,"));
    EXPECT_THAT(run({"matches", a, b, "--ratio", "0.4"}).out, HasSubstr("of 12 matches are shown"));
}

TEST_F(MatchesVerb, of_shipped_views_are_judged_by_their_homography) {
    const std::vector<std::string> views{"matches", "views/features_a.npy", "views/features_b.npy"};
    auto with = [&](std::vector<std::string> more) {
        more.insert(more.begin(), views.begin(), views.end());
        return run(more);
    };
    const json all = json::parse(with({"--json"}).out);
    const json clear = json::parse(with({"--json", "--mutual", "--ratio", "0.8"}).out);
    const auto share = [](const json& one) { return double(one.at("right")) / double(one.at("matches_listed")); };
    EXPECT_EQ(all.at("matches_listed"), 1738);
    EXPECT_NEAR(share(all), 0.53, 0.02);
    EXPECT_GT(share(clear), 0.95);
}

TEST_F(MatchesVerb, take_own_places_and_a_homography_as_a_table) {
    std::string places_a, places_b;
    for (int i = 0; i < 12; ++i) places_a += fmt::format("{},{}\n", 10 * i, 5);
    for (int i = 0; i < 10; ++i) places_b += fmt::format("{},{}\n", 20 * i, 12);
    const std::string of_a = file("pa.csv", places_a), of_b = file("pb.csv", places_b);
    const std::string twice = file("h.csv", "2,0,0\n0,2,2\n0,0,1\n");
    const json judged = found({"--positions-a", of_a, "--positions-b", of_b, "--homography", twice});
    EXPECT_EQ(judged.at("matches")[0].at("right"), true);
    for (const json& match : judged.at("matches")) EXPECT_EQ(match.at("right"), match.at("row") == match.at("best"));
    const Finished some = run({"matches", a, b, "--positions-a", of_a});
    EXPECT_EQ(some.code, 2);
    EXPECT_THAT(some.err, HasSubstr("--positions-b"));
    const Finished few = run({"matches", a, b, "--positions-a", of_b, "--positions-b", of_b, "--homography", twice});
    EXPECT_THAT(few.err, HasSubstr("there must be one position for each vector"));
    EXPECT_EQ(few.code, 2);
}

TEST_F(MatchesVerb, need_two_files_and_one_vector_in_each) {
    EXPECT_THAT(run({"matches", a}).err, HasSubstr("name both"));
    EXPECT_THAT(run({"matches"}).err, HasSubstr("name both"));
    EXPECT_EQ(run({"matches", a, b, b}).code, 2);
    EXPECT_EQ(run({"matches", a, file("bad.csv", "1,2\n")}).code, 2);
    EXPECT_EQ(run({"matches", a, b, "--ratio", "1.5"}).code, 2);
    const Finished one = run({"matches", a, file("one.csv", "0,1,2,3\n"), "--csv", "--ratio", "0.9"});
    EXPECT_EQ(one.code, 0) << one.err;
    EXPECT_EQ(lines_in(one.out), 1u) << "without a second best there is no ratio that passes";
    const Finished piped =
        run_command({"/bin/sh", "-c", "cat " + b + " | " PAIRSCOPE_PROGRAM " matches " + a + " - --csv"});
    EXPECT_EQ(piped.out, run({"matches", a, b, "--csv"}).out);
}

} // namespace pairscope

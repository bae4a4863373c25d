// SPDX-License-Identifier: MIT
// The list of matches: what is known of them, filters, order, counts, sentences.
#include "app/spine/update/update.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/match_table.h"
#include "app/subjects/matches/matches.h"
#include "app/subjects/matches/photographs.h"
#include "app/subjects/neighbours/neighbours.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::app {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

float score_at(double degrees) { return float(std::cos(degrees * std::acos(-1.0) / 180.0)); }

std::shared_ptr<const Dataset> set_of(std::vector<float> values, std::vector<std::string> labels = {}) {
    return std::make_shared<const Dataset>(Dataset{.name = "set",
                                                   .rows = std::ssize(values) / 2,
                                                   .dims = 2,
                                                   .values = std::move(values),
                                                   .labels = std::move(labels)});
}

/// Four vectors and three candidates. Ratios 0.5, 0.75, 0.9, none; the first and the third are mutual. The ratios come
/// from the vectors, and not from the scores, which float32 rounds.
DataSnapshot four_by_three() {
    DataSnapshot data;
    data.question.workload = "best_match";
    data.question.parameters = {};
    data.question.first = set_of({1, 0, 3, 0, 43, 0, 0, 7}, {"d", "a", "c", "b"});
    data.question.second = set_of({0, 0, 3, 0, 7, 0});
    data.backward = std::make_shared<const std::vector<std::int32_t>>(std::vector<std::int32_t>{0, 2, 2});
    return data;
}

std::vector<FoundMatch> four_found() {
    return {{0, 1, score_at(20), score_at(40)},
            {0, 2, score_at(30), score_at(40)},
            {2, 1, score_at(36), score_at(40)},
            {1, -1, score_at(10), 0.0f}};
}

/// The pictures of these: the homography moves by 10 pixels to the right. The first match is right, the others are not.
std::shared_ptr<const FeatureViews> views_of_four() {
    auto views = std::make_shared<FeatureViews>();
    views->first.places = {{0, 0}, {0, 50}, {0, 80}, {0, 99}};
    views->second.places = {{12, 2}, {90, 90}, {50, 50}};
    views->homography = {1, 0, 10, 0, 1, 0, 0, 0, 1};
    return views;
}

State state_with(DataSnapshot data, std::vector<FoundMatch> found) {
    State state;
    state.data.now = std::move(data);
    state.data.revision = 7;
    state.output.variant_id = "best_match/any";
    state.output.revision = 7;
    state.output.written = matches_output(std::ssize(found));
    state.output.values = std::move(found);
    return state;
}

TEST(MatchList, has_ratio_mutual_and_right_of_each_match) {
    DataSnapshot data = four_by_three();
    data.views = views_of_four();
    const std::vector<Match> all = matches_of(data, four_found());
    ASSERT_EQ(all.size(), 4u);
    EXPECT_NEAR(all[0].ratio.value(), 0.5, 1e-5);
    EXPECT_NEAR(all[2].ratio.value(), 0.9, 1e-5);
    EXPECT_FALSE(all[3].ratio) << "there is no second best";
    EXPECT_EQ(all[0].mutual, true);
    EXPECT_EQ(all[1].mutual, false);
    EXPECT_EQ(all[0].right, true) << "it is 2.8 pixels away";
    EXPECT_EQ(all[1].right, false);
}

TEST(MatchList, knows_nothing_of_mutual_and_right_without_the_other_direction_and_the_pictures) {
    DataSnapshot data = four_by_three();
    data.backward = nullptr;
    const std::vector<Match> all = matches_of(data, four_found());
    EXPECT_FALSE(all[0].mutual);
    EXPECT_FALSE(all[0].right);
    EXPECT_THAT(why_mutual_is_unknown(data, all), HasSubstr("too many"));
    const MatchFilter mutual{.mutual = true};
    EXPECT_EQ(shown_matches(data, all, mutual, {}).size(), 4u) << "a filter that cannot be applied hides nothing";
    EXPECT_EQ(match_sentence(count_matches(data, all, mutual)), "All 4 matches are shown.");
}

TEST(MatchList, takes_the_other_direction_from_an_output_that_has_it) {
    DataSnapshot data = four_by_three();
    data.backward = nullptr;
    std::vector<FoundMatch> both = four_found();
    for (const std::int32_t best : {1, 3, 2}) both.push_back({best, 0, 0.5f, 0.25f});
    const std::vector<Match> all = matches_of(data, both);
    ASSERT_EQ(all.size(), 4u) << "those of the second set are not listed";
    EXPECT_EQ(all[0].mutual, false);
    EXPECT_EQ(all[1].mutual, true);
    EXPECT_EQ(all[2].mutual, true);
    EXPECT_EQ(all[3].mutual, true);
    EXPECT_EQ(why_mutual_is_unknown(data, all), "");
    EXPECT_THAT(shown_matches(data, all, {.mutual = true}, {}), ElementsAre(1, 2, 3));
    both.resize(6);
    EXPECT_FALSE(matches_of(data, both)[2].mutual) << "the output ends before it";
    State state = state_with(data, four_found());
    update_matches(state);
    EXPECT_FALSE(state.matches.all[0].mutual);
}

TEST(MatchList, has_a_ratio_of_1_where_two_candidates_are_equally_good) {
    DataSnapshot data = four_by_three();
    data.question.first = set_of({1, 0, 0, 0, 0, 2});
    data.question.second = set_of({0, 0, 2, 0, 0, 0});
    const std::vector<Match> all =
        matches_of(data, std::vector<FoundMatch>{{0, 1, 0.5f, 0.5f}, {0, 2, 1.0f, 1.0f}, {0, -1, 1.0f, 0.0f}});
    EXPECT_EQ(all[0].ratio, 1.0);
    EXPECT_EQ(all[1].ratio, 1.0) << "both are the vector itself";
    EXPECT_FALSE(all[2].ratio);
}

TEST(MatchList, has_the_ratio_of_neighbours_and_so_have_files) {
    DataSnapshot data = four_by_three();
    const std::vector<FoundMatch> found = four_found();
    const std::vector<Match> all = matches_of(data, found);
    const auto table = neighbours::nearest_neighbours(neighbour_question(data.question, 2), {});
    EXPECT_EQ(all[0].ratio, neighbours::ratio_to_next(table.distances_of(0)[0], table.distances_of(0)[1]));
    State state = state_with(data, found);
    update_matches(state);
    const std::string csv = matches_csv(data, state.matches, found);
    EXPECT_THAT(csv, HasSubstr("row,best,best_value,second,second_value,ratio,mutual,label,best_label\n0,0,"));
    EXPECT_THAT(csv, HasSubstr(",0.5,true,d,\n1,0,"));
    EXPECT_THAT(csv, HasSubstr(",,,")) << "there is no second best";
}

TEST(MatchList, is_saved_as_it_is_shown) {
    const DataSnapshot data = four_by_three();
    const std::vector<FoundMatch> found = four_found();
    State state = state_with(data, found);
    state.view.match_filter = {.most_ratio = 0.8};
    state.view.match_order = {.by = MatchColumn::row, .descending = true};
    update_matches(state);
    ASSERT_FALSE(state.matches.shown.empty());
    ASSERT_LT(state.matches.shown.size(), found.size());
    const std::string csv = matches_csv(data, state.matches, found);
    EXPECT_EQ(std::ranges::count(csv, '\n'), std::ssize(state.matches.shown) + 1);
    std::size_t at = 0;
    for (const std::int64_t row : state.matches.shown) {
        at = csv.find(fmt::format("\n{},{},", row, found[std::size_t(row)].best), at);
        EXPECT_NE(at, std::string::npos) << row;
    }
}

TEST(MatchList, filters_by_ratio_and_mutual_and_counts) {
    DataSnapshot data = four_by_three();
    data.views = views_of_four();
    const std::vector<Match> all = matches_of(data, four_found());
    EXPECT_THAT(shown_matches(data, all, {.most_ratio = 0.8}, {}), ElementsAre(0, 1));
    EXPECT_THAT(shown_matches(data, all, {.mutual = true}, {}), ElementsAre(0, 2));
    EXPECT_THAT(shown_matches(data, all, {.most_ratio = 0.1}, {}), IsEmpty());
    const MatchCounts counts = count_matches(data, all, {.most_ratio = 0.8, .mutual = true});
    EXPECT_EQ(counts.all, 4);
    EXPECT_EQ(counts.unambiguous, 2);
    EXPECT_EQ(counts.mutual, 2);
    EXPECT_EQ(counts.shown, 1);
    EXPECT_EQ(counts.right, 1);
}

TEST(MatchList, is_sorted_by_any_column_and_what_is_unknown_comes_last) {
    const DataSnapshot data = four_by_three();
    const std::vector<Match> all = matches_of(data, four_found());
    const auto by = [&](MatchColumn column, bool descending) {
        return shown_matches(data, all, {}, {.by = column, .descending = descending});
    };
    EXPECT_THAT(by(MatchColumn::ratio, false), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(by(MatchColumn::ratio, true), ElementsAre(2, 1, 0, 3));
    EXPECT_THAT(by(MatchColumn::label, false), ElementsAre(1, 3, 2, 0));
    EXPECT_THAT(by(MatchColumn::best, true), ElementsAre(2, 3, 0, 1)) << "equal ones stay in the order of their rows";
    EXPECT_THAT(by(MatchColumn::second, false), ElementsAre(0, 2, 1, 3));
    EXPECT_THAT(by(MatchColumn::value, true), ElementsAre(3, 0, 1, 2));
}

TEST(MatchList, says_in_a_sentence_how_many_are_shown_and_right) {
    EXPECT_EQ(match_sentence({.all = 1738, .shown = 886, .judged = 886, .right = 868}),
              "886 of 1 738 matches are shown, 98 % of them are right.");
    EXPECT_EQ(match_sentence({.all = 1738, .shown = 1738, .judged = 1738, .right = 1738}),
              "All 1 738 matches are shown, 100 % of them are right.");
    EXPECT_EQ(match_sentence({.all = 1738, .shown = 1738, .judged = 1738, .right = 1737}),
              "All 1 738 matches are shown, more than 99 % of them are right.");
    EXPECT_EQ(match_sentence({.all = 1738, .shown = 1, .judged = 1, .right = 0}),
              "1 of 1 738 matches is shown, and it is wrong.");
    EXPECT_EQ(match_sentence({.all = 1738}), "None of 1 738 matches passes the filters.");
    EXPECT_EQ(match_sentence({.all = 1, .shown = 1}), "The only match is shown.");
    EXPECT_EQ(match_sentence({}), "There are no matches.");
}

TEST(MatchList, tells_the_story_of_a_match) {
    DataSnapshot data = four_by_three();
    data.views = views_of_four();
    const std::vector<Match> all = matches_of(data, four_found());
    EXPECT_EQ(match_story(data, all[0]), "row 0, d of features\nbest match: row 0 of candidates, score 0.940\nsecond "
                                         "best: row 1, score 0.766\nratio 0.500\nmutual: each is the other's best "
                                         "match\nright: within 3 pixels of its true place");
    EXPECT_THAT(match_story(data, all[3]), HasSubstr("There is no second best match."));
    EXPECT_THAT(match_story(data, all[1]), HasSubstr("wrong: more than 3 pixels from its true place"));
}

TEST(MatchList, tells_of_a_match_that_differs_from_the_exact_output) {
    Match match = matches_of(four_by_three(), four_found())[0];
    EXPECT_THAT(match_story(four_by_three(), match), ::testing::Not(HasSubstr("approximate output")));
    match.differs = true;
    EXPECT_THAT(match_story(four_by_three(), match), HasSubstr("approximate output: the exact best"));
}

TEST(MatchList, survives_the_output_of_a_wrong_kernel) {
    DataSnapshot data = four_by_three();
    data.views = views_of_four();
    const float odd = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Match> all = matches_of(data, std::vector<FoundMatch>{{2000, 1, odd, odd}, {-5, -7, 0.5f, 0.5f}});
    EXPECT_FALSE(all[0].mutual);
    EXPECT_FALSE(all[0].right);
    EXPECT_EQ(shown_matches(data, all, {}, {.by = MatchColumn::value}).size(), 2u);
    EXPECT_THAT(match_story(data, all[0]), HasSubstr("does not exist"));
    EXPECT_EQ(cell_of_match(all[1]).col, 0);
}

TEST(MatchList, follows_the_output_the_filter_and_the_order) {
    State state = state_with(four_by_three(), four_found());
    update_matches(state);
    ASSERT_TRUE(state.matches.made_for);
    EXPECT_EQ(state.matches.counts.shown, 4);
    (void)update(state, command::SetMatchFilter{{.most_ratio = 0.8, .mutual = true}});
    update_matches(state);
    EXPECT_THAT(state.matches.shown, ElementsAre(0));
    (void)update(state, command::SetMatchFilter{{.most_ratio = 7.0, .mutual = false}});
    EXPECT_EQ(state.view.match_filter.most_ratio, 1.0) << "no ratio is larger";
    (void)update(state, command::SortMatches{{.by = MatchColumn::ratio, .descending = true}});
    update_matches(state);
    EXPECT_THAT(state.matches.shown, ElementsAre(2, 1, 0, 3));
    ++state.data.revision;
    update_matches(state);
    EXPECT_FALSE(state.matches.made_for) << "the output belongs to other data";
    EXPECT_TRUE(state.matches.all.empty());
}

} // namespace
} // namespace pairscope::app

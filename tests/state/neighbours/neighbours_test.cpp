// SPDX-License-Identifier: MIT
// Commands about nearest neighbours, and what the worker makes for them.
#include "app/spine/worker/workbench.h"
#include "app/subjects/neighbours/neighbour_charts.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/neighbours/neighbours_table.h"
#include "app/subjects/recordings/recordings.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// A laptop whose picture is there.
State looking() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    return state;
}

/// Does the job as the worker would.
void do_next(State& state) {
    const auto job = next(state);
    ASSERT_TRUE(job);
    Workbench bench([](const Task&, double) {});
    pairscope::app::apply(state, bench.carry_out(*job, {})); // an Event is a std::variant, and there is std::apply
}

State with_labels() {
    State state = laptop_with_points();
    Dataset data{.name = "towns",
                 .rows = 4,
                 .dims = 2,
                 .values = std::vector<float>{0, 0, 3, 4, 0, 1, 10, 0},
                 .labels = {"A", "B, with a comma", "C", "D"},
                 .source_rows = {7, 3, 9, 0},
                 .unit = "km"};
    set_dataset(state, {.source = FileSource{.path = "towns.csv", .columns = {}},
                        .question = {.first = std::make_shared<const Dataset>(std::move(data))}});
    return state;
}

TEST(Neighbours, are_searched_for_when_a_panel_shows_them) {
    State state = looking();
    EXPECT_FALSE(next(state)->what.is<job::FindNeighbours>());
    (void)update(state, command::ShowGraph{true});
    ASSERT_TRUE(next(state)->what.is<job::FindNeighbours>());
    do_next(state);
    const FoundNeighbours* found = found_neighbours(state);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->table.k, 8);
    EXPECT_EQ(found->table.rows, 64);
    EXPECT_EQ(found->nearest.size(), 64u);
    EXPECT_FALSE(next(state)->what.is<job::FindNeighbours>());
    (void)update(state, command::SetNeighbourCount{3});
    EXPECT_EQ(found_neighbours(state), nullptr) << "they are of another k";
    EXPECT_TRUE(next(state)->what.is<job::FindNeighbours>());
    (void)update(state, command::ShowGraph{false});
    (void)update(state, command::ShowNeighbours{NeighbourView::histogram});
    EXPECT_TRUE(next(state)->what.is<job::FindNeighbours>()) << "the histogram shows them, too";
}

TEST(Neighbours, a_measurement_gives_way_to_the_search) {
    State state = looking();
    job::Measure measure;
    measure.question = state.data.now.question;
    measure.revision = state.data.revision;
    measure.variant = selected_variant(state);
    EXPECT_FALSE(gives_way(state, measure));
    (void)update(state, command::ShowGraph{true});
    EXPECT_TRUE(gives_way(state, measure));
}

TEST(Neighbours, a_failed_search_is_not_tried_again_and_says_why) {
    State state = looking();
    (void)update(state, command::ShowGraph{true});
    const auto key = next(state)->what.get<job::FindNeighbours>().key;
    apply(state, failed(event::NeighboursFound{key, nullptr}, {.message = "There is not enough memory."}));
    EXPECT_FALSE(next(state)->what.is<job::FindNeighbours>());
    EXPECT_EQ(why_no_table(state), "There is not enough memory.");
    (void)update(state, command::ShowGraph{true});
    EXPECT_TRUE(next(state)->what.is<job::FindNeighbours>()) << "it was asked for again";
}

TEST(Neighbours, k_stays_between_1_and_64) {
    State state = looking();
    for (const auto& [asked, k] : {std::pair(0, 1), {-5, 1}, {64, 64}, {1000, 64}, {12, 12}}) {
        (void)update(state, command::SetNeighbourCount{asked});
        EXPECT_EQ(state.neighbours.k, k);
    }
}

TEST(Neighbours, pairs_within_a_radius_are_counted_anew_for_each_radius) {
    State state = looking();
    (void)update(state, command::SetRadius{0.25});
    ASSERT_TRUE(next(state)->what.is<job::CountCloserPairs>());
    EXPECT_THAT(radius_sentence(state), HasSubstr("Counting the pairs"));
    do_next(state);
    const auto pairs = closer_pairs(state);
    ASSERT_TRUE(pairs);
    EXPECT_EQ(pairs->all, 64 * 63 / 2);
    EXPECT_THAT(radius_sentence(state), HasSubstr("of 2 016 pairs"));
    (void)update(state, command::SetRadius{100.0});
    EXPECT_FALSE(closer_pairs(state)) << "that count was of another radius";
    do_next(state);
    EXPECT_EQ(closer_pairs(state)->closer, closer_pairs(state)->all);
    EXPECT_EQ(outlined_radius(state), 100.0f);
    (void)update(state, command::SetRadius{0.1});
    EXPECT_EQ(outlined_radius(state), 0.1f) << "the least float32 number that is not below it";
    (void)update(state, command::SetRadius{0.3});
    EXPECT_EQ(outlined_radius(state), 0.3f);
    (void)update(state, command::SetRadius{0.7});
    EXPECT_EQ(outlined_radius(state), std::nextafter(0.7f, 1.0f)) << "0.7f is below it";
    for (const double wrong : {0.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        (void)update(state, command::SetRadius{wrong});
        EXPECT_FALSE(state.neighbours.radius) << wrong;
    }
    EXPECT_THAT(radius_sentence(state), IsEmpty());
}

TEST(Neighbours, keys_step_through_rows_and_ranks) {
    State state = with_labels();
    (void)update(state, command::StepRow{1});
    EXPECT_EQ(state.view.pinned, (Cell{0, 2})) << "without a mark it begins at the first row";
    (void)update(state, command::StepRow{1});
    EXPECT_EQ(state.view.pinned, (Cell{1, 2}));
    (void)update(state, command::StepRank{1});
    EXPECT_EQ(state.view.pinned, (Cell{1, 0}));
    (void)update(state, command::StepRank{1});
    (void)update(state, command::StepRank{1});
    EXPECT_EQ(state.view.pinned, (Cell{1, 3})) << "it stays at the last one";
    (void)update(state, command::StepRank{-1});
    EXPECT_EQ(state.view.pinned, (Cell{1, 0}));
    (void)update(state, command::StepRow{100});
    EXPECT_EQ(state.view.pinned, (Cell{3, 1}));
    (void)update(state, command::SetNeighbourCount{1});
    (void)update(state, command::StepRank{1});
    EXPECT_EQ(state.view.pinned, (Cell{3, 2})) << "behind the k nearest comes the farthest of all";
    EXPECT_EQ(state.view.reveal, state.view.pinned);
}

TEST(Neighbours, a_pair_is_pinned_once_and_can_be_named_and_taken_off) {
    State state = with_labels();
    (void)update(state, command::PinPair{});
    EXPECT_THAT(state.data.now.pairs, IsEmpty()) << "nothing is marked";
    (void)update(state, command::PinCell{Cell{0, 2}});
    (void)update(state, command::PinPair{});
    (void)update(state, command::PinPair{});
    (void)update(state, command::PinPair{Cell{3, 1}});
    (void)update(state, command::PinPair{Cell{4, 1}});
    ASSERT_EQ(state.data.now.pairs.size(), 2u) << "one of them twice, and one outside";
    (void)update(state, command::NamePair{1, "far away"});
    (void)update(state, command::NamePair{9, "nothing"});
    EXPECT_EQ(state.data.now.pairs[1], (PinnedPair{{3, 1}, "far away"}));
    (void)update(state, command::UnpinPair{0});
    (void)update(state, command::UnpinPair{9});
    EXPECT_THAT(state.data.now.pairs, ElementsAre(PinnedPair{{3, 1}, "far away"}));
}

TEST(Neighbours, pinned_pairs_follow_their_points) {
    State state = laptop_with_points();
    (void)update(state, command::PinPair{Cell{5, 9}});
    (void)update(state, command::PinPair{Cell{2, 40}});
    (void)update(state, command::MovePoint{7, 0.0f, 0.0f, true});
    (void)update(state, command::PinPair{Cell{7, 8}});
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.pairs.size(), 3u) << "undoing a move unpins nothing";
    (void)update(state, command::SelectRows{{2, 6}});
    (void)update(state, command::DeleteSelected{});
    EXPECT_THAT(state.data.now.pairs, ElementsAre(PinnedPair{{4, 7}, {}}, PinnedPair{{5, 6}, {}}));
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.pairs.size(), 3u);
    make_points(state, 30);
    EXPECT_THAT(state.data.now.pairs, IsEmpty()) << "the rows of other points mean something else";
}

TEST(Neighbours, are_written_in_pieces_and_never_as_one_text) {
    State state = laptop_with_points();
    make_points(state, 3000);
    const auto found = find_neighbours(state.data.now.question, {.revision = 0, .k = 64}, Device{}, {});
    for (const bool is_json : {false, true}) {
        std::size_t longest = 0, all = 0;
        const TextSink sink = [&](std::string_view piece) {
            longest = std::max(longest, piece.size());
            all += piece.size();
        };
        if (is_json)
            write_neighbours_json({.source = state.data.now.source, .question = state.data.now.question}, *found, sink);
        else
            write_neighbours_csv(state.data.now.question, *found, sink);
        EXPECT_LT(longest, std::size_t{65} << 10);
        EXPECT_GT(all, std::size_t{4} << 20);
    }
}

TEST(Neighbours, are_written_with_ids_and_labels) {
    const State state = with_labels();
    const auto found = find_neighbours(state.data.now.question, {.revision = 0, .k = 2}, Device{}, {});
    std::string csv, as_json;
    write_neighbours_csv(state.data.now.question, *found, [&](std::string_view piece) { csv += piece; });
    write_neighbours_json({.source = state.data.now.source, .question = state.data.now.question, .k = 2}, *found,
                          [&](std::string_view piece) { as_json += piece; });
    EXPECT_THAT(csv, HasSubstr("row,id,label,rank,neighbour,neighbour_id,neighbour_label,distance,ratio_to_next,"
                               "mutual\n0,7,A,1,2,9,C,1,0.2,true\n0,7,A,2,1,3,\"B, with a comma\",5,,true\n"));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 9);
    const auto json = nlohmann::json::parse(as_json);
    EXPECT_EQ(json.at("k"), 2);
    EXPECT_EQ(json.at("unit"), "km");
    EXPECT_EQ(json.at("neighbours").size(), 8u);
    EXPECT_EQ(json.at("neighbours")[1].at("neighbour_label"), "B, with a comma");
    EXPECT_TRUE(json.at("neighbours")[1].at("ratio_to_next").is_null());
}

TEST(Neighbours, pinned_pairs_are_written_with_their_names) {
    State state = with_labels();
    const std::vector<PinnedPair> pairs{{{3, 0}, "the long way"}, {{1, 1}, {}}};
    const std::string csv = pairs_csv(state.data.now.question, pairs, 2);
    EXPECT_THAT(csv, HasSubstr("name,row,id,label,rank,"));
    EXPECT_THAT(csv, HasSubstr("the long way,3,0,D,2,0,7,A,10,,false\n"));
    EXPECT_THAT(csv, HasSubstr(",1,3,\"B, with a comma\",,1,3,\"B, with a comma\",,,\n")) << "itself has no rank";
    const auto json = nlohmann::json::parse(
        pairs_json({.source = state.data.now.source, .question = state.data.now.question, .k = 2}, pairs));
    EXPECT_EQ(json.at("pairs")[0].at("distance"), 10.0);
    Effects none = update(state, command::SavePairs{"/somewhere/pairs.csv"});
    EXPECT_THAT(none.files, IsEmpty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("no pair is pinned"));
}

TEST(Neighbours, pinned_pairs_are_saved_in_the_recording_and_come_back_with_its_points) {
    State state = laptop_with_points();
    (void)update(state, command::PinPair{Cell{5, 9}});
    (void)update(state, command::NamePair{0, "these two"});
    const profiling::Recording saved = profiling::recording_in(profiling::text_of(session_recording(state)));
    EXPECT_THAT(saved.pairs, ElementsAre(profiling::RecordedPair{5, 9, "these two"}));
    State other = laptop_with_points();
    make_points(other, 30);
    const int id = open(other, saved);
    (void)update(other, command::UseRecordedPoints{id});
    EXPECT_EQ(other.data.now.question.first->rows, 64);
    EXPECT_THAT(other.data.now.pairs, ElementsAre(PinnedPair{{5, 9}, "these two"}));
    profiling::Recording damaged = saved;
    damaged.label = "damaged";
    damaged.pairs.push_back({64, 0, "outside"});
    (void)update(other, command::UseRecordedPoints{open(other, damaged)});
    EXPECT_EQ(other.data.now.pairs.size(), 1u) << "there is no row 64";
}

TEST(Neighbours, too_many_pairs_of_long_vectors_are_not_looked_at_and_it_says_so) {
    State state = laptop_with_points();
    Dataset data{.name = "long", .rows = 30000, .dims = 4000};
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    (void)update(state, command::ShowGraph{true});
    EXPECT_THAT(why_no_table(state), HasSubstr("too many vectors"));
    EXPECT_FALSE(neighbours_job(state));
    (void)update(state, command::SaveNeighbours{"/somewhere/neighbours.csv"});
    EXPECT_THAT(state.notices.back().text, HasSubstr("was not saved. There are too many vectors"));
}

TEST(Neighbours, of_all_places_of_the_world_are_searched_for_by_every_metric_that_has_a_tree) {
    State state = laptop_with_points();
    Dataset data{.name = "places", .rows = 234'908, .dims = 2};
    data.values = std::vector<float>(std::size_t(2 * data.rows));
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(data));
    for (const char* workload : {"distance_matrix", "squared_euclidean", "great_circle_distance", "manhattan_distance",
                                 "chebyshev_distance"}) {
        state.data.now.question.workload = workload;
        EXPECT_EQ(why_no_table(state), "") << workload;
    }
    state.data.now.question.workload = "cosine_distance";
    EXPECT_THAT(why_no_table(state), HasSubstr("too many vectors for a search that looks at every pair of them"));
}

TEST(Neighbours, of_one_row_are_saved_all_in_the_order_of_the_list) {
    State state = with_labels();
    choose_cpu_variant(state);
    (void)update(state, command::SaveRow{"/somewhere/row.csv"});
    EXPECT_THAT(state.notices.back().text, HasSubstr("no row is marked"));
    (void)update(state, command::PinCell{Cell{0, 1}});
    (void)update(state, command::SortNeighbours{{.key = NeighbourOrder::Key::name, .falling = true}});
    const Effects effects = update(state, command::SaveRow{"/somewhere/row.csv"});
    ASSERT_EQ(effects.files.size(), 1u);
    const auto& job = effects.files.front().what.get<job::SaveRow>();
    const auto all = all_neighbours_of(job.question, job.row, job.order);
    std::vector<std::int64_t> rows, ranks;
    for (const Neighbour& neighbour : all) {
        rows.push_back(neighbour.row);
        ranks.push_back(neighbour.rank);
    }
    EXPECT_THAT(rows, ElementsAre(3, 2, 1)) << "D, C, B";
    EXPECT_THAT(ranks, ElementsAre(3, 1, 2));
    const std::string csv = row_csv(job.question, job.row, all);
    EXPECT_THAT(csv,
                HasSubstr("row,id,label,rank,neighbour,neighbour_id,neighbour_label,distance\n0,7,A,3,3,0,D,10\n"));
    EXPECT_THAT(csv, HasSubstr("0,7,A,2,1,3,\"B, with a comma\",5\n"));
    EXPECT_EQ(
        nlohmann::json::parse(row_as_json({.source = job.source, .question = job.question}, job.row, all))["neighbours"]
            .size(),
        3u);
}

TEST(Neighbours, are_sorted_by_distance_both_ways) {
    const State state = with_labels();
    const Question& question = state.data.now.question;
    auto all = all_neighbours_of(question, 0, {});
    EXPECT_EQ(all.front().row, 2);
    EXPECT_EQ(all.front().distance, 1.0f);
    sort_neighbours(all, question, {.falling = true});
    EXPECT_EQ(all.front().row, 3);
    sort_neighbours(all, question, {.key = NeighbourOrder::Key::name});
    EXPECT_EQ(all.front().row, 1) << "B before C and D";
}

} // namespace
} // namespace pairscope::app

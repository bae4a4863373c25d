// SPDX-License-Identifier: MIT
// Columns that are shown beside the coordinates: from the cells of a file to what an edge of the matrix shows.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/tracks/track_strip.h"
#include "app/subjects/tracks/load_tracks.h"
#include "app/subjects/tracks/make_track.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Track track_of(std::vector<std::string> texts, bool is_class = false) {
    return made_track({.name = "t", .is_class = is_class, .of_sets = {TrackCells{.texts = std::move(texts)}, {}}});
}
Track track_of(std::vector<double> numbers, bool is_class = false) {
    return made_track({.name = "t", .is_class = is_class, .of_sets = {TrackCells{.numbers = std::move(numbers)}, {}}});
}

class TracksOfFile : public testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] std::filesystem::path plants() const {
        return folder.file("plants.csv", "specimen,species,year,x,y\n"
                                         "p1,rosa,2007,0,0\np2,malus,2008,1,0\np3,rosa,2009,2,0\np4,,2007,3,0\n");
    }
    /// A user opens the file, and the worker reads what is asked for.
    static void carry_out(State& state, const Command& command) {
        Effects effects = update(state, command);
        ASSERT_FALSE(effects.files.empty());
        Workbench bench([](const Task&, double) {});
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    [[nodiscard]] static State with_file(const std::filesystem::path& path, const TracksChoice& choice) {
        State state = laptop_with_points();
        carry_out(state, command::OpenFile{path});
        if (!choice.is_empty()) carry_out(state, command::ChooseTracks{choice});
        return state;
    }
    [[nodiscard]] static std::string notices_of(const State& state) {
        std::string text;
        for (const Notice& notice : state.notices) text += notice.text + "\n";
        return text;
    }
    /// The values of the rows in the order of the file.
    [[nodiscard]] static std::vector<std::string> values_of(const State& state, std::size_t track) {
        const Dataset& set = *state.data.now.question.first;
        std::vector<std::string> values(std::size_t(set.rows));
        for (std::int64_t row = 0; row < set.rows; ++row)
            values[std::size_t(id_of_row(set, row))] =
                words_of_value(tracks_of(state)[track], value_in_track(tracks_of(state)[track], 0, set, row));
        return values;
    }
};

} // namespace

TEST(made_track, of_few_texts_has_categories_in_their_order) {
    const Track track = track_of(std::vector<std::string>{"b", "a", "", "b"});
    EXPECT_EQ(track.kind, TrackKind::categories);
    EXPECT_THAT(track.categories, ElementsAre("a", "b"));
    EXPECT_THAT(track.of_sets[0]->categories, ElementsAre(1, 0, -1, 1));
}

TEST(made_track, of_many_texts_has_no_colours) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i <= most_categories; ++i) names.push_back(fmt::format("{}", i));
    const Track track = track_of(names);
    EXPECT_EQ(track.kind, TrackKind::texts);
    EXPECT_FALSE(colour_in_track(track, 0, {.category = 3}));
    names.pop_back();
    EXPECT_EQ(track_of(names).kind, TrackKind::categories);
}

TEST(made_track, takes_whole_numbers_for_categories_only_where_they_are_few) {
    const Track years = track_of(std::vector<double>{2010, 2009, 2010, NAN});
    EXPECT_THAT(years.categories, ElementsAre("2009", "2010"));
    std::vector<double> many;
    for (int i = 0; i < 11; ++i) many.push_back(i);
    EXPECT_EQ(track_of(many).kind, TrackKind::numbers);
    EXPECT_THAT(track_of(many, true).categories, SizeIs(11)) << "a user said that they are classes";
    EXPECT_EQ(track_of(many, true).categories.back(), "10") << "in the order of the numbers";
}

TEST(made_track, of_numbers_has_a_scale_that_leaves_out_what_is_missing) {
    const Track track = track_of(std::vector<double>{0.5, NAN, -2.0, INFINITY});
    EXPECT_EQ(track.kind, TrackKind::numbers);
    EXPECT_EQ(track.low, -2.0);
    EXPECT_EQ(track.high, 0.5);
    EXPECT_EQ(colour_in_track(track, 0, {.number = -2.0}), shade_rgb(0.0, 0));
    const Track constant = track_of(std::vector<double>{0.5, 0.5});
    EXPECT_EQ(colour_in_track(constant, 0, {.number = 0.5}), shade_rgb(0.5, 0)) << "no division by a width of 0";
}

TEST(made_track, of_a_hundred_thousand_classes_still_orders) {
    std::vector<std::string> names;
    for (int i = 0; i < 100'000; ++i) names.push_back(fmt::format("{:06}", 99'999 - i));
    const Track track = track_of(names, true);
    EXPECT_EQ(track.kind, TrackKind::texts);
    EXPECT_EQ(track.of_sets[0]->categories.front(), 99'999);
    EXPECT_EQ(track.of_sets[0]->categories.back(), 0);
}

TEST_F(TracksOfFile, belong_to_their_rows_whatever_the_order_of_the_points_is) {
    const State state = with_file(plants(), {.classes = "species", .columns = {"year"}});
    ASSERT_THAT(tracks_of(state), SizeIs(2));
    EXPECT_TRUE(tracks_of(state).front().is_class);
    EXPECT_THAT(values_of(state, 0), ElementsAre("rosa", "malus", "rosa", "unknown"));
    EXPECT_THAT(values_of(state, 1), ElementsAre("2007", "2008", "2009", "2007"));
    EXPECT_EQ(label_of_row(*state.data.now.question.first, 0).front(), 'p') << "names stay names";
}

TEST_F(TracksOfFile, colour_the_points_by_their_class_in_every_order) {
    State state = with_file(plants(), {.classes = "species"});
    update_label_groups(state);
    EXPECT_THAT(state.view.label_groups.names, ElementsAre("malus", "rosa"));
    EXPECT_EQ(std::ranges::count(state.view.label_groups.of_vectors[0], no_label_group), 1);
    update_label_groups(state);
    std::ignore = update(state, command::Undo{});
    update_label_groups(state);
    EXPECT_THAT(state.view.label_groups.names, ElementsAre("p1", "p2", "p3", "p4")) << "the labels again";
}

TEST_F(TracksOfFile, are_joined_by_name_and_what_does_not_match_is_counted) {
    const auto soil =
        folder.file("soil.csv", "plant,ph,wet\np3,5.5,yes\np1,7.25,no\nq9,6,no\nq8,6.5,yes\np2,6.75,no\n");
    const State state = with_file(plants(), {.file = soil});
    ASSERT_THAT(tracks_of(state), SizeIs(2)) << "all columns but the names";
    EXPECT_THAT(values_of(state, 0), ElementsAre("7.25", "6.75", "5.5", "unknown"));
    EXPECT_THAT(values_of(state, 1), ElementsAre("no", "no", "yes", "unknown"));
    EXPECT_THAT(notices_of(state), HasSubstr("1 of the 4 rows of plants.csv, such as 'p4', is not in column 'plant' of "
                                             "soil.csv, so nothing is known of it."));
    EXPECT_THAT(notices_of(state),
                HasSubstr("2 of the 5 names in soil.csv, such as 'q9', belong to no row of plants.csv."));
}

TEST_F(TracksOfFile, refuse_names_that_stand_twice_with_different_values) {
    const auto twice = folder.file("twice.csv", "plant,ph\np1,5\np1,6\n");
    EXPECT_THAT(notices_of(with_file(plants(), {.file = twice})),
                HasSubstr("'p1' stands in line 2 and in line 3, with different values in column 'ph'"));
    const auto equal = folder.file("equal.csv", "plant,ph\np1,5\np1,5\n");
    EXPECT_THAT(values_of(with_file(plants(), {.file = equal}), 0), ElementsAre("5", "unknown", "unknown", "unknown"));
}

TEST_F(TracksOfFile, refuse_a_table_without_a_common_name_and_columns_that_are_not_there) {
    const auto other = folder.file("other.csv", "plant,ph\nq1,5\n");
    EXPECT_THAT(notices_of(with_file(plants(), {.file = other})),
                HasSubstr("no column of it has the name of a row of plants.csv"));
    EXPECT_THAT(notices_of(with_file(plants(), {.classes = "genus"})),
                HasSubstr("'genus' of plants.csv: there is no such column"));
    const auto nameless = folder.file("nameless.csv", "x,y\n0,0\n1,2\n");
    EXPECT_THAT(notices_of(with_file(nameless, {.file = other})), HasSubstr("the rows of nameless.csv have no names"));
    const auto ragged = folder.file("ragged.csv", "plant,ph\np1,5\np2\n");
    EXPECT_THAT(notices_of(with_file(plants(), {.file = ragged})), HasSubstr("ragged.csv"));
    const auto empty = folder.file("empty.csv", "");
    EXPECT_THAT(notices_of(with_file(plants(), {.file = empty})), HasSubstr("empty.csv"));
}

TEST_F(TracksOfFile, are_no_more_than_have_room) {
    std::string text = "plant";
    for (int i = 0; i <= int(most_tracks); ++i) text += fmt::format(",c{}", i);
    text += "\np1";
    for (int i = 0; i <= int(most_tracks); ++i) text += ",1";
    const auto wide = folder.file("wide.csv", text + "\n");
    EXPECT_THAT(notices_of(with_file(plants(), {.file = wide})), HasSubstr("at most 12 can be drawn"));
    EXPECT_THAT(tracks_of(with_file(plants(), {.columns = {"c3"}, .file = wide})), SizeIs(1));
}

TEST_F(TracksOfFile, order_the_matrix_by_class_with_gaps_and_unknown_rows_last) {
    State state = with_file(plants(), {.classes = "species", .columns = {"x"}});
    const auto rows_in = [&](const OrderChoice& choice) {
        state.view.order = choice;
        const auto job = order_job(state);
        EXPECT_TRUE(job);
        return make_order(job->what.get<job::MakeOrder>());
    };
    const auto ids = [&](const MatrixOrder& order) {
        std::vector<std::int64_t> rows;
        for (const std::int32_t row : order.rows) rows.push_back(id_of_row(*state.data.now.question.first, row));
        return rows;
    };
    const auto by_class = rows_in(order_offered(state, OrderKind::by_class));
    EXPECT_EQ(ids(*by_class).front(), 1) << "malus";
    EXPECT_EQ(ids(*by_class).back(), 3) << "unknown";
    EXPECT_THAT(by_class->row_gaps, ElementsAre(1, 3));
    const auto by_x = rows_in(order_offered(state, OrderKind::by_column));
    EXPECT_THAT(ids(*by_x), ElementsAre(0, 1, 2, 3));
    EXPECT_THAT(why_not_ordered(state, {.kind = OrderKind::by_column, .column = "z"}), HasSubstr("no track 'z'"));
    EXPECT_EQ(title_of(order_offered(state, OrderKind::by_column)), "by the column x");
}

TEST_F(TracksOfFile, are_asked_for_before_the_matrix_is_ordered_by_them) {
    const State state = with_file(plants(), {});
    EXPECT_THAT(why_not_ordered(state, OrderKind::by_class), HasSubstr("no class"));
    EXPECT_THAT(why_not_ordered(state, OrderKind::by_column), HasSubstr("No column is drawn"));
}

TEST_F(TracksOfFile, are_named_by_the_command_line_of_the_data) {
    const State state = with_file(plants(), {.classes = "species", .columns = {"year", "x"}});
    EXPECT_THAT(shell_command_of(state.data.now), HasSubstr(" --class species --track year --track x"));
}

namespace {

/// A line of points with one track, shown in the order of the file.
State with_track(const Track& track, std::int64_t rows) {
    State state = state_with_origin_points(rows);
    state.data.now.tracks = std::make_shared<const Tracks>(Tracks{{track}});
    state.output.shape = {rows, rows};
    return state;
}

} // namespace

TEST(track_parts, join_rows_of_one_value_and_leave_out_rows_out_of_sight) {
    const State state = with_track(track_of(std::vector<std::string>{"a", "a", "b", "a"}), 4);
    const HeatmapView view{.center = {2.0, 2.0}, .pixels_per_cell = 10.0};
    const auto whole = track_parts(state, Edge::rows, {view, {40, 40}}, tracks_of(state).front());
    ASSERT_THAT(whole, SizeIs(3));
    EXPECT_EQ(whole[0].begin, 0.0);
    EXPECT_EQ(whole[0].end, 20.0);
    EXPECT_EQ(whole[1].value.category, 1);
    const HeatmapView low{.center = {3.5, 3.5}, .pixels_per_cell = 10.0};
    const auto part = track_parts(state, Edge::columns, {low, {10, 10}}, tracks_of(state).front());
    ASSERT_THAT(part, SizeIs(1));
    EXPECT_EQ(part[0].first, 3) << "names of hidden rows are not drawn";
}

TEST(track_parts, of_several_rows_per_pixel_are_the_most_frequent_value_or_the_mean) {
    const HeatmapView view{.center = {4.0, 4.0}, .pixels_per_cell = 0.25};
    const State texts = with_track(track_of(std::vector<std::string>{"b", "a", "b", "c", "c", "", "", "c"}), 8);
    const auto most = track_parts(texts, Edge::rows, {view, {2, 2}}, tracks_of(texts).front());
    ASSERT_THAT(most, SizeIs(2));
    EXPECT_EQ(tracks_of(texts).front().categories[std::size_t(most[0].value.category)], "b");
    EXPECT_EQ(tracks_of(texts).front().categories[std::size_t(most[1].value.category)], "c");
    const State numbers = with_track(track_of(std::vector<double>{1, 2, 3, 6.5, 0, NAN, 0, 9}), 8);
    const auto mean = track_parts(numbers, Edge::rows, {view, {2, 2}}, tracks_of(numbers).front());
    ASSERT_THAT(mean, SizeIs(2));
    EXPECT_DOUBLE_EQ(*mean[0].value.number, 3.125);
    EXPECT_DOUBLE_EQ(*mean[1].value.number, 3.0);
}

TEST(gaps_in_sight, are_left_out_where_they_would_hide_the_matrix) {
    const LabelledView drawn{{.center = {5.0, 5.0}, .pixels_per_cell = 10.0}, {100, 100}};
    EXPECT_THAT(gaps_in_sight(std::vector<std::int64_t>{2, 5, 40}, Edge::rows, drawn, 6.0), ElementsAre(20.0, 50.0));
    const LabelledView small{{.center = {5.0, 5.0}, .pixels_per_cell = 1.0}, {10, 10}};
    EXPECT_THAT(gaps_in_sight(std::vector<std::int64_t>{2, 5}, Edge::rows, small, 6.0), IsEmpty());
}

TEST(category_rgb, tells_all_categories_of_a_track_apart) {
    std::set<Rgb> colours;
    for (std::size_t i = 0; i < most_categories; ++i) colours.insert(category_rgb(i));
    EXPECT_THAT(colours, SizeIs(most_categories));
}

} // namespace pairscope::app

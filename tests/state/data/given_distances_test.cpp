// SPDX-License-Identifier: MIT
// Distances that were given: how they come into the state, what is asked about them, and what is not.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/data/map/map.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/neighbours/neighbours.h"
#include "app/subjects/points/points_words.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/vectors.h"
#include "profiling/recording/file.h"
#include "tests/kernels/distance_samples.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <cmath>

namespace pairscope::app {
namespace {

using samples::csv_of;
using samples::random_distances;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class GivenDistances : public testing::Test {
protected:
    TemporaryFolder folder;

    [[nodiscard]] std::filesystem::path file(std::int64_t rows = 30) const {
        return folder.file("distances.csv", csv_of(random_distances(rows), true));
    }
    /// A user opens the file, and the worker reads it.
    static void open(State& state, const std::filesystem::path& path) {
        Effects effects = update(state, command::OpenFile{path});
        ASSERT_FALSE(effects.files.empty());
        Workbench bench([](const Task&, double) {});
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    [[nodiscard]] static State laptop_with(const std::filesystem::path& path) {
        State state = laptop_with_points();
        open(state, path);
        return state;
    }
    [[nodiscard]] static std::string all_notices(const State& state) {
        std::string text;
        for (const Notice& notice : state.notices) text += notice.text + "\n";
        return text;
    }
};

TEST_F(GivenDistances, are_shown_when_their_file_is_opened_whatever_the_workload_is) {
    for (const char* before : {"distance_matrix", "cross_distance", "farthest_pair"}) {
        State state = laptop_with_points();
        state.data.now.question.workload = type_of(before).id;
        state.data.now.question.parameters = usual_parameters(type_of(before));
        open(state, file());
        EXPECT_TRUE(shows_given_distances(state)) << before << all_notices(state);
        ASSERT_TRUE(state.data.now.question.first->holds_distances);
        EXPECT_EQ(state.data.now.question.first->rows, 30);
        EXPECT_EQ(name_of_row(state.data.now.question, 7), "p7");
        EXPECT_THAT(all_notices(state), HasSubstr("distances.csv holds the distances between 30 rows"));
        EXPECT_THAT(state.data.recent, ElementsAre(file()));
    }
}

TEST_F(GivenDistances, have_no_ladder_and_nothing_is_measured) {
    State state = laptop_with(file());
    EXPECT_THAT(ladder(state), IsEmpty());
    EXPECT_THAT(ladder_sections(state), IsEmpty());
    ASSERT_NE(selected_variant(state), nullptr) << "the one that shows them";
    EXPECT_EQ(why_not_measured(state, *selected_variant(state)), nothing_is_computed);
    const auto job = next(state);
    ASSERT_TRUE(job);
    ASSERT_TRUE(job->what.is<job::MakeOutput>());
    Workbench bench([](const Task&, double) {});
    const Event made = bench.carry_out(*job, {});
    const auto* output = made.what.as<event::OutputMade>();
    ASSERT_NE(output, nullptr);
    const OutputBuffer& matrix = *output->host;
    const Dataset given = random_distances(30);
    for (std::int64_t row = 0; row < 30; ++row)
        for (std::int64_t col = 0; col < 30; ++col)
            EXPECT_EQ(matrix.memory().data[row * matrix.memory().pitch + col],
                      coordinates(given)[std::size_t(row * 30 + col)]);
    app::apply(state, made);
    EXPECT_FALSE(next(state)) << "then there is rest";
    (void)update(state, command::StepVariant{1});
    (void)update(state, command::RunAgain{});
    EXPECT_NE(selected_variant(state), nullptr);
    EXPECT_FALSE(next(state));
}

TEST_F(GivenDistances, can_be_read_as_vectors_and_back_and_undone) {
    State state = laptop_with(file());
    const AsVectors read = as_vectors(std::get<VectorSource>(state.data.now.source), 30);
    Effects effects = update(state, command::AskAboutVectors{std::string(read.workload), read.source});
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(effects.files.back(), {}));
    EXPECT_FALSE(shows_given_distances(state)) << all_notices(state);
    EXPECT_FALSE(state.data.now.question.first->holds_distances);
    EXPECT_EQ(state.data.now.question.first->dims, 30);
    EXPECT_EQ(state.data.now.question.second, nullptr) << "one set is compared with itself";
    EXPECT_FALSE(ladder(state).empty());
    (void)update(state, command::Undo{});
    EXPECT_TRUE(shows_given_distances(state));
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 64) << "the points that were there before";
    (void)update(state, command::Redo{});
    EXPECT_TRUE(shows_given_distances(state));
}

TEST_F(GivenDistances, of_too_many_rows_for_vectors_are_read_as_points) {
    const AsVectors read = as_vectors({.a = "d.csv", .b = {}, .n = {}, .m = {}}, 5000);
    EXPECT_EQ(read.workload, workload_of_points().id);
    EXPECT_EQ(std::get<FileSource>(read.source).as, ReadAs::vectors);
}

TEST_F(GivenDistances, that_nearly_fit_are_asked_about_and_every_answer_is_carried_out) {
    Dataset odd = random_distances(12);
    std::get<std::vector<float>>(odd.values)[5] = 9.0f;
    const State asked = laptop_with(folder.file("odd.csv", csv_of(odd, true)));
    EXPECT_EQ(asked.data.now.question.first->rows, 64) << "what was open stays open";
    EXPECT_FALSE(asked.data.loading);
    EXPECT_EQ(asked.look.dialog, Dialog::reading);
    ASSERT_TRUE(asked.data.asked_reading);
    EXPECT_THAT(asked.data.asked_reading->sentence,
                HasSubstr("odd.csv looks like a distance matrix, but the entry in row 0, column 5"));
    const std::vector<ReadingChoice> choices = asked.data.asked_reading->choices;
    ASSERT_EQ(choices.size(), 5u);
    for (const ReadingChoice& choice : choices) {
        State state = asked;
        Effects effects =
            update(state, command::AskAboutVectors{std::string(choice.read.workload), choice.read.source});
        Workbench bench([](const Task&, double) {});
        app::apply(state, bench.carry_out(effects.files.back(), {}));
        const Dataset& set = *state.data.now.question.first;
        EXPECT_EQ(set.rows, 12) << choice.id << all_notices(state);
        const Dataset given = random_distances(12);
        const float other = coordinates(given)[5];
        if (choice.id == "read_vectors") {
            EXPECT_FALSE(set.holds_distances);
        } else if (choice.id == "keep_both") {
            EXPECT_EQ(coordinates(set)[5], 9.0f);
            EXPECT_EQ(coordinates(set)[60], other);
            EXPECT_THAT(brief_command_of(state.data.now), HasSubstr("--symmetrise keep"));
            EXPECT_THAT(why_not_ordered(state, OrderKind::clusters), HasSubstr("Trees need one distance"));
        } else {
            const float expected = choice.id == "use_min"   ? other
                                   : choice.id == "use_max" ? 9.0f
                                                            : static_cast<float>((9.0 + double(other)) / 2.0);
            EXPECT_EQ(coordinates(set)[5], expected) << choice.id;
            EXPECT_EQ(coordinates(set)[60], expected) << choice.id;
            EXPECT_THAT(brief_command_of(state.data.now), HasSubstr("--symmetrise m"));
        }
    }
}

TEST_F(GivenDistances, that_need_two_answers_are_asked_about_twice) {
    State state = laptop_with(folder.file("odd.csv", "name,A,B,C\nA,0,5,40\nB,6,20,30\nC,40,30,0\n"));
    Workbench bench([](const Task&, double) {});
    for (const Remedy remedy : {Remedy::zero_diagonal, Remedy::symmetrise}) {
        ASSERT_EQ(state.look.dialog, Dialog::reading);
        ASSERT_TRUE(state.data.asked_reading);
        EXPECT_EQ(state.data.asked_reading->advice, words_for(remedy));
        const ReadingChoice choice = state.data.asked_reading->choices.front();
        (void)update(state, command::ShowDialog{Dialog::none});
        Effects effects =
            update(state, command::AskAboutVectors{std::string(choice.read.workload), choice.read.source});
        app::apply(state, bench.carry_out(effects.files.back(), {}));
    }
    EXPECT_TRUE(shows_given_distances(state)) << all_notices(state);
    EXPECT_THAT(coordinates(*state.data.now.question.first), testing::Contains(5.5f));
    EXPECT_THAT(brief_command_of(state.data.now), HasSubstr(" --as matrix --symmetrise mean"));
}

TEST_F(GivenDistances, that_may_be_something_else_are_vectors_and_the_state_says_why) {
    State state = laptop_with(folder.file("like.csv", "1,0.9,0.2\n0.9,1,0.3\n0.2,0.3,1\n"));
    EXPECT_FALSE(shows_given_distances(state));
    EXPECT_THAT(state.data.now.why_vectors,
                HasSubstr("like.csv is not read as a distance matrix, because its diagonal is 1"));
    EXPECT_THAT(all_notices(state), HasSubstr("as in a table of similarities."));
    open(state, folder.file("points.csv", "x,y\n1,2\n3,5\n4,4\n"));
    EXPECT_THAT(state.data.now.why_vectors, IsEmpty());
}

TEST_F(GivenDistances, make_room_for_points_that_are_opened_next) {
    State state = laptop_with(file());
    open(state, folder.file("points.csv", "x,y\n1,2\n3,5\n4,4\n"));
    EXPECT_EQ(state.data.now.question.workload, workload_of_points().id) << all_notices(state);
    EXPECT_EQ(state.data.now.question.first->rows, 3);
    open(state, file(20));
    EXPECT_EQ(state.data.now.question.first->rows, 20);
    EXPECT_TRUE(shows_given_distances(state));
}

TEST_F(GivenDistances, are_not_proposed_where_the_user_said_what_to_read) {
    State state = laptop_with_points();
    const FileSource named{.path = file(), .columns = {.x = "p0", .y = "p1", .label = {}}};
    Effects effects = update(state, command::SetSource{named});
    EXPECT_FALSE(effects.files.back().what.get<job::Load>().may_be_distances);
    effects = update(state, command::SetSource{FileSource{.path = file(), .columns = {}, .as = ReadAs::vectors}});
    EXPECT_FALSE(effects.files.back().what.get<job::Load>().may_be_distances);
    effects = update(state, command::SetSource{FileSource{.path = file(), .columns = {}}});
    EXPECT_TRUE(effects.files.back().what.get<job::Load>().may_be_distances);
}

TEST_F(GivenDistances, come_again_from_their_command_line) {
    const State state = laptop_with(file());
    const std::string line = brief_command_of(state.data.now);
    EXPECT_THAT(line, HasSubstr(" --workload " + std::string(workload_of_distances()->id) + " --a distances.csv"));
    DataSnapshot as_vectors;
    as_vectors.source = FileSource{.path = "d.csv", .columns = {}, .as = ReadAs::vectors};
    EXPECT_THAT(brief_command_of(as_vectors), HasSubstr(" --as vectors"));
}

TEST_F(GivenDistances, come_again_from_a_recording_without_runs) {
    const State state = laptop_with(file());
    const profiling::Recording recording = session_recording(state);
    EXPECT_THAT(recording.runs, IsEmpty());
    const auto path = folder.path() / "session.pairscope";
    profiling::save_recording(path, recording);
    const profiling::Recording again = profiling::load_recording(path);
    EXPECT_EQ(recorded_workload(again), workload_of_distances()->id);
    const LoadedSets sets = load_sets(*workload_of_distances(), {.a = path, .b = {}, .n = {}, .m = {}});
    EXPECT_TRUE(sets.first->holds_distances);
    EXPECT_EQ(sets.first->values, state.data.now.question.first->values);
    EXPECT_EQ(sets.first->labels, state.data.now.question.first->labels);
    const LoadedSets part = load_sets(*workload_of_distances(), {.a = path, .b = {}, .n = 7, .m = {}});
    EXPECT_EQ(part.first->rows, 7);
    EXPECT_EQ(part.first->dims, 7);
}

TEST_F(GivenDistances, of_a_recording_that_are_none_are_refused) {
    profiling::Recording recording = session_recording(laptop_with(file(5)));
    Dataset broken = *recording.sets.front();
    std::get<std::vector<float>>(broken.values)[1] = 77.0f;
    recording.sets = {std::make_shared<const Dataset>(broken)};
    const auto path = folder.path() / "broken.pairscope";
    profiling::save_recording(path, recording);
    EXPECT_THAT(refusal([&] { (void)profiling::load_recording(path); }), HasSubstr("holds_distances"));
}

TEST_F(GivenDistances, move_with_their_rows_and_columns_in_every_order) {
    const State state = laptop_with(file());
    for (const auto& known : order_kind_names) {
        if (is_of_tracks(known.value)) continue;
        EXPECT_THAT(why_not_ordered(state, known.value), IsEmpty()) << known.name;
        State ordered = state;
        ordered.view.order = order_offered(ordered, known.value);
        const auto job = order_job(ordered);
        if (known.value == OrderKind::as_loaded) continue;
        ASSERT_TRUE(job) << known.name;
        const auto order = make_order(job->what.get<job::MakeOrder>());
        ASSERT_TRUE(order && seriation::is_permutation(order->rows));
        EXPECT_EQ(order->rows, order->cols);
        const Dataset moved = in_order(*state.data.now.question.first, order->rows);
        EXPECT_TRUE(moved.holds_distances);
        for (std::int64_t row = 0; row < 30; ++row)
            for (std::int64_t col = 0; col < 30; ++col)
                EXPECT_EQ(coordinates(moved)[std::size_t(row * 30 + col)],
                          coordinates(*state.data.now.question.first)[std::size_t(order->rows[std::size_t(row)] * 30 +
                                                                                  order->rows[std::size_t(col)])]);
    }
}

/// The distances between points in the plane.
Dataset distances_between(const Dataset& points) {
    Dataset given{.name = "given", .rows = points.rows, .dims = points.rows};
    std::vector<float> values;
    for (std::int64_t row = 0; row < points.rows; ++row)
        for (std::int64_t col = 0; col < points.rows; ++col)
            values.push_back(std::hypot(
                coordinates(points)[std::size_t(2 * row)] - coordinates(points)[std::size_t(2 * col)],
                coordinates(points)[std::size_t(2 * row + 1)] - coordinates(points)[std::size_t(2 * col + 1)]));
    given.values = std::move(values);
    given.holds_distances = true;
    return given;
}

TEST_F(GivenDistances, of_points_in_the_plane_give_a_map_with_these_distances) {
    for (const std::int64_t rows : {3, 40, 1100}) { // more than 1024 rows are placed by landmarks
        const Dataset given = distances_between(generate(default_settings(Shape::uniform_square, rows)));
        const auto map = distance_map(given);
        ASSERT_TRUE(map);
        ASSERT_EQ(std::ssize(map->first), 2 * rows);
        Dataset places{.name = "places", .rows = rows, .dims = 2};
        places.values = map->first;
        const Dataset again = distances_between(places);
        const float largest = *std::ranges::max_element(coordinates(given));
        for (std::size_t i = 0; i < coordinates(given).size(); ++i)
            ASSERT_NEAR(coordinates(again)[i], coordinates(given)[i], 2e-3f * largest) << rows;
        EXPECT_GT(*map->agreement, 0.9999);
        EXPECT_EQ(distance_map(given)->first, map->first) << "equal distances give equal maps";
    }
}

TEST_F(GivenDistances, that_are_no_distances_in_the_plane_say_so_beside_the_map) {
    State state = laptop_with(file(60));
    ASSERT_TRUE(state.data.now.principal);
    EXPECT_LT(*state.data.now.principal->agreement, 0.9);
    EXPECT_THAT(axes_words(state), HasSubstr("map of the distances, correlation 0."));
    EXPECT_THAT(about_points(state), HasSubstr("multidimensional scaling"));
    EXPECT_EQ(std::ssize(state.data.now.principal->first), 120);
    Dataset equal = random_distances(8, 0);
    ASSERT_TRUE(distance_map(equal)->agreement);
    EXPECT_FALSE(std::isnan(*distance_map(equal)->agreement));
}

TEST_F(GivenDistances, are_searched_for_neighbours_without_their_rows_as_vectors) {
    State state = laptop_with(file());
    EXPECT_TRUE(has_neighbours(state));
    EXPECT_THAT(why_no_table(state), IsEmpty());
    (void)update(state, command::ShowGraph{true});
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(*neighbours_job(state), {}));
    const FoundNeighbours* const found = found_neighbours(state);
    ASSERT_NE(found, nullptr);
    const auto row = coordinates(*state.data.now.question.first).subspan(11 * 30, 30);
    float nearest = 9.0f;
    for (std::size_t col = 0; col < 30; ++col)
        if (col != 11) nearest = std::min(nearest, row[col]);
    EXPECT_EQ(float(found->table.distances_of(11).front()), nearest);
}

/// The program was started with the file and a number of rows.
State started_with(const std::filesystem::path& path, std::int64_t rows) {
    State state = laptop_with_points();
    Effects effects = update(
        state, command::SetSource{.source = FileSource{.path = path, .columns = {}, .n = rows}, .asked_rows = rows});
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(effects.files.back(), {}));
    return state;
}

TEST_F(GivenDistances, are_shown_in_part_where_rows_were_asked_for_before_the_file_was_known) {
    const State part = started_with(file(), 9);
    EXPECT_TRUE(shows_given_distances(part)) << all_notices(part);
    EXPECT_EQ(part.data.now.question.first->rows, 9);
    EXPECT_THAT(all_notices(part), HasSubstr("The first 9 of the 30 rows and columns of distances.csv are used."));
    EXPECT_EQ(std::get<VectorSource>(part.data.now.source).n, 9);
    const State few = started_with(file(), 2);
    EXPECT_FALSE(shows_given_distances(few));
    EXPECT_THAT(all_notices(few),
                HasSubstr("Cannot show 2 rows of distances.csv, which holds distances: take at least 3"));
}

TEST_F(GivenDistances, and_tables_of_points_say_so_if_more_rows_were_asked_for_than_there_are) {
    const auto three = folder.file("points.csv", "x,y\n1,2\n3,5\n4,4\n");
    EXPECT_THAT(all_notices(started_with(three, 100)),
                HasSubstr("points.csv has only 3 rows, and all of them are used."));
    EXPECT_THAT(all_notices(started_with(three, 3)), IsEmpty());
    EXPECT_THAT(all_notices(started_with(file(), 100)), HasSubstr("has only 30 rows, and all of them are used"));
    EXPECT_THAT(all_notices(laptop_with(three)), IsEmpty()) << "nobody asked for a number of rows";
}

TEST_F(GivenDistances, are_looked_for_in_a_table_that_is_not_read_again_for_its_points_or_vectors) {
    for (const char* workload : {"distance_matrix", "cross_distance"}) {
        const auto path = folder.file("square.csv", "x,y,z\n1,2,3\n4,5,6\n7,8,9\n");
        State state = laptop_with_points();
        (void)update(state, command::ChooseWorkload{workload});
        Effects effects = update(state, command::OpenFile{path});
        int readings = 0;
        Workbench bench([&](const Task& task, double) {
            if (task.kind == TaskKind::reading && ++readings == 2) std::filesystem::remove(path);
        });
        app::apply(state, bench.carry_out(effects.files.back(), {}));
        EXPECT_EQ(readings, 2) << workload << ": for distances, and for something else";
        EXPECT_EQ(state.data.now.question.first->name, "square.csv") << workload << all_notices(state);
    }
}

TEST_F(GivenDistances, are_loaded_with_fewer_rows_if_asked) {
    const LoadedSets sets = load_sets(*workload_of_distances(), {.a = file(), .b = {}, .n = 9, .m = {}});
    EXPECT_EQ(sets.first->rows, 9);
    EXPECT_THAT(sets.remarks, ElementsAre(HasSubstr("between 30 rows"),
                                          "The first 9 of the 30 rows and columns of distances.csv are used."));
    const LoadedSets example = load_sets(*workload_of_distances(), {.a = {}, .b = {}, .n = 20, .m = {}});
    EXPECT_TRUE(example.first->holds_distances);
    EXPECT_EQ(example.first->dims, 20);
    EXPECT_THAT(refusal([&] {
                    (void)load_sets(*workload_of_distances(), {.a = file(), .b = {}, .n = {}, .m = {}, .dims = 4});
                }),
                HasSubstr("its rows and columns are the same"));
}

} // namespace
} // namespace pairscope::app

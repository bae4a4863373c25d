// SPDX-License-Identifier: MIT
// What float32 rounds away stays with its points: when they are dragged, added and deleted, when another workload is
// chosen, and in another order. Two files of vectors share what is subtracted from them.
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/load_points.h"
#include "app/subjects/data/load_sets.h"
#include "app/subjects/matrix/order/order_choice.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/globe.h"
#include "profiling/recording/file.h"
#include "tests/kernels/temporary_folder.h"
#include "tests/state/sample_state.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class LowParts : public testing::Test {
protected:
    TemporaryFolder folder;
    std::filesystem::path places =
        folder.file("places.csv", "easting,northing,name\n4500000.10,5200000.20,A\n4500000.30,5200000.25,B\n"
                                  "4500001.90,5200003.40,C\n700000.123,5200000.10,D\n");

    static void carry_out(State& state, const Command& command) {
        const Effects effects = update(state, command);
        Workbench bench([](const Task&, double) {});
        for (const Job& job : effects.files) pairscope::app::apply(state, bench.carry_out(job, {}));
    }
    [[nodiscard]] State with_places(Order order = Order::as_loaded) const {
        State state = laptop_with_points();
        carry_out(state, command::SetSource{FileSource{.path = places, .columns = {}, .n = 100, .order = order}});
        return state;
    }
    static const Dataset& points(const State& state) { return *state.data.now.question.first; }
    static double x_of(const State& state, std::string_view label) {
        const Dataset& data = points(state);
        const auto at = std::ranges::find(data.labels, label);
        return at == data.labels.end() ? std::nan("") : coordinate_in_file(data, at - data.labels.begin(), 0);
    }
    static void expect_all_there(const State& state) {
        EXPECT_EQ(std::ssize(points(state).low), points(state).rows * points(state).dims);
        EXPECT_EQ(x_of(state, "B"), 4500000.30);
        EXPECT_EQ(x_of(state, "C"), 4500001.90);
        EXPECT_EQ(x_of(state, "D"), 700000.123);
    }
    [[nodiscard]] static std::string refusal(const WorkloadType& type, const VectorSource& source) {
        try {
            (void)load_sets(type, source);
        } catch (const InputError& error) {
            return error.what();
        }
        return "it was not refused";
    }
};

TEST_F(LowParts, of_other_points_stay_when_one_is_dragged_added_or_deleted) {
    State state = with_places();
    expect_all_there(state);
    const double origin = points(state).origin[0];
    std::ignore = update(state, command::MovePoint{0, 3.5f, 4.5f, false});
    std::ignore = update(state, command::MovePoint{0, 3.75f, 4.5f, true});
    EXPECT_EQ(x_of(state, "A"), origin + 3.75) << "nothing is left of the digits that it had before";
    expect_all_there(state);
    std::ignore = update(state, command::AddPoint{7.5f, 8.5f});
    EXPECT_EQ(whole_coordinate(points(state), 4, 0), origin + 7.5);
    expect_all_there(state);
    state.data.selected = {0, 4};
    std::ignore = update(state, command::DeleteSelected{});
    EXPECT_EQ(points(state).rows, 3);
    expect_all_there(state);
    for (int i = 0; i < 3; ++i) std::ignore = update(state, command::Undo{});
    EXPECT_EQ(x_of(state, "A"), 4500000.10);
    expect_all_there(state);
    std::ignore = update(state, command::Redo{});
    EXPECT_EQ(x_of(state, "A"), origin + 3.75);
    expect_all_there(state);
}

TEST_F(LowParts, and_the_origin_come_back_after_a_workload_of_directions) {
    State state = with_places();
    const auto before = state.data.now.question.first;
    const auto choose = [&](Metric metric) {
        carry_out(state, command::ChooseWorkload{std::string(workload_of_metric(metric)->id)});
    };
    choose(Metric::cosine);
    EXPECT_THAT(points(state).origin, IsEmpty());
    EXPECT_EQ(coordinates(points(state))[0], 4500000.0f);
    EXPECT_NEAR(held_coordinate(points(state), 0, 0), 4500000.10, 1e-8);
    expect_all_there(state);
    choose(Metric::manhattan);
    EXPECT_EQ(state.data.now.question.first, before);
    choose(Metric::cosine);
    std::ignore = update(state, command::MovePoint{0, 3.75f, 4.5f, true});
    EXPECT_EQ(coordinates(points(state))[0], 4500003.75f) << "a point is dragged in the coordinates of the picture";
    choose(Metric::chebyshev);
    EXPECT_EQ(x_of(state, "A"), before->origin[0] + 3.75) << fmt::format("{}", x_of(state, "A"));
    expect_all_there(state);
}

TEST_F(LowParts, move_with_the_rows_of_another_order) {
    for (const Order order : {Order::by_x, Order::by_y, Order::hilbert}) expect_all_there(with_places(order));
    const State state = with_places();
    const Permutation order{3, 1, 0, 2};
    const Dataset moved = in_order(points(state), order);
    for (std::int64_t place = 0; place < 4; ++place)
        EXPECT_EQ(coordinate_in_file(moved, place, 0), coordinate_in_file(points(state), order[std::size_t(place)], 0));
}

TEST_F(LowParts, are_all_that_is_left_where_nothing_may_be_subtracted) {
    State state = laptop_with_points();
    FileSource source{.path = places, .columns = {}, .n = 100, .order = Order::as_loaded};
    source.columns.may_shift = false;
    carry_out(state, command::SetSource{source});
    EXPECT_THAT(points(state).origin, IsEmpty());
    expect_all_there(state);
    EXPECT_THAT(shell_command_of(state.data.now), HasSubstr(" --origin none"));
    EXPECT_THAT(shell_command_of(with_places().data.now), Not(HasSubstr("--origin")));
    VectorSource vectors{.a = places, .b = {}, .n = {}, .m = {}};
    vectors.may_shift = false;
    carry_out(state, command::AskAboutVectors{std::string(workload_of_metric(Metric::manhattan)->id), vectors});
    EXPECT_THAT(points(state).origin, IsEmpty());
    EXPECT_THAT(shell_command_of(state.data.now), HasSubstr(" --origin none"));
}

TEST_F(LowParts, of_recordings_hold_whole_coordinates_where_nothing_may_be_subtracted) {
    const auto session = folder.path() / "session.pairscope";
    profiling::save_recording(session, session_recording(with_places()));
    const Table table = load_points(session);
    ColumnChoice choice = usual_columns(Metric::euclidean, table, {});
    for (const bool may_shift : {true, false}) {
        choice.may_shift = may_shift;
        const Dataset data = points_from(table, choice, 4, Order::as_loaded);
        EXPECT_EQ(data.origin.empty(), !may_shift);
        EXPECT_EQ(coordinate_in_file(data, 1, 0), 4500000.30);
        EXPECT_EQ(coordinate_in_file(data, 3, 0), 700000.123);
    }
    const WorkloadType& type = *workload_of_metric(Metric::manhattan);
    VectorSource vectors{.a = places, .b = {}, .n = {}, .m = {}};
    State state = laptop_with_points();
    carry_out(state, command::AskAboutVectors{std::string(type.id), vectors});
    ASSERT_THAT(points(state).origin, Not(IsEmpty()));
    profiling::save_recording(session, session_recording(state));
    vectors.a = session;
    EXPECT_EQ(load_sets(type, vectors).first->origin, points(state).origin);
    vectors.may_shift = false;
    const LoadedSets sets = load_sets(type, vectors);
    EXPECT_THAT(sets.first->origin, IsEmpty());
    EXPECT_EQ(coordinate_in_file(*sets.first, 1, 0), 4500000.30);
}

TEST_F(LowParts, of_generated_points_do_not_exist) {
    const State state = laptop_with_points();
    EXPECT_THAT(points(state).low, IsEmpty());
    EXPECT_THAT(points(state).origin, IsEmpty());
}

TEST_F(LowParts, and_origins_of_two_files_belong_together) {
    const WorkloadType& type = *workload_of_metric("euclidean", 2);
    const auto a = folder.file("a.csv", "X,Y,Z\n448262,5411932,110\n448263,5411930,111\n");
    const auto b = folder.file("b.csv", "Z,X,Y\n110.02,448262.11,5411932.10\n110.05,448262.30,5411932.12\n"
                                        "110.25,448262.50,5411932.60\n");
    VectorSource source{.a = a, .b = b, .n = {}, .m = {}};
    const LoadedSets sets = load_sets(type, source);
    ASSERT_THAT(sets.first->origin, Not(IsEmpty()));
    EXPECT_EQ(sets.first->origin, sets.second->origin);
    EXPECT_THAT(sets.second->axes, ElementsAre("X", "Y", "Z"));
    EXPECT_EQ(coordinate_in_file(*sets.second, 1, 0), 448262.30);
    source.label = "none";
    EXPECT_THAT(refusal(type, source), HasSubstr("there is no such column"));
}

TEST_F(LowParts, or_not_two_files_with_some_common_columns_are_refused_until_columns_are_chosen) {
    const WorkloadType& type = *workload_of_metric("euclidean", 2);
    VectorSource source{.a = folder.file("a.csv", "mass,height,age\n70,1.8,30\n80,1.7,40\n"),
                        .b = folder.file("b.csv", "age,mass,width\n30,70,2\n40,80,3\n"),
                        .n = {},
                        .m = {}};
    EXPECT_THAT(refusal(type, source), HasSubstr("or with --columns age,mass"));
    source.columns.names = {"age", "mass"};
    const LoadedSets sets = load_sets(type, source);
    EXPECT_EQ(sets.first->values, sets.second->values);
    State state = laptop_with_points();
    source.columns.names.clear();
    carry_out(state, command::AskAboutVectors{std::string(type.id), source});
    EXPECT_EQ(workload_types().front().id, state.data.now.question.workload) << "the data of before stay";
    ASSERT_THAT(state.notices, Not(IsEmpty()));
    EXPECT_THAT(state.notices.back().text, HasSubstr("annot match the columns of b.csv with those of a.csv"));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// What the panel Points draws and says of vectors of any number of coordinates.
#include "app/spine/files/paths.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/points/points.h"
#include "app/subjects/points/points_words.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace pairscope::app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Dataset> shared_set(std::int64_t dims, std::vector<float> values) {
    Dataset data{.name = "set", .rows = std::ssize(values) / dims, .dims = dims};
    data.values = std::move(values);
    return std::make_shared<const Dataset>(std::move(data));
}

/// Two sets of vectors, as the worker reads them.
State state_with(std::shared_ptr<const Dataset> first, std::shared_ptr<const Dataset> second) {
    State state = laptop_with_points();
    DataSnapshot data;
    data.source = VectorSource{};
    data.question.workload = "cross_distance";
    data.principal = first->dims > 2 ? principal_plane(*first, second.get()) : nullptr;
    data.question.first = std::move(first);
    data.question.second = std::move(second);
    set_dataset(state, std::move(data));
    update_places(state);
    return state;
}

State state_with_vectors() {
    return state_with(shared_set(3, {1, 2, 3, 4, 5, 6}), shared_set(3, {7, 8, 9, 1, 1, 1, 2, 2, 2}));
}

std::vector<float> floats(std::span<const float> places) { return {places.begin(), places.end()}; }

TEST(PointPlaces, points_in_the_plane_are_drawn_where_they_are) {
    const State state = laptop_with_points();
    EXPECT_EQ(axes_kind(state), AxesKind::plane);
    EXPECT_TRUE(can_edit_points(state));
    EXPECT_EQ(places_now(state).first.data(), coordinates(*state.data.now.question.first).data());
    EXPECT_THAT(floats(places_now(state).second), IsEmpty());
}

TEST(PointPlaces, vectors_of_many_coordinates_are_drawn_by_their_principal_components_at_first) {
    const State state = state_with_vectors();
    EXPECT_EQ(axes_kind(state), AxesKind::principal);
    EXPECT_EQ(places_now(state).first.size(), 4u);
    EXPECT_EQ(places_now(state).second.size(), 6u);
    EXPECT_EQ(axes_words(state), "first two components, 100 % of the variance");
}

TEST(PointPlaces, two_coordinates_can_be_chosen_and_follow_the_data) {
    State state = state_with_vectors();
    state.view.scatter.fit = false;
    (void)update(state, command::SetPointAxes{{.principal = false, .x = 2, .y = 0}});
    EXPECT_TRUE(state.view.scatter.fit);
    EXPECT_THAT(floats(places_now(state).first), IsEmpty()) << "those of the axes of before are not shown";
    update_places(state);
    EXPECT_THAT(floats(places_now(state).first), ElementsAre(3, 1, 6, 4));
    EXPECT_THAT(floats(places_now(state).second), ElementsAre(9, 7, 1, 1, 2, 2));
    EXPECT_EQ(axes_words(state), "coordinate 3 by coordinate 1");
    DataSnapshot other = state.data.now;
    other.question.first = shared_set(3, {7, 7, 9});
    set_dataset(state, std::move(other));
    EXPECT_THAT(floats(places_now(state).first), IsEmpty()) << "those of the data of before are not shown";
    update_places(state);
    EXPECT_THAT(floats(places_now(state).first), ElementsAre(9, 7));
}

TEST(PointPlaces, coordinates_that_the_vectors_lack_are_not_drawn) {
    State state = state_with_vectors();
    for (const PointAxes axes : {PointAxes{false, 3, 0}, PointAxes{false, 0, -1}}) {
        (void)update(state, command::SetPointAxes{axes});
        update_places(state);
        EXPECT_EQ(axes_kind(state), AxesKind::principal);
        EXPECT_EQ(places_now(state).first.size(), 4u);
    }
}

TEST(PointPlaces, vectors_of_one_coordinate_are_drawn_against_their_rows) {
    State state = state_with(shared_set(1, {5, 1, 3}), shared_set(1, {1, nan}));
    EXPECT_EQ(axes_kind(state), AxesKind::line);
    EXPECT_THAT(floats(places_now(state).first), ElementsAre(5, 0, 1, -1, 3, -2));
    EXPECT_EQ(places_now(state).second[3], -2.0f);
    EXPECT_EQ(axes_words(state), "coordinate 1 by row, from top to bottom");
    const State alone = state_with(shared_set(1, {5}), shared_set(1, {5}));
    EXPECT_THAT(floats(places_now(alone).first), ElementsAre(5, 0));
}

TEST(PointPlaces, vectors_of_a_file_are_not_edited) {
    State state = state_with(shared_set(2, {1, 2, 3, 4}), shared_set(2, {5, 6}));
    EXPECT_FALSE(can_edit_points(state));
    const auto before = state.data.now.question.first;
    (void)update(state, command::AddPoint{1.0f, 2.0f});
    (void)update(state, command::MovePoint{0, 3.0f, 4.0f, true});
    (void)update(state, command::SelectRows{{0}});
    (void)update(state, command::DeleteSelected{});
    EXPECT_EQ(state.data.now.question.first, before);
    EXPECT_EQ(places_now(state).first.data(), coordinates(*before).data());
    EXPECT_THAT(floats(places_now(state).second), ElementsAre(5, 6));
}

TEST(PointPlaces, all_is_in_sight_when_the_number_of_coordinates_changes) {
    State state = state_with_vectors();
    state.view.scatter = {.center_x = 3.0, .center_y = 4.0, .units_per_pixel = 0.5, .fit = false};
    const ScatterView before = state.view.scatter;
    make_points(state, 10);
    EXPECT_TRUE(state.view.scatter.fit);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.scatter, before) << "the vectors come back with the view that they had";
    EXPECT_EQ(places_now(state).first.size(), 4u) << "the principal components come back with the vectors";
}

TEST(PointPlaces, equal_vectors_and_those_without_a_place_are_told) {
    EXPECT_EQ(axes_words(state_with(shared_set(3, {1, 1, 1}), shared_set(3, {1, 1, 1}))), "all vectors are equal");
    const State none = state_with(shared_set(3, {nan, 1, 1}), shared_set(3, {1, nan, 1}));
    EXPECT_THAT(floats(places_now(none).first), IsEmpty());
    EXPECT_EQ(axes_words(none), "");
    EXPECT_EQ(undrawn_words(2), "2 vectors are not drawn, because a coordinate is missing or not finite.");
    EXPECT_EQ(undrawn_words(1), "1 vector is not drawn, because a coordinate is missing or not finite.");
    EXPECT_EQ(undrawn_words(0), "");
}

TEST(PointPlaces, a_vector_of_the_first_set_stands_with_its_nearest_of_the_second) {
    State state = state_with_vectors();
    EXPECT_EQ(cell_of_vector(state, {0, 1}), (Cell{1, 1}));
    state.view.marked = MarkedPair{.cell = {1, 1}, .value = 2.0f, .neighbours = {{2, 0.5f}, {0, 0.75f}}};
    EXPECT_EQ(cell_of_vector(state, {0, 1}), (Cell{1, 2}));
    EXPECT_EQ(cell_of_vector(state, {0, 0}), (Cell{0, 0})) << "its own nearest vector is not known yet";
    EXPECT_EQ(cell_of_vector(state, {1, 2}), (Cell{1, 2})) << "there are two rows only";
    state.view.pinned = Cell{0, 0};
    EXPECT_EQ(cell_of_vector(state, {0, 1}), (Cell{1, 0}));
    EXPECT_EQ(cell_of_vector(state, {1, 2}), (Cell{0, 2}));
    EXPECT_EQ(cell_of_vector(laptop_with_points(), {0, 7}), (Cell{7, 7}));
}

TEST(PointPlaces, vectors_without_labels_are_named_by_the_row_or_column_of_the_matrix) {
    State state = state_with_vectors();
    EXPECT_EQ(name_of_vector(state, {0, 1}), "row 1");
    EXPECT_EQ(name_of_vector(state, {1, 1}), "column 1");
    Dataset named = *state.data.now.question.second;
    named.labels = {"a", "b", ""};
    state.data.now.question.second = std::make_shared<const Dataset>(std::move(named));
    EXPECT_EQ(name_of_vector(state, {1, 1}), "b");
    EXPECT_EQ(name_of_vector(state, {1, 2}), "column 2");
}

TEST(PointPlaces, the_worker_reads_the_digits_with_labels_and_principal_components) {
    Workbench bench([](const Task&, double) {});
    const Event event =
        bench.carry_out(job::Load{.source = VectorSource{.a = digits_dataset(), .b = {}, .n = {}, .m = {}},
                                  .workload = "cross_distance",
                                  .table = nullptr,
                                  .parameters = {}},
                        {});
    const auto* loaded = event.what.as<event::Loaded>();
    ASSERT_TRUE(loaded);
    const DataSnapshot& data = loaded->data;
    EXPECT_EQ(data.question.first->dims, digits_dims);
    EXPECT_EQ(data.question.first->rows + data.question.second->rows, 1797);
    EXPECT_EQ(data.question.first->labels[3], "digit 3");
    EXPECT_EQ(data.question.first->axes[9], "pixel y2 x2");
    EXPECT_NE(data.question.first->credit.find("CC BY 4.0"), std::string::npos);
    ASSERT_TRUE(data.principal);
    EXPECT_NEAR(data.principal->variance[0] + data.principal->variance[1], 0.285, 0.005); // as scikit-learn has it
}

} // namespace
} // namespace pairscope::app

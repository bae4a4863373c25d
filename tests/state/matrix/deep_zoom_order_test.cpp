// SPDX-License-Identifier: MIT
// The order of a matrix that is not stored: its tiles are computed from the vectors at their places.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/order/edge_labels.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/output_marks.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "tests/state/deep_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

/// The worker makes the order, and the tiles in sight.
void make_what_is_missing(State& state, Workbench& bench) {
    while (true) {
        const auto order = order_job(state);
        const auto job = order ? order : tiles_job(state);
        if (!job) return;
        app::apply(state, bench.carry_out(*job, {}));
    }
}

float distance_in_cell(const State& state, Cell cell) {
    const auto points = coordinates(*state.data.now.question.first);
    const auto of = [&](std::int64_t i, int axis) { return points[std::size_t(2 * i + axis)]; };
    return std::hypot(of(cell.row, 0) - of(cell.col, 0), of(cell.row, 1) - of(cell.col, 1));
}

TEST(DeepZoomOrder, each_place_of_the_picture_holds_the_distance_of_its_vectors) {
    State state = deep_state(40'000);
    std::ignore = update(state, command::OrderMatrix{{OrderKind::by_distance, 7}});
    std::ignore = update(state, command::SetView{{{30'000.0, 500.0}, 20.0}});
    Workbench bench([](const Task&, double) {});
    make_what_is_missing(state, bench);
    const MatrixOrder* order = shown_order(state);
    ASSERT_NE(order, nullptr);
    EXPECT_TRUE(seriation::is_permutation(order->rows));
    EXPECT_EQ(order->rows.front(), 7);
    const Region region = visible_region(view_in(state, deep_screen), deep_screen, shown_shape(state));
    const std::vector<float> values = deep_entries(state, region);
    ASSERT_EQ(std::ssize(values), region.rows * region.cols);
    for (std::int64_t i = 0; i < std::ssize(values); ++i) {
        const Cell cell = cell_there(order, {region.row + i / region.cols, region.col + i % region.cols});
        ASSERT_NEAR(values[std::size_t(i)], distance_in_cell(state, cell), 1e-5) << cell.row << ", " << cell.col;
    }
    EXPECT_FLOAT_EQ(float(*deep_entry(state, {123, 39'999})), distance_in_cell(state, {123, 39'999}))
        << "cells count as the data was loaded";
}

TEST(DeepZoomOrder, tiles_of_the_order_before_stay_until_the_first_tile_of_the_new_one_is_there) {
    State state = deep_state(40'000);
    Workbench bench([](const Task&, double) {});
    make_what_is_missing(state, bench);
    const auto range = range_of({}, state.deep.summary);
    std::ignore = update(state, command::OrderMatrix{{OrderKind::by_distance, 0}});
    EXPECT_EQ(shown_order(state), nullptr);
    EXPECT_GT(state.deep.tiles.size(), 1u);
    app::apply(state, bench.carry_out(*order_job(state), {}));
    EXPECT_EQ(shown_order(state), nullptr) << "what is drawn is still as loaded";
    const auto job = tiles_job(state)->what.get<job::MakeTiles>();
    EXPECT_EQ(job.order, state.order.made);
    app::apply(state, bench.carry_out(job, {}));
    EXPECT_EQ(shown_order(state), state.order.made.get());
    EXPECT_EQ(state.deep.tiles.size(), 1u);
    EXPECT_EQ(range_of({}, state.deep.summary), range) << "the entries are the same, so the colours stay";
    std::ignore = update(state, command::OrderMatrix{});
    EXPECT_TRUE(is_outdated(state, job)) << "that order is no longer wanted";
    app::apply(state, bench.carry_out(*tiles_job(state), {}));
    EXPECT_EQ(shown_order(state), nullptr);
}

TEST(DeepZoomOrder, a_jump_goes_to_the_place_of_the_vector) {
    State state = deep_state(40'000);
    std::ignore = update(state, command::OrderMatrix{{OrderKind::by_distance, 39'999}});
    Workbench bench([](const Task&, double) {});
    make_what_is_missing(state, bench);
    std::ignore = update(state, command::GoTo{39'999, 39'999});
    EXPECT_EQ(state.view.pinned, (Cell{39'999, 39'999}));
    EXPECT_EQ(state.view.heatmap.center, (Position{0.5, 0.5})) << "the distances begin there";
}

TEST(DeepZoomOrder, clusters_of_too_many_vectors_are_refused_with_the_bound) {
    State state = deep_state(40'000);
    EXPECT_THAT(why_not_ordered(state, OrderKind::clusters), HasSubstr("Clusters are offered for at most"));
    EXPECT_THAT(why_not_ordered(state, OrderKind::hilbert), IsEmpty());
    EXPECT_THAT(why_not_ordered(deep_state(1'000'000), OrderKind::spanning_tree), HasSubstr("takes too long"));
}

TEST(DeepZoomOrder, the_marks_of_an_output_are_at_the_places_of_its_vectors) {
    State state = laptop_with_points();
    state.data.now.question.workload = type_of("farthest_pair").id;
    state.output.revision = state.data.revision;
    state.output.values = FoundPair{.first = 3, .second = 9, .value = 2.0};
    state.deep.shape = shown_shape(state);
    ASSERT_EQ(state.deep.shape, (MatrixShape{64, 64}));
    Permutation rows = identity(64);
    std::swap(rows[3], rows[50]);
    state.deep.order = std::make_shared<const MatrixOrder>(order_of(rows, rows));
    EXPECT_EQ(output_marks_in(state, {0, 0, 64, 64}, 1.0).pair, (std::vector<Cell>{{50, 9}, {9, 50}}));
}

TEST(DeepZoomAhead, tiles_around_those_in_sight_wait_for_them_and_are_what_a_drag_needs) {
    State state = deep_state(100'000);
    std::ignore = update(state, command::SetView{{{50'000.0, 20'000.0}, 1.0}});
    EXPECT_FALSE(tiles_ahead_job(state)) << "nothing is known yet";
    Workbench bench([](const Task&, double) {});
    make_what_is_missing(state, bench);
    auto ahead = tiles_ahead_job(state);
    ASSERT_TRUE(ahead);
    EXPECT_FALSE(is_outdated(state, ahead->what.get<job::MakeTiles>()));
    while ((ahead = tiles_ahead_job(state))) app::apply(state, bench.carry_out(*ahead, {}));
    for (const double by : {-200.0, 200.0}) {
        std::ignore = update(state, command::SetView{{{50'000.0 + by, 20'000.0 - by}, 1.0}});
        EXPECT_TRUE(tile_progress(state).is_complete()) << "a drag of 200 pixels finds finished tiles";
    }
    std::ignore = update(state, command::SetView{{{90'000.0, 20'000.0}, 1.0}});
    EXPECT_FALSE(tiles_ahead_job(state) && !tiles_job(state));
}

TEST(DeepZoomAhead, a_job_ahead_gives_way_to_tiles_in_sight_and_large_tiles_are_not_made_ahead) {
    State state = deep_state(100'000);
    std::ignore = update(state, command::SetView{{{50'000.0, 20'000.0}, 0.25}});
    Workbench bench([](const Task&, double) {});
    make_what_is_missing(state, bench);
    const auto ahead = tiles_ahead_job(state)->what.get<job::MakeTiles>();
    std::ignore = update(state, command::SetView{{{50'000.0, 60'000.0}, 0.2}});
    EXPECT_TRUE(is_outdated(state, ahead));
    State large = deep_state(1'000'000);
    std::ignore = update(large, command::SetView{{{500'000.0, 200'000.0}, 0.002}});
    make_what_is_missing(large, bench);
    EXPECT_FALSE(tiles_ahead_job(large)) << "each of them would take a second of this CPU";
}

std::vector<EdgeLabel> labels_along(const State& state, Edge edge) {
    return edge_labels(state, edge, {view_in(state, deep_screen), deep_screen}, 15.0);
}

TEST(EdgeLabels, are_names_or_numbers_of_what_is_in_sight_where_a_line_of_text_has_room) {
    State state = deep_state(40'000);
    EXPECT_THAT(labels_along(state, Edge::rows), IsEmpty()) << "the entries are too small";
    std::ignore = update(state, command::GoTo{39'000, 123});
    const auto rows = labels_along(state, Edge::rows);
    const auto columns = labels_along(state, Edge::columns);
    const HeatmapView view = view_in(state, deep_screen);
    EXPECT_EQ(std::ssize(rows), visible_region(view, deep_screen, shown_shape(state)).rows);
    for (const EdgeLabel& label : rows) {
        EXPECT_EQ(cell_at(view, {400.0, label.middle}, deep_screen, shown_shape(state))->row, label.vector);
    }
    EXPECT_TRUE(std::ranges::any_of(
        rows, [](const EdgeLabel& label) { return label.vector == 39'000 && label.text == "39 000"; }));
    EXPECT_TRUE(std::ranges::any_of(columns, [](const EdgeLabel& label) { return label.text == "123"; }));
    EXPECT_EQ(cell_of_label(state, Edge::rows, 39'005), (Cell{39'005, 123})) << "the pinned entry moves to that row";
    state.view.pinned.reset();
    EXPECT_EQ(cell_of_label(state, Edge::columns, 7), (Cell{7, 7}));
    Dataset named = *state.data.now.question.first;
    named.labels.assign(std::size_t(named.rows), "Paris");
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(named));
    EXPECT_EQ(labels_along(state, Edge::rows).front().text, "Paris");
}

TEST(EdgeLabels, number_the_rows_as_the_file_does) {
    State state = laptop_with_points();
    state.output.shape = {64, 64};
    Dataset sorted = *state.data.now.question.first;
    for (std::int64_t row = 0; row < sorted.rows; ++row) sorted.source_rows.push_back(sorted.rows - 1 - row);
    state.data.now.question.first = std::make_shared<const Dataset>(std::move(sorted));
    std::ignore = update(state, command::SetView{{{0.0, 0.0}, 40.0}});
    EXPECT_EQ(labels_along(state, Edge::rows).front().text, "63");
    EXPECT_EQ(labels_along(state, Edge::columns).front().text, "63");
}

TEST(EdgeLabels, follow_the_order_of_the_picture) {
    State state = laptop_with_points();
    state.output.shape = {64, 64};
    Permutation rows = identity(64);
    std::ranges::reverse(rows);
    state.output.order = std::make_shared<const MatrixOrder>(order_of(rows, rows));
    std::ignore = update(state, command::SetView{{{0.0, 0.0}, 40.0}});
    EXPECT_EQ(labels_along(state, Edge::rows).front().text, "63");
}

} // namespace
} // namespace pairscope::app

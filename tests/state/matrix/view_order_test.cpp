// SPDX-License-Identifier: MIT
// The order of the matrix belongs to the view: it can be chosen, undone and animated, and the data never know of it.
#include "app/spine/worker/workbench.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/order/make_order.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/points/colour_legend.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

State with_points_and_picture() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    return state;
}

void choose(State& state, OrderKind kind) { (void)update(state, command::OrderMatrix{order_offered(state, kind)}); }

/// The worker does what is asked for until only measurements are missing.
void draw_by_worker(State& state, Workbench& bench) {
    for (int jobs = 0; jobs < 10; ++jobs) {
        const auto job = next_job(state, Clock::now() + std::chrono::hours(1), {});
        if (!job || !(job->what.is<job::MakeOutput>() || job->what.is<job::MakeOrder>())) return;
        app::apply(state, bench.carry_out(*job, {}));
    }
}

std::vector<float> entries_of(const event::OutputMade& made) {
    std::vector<float> entries;
    const LinearMemory memory = made.host->memory();
    for (std::int64_t row = 0; row < made.shape.rows; ++row)
        entries.insert(entries.end(), memory.data + row * memory.pitch,
                       memory.data + row * memory.pitch + made.shape.cols);
    return entries;
}

TEST(ViewOrder, a_row_that_does_not_exist_leaves_the_order_of_the_data) {
    State state = with_points_and_picture();
    for (const std::int64_t row : {std::int64_t{-1}, std::int64_t{-100'000'000}, state.data.now.question.first->rows}) {
        state.view.order = {.kind = OrderKind::by_distance, .row = row};
        EXPECT_EQ(order_in_force(state), OrderChoice{}) << row;
        EXPECT_THAT(why_no_row(state.view.order, *state.data.now.question.first), HasSubstr("there is no row"));
    }
}

TEST(ViewOrder, the_worker_makes_the_order_and_then_the_picture_in_it) {
    State state = with_points_and_picture();
    choose(state, OrderKind::by_x);
    EXPECT_FALSE(next(state) && next(state)->what.is<job::MakeOutput>()) << "the order comes first";
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    ASSERT_TRUE(state.output.order);
    EXPECT_TRUE(output_is_current(state));
    const auto points = coordinates(*state.data.now.question.first);
    const Permutation& rows = state.output.order->rows;
    for (std::size_t i = 1; i < rows.size(); ++i)
        EXPECT_LE(points[std::size_t(2 * rows[i - 1])], points[std::size_t(2 * rows[i])]);
}

TEST(ViewOrder, each_entry_of_the_picture_is_the_entry_of_its_cell) {
    State state = with_points_and_picture();
    state.run.variant_id = "distance_matrix/cpu_naive"; // SIMD rounds the last entries of a row in another way
    Workbench bench([](const Task&, double) {});
    const auto picture = [&] {
        auto job = next_job(state, Clock::now() + std::chrono::hours(1), {})->what.get<job::MakeOutput>();
        return bench.carry_out(job, {}).what.get<event::OutputMade>();
    };
    (void)update(state, command::MovePoint{3, 0.25f, 0.125f, true});
    const event::OutputMade as_loaded_one = picture();
    const std::vector<float> loaded = entries_of(as_loaded_one);
    app::apply(state, as_loaded_one);
    for (const OrderKind kind :
         {OrderKind::hilbert, OrderKind::clusters, OrderKind::spanning_tree, OrderKind::morton}) {
        choose(state, kind);
        const auto order = next_job(state, Clock::now() + std::chrono::hours(1), {});
        ASSERT_TRUE(order->what.is<job::MakeOrder>()) << name_of(kind);
        app::apply(state, bench.carry_out(*order, {}));
        const event::OutputMade made = picture();
        const std::vector<float> ordered = entries_of(made);
        ASSERT_TRUE(made.order);
        EXPECT_NE(ordered, loaded);
        for (std::int64_t row = 0; row < 64; ++row)
            for (std::int64_t col = 0; col < 64; ++col) {
                const Cell cell = cell_there(made.order.get(), {row, col});
                ASSERT_EQ(ordered[std::size_t(row * 64 + col)], loaded[std::size_t(cell.row * 64 + cell.col)]);
                ASSERT_EQ(place_of(made.order.get(), cell), (Cell{row, col}));
            }
        app::apply(state, made);
    }
}

TEST(ViewOrder, data_and_measurements_never_know_of_it) {
    State state = with_points_and_picture();
    const auto before = state.data.now.question.first;
    const std::uint64_t revision = state.data.revision;
    choose(state, OrderKind::clusters);
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    ASSERT_TRUE(state.output.order);
    EXPECT_EQ(state.data.now.question.first, before);
    EXPECT_EQ(state.data.revision, revision);
    const auto job = next(state);
    ASSERT_TRUE(job);
    if (const auto* measure = job->what.as<job::Measure>()) {
        EXPECT_EQ(measure->question.first, before);
    }
    const Effects effects = update(state, command::SaveMatrix{"/somewhere/matrix.npy"});
    const auto& save = effects.files.at(0).what.get<job::SaveMatrix>();
    EXPECT_EQ(save.question.first, before);
    for (const PngText& fact : save.facts) EXPECT_NE(fact.keyword, order_keyword) << "the file is as loaded";
    EXPECT_EQ(picture_facts(state)[4], (PngText{"Order", "by clusters"})) << "the picture is not";
}

TEST(ViewOrder, after_a_picture_in_order_the_worker_measures_the_data_as_loaded) {
    State state = with_points_and_picture();
    choose(state, OrderKind::by_y);
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    (void)update(state, command::OrderMatrix{});
    const auto job = next_job(state, Clock::now() + std::chrono::hours(1), {});
    const event::OutputMade made = bench.carry_out(*job, {}).what.get<event::OutputMade>();
    EXPECT_FALSE(made.order);
    const std::vector<float> entries = entries_of(made);
    const auto points = coordinates(*state.data.now.question.first);
    EXPECT_NEAR(entries[1], std::hypot(points[0] - points[2], points[1] - points[3]), 1e-5f);
}

TEST(ViewOrder, undo_and_redo_bring_orders_back_without_touching_the_data) {
    State state = with_points_and_picture();
    const std::size_t steps = state.data.undo.size();
    choose(state, OrderKind::by_x);
    choose(state, OrderKind::by_x);
    EXPECT_EQ(state.data.undo.size(), steps + 1) << "the same order again is no step";
    choose(state, OrderKind::clusters);
    const std::uint64_t revision = state.data.revision;
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.order.kind, OrderKind::by_x);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.order.kind, OrderKind::as_loaded);
    (void)update(state, command::Redo{});
    EXPECT_EQ(state.view.order.kind, OrderKind::by_x);
    EXPECT_EQ(state.data.revision, revision);
    (void)update(state, command::AddPoint{1.0f, 2.0f});
    choose(state, OrderKind::hilbert);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 65);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 64);
    EXPECT_EQ(state.view.order.kind, OrderKind::by_x);
}

TEST(ViewOrder, a_slider_after_an_order_is_a_step_of_its_own) {
    State state = laptop_with_points();
    make_points(state, 70);
    choose(state, OrderKind::by_x);
    make_points(state, 80);
    make_points(state, 90);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 70);
    EXPECT_EQ(state.view.order.kind, OrderKind::by_x);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.order.kind, OrderKind::as_loaded);
}

TEST(ViewOrder, by_distance_starts_at_the_pinned_row) {
    State state = with_points_and_picture();
    state.view.pinned = Cell{17, 3};
    choose(state, OrderKind::by_distance);
    state.view.pinned.reset();
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    ASSERT_TRUE(state.output.order);
    EXPECT_EQ(state.output.order->rows.front(), 17);
}

TEST(ViewOrder, while_points_are_dragged_it_stays_and_afterwards_it_is_made_anew) {
    State state = with_points_and_picture();
    choose(state, OrderKind::by_x);
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    const auto order = state.output.order;
    const std::int32_t first = order->rows.front();
    (void)update(state, command::MovePoint{first, 100.0f, 0.0f, false});
    EXPECT_FALSE(order_job(state));
    EXPECT_EQ(order_now(state), order);
    (void)update(state, command::MovePoint{first, 100.0f, 0.0f, true});
    EXPECT_TRUE(order_job(state));
    draw_by_worker(state, bench);
    EXPECT_EQ(state.output.order->rows.back(), first);
}

TEST(ViewOrder, an_animated_change_passes_through_orders_between) {
    State state = with_points_and_picture();
    choose(state, OrderKind::by_x);
    const auto order = order_job(state);
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(*order, {}));
    ASSERT_TRUE(state.order.moving);
    const auto halfway = state.order.began + std::chrono::milliseconds(300);
    const OrderStep step = order_step(state, halfway);
    EXPECT_NEAR(step.share, 0.5, 0.01);
    const auto job = next_job(state, halfway, {});
    const auto made = bench.carry_out(*job, {}).what.get<event::OutputMade>();
    ASSERT_TRUE(made.order);
    EXPECT_TRUE(seriation::is_permutation(made.order->rows));
    EXPECT_NE(made.order->rows, identity(64));
    EXPECT_NE(made.order->rows, order_now(state)->rows);
    app::apply(state, made);
    EXPECT_FALSE(output_is_current(state)) << "it goes on";
    EXPECT_EQ(order_step(state, state.order.began + std::chrono::seconds(1)).share, 1.0);
}

TEST(ViewOrder, until_another_order_is_made_the_picture_stays_as_it_is) {
    State state = with_points_and_picture();
    Workbench bench([](const Task&, double) {});
    choose(state, OrderKind::by_x);
    draw_by_worker(state, bench);
    choose(state, OrderKind::as_loaded);
    draw_by_worker(state, bench);
    ASSERT_FALSE(state.output.order);
    choose(state, OrderKind::clusters);
    EXPECT_EQ(order_now(state), nullptr) << "not the earlier order by x";
    EXPECT_TRUE(output_is_current(state));
    draw_by_worker(state, bench);
    ASSERT_TRUE(state.output.order);
    EXPECT_FALSE(state.output.order->row_branches.empty());
}

TEST(ViewOrder, without_animation_or_with_slow_pictures_it_changes_at_once) {
    for (const bool animated : {false, true}) {
        State state = with_points_and_picture();
        (void)update(state, command::AnimateOrder{animated});
        if (animated) state.output.seconds = 0.5;
        choose(state, OrderKind::by_x);
        Workbench bench([](const Task&, double) {});
        app::apply(state, bench.carry_out(*order_job(state), {}));
        EXPECT_EQ(order_step(state, state.order.began).share, 1.0);
    }
}

TEST(ViewOrder, what_cannot_be_ordered_says_why_and_is_shown_as_loaded) {
    State state = with_points_and_picture();
    choose(state, OrderKind::clusters);
    EXPECT_THAT(why_not_ordered(state, OrderKind::clusters), IsEmpty());
    make_points(state, seriation::most_clustered + 1);
    EXPECT_THAT(why_not_ordered(state, OrderKind::clusters), HasSubstr("at most 32 768 vectors"));
    EXPECT_EQ(order_in_force(state).kind, OrderKind::as_loaded);
    EXPECT_FALSE(order_job(state));
    EXPECT_THAT(why_not_ordered(state, OrderKind::hilbert), IsEmpty());
    state.data.now.question.workload = "rbf_density";
    EXPECT_THAT(why_not_ordered(state, OrderKind::hilbert), IsEmpty()) << "the matrix behind it can be looked at";
    state.data.now.question.workload = "rbf_pair";
    EXPECT_THAT(why_not_ordered(state, OrderKind::hilbert), HasSubstr("not a matrix"));
}

TEST(ViewOrder, ranks_colour_the_points_from_the_first_row_to_the_last) {
    State state = with_points_and_picture();
    EXPECT_THAT(ranks_of(state, 0), IsEmpty());
    EXPECT_TRUE(sets_have_colours(state));
    choose(state, OrderKind::by_y);
    Workbench bench([](const Task&, double) {});
    draw_by_worker(state, bench);
    const std::span<const std::int32_t> ranks = ranks_of(state, 0);
    ASSERT_EQ(ranks.size(), 64u);
    EXPECT_EQ(ranks[std::size_t(state.output.order->rows.front())], 0);
    EXPECT_EQ(ranks[std::size_t(state.output.order->rows.back())], 63);
    EXPECT_FALSE(sets_have_colours(state)) << "the legend gives no set a colour";
    choose(state, OrderKind::as_loaded);
    draw_by_worker(state, bench);
    EXPECT_TRUE(sets_have_colours(state));
    state.view.label_groups.names = {"cat", "dog"};
    EXPECT_FALSE(sets_have_colours(state)) << "labels colour the points";
}

TEST(ViewOrder, two_sets_are_ordered_each_by_itself) {
    const std::vector<float> a{3, 0, 1, 0, 2, 0}, b{9, 0, 7, 0};
    const auto set = [](std::vector<float> values) {
        Dataset data{.name = "set", .rows = std::ssize(values) / 2, .dims = 2};
        data.values = std::move(values);
        return std::make_shared<const Dataset>(std::move(data));
    };
    const job::MakeOrder job{.key = {.choice = {OrderKind::by_x}, .first = set(a), .second = set(b), .axes = {}},
                             .places = {a, b}};
    const auto order = make_order(job);
    EXPECT_EQ(order->rows, (Permutation{1, 2, 0}));
    EXPECT_EQ(order->cols, (Permutation{1, 0}));
}

} // namespace
} // namespace pairscope::app

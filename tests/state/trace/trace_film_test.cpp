// SPDX-License-Identifier: MIT
// A block's requests as a film: their order, the cells they store to, and how the film moves.
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_film.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;

/// The trace of an output of 100 x 100 float32 in linear memory: line 0 stores 4 bytes per lane, line 1 loads, line 2
/// stores 16.
simt::Trace sample() {
    simt::Trace trace;
    trace.workload = {workload_types().front().id, 100, 100, 2};
    trace.out_pitch = 100;
    trace.entry_bytes = 4;
    trace.lines = {{.file = {}, .kind = simt::AccessKind::global_store, .bytes_per_lane = 4},
                   {.file = {}, .kind = simt::AccessKind::global_load, .bytes_per_lane = 4},
                   {.file = {}, .kind = simt::AccessKind::global_store, .bytes_per_lane = 16},
                   {.file = {}, .kind = simt::AccessKind::surface_store, .bytes_per_lane = 4}};
    return trace;
}

/// Only lane 3 takes part.
simt::WarpRequest request(std::size_t line, std::int64_t offset) {
    simt::WarpRequest made{.line = line, .memory = "out"};
    made.offset.fill(-1);
    made.offset[3] = offset;
    return made;
}

TEST(TraceFilm, a_store_fills_the_cells_that_its_lanes_address) {
    const simt::Trace trace = sample();
    EXPECT_THAT(stored_cells(trace, request(0, 4 * 205)), ElementsAre(StoredCells{2, 5, 1, 3}));
    EXPECT_THAT(stored_cells(trace, request(2, 4 * 304)), ElementsAre(StoredCells{3, 4, 4, 3}));
    EXPECT_THAT(stored_cells(trace, request(1, 0)), IsEmpty()) << "a load";
    simt::WarpRequest other = request(0, 0);
    other.memory = "workspace";
    EXPECT_THAT(stored_cells(trace, other), IsEmpty());
}

TEST(TraceFilm, a_texture_has_rows_and_columns_and_nothing_behind_its_edge) {
    const simt::Trace trace = sample();
    simt::WarpRequest made = request(3, (std::int64_t{7} << 32) | (4 * 9));
    made.texel_bytes = 4;
    EXPECT_THAT(stored_cells(trace, made), ElementsAre(StoredCells{7, 9, 1, 3}));
    made.offset[3] = (std::int64_t{100} << 32);
    EXPECT_THAT(stored_cells(trace, made), IsEmpty());
}

TEST(TraceFilm, a_lane_works_for_the_cells_that_its_thread_stores_to) {
    simt::Trace trace = sample();
    trace.warp = {request(1, 8), request(2, 4 * 304)};
    const auto stored = cells_of_lane(trace, trace.warp[1], 3);
    ASSERT_TRUE(stored);
    EXPECT_TRUE(stored->now);
    EXPECT_EQ(stored->cells, (StoredCells{3, 4, 4, 3}));
    const auto loaded = cells_of_lane(trace, trace.warp[0], 3);
    ASSERT_TRUE(loaded) << "the load of the same lane";
    EXPECT_FALSE(loaded->now);
    EXPECT_EQ(loaded->cells, (StoredCells{3, 4, 4, 3}));
    EXPECT_FALSE(cells_of_lane(trace, trace.warp[0], 4)) << "this lane takes no part";
    simt::WarpRequest of_another_warp = trace.warp[0];
    of_another_warp.warp = 1;
    EXPECT_FALSE(cells_of_lane(trace, of_another_warp, 3));
    trace.block = {request(0, 4 * 205)};
    trace.block[0].warp = 1;
    EXPECT_EQ(cells_of_lane(trace, of_another_warp, 3)->cells, (StoredCells{2, 5, 1, 3}));
}

TEST(TraceFilm, warps_take_turns_between_barriers) {
    auto trace = std::make_shared<simt::Trace>(sample());
    for (const auto& [warp, phase] :
         {std::pair(0, 0), std::pair(0, 0), std::pair(1, 0), std::pair(1, 0), std::pair(0, 1), std::pair(1, 1)}) {
        trace->block.push_back(request(0, 0));
        trace->block.back().warp = warp;
        trace->block.back().phase = phase;
    }
    std::vector<std::size_t> order;
    for (const FilmStep& step : film_of(trace).steps) order.push_back(step.request);
    EXPECT_THAT(order, ElementsAre(0, 2, 1, 3, 4, 5));
}

TEST(TraceFilm, knows_the_region_that_it_fills) {
    auto trace = std::make_shared<simt::Trace>(sample());
    trace->block = {request(0, 4 * 205), request(2, 4 * 304), request(1, 0)};
    EXPECT_EQ(film_of(trace).cells, (Region{2, 4, 2, 4}));
    trace->block = {request(1, 0)};
    EXPECT_EQ(film_of(trace).cells.rows, 0);
}

TEST(TraceFilm, plays_at_its_speed_and_stops_at_its_end) {
    State state = laptop_with_points();
    auto trace = std::make_shared<simt::Trace>(sample());
    trace->variant_id = state.run.variant_id;
    for (int i = 0; i < 10; ++i) trace->block.push_back(request(0, 4 * i));
    state.trace.trace = trace;
    const Clock::time_point start{};
    (void)update(state, command::SetFilmSpeed{2.0});
    update_film(state, start);
    EXPECT_EQ(film_step(state.trace.film), nullptr) << "nobody asked for it";
    (void)update(state, command::PlayFilm{true});
    update_film(state, start);
    ASSERT_NE(film_step(state.trace.film), nullptr);
    update_film(state, start + 400ms);
    EXPECT_EQ(state.trace.film.step, 0u);
    update_film(state, start + 1600ms);
    EXPECT_EQ(state.trace.film.step, 3u);
    (void)update(state, command::StepFilm{5});
    update_film(state, start + 9s);
    EXPECT_EQ(state.trace.film.step, 5u) << "a step stops it";
    (void)update(state, command::PlayFilm{true});
    update_film(state, start + 10s);
    update_film(state, start + 60s);
    EXPECT_EQ(state.trace.film.step, 9u);
    EXPECT_FALSE(state.trace.film.playing);
    (void)update(state, command::PlayFilm{true});
    EXPECT_EQ(state.trace.film.step, 0u) << "it begins anew";
    (void)update(state, command::ChooseTraceLine{1});
    EXPECT_EQ(film_step(state.trace.film), nullptr) << "one line is shown instead";
}

TEST(TraceFilm, of_stores_leaves_the_loads_out_unless_there_are_only_loads) {
    auto trace = std::make_shared<simt::Trace>(sample());
    trace->block = {request(1, 0), request(0, 4 * 205), request(1, 4), request(0, 4 * 206)};
    std::vector<std::size_t> order;
    for (const FilmStep& step : film_of(trace, FilmContent::stores).steps) order.push_back(step.request);
    EXPECT_THAT(order, ElementsAre(1, 3));
    trace->block = {request(1, 0), request(1, 4)};
    EXPECT_EQ(film_of(trace, FilmContent::stores).steps.size(), 2u);
}

/// The worker has traced the selected variant.
void trace_now(State& state) {
    auto trace = std::make_shared<simt::Trace>(sample());
    trace->variant_id = state.run.variant_id;
    for (int i = 0; i < 10; ++i) trace->block.push_back(request(0, 4 * i));
    apply(state, event::Traced{*wanted_trace(state), trace});
}

TEST(TraceFilm, plays_on_with_the_trace_of_the_next_variant_and_finds_those_that_were_made_before) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/row_per_thread"});
    trace_now(state);
    (void)update(state, command::PlayFilm{true});
    const Clock::time_point start{};
    update_film(state, start);
    update_film(state, start + 500ms);
    EXPECT_GT(state.trace.film.step, 0u);
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    EXPECT_EQ(trace_of(state), nullptr);
    update_film(state, start + 600ms);
    EXPECT_TRUE(state.trace.film.playing) << "it waits for the trace";
    trace_now(state);
    update_film(state, start + 700ms);
    EXPECT_EQ(state.trace.film.step, 0u) << "from the beginning";
    update_film(state, start + 1200ms);
    EXPECT_GT(state.trace.film.step, 0u);
    (void)update(state, command::SelectVariant{"distance_matrix/row_per_thread"});
    ASSERT_NE(trace_of(state), nullptr) << "no key empties the panel";
    EXPECT_FALSE(trace_job(state));
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(trace_job(state)) << "the user asked for a new one";
    choose_cpu_variant(state);
    update_film(state, start + 2s);
    EXPECT_FALSE(state.trace.film.playing) << "a CPU variant has no trace to wait for";
}

/// The worker has traced the variant that the selected one is compared with: it stores `count` times, after a load.
void trace_compared(State& state, int count, int sectors) {
    auto trace = std::make_shared<simt::Trace>(sample());
    const auto key = wanted_other_trace(state);
    ASSERT_TRUE(key);
    trace->variant_id = key->variant_id;
    trace->block.push_back(request(1, 0));
    for (int i = 0; i < count; ++i) {
        trace->block.push_back(request(0, 400 * i));
        trace->block.back().sectors = sectors;
    }
    apply(state, event::Traced{*key, trace});
}

TEST(TraceFilm, of_two_compared_variants_goes_on_in_step_and_counts_the_sectors_of_both) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    (void)update(state, command::CompareWith{"distance_matrix/row_per_thread"});
    trace_now(state);
    (void)update(state, command::PlayFilm{true});
    const Clock::time_point start{};
    update_film(state, start);
    const FilmState& film = state.trace.film;
    EXPECT_EQ(film.other, nullptr) << "it was not traced yet";
    trace_compared(state, 15, 32);
    update_film(state, start);
    ASSERT_NE(film.other, nullptr);
    EXPECT_TRUE(shows_only_stores(*film.film) && shows_only_stores(*film.other)) << "a load is no store";
    EXPECT_EQ(film_length(film), 15u);
    update_film(state, start + 500ms); // 8 steps per second
    EXPECT_EQ(film.step, 4u);
    EXPECT_EQ(other_film_step(film)->sectors_so_far, 5 * 32);
    (void)update(state, command::StepFilm{12});
    update_film(state, start + 1s);
    EXPECT_EQ(film_step(film), &film.film->steps.back()) << "it waits at its end";
    EXPECT_EQ(other_film_step(film)->sectors_so_far, 13 * 32);
    (void)update(state, command::PlayFilm{true});
    update_film(state, start + 2s);
    update_film(state, start + 9s);
    EXPECT_EQ(film.step, 14u);
    EXPECT_FALSE(film.playing) << "the longer one has ended, too";
}

TEST(TraceFilm, of_two_variants_plays_the_selected_one_alone_if_the_other_makes_no_stores) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    (void)update(state, command::CompareWith{"distance_matrix/row_per_thread"});
    trace_now(state);
    trace_compared(state, 0, 0);
    (void)update(state, command::PlayFilm{true});
    const Clock::time_point start{};
    update_film(state, start);
    const std::shared_ptr<const Film> made = state.trace.film.film;
    EXPECT_EQ(state.trace.film.other, nullptr);
    update_film(state, start + 1s);
    EXPECT_EQ(state.trace.film.film, made) << "it is not made anew in every frame";
    EXPECT_GT(state.trace.film.step, 0u);
}

TEST(TraceFilm, goes_on_with_the_next_variant_beside_the_compared_one) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    (void)update(state, command::CompareWith{"distance_matrix/row_per_thread"});
    trace_now(state);
    trace_compared(state, 5, 4);
    (void)update(state, command::PlayFilm{true});
    const Clock::time_point start{};
    update_film(state, start);
    update_film(state, start + 500ms);
    (void)update(state, command::SelectVariant{"distance_matrix/shared_tile"});
    update_film(state, start + 600ms);
    EXPECT_TRUE(state.trace.film.playing) << "it waits for the trace";
    trace_now(state);
    update_film(state, start + 700ms);
    ASSERT_NE(state.trace.film.other, nullptr);
    EXPECT_EQ(state.trace.film.other->trace->variant_id, "distance_matrix/row_per_thread");
    update_film(state, start + 1200ms);
    EXPECT_TRUE(state.trace.film.playing);
    EXPECT_GT(state.trace.film.step, 0u);
}

TEST(TraceFilm, for_teaching_it_has_64_points_and_plays_the_stores) {
    State state = laptop_with_points();
    (void)update(state, command::SetSource{default_settings(Shape::uniform_disk, 1000)});
    choose_cpu_variant(state);
    EXPECT_THAT(why_not_for_teaching(state), testing::Not(IsEmpty())) << "a CPU variant has no film";
    (void)update(state, command::SelectVariant{"distance_matrix/row_per_thread"});
    ASSERT_EQ(why_not_for_teaching(state), "");
    (void)update(state, command::PlayForTeaching{});
    EXPECT_EQ(current_workload(state).rows, rows_for_teaching);
    EXPECT_TRUE(state.trace.film.playing);
    EXPECT_EQ(state.trace.film.content, FilmContent::stores);
    (void)update(state, command::Undo{});
    EXPECT_EQ(current_workload(state).rows, 1000) << "undo brings the other points back";
    make_points(state, 20);
    (void)update(state, command::PlayForTeaching{});
    EXPECT_EQ(current_workload(state).rows, rows_for_teaching) << "points can be generated";
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// A matrix that is too large to store: which tiles the worker is asked for, in which order, and what is kept of them.
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/matrix_words.h"
#include "app/subjects/matrix/minimap.h"
#include "app/subjects/matrix/output_marks.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/matrix/unstored/blocks.h"
#include "tests/state/deep_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

job::MakeTiles next_tiles(const State& state) {
    const auto job = tiles_job(state);
    if (job && job->what.is<job::MakeTiles>()) return job->what.get<job::MakeTiles>();
    ADD_FAILURE() << "no tiles are wanted";
    return {};
}

std::shared_ptr<const Overview> blank(const TileKey& key, MatrixShape shape, float value = 0.5f) {
    const Region texels = texels_of(key, shape);
    auto blocks = std::make_shared<Overview>();
    blocks->factor = texel_side(key.level);
    blocks->shape = {texels.rows, texels.cols};
    blocks->min = blocks->mean = blocks->max = std::vector<float>(std::size_t(texels.rows * texels.cols), value);
    return blocks;
}

/// What a worker would answer, with made-up values.
event::TilesMade answered(const job::MakeTiles& job) {
    event::TilesMade made{
        .revision = job.revision, .shape = job.shape, .tiles = {}, .range = ValueRange{0.5f, 0.5f}, .unusable = 0};
    for (const TileKey& key : job.tiles)
        for (const TileKey& made_key : std::set{key, mirror_of(key)})
            made.tiles.emplace_back(made_key, Tile{blank(made_key, job.shape), job.samples});
    return made;
}

TEST(DeepZoom, begins_where_the_matrix_is_too_large_to_store) {
    EXPECT_FALSE(is_deep(deep_state(2000)));
    State state = deep_state(max_stored_rows + 1);
    EXPECT_TRUE(is_deep(state));
    EXPECT_EQ(shown_shape(state), (MatrixShape{max_stored_rows + 1, max_stored_rows + 1}));
    EXPECT_TRUE(next(state)->what.is<job::MakeTiles>()) << "no variant can run, so nothing else is missing";
}

TEST(DeepZoom, begins_where_the_memory_for_the_matrix_is_missing) {
    State state = deep_state(2000);
    apply(state, failed_output(state, {.message = "There is no memory.", .out_of_memory = true}));
    EXPECT_TRUE(is_deep(state));
    make_points(state, 1000);
    EXPECT_FALSE(is_deep(state)) << "a smaller matrix is tried again";
}

TEST(DeepZoom, asks_for_nothing_while_the_panel_is_hidden) {
    State state = deep_state(100'000);
    state.deep.sight.reset();
    EXPECT_FALSE(tiles_job(state));
    EXPECT_EQ(tile_progress(state).all, 0);
}

TEST(DeepZoom, shows_the_whole_then_a_coarse_picture_then_exact_tiles) {
    State state = deep_state(1'000'000);
    const MatrixShape shape = shown_shape(state);
    const TileKey whole{top_level(shape), 0, 0};
    job::MakeTiles job = next_tiles(state);
    EXPECT_EQ(job.tiles, std::vector{whole});
    EXPECT_EQ(job.samples, 1);
    apply(state, answered(job));
    job = next_tiles(state);
    EXPECT_EQ(job.samples, 4) << "a coarse picture of what is in sight";
    EXPECT_EQ(job.tiles.front().level, level_for(view_in(state, deep_screen), shape));
    apply(state, answered(job));
    job = next_tiles(state);
    EXPECT_EQ(job.tiles, std::vector{whole}) << "the map of the whole matrix is made better";
    EXPECT_EQ(job.samples, 64);
    apply(state, answered(job));
    job = next_tiles(state);
    EXPECT_EQ(job.samples, 0) << "then the tiles become exact";
    const TileProgress before = tile_progress(state);
    EXPECT_EQ(before.exact, 0);
    EXPECT_THAT(progress_text(state), HasSubstr("0 of "));
    EXPECT_LT(std::ssize(job.tiles), before.all) << "one tile and its mirror are one";
    apply(state, answered(job));
    EXPECT_TRUE(tile_progress(state).is_complete());
    EXPECT_THAT(progress_text(state), IsEmpty());
    EXPECT_FALSE(tiles_job(state));
    EXPECT_TRUE(state.deep.tiles.is_exact(whole)) << "it is made from the finer ones";
}

TEST(DeepZoom, is_exact_at_once_where_few_entries_are_in_sight) {
    State state = deep_state(1'000'000);
    apply(state, answered(next_tiles(state)));
    std::ignore = update(state, command::GoTo{999'999, 0});
    apply(state, answered(next_tiles(state))); // the map
    const job::MakeTiles job = next_tiles(state);
    EXPECT_EQ(job.samples, 0);
    for (const TileKey& key : job.tiles) EXPECT_EQ(key.level, 0);
}

TEST(DeepZoom, forgets_tiles_of_other_data_when_the_first_tile_of_the_new_data_is_there) {
    State state = deep_state(100'000);
    apply(state, answered(next_tiles(state)));
    apply(state, answered(next_tiles(state)));
    EXPECT_GT(state.deep.tiles.size(), 1u);
    const job::MakeTiles old = next_tiles(state);
    std::ignore = update(state, command::MovePoint{5, 0.5f, 0.5f, true});
    apply(state, answered(old));
    EXPECT_NE(state.deep.revision, state.data.revision) << "an answer about other data is left out";
    EXPECT_TRUE(is_outdated(state, old));
    apply(state, answered(next_tiles(state)));
    EXPECT_EQ(state.deep.revision, state.data.revision);
    EXPECT_EQ(state.deep.tiles.size(), 1u);
}

TEST(DeepZoom, stops_exact_tiles_that_are_no_longer_in_sight) {
    State state = deep_state(1'000'000);
    for (int i = 0; i < 3; ++i) apply(state, answered(next_tiles(state)));
    const job::MakeTiles exact = next_tiles(state);
    EXPECT_FALSE(is_outdated(state, exact));
    std::ignore = update(state, command::GoTo{10, 900'000});
    EXPECT_TRUE(is_outdated(state, exact));
}

TEST(DeepZoom, cancelled_tiles_wait_until_something_else_is_looked_at) {
    State state = deep_state(1'000'000);
    for (int i = 0; i < 3; ++i) apply(state, answered(next_tiles(state)));
    std::ignore = update(state, command::CancelWork{});
    EXPECT_FALSE(tiles_job(state));
    EXPECT_THAT(progress_text(state), HasSubstr("cancelled"));
    std::ignore = update(state, command::RunAgain{});
    EXPECT_TRUE(tiles_job(state));
    std::ignore = update(state, command::CancelWork{});
    std::ignore = update(state, command::GoTo{10, 10});
    EXPECT_TRUE(tiles_job(state));
}

TEST(DeepZoom, a_failure_is_told_once_and_not_tried_again) {
    State state = deep_state(100'000);
    apply(
        state,
        failed(event::TilesMade{.revision = state.data.revision, .shape = {}, .tiles = {}, .range = {}, .unusable = {}},
               {.message = "Computing a part of the matrix: there is no memory."}));
    EXPECT_FALSE(tiles_job(state));
    EXPECT_EQ(state.notices.size(), 1u);
    EXPECT_THAT(deep_caption(state, {}), HasSubstr("there is no memory"));
}

TEST(DeepZoom, a_jump_outside_of_the_matrix_is_refused_with_the_range) {
    State state = deep_state(100'000);
    const HeatmapView before = state.view.heatmap;
    std::ignore = update(state, command::GoTo{100'000, {}});
    ASSERT_EQ(state.notices.size(), 1u);
    EXPECT_EQ(state.notices.back().text,
              "Row 100 000 does not exist. The rows of this matrix are numbered from 0 to 99 999.");
    std::ignore = update(state, command::GoTo{{}, -1});
    EXPECT_EQ(state.notices.back().text,
              "Column -1 does not exist. The columns of this matrix are numbered from 0 to 99 999.");
    EXPECT_EQ(state.view.heatmap, before);
    EXPECT_TRUE(state.view.fit);
    std::ignore = update(state, command::GoTo{99'999, 7});
    EXPECT_EQ(state.view.pinned, (Cell{99'999, 7}));
    EXPECT_EQ(level_for(view_in(state, deep_screen), shown_shape(state)), 0);
}

/// What the worker answers, by the workbench itself.
event::TilesMade made_by_workbench(const job::MakeTiles& job) {
    Workbench bench([](const Task&, double) {});
    return bench.carry_out(job, {}).what.get<event::TilesMade>();
}

TEST(DeepZoom, tiles_of_the_worker_are_the_entries_of_the_matrix) {
    State state = deep_state(40'000);
    std::ignore = update(state, command::GoTo{39'000, 123});
    apply(state, made_by_workbench(next_tiles(state)));
    while (const auto job = tiles_job(state)) apply(state, made_by_workbench(job->what.get<job::MakeTiles>()));
    const Region region = visible_region(view_in(state, deep_screen), deep_screen, shown_shape(state));
    const std::vector<float> values = deep_entries(state, region);
    ASSERT_EQ(std::ssize(values), region.rows * region.cols);
    for (std::int64_t i = 0; i < std::ssize(values); ++i) {
        const Cell cell{region.row + i / region.cols, region.col + i % region.cols};
        EXPECT_NEAR(values[std::size_t(i)], *deep_entry(state, cell), 1e-5) << cell.row << ", " << cell.col;
    }
    EXPECT_GE(state.deep.summary.max, *std::ranges::max_element(values));
    EXPECT_LE(state.deep.summary.min, *std::ranges::min_element(values));
}

TEST(DeepZoom, mirrored_tiles_are_those_that_the_worker_computes) {
    State state = deep_state(40'000);
    apply(state, made_by_workbench(next_tiles(state)));
    job::MakeTiles job = next_tiles(state);
    job.samples = 0;
    job.max_seconds = 60.0;
    job.tiles = {{3, 4, 17}};
    apply(state, made_by_workbench(job));
    job.tiles = {{3, 17, 4}};
    const event::TilesMade direct = made_by_workbench(job);
    const Tile* mirrored = state.deep.tiles.find({3, 17, 4});
    const Overview& computed = *direct.tiles.back().second.blocks;
    EXPECT_EQ(direct.tiles.back().first, job.tiles.front());
    ASSERT_NE(mirrored, nullptr);
    EXPECT_EQ(mirrored->blocks->min, computed.min);
    EXPECT_EQ(mirrored->blocks->max, computed.max);
    for (std::size_t i = 0; i < mirrored->blocks->mean.size(); ++i)
        EXPECT_NEAR(mirrored->blocks->mean[i], computed.mean[i], 1e-5);
}

TEST(DeepZoom, keeps_the_tiles_of_the_whole_matrix_however_many_others_are_looked_at) {
    State state = deep_state(100'000);
    const auto look = [&] {
        while (const auto job = tiles_job(state)) {
            use_tiles(state);
            apply(state, answered(job->what.get<job::MakeTiles>()));
        }
    };
    state.deep.tiles = TileStore(std::int64_t{64} << 20);
    look();
    for (std::int64_t row = 5'000; row < 100'000; row += 10'000) {
        std::ignore = update(state, command::SetView{{{double(row), 50'000.0}, 0.25}});
        look();
    }
    EXPECT_EQ(state.deep.tiles.find({2, 5'000 >> 10, 50'000 >> 10}), nullptr) << "more was looked at than is kept";
    std::ignore = update(state, command::FitView{});
    EXPECT_TRUE(tile_progress(state).is_complete());
    EXPECT_FALSE(tiles_job(state)) << "no tile is computed anew";
}

TEST(TileStore, keeps_within_its_bound_what_was_used_last) {
    const MatrixShape shape{1'000'000, 1'000'000};
    const std::int64_t bytes = 3 * 4 * tile_side * tile_side;
    TileStore store(8 * bytes);
    const std::vector<TileKey> used{{2, 0, 0}, {2, 0, 1}, {2, 0, 2}};
    for (std::int64_t i = 0; i < 8; ++i) store.insert({2, 0, i}, {blank({2, 0, i}, shape), 0});
    EXPECT_EQ(store.bytes(), 8 * bytes);
    for (std::int64_t i = 8; i < 20; ++i) {
        store.use(used);
        store.insert({2, 0, i}, {blank({2, 0, i}, shape), 0});
        EXPECT_LE(store.bytes(), 8 * bytes);
    }
    for (const TileKey& key : used) EXPECT_NE(store.find(key), nullptr);
    EXPECT_EQ(store.find({2, 0, 3}), nullptr) << "the one that nobody used for longest";
    EXPECT_NE(store.find({2, 0, 19}), nullptr);
    store.clear();
    EXPECT_EQ(store.bytes(), 0);
}

TEST(TileStore, keeps_the_better_tile) {
    const MatrixShape shape{4096, 4096};
    TileStore store;
    store.insert({1, 0, 0}, {blank({1, 0, 0}, shape), 4});
    store.insert({1, 0, 0}, {blank({1, 0, 0}, shape), 1});
    EXPECT_EQ(store.find({1, 0, 0})->samples, 4);
    store.insert({1, 0, 0}, {blank({1, 0, 0}, shape), 0});
    store.insert({1, 0, 0}, {blank({1, 0, 0}, shape), 64});
    EXPECT_TRUE(store.is_exact({1, 0, 0}));
}

TEST(TileStore, four_tiles_merged_are_the_reduced_blocks_of_the_coarser_level) {
    for (const std::int64_t n : {700, 512, 301, 1023}) {
        const Dataset points = generate(default_settings(Shape::clusters, n));
        Engine engine{Device{}};
        engine.load(points);
        const MatrixShape shape{n, n};
        const auto blocks = [&](const TileKey& key) {
            const Region texels = texels_of(key, shape);
            const std::int64_t side = texel_side(key.level);
            return reduce_blocks(engine, "distance_matrix",
                                 {texels.row * side, texels.col * side, side, {texels.rows, texels.cols}}, {});
        };
        const TileKey above{1, 0, 0};
        std::vector<Overview> parts;
        std::vector<const Overview*> pointers;
        for (int k = 0; k < 4; ++k) parts.push_back(blocks({0, k / 2, k % 2}));
        for (const Overview& part : parts) pointers.push_back(part.shape.rows * part.shape.cols == 0 ? nullptr : &part);
        const Overview found = merged(above, pointers, shape), wanted = blocks(above);
        EXPECT_EQ(found.shape, wanted.shape);
        EXPECT_EQ(found.min, wanted.min);
        EXPECT_EQ(found.max, wanted.max);
        for (std::size_t i = 0; i < wanted.mean.size(); ++i) EXPECT_NEAR(found.mean[i], wanted.mean[i], 1e-5);
    }
}

TEST(Minimap, shows_where_the_part_in_sight_lies_and_a_click_goes_there) {
    State state = deep_state(1'000'000);
    EXPECT_FALSE(minimap_of(state, deep_screen, 150.0)) << "the whole matrix is in sight";
    std::ignore = update(state, command::GoTo{250'000, 750'000});
    const auto map = minimap_of(state, deep_screen, 150.0);
    ASSERT_TRUE(map);
    EXPECT_NEAR((map->seen.from.x + map->seen.to.x) / 2 - map->place.from.x, 0.75 * 150.0, 0.1);
    EXPECT_NEAR((map->seen.from.y + map->seen.to.y) / 2 - map->place.from.y, 0.25 * 150.0, 0.1);
    const HeatmapView view = view_at(state, *map, {map->place.from.x + 15.0, map->place.from.y + 75.0}, deep_screen);
    EXPECT_NEAR(view.center.row, 500'000.0, 1.0);
    EXPECT_NEAR(view.center.col, 100'000.0, 1.0);
    std::ignore = update(state, command::ShowMinimap{false});
    EXPECT_FALSE(minimap_of(state, deep_screen, 150.0));
}

TEST(OutputMarks, matches_that_share_a_place_are_marked_once_and_pairs_have_a_mirror) {
    State state = laptop_with_points();
    state.data.now.question.workload = type_of("best_match").id;
    state.output.revision = state.data.revision;
    std::vector<FoundMatch> matches;
    for (int i = 0; i < 100; ++i) matches.push_back({.best = i, .second = 0});
    state.output.values = matches;
    EXPECT_EQ(output_marks_in(state, {0, 0, 100, 100}, 1.0).matches.size(), 100u);
    EXPECT_EQ(output_marks_in(state, {0, 0, 100, 100}, 10.0).matches.size(), 10u);
    EXPECT_EQ(output_marks_in(state, {50, 0, 10, 55}, 1.0).matches.size(), 5u);
    state.data.now.question.workload = type_of("farthest_pair").id;
    state.output.values = FoundPair{.first = 3, .second = 9, .value = 2.0};
    EXPECT_EQ(output_marks_in(state, {0, 0, 64, 64}, 1.0).pair, (std::vector<Cell>{{3, 9}, {9, 3}}));
    EXPECT_EQ(output_marks_in(state, {0, 0, 5, 64}, 1.0).pair, (std::vector<Cell>{{3, 9}}));
    ++state.data.revision;
    EXPECT_THAT(output_marks_in(state, {0, 0, 64, 64}, 1.0).pair, IsEmpty()) << "it is the pair of other data";
}

TEST(OutputMarks, no_match_in_sight_lacks_a_mark_at_any_zoom) {
    constexpr std::int64_t rows = 700, cols = 900;
    std::mt19937 random(5);
    const auto below = [&](std::int64_t end) {
        return std::uniform_int_distribution<std::int64_t>(0, end - 1)(random);
    };
    State state = laptop_with_points();
    state.data.now.question.workload = type_of("best_match").id;
    state.output.revision = state.data.revision;
    std::vector<FoundMatch> matches;
    for (std::int64_t row = 0; row < rows; ++row) matches.push_back({.best = std::int32_t(below(cols)), .second = 0});
    state.output.values = matches;
    for (const double apart : {0.02, 0.5, 1.0, 1.7, 3.0, 12.5, 100.0, 5000.0}) {
        const Region region{below(rows), below(cols), below(rows), below(cols)};
        const std::vector<Cell> marks = output_marks_in(state, region, apart).matches;
        for (const Cell& mark : marks) EXPECT_EQ(matches[std::size_t(mark.row)].best, mark.col);
        const double reach = std::max(apart, 1.0);
        const double most = (double(region.rows) / reach + 2.0) * (double(region.cols) / reach + 2.0);
        EXPECT_LE(double(marks.size()), most) << apart;
        for (std::int64_t row = region.row; row < std::min(region.row + region.rows, rows); ++row) {
            const std::int64_t col = matches[std::size_t(row)].best;
            if (col < region.col || col >= region.col + region.cols) continue;
            EXPECT_TRUE(std::ranges::any_of(marks,
                                            [&](const Cell& mark) {
                                                return std::abs(double(mark.row - row)) < reach &&
                                                       std::abs(double(mark.col - col)) < reach;
                                            }))
                << row << " at " << apart;
        }
    }
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// What runs and what is traced on a machine without a GPU, where the CPU executes the CUDA variants.
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_words.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const KernelVariant& cuda_variant() {
    for (const KernelVariant& variant : variants())
        if (variant.backend == Backend::cuda && variant.simulate != nullptr && variant.writes_linear) return variant;
    throw std::logic_error("there is no CUDA variant that can be simulated");
}

/// Without a GPU, with 64 points, a CUDA variant selected, and its picture made.
State laptop_with_cuda_variant() {
    State state = laptop_with_points();
    state.run.variant_id = cuda_variant().id;
    state.run.proposed.clear(); // the user chose it
    return state;
}

/// The answer to a trace job: a store of full sectors.
event::Traced answer_to(const job::Trace& job) {
    simt::Trace trace;
    trace.variant_id = job.key.variant_id;
    trace.workload = job.key.workload;
    trace.target = job.key.target;
    trace.launches = {{.blocks = 4, .blocks_traced = 4}};
    simt::TraceLine line;
    line.file = job.variant->source;
    line.line = 1;
    line.kind = simt::AccessKind::global_store;
    line.bytes_per_lane = 4;
    line.requests = 128;
    line.lanes = 32 * 128;
    line.sectors = 4 * 128;
    line.useful_bytes = 32 * 4 * 128;
    trace.lines = {line};
    return {job.key, std::make_shared<const simt::Trace>(std::move(trace))};
}

void trace(State& state) {
    const auto job = trace_job(state);
    ASSERT_TRUE(job);
    apply(state, answer_to(job->what.get<job::Trace>()));
}

profiling::Simulated simulation_of(const RunKey& key) {
    profiling::Simulated s{.variant_id = key.variant_id,
                           .workload = key.workload,
                           .device = Device{},
                           .check = {},
                           .predicted_bytes = 16384.0};
    s.trace = profiling::TraceSummary{};
    s.trace->stores = {.requests = 10, .sectors = 320, .useful_bytes = 1280};
    return s;
}

TEST(Simulation, a_cuda_variant_runs_on_the_cpu_where_there_is_no_gpu) {
    const State state = laptop_with_cuda_variant();
    EXPECT_EQ(device_for(state.run, cuda_variant()), 0u);
    EXPECT_TRUE(is_simulated(state.run, cuda_variant()));
    EXPECT_THAT(why_not_now(state, cuda_variant()), IsEmpty());
    const auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MakeOutput>());
    EXPECT_FALSE(job->lease);
}

TEST(Simulation, with_a_gpu_it_runs_there_unless_the_cpu_is_chosen) {
    State state = laptop_with_cuda_variant();
    state.run.devices.insert(state.run.devices.begin(),
                             Device{.backend = Backend::cuda, .name = "a GPU", .driver = {}});
    EXPECT_EQ(device_for(state.run, cuda_variant()), 0u);
    EXPECT_FALSE(is_simulated(state.run, cuda_variant()));
    (void)update(state, command::SelectDevice{1});
    EXPECT_TRUE(is_simulated(state.run, cuda_variant()));
}

TEST(Simulation, its_seconds_are_no_point_of_the_history) {
    State state = laptop_with_cuda_variant();
    make_picture(state);
    EXPECT_TRUE(state.output.simulated);
    EXPECT_TRUE(state.run.history.empty());
}

TEST(Simulation, above_the_limit_there_is_a_sentence_and_the_last_picture_stays) {
    State state = laptop_with_cuda_variant();
    make_picture(state);
    make_points(state, most_simulated_rows + 1);
    EXPECT_THAT(why_not_now(state, cuda_variant()), HasSubstr("the simulation takes at most 4 096 points"));
    const auto job = next(state);
    EXPECT_FALSE(job && job->what.is<job::MakeOutput>());
    EXPECT_EQ(state.output.variant_id, cuda_variant().id);
}

TEST(Simulation, the_trace_comes_after_the_picture_and_checking_comes_last) {
    State state = laptop_with_cuda_variant();
    make_picture(state);
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Trace>());
    apply(state, answer_to(job->what.get<job::Trace>()));
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    state.run.ceilings[0].figures.emplace();
    state.run.ceilings[0].complete = true;
    bool simulating = false;
    int jobs = 0;
    while ((job = next(state)) && ++jobs < 100) {
        ASSERT_TRUE(job->what.is<job::Measure>());
        const auto& measure = job->what.get<job::Measure>();
        if (is_simulated(state.run, *measure.variant)) simulating = true;
        EXPECT_EQ(is_simulated(state.run, *measure.variant), simulating) << measure.variant->id;
        apply(state, event::Measured{measure.key, profiling::Skipped{measure.key.variant_id, "for the test"}});
    }
    EXPECT_TRUE(simulating);
    EXPECT_TRUE(settled(state));
}

TEST(Simulation, a_simulated_row_is_never_timed_and_not_measured_against_the_roof_of_the_cpu) {
    State state = laptop_with_cuda_variant();
    profiling::Ceilings ceilings;
    ceilings.found = {{.kind = profiling::CeilingKind::fill, .value = 1e9, .samples = 1, .how = "for the test"}};
    state.run.ceilings[0].figures = ceilings;
    const auto row = [&] {
        for (const LadderSection& section : ladder_sections(state))
            for (const LadderRow& r : section.rows)
                if (r.id == cuda_variant().id) return r;
        return LadderRow{};
    };
    EXPECT_EQ(row().state, RowState::simulated);
    EXPECT_FALSE(row().checked);
    const RunKey key = *key_for(state, cuda_variant());
    apply(state, event::Measured{key, simulation_of(key)});
    EXPECT_EQ(row().state, RowState::simulated);
    EXPECT_TRUE(row().checked);
    EXPECT_FALSE(row().seconds || row().share || row().bar || row().timed);
    EXPECT_DOUBLE_EQ(*row().used_of_stores, 0.125);
    EXPECT_EQ(ceilings_for(state, cuda_variant()), nullptr);
}

TEST(Simulation, the_roofline_has_its_intensity_and_no_dot) {
    State state = laptop_with_cuda_variant();
    profiling::Ceilings ceilings;
    ceilings.found = {{.kind = profiling::CeilingKind::fill, .value = 1e9, .samples = 1, .how = "for the test"}};
    state.run.ceilings[0].figures = ceilings;
    const RunKey key = *key_for(state, cuda_variant());
    apply(state, event::Measured{key, simulation_of(key)});
    const auto chart = roofline_chart(state);
    ASSERT_TRUE(chart);
    EXPECT_TRUE(chart->dots.empty());
    ASSERT_TRUE(chart->simulated);
    EXPECT_EQ(chart->simulated->id, cuda_variant().id);
    EXPECT_GT(chart->simulated->intensity, 0.0);
    EXPECT_TRUE(std::none_of(chart->roofs.begin(), chart->roofs.end(), [](const Roof& roof) { return roof.binds; }));
}

TEST(Simulation, the_saved_table_says_simulated_and_leaves_times_empty) {
    State state = laptop_with_cuda_variant();
    const RunKey key = *key_for(state, cuda_variant());
    apply(state, event::Measured{key, simulation_of(key)});
    for (const ResultRow& row : result_rows(state)) {
        if (row.variant != cuda_variant().id) continue;
        EXPECT_EQ(row.status, "simulated");
        EXPECT_FALSE(row.figure("median_seconds"));
        EXPECT_DOUBLE_EQ(*row.predicted_bytes, 16384.0);
        EXPECT_DOUBLE_EQ(*row.sectors_per_store, 32.0);
    }
}

TEST(Trace, is_made_once_and_again_for_another_variant_warp_target_or_size) {
    State state = laptop_with_cuda_variant();
    trace(state);
    ASSERT_NE(trace_of(state), nullptr);
    EXPECT_FALSE(trace_job(state));
    (void)update(state, command::ChooseWarp{3, 1});
    EXPECT_TRUE(trace_job(state));
    EXPECT_NE(trace_of(state), nullptr) << "the last one stays until the new one is there";
    trace(state);
    if (cuda_variant().writes_surface) {
        (void)update(state, command::SetTarget{TargetKind::surface});
        EXPECT_TRUE(trace_job(state));
        trace(state);
    }
    make_points(state, 65);
    EXPECT_TRUE(trace_job(state));
}

TEST(Trace, moved_points_need_no_new_one) {
    State state = laptop_with_cuda_variant();
    trace(state);
    (void)update(state, command::MovePoint{3, 0.1f, 0.2f, true});
    EXPECT_FALSE(trace_job(state));
}

TEST(Trace, another_variant_begins_with_the_middle_block_and_the_line_that_moves_most) {
    State state = laptop_with_cuda_variant();
    trace(state);
    (void)update(state, command::ChooseWarp{3, 1});
    (void)update(state, command::ChooseTraceLine{2});
    for (const KernelVariant* variant : ladder(state)) {
        if (variant->id == cuda_variant().id) continue;
        const Effects effects = update(state, command::SelectVariant{std::string(variant->id)});
        EXPECT_TRUE(effects.cancel_measurements) << "a trace that runs is given up";
        break;
    }
    EXPECT_EQ(state.trace.block, -1);
    EXPECT_EQ(state.trace.warp, 0);
    EXPECT_FALSE(state.trace.line);
    EXPECT_EQ(trace_of(state), nullptr) << "another variant's trace is not shown";
}

TEST(Trace, of_another_variant_stays_in_sight_while_that_of_the_selected_one_is_made) {
    State state = laptop_with_points();
    (void)update(state, command::SelectVariant{"distance_matrix/row_per_thread"});
    EXPECT_EQ(trace_before(state), nullptr) << "there is none";
    EXPECT_THAT(trace_awaits(state), HasSubstr("row_per_thread is executed on the CPU"));
    trace(state);
    EXPECT_EQ(trace_before(state), nullptr) << "it is the selected variant's own";
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    ASSERT_NE(trace_before(state), nullptr);
    EXPECT_EQ(trace_before(state)->variant_id, "distance_matrix/row_per_thread");
    EXPECT_EQ(shown_before_words(state, *trace_before(state)),
              "of row_per_thread, until coalesced has been executed on the CPU");
    state.run.activity = Activity{
        .task = {.kind = TaskKind::tracing, .variants = {"distance_matrix/coalesced"}}, .share = 0.34, .since = {}};
    EXPECT_THAT(shown_before_words(state, *trace_before(state)), HasSubstr("(34 %)"));
    EXPECT_THAT(trace_awaits(state), HasSubstr("(34 %)"));
    state.run.activity.reset();
    (void)update(state, command::CancelWork{});
    EXPECT_EQ(trace_before(state), nullptr) << "nothing will replace it";
    choose_cpu_variant(state);
    EXPECT_EQ(trace_before(state), nullptr) << "a CPU variant has no trace to wait for";
    (void)update(state, command::SelectVariant{"distance_matrix/shared_tile"});
    make_points(state, 65);
    EXPECT_EQ(trace_before(state), nullptr) << "it answers another question";
}

TEST(Trace, a_cancelled_or_failed_one_says_so_and_is_not_tried_again_until_it_is_asked_for) {
    State state = laptop_with_cuda_variant();
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(trace_job(state));
    EXPECT_THAT(trace_awaits(state), HasSubstr("cancelled"));
    (void)update(state, command::RunAgain{});
    const auto job = trace_job(state);
    ASSERT_TRUE(job);
    apply(state, failed(event::Traced{job->what.get<job::Trace>().key, nullptr},
                        {.message = "a barrier that some threads never reach"}));
    EXPECT_FALSE(trace_job(state));
    EXPECT_THAT(trace_awaits(state), HasSubstr("never reach"));
}

TEST(Trace, a_cpu_variant_has_none_and_says_why) {
    State state = laptop_with_cuda_variant();
    state.run.variant_id = "distance_matrix/cpu_naive";
    EXPECT_FALSE(trace_job(state));
    EXPECT_THAT(trace_awaits(state), HasSubstr("no warps"));
}

TEST(Trace, is_made_on_the_cpu_for_a_gpu_s_variant_too_after_the_times_of_the_gpu) {
    State state = laptop_with_cuda_variant();
    state.run.devices.insert(state.run.devices.begin(),
                             Device{.backend = Backend::cuda, .name = "a GPU", .driver = {}});
    if (cuda_variant().launch == nullptr) GTEST_SKIP() << "this build has no CUDA";
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    auto job = next(state);
    int measured = 0;
    for (; job && job->what.is<job::Measure>(); job = next(state), ++measured) {
        const RunKey key = job->what.get<job::Measure>().key;
        EXPECT_EQ(key.device, 0) << "bars of the CPU may take minutes";
        apply(state, event::Measured{key, profiling::Skipped{key.variant_id, "for the test"}});
        ASSERT_LT(measured, 100);
    }
    EXPECT_GT(measured, 1);
    EXPECT_TRUE(job && job->what.is<job::Trace>());
}

TEST(Trace, rows_stand_beside_the_code_of_their_line) {
    State state = laptop_with_cuda_variant();
    trace(state);
    const auto rows = trace_rows(*trace_of(state), cuda_variant());
    ASSERT_EQ(rows.size(), 1u);
    EXPECT_EQ(rows[0].code, "// SPDX-License-Identifier: MIT");
    EXPECT_EQ(rows[0].access, "global store, 4 B");
    EXPECT_DOUBLE_EQ(*rows[0].sectors, 4.0);
    EXPECT_DOUBLE_EQ(*rows[0].least, 4.0);
    EXPECT_DOUBLE_EQ(*rows[0].useful, 32.0);
    EXPECT_DOUBLE_EQ(*rows[0].bytes, 16384.0);
    EXPECT_FALSE(rows[0].ways) << "global memory has no banks";
}

TEST(Trace, the_compared_variant_is_traced_after_the_selected_one) {
    State state = laptop_with_cuda_variant();
    EXPECT_FALSE(wanted_other_trace(state));
    const KernelVariant* other = nullptr;
    for (const KernelVariant* variant : ladder(state))
        if (variant->backend == Backend::cuda && variant->simulate != nullptr && variant->id != state.run.variant_id)
            other = variant;
    ASSERT_NE(other, nullptr);
    (void)update(state, command::CompareWith{.id = std::string(other->id)});
    trace(state);
    EXPECT_EQ(other_trace_of(state), nullptr);
    const auto job = trace_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::Trace>().key.variant_id, other->id);
    apply(state, answer_to(job->what.get<job::Trace>()));
    ASSERT_NE(other_trace_of(state), nullptr);
    EXPECT_EQ(other_trace_of(state)->variant_id, other->id);
    EXPECT_EQ(trace_of(state)->variant_id, state.run.variant_id) << "the selected one's stays";
    EXPECT_FALSE(trace_job(state));
    (void)update(state, command::ChooseWarp{2, 0});
    EXPECT_EQ(trace_job(state)->what.get<job::Trace>().key.variant_id, state.run.variant_id);
    (void)update(state, command::CompareWith{.id = {}});
    EXPECT_EQ(other_trace_of(state), nullptr);
}

TEST(Trace, a_new_one_with_fewer_lines_keeps_no_choice_of_a_line_that_is_gone) {
    State state = laptop_with_cuda_variant();
    (void)update(state, command::ChooseTraceLine{0});
    trace(state);
    EXPECT_EQ(state.trace.line, 0u);
    (void)update(state, command::ChooseTraceLine{1});
    (void)update(state, command::ChooseWarp{3, 1});
    trace(state);
    EXPECT_FALSE(state.trace.line);
}

TEST(Trace, before_a_line_is_chosen_it_is_the_store_that_touches_most_sectors) {
    State state = laptop_with_cuda_variant();
    simt::Trace trace;
    EXPECT_EQ(chosen_line(state, trace), 0u);
    trace.lines.resize(3);
    trace.lines[1].sectors = 12;
    EXPECT_EQ(chosen_line(state, trace), 1u);
    trace.lines[2].kind = simt::AccessKind::global_store;
    trace.lines[2].sectors = 4;
    EXPECT_EQ(chosen_line(state, trace), 2u);
    (void)update(state, command::ChooseTraceLine{0});
    EXPECT_EQ(chosen_line(state, trace), 0u);
}

TEST(Trace, a_line_of_a_text_has_no_blanks_around_it) {
    EXPECT_EQ(line_of_text("a\n  b c \n", 2), "b c");
    EXPECT_EQ(line_of_text("a\n", 2), "");
    EXPECT_EQ(line_of_text("a", 7), "");
}

TEST(Trace, says_in_words_how_much_of_the_grid_it_saw) {
    EXPECT_EQ(coverage_of({.blocks = 2048, .traced = 64}), "64 of 2 048 blocks were traced, counts are scaled");
    EXPECT_EQ(coverage_of({.blocks = 2048, .traced = 2048}), "all 2 048 blocks were traced");
    EXPECT_EQ(coverage_of({.blocks = 1, .traced = 1}), "its one block was traced");
}

TEST(Trace, tells_each_kernel_with_its_grid_and_equal_launches_once) {
    simt::Trace trace;
    const simt::TracedLaunch squares{
        .kernel = "square", .grid = {8, 1, 1}, .block = {256, 1, 1}, .blocks = 8, .blocks_traced = 4};
    const simt::TracedLaunch sums{.kernel = "add_up",
                                  .grid = {2, 1, 1},
                                  .block = {64, 1, 1},
                                  .shared_bytes = 256,
                                  .blocks = 2,
                                  .blocks_traced = 2};
    trace.launches = {squares, sums, sums};
    EXPECT_EQ(trace.blocks(), 12);
    EXPECT_EQ(trace.blocks_traced(), 8);
    EXPECT_THAT(
        launches_of(trace),
        testing::ElementsAre("square: grid (8, 1, 1) of blocks (256, 1, 1), 4 of 8 blocks were traced, counts are "
                             "scaled",
                             "add_up: 2 launches, each of grid (2, 1, 1) of blocks (64, 1, 1), 256 B of shared "
                             "memory, all 2 blocks were traced"));
}

} // namespace
} // namespace pairscope::app

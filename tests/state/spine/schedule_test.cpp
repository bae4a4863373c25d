// SPDX-License-Identifier: MIT
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

#include <algorithm>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;

/// A program on a machine without a GPU, with points and a CPU variant chosen.
State state_of_a_laptop() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    return state;
}

TEST(Schedule, the_picture_comes_first_then_the_roofs_then_the_selected_variant) {
    State state = state_of_a_laptop();
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MakeOutput>());
    EXPECT_EQ(job->what.get<job::MakeOutput>().variant->id, state.run.variant_id);
    make_picture(state);
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    state.run.ceilings[0].figures.emplace();
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>());
    EXPECT_EQ(job->what.get<job::Measure>().key.variant_id, state.run.variant_id);
}

TEST(Schedule, every_variant_that_can_run_is_measured_and_then_nothing_is_missing) {
    State state = state_of_a_laptop();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    state.run.ceilings[0].complete = true;
    int measured = 0;
    while (auto job = next(state)) {
        ASSERT_TRUE(job->what.is<job::Measure>());
        const RunKey key = job->what.get<job::Measure>().key;
        apply(state, event::Measured{key, profiling::Skipped{key.variant_id, "for the test"}});
        ASSERT_LT(++measured, 100);
    }
    const auto rungs = ladder(state);
    EXPECT_EQ(measured,
              std::count_if(rungs.begin(), rungs.end(), [&](const auto* v) { return why_not_now(state, *v).empty(); }));
    EXPECT_TRUE(settled(state));
}

/// As the runner answers when the time is the limit: its plan of turns keeps a tenth of the time in reserve.
event::Measured timed_out(const job::Measure& job) {
    profiling::Measurement m;
    m.variant_id = job.key.variant_id;
    m.workload = job.key.workload;
    m.seconds = std::vector<double>(10, job.max_seconds / 10.0 * 0.9);
    m.stopped_by = profiling::StopReason::time;
    m.predicted_bytes = 1.0;
    m.caches = job.key.caches;
    return {.key = job.key, .outcome = m, .revision = job.revision, .max_seconds = job.max_seconds};
}

TEST(Schedule, every_rung_gets_a_bar_soon_and_those_with_wide_intervals_the_whole_time_of_the_rule_later) {
    State state = state_of_a_laptop();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    state.run.ceilings[0].complete = true;
    std::map<std::string, std::vector<double>> budgets;
    std::vector<std::string> order;
    while (auto job = next(state)) {
        ASSERT_TRUE(job->what.is<job::Measure>());
        const auto& measure = job->what.get<job::Measure>();
        if (measure.variant->backend == Backend::cpu) {
            budgets[measure.key.variant_id].push_back(measure.max_seconds);
            order.push_back(measure.key.variant_id);
            apply(state, timed_out(measure));
        } else {
            apply(state, event::Measured{measure.key, profiling::Skipped{measure.key.variant_id, "for the test"}});
        }
        ASSERT_LT(order.size(), 100u);
    }
    ASSERT_GE(budgets.size(), 2u);
    for (const auto& [id, given] : budgets) EXPECT_EQ(given, (std::vector{0.05, 3.0})) << id;
    ASSERT_EQ(order.size(), 2 * budgets.size());
    EXPECT_EQ(order[0], state.run.variant_id);
    EXPECT_EQ(order[budgets.size()], state.run.variant_id) << "every rung has its bar before the second round";
}

TEST(Schedule, nothing_is_measured_while_the_panels_about_kernels_are_hidden) {
    State state = state_of_a_laptop();
    (void)update(state, command::ArrangeForData{true});
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MakeOutput>()) << "the picture is shown";
    make_picture(state);
    EXPECT_FALSE(next(state));
    EXPECT_TRUE(settled(state));
    (void)update(state, command::SetPresentation{true});
    EXPECT_TRUE(next(state)) << "a presentation shows the ladder";
    (void)update(state, command::SetPresentation{false});
    state.run.ceilings[0].figures.emplace();
    (void)update(state, command::RunAgain{});
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>()) << "the user asked for it";
    EXPECT_FALSE(gives_way(state, *job));
    apply(state, timed_out(job->what.get<job::Measure>()));
    EXPECT_FALSE(next(state)) << "the others were not asked for";
    (void)update(state, command::ArrangeForData{false});
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>());
    EXPECT_FALSE(gives_way(state, *job));
    (void)update(state, command::ArrangeForData{true});
    EXPECT_TRUE(gives_way(state, *job)) << "its panel was hidden while it ran";
}

TEST(Schedule, cold_and_warm_runs_are_kept_apart) {
    State state = state_of_a_laptop();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>());
    apply(state, timed_out(job->what.get<job::Measure>()));
    ASSERT_NE(measurement_for(state, *selected_variant(state)), nullptr);
    EXPECT_TRUE(update(state, command::SetCaches{profiling::CacheState::cold}).cancel_measurements);
    EXPECT_EQ(measurement_for(state, *selected_variant(state)), nullptr);
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>());
    EXPECT_EQ(job->what.get<job::Measure>().key.caches, profiling::CacheState::cold);
    (void)update(state, command::SetCaches{profiling::CacheState::warm});
    EXPECT_NE(measurement_for(state, *selected_variant(state)), nullptr);
}

TEST(Schedule, the_roofs_that_no_picture_waits_for_are_measured_before_anything_is_simulated) {
    State state = state_of_a_laptop();
    make_picture(state);
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    EXPECT_EQ(job->what.get<job::MeasureCeilings>().request.kinds, profiling::essential_ceilings());
    apply(state, event::CeilingsMeasured{0, profiling::Ceilings{}});
    const auto skip = [&](bool simulated) {
        for (const KernelVariant* variant : ladder(state))
            if (const auto key = key_for(state, *variant); key && is_simulated(state.run, *variant) == simulated)
                apply(state, event::Measured{*key, profiling::Skipped{key->variant_id, "for the test"}});
    };
    skip(false);
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    EXPECT_EQ(job->what.get<job::MeasureCeilings>().request.kinds, profiling::other_ceilings());
    skip(true);
    profiling::Ceilings others;
    others.found = {{.kind = profiling::CeilingKind::read, .value = 1e9, .samples = 1, .how = "for the test"}};
    apply(state, event::CeilingsMeasured{0, others, true});
    EXPECT_FALSE(next(state));
    EXPECT_NE(find(*state.run.ceilings.at(0).figures, profiling::CeilingKind::read), nullptr);
    (void)update(state, command::MeasureCeilings{});
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    EXPECT_EQ(job->what.get<job::MeasureCeilings>().request.kinds, profiling::essential_ceilings());
}

TEST(Schedule, other_roofs_that_cannot_be_measured_are_told_once_and_the_essential_ones_stay) {
    State state = state_of_a_laptop();
    make_picture(state);
    apply(state, event::CeilingsMeasured{0, profiling::Ceilings{}});
    apply(state, failed(event::CeilingsMeasured{0, {}, true}, {.message = "there is no memory"}));
    EXPECT_EQ(state.notices.back().text, "there is no memory");
    EXPECT_TRUE(state.run.ceilings.at(0).figures);
    EXPECT_TRUE(state.run.ceilings.at(0).failure.empty());
    EXPECT_TRUE(state.run.ceilings.at(0).complete);
}

TEST(Schedule, ceilings_that_are_asked_for_again_are_measured_on_every_device_that_had_them) {
    State state = state_of_a_laptop();
    Device other = state.run.devices.front();
    other.name = "another CPU";
    state.run.devices.push_back(other);
    make_picture(state);
    for (const std::size_t device : {0, 1}) apply(state, event::CeilingsMeasured{device, profiling::Ceilings{}});
    (void)update(state, command::MeasureCeilings{});
    std::vector<std::size_t> measured;
    for (const KernelVariant* variant : ladder(state))
        if (const auto key = key_for(state, *variant))
            apply(state, event::Measured{*key, profiling::Skipped{key->variant_id, "for the test"}});
    while (measured.size() < 2) {
        const auto job = next(state);
        ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
        const auto& asked = job->what.get<job::MeasureCeilings>();
        EXPECT_EQ(asked.request.kinds, profiling::essential_ceilings());
        measured.push_back(asked.device_index);
        apply(state, event::CeilingsMeasured{asked.device_index, profiling::Ceilings{}});
    }
    EXPECT_EQ(measured, (std::vector<std::size_t>{0, 1}));
}

TEST(Schedule, nothing_is_timed_while_a_point_is_dragged_or_just_after) {
    State state = state_of_a_laptop();
    make_picture(state);
    const auto now = Clock::time_point{} + 10s;
    EXPECT_FALSE(next_job(state, now, now - 100ms));
    state.data.dragging = true;
    EXPECT_FALSE(next_job(state, now, now - 5s));
}

TEST(Schedule, a_picture_that_failed_is_not_tried_again_until_something_changes) {
    State state = state_of_a_laptop();
    state.run.ceilings[0].figures.emplace();
    state.run.measure_all = false;
    apply(state, failed_output(state, {.message = "too little memory", .out_of_memory = true}));
    auto job = next(state);
    EXPECT_FALSE(job && job->what.is<job::MakeOutput>());
    EXPECT_EQ(state.notices.back().severity, Severity::error);
    (void)update(state, command::RunAgain{});
    job = next(state);
    EXPECT_TRUE(job && job->what.is<job::MakeOutput>());
}

TEST(Schedule, values_that_made_room_for_a_run_come_back_when_somebody_asks_or_when_all_is_measured) {
    State state = state_of_a_laptop();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    state.run.ceilings[0].complete = true;
    state.output.values_gone = true;
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>()) << "while nobody asks, runs go before";
    (void)update(state, command::HoverCell{Cell{1, 2}});
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MakeOutput>());
    make_picture(state);
    EXPECT_FALSE(state.output.values_gone);
    (void)update(state, command::HoverCell{});
    state.run.measure_all = false;
    apply(state, event::Measured{*key_for(state, *selected_variant(state)),
                                 profiling::Skipped{state.run.variant_id, "for the test"}});
    EXPECT_FALSE(next(state));
    state.output.values_gone = true;
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MakeOutput>()) << "when nothing is left to be measured";
}

TEST(Schedule, without_live_the_picture_waits_for_space) {
    State state = state_of_a_laptop();
    make_picture(state);
    (void)update(state, command::SetLive{false});
    (void)update(state, command::MovePoint{3, 0.1f, 0.2f, true});
    auto job = next(state);
    EXPECT_FALSE(job && job->what.is<job::MakeOutput>());
    (void)update(state, command::RunAgain{});
    job = next(state);
    EXPECT_TRUE(job && job->what.is<job::MakeOutput>());
}

TEST(Schedule, a_variant_that_only_a_gpu_can_run_says_why_and_is_never_run) {
    State state = state_of_a_laptop();
    for (const KernelVariant* variant : ladder(state)) {
        if (!variant->gpu_only) continue;
        EXPECT_FALSE(why_not_now(state, *variant).empty()) << variant->id;
        state.run.variant_id = variant->id;
        const auto job = next(state);
        EXPECT_FALSE(job && job->what.is<job::MakeOutput>());
    }
}

TEST(Schedule, a_roof_that_a_run_exceeds_is_measured_again_and_the_better_figure_is_kept) {
    State state = state_of_a_laptop();
    make_picture(state);
    profiling::Ceilings low;
    low.found = {{.kind = profiling::CeilingKind::fill, .value = 1.0, .samples = 1, .how = "for the test"}};
    state.run.ceilings[0].figures = low;
    const RunKey key = *key_for(state, *selected_variant(state));
    profiling::Measurement m;
    m.workload = key.workload;
    m.seconds = std::vector<double>(20, 1e-3);
    apply(state, event::Measured{key, m});
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    profiling::Ceilings high = low;
    high.found.front().value = 1e12;
    apply(state, event::CeilingsMeasured{0, high});
    apply(state, event::CeilingsMeasured{0, low});
    EXPECT_EQ(state.run.ceilings.at(0).figures->found.front().value, 1e12);
    job = next(state);
    EXPECT_FALSE(job && job->what.is<job::MeasureCeilings>());
}

TEST(Schedule, cancelling_stops_what_runs_and_asks_for_nothing_more) {
    State state = state_of_a_laptop();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    for (const KernelVariant* variant : ladder(state))
        if (const auto key = key_for(state, *variant); key && variant->id == state.run.variant_id)
            apply(state, event::Measured{*key, profiling::Skipped{key->variant_id, "for the test"}});
    ASSERT_TRUE(next(state));
    EXPECT_TRUE(update(state, command::CancelWork{}).cancel);
    EXPECT_FALSE(next(state));
}

TEST(Schedule, what_was_cancelled_begins_again_only_when_it_is_asked_for) {
    State state = state_of_a_laptop();
    make_picture(state);
    ASSERT_TRUE(next(state)) << "the roofs";
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(next(state)) << "neither the roofs nor the selected variant";
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(next(state));
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(next(state));
    (void)update(state, command::MeasureCeilings{});
    EXPECT_TRUE(next(state));
    (void)update(state, command::CancelWork{});
    (void)update(state, command::MeasureAll{});
    EXPECT_TRUE(next(state));
    (void)update(state, command::CancelWork{});
    EXPECT_FALSE(next(state));
    (void)update(state, command::SetCaches{profiling::CacheState::cold});
    EXPECT_TRUE(next(state)) << "runs with cold caches are other runs";
    (void)update(state, command::CancelWork{});
    (void)update(state, command::StepVariant{-1});
    make_picture(state);
    EXPECT_TRUE(next(state)) << "another variant was chosen";
}

TEST(Update, a_slider_on_its_way_is_one_step_of_undo) {
    State state = state_of_a_laptop();
    for (const std::int64_t n : {65, 66, 67, 68})
        (void)update(state, command::SetSource{default_settings(Shape::ring, n)});
    EXPECT_EQ(state.data.now.question.first->rows, 68);
    EXPECT_EQ(state.data.undo.size(), 1u);
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.data.now.question.first->rows, 64);
}

TEST(Update, settings_out_of_range_are_an_error_and_the_points_stay) {
    State state = state_of_a_laptop();
    const auto before = state.data.now.question.first;
    (void)update(state, command::SetSource{default_settings(Shape::ring, max_rows + 1)});
    EXPECT_EQ(state.data.now.question.first, before);
    ASSERT_FALSE(state.notices.empty());
    EXPECT_EQ(state.notices.back().severity, Severity::error);
}

TEST(Update, the_ladder_ends_where_it_ends) {
    State state = state_of_a_laptop();
    for (int i = 0; i < 100; ++i) (void)update(state, command::StepVariant{1});
    EXPECT_EQ(state.run.variant_id, ladder(state).back()->id);
    for (int i = 0; i < 100; ++i) (void)update(state, command::StepVariant{-1});
    EXPECT_EQ(state.run.variant_id, ladder(state).front()->id);
}

TEST(Update, a_notice_that_is_dismissed_leaves_the_others_unread) {
    State state;
    notify(state, Severity::error, "The first.");
    notify(state, Severity::error, "The second.");
    (void)update(state, command::DismissNotice{state.notices.front().id});
    EXPECT_TRUE(state.notices.front().read);
    EXPECT_FALSE(state.notices.back().read);
}

TEST(Update, roofs_that_runs_exceed_are_measured_again_twice_and_then_believed) {
    State state = state_of_a_laptop();
    const RunKey key = *key_for(state, *find_variant(state.run.variant_id));
    profiling::Measurement m;
    m.variant_id = key.variant_id;
    m.workload = key.workload;
    m.seconds = {1e-6};
    profiling::Ceilings ceilings;
    add(ceilings, {.kind = profiling::CeilingKind::fill, .value = 0.5 * compulsory_bandwidth(m)});
    state.run.ceilings[0].figures = ceilings;
    for (int times = 1; times <= 4; ++times) {
        state.run.ceilings[0].wanted = false;
        apply(state, event::Measured{key, m});
        EXPECT_EQ(state.run.ceilings.at(0).wanted, times <= 2) << times;
    }
}

} // namespace
} // namespace pairscope::app

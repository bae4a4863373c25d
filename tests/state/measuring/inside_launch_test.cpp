// SPDX-License-Identifier: MIT
// Which launches are sampled, what the strip shows of them, and what its sentences say, without a GPU and a window.
#include "app/subjects/counters/counters.h"
#include "app/subjects/measuring/launch_strip.h"
#include "app/subjects/measuring/measuring.h"
#include "tests/profiling/sample_timeline.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

constexpr const char* grid2d = "distance_matrix/grid2d";
constexpr const char* tile16 = "distance_matrix/tile16";

Device a_gpu() {
    Device gpu;
    gpu.backend = Backend::cuda;
    gpu.name = "a GPU";
    gpu.compute_capability = 90;
    gpu.memory_bytes = std::int64_t{1} << 34;
    gpu.max_surface = 1 << 15;
    return gpu;
}

/// A GPU that has measured two variants.
State sampled_state() {
    State state;
    state.run.devices = {a_gpu(), devices().back()};
    (void)update(state, command::SetSource{default_settings(Shape::clusters, 100)});
    (void)update(state, command::SelectVariant{grid2d});
    for (const char* id : {grid2d, tile16}) {
        profiling::Measurement m;
        m.variant_id = id;
        m.workload = current_workload(state);
        m.device = state.run.devices.front();
        m.seconds = {1e-3, 1.1e-3};
        state.run.outcomes.emplace(*key_for(state, *find_variant(id)), m);
    }
    return state;
}

profiling::LaunchTimeline a_timeline() { return *timeline_of(profiling::sample_raw_timeline(), "GH100"); }

event::LaunchSampled answer_to(const Job& job, profiling::Sampled sampled, std::string why_not_here = {}) {
    return {.key = job.what.get<job::SampleLaunch>().key,
            .sampled = std::move(sampled),
            .why_not_here = std::move(why_not_here)};
}

std::string variant_of(const std::optional<Job>& job) {
    return job ? std::string(job->what.get<job::SampleLaunch>().variant->id) : "no job";
}

TEST(InsideLaunch, the_selected_variant_is_sampled_once_then_the_compared_one_then_the_others) {
    State state = sampled_state();
    const auto job = shown_launch_job(state);
    EXPECT_EQ(variant_of(job), grid2d);
    EXPECT_DOUBLE_EQ(job->what.get<job::SampleLaunch>().seconds, 1.05e-3);
    apply(state, answer_to(*job, {.timeline = a_timeline()}));
    EXPECT_EQ(measurement_for(state, *find_variant(grid2d))->timeline, a_timeline());
    EXPECT_FALSE(shown_launch_job(state));
    EXPECT_EQ(variant_of(background_launch_job(state)), tile16);
    (void)update(state, command::CompareWith{.id = tile16});
    EXPECT_EQ(variant_of(shown_launch_job(state)), tile16);
}

TEST(InsideLaunch, a_new_measurement_or_a_wish_samples_it_again) {
    State state = sampled_state();
    const auto job = shown_launch_job(state);
    apply(state, answer_to(*job, {.timeline = a_timeline()}));
    const auto key = *key_for(state, *find_variant(grid2d));
    apply(state, event::Measured{key, *measurement_for(state, *find_variant(grid2d))});
    EXPECT_TRUE(shown_launch_job(state));
    apply(state, answer_to(*job, {.timeline = a_timeline()}));
    EXPECT_FALSE(shown_launch_job(state));
    (void)update(state, command::SampleLaunch{});
    EXPECT_TRUE(shown_launch_job(state));
}

TEST(InsideLaunch, a_wish_samples_the_two_shown_variants_and_no_others) {
    State state = sampled_state();
    for (auto job = background_launch_job(state); job; job = background_launch_job(state))
        apply(state, answer_to(*job, {.timeline = a_timeline()}));
    (void)update(state, command::SampleLaunch{});
    EXPECT_EQ(variant_of(background_launch_job(state)), grid2d);
    apply(state, answer_to(*background_launch_job(state), {.timeline = a_timeline()}));
    EXPECT_EQ(variant_of(background_launch_job(state)), "no job");
    (void)update(state, command::CompareWith{.id = tile16});
    (void)update(state, command::SampleLaunch{});
    apply(state, answer_to(*shown_launch_job(state), {.timeline = a_timeline()}));
    EXPECT_EQ(variant_of(shown_launch_job(state)), tile16);
}

TEST(InsideLaunch, the_button_can_be_pressed_only_where_a_launch_can_be_sampled_and_else_says_why) {
    State state = sampled_state();
    EXPECT_EQ(why_not_sampled_again(state), "");
    (void)update(state, command::SetCounting{false});
    EXPECT_THAT(why_not_sampled_again(state), HasSubstr("switched off"));
    (void)update(state, command::SetCounting{true});
    (void)update(state, command::SelectVariant{"distance_matrix/coalesced"});
    EXPECT_THAT(why_not_sampled_again(state), HasSubstr("after it was timed"));
    (void)update(state, command::SelectVariant{grid2d});
    apply(state, answer_to(*shown_launch_job(state), {.why_not = "the driver forbids it"}, "the driver forbids it"));
    EXPECT_THAT(why_not_sampled_again(state), HasSubstr("the driver forbids it"));
    (void)update(state, command::SelectDevice{1});
    EXPECT_THAT(why_not_sampled_again(state), HasSubstr("NVIDIA GPU"));
    EXPECT_THAT(why_not_sampled_again(State{}), HasSubstr("Choose a variant"));
}

TEST(InsideLaunch, where_it_cannot_be_had_a_sentence_says_why_and_nothing_is_asked_again) {
    State state = sampled_state();
    apply(state, answer_to(*shown_launch_job(state), {.why_not = "the driver forbids it"}, "the driver forbids it"));
    EXPECT_FALSE(shown_launch_job(state));
    EXPECT_FALSE(background_launch_job(state));
    EXPECT_THAT(launch_awaits(state), HasSubstr("The reason is: the driver forbids it."));
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(state.counters.not_sampled.empty()) << "asked for by a person, it is tried again";
}

TEST(InsideLaunch, a_launch_that_failed_alone_does_not_keep_the_others_from_being_sampled) {
    State state = sampled_state();
    apply(state, answer_to(*shown_launch_job(state), {.why_not = "the buffer overflowed"}));
    EXPECT_FALSE(shown_launch_job(state));
    EXPECT_EQ(variant_of(background_launch_job(state)), tile16);
    EXPECT_THAT(launch_awaits(state), HasSubstr("grid2d could not be sampled. The reason is: the buffer overflowed."));
}

TEST(InsideLaunch, nothing_is_sampled_on_a_cpu_or_when_counting_is_off) {
    State state = sampled_state();
    (void)update(state, command::SetCounting{false});
    EXPECT_FALSE(shown_launch_job(state));
    EXPECT_THAT(launch_awaits(state), HasSubstr("switched off"));
    (void)update(state, command::SetCounting{true});
    EXPECT_THAT(launch_awaits(state), HasSubstr("will be sampled"));
    (void)update(state, command::SelectDevice{1});
    EXPECT_FALSE(shown_launch_job(state));
    EXPECT_THAT(launch_awaits(state), HasSubstr("a recording"));
}

TEST(InsideLaunch, every_picture_of_a_drag_is_counted_where_counters_are_sampled) {
    using namespace std::chrono_literals;
    State state = sampled_state();
    (void)update(state, command::MovePoint{1, 0.5f, 0.5f, false});
    const auto picture = [&](std::string why_not_sampled) {
        apply(state, event::OutputMade{.variant_id = grid2d,
                                       .revision = state.data.revision,
                                       .device_index = 0,
                                       .written = matrix_output(100, 100),
                                       .seconds = 1e-3,
                                       .values = {},
                                       .shape = {100, 100},
                                       .summary = {},
                                       .host = {},
                                       .overview = {},
                                       .counters = profiling::Counters{.chip = "GH100", .passes = 1, .counts = {}},
                                       .why_not_sampled = std::move(why_not_sampled)});
    };
    picture({});
    EXPECT_TRUE(counts_pictures(state, 0, Clock::now()));
    picture("this chip cannot be sampled");
    EXPECT_FALSE(counts_pictures(state, 0, Clock::now())) << "as before: about two per second";
    EXPECT_TRUE(counts_pictures(state, 0, Clock::now() + 460ms));
    EXPECT_EQ(state.counters.not_sampled.at(0), "this chip cannot be sampled");
    EXPECT_THAT(live_counting_words(state), HasSubstr("this chip cannot be sampled"));
}

/// A laptop that shows a recording of two variants, with samples if asked for.
State laptop_with_recording(bool with_samples) {
    State state = laptop_with_points();
    profiling::Recording recording;
    recording.made_by = "pairscope 0.1.0";
    recording.label = "gpu";
    recording.devices = {a_gpu()};
    for (const char* id : {grid2d, tile16}) {
        profiling::Measurement m;
        m.variant_id = id;
        m.workload = current_workload(state);
        m.device = a_gpu();
        m.seconds = {100e-6};
        m.predicted_bytes = 16e3;
        m.check.comparison = {.entries_checked = 4096, .rows_checked = 64, .rows = 64};
        if (with_samples) m.timeline = a_timeline();
        recording.runs.emplace_back(m);
    }
    open(state, recording);
    (void)update(state, command::SelectVariant{grid2d});
    return state;
}

TEST(InsideLaunch, without_a_gpu_the_recording_s_samples_are_shown_both_above_each_other) {
    State state = laptop_with_recording(true);
    ASSERT_THAT(shown_launches(state), SizeIs(1));
    EXPECT_THAT(why_not_sampled_again(state), HasSubstr("from a recording"));
    EXPECT_EQ(shown_launches(state).front().variant_id, grid2d);
    EXPECT_THAT(shown_launches(state).front().origin, HasSubstr("recorded"));
    EXPECT_EQ(launch_awaits(state), "");
    (void)update(state, command::CompareWith{.id = tile16});
    ASSERT_THAT(shown_launches(state), SizeIs(2));
    const auto drawings = launch_drawings(shown_launches(state));
    ASSERT_THAT(drawings, SizeIs(2));
    EXPECT_FALSE(drawings[0].x.written);
    EXPECT_TRUE(drawings[1].x.written);
    EXPECT_EQ(drawings[0].x.range.high, drawings[1].x.range.high);
}

TEST(InsideLaunch, an_old_recording_says_that_nothing_was_sampled) {
    const State state = laptop_with_recording(false);
    EXPECT_THAT(shown_launches(state), IsEmpty());
    EXPECT_THAT(launch_awaits(state), HasSubstr("No launch of grid2d was sampled for this recording."));
}

TEST(LaunchStrip, draws_dram_l2_and_multiprocessors_as_shares_of_their_limits) {
    const State state = laptop_with_recording(true);
    const auto drawings = launch_drawings(shown_launches(state));
    ASSERT_THAT(drawings.front().curves, SizeIs(3));
    EXPECT_EQ(full_title(drawings.front().x), "time since the launch began [us]");
    EXPECT_EQ(full_title(drawings.front().y), "busy [% of limit]");
    const auto highest = [&](std::size_t curve) {
        return std::ranges::max(drawings.front().curves[curve].spans, {}, &ChartSpan::high).high;
    };
    EXPECT_EQ(drawings.front().curves[0].name, "grid2d: DRAM");
    EXPECT_NEAR(highest(0), 100.0 * 4.0 / 4.8, 1e-6);
    EXPECT_NEAR(highest(1), 100.0 * 6.0 / 9.6, 1e-6);
    EXPECT_NEAR(highest(2), 100.0, 1e-6);
    EXPECT_DOUBLE_EQ(seconds_at(drawings.front(), 12.0), 12e-6);
}

TEST(LaunchStrip, leaves_out_what_the_chip_does_not_tell) {
    State state = laptop_with_recording(true);
    profiling::Measurement run = *shown_launches(state).front().run;
    std::erase_if(run.timeline->series, [](const auto& series) { return series.name.starts_with("dram"); });
    const ShownLaunch launch{.variant_id = grid2d, .run = &run, .origin = {}};
    EXPECT_THAT(launch_drawings({launch}).front().curves, SizeIs(2));
    EXPECT_THAT(launch_sentence(launch), Not(HasSubstr("DRAM")));
    EXPECT_THAT(launch_story(launch, 50e-6), Not(HasSubstr("DRAM")));
}

TEST(LaunchStrip, its_sentence_tells_the_beginning_and_the_end) {
    const State state = laptop_with_recording(true);
    EXPECT_EQ(
        launch_sentence(shown_launches(state).front()),
        "grid2d: It takes 12.0 us until DRAM runs at 4 000 GB/s, 83 % of the chip's limit. In the last 20.0 us, only "
        "41 % of the multiprocessors are busy, because too few blocks are left.");
}

TEST(LaunchStrip, a_launch_with_few_samples_claims_nothing) {
    State state = laptop_with_recording(true);
    profiling::Measurement run = *shown_launches(state).front().run;
    run.timeline->seconds = 5 * run.timeline->step;
    const std::string sentence = launch_sentence({.variant_id = grid2d, .run = &run, .origin = {}});
    EXPECT_THAT(sentence, HasSubstr("too few"));
    EXPECT_THAT(sentence, Not(HasSubstr("%")));
}

TEST(LaunchStrip, a_sample_is_told_in_figures_with_its_source) {
    const State state = laptop_with_recording(true);
    const ShownLaunch launch = shown_launches(state).front();
    const std::string story = launch_story(launch, 50e-6);
    EXPECT_THAT(story, HasSubstr("grid2d, 48.0 to 52.0 us after the launch began"));
    EXPECT_THAT(story, HasSubstr("DRAM: 400 GB/s read and 3 600 GB/s written, 83 % of the chip's limit."));
    EXPECT_THAT(story, HasSubstr("Multiprocessors: 100 % of them"));
    EXPECT_THAT(story, HasSubstr("a GPU"));
    EXPECT_THAT(story, HasSubstr("recorded"));
    EXPECT_EQ(launch_story(launch, 1.0), "");
    EXPECT_THAT(launch_story(launch, -6e-6), HasSubstr("before the launch began"));
}

} // namespace
} // namespace pairscope::app

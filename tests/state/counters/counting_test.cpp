// SPDX-License-Identifier: MIT
// What is counted, when, and how counts are shown, without a GPU and without a window.
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters.h"
#include "kernels/data/shapes/generators.h"
#include "profiling/cupti/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
using profiling::CounterSet;
using ::testing::HasSubstr;

constexpr const char* grid2d = "distance_matrix/grid2d";

/// A GPU that has measured grid2d.
State measured_state() {
    State state;
    Device gpu;
    gpu.backend = Backend::cuda;
    gpu.name = "a GPU";
    gpu.compute_capability = 90;
    gpu.memory_bytes = std::int64_t{1} << 34;
    gpu.max_surface = 1 << 15;
    state.run.devices = {gpu, devices().back()};
    (void)update(state, command::SetSource{default_settings(Shape::clusters, 100)});
    (void)update(state, command::SelectVariant{grid2d});
    profiling::Measurement m;
    m.variant_id = grid2d;
    m.workload = current_workload(state);
    m.device = gpu;
    m.seconds = {1e-3, 1.1e-3};
    state.run.outcomes.emplace(*key_for(state, *find_variant(grid2d)), m);
    return state;
}

event::Counted answer_to(const Job& job, profiling::Counters counters) {
    const auto& count = job.what.get<job::Count>();
    return {.key = count.key,
            .choice = count.choice,
            .counts = {.activity_seconds = {0.9e-3}, .counted = {.counters = std::move(counters)}}};
}

const profiling::Measurement& measurement(const State& state) { return *measurement_for(state, *find_variant(grid2d)); }

TEST(CountingJobs, the_live_set_follows_a_measurement_and_is_kept_with_it) {
    State state = measured_state();
    const auto job = selected_count_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::Count>().choice.sets, std::vector{CounterSet::live});
    apply(state, answer_to(*job, {.chip = "GH100", .passes = 1, .counts = {{"dram_bytes_written", "m", 7.0}}}));
    EXPECT_FALSE(selected_count_job(state));
    EXPECT_EQ(value_of(*measurement(state).counters, "dram_bytes_written"), 7.0);
    EXPECT_EQ(measurement(state).activity_seconds.size(), 1u);
}

TEST(CountingJobs, more_is_counted_when_it_is_asked_for_and_adds_up) {
    State state = measured_state();
    apply(state,
          answer_to(*selected_count_job(state), {.chip = "GH100", .passes = 1, .counts = {{"duration", "d", 1e-3}}}));
    (void)update(state, command::CountMore{CounterSet::explain});
    const auto job = selected_count_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::Count>().choice.sets, std::vector{CounterSet::explain});
    apply(state, answer_to(*job, {.chip = "GH100", .passes = 5, .counts = {{"instructions", "i", 12.0}}}));
    EXPECT_FALSE(selected_count_job(state));
    EXPECT_EQ(measurement(state).counters->passes, 6);
    EXPECT_EQ(value_of(*measurement(state).counters, "duration"), 1e-3);
}

TEST(CountingJobs, a_new_measurement_is_counted_again) {
    State state = measured_state();
    apply(state, answer_to(*selected_count_job(state), {}));
    apply(state, event::Measured{*key_for(state, *find_variant(grid2d)), measurement(state)});
    EXPECT_TRUE(selected_count_job(state));
}

TEST(CountingJobs, where_counters_are_forbidden_one_sentence_says_so_and_nothing_is_asked_again) {
    State state = measured_state();
    auto refused = answer_to(*selected_count_job(state), {});
    refused.counts.counted = {.counters = {}, .absent = {}, .why_not = "the driver lets only administrators count"};
    apply(state, refused);
    EXPECT_FALSE(selected_count_job(state));
    EXPECT_FALSE(background_count_job(state));
    EXPECT_EQ(counters_await(state), "the driver lets only administrators count");
    EXPECT_EQ(state.notices.size(), 1u);
    EXPECT_EQ(measurement(state).activity_seconds.size(), 1u) << "records need no permission";
    (void)update(state, command::RunAgain{});
    EXPECT_TRUE(selected_count_job(state)) << "asked for by a person, it is tried again";
}

TEST(CountingJobs, nothing_is_counted_when_it_is_switched_off_or_on_a_cpu) {
    State state = measured_state();
    (void)update(state, command::SetCounting{false});
    EXPECT_FALSE(selected_count_job(state));
    (void)update(state, command::SetCounting{true});
    (void)update(state, command::SelectDevice{1});
    EXPECT_FALSE(selected_count_job(state));
    EXPECT_THAT(counters_await(state), HasSubstr("CPU"));
}

TEST(CountingJobs, pictures_are_counted_while_points_are_dragged_about_twice_a_second) {
    State state = measured_state();
    const auto now = Clock::now();
    EXPECT_FALSE(counts_pictures(state, 0, now));
    (void)update(state, command::MovePoint{1, 0.5f, 0.5f, false});
    EXPECT_TRUE(counts_pictures(state, 0, now));
    EXPECT_FALSE(counts_pictures(state, 1, now)) << "a CPU has no counters";
    state.counters.live = LivePoint{grid2d, state.data.revision, {.chip = "GH100", .passes = 1, .counts = {}}, now};
    EXPECT_FALSE(counts_pictures(state, 0, now + 200ms));
    EXPECT_TRUE(counts_pictures(state, 0, now + 460ms));
    EXPECT_NE(live_counters(state, *find_variant(grid2d)), nullptr);
    (void)update(state, command::MovePoint{1, 0.5f, 0.6f, true});
    EXPECT_EQ(live_counters(state, *find_variant(grid2d)), nullptr) << "at rest the measurement counts";
}

TEST(CountingJobs, picked_counters_are_counted_and_their_passes_asked_for) {
    State state = measured_state();
    apply(state, answer_to(*selected_count_job(state), {}));
    EXPECT_FALSE(counter_list_job(state)) << "nobody browses";
    (void)update(state, command::PickCounter{"dram__bytes.sum", true});
    ASSERT_TRUE(counter_list_job(state));
    const auto job = selected_count_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::Count>().choice.counters, std::vector<std::string>{"dram__bytes.sum"});
    event::CountersListed answer;
    answer.question = state.counters.question;
    answer.question.chip = "GH100";
    answer.passes = 1;
    apply(state, answer);
    EXPECT_FALSE(counter_list_job(state)) << "the chip that was meant is the chip of the question now";
    EXPECT_EQ(state.counters.question.chip, "GH100");
    (void)update(state, command::PickCounter{"dram__bytes.sum", false});
    EXPECT_FALSE(selected_count_job(state)) << "nothing is left to count";
}

TEST(CounterRows, show_what_was_counted_with_its_unit_and_counter) {
    profiling::Measurement m;
    m.counters = profiling::Counters{.chip = "GH100",
                                     .passes = 2,
                                     .counts = {{"dram_bytes_written", "dram__bytes_write.sum", 3.68e9},
                                                {"sm_clock", "sm__cycles_elapsed.avg.per_second", 1.98e9},
                                                {"my__counter.sum", "my__counter.sum", 12345.0}}};
    m.kernels = {LaunchFacts{.kernel = "k", .grid = {4, 2, 1}, .block = {32, 8, 1}, .registers = 20, .occupancy = 0.5}};
    const auto sections = counter_sections(m);
    const auto row = [&](std::string_view title) {
        for (const CounterSection& section : sections)
            for (const CounterRow& found : section.rows)
                if (found.title == title) return found;
        return CounterRow{};
    };
    EXPECT_EQ(row("DRAM, written").shown, "3.68 GB");
    EXPECT_EQ(row("DRAM, written").provenance, "counter: dram__bytes_write.sum on GH100");
    EXPECT_EQ(row("SM clock").shown, "1 980 MHz");
    EXPECT_EQ(row("my__counter.sum").shown, "12 345");
    EXPECT_EQ(row("grid x block").shown, "4 x 2 blocks of 32 x 8");
    EXPECT_EQ(row("occupancy, theoretical").shown, "50.0 %");
}

TEST(CounterRows, have_a_meaning_of_their_own_in_each_section) {
    profiling::Measurement m;
    m.counters =
        profiling::Counters{.chip = "GH100", .passes = 9, .counts = {{"my__counter.sum", "my__counter.sum", 1.0}}};
    for (const profiling::Quantity& quantity : profiling::quantities())
        m.counters->counts.push_back({std::string(quantity.name), "counter", 1.0});
    m.kernels = {LaunchFacts{.kernel = "k", .grid = {1, 1, 1}, .block = {32, 1, 1}, .registers = 20, .occupancy = 0.5}};
    std::set<std::string> meanings;
    for (const CounterSection& section : counter_sections(m))
        EXPECT_TRUE(meanings.insert(section.meaning).second) << section.title << ": " << section.meaning;
    EXPECT_EQ(meanings.size(), 7u);
}

} // namespace
} // namespace pairscope::app

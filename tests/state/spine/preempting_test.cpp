// SPDX-License-Identifier: MIT
// What runs gives way to what the user waits for, and begins again by itself; and the variant that is proposed.
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

namespace pairscope::app {
namespace {

State laptop_with_cpu_variant() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    return state;
}

/// A measurement runs, and the picture of the selected variant is on the screen.
State measuring_on_a_laptop() {
    State state = laptop_with_cpu_variant();
    make_picture(state);
    state.run.ceilings[0].figures.emplace();
    return state;
}

std::vector<Job> jobs_in_the_background(const State& state) {
    job::Measure measure = next(state)->what.get<job::Measure>();
    job::Compare compare;
    job::Count count;
    job::SampleLaunch sample;
    job::Trace trace;
    compare.question = count.question = sample.question = trace.question = measure.question;
    compare.revision = count.revision = sample.revision = measure.revision;
    return {measure, job::MeasureCeilings{}, compare, count, sample, trace};
}

TEST(Preempting, what_runs_in_the_background_gives_way_while_data_is_loaded_and_nothing_of_the_kind_begins) {
    State state = measuring_on_a_laptop();
    const std::vector<Job> jobs = jobs_in_the_background(state);
    for (const Job& job : jobs) EXPECT_FALSE(gives_way(state, job)) << job.what.kind().name();
    state.data.loading = "points.csv";
    for (const Job& job : jobs) EXPECT_TRUE(gives_way(state, job)) << job.what.kind().name();
    EXPECT_FALSE(next(state)) << "it would begin again and again until the data is there";
    state.data.loading.reset();
    EXPECT_TRUE(next(state)) << "it begins again by itself";
}

TEST(Preempting, what_runs_in_the_background_gives_way_to_a_missing_picture) {
    State state = measuring_on_a_laptop();
    const std::vector<Job> jobs = jobs_in_the_background(state);
    state.run.variant_id = "distance_matrix/cpu_naive";
    ASSERT_TRUE(next(state)->what.is<job::MakeOutput>());
    for (const Job& job : jobs) EXPECT_TRUE(gives_way(state, job)) << job.what.kind().name();
    EXPECT_FALSE(gives_way(state, *next(state))) << "the picture itself";
}

TEST(Preempting, what_was_asked_of_other_data_or_of_another_workload_gives_way) {
    State state = measuring_on_a_laptop();
    for (Job& job : jobs_in_the_background(state)) {
        if (job.what.is<job::MeasureCeilings>()) continue; // of the machine
        job::All::visit(job.what, [](auto& what) {
            if constexpr (requires { what.question.workload; }) what.question.workload = "farthest_pair";
        });
        EXPECT_TRUE(gives_way(state, job)) << job.what.kind().name();
    }
    job::Measure measure = next(state)->what.get<job::Measure>();
    ++measure.revision;
    EXPECT_TRUE(gives_way(state, measure));
    job::MatchBackward backward;
    backward.question.workload = "best_match";
    EXPECT_TRUE(gives_way(state, backward)) << "the user waits for another workload now";
}

TEST(Preempting, a_comparison_that_gave_way_begins_again) {
    State state = measuring_on_a_laptop();
    for (const char* id : {"distance_matrix/cpu_naive", "distance_matrix/cpu_simd"})
        if (id != state.run.variant_id) state.compare.other = id;
    state.run.measure_again = false;
    const auto job = compare_job(state);
    ASSERT_TRUE(job);
    const ComparedRuns key = job->what.get<job::Compare>().key;
    apply(state, event::Compared{.key = key, .outcome = {}});
    EXPECT_TRUE(compare_job(state));
}

TEST(Preempting, without_a_gpu_the_first_variant_is_proposed_where_the_executor_is_quick_and_the_user_s_choice_stays) {
    State state = laptop_with_points();
    const std::string first(ladder(state).front()->id);
    EXPECT_EQ(state.run.variant_id, first);
    make_points(state, most_simulated_rows + 1);
    EXPECT_EQ(find_variant(state.run.variant_id)->backend, Backend::cpu) << "so many points are not simulated";
    make_points(state, 64);
    EXPECT_EQ(state.run.variant_id, first);
    (void)update(state, command::SelectVariant{"distance_matrix/cpu_naive"});
    make_points(state, 100);
    EXPECT_EQ(state.run.variant_id, "distance_matrix/cpu_naive");
    (void)update(state, command::SelectVariant{first});
    make_points(state, most_simulated_rows + 1);
    EXPECT_EQ(state.run.variant_id, first) << "the user chose it";
}

} // namespace
} // namespace pairscope::app

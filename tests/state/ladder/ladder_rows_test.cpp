// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

/// 64 points on a machine without GPU, nothing measured yet.
State state_without_gpu() {
    State state = state_with_origin_points(64);
    state.data.revision = 1;
    state.run.no_gpu = "There is no NVIDIA driver.";
    return state;
}

std::vector<const KernelVariant*> cpu_variants(const State& state) {
    std::vector<const KernelVariant*> found;
    for (const KernelVariant* variant : ladder(state))
        if (variant->backend == Backend::cpu) found.push_back(variant);
    return found;
}

/// Ten equal samples.
void measure(State& state, const KernelVariant& variant, double seconds) {
    profiling::Measurement m{.variant_id = std::string(variant.id),
                             .workload = current_workload(state),
                             .device = state.run.devices.front(),
                             .seconds = std::vector<double>(10, seconds),
                             .timer = "steady clock",
                             .predicted_bytes = 1.0,
                             .check = {}};
    state.run.outcomes[*key_for(state, variant)] = m;
}

void measure_fill(State& state, double bytes_per_second) {
    profiling::Ceilings ceilings;
    ceilings.found = {
        {.kind = profiling::CeilingKind::fill, .threads = 1, .value = bytes_per_second, .samples = 9, .how = "stores"}};
    state.run.ceilings[0].figures = ceilings;
}

LadderRow row_named(const State& state, std::string_view id) {
    for (const LadderSection& section : ladder_sections(state))
        for (const LadderRow& row : section.rows)
            if (row.id == id) return row;
    ADD_FAILURE() << "no row of " << id;
    return {};
}

TEST(LadderRows, every_variant_of_the_workload_has_one_row_and_those_left_out_too) {
    const State state = state_without_gpu();
    std::size_t rows = 0;
    for (const LadderSection& section : ladder_sections(state)) rows += section.rows.size();
    EXPECT_EQ(rows, ladder(state).size() + left_out_here(state).size());
}

TEST(LadderRows, the_number_of_a_row_is_its_place_in_its_section_and_its_key) {
    const State state = state_without_gpu();
    for (const LadderSection& section : ladder_sections(state)) {
        int place = 0;
        for (const LadderRow& row : section.rows) {
            if (row.state == RowState::left_out) continue;
            EXPECT_EQ(row.number, ++place) << row.name;
            const std::string modifier =
                std::string(place > 9 ? "Alt+" : "") + (row.backend == Backend::cpu ? "Shift+" : "");
            EXPECT_EQ(row.key, place > 19 ? "" : modifier + std::to_string(place % 10)) << row.name;
        }
    }
}

TEST(LadderRows, without_a_gpu_a_cuda_variant_is_simulated_or_says_why_not) {
    const State state = state_without_gpu();
    for (const LadderSection& section : ladder_sections(state)) {
        if (section.backend != Backend::cuda) continue;
        EXPECT_NE(section.title.find("simulated"), std::string::npos) << section.title;
        for (const LadderRow& row : section.rows)
            EXPECT_NE(row.state == RowState::simulated, !row.reason.empty()) << row.id;
    }
}

TEST(LadderRows, before_the_ceilings_nothing_is_predicted) {
    const State state = state_without_gpu();
    const LadderRow row = row_named(state, cpu_variants(state).front()->id);
    EXPECT_EQ(row.state, RowState::waiting);
    EXPECT_FALSE(row.seconds);
    EXPECT_FALSE(row.bar);
}

TEST(LadderRows, the_fill_predicts_the_least_time) {
    State state = state_without_gpu();
    measure_fill(state, 1e9);
    const KernelVariant& variant = *cpu_variants(state).front();
    const LadderRow row = row_named(state, variant.id);
    EXPECT_EQ(row.state, RowState::predicted);
    EXPECT_DOUBLE_EQ(*row.seconds, predicted_bytes(variant, current_workload(state)) / 1e9);
}

TEST(LadderRows, the_share_is_that_of_the_measured_fill) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    const double bytes = work_of(current_workload(state)).compulsory_bytes;
    measure_fill(state, bytes / 1e-3);
    measure(state, variant, 4e-3);
    const LadderRow row = row_named(state, variant.id);
    EXPECT_EQ(row.state, RowState::measured);
    EXPECT_DOUBLE_EQ(*row.share, 0.25);
    EXPECT_DOUBLE_EQ(*row.bar, 0.25);
}

TEST(LadderRows, bandwidth_used_is_that_of_the_counted_bytes_and_absent_without_them) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    const double bytes = work_of(current_workload(state)).compulsory_bytes;
    measure_fill(state, bytes / 1e-3);
    measure(state, variant, 4e-3);
    EXPECT_FALSE(row_named(state, variant.id).bandwidth_used);
    auto& m = std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, variant)));
    m.counters =
        profiling::Counters{.chip = "GH100",
                            .passes = 1,
                            .counts = {{"dram_bytes_read", "m", bytes}, {"dram_bytes_written", "m", 2.0 * bytes}}};
    const LadderRow row = row_named(state, variant.id);
    EXPECT_DOUBLE_EQ(*row.share, 0.25) << "the useful fraction does not look at counters";
    EXPECT_DOUBLE_EQ(*row.bandwidth_used, 0.75);
}

TEST(LadderRows, a_useful_fraction_above_1_is_explained_in_the_row) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    const double bytes = work_of(current_workload(state)).compulsory_bytes;
    measure_fill(state, bytes / 1e-3);
    measure(state, variant, 0.99e-3); // within the noise of two measurements
    EXPECT_EQ(row_named(state, variant.id).above.word, "");
    measure(state, variant, 0.5e-3);
    EXPECT_EQ(row_named(state, variant.id).above.word, "doubtful");
    auto& m = std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, variant)));
    m.variant_id = std::ranges::find(variants(), true, &KernelVariant::does_less)->id;
    const RowNote less = row_named(state, variant.id).above;
    EXPECT_EQ(less.word, "less than counted") << "the sentence names it";
    EXPECT_NE(less.sentence.find("faster than the fill ceiling"), std::string::npos) << less.sentence;
    m.device.cache_bytes = std::int64_t{1} << 30;
    const RowNote note = row_named(state, variant.id).above;
    EXPECT_EQ(note.word, "cache-sized data");
    EXPECT_NE(note.sentence.find("faster than memory"), std::string::npos) << note.sentence;
}

TEST(LadderRows, cheaper_work_is_told_by_words_and_not_by_a_bar_that_is_longer_than_its_figure) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    measure_fill(state, work_of(current_workload(state)).compulsory_bytes / 1e-3);
    measure(state, variant, 4e-3);
    std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, variant))).variant_id =
        std::ranges::find(variants(), true, &KernelVariant::does_less)->id;
    const LadderRow less = row_named(state, variant.id);
    EXPECT_EQ(less.above.word, "cheaper work");
    EXPECT_DOUBLE_EQ(*less.bar, 0.25);
    EXPECT_FALSE(ends_beyond_ceiling(less, Bars::share));
    measure(state, variant, 0.5e-3);
    EXPECT_TRUE(ends_beyond_ceiling(row_named(state, variant.id), Bars::share));
    EXPECT_FALSE(ends_beyond_ceiling(row_named(state, variant.id), Bars::time));
}

TEST(LadderRows, groups_of_one_size_show_times_and_tell_it) {
    State state = state_without_gpu();
    measure(state, *cpu_variants(state).front(), 4e-3);
    const auto sections = ladder_sections(state);
    EXPECT_FALSE(sizes_differ(sections));
    EXPECT_EQ(whole_title(sections.back()), "on this CPU, 4 threads, n = 64, keys Shift+1 to Shift+5");
    EXPECT_DOUBLE_EQ(*row_named(state, cpu_variants(state).front()->id).per_pair, 4e-3 / (64.0 * 64.0));
}

TEST(LadderRows, speed_up_is_over_the_first_measured_rung_and_the_longest_bar_is_full) {
    State state = state_without_gpu();
    const auto cpu = cpu_variants(state);
    ASSERT_GE(cpu.size(), 2u);
    measure(state, *cpu[0], 8e-3);
    measure(state, *cpu[1], 2e-3);
    state.look.bars = Bars::speedup;
    EXPECT_DOUBLE_EQ(*row_named(state, cpu[1]->id).speedup, 4.0);
    EXPECT_DOUBLE_EQ(*row_named(state, cpu[0]->id).bar, 0.25);
    EXPECT_DOUBLE_EQ(*row_named(state, cpu[1]->id).bar, 1.0);
    EXPECT_EQ(bars_caption(state), "speed-up over " + std::string(short_name(cpu[0]->id)));
}

Activity working_on(Task task, double share) { return {.task = std::move(task), .share = share, .since = {}}; }

TEST(LadderRows, the_variant_at_work_shows_how_far_it_is_and_no_other_does) {
    State state = state_without_gpu();
    const auto cpu = cpu_variants(state);
    state.run.activity = working_on({TaskKind::timing, {std::string(cpu[0]->id)}}, 0.4);
    EXPECT_EQ(row_named(state, cpu[0]->id).state, RowState::measuring);
    EXPECT_DOUBLE_EQ(row_named(state, cpu[0]->id).progress, 0.4);
    EXPECT_FALSE(row_named(state, cpu[0]->id).timed);
    EXPECT_EQ(row_named(state, cpu[1]->id).state, RowState::waiting);
}

TEST(LadderRows, both_variants_that_are_compared_are_at_work) {
    State state = state_without_gpu();
    const auto cpu = cpu_variants(state);
    const Task task{TaskKind::comparing, {std::string(cpu[0]->id), std::string(cpu[1]->id)}};
    state.run.activity = working_on(task, 0.4);
    EXPECT_EQ(row_named(state, cpu[0]->id).state, RowState::measuring);
    EXPECT_EQ(row_named(state, cpu[1]->id).state, RowState::measuring);
}

TEST(LadderRows, a_picture_a_trace_and_a_file_named_as_the_variant_leave_its_row_alone) {
    State state = state_without_gpu();
    const std::string id(cpu_variants(state)[0]->id);
    for (const Task& task : {Task{TaskKind::computing, {id}}, Task{TaskKind::tracing, {id}},
                             Task{TaskKind::reading, {}, std::string(short_name(id))}}) {
        state.run.activity = working_on(task, 0.4);
        EXPECT_EQ(row_named(state, id).state, RowState::waiting) << describe(task);
    }
}

TEST(LadderRows, a_failed_run_keeps_its_message) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    state.run.outcomes[*key_for(state, variant)] = profiling::Failed{std::string(variant.id), "row 3 is wrong"};
    const LadderRow row = row_named(state, variant.id);
    EXPECT_EQ(row.state, RowState::failed);
    EXPECT_EQ(row.reason, "row 3 is wrong");
    EXPECT_FALSE(row.bar);
}

TEST(LadderRows, timers_that_disagree_flag_the_row_and_small_points_do_not) {
    State state = state_without_gpu();
    const KernelVariant& variant = *cpu_variants(state).front();
    measure(state, variant, 1e-3);
    EXPECT_TRUE(row_named(state, variant.id).warnings.empty());
    auto& m = std::get<profiling::Measurement>(state.run.outcomes.at(*key_for(state, variant)));
    m.device.cache_bytes = std::int64_t{1} << 30;
    m.activity_seconds = {1.01e-3};
    EXPECT_TRUE(row_named(state, variant.id).warnings.empty());
    m.activity_seconds = {1.2e-3};
    ASSERT_EQ(row_named(state, variant.id).warnings.size(), 1u);
    EXPECT_NE(row_named(state, variant.id).warnings.front().find("1.2 ms"), std::string::npos);
}

TEST(LadderRows, of_one_and_of_all_threads_are_told_apart_where_bars_are_fractions_of_ceilings) {
    const auto row = [](int threads, std::optional<double> bar = 0.5) {
        return LadderRow{.id = "a", .name = "a", .bar = bar, .threads = threads};
    };
    LadderSection section{.device = {},
                          .title = {},
                          .facts = {},
                          .reason = {},
                          .rows = {row(1), row(8, std::nullopt), row(1), row(8), row(0)}};
    EXPECT_EQ(threads_label(section, 0, Bars::share), "full bar: all that 1 thread can do");
    EXPECT_EQ(threads_label(section, 1, Bars::share), "") << "it has no bar";
    EXPECT_EQ(threads_label(section, 2, Bars::share), "") << "the bar above has the same";
    EXPECT_EQ(threads_label(section, 3, Bars::share), "full bar: all that 8 threads can do");
    EXPECT_EQ(threads_label(section, 4, Bars::share), "") << "a variant that is left out";
    EXPECT_EQ(threads_label(section, 0, Bars::time), "") << "times of one machine can be compared";
    section.rows.erase(section.rows.begin() + 3);
    EXPECT_EQ(threads_label(section, 0, Bars::share), "") << "all have the same ceiling";
}

TEST(LadderRows, three_clicks_on_the_caption_come_back_to_the_share) {
    EXPECT_EQ(next_bars(next_bars(next_bars(Bars::share, false), false), false), Bars::share);
}

TEST(LadderRows, the_energy_comes_after_the_speed_up_where_a_row_has_one) {
    EXPECT_EQ(next_bars(Bars::speedup, true), Bars::energy);
    EXPECT_EQ(next_bars(Bars::energy, true), Bars::share);
    LadderSection section;
    section.rows.resize(2);
    EXPECT_FALSE(have_energy({section}));
    section.rows[1].joules = 0.5;
    EXPECT_TRUE(have_energy({section}));
}

TEST(LadderRows, after_a_cancel_no_row_says_that_it_is_measured_by_itself) {
    State state = state_without_gpu();
    const auto variants = cpu_variants(state);
    ASSERT_GE(variants.size(), 2u);
    (void)update(state, command::SelectVariant{std::string(variants[0]->id)});
    EXPECT_FALSE(row_named(state, variants[0]->id).given_up);
    EXPECT_FALSE(row_named(state, variants[1]->id).given_up);
    (void)update(state, command::CancelWork{});
    EXPECT_TRUE(row_named(state, variants[0]->id).given_up);
    EXPECT_TRUE(row_named(state, variants[1]->id).given_up);
    (void)update(state, command::SelectVariant{std::string(variants[1]->id)});
    EXPECT_FALSE(row_named(state, variants[1]->id).given_up) << "it was asked for";
    EXPECT_TRUE(row_named(state, variants[0]->id).given_up);
    (void)update(state, command::MeasureAll{});
    EXPECT_FALSE(row_named(state, variants[0]->id).given_up);
}

TEST(LadderRows, one_variant_of_a_measured_gpu_is_expected_to_be_the_fastest) {
    State state = state_without_gpu();
    const auto expected_in = [&] {
        std::vector<std::string> ids;
        for (const LadderSection& section : ladder_sections(state))
            for (const LadderRow& row : section.rows)
                if (row.expected_fastest) ids.push_back(row.id);
        return ids;
    };
    EXPECT_EQ(expected_in(), std::vector<std::string>{});                     // nobody has measured this CPU
    if (find_variant("distance_matrix/vec4_rows")->launch == nullptr) return; // this build has no CUDA
    Device gpu;
    gpu.backend = Backend::cuda;
    gpu.name = "NVIDIA H200";
    gpu.compute_capability = 90;
    state.run.devices.insert(state.run.devices.begin(), gpu);
    EXPECT_EQ(expected_in(), std::vector<std::string>{"distance_matrix/vec4_rows"});
}

} // namespace
} // namespace pairscope::app

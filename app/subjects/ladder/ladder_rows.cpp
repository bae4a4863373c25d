// SPDX-License-Identifier: MIT
#include "app/subjects/ladder/ladder_rows.h"

#include "app/chart/fractions.h"
#include "app/chart/number_text.h"
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/ladder/ladder_groups.h"
#include "app/subjects/ladder/user_rows.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/ladder_groups.h"
#include "kernels/ladder/own_variants.h"
#include "profiling/badges.h"
#include "profiling/figures.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

/// What speaks against this row's time and not against every row's, as small points do.
std::vector<std::string> doubts_about_time(const profiling::Measurement& m) {
    using profiling::BadgeKind;
    std::vector<std::string> sentences;
    for (const profiling::Badge& badge : profiling::badges_of(m))
        if (badge.kind == BadgeKind::timers_disagree || badge.kind == BadgeKind::slowed_down ||
            badge.kind == BadgeKind::speed_changed)
            sentences.push_back(badge.sentence);
    return sentences;
}

/// How a run can be clearly faster than the ceiling that limits it; empty if it is not.
RowNote above_ceiling(const profiling::Measurement& m, double useful_fraction, profiling::CeilingKind limit) {
    if (useful_fraction <= 1.0 + profiling::fraction_noise) return {};
    if (!profiling::arithmetic_of(limit))
        for (const profiling::Badge& badge : profiling::badges_of(m))
            if (badge.kind == profiling::BadgeKind::fits_in_cache) return {badge.word, badge.sentence};
    if (const KernelVariant* const variant = counted_variant(m.variant_id); variant != nullptr && variant->does_less)
        return {"less than counted",
                fmt::format("The run was faster than the {} ceiling, because this variant leaves out work that the "
                            "workload counts, or computes with numbers of fewer bits.",
                            title_of(limit))};
    return {"doubtful",
            fmt::format("The run was faster than the {} ceiling, so the useful fraction is doubtful. The machine was "
                        "probably busy while the ceiling was measured; choose Run > Measure the ceilings again.",
                        title_of(limit))};
}

/// The figures of a run; those that need ceilings are absent without them.
void add_figures(LadderRow& row, const profiling::Measurement& m, const profiling::Ceilings* ceilings) {
    row.timed = true;
    row.verdict = describe(m.check);
    row.difference = difference_text(m.check.comparison);
    row.warnings = doubts_about_time(m);
    row.seconds = profiling::seconds_of(m);
    row.per_pair = *row.seconds / work_of(m.workload).pairs;
    row.joules = value_of(profiling::figure_list[profiling::figure_place("joules_per_run")], {.run = m});
    row.low.reset();
    row.high.reset();
    if (const auto interval = profiling::interval_of(m)) {
        row.low = interval->low;
        row.high = interval->high;
    }
    row.share.reset();
    row.above = {};
    if (ceilings == nullptr) return;
    row.share = profiling::useful_fraction(m, *ceilings);
    row.bandwidth_used = profiling::bandwidth_used(m, *ceilings);
    const auto limit = profiling::limit_for(m, *ceilings);
    if (!limit) return;
    row.limited_by = limit->ceiling->kind;
    row.above = above_ceiling(m, *row.share, limit->ceiling->kind);
    if (const KernelVariant* const variant = counted_variant(m.variant_id);
        row.above.word.empty() && variant != nullptr && variant->does_less)
        row.above = {"cheaper work", counted_work_sentence(variant)};
}

void add_measurement(LadderRow& row, const profiling::Measurement& m, const State& state,
                     const KernelVariant& variant) {
    row.state = RowState::measured;
    add_figures(row, m, ceilings_for(state, variant));
    if (const auto* first = first_measured(state))
        row.speedup = profiling::seconds_of(*measurement_for(state, *first)) / *row.seconds;
}

void add_simulation(LadderRow& row, const profiling::Simulated& s, TargetKind target) {
    row.checked = true;
    row.verdict = describe(s.check);
    row.difference = difference_text(s.check.comparison);
    if (!s.trace || s.target != target) return;
    // Where the output is no matrix, a kernel stores little, and what it loads tells more.
    const bool stores_tell = output_of(s.workload).kind == OutputKind::matrix;
    (stores_tell ? row.used_of_stores : row.used_of_loads) =
        stores_tell ? profiling::used_of_stores(*s.trace) : profiling::used_of_loads(*s.trace);
}

/// The least time that its predicted bytes and its arithmetic allow, and the share that would be. Absent where the
/// output fits in the caches, which are faster than the memory of the ceiling.
void add_prediction(LadderRow& row, const State& state, const KernelVariant& variant) {
    const auto* ceilings = ceilings_for(state, variant);
    const Workload workload = current_workload(state);
    if (ceilings == nullptr || workload.rows == 0) return;
    const int threads = roof_threads(variant);
    const auto* memory = find(*ceilings, profiling::memory_ceiling(workload), threads);
    const auto limit =
        profiling::limit_for(profiling::counted_for(workload, &variant, variant.entry), threads, *ceilings);
    if (memory == nullptr || !limit) return;
    const double bytes = predicted_bytes(variant, workload);
    if (bytes <= double(state.run.devices[*device_for(state.run, variant)].cache_bytes)) return;
    row.state = RowState::predicted;
    row.seconds = std::max(bytes / memory->value, limit->seconds());
    row.per_pair = *row.seconds / work_of(workload).pairs;
    row.share = limit->seconds() / *row.seconds;
    row.limited_by = limit->ceiling->kind;
}

void add_outcome(LadderRow& row, const State& state, const KernelVariant& variant) {
    if (const std::string reason = why_not_measured(state, variant); !reason.empty()) {
        row.state = RowState::skipped;
        row.reason = reason;
        return;
    }
    const profiling::RunOutcome* outcome = outcome_for(state, variant);
    if (row.simulated) row.state = RowState::simulated;
    if (outcome == nullptr) {
        add_prediction(row, state, variant);
    } else if (const auto* s = std::get_if<profiling::Simulated>(outcome)) {
        add_simulation(row, *s, target_now(state));
    } else if (const auto* m = std::get_if<profiling::Measurement>(outcome)) {
        add_measurement(row, *m, state, variant);
    } else if (const auto* skipped = std::get_if<profiling::Skipped>(outcome)) {
        row.state = RowState::skipped;
        row.reason = skipped->reason;
    } else {
        const auto& failed = std::get<profiling::Failed>(*outcome);
        row.state = RowState::failed;
        row.reason = failed.message;
        if (failed.verdict) row.judged = name_of(failed.verdict->judgement());
    }
    if (state.run.activity && measures(state.run.activity->task, variant.id)) {
        row.state = RowState::measuring;
        row.progress = std::clamp(state.run.activity->share, 0.0, 1.0);
    }
}

/// Figures of a recording in place of those that cannot be had here.
void add_recorded(LadderRow& row, const RecordedSet& set, const profiling::Measurement& m) {
    if (row.state != RowState::measuring) row.state = RowState::recorded;
    row.recorded = true;
    row.run = &m;
    row.threads = m.device.backend == Backend::cpu && m.threads == 0 ? m.device.units : m.threads;
    row.origin = origin_of(set);
    add_figures(row, m, set.ceilings);
    row.speedup = profiling::seconds_of(*set.runs.front()) / *row.seconds;
}

int threads_of(const State& state, const KernelVariant& variant) {
    const auto device = device_for(state.run, variant);
    if (variant.backend != Backend::cpu || !device) return 0;
    return variant.uses_all_threads ? state.run.devices[*device].units : 1;
}

LadderRow row_of(const State& state, const KernelVariant& variant) {
    LadderRow row{.id = std::string(variant.id),
                  .name = std::string(short_name(variant.id)),
                  .number = number_of(state, variant),
                  .key = key_of(state, variant),
                  .backend = variant.backend,
                  .selected = selected_variant(state) == &variant && !state.recordings.chosen,
                  .compared = state.compare.other == variant.id && state.compare.other_recording == 0,
                  .given_up = is_given_up(state, variant),
                  .simulated = is_simulated(state.run, variant),
                  .lesson = std::string(variant.teaches),
                  .waste = std::string(variant.wastes),
                  .threads = threads_of(state, variant),
                  .output = output_label(variant.entry, variant.may_differ_by != nullptr)};
    add_outcome(row, state, variant);
    return row;
}

LadderRow row_of(const LeftOut& left_out) {
    return {.id = std::string(left_out.id),
            .name = std::string(short_name(left_out.id)),
            .backend = left_out.source.ends_with(".cu") ? Backend::cuda : Backend::cpu,
            .state = RowState::left_out,
            .reason = std::string(left_out.reason)};
}

std::optional<double> shown_value(const LadderRow& row, Bars bars) {
    switch (bars) {
    case Bars::share:
        return row.share;
    case Bars::time:
        return row.seconds;
    case Bars::speedup:
        return row.speedup;
    case Bars::energy:
        return row.joules;
    }
    return {};
}

/// Marks the row that is expected to be the fastest one of this size on this device.
void mark_expected(std::vector<LadderRow>& rows, const Workload& workload, const Device& device) {
    const KernelVariant* const expected = workload.rows == 0 ? nullptr : expected_fastest(workload, device);
    for (LadderRow& row : rows) row.expected_fastest = expected != nullptr && row.id == expected->id;
}

void add_bars(LadderSection& section, Bars bars) {
    double longest = bars == Bars::share ? 1.0 : 0.0;
    if (bars != Bars::share)
        for (const LadderRow& row : section.rows) longest = std::max(longest, shown_value(row, bars).value_or(0.0));
    for (LadderRow& row : section.rows)
        if (const auto value = shown_value(row, bars); value && longest > 0.0)
            row.bar = std::clamp(*value / longest, 0.0, 1.0);
}

/// The row of a recording's own section.
LadderRow row_of(const State& state, const RecordedSet& set, const profiling::Measurement& m) {
    LadderRow row{.id = m.variant_id, .name = std::string(short_name(m.variant_id)), .backend = set.device->backend};
    if (const KernelVariant* variant = counted_variant(m.variant_id)) {
        const auto& chosen = state.recordings.chosen;
        row.selected = selected_variant(state) == variant && chosen && chosen->recording == set.shown->id &&
                       chosen->device == *set.device;
        row.compared = state.compare.other == variant->id && state.compare.other_recording == set.shown->id &&
                       state.compare.other_device == *set.device;
        row.lesson = variant->teaches;
        row.waste = variant->wastes;
    }
    row.output = output_label(m.entry, m.check.comparison.different_entries.has_value());
    add_recorded(row, set, m);
    return row;
}

void add_failure(LadderRow& row, const RecordedSet& set, const RecordedFailure& failure) {
    row.state = RowState::failed;
    row.origin = origin_of(set);
    row.reason = fmt::format("It failed when it was recorded: {}", failure.message);
}

/// The row of a recording's own section for a run without a time.
LadderRow row_of(const RecordedSet& set, const RecordedFailure& failure) {
    LadderRow row{
        .id = failure.variant_id, .name = std::string(short_name(failure.variant_id)), .backend = set.device->backend};
    add_failure(row, set, failure);
    return row;
}

/// Adds the memory where the chosen output is another one: a CPU has one kind.
std::string with_memory(const State& state, Backend backend, const std::string& facts) {
    const bool is_another = backend == Backend::cpu && target_now(state) != TargetKind::linear;
    return is_another ? fmt::format("{}, linear memory", facts) : facts;
}

const char* memory_of(TargetKind target) { return target == TargetKind::surface ? "the texture" : "linear memory"; }

LadderSection section_of(const State& state, const RecordedSet& set) {
    LadderSection section{
        .backend = set.device->backend,
        .recording = set.shown->id,
        .device = *set.device,
        .own = false,
        .title = "recorded: " + short_device_text(*set.device),
        .facts = with_memory(state, set.device->backend, fmt::format("{}, {}", day_of(set), size_of(set))),
        .reason = set.runs.empty() ? fmt::format("no recorded run writes to {}", memory_of(target_now(state))) : "",
        .n = n_of(set.workload),
        .rows = {}};
    for (const profiling::Measurement* m : set.runs) section.rows.push_back(row_of(state, set, *m));
    for (const RecordedFailure& failure : set.failed) section.rows.push_back(row_of(set, failure));
    mark_expected(section.rows, set.workload, section.device);
    add_bars(section, state.look.bars);
    return section;
}

/// The rows keep their places and keys; those that were recorded get its figures.
void stand_in(LadderSection& section, const RecordedSet& set, TargetKind target) {
    section.recording = set.shown->id;
    section.device = *set.device;
    section.n = n_of(set.workload);
    section.title = "recorded: " + short_device_text(*set.device);
    const bool is_simulated = std::ranges::any_of(section.rows, [](const LadderRow& row) {
        return row.state != RowState::skipped && row.state != RowState::left_out;
    });
    const std::string runs =
        set.runs.empty() ? fmt::format("no runs that write to {}", memory_of(target)) : size_of(set);
    section.facts = is_simulated ? fmt::format("{}, {}; the outputs are simulated on this CPU", day_of(set), runs)
                                 : fmt::format("{}, {}", day_of(set), runs);
    for (LadderRow& row : section.rows) {
        if (const auto* m = run_of(set, row.id)) add_recorded(row, set, *m);
        const auto failed = std::ranges::find(set.failed, row.id, &RecordedFailure::variant_id);
        if (failed != set.failed.end()) add_failure(row, set, *failed);
    }
    mark_expected(section.rows, set.workload, section.device);
}

const Device* cpu_of(const State& state) {
    const auto cpu = std::ranges::find(state.run.devices, Backend::cpu, &Device::backend);
    return cpu == state.run.devices.end() ? nullptr : &*cpu;
}

bool is_chosen(const State& state, Backend backend) {
    const auto& devices = state.run.devices;
    return state.run.device < devices.size() && devices[state.run.device].backend == backend;
}

/// Names the device that runs the section.
std::string title_of(const State& state, Backend backend) {
    if (backend == Backend::cuda)
        return is_chosen(state, backend) ? "on " + state.run.devices[state.run.device].name
                                         : "CUDA, simulated on this CPU";
    const Device* cpu = cpu_of(state);
    return cpu == nullptr ? "on this CPU"
                          : fmt::format("on this CPU, {} thread{}", cpu->units, cpu->units == 1 ? "" : "s");
}

/// A simulation has no times, so its size does not matter.
std::string facts_of(const State& state, Backend backend) {
    const Workload workload = current_workload(state);
    if (workload.rows == 0 || (backend == Backend::cuda && !is_chosen(state, backend))) return {};
    const std::string part = measured_rows_text(state);
    const std::string size = size_text(workload);
    return with_memory(state, backend, part.empty() ? size : fmt::format("{} ({})", size, part));
}

/// Rows of variants that this build lacks come last of all, but they belong to groups, too.
void sort_by_group(std::vector<LadderRow>& rows, const WorkloadType& type) {
    std::ranges::stable_sort(rows, {}, [&](const LadderRow& row) { return group_of(type.id, row.name); });
}

std::string shared_reason(const std::vector<LadderRow>& rows) {
    const std::string& reason = rows.front().reason;
    const bool shared =
        std::all_of(rows.begin(), rows.end(), [&](const LadderRow& row) { return row.reason == reason; });
    return shared ? reason : std::string{};
}

} // namespace

std::string efficiency_text(const LadderRow& row) {
    if (row.used_of_stores) return fmt::format("store efficiency {}", percent_text(*row.used_of_stores));
    if (row.used_of_loads) return fmt::format("load efficiency {}", percent_text(*row.used_of_loads));
    return {};
}

std::vector<LadderSection> ladder_sections(const State& state) {
    std::vector<LadderRow> rows;
    for (const KernelVariant* variant : ladder(state))
        if (!is_own(variant->id)) rows.push_back(row_of(state, *variant));
    if (const std::string doubt = contradiction(state); !doubt.empty())
        for (LadderRow& row : rows)
            if (row.id == state.compare.made_for->a.variant_id || row.id == state.compare.made_for->b.variant_id)
                row.warnings.push_back(doubt);
    for (const LeftOut& left : left_out_here(state)) rows.push_back(row_of(left));

    const std::vector<RecordedSet> sets = recorded_sets(state);
    const RecordedSet* replacing = standing_in(state, sets);
    std::vector<LadderSection> sections;
    const auto base = [&](const KernelVariant& variant) { return row_of(state, variant); };
    for (const Backend backend : {Backend::cuda, Backend::cpu})
        if (LadderSection own = section_of_user(state, backend, base); !own.rows.empty())
            sections.push_back(std::move(own));
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
        LadderSection section{.backend = backend,
                              .device = {},
                              .title = title_of(state, backend),
                              .facts = facts_of(state, backend),
                              .reason = {},
                              .n = current_workload(state).rows,
                              .rows = {}};
        for (const LadderRow& row : rows)
            if (row.backend == backend) section.rows.push_back(row);
        if (section.rows.empty()) continue;
        if (backend == Backend::cuda) sort_by_group(section.rows, current_type(state));
        if (backend == Backend::cuda && replacing != nullptr)
            stand_in(section, *replacing, target_now(state));
        else
            section.reason = shared_reason(section.rows);
        if (is_chosen(state, Backend::cuda) && backend == Backend::cuda)
            mark_expected(section.rows, current_workload(state), state.run.devices[state.run.device]);
        if (backend == Backend::cpu && !section.facts.empty())
            if (const std::string keys = keys_text(section.rows); !keys.empty()) section.facts += ", " + keys;
        add_bars(section, state.look.bars);
        sections.push_back(std::move(section));
    }
    for (const RecordedSet& set : sets)
        if (&set != replacing) sections.push_back(section_of(state, set));
    return sections;
}

} // namespace pairscope::app

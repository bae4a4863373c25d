// SPDX-License-Identifier: MIT
#include "profiling/timing.h"

#include "kernels/data/errors.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/ladder/registry.h"
#include "profiling/figures.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace pairscope::profiling {
namespace {

using Clock = std::chrono::steady_clock;

/// Samples are of one launch each.
StoppingRule rule_for(StoppingRule rule, int launches) {
    rule.max_seconds /= launches;
    rule.least_seconds /= launches;
    return rule;
}

/// A launch that takes longer than this part of the time for measuring leaves in the caches what it found there.
constexpr double long_run = 0.01;
/// [s] Launches before a later turn take at least so long.
constexpr double warming = 1e-3;

/// The state of the device over all turns.
Conditions combined(const std::vector<Conditions>& turns) {
    Conditions all = turns.back();
    std::vector<double> clocks, powers, joules;
    for (const Conditions& turn : turns) {
        if (turn.clock) clocks.push_back(*turn.clock);
        if (turn.power) powers.push_back(*turn.power);
        if (turn.joules) joules.push_back(*turn.joules);
        if (turn.lowest_clock)
            all.lowest_clock = std::min(all.lowest_clock.value_or(*turn.lowest_clock), *turn.lowest_clock);
        for (const std::string& reason : turn.slowed_by)
            if (std::ranges::find(all.slowed_by, reason) == all.slowed_by.end()) all.slowed_by.push_back(reason);
    }
    if (!clocks.empty()) all.clock = median(clocks);
    if (!powers.empty()) all.power = median(powers);
    if (!joules.empty()) all.joules = median(joules);
    return all;
}

/// A CUDA variant on the CPU: what the executor takes says nothing about a GPU.
Simulated untimed(const Engine& engine, const KernelVariant& variant, const Workload& workload, TargetKind target,
                  const RunControl& control, Checked found) {
    return {.variant_id = std::move(found.variant_id),
            .workload = workload,
            .device = engine.device(),
            .target = target,
            .block = block_of_run(variant, control.block),
            .check = std::move(found.verdict),
            .predicted_bytes = predicted_bytes(variant, workload),
            .trace = found.trace};
}

} // namespace

Timing::Timing(Engine& engine, const KernelVariant& variant, const Workload& workload, RunnerOptions options,
               RunControl control, CheckVerdict check)
    : engine_(&engine), variant_(&variant), workload_(workload), options_(std::move(options)),
      control_(std::move(control)), taker_(options_.stopping) {
    const Device& device = engine.device();
    const bool on_cpu = device.backend == Backend::cpu;
    const int cpu_threads = variant.uses_all_threads ? cpu::threads_to_use(control_.threads) : 1;
    found_ = {.variant_id = std::string(variant.id),
              .workload = workload,
              .device = device,
              .threads = on_cpu ? cpu_threads : 0,
              .seconds = {},
              .stopped_by = StopReason::cancelled,
              .timer = on_cpu ? "steady clock" : "CUDA events",
              .predicted_bytes = predicted_bytes(variant, workload),
              .check = std::move(check),
              .caches = options_.caches,
              .block = block_of_run(variant, control_.block)};
}

void Timing::report(Stage stage, double share) const {
    if (options_.progress) options_.progress(stage, std::clamp(share, 0.0, 1.0));
}

double Timing::run(const RunTarget& target, int launches) const {
    if (control_.rows_done != nullptr) *control_.rows_done = 0;
    RunControl several = control_;
    several.launches = launches;
    several.is_output_read = false;
    return engine_->run(*variant_, target.out, several);
}

double Timing::waited() const { return waited_ + std::chrono::duration<double>(Clock::now() - turn_begin_).count(); }

/// Long runs need little warming: half of the time allowed for measuring is the most that is spent. The shortest of the
/// first runs tells how many launches are timed together.
void Timing::warm_up(const RunTarget& target) {
    if (begun_) {
        const bool is_long = median(taker_.taken().seconds) > long_run * options_.stopping.max_seconds;
        if (options_.warmups == 0 || is_long) return;
        // The other variants may have let threads and clocks rest.
        for (double seconds = 0.0; seconds < warming && !stopped();) seconds += std::max(run(target, 1), warming / 100);
        return;
    }
    double seconds = 0.0, shortest = 0.0;
    for (int i = 0; i < options_.warmups && seconds < options_.stopping.max_seconds / 2; ++i) {
        if (stopped()) break;
        report(Stage::warming_up, static_cast<double>(i) / options_.warmups);
        const double once = run(target, 1);
        shortest = i == 0 ? once : std::min(shortest, once);
        seconds += once;
    }
    if (found_.caches == CacheState::warm) found_.launches = launches_timed_together(found_.device.backend, shortest);
    taker_ = TurnTaker(rule_for(options_.stopping, found_.launches));
}

void Timing::take_turn(const RunTarget& target) {
    turn_begin_ = Clock::now();
    if (!begun_) {
        found_.target = kind_of(target.out);
        found_.entry = entry_of(target.out);
        if (found_.device.backend == Backend::cpu) others_.emplace();
    }
    const double layout = engine_->prepare(*variant_);
    if (!begun_) {
        found_.layout_seconds = layout;
        found_.kernels = engine_->launch_facts(*variant_, target.out, control_.block);
    }
    warm_up(target);
    begun_ = true;
    if (options_.watch != nullptr) options_.watch->start();
    const bool cold = found_.caches == CacheState::cold;
    const double longest = cold ? longest_with_flushes(options_.stopping.max_seconds) : 0.0;
    const std::size_t before = taker_.taken().seconds.size();
    const auto sample = [&]() -> std::optional<double> {
        report(cold ? Stage::flushing_and_timing : Stage::timing,
               std::max(taker_.share_done(), cold ? waited() / longest : 0.0));
        if (cold) engine_->flush_caches();
        const double seconds = run(target, found_.launches);
        if (stopped()) return std::nullopt; // that run is incomplete and does not count
        if (options_.watch != nullptr) options_.watch->look();
        return seconds;
    };
    taker_.take_turn(sample, {.waited = [this] { return waited(); }, .longest = longest});
    see_conditions(static_cast<int>(taker_.taken().seconds.size() - before));
    waited_ = waited();
}

void Timing::take_checked_run(const RunTarget& target, double seconds) {
    constexpr double times_longer = 10.0; // then loading its code has taken none of it
    const bool is_meant = options_.is_first_look && found_.device.backend == Backend::cuda;
    if (!is_meant || found_.caches == CacheState::cold || seconds < times_longer * options_.stopping.max_seconds)
        return;
    found_.target = kind_of(target.out);
    found_.entry = entry_of(target.out);
    found_.layout_seconds = engine_->prepare(*variant_);
    found_.kernels = engine_->launch_facts(*variant_, target.out, control_.block);
    taker_.take_only(seconds);
}

void Timing::see_conditions(int samples) {
    if (options_.watch == nullptr || samples == 0) return;
    if (auto seen = options_.watch->conditions(found_.launches * samples)) seen_.push_back(std::move(*seen));
}

RunOutcome Timing::finish() const {
    Measurement m = found_;
    m.seconds = taker_.taken().seconds;
    m.turns = taker_.taken().turns;
    const bool lacks_conditions = options_.is_first_look && m.device.backend == Backend::cuda; // more is to come
    m.stopped_by = lacks_conditions ? StopReason::time : taker_.taken().stopped_by;
    if (m.seconds.empty()) return Skipped{m.variant_id, std::string(cancelled_before)};
    if (const auto share = others_ ? others_->share() : std::nullopt) m.conditions = Conditions{.other_load = share};
    if (!seen_.empty()) m.conditions = combined(seen_);
    m.figures = figures_to_record(m);
    return m;
}

BegunRun begin_run(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    CheckOutcome outcome = check(engine, variant, workload, target, options, control);
    if (auto* skipped = std::get_if<Skipped>(&outcome)) return RunOutcome(std::move(*skipped));
    if (auto* failed = std::get_if<Failed>(&outcome)) return RunOutcome(std::move(*failed));
    auto& found = std::get<Checked>(outcome);
    if (!found.verdict.right())
        return RunOutcome(Failed{found.variant_id, describe(found.verdict), std::move(found.verdict)});
    if (simulated(variant, engine.device()))
        return RunOutcome(untimed(engine, variant, workload, kind_of(target.out), control, std::move(found)));
    Timing timing(engine, variant, workload, options, control, std::move(found.verdict));
    timing.take_checked_run(target, found.seconds);
    return timing;
}

RunOutcome measure(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    try {
        BegunRun begun = begin_run(engine, variant, workload, target, options, control);
        if (auto* outcome = std::get_if<RunOutcome>(&begun)) return std::move(*outcome);
        auto& timing = std::get<Timing>(begun);
        while (!timing.done()) timing.take_turn(target);
        return timing.finish();
    } catch (const std::exception& error) { // too little memory is a result, too: the other variants still run
        return Failed{std::string(variant.id), sentence_of(error)};
    }
}

} // namespace pairscope::profiling

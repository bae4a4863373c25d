// SPDX-License-Identifier: MIT
#include "profiling/runner.h"

#include "kernels/core/errors.h"
#include "kernels/core/registry.h"
#include "kernels/cpu/parallel.h"
#include "kernels/simt/executor.h"

#include <algorithm>
#include <cmath>
#include <exception>
#include <numeric>
#include <string_view>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr std::string_view cancelled = "it was cancelled before it was timed";
constexpr std::int64_t short_trace = 4'000'000; // accesses of lanes: a few tenths of a second

/// One variant on its way through check and timing.
struct Session {
    Engine& engine;
    const KernelVariant& variant;
    const Workload& workload;
    const RunTarget& target;
    const RunnerOptions& options;
    const RunControl& control;

    void report(std::string_view doing, double share) const {
        if (options.progress) options.progress(doing, std::clamp(share, 0.0, 1.0));
    }
    [[nodiscard]] bool stopped() const { return control.stop.stop_requested(); }
    /// Seconds of one launch.
    double run(int launches = 1) const {
        if (control.rows_done != nullptr) *control.rows_done = 0;
        RunControl several = control;
        several.launches = launches;
        return engine.run(variant, target.out, several);
    }
};

void poison(const Session& session) {
    if (session.target.buffer != nullptr)
        session.engine.poison(*session.target.buffer);
    else if (const auto* surface = std::get_if<Surface>(&session.target.out))
        session.engine.poison(*surface, session.target.shape);
}

Comparison compared(const Session& session) {
    session.report("checking", 0.0);
    poison(session);
    session.run();
    session.report("checking", 0.5);
    const RunControl quiet{.stop = session.control.stop, .rows_done = nullptr, .threads = session.control.threads};
    Comparison found =
        session.engine.compare(session.variant, session.target.out,
                               rows_to_check(session.target.shape.rows, session.options.rows_checked), quiet);
    if (session.target.buffer != nullptr) found.guard_damage = session.engine.guard_damage(*session.target.buffer);
    return found;
}

/// Long runs need little warming: half of the time allowed for measuring is the most that is spent. Returns the
/// shortest of the runs [s]; 0 if there was none.
double warm_up(const Session& session) {
    double seconds = 0.0, shortest = 0.0;
    for (int i = 0; i < session.options.warmups && seconds < session.options.stopping.max_seconds / 2; ++i) {
        if (session.stopped()) break;
        session.report("warming up", static_cast<double>(i) / session.options.warmups);
        const double run = session.run();
        shortest = i == 0 ? run : std::min(shortest, run);
        seconds += run;
    }
    return shortest;
}

/// How near the samples are to the end that the rule allows at the latest.
double share_done(const std::vector<double>& seconds, const StoppingRule& rule) {
    const double spent = std::accumulate(seconds.begin(), seconds.end(), 0.0);
    return std::max(spent / rule.max_seconds, static_cast<double>(seconds.size()) / rule.max_samples);
}

StopReason take_samples(const Session& session, int launches, std::vector<double>& seconds) {
    StoppingRule rule = session.options.stopping;
    rule.max_seconds /= launches; // samples are of one launch each
    while (true) {
        session.report("timing", share_done(seconds, rule));
        if (session.options.caches == CacheState::cold) session.engine.flush_caches();
        const double sample = session.run(launches);
        if (session.stopped()) return StopReason::cancelled; // that run is incomplete and does not count
        seconds.push_back(sample);
        if (session.options.watch != nullptr) session.options.watch->look();
        if (const auto reason = stop_reason(seconds, rule)) return *reason;
    }
}

RunOutcome timed(const Session& session, const Comparison& check) {
    const Device& device = session.engine.device();
    const bool on_cpu = device.backend == Backend::cpu;
    const int cpu_threads = session.variant.uses_all_threads ? cpu::threads_to_use(session.control.threads) : 1;
    Measurement m{.variant_id = std::string(session.variant.id),
                  .workload = session.workload,
                  .device = device,
                  .target = kind_of(session.target.out),
                  .entry = entry_of(session.target.out),
                  .threads = on_cpu ? cpu_threads : 0,
                  .seconds = {},
                  .stopped_by = StopReason::cancelled,
                  .timer = on_cpu ? "steady clock" : "CUDA events",
                  .predicted_bytes = predicted_bytes(session.variant, session.workload),
                  .check = check,
                  .caches = session.options.caches,
                  .block = block_of_run(session.variant, session.control.block),
                  .kernels = session.engine.launch_facts(session.variant, session.target.out, session.control.block)};
    const double one = warm_up(session);
    if (m.caches == CacheState::warm) m.launches = launches_timed_together(device.backend, one);
    ConditionsWatch* const watch = session.options.watch;
    if (watch != nullptr) watch->start();
    m.stopped_by = take_samples(session, m.launches, m.seconds);
    if (m.seconds.empty()) return Skipped{m.variant_id, std::string(cancelled)};
    if (watch != nullptr) m.conditions = watch->conditions(m.launches * static_cast<int>(m.seconds.size()));
    return m;
}

/// What the executor takes says nothing about a GPU.
RunOutcome untimed(const Session& session, const Comparison& check) {
    return Simulated{.variant_id = std::string(session.variant.id),
                     .workload = session.workload,
                     .device = session.engine.device(),
                     .target = kind_of(session.target.out),
                     .block = block_of_run(session.variant, session.control.block),
                     .check = check,
                     .predicted_bytes = predicted_bytes(session.variant, session.workload)};
}

CheckOutcome checked(const Session& session) {
    std::string id(session.variant.id);
    const TargetKind kind = kind_of(session.target.out);
    if (std::string reason = why_not(session.variant, session.workload, session.engine.device(), kind); !reason.empty())
        return Skipped{std::move(id), std::move(reason)};
    if (std::string reason = why_not_block(session.variant, session.control.block); !reason.empty())
        return Skipped{std::move(id), std::move(reason)};
    const Comparison found = compared(session);
    if (session.stopped()) return Skipped{std::move(id), std::string(cancelled)};
    return Checked{std::move(id), found};
}

RunOutcome measured(const Session& session) {
    CheckOutcome outcome = checked(session);
    if (auto* skipped = std::get_if<Skipped>(&outcome)) return std::move(*skipped);
    if (auto* failed = std::get_if<Failed>(&outcome)) return std::move(*failed);
    const auto& [id, found] = std::get<Checked>(outcome);
    if (!found.right()) return Failed{id, describe(found)};
    return simulated(session.variant, session.engine.device()) ? untimed(session, found) : timed(session, found);
}

/// An error of the device, or too little memory, is a result: the other variants still run.
template <class Outcome, class Body> Outcome with_errors_as_outcome(const KernelVariant& variant, Body body) {
    try {
        return body();
    } catch (const std::exception& error) {
        return Failed{std::string(variant.id), sentence_of(error)};
    }
}

} // namespace

TimerLimits timer_limits(Backend backend) {
    return backend == Backend::cuda ? TimerLimits{500e-6, 500e-6} : TimerLimits{20e-6, 100e-6};
}

int launches_timed_together(Backend backend, double seconds) {
    const TimerLimits limits = timer_limits(backend);
    if (!(seconds > 0.0) || seconds >= limits.short_launch) return 1;
    return static_cast<int>(std::ceil(limits.least_timed / seconds));
}

RunOutcome measure(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    const Session session{engine, variant, workload, target, options, control};
    return with_errors_as_outcome<RunOutcome>(variant, [&] { return measured(session); });
}

void add_trace(Simulated& outcome, const KernelVariant& variant, const Dataset& data, const RunControl& control) {
    simt::TraceOptions options;
    options.target = outcome.target;
    options.block = control.block;
    options.most_accesses = short_trace;
    options.threads = control.threads;
    options.stop = control.stop;
    const simt::Trace trace = simt::trace(variant, data, options);
    if (!control.stop.stop_requested()) outcome.trace = summary_of(trace);
}

CheckOutcome check(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    const Session session{engine, variant, workload, target, options, control};
    return with_errors_as_outcome<CheckOutcome>(variant, [&] { return checked(session); });
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "profiling/runner.h"

#include "kernels/core/errors.h"
#include "kernels/core/registry.h"
#include "kernels/cpu/parallel.h"
#include "kernels/engine/answers.h"
#include "kernels/matrix/operations.h"
#include "profiling/examination.h"
#include "profiling/other_load.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <numeric>
#include <string_view>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr std::string_view cancelled = "it was cancelled before it was finished";

/// One variant on its way through check and timing.
struct RunSession {
    Engine& engine;
    const KernelVariant& variant;
    const Workload& workload;
    const RunTarget& target;
    const RunnerOptions& options;
    const RunControl& control;

    void report(Stage stage, double share) const {
        if (options.progress) options.progress(stage, std::clamp(share, 0.0, 1.0));
    }
    [[nodiscard]] bool stopped() const { return control.stop.stop_requested(); }
    /// Seconds of one launch.
    double run(int launches = 1) const {
        if (control.rows_done != nullptr) *control.rows_done = 0;
        RunControl several = control;
        several.launches = launches;
        return engine.run(variant, target.out, several);
    }
    [[nodiscard]] bool writes_simulated_texture() const {
        return simulated(variant, engine.device()) && kind_of(target.out) == TargetKind::surface;
    }
    /// Where the answer is compared.
    [[nodiscard]] AnswerTarget answer() const {
        return writes_simulated_texture() ? target.buffer->memory() : target.out;
    }
};

void poison(const RunSession& session) {
    if (session.target.buffer != nullptr)
        session.engine.poison(*session.target.buffer, session.control.stop);
    else if (const auto* surface = std::get_if<Surface>(&session.target.out))
        pairscope::poison(session.engine, *surface, session.target.shape);
}

Comparison compared(const RunSession& session) {
    poison(session);
    session.run();
    session.report(Stage::checking, 0.5);
    const RunControl quiet{.stop = session.control.stop, .rows_done = nullptr, .threads = session.control.threads};
    const bool on_gpu = session.engine.device().backend == Backend::cuda;
    Comparison found = compare_answer(session.engine, session.variant, session.answer(),
                                      on_gpu ? session.workload.rows : session.options.rows_checked, quiet);
    if (session.target.buffer != nullptr) {
        const GuardDamage damage = session.engine.guard_damage(*session.target.buffer);
        found.guard_damage = damage.count;
        found.guard_nearest = damage.nearest;
    }
    return found;
}

/// Long runs need little warming: half of the time allowed for measuring is the most that is spent. Returns the
/// shortest of the runs [s]; 0 if there was none.
double warm_up(const RunSession& session) {
    double seconds = 0.0, shortest = 0.0;
    for (int i = 0; i < session.options.warmups && seconds < session.options.stopping.max_seconds / 2; ++i) {
        if (session.stopped()) break;
        session.report(Stage::warming_up, static_cast<double>(i) / session.options.warmups);
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

StopReason take_samples(const RunSession& session, int launches, std::vector<double>& seconds) {
    StoppingRule rule = session.options.stopping;
    rule.max_seconds /= launches; // samples are of one launch each
    const bool cold = session.options.caches == CacheState::cold;
    const double longest = longest_with_flushes(session.options.stopping.max_seconds);
    const auto begin = std::chrono::steady_clock::now();
    const auto waited = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
    while (true) {
        session.report(cold ? Stage::flushing_and_timing : Stage::timing,
                       std::max(share_done(seconds, rule), cold ? waited() / longest : 0.0));
        if (session.options.caches == CacheState::cold) session.engine.flush_caches();
        const double sample = session.run(launches);
        if (session.stopped()) return StopReason::cancelled; // that run is incomplete and does not count
        seconds.push_back(sample);
        if (session.options.watch != nullptr) session.options.watch->look();
        if (const auto reason = stop_reason(seconds, rule)) return *reason;
        if (cold && seconds.size() >= 2 && waited() >= longest) return StopReason::time;
    }
}

RunOutcome timed(const RunSession& session, const CheckVerdict& check) {
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
                  .layout_seconds = session.engine.prepare(session.variant),
                  .kernels = session.engine.launch_facts(session.variant, session.target.out, session.control.block)};
    const double one = warm_up(session);
    if (m.caches == CacheState::warm) m.launches = launches_timed_together(device.backend, one);
    ConditionsWatch* const watch = session.options.watch;
    if (watch != nullptr) watch->start();
    const OtherLoad others;
    m.stopped_by = take_samples(session, m.launches, m.seconds);
    if (m.seconds.empty()) return Skipped{m.variant_id, std::string(cancelled)};
    if (const auto share = on_cpu ? others.share() : std::nullopt) m.conditions = Conditions{.other_load = share};
    if (watch != nullptr) m.conditions = watch->conditions(m.launches * static_cast<int>(m.seconds.size()));
    return m;
}

/// What the executor takes says nothing about a GPU.
RunOutcome untimed(const RunSession& session, Checked found) {
    return Simulated{.variant_id = std::string(session.variant.id),
                     .workload = session.workload,
                     .device = session.engine.device(),
                     .target = kind_of(session.target.out),
                     .block = block_of_run(session.variant, session.control.block),
                     .check = std::move(found.verdict),
                     .predicted_bytes = predicted_bytes(session.variant, session.workload),
                     .trace = found.trace};
}

ExaminationRequest examination_of(const RunSession& session) {
    return {.inputs = session.engine.inputs(),
            .target = kind_of(session.target.out),
            .small = !simulated(session.variant, session.engine.device()),
            .most_accesses = session.options.most_examined};
}

/// The executor's part of the verdict, before the run: a fault that it finds may take the run down.
void examine(const RunSession& session, Checked& found) {
    const Examined examined = profiling::examine(session.variant, examination_of(session), session.control);
    add(found.verdict, examined);
    if (simulated(session.variant, session.engine.device()) && examined.trace)
        found.trace = summary_of(*examined.trace);
}

void compare(const RunSession& session, Checked& found) {
    const Comparison& comparison = found.verdict.comparison = compared(session);
    if (session.target.buffer != nullptr && kind_of(session.target.out) == TargetKind::linear)
        found.verdict.answer = read_answer(session.engine, session.workload, session.target.buffer->memory(),
                                           session.variant.both_directions);
    if (session.variant.backend != Backend::cuda || comparison.wrong_entries == 0) return;
    const MatrixEntry first{static_cast<std::int32_t>(comparison.row), static_cast<std::int32_t>(comparison.col)};
    ExaminationRequest request = examination_of(session);
    request.small = false; // the same blocks as in the run
    found.verdict.writer = writer_of(session.variant, request, first, session.control);
}

/// The fault that the examination found comes before what stopped the run, unless the run was stopped there.
std::string with_cause(const CheckVerdict& verdict, const std::string& stopped_by) {
    const std::string& first = verdict.examination->findings.front();
    const std::string place = first.substr(0, first.find(": "));
    if (stopped_by.find(place) != std::string::npos) return stopped_by;
    return fmt::format("{}. The run then ended: {}", describe_examination(verdict), stopped_by);
}

CheckOutcome checked(const RunSession& session) {
    std::string id(session.variant.id);
    const TargetKind kind = kind_of(session.target.out);
    if (std::string reason = why_not(session.variant, session.workload, session.engine.device(), kind); !reason.empty())
        return Skipped{std::move(id), std::move(reason)};
    if (std::string reason = why_not_block(session.variant, session.control.block); !reason.empty())
        return Skipped{std::move(id), std::move(reason)};
    Checked found{.variant_id = id, .verdict = {}};
    session.report(Stage::checking, 0.0);
    if (session.variant.backend == Backend::cuda) examine(session, found);
    if (!session.stopped()) {
        try {
            compare(session, found);
        } catch (const std::exception& error) {
            if (found.verdict.judgement() != Judgement::faulty) throw;
            return Failed{std::move(id), with_cause(found.verdict, sentence_of(error))};
        }
    }
    if (session.stopped()) return Skipped{std::move(id), std::string(cancelled)};
    return found;
}

RunOutcome measured(const RunSession& session) {
    CheckOutcome outcome = checked(session);
    if (auto* skipped = std::get_if<Skipped>(&outcome)) return std::move(*skipped);
    if (auto* failed = std::get_if<Failed>(&outcome)) return std::move(*failed);
    auto& found = std::get<Checked>(outcome);
    if (!found.verdict.right()) return Failed{found.variant_id, describe(found.verdict), std::move(found.verdict)};
    if (simulated(session.variant, session.engine.device())) return untimed(session, std::move(found));
    return timed(session, found.verdict);
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

double longest_with_flushes(double max_seconds) {
    constexpr double times_longer = 3.0, least = 1.0; // [s]
    return std::max(times_longer * max_seconds, least);
}

std::string_view name_of(Stage stage) {
    switch (stage) {
    case Stage::checking:
        return "checking";
    case Stage::warming_up:
        return "warming up";
    case Stage::timing:
        return "timing";
    case Stage::flushing_and_timing:
        return "flushing the caches and timing";
    case Stage::comparing:
        return "comparing";
    }
    return {};
}

RunTarget simulated_texture(AnswerBuffer& buffer, simt::SurfaceMemory& texture) {
    texture = {.name = "out",
               .data = reinterpret_cast<std::byte*>(buffer.memory().data),
               .rows = buffer.shape.rows,
               .cols = buffer.shape.cols,
               .texel_bytes = static_cast<int>(bytes_of(buffer.entry)),
               .written = {}};
    return {.out = Surface{reinterpret_cast<std::uint64_t>(&texture), buffer.entry},
            .shape = buffer.shape,
            .buffer = &buffer};
}

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
    const RunSession session{engine, variant, workload, target, options, control};
    return with_errors_as_outcome<RunOutcome>(variant, [&] { return measured(session); });
}

CheckOutcome check(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    const RunSession session{engine, variant, workload, target, options, control};
    return with_errors_as_outcome<CheckOutcome>(variant, [&] { return checked(session); });
}

} // namespace pairscope::profiling

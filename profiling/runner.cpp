// SPDX-License-Identifier: MIT
#include "profiling/runner.h"

#include "kernels/data/errors.h"
#include "kernels/engines/outputs.h"
#include "kernels/ladder/registry.h"
#include "kernels/matrix/operations.h"
#include "profiling/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <string_view>
#include <utility>

namespace pairscope::profiling {
namespace {

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
    /// Where the output is compared.
    [[nodiscard]] OutputTarget output() const {
        return writes_simulated_texture() ? target.buffer->memory() : target.out;
    }
};

void poison(const RunSession& session) {
    if (session.target.buffer != nullptr)
        session.engine.poison(*session.target.buffer, session.control.stop);
    else if (const auto* surface = std::get_if<Surface>(&session.target.out))
        pairscope::poison(session.engine, *surface, session.target.shape);
}

Comparison compared(const RunSession& session, double& seconds) {
    poison(session);
    seconds = session.run();
    session.report(Stage::checking, 0.5);
    const RunControl quiet{.stop = session.control.stop, .rows_done = nullptr, .threads = session.control.threads};
    const bool on_gpu = session.engine.device().backend == Backend::cuda;
    Comparison found = compare_output(session.engine, session.variant, session.output(),
                                      on_gpu ? session.workload.rows : session.options.rows_checked, quiet);
    if (session.target.buffer != nullptr) {
        const GuardDamage damage = session.engine.guard_damage(*session.target.buffer);
        found.guard_damage = damage.count;
        found.guard_nearest = damage.nearest;
    }
    return found;
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
    const Comparison& comparison = found.verdict.comparison = compared(session, found.seconds);
    if (session.target.buffer != nullptr && kind_of(session.target.out) == TargetKind::linear)
        found.verdict.output = read_output(session.engine, session.workload, session.target.buffer->memory(),
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
    const bool is_on_gpu = session.engine.device().backend == Backend::cuda;
    if (session.options.is_first_look && is_on_gpu)
        found.verdict.not_examined = "this comes when it is measured fully";
    else if (session.variant.backend == Backend::cuda)
        examine(session, found);
    if (!session.stopped()) {
        try {
            compare(session, found);
        } catch (const std::exception& error) {
            if (found.verdict.judgement() != Judgement::faulty) throw;
            return Failed{std::move(id), with_cause(found.verdict, sentence_of(error))};
        }
    }
    if (session.stopped()) return Skipped{std::move(id), std::string(cancelled_before)};
    return found;
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

RunTarget simulated_texture(OutputBuffer& buffer, simt::SurfaceMemory& texture) {
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

CheckOutcome check(Engine& engine, const KernelVariant& variant, const Workload& workload, const RunTarget& target,
                   const RunnerOptions& options, const RunControl& control) {
    const RunSession session{engine, variant, workload, target, options, control};
    try {
        return checked(session);
    } catch (const std::exception& error) { // a result, too: the other variants still run
        return Failed{std::string(variant.id), sentence_of(error)};
    }
}

} // namespace pairscope::profiling

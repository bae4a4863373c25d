// SPDX-License-Identifier: MIT
#include "app/subjects/trace/trace_words.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "kernels/engines/simt/executor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pairscope::app {
namespace {

/// "4.00": sectors and wavefronts differ by fractions that matter, and are small.
std::string two_decimals(double value) { return fmt::format("{:.2f}", value); }

void add_traffic(std::vector<std::string>& sentences, const char* what, const simt::TraceTotals& totals) {
    if (totals.requests <= 0.0) return;
    const double bytes = simt::sector_bytes * totals.sectors;
    sentences.push_back(fmt::format("{} touch {} sectors per request: {} are touched for {} that are used, {}", what,
                                    two_decimals(totals.sectors / totals.requests), bytes_text(bytes),
                                    bytes_text(totals.useful_bytes), percent_text(totals.useful_bytes / bytes)));
}

std::string no_trace_words(const std::string& name, std::string_view reason) {
    return fmt::format("{} has no trace: {}{}", name, reason, reason.ends_with('.') ? "" : ".");
}

/// " (34 %)", while the trace of the selected variant is made; else empty.
std::string progress_words(const State& state) {
    const auto& activity = state.run.activity;
    const bool is_made = activity && activity->task.kind == TaskKind::tracing &&
                         activity->task.variants == std::vector{state.run.variant_id};
    return is_made ? fmt::format(" ({:.0f} %)", 100.0 * activity->share) : std::string();
}

} // namespace

std::string shown_before_words(const State& state, const simt::Trace& before) {
    return fmt::format("of {}, until {} has been executed on the CPU{}", short_name(before.variant_id),
                       short_name(state.run.variant_id), progress_words(state));
}

std::string trace_awaits(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return "Choose a CUDA variant in the ladder: what its warps touch appears here.";
    const std::string name(short_name(variant->id));
    if (variant->backend != Backend::cuda)
        return fmt::format("{} runs on the CPU and has no warps. Choose a CUDA variant in the ladder: what its warps "
                           "touch appears here, line by line.",
                           name);
    if (const std::string reason = simt::why_not_simulated(*variant); !reason.empty())
        return no_trace_words(name, reason);
    if (!state.data.now.question.first)
        return fmt::format("What the warps touch appears here as soon as there are {}.",
                           takes_points(type_of(variant->workload)) ? "points" : "vectors");
    const auto wanted = wanted_trace(state);
    if (!wanted) return no_trace_words(name, why_not(current_workload(state)));
    if (state.trace.failed_for == wanted) return no_trace_words(name, state.trace.failure);
    return fmt::format("{} is executed on the CPU to see what its warps touch{} ...", name, progress_words(state));
}

std::string coverage_of(const Coverage& coverage) {
    const auto& [blocks, traced] = coverage;
    if (traced >= blocks)
        return blocks == 1 ? "its one block was traced" : fmt::format("all {} blocks were traced", grouped(blocks));
    return fmt::format("{} of {} blocks were traced, counts are scaled", grouped(traced), grouped(blocks));
}

std::vector<std::string> launches_of(const simt::Trace& trace) {
    const auto text_of = [](const simt::Index3& index) {
        return fmt::format("({}, {}, {})", index.x, index.y, index.z);
    };
    std::vector<std::string> sentences;
    for (std::size_t first = 0, next = 0; first < trace.launches.size(); first = next) {
        const simt::TracedLaunch& launch = trace.launches[first];
        while (next < trace.launches.size() && trace.launches[next] == launch) ++next;
        std::vector<std::string> parts{
            fmt::format("grid {} of blocks {}", text_of(launch.grid), text_of(launch.block))};
        if (next - first > 1) parts.front() = fmt::format("{} launches, each of {}", next - first, parts.front());
        if (launch.shared_bytes > 0) parts.push_back(fmt::format("{} B of shared memory", launch.shared_bytes));
        parts.push_back(coverage_of({launch.blocks, launch.blocks_traced}));
        sentences.push_back(
            fmt::format("{}: {}", launch.kernel.empty() ? "kernel" : launch.kernel, fmt::join(parts, ", ")));
    }
    return sentences;
}

std::vector<std::string> traffic_of(const simt::Trace& trace) {
    const profiling::TraceSummary summary = profiling::summary_of(trace);
    std::vector<std::string> sentences;
    add_traffic(sentences, "stores", summary.stores);
    add_traffic(sentences, "loads", summary.loads);
    return sentences;
}

std::vector<const simt::WarpRequest*> requests_of(const simt::Trace& trace, std::size_t line) {
    std::vector<const simt::WarpRequest*> requests;
    for (const simt::WarpRequest& request : trace.warp)
        if (request.line == line) requests.push_back(&request);
    return requests;
}

} // namespace pairscope::app

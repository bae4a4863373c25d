// SPDX-License-Identifier: MIT
#include "profiling/few_blocks.h"

#include "kernels/data/errors.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "profiling/examination.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <ctime>
#include <mutex>
#include <stop_token>
#include <thread>

namespace pairscope::profiling {
namespace {

double processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Requests a stop after so many seconds of this process's time, or when the caller does.
class TimeLimit {
public:
    TimeLimit(double seconds, std::stop_token asked)
        : asked_(std::move(asked)), end_(processor_seconds() + seconds),
          watcher_([this](const std::stop_token& ended) { watch(ended); }) {}
    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

private:
    void watch(const std::stop_token& ended) {
        constexpr std::chrono::milliseconds between_looks(20);
        std::unique_lock lock(mutex_);
        while (!wake_.wait_for(lock, ended, between_looks, [&] { return ended.stop_requested(); }))
            if (asked_.stop_requested() || processor_seconds() > end_) stop_.request_stop();
    }

    std::stop_token asked_;
    double end_;
    std::stop_source stop_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread watcher_; // last: it uses everything above
};

/// At most so many entries are compared, at equal steps.
constexpr std::size_t most_compared = 1 << 18;

Comparison compared(const KernelVariant& variant, const Inputs& inputs, const simt::TracedEntries& found) {
    const MatrixCheck& check = type_of(variant.workload).matrix;
    const Workload workload = workload_of(variant.workload, inputs);
    const Accuracy accuracy = accuracy_of(variant, workload);
    const Problem problem = problem_of(inputs, {});
    Comparison result{.rows = workload.rows, .cols = workload.cols};
    const std::size_t step = found.places.size() / most_compared + 1;
    for (std::size_t i = 0; i < found.places.size(); i += step) {
        const MatrixEntry place = found.places[i];
        const JudgedEntry entry{place.row, place.col, found.values[i], check.reference(problem, place.row, place.col)};
        ++result.entries_checked;
        if (check.is_right(problem, entry, accuracy)) continue;
        result.wrong.add(place);
        if (result.wrong_entries++ > 0) continue;
        result.row = place.row;
        result.col = place.col;
        result.found = entry.found;
        result.expected = entry.expected;
    }
    return result;
}

/// Says nothing about the size of a matrix, which pairscope::why_not() limits for a whole simulation.
std::string why_not(const KernelVariant& variant, const Workload& workload, TargetKind target) {
    if (std::string reason = simt::why_not_simulated(variant); !reason.empty()) return reason;
    if (std::string reason = pairscope::why_not(workload); !reason.empty()) return reason;
    if (target == TargetKind::linear && !variant.writes_linear) return "it writes only into a texture";
    if (target == TargetKind::surface && !variant.writes_surface) return "it cannot write into a texture";
    return variant.why_not == nullptr ? std::string() : variant.why_not(workload, Device{});
}

} // namespace

CheckOutcome check_few_blocks(const KernelVariant& variant, const Inputs& inputs, TargetKind target,
                              const RunControl& control, double most_seconds) {
    std::string id(variant.id);
    if (std::string reason = why_not(variant, workload_of(variant.workload, inputs), target); !reason.empty())
        return Skipped{std::move(id), std::move(reason)};
    try {
        const TimeLimit limit(most_seconds, control.stop);
        const simt::TracedEntries found = simt::trace_few_blocks(
            variant, inputs,
            {.target = target, .block = control.block, .threads = control.threads, .stop = limit.token()});
        if (control.stop.stop_requested()) return Skipped{std::move(id), "it was cancelled before it was finished"};
        if (limit.token().stop_requested() && found.trace.findings.empty())
            return Skipped{
                std::move(id),
                fmt::format("the simulation of four blocks takes more than {:.0f} s of CPU time; run the check "
                            "again when the machine is less busy, or choose a smaller size with --n",
                            most_seconds)};
        Checked checked{.variant_id = id, .verdict = {}};
        checked.verdict.comparison.kind = type_of(variant.workload).output;
        if (checked.verdict.comparison.kind == OutputKind::matrix)
            checked.verdict.comparison = compared(variant, inputs, found);
        add(checked.verdict, {.trace = found.trace});
        return checked;
    } catch (const std::exception& error) {
        return Failed{std::move(id), sentence_of(error)};
    }
}

} // namespace pairscope::profiling

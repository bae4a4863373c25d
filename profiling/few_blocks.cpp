// SPDX-License-Identifier: MIT
#include "profiling/few_blocks.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "profiling/examination.h"
#include "profiling/time_limit.h"

#include <fmt/format.h>

#include <utility>

namespace pairscope::profiling {
namespace {

/// At most so many entries are compared, at equal steps.
constexpr std::size_t most_compared = 1 << 18;

/// Says nothing about the size of a matrix, which pairscope::why_not() limits for a whole simulation.
std::string why_not(const KernelVariant& variant, const Workload& workload, TargetKind target) {
    if (std::string reason = simt::why_not_simulated(variant); !reason.empty()) return reason;
    if (std::string reason = pairscope::why_not(workload); !reason.empty()) return reason;
    if (target == TargetKind::linear && !variant.writes_linear) return "it writes only into a texture";
    if (target == TargetKind::surface && !variant.writes_surface) return "it cannot write into a texture";
    return variant.why_not == nullptr ? std::string() : variant.why_not(workload, Device{});
}

} // namespace

Comparison compare_entries(const KernelVariant& variant, const Inputs& inputs, const simt::TracedEntries& found) {
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
            checked.verdict.comparison = compare_entries(variant, inputs, found);
        add(checked.verdict, {.trace = found.trace});
        return checked;
    } catch (const std::exception& error) {
        return Failed{std::move(id), sentence_of(error)};
    }
}

} // namespace pairscope::profiling

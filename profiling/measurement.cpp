// SPDX-License-Identifier: MIT
#include "profiling/measurement.h"

#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <initializer_list>

namespace pairscope::profiling {
namespace {

simt::TraceTotals sum(const simt::Trace& trace, std::initializer_list<simt::AccessKind> kinds) {
    simt::TraceTotals all;
    for (const simt::AccessKind kind : kinds) {
        const simt::TraceTotals part = totals(trace, kind);
        all.requests += part.requests;
        all.sectors += part.sectors;
        all.useful_bytes += part.useful_bytes;
        all.wavefronts += part.wavefronts;
        all.needed += part.needed;
    }
    return all;
}

} // namespace

TraceSummary summary_of(const simt::Trace& trace) {
    using enum simt::AccessKind;
    return {.stores = sum(trace, {global_store, global_atomic, surface_store}),
            .loads = sum(trace, {global_load, async_copy, surface_load}),
            .findings = std::int64_t(trace.findings.size()),
            .blocks = trace.blocks(),
            .blocks_traced = trace.blocks_traced()};
}

double traced_bytes(const TraceSummary& summary) {
    return simt::sector_bytes * (summary.stores.sectors + summary.loads.sectors);
}

std::optional<double> sectors_per_store(const TraceSummary& summary) {
    if (!(summary.stores.requests > 0.0)) return std::nullopt;
    return summary.stores.sectors / summary.stores.requests;
}

namespace {

std::optional<double> used_part(const simt::TraceTotals& accesses) {
    if (!(accesses.sectors > 0.0)) return std::nullopt;
    return accesses.useful_bytes / (simt::sector_bytes * accesses.sectors);
}

} // namespace

std::optional<double> used_of_stores(const TraceSummary& summary) { return used_part(summary.stores); }

std::optional<double> used_of_loads(const TraceSummary& summary) { return used_part(summary.loads); }

std::string failure_of(const RunOutcome& run) {
    if (const auto* failed = std::get_if<Failed>(&run)) return failed->message;
    const auto* m = std::get_if<Measurement>(&run);
    const auto* s = std::get_if<Simulated>(&run);
    const CheckVerdict* check = m != nullptr ? &m->check : s != nullptr ? &s->check : nullptr;
    return check == nullptr || check->right() ? std::string{} : describe(*check);
}

double seconds_of(const Measurement& m) { return median(m.seconds); }
TurnedSamples samples_of(const Measurement& m) {
    return {.seconds = m.seconds, .turns = m.turns, .stopped_by = m.stopped_by};
}
TurnedSamples samples_per_pair(const Measurement& m) {
    TurnedSamples samples = samples_of(m);
    const double pairs = work_of(m.workload).pairs;
    for (double& sample : samples.seconds) sample /= pairs;
    return samples;
}
std::optional<Interval> interval_of(const Measurement& m) {
    const auto interval = interval_of(samples_of(m));
    if (!interval) return interval;
    const double middle = seconds_of(m);
    return Interval{std::min(interval->low, (1.0 - repeatability) * middle),
                    std::max(interval->high, (1.0 + repeatability) * middle)};
}
double nanoseconds_per_pair(const Measurement& m) { return 1e9 * seconds_of(m) / work_of(m.workload).pairs; }
double compulsory_bandwidth(const Measurement& m) {
    return work_of(m.workload, m.entry).compulsory_bytes / seconds_of(m);
}
double flops_per_second(const Measurement& m) {
    return work_of(counted_variant(m.variant_id), m.workload).flops / seconds_of(m);
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "profiling/device_ceilings.h"

#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine/other_load.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr int most_doubts = 2;

void include(std::vector<CeilingKind>& kinds, CeilingKind kind) {
    if (std::ranges::find(kinds, kind) == kinds.end()) kinds.push_back(kind);
}

} // namespace

const Ceilings* measured_now(const DeviceCeilings& ceilings) {
    return ceilings.figures && !ceilings.stored ? &*ceilings.figures : nullptr;
}

bool lack_essential(const DeviceCeilings& ceilings) {
    if (!ceilings.failure.empty()) return false;
    return ceilings.wanted || measured_now(ceilings) == nullptr;
}

bool lack_others(const DeviceCeilings& ceilings) { return measured_now(ceilings) != nullptr && !ceilings.complete; }

std::vector<CeilingKind> ceilings_of(const WorkloadType& type) {
    std::vector<CeilingKind> kinds;
    const auto include_named = [&](const std::vector<std::string_view>& names) {
        for (const std::string_view name : names)
            if (const auto kind = ceiling_kind_named(name)) include(kinds, *kind);
    };
    include_named(type.ceilings);
    for (const WorkForm& form : type.forms) include_named(form.ceilings);
    return kinds;
}

std::vector<CeilingKind> kinds_lacking(const DeviceCeilings& ceilings, const std::vector<CeilingKind>& kinds) {
    std::vector<CeilingKind> lacking;
    if (ceilings.complete || !ceilings.failure.empty()) return lacking;
    std::vector<CeilingKind> others = essential_ceilings();
    others.insert(others.end(), ceilings.tried.begin(), ceilings.tried.end());
    std::ranges::copy_if(kinds, std::back_inserter(lacking),
                         [&](CeilingKind kind) { return std::ranges::find(others, kind) == others.end(); });
    return lacking;
}

std::vector<CeilingKind> kinds_to_measure(const DeviceCeilings& ceilings) {
    std::vector<CeilingKind> kinds = essential_ceilings();
    for (const CeilingKind kind : ceilings.beaten) include(kinds, kind);
    return kinds;
}

std::int64_t ceiling_bytes(const Workload& workload) {
    return std::max(static_cast<std::int64_t>(work_of(workload).compulsory_bytes), least_ceiling_bytes);
}

void take_measured(DeviceCeilings& ceilings, Ceilings measured, bool others, const std::vector<CeilingKind>& tried) {
    for (const CeilingKind kind : tried) include(ceilings.tried, kind);
    if (const Ceilings* before = measured_now(ceilings)) measured = better_of(std::move(measured), *before);
    ceilings.figures = std::move(measured);
    ceilings.stored = false;
    if (others) {
        ceilings.complete = true;
    } else {
        ceilings.wanted = false;
        ceilings.failure.clear();
        ceilings.beaten.clear();
        const std::vector<const Ceiling*> slower = slower_than_fewer_threads(*ceilings.figures);
        const bool was_busy = ceilings.figures->other_load.value_or(0.0) >= much_other_load;
        if ((was_busy || !slower.empty()) && ceilings.doubts < most_doubts) {
            ++ceilings.doubts;
            ceilings.wanted = true;
            for (const Ceiling* ceiling : slower) include(ceilings.beaten, ceiling->kind);
        }
    }
}

void take_failure(DeviceCeilings& ceilings, const std::string& message, bool others) {
    if (others) {
        ceilings.complete = true;
    } else {
        ceilings.wanted = false;
        ceilings.failure = message;
    }
}

std::optional<CeilingKind> doubtful_ceiling(const Measurement& run, const Ceilings& ceilings) {
    if (!beats_its_ceiling(run, ceilings)) return std::nullopt;
    const auto limit = limit_for(run, ceilings);
    const CeilingKind kind = limit->ceiling->kind;
    const KernelVariant* const variant = find_variant(run.variant_id);
    if (variant != nullptr && variant->does_less && arithmetic_of(kind)) return std::nullopt;
    // The caches keep such an output, so the run may truly be faster than the memory.
    const bool stays_in_caches = limit->amount <= 2.0 * static_cast<double>(run.device.cache_bytes);
    return unit_of(kind) == "B/s" && stays_in_caches ? std::nullopt : std::optional(kind);
}

void doubt(DeviceCeilings& ceilings, const Measurement& run) {
    const Ceilings* now = measured_now(ceilings);
    const auto kind = now == nullptr ? std::nullopt : doubtful_ceiling(run, *now);
    if (!kind) return;
    if (!ceilings.wanted && ++ceilings.doubts > most_doubts) return;
    ceilings.wanted = true;
    include(ceilings.beaten, *kind);
}

void measure_anew(DeviceCeilings& ceilings) { ceilings = {.figures = {}, .wanted = true}; }

void measure_lacking(DeviceCeilings& ceilings, const std::function<Ceilings(std::vector<CeilingKind> kinds)>& measure) {
    while (lack_essential(ceilings)) {
        const bool again = measured_now(ceilings) != nullptr;
        const auto kinds = again ? kinds_to_measure(ceilings) : all_ceiling_kinds();
        try {
            take_measured(ceilings, measure(kinds), false);
            if (!again) ceilings.complete = true;
        } catch (const std::exception& error) {
            take_failure(ceilings, sentence_of(error), false);
        }
    }
}

} // namespace pairscope::profiling

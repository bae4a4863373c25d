// SPDX-License-Identifier: MIT
#include "profiling/work_rule.h"

#include <fmt/format.h>

#include <array>

namespace pairscope::profiling {
namespace {

/// A kind of differences, and the most flop/s that it can reach for each flop/s of multiply-adds.
struct Bound {
    CeilingKind kind;
    double on_gpu, on_cpu;
};

/// A GPU issues one instruction at a time to the lanes that add and multiply: three operations need two slots of two
/// operations each, and two operations need two. It may look for the largest number beside them. A CPU may subtract
/// beside its multiply-adds.
constexpr std::array bounds{Bound{CeilingKind::squared_difference, 0.75, 1.5},
                            Bound{CeilingKind::absolute_difference, 0.5, 0.5},
                            Bound{CeilingKind::largest_difference, 1.0, 1.0}};

} // namespace

std::string work_rule_note(int recorded) {
    if (recorded == rule_of_today) return {};
    return fmt::format("The recording was made with rule {} for counting work. Its fractions were computed again from "
                       "its times with rule {}.",
                       recorded, rule_of_today);
}

void add_derived_ceilings(Ceilings& ceilings) {
    const std::vector<Ceiling> measured = ceilings.found;
    for (const Ceiling& fma : measured) {
        if (fma.kind != CeilingKind::fma) continue;
        for (const Bound& bound : bounds) {
            const Ceiling* const known = find(ceilings, bound.kind, fma.threads);
            if (known != nullptr && known->threads == fma.threads) continue;
            const double share = ceilings.device.backend == Backend::cuda ? bound.on_gpu : bound.on_cpu;
            add(ceilings, {.kind = bound.kind,
                           .threads = fma.threads,
                           .value = share * fma.value,
                           .how = fmt::format("not measured, at most {:g} times the FMA rate", share)});
        }
    }
}

} // namespace pairscope::profiling

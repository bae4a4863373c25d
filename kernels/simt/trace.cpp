// SPDX-License-Identifier: MIT
#include "kernels/simt/trace.h"

#include <fmt/format.h>

namespace pairscope::simt {

std::string_view name_of(AccessKind kind) {
    switch (kind) {
    case AccessKind::global_load:
        return "global load";
    case AccessKind::global_store:
        return "global store";
    case AccessKind::global_atomic:
        return "global atomic";
    case AccessKind::async_copy:
        return "asynchronous copy";
    case AccessKind::shared_load:
        return "shared load";
    case AccessKind::shared_store:
        return "shared store";
    case AccessKind::shared_atomic:
        return "shared atomic";
    case AccessKind::surface_load:
        return "surface load";
    case AccessKind::surface_store:
        return "surface store";
    }
    return {};
}

bool is_shared(AccessKind kind) {
    return kind == AccessKind::shared_load || kind == AccessKind::shared_store || kind == AccessKind::shared_atomic;
}

std::string_view name_of(FindingKind kind) {
    switch (kind) {
    case FindingKind::out_of_bounds:
        return "out of bounds";
    case FindingKind::uninitialised_read:
        return "uninitialised read";
    case FindingKind::shared_race:
        return "shared-memory race";
    case FindingKind::global_race:
        return "global-memory race";
    case FindingKind::divergent_barrier:
        return "divergent barrier";
    case FindingKind::misaligned:
        return "misaligned access";
    case FindingKind::pending_copy:
        return "copy not waited for";
    case FindingKind::divergent_warp_function:
        return "divergent warp function";
    case FindingKind::integer_overflow:
        return "integer overflow";
    case FindingKind::conflicting_stores:
        return "conflicting stores";
    case FindingKind::changing_data:
        return "__ldg of changing data";
    case FindingKind::failed_assertion:
        return "failed assertion";
    case FindingKind::stack_overflow:
        return "stack overflow";
    case FindingKind::division_by_zero:
        return "division by zero";
    case FindingKind::trap:
        return "trap";
    case FindingKind::endless_loop:
        return "endless loop";
    }
    return {};
}

std::string describe(const Finding& finding) {
    const std::string where = finding.file.empty() ? "no line information: the program was stripped"
                                                   : fmt::format("{}:{}", finding.file, finding.line);
    const Index3& b = finding.block;
    const Index3& t = finding.thread;
    const std::string often = finding.count == 1 ? "" : fmt::format(" ({} times in all)", finding.count);
    return fmt::format("{}: {}: block ({}, {}, {}), thread ({}, {}, {}) {}{}", where, name_of(finding.kind), b.x, b.y,
                       b.z, t.x, t.y, t.z, finding.told, often);
}

TraceTotals totals(const Trace& trace, AccessKind kind) {
    TraceTotals sum;
    for (const TraceLine& line : trace.lines) {
        if (line.kind != kind) continue;
        sum.requests += line.requests;
        sum.sectors += line.sectors;
        sum.useful_bytes += line.useful_bytes;
        sum.wavefronts += line.wavefronts;
        sum.needed += line.needed;
    }
    return sum;
}

} // namespace pairscope::simt

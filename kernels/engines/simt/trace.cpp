// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/trace.h"

#include "kernels/data/names.h"

#include <fmt/format.h>

#include <array>
#include <numeric>

namespace pairscope::simt {
namespace {

constexpr std::array<Name<AccessKind>, 9> access_names{{
    {AccessKind::global_load, "global load"},
    {AccessKind::global_store, "global store"},
    {AccessKind::global_atomic, "global atomic"},
    {AccessKind::async_copy, "asynchronous copy"},
    {AccessKind::shared_load, "shared load"},
    {AccessKind::shared_store, "shared store"},
    {AccessKind::shared_atomic, "shared atomic"},
    {AccessKind::surface_load, "surface load"},
    {AccessKind::surface_store, "surface store"},
}};
static_assert(is_in_order(access_names));

constexpr std::array<Name<FindingKind>, 17> finding_names{{
    {FindingKind::out_of_bounds, "out of bounds"},
    {FindingKind::uninitialised_read, "uninitialised read"},
    {FindingKind::shared_race, "shared-memory race"},
    {FindingKind::global_race, "global-memory race"},
    {FindingKind::divergent_barrier, "divergent barrier"},
    {FindingKind::misaligned, "misaligned access"},
    {FindingKind::pending_copy, "copy not waited for"},
    {FindingKind::divergent_warp_function, "divergent warp function"},
    {FindingKind::integer_overflow, "integer overflow"},
    {FindingKind::conflicting_stores, "conflicting stores"},
    {FindingKind::changing_data, "__ldg of changing data"},
    {FindingKind::failed_assertion, "failed assertion"},
    {FindingKind::stack_overflow, "stack overflow"},
    {FindingKind::division_by_zero, "division by zero"},
    {FindingKind::trap, "trap"},
    {FindingKind::endless_loop, "endless loop"},
    {FindingKind::left_barrier, "barrier left out"},
}};
static_assert(is_in_order(finding_names));

} // namespace

std::string_view name_of(AccessKind kind) { return name_in(access_names, kind); }

bool is_shared(AccessKind kind) {
    return kind == AccessKind::shared_load || kind == AccessKind::shared_store || kind == AccessKind::shared_atomic;
}

std::string_view name_of(FindingKind kind) { return name_in(finding_names, kind); }

std::string describe(const Finding& finding) {
    const std::string where = finding.file.empty() ? "no line information: the program was stripped"
                                                   : fmt::format("{}:{}", finding.file, finding.line);
    const Index3& b = finding.block;
    const Index3& t = finding.thread;
    const std::string text = fmt::format("{}: {}: block ({}, {}, {}), thread ({}, {}, {}) {}", where,
                                         name_of(finding.kind), b.x, b.y, b.z, t.x, t.y, t.z, finding.told);
    return finding.count == 1 ? text : fmt::format("{} ({} times in all)", text, finding.count);
}

std::int64_t Trace::blocks() const {
    return std::accumulate(launches.begin(), launches.end(), std::int64_t{0},
                           [](std::int64_t sum, const TracedLaunch& launch) { return sum + launch.blocks; });
}

std::int64_t Trace::blocks_traced() const {
    return std::accumulate(launches.begin(), launches.end(), std::int64_t{0},
                           [](std::int64_t sum, const TracedLaunch& launch) { return sum + launch.blocks_traced; });
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

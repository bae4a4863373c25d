// SPDX-License-Identifier: MIT
#include "profiling/comparing/contest.h"

#include <utility>

namespace pairscope::profiling {

Contest contest_of(const ContestSide& a, const ContestSide& b, const std::stop_token& stop) {
    const bool shared = may_share_memory(a.station.device(), a.variant, b.station.device(), b.variant);
    std::vector<std::unique_ptr<OutputBuffer>> buffers;
    const auto target_of = [&](const ContestSide& side) -> RunTarget {
        if (side.lent) return *side.lent;
        const Workload workload = workload_of(side.variant.workload, side.station.engine().inputs());
        const MatrixShape shape = words_of(output_of(workload, side.variant.both_directions));
        if (buffers.empty() || !shared)
            buffers.push_back(std::make_unique<OutputBuffer>(
                side.station.buffers().acquire(side.station.engine(), shape, side.variant.entry, stop)));
        return {.out = buffers.back()->memory(), .shape = shape, .buffer = buffers.back().get()};
    };
    const auto contestant = [&](const ContestSide& side) -> Contestant {
        side.station.rest();
        return {&side.station.engine(), &side.variant, target_of(side), side.block};
    };
    Contestant first = contestant(a), second = contestant(b);
    return {.buffers = std::move(buffers), .a = std::move(first), .b = std::move(second)};
}

} // namespace pairscope::profiling

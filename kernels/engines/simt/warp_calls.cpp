// SPDX-License-Identifier: MIT
// What the functions of a warp compute when all their lanes have come.
#include "kernels/engines/simt/block_runner.h"

#include <algorithm>
#include <array>
#include <bit>
#include <span>

namespace pairscope::simt {
namespace {

/// The lane whose value a shuffle gives to `lane`. Outside of its segment a lane keeps its own.
int source_of(const WarpCall& call, int lane) {
    const int width = call.width, first = lane / width * width;
    int source = lane;
    switch (call.function) {
    case WarpFunction::shuffle:
        source = first + (call.argument & (width - 1));
        break;
    case WarpFunction::shuffle_up:
        source = lane - call.argument;
        break;
    case WarpFunction::shuffle_down:
        source = lane + call.argument;
        break;
    case WarpFunction::shuffle_xor:
        source = lane ^ call.argument;
        return source < first + width ? source : lane;
    default:
        break;
    }
    return source >= first && source < first + width ? source : lane;
}

bool is_shuffle(WarpFunction function) {
    return function == WarpFunction::shuffle || function == WarpFunction::shuffle_up ||
           function == WarpFunction::shuffle_down || function == WarpFunction::shuffle_xor;
}

std::uint32_t combined(WarpFunction function, std::uint32_t a, std::uint32_t b) {
    const auto signed_a = static_cast<std::int32_t>(a), signed_b = static_cast<std::int32_t>(b);
    switch (function) {
    case WarpFunction::add:
        return a + b;
    case WarpFunction::min_signed:
        return signed_b < signed_a ? b : a;
    case WarpFunction::max_signed:
        return signed_a < signed_b ? b : a;
    case WarpFunction::min_unsigned:
        return std::min(a, b);
    case WarpFunction::max_unsigned:
        return std::max(a, b);
    case WarpFunction::bit_and:
    case WarpFunction::all:
        return a & b;
    case WarpFunction::bit_or:
    case WarpFunction::any:
        return a | b;
    case WarpFunction::bit_xor:
        return a ^ b;
    default:
        return a;
    }
}

struct LaneValues {
    std::array<std::uint64_t, warp_size> values{};
    std::uint32_t mask = 0;
    [[nodiscard]] bool has(int lane) const { return (mask >> lane & 1) != 0; }
};

std::uint64_t ballot(const LaneValues& lanes) {
    std::uint64_t bits = 0;
    for (int k = 0; k < warp_size; ++k)
        if (lanes.has(k) && lanes.values[static_cast<std::size_t>(k)] != 0) bits |= std::uint64_t{1} << k;
    return bits;
}

std::uint64_t equal_to(const LaneValues& lanes, std::uint64_t value) {
    std::uint64_t bits = 0;
    for (int k = 0; k < warp_size; ++k)
        if (lanes.has(k) && lanes.values[static_cast<std::size_t>(k)] == value) bits |= std::uint64_t{1} << k;
    return bits;
}

/// All lanes, if they have one value; else none.
std::uint64_t all_equal(const LaneValues& lanes) {
    const std::uint64_t value = lanes.values[static_cast<std::size_t>(std::countr_zero(lanes.mask))];
    return equal_to(lanes, value) == lanes.mask ? lanes.mask : 0;
}

std::uint64_t reduced(WarpFunction function, const LaneValues& lanes) {
    bool first = true;
    std::uint32_t total = 0;
    for (int k = 0; k < warp_size; ++k) {
        if (!lanes.has(k)) continue;
        const auto value = static_cast<std::uint32_t>(lanes.values[static_cast<std::size_t>(k)]);
        total = first ? value : combined(function, total, value);
        first = false;
    }
    return total;
}

} // namespace

void BlockRunner::finish_warp_call(int first_lane, const WarpCall& call, int caller) {
    LaneValues lanes{.values = {}, .mask = call.mask};
    for (int k = 0; k < warp_size; ++k) {
        if (!lanes.has(k)) continue;
        const Thread& t = threads_[static_cast<std::size_t>(first_lane + k)];
        if (t.state == State::done) // it has returned, and takes no part
            lanes.mask &= ~(1u << k);
        else
            lanes.values[static_cast<std::size_t>(k)] = t.call.value;
    }
    const bool for_all = !is_shuffle(call.function) && call.function != WarpFunction::match_any;
    const std::uint64_t common = !for_all                                   ? 0
                                 : call.function == WarpFunction::ballot    ? ballot(lanes)
                                 : call.function == WarpFunction::match_all ? all_equal(lanes)
                                                                            : reduced(call.function, lanes);
    for (int k = 0; k < warp_size; ++k) {
        if (!lanes.has(k)) continue;
        Thread& t = threads_[static_cast<std::size_t>(first_lane + k)];
        if (is_shuffle(call.function)) {
            const int source = source_of(t.call, k); // each lane names its own source
            if (!lanes.has(source))
                tell(first_lane + k, t.pc, FindingKind::divergent_warp_function,
                     "reads from a lane that takes no part in this shuffle");
            t.result = lanes.values[static_cast<std::size_t>(source)];
        } else if (call.function == WarpFunction::match_any) {
            t.result = equal_to(lanes, t.call.value);
        } else {
            t.result = common;
        }
        if (first_lane + k == caller) continue;
        t.state = State::ready;
        ready_.push_back(first_lane + k);
    }
    for (int k = 0; k < warp_size; ++k)
        if (lanes.has(k) && first_lane + k != caller)
            note_meeting(threads_[static_cast<std::size_t>(first_lane + k)].pc);
    if (observer_ != nullptr && call.function == WarpFunction::sync)
        observer_->warp_barrier(first_lane / warp_size, lanes.mask);
}

} // namespace pairscope::simt

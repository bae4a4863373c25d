// SPDX-License-Identifier: MIT
#include "profiling/machine_code/occupancy.h"

#include <algorithm>
#include <limits>

namespace pairscope::profiling {
namespace {

constexpr std::int64_t kib = 1024;
constexpr int threads_of_warp = 32;
constexpr std::int64_t register_unit = 256; // a warp gets a multiple of them
constexpr std::int64_t warp_unit = 4;       // a multiprocessor has four parts, and each has a quarter of the registers

constexpr MultiprocessorLimits before_ampere(int architecture, int warps, int blocks, std::int64_t shared) {
    return {.architecture = architecture,
            .warps = warps,
            .blocks = blocks,
            .shared_bytes = shared,
            .most_shared_bytes = shared,
            .shared_unit = 256};
}

constexpr MultiprocessorLimits since_ampere(int architecture, int warps, int blocks, std::int64_t shared) {
    return {.architecture = architecture,
            .warps = warps,
            .blocks = blocks,
            .shared_bytes = shared,
            .most_shared_bytes = shared - kib,
            .reserved_bytes = kib,
            .shared_unit = 128};
}

constexpr std::array known{before_ampere(75, 32, 16, 64 * kib), since_ampere(80, 64, 32, 164 * kib),
                           since_ampere(86, 48, 16, 100 * kib), since_ampere(89, 48, 24, 100 * kib),
                           since_ampere(90, 64, 32, 228 * kib), since_ampere(100, 64, 32, 228 * kib),
                           since_ampere(120, 48, 24, 100 * kib)};

constexpr std::int64_t rounded_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

} // namespace

std::optional<MultiprocessorLimits> limits_of(int architecture) {
    const auto* const found = std::ranges::find(known, architecture, &MultiprocessorLimits::architecture);
    return found == known.end() ? std::nullopt : std::optional(*found);
}

Occupancy occupancy_of(const MultiprocessorLimits& limits, const BlockNeeds& needs) {
    const std::int64_t warps = (needs.threads + threads_of_warp - 1) / threads_of_warp;
    const std::int64_t registers_of_warp = rounded_up(std::int64_t{needs.registers} * threads_of_warp, register_unit);
    const std::int64_t by_registers = limits.registers / registers_of_warp / warp_unit * warp_unit / warps;
    const std::int64_t shared = rounded_up(needs.shared_bytes + limits.reserved_bytes, limits.shared_unit);
    const std::int64_t by_shared = needs.shared_bytes > limits.most_shared_bytes ? 0
                                   : shared == 0 ? std::numeric_limits<std::int64_t>::max()
                                                 : limits.shared_bytes / shared;
    const std::array<std::int64_t, 4> allowed{limits.warps / warps, limits.blocks, by_registers, by_shared};
    const std::int64_t blocks = std::ranges::min(allowed);
    Occupancy found{.blocks = static_cast<int>(blocks), .warps = static_cast<int>(blocks * warps)};
    found.share = static_cast<double>(found.warps) / limits.warps;
    for (std::size_t i = 0; i < allowed.size(); ++i)
        if (allowed[i] == blocks) found.limited_by.push_back(static_cast<OccupancyLimit>(i));
    return found;
}

} // namespace pairscope::profiling

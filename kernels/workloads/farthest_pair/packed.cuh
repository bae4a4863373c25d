// SPDX-License-Identifier: MIT
// A distance and both of its rows in one number of 64 bits, with the distance in the highest bits, so the largest
// number has the largest distance. The rows are stored as 65535 - row, so among equal distances the lowest rows win.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/workloads/farthest_pair/problem.h"

#include <string>

namespace pairscope::farthest::inline PAIRSCOPE_SIDE {

using Packed = unsigned long long;
constexpr unsigned last_packed_row = 65535;

__device__ inline Packed packed(unsigned square, int i, int j) {
    return Packed{square} << 32 | (last_packed_row - i) << 16 | (last_packed_row - j);
}

// These kernels are static, because a trace does not always find the source lines of a kernel that several variants
// share.

static __global__ void begin_packed(Packed* best) { *best = 0; }

static __global__ void store_packed(const Packed* best, FoundPair* pair) {
    pair->first = last_packed_row - (*best >> 16 & last_packed_row);
    pair->second = last_packed_row - (*best & last_packed_row);
    pair->value = static_cast<double>(*best >> 32);
}

[[nodiscard]] inline Packed* packed_in(std::byte* workspace) { return reinterpret_cast<Packed*>(workspace); }
[[nodiscard]] inline std::int64_t packed_bytes(const Workload&) { return sizeof(Packed); }

[[nodiscard]] inline std::string why_not_packed(const Workload& workload, const Device&) {
    if (workload.rows <= last_packed_row + 1) return {};
    return "The packed number has 16 bits for each row, so the set must have 65 536 vectors at most.";
}

} // namespace pairscope::farthest::inline PAIRSCOPE_SIDE

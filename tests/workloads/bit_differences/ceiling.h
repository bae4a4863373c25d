// SPDX-License-Identifier: MIT
// How fast bits can be counted: the ceiling that only this workload has.
#pragma once

#include "kernels/ladder/device.h"

#include <cstdint>

struct CUstream_st;

namespace pairscope::bit_differences {

/// An exclusive or, a count and a sum.
inline constexpr double operations_per_word = 3.0;

/// See OwnCeiling.
[[nodiscard]] double count_on_cpu(std::int64_t steps, double& result);
/// In builds with CUDA.
[[nodiscard]] double count_on_gpu(const Device& device, CUstream_st* stream);

} // namespace pairscope::bit_differences

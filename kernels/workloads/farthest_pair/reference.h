// SPDX-License-Identifier: MIT
// The exact answer, by a method of its own that leaves most pairs out.
#pragma once

#include "kernels/core/workload.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace pairscope::farthest {

/// The sum of the squared differences of `count` bytes.
[[nodiscard]] std::uint64_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::int64_t count);

/// The two rows of a row-major set in host memory that are farthest apart, the lower one first, and their squared
/// distance; of several such pairs the one with the lowest first row, then with the lowest second row. The set has two
/// rows at least. Absent: it was stopped.
[[nodiscard]] std::optional<FoundPair> farthest_pair_of(const Input& set, std::stop_token stop);

} // namespace pairscope::farthest

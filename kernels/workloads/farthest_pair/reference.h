// SPDX-License-Identifier: MIT
// The exact answer, by a method of its own that leaves most pairs out; or what a sample of the pairs says.
#pragma once

#include "kernels/core/workload.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace pairscope::farthest {

/// The sum of the squared differences of `count` bytes.
[[nodiscard]] std::uint64_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::int64_t count);

/// The farthest pair of those that were compared.
struct FarthestSearch {
    FoundPair best{};
    std::int64_t vectors = 0; ///< that were compared with all others; all of the set: then the answer is exact
};

/// The two rows of a row-major set in host memory that are farthest apart, the lower one first, and their squared
/// distance; of several such pairs the one with the lowest first row, then with the lowest second row. The set has two
/// rows at least. Where this needs more work than `most_work` coordinates for each hardware thread, only a sample of
/// the vectors is compared with all others: the outermost ones, and some that lie anywhere. Absent: it was stopped.
[[nodiscard]] std::optional<FarthestSearch> find_farthest(const Input& set, double most_work, std::stop_token stop);

} // namespace pairscope::farthest

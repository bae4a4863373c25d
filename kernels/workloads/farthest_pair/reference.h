// SPDX-License-Identifier: MIT
// The exact output, by a method that no variant uses and that skips most pairs; or the output for a sample of vectors.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <optional>
#include <stop_token>

namespace pairscope::farthest {

/// The sum of the squared differences of `count` bytes.
[[nodiscard]] std::uint64_t squared_distance(const std::uint8_t* x, const std::uint8_t* y, std::int64_t count);

/// The farthest pair among those that were compared.
struct FarthestSearch {
    FoundPair best{};
    std::int64_t vectors = 0; ///< how many were compared with all others; if these are all vectors, the output is exact
};

/// Finds the two rows of a row-major set in host memory that are farthest apart, the lower one first, and their squared
/// distance. Among several such pairs the one with the lowest first row wins, then the one with the lowest second row.
/// The set has at least two rows. If this takes more than `most_work` coordinates per hardware thread, only a sample of
/// the vectors is compared with all others: the outermost vectors, and some that are spread over the set. Returns
/// nothing if it was stopped.
[[nodiscard]] std::optional<FarthestSearch> find_farthest(const Input& set, double most_work, std::stop_token stop);

} // namespace pairscope::farthest

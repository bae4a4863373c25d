// SPDX-License-Identifier: MIT
// The limits of the reader. They are far above what a real recording holds, and far below what would fill the memory.
#pragma once

#include <cstddef>
#include <cstdint>

namespace pairscope::profiling {

inline constexpr std::size_t most_json_values = 8'000'000;  ///< numbers, texts, lists: about 100 bytes each at worst
inline constexpr std::size_t most_kept_samples = 3'000'000; ///< in all runs that are written
inline constexpr std::size_t most_kept_values = 7'000'000;  ///< these, and the coordinates, labels and rows of the data
inline constexpr std::size_t most_text_bytes = 65'536;
inline constexpr int most_json_depth = 32;
inline constexpr std::size_t most_runs = 20'000;
inline constexpr std::size_t most_devices = 256;
inline constexpr std::size_t most_own_kernels = 1000;
inline constexpr std::size_t most_pairs = 10'000;                   ///< that a user pinned
inline constexpr std::size_t most_samples = 1'000'000;              ///< per run
inline constexpr std::int64_t most_block = 65'536;                  ///< threads
inline constexpr std::int64_t most_vectors = std::int64_t{1} << 31; ///< per workload
inline constexpr std::size_t most_matches_kept = 16;                ///< per output
inline constexpr std::int64_t most_whole = std::int64_t{1} << 62;
inline constexpr double least_seconds = 1e-12; ///< no timer tells less, and rates stay finite
inline constexpr double most_seconds = 1e9;
inline constexpr double least_bytes = 1.0;  ///< the least that anything moves: it has a place on logarithmic axes
inline constexpr double least_rate = 1e-3;  ///< the least rate of a ceiling: shares are relative to it
inline constexpr double most_figure = 1e30; ///< the most bytes, rates, counts

} // namespace pairscope::profiling

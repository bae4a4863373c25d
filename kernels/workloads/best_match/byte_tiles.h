// SPDX-License-Identifier: MIT
// Products of vectors of bytes: the sums of a few rows with a panel of candidates, which stay in vector registers.
//
// A panel has as many candidates as fit into a few registers. Each lane of 32 bits belongs to one candidate and holds a
// word of several coordinates: word w of all candidates, then word w + 1.
#pragma once

#include <cstdint>

namespace pairscope::matching {

constexpr int most_byte_rows = 6;
constexpr int widest_byte_panel = 64; ///< a row's candidates that reach their limits are bits of a 64-bit number

/// How rows and panels are laid out for an instruction set.
struct ByteFormat {
    int width = 0;       ///< candidates per panel
    int rows = 0;        ///< rows per tile
    int coordinates = 0; ///< per word: four bytes, or two numbers of 16 bits
    int added = 0;       ///< to each coordinate of a candidate, because the instruction takes no negative ones there
};

/// The rows of a tile and a panel, and what has to be found in them.
struct ByteTile {
    const std::int32_t* rows = nullptr;  ///< word w of all rows, then word w + 1
    const std::int32_t* panel = nullptr; ///< aligned to 64 bytes
    std::int64_t words = 0;              ///< per vector
    const std::int32_t* least = nullptr; ///< for each row: a sum from here on is high
    std::uint64_t* high = nullptr;       ///< out, for each row: bit i is set where the sum with candidate i is high
    std::int32_t* sums = nullptr;        ///< out, row after row; only of rows that have a high sum
};

/// One way to multiply bytes.
struct ByteKernel {
    ByteFormat format{};
    /// Finds the high sums of a tile. Returns whether there are any.
    bool (*find_high_sums)(const ByteTile&) = nullptr;
};

/// Uses vpdpbusd, which multiplies 64 pairs of bytes. It may be called only if cpu::has_vnni().
[[nodiscard]] ByteKernel vnni_byte_kernel();
/// Uses 16-bit products, with the vector instructions of this processor.
[[nodiscard]] ByteKernel portable_byte_kernel();
/// The fastest one of these that this processor supports.
[[nodiscard]] ByteKernel best_byte_kernel();

/// The score of two vectors in float32, summed up in any order.
[[nodiscard]] float float_score(const float* x, const float* y, int dims);

} // namespace pairscope::matching

// SPDX-License-Identifier: MIT
// One request of a warp as it is drawn: the sectors it touches and which of their bytes are used, or the banks of
// shared memory and the words asked of each. Pure functions of a trace.
#pragma once

#include "kernels/engines/simt/trace.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

inline constexpr std::int64_t texture_sector_width = 16; ///< [B]
inline constexpr std::int64_t texture_sector_height = 2; ///< rows

/// A sector of 32 bytes. In linear memory they follow each other; in a texture one is 16 bytes wide and 2 rows high.
struct TouchedSector {
    std::int64_t row = 0; ///< counted in sectors; 0 in linear memory
    std::int64_t col = 0;
    std::array<std::int8_t, simt::sector_bytes> lane{}; ///< by byte: the first lane that asks for it; -1: none
};

/// A 4-byte word of shared memory, in its bank.
struct BankWord {
    std::int64_t word = 0;
    int lane = 0; ///< the first that asks for it
};

struct WarpPicture {
    enum class Memory : std::uint8_t { linear, texture, shared };
    Memory memory = Memory::linear;
    std::vector<TouchedSector> sectors; ///< ascending by row, then column
    int free_words = 1; ///< so many words of a bank are no conflict: lanes that ask for 8 bytes take turns anyway
    std::array<std::vector<BankWord>, simt::warp_size> banks{}; ///< the words touched in each bank of shared memory
    std::array<int, simt::warp_size> part{}; ///< by lane: the index of its (first) sector, its (first)
                                             ///< word's place in its bank; -1: it takes no part
    [[nodiscard]] std::size_t tallest_bank() const;
};
[[nodiscard]] WarpPicture warp_picture(const simt::WarpRequest& request, const simt::TraceLine& line);

/// "32 lanes touch 32 sectors of out and use 128 of 1024 bytes, although 4 sectors would hold them": what the picture
/// shows, as a sentence.
[[nodiscard]] std::string told(const simt::WarpRequest& request, const simt::TraceLine& line);

/// "out + 8 192", "row 12, byte 64 of out".
[[nodiscard]] std::string address_of(const simt::WarpRequest& request, const simt::TraceLine& line, int lane);

/// The lane's thread in its block.
[[nodiscard]] simt::Index3 thread_of(const simt::Trace& trace, int lane);

} // namespace pairscope::app

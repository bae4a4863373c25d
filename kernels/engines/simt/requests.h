// SPDX-License-Identifier: MIT
// What one request (one memory instruction of one warp) costs: sectors of global memory and of surfaces, passes through
// the banks of shared memory. Pure functions.
#pragma once

#include "kernels/engines/simt/trace.h"

#include <array>
#include <cstdint>

namespace pairscope::simt {

/// What the lanes of a warp asked for. Only the addresses of lanes in `mask` are meaningful.
struct Lanes {
    std::uint32_t mask = 0;
    std::array<std::uint64_t, warp_size> address{}; ///< [B]; of a surface: see surface_address
};

struct Sectors {
    int sectors = 0;      ///< distinct 32-byte sectors
    int useful_bytes = 0; ///< distinct bytes asked for [B]
};
/// `bytes` (at most 16) is what each lane asked for.
[[nodiscard]] Sectors sectors_of(const Lanes& lanes, int bytes);

/// A place in a surface. `inside` tells whether all its bytes lie in the surface; those outside touch no sector.
[[nodiscard]] std::uint64_t surface_address(int x_bytes, int y, bool inside);
/// Back to the form of WarpRequest::offset, (row << 32) | byte column; -1 for coordinates below zero.
[[nodiscard]] std::int64_t surface_offset(std::uint64_t address);
/// In the block-linear layout of a texture a sector is 16 bytes wide and 2 rows high (measured on H100 and H200 for
/// 4-byte texels: a 4 x 2 quad).
/// The texture unit takes the lanes of a warp eight at a time, and counts as many requests (Nsight Compute, H200).
inline constexpr int lanes_of_a_texture_request = 8;
/// `count` lanes from `first` on; the others take no part.
[[nodiscard]] Lanes lanes_from(const Lanes& lanes, int first, int count);
[[nodiscard]] Sectors surface_sectors_of(const Lanes& lanes, int bytes);

struct Wavefronts {
    int modelled = 0; ///< passes through the banks
    int needed = 0;   ///< the least that any placement of the same words could have
};
/// Shared memory has 32 banks of 4 bytes; a pass serves one word of each bank, to any number of lanes. Lanes that ask
/// for up to 4 bytes are served together; 8-byte requests half a warp at a time and 16-byte requests a quarter. Parts
/// are served together if all lanes agree with a neighbour: each asks for what lane xor 1 asks for, or each for what
/// lane xor 2 does (found on an H200 with Nsight Compute: two words in a warp take 1 pass where the second begins at an
/// even lane, else 2). The halves of a warp with 16-byte requests are never served together (found there, too: 32 lanes
/// with the same address take 2 passes), and neither are those with 8-byte stores (found there, too: a store of one
/// lane in each half takes 2 passes, a load 1). So a full warp of consecutive 16-byte words takes 4 passes, all of them
/// needed. Where the memory begins does not matter, only how the addresses differ. Atomics on one
/// word, which the hardware may have to repeat, count as stores do.
[[nodiscard]] Wavefronts wavefronts_of(const Lanes& lanes, int bytes, bool store = false);

} // namespace pairscope::simt

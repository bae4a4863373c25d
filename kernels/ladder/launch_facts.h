// SPDX-License-Identifier: MIT
// How a kernel is launched, and how many of its warps a multiprocessor holds: known without running it.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace pairscope {

struct LaunchFacts {
    std::string kernel;            ///< as the compiler names it, mangled
    std::array<int, 3> grid{};     ///< blocks
    std::array<int, 3> block{};    ///< threads
    int registers = 0;             ///< registers per thread
    std::int64_t shared_bytes = 0; ///< bytes per block, static and dynamic
    int blocks_per_unit = 0;       ///< that fit on a multiprocessor together
    double occupancy = 0.0;        ///< theoretical: their warps over the most that a multiprocessor holds, 0 to 1
    bool operator==(const LaunchFacts&) const = default;
};

} // namespace pairscope

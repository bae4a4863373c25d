// SPDX-License-Identifier: MIT
// How many blocks of a kernel a multiprocessor holds at once: what CUDA's occupancy calculator says, without a GPU.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace pairscope::profiling {

/// What a multiprocessor has, by the table of compute capabilities in NVIDIA's CUDA C++ Programming Guide.
struct MultiprocessorLimits {
    int architecture = 0;               ///< 90 for sm_90
    int warps = 0, blocks = 0;          ///< that are resident at once
    std::int64_t registers = 65'536;    ///< registers of 32 bits
    std::int64_t shared_bytes = 0;      ///< bytes of shared memory for all of its blocks
    std::int64_t most_shared_bytes = 0; ///< bytes of shared memory for one block
    std::int64_t reserved_bytes = 0;    ///< bytes of shared memory that the system keeps for each block
    std::int64_t shared_unit = 0;       ///< bytes: a block gets a multiple of them
};
/// Absent: this program does not know this architecture.
[[nodiscard]] std::optional<MultiprocessorLimits> limits_of(int architecture);

/// What a block of a kernel needs.
struct BlockNeeds {
    int threads = 0;
    int registers = 0;             ///< registers per thread
    std::int64_t shared_bytes = 0; ///< bytes of shared memory per block, static and dynamic
};

enum class OccupancyLimit : std::uint8_t { warps, blocks, registers, shared_memory };

struct Occupancy {
    int blocks = 0; ///< resident blocks; 0: not a single one fits
    int warps = 0;  ///< resident warps
    double share = 0.0;
    /// All that allow no more blocks than these.
    std::vector<OccupancyLimit> limited_by{};
};

/// `needs` has 1 to 1 024 threads and at least one register.
[[nodiscard]] Occupancy occupancy_of(const MultiprocessorLimits& limits, const BlockNeeds& needs);

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// What each warp of a kernel touched, found by executing the kernel's source on the CPU. Plain values.
#pragma once

#include "kernels/ladder/output.h"
#include "kernels/ladder/workload.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::simt {

struct Index3 {
    unsigned x = 0;
    unsigned y = 0;
    unsigned z = 0;
    auto operator<=>(const Index3&) const = default;
};

constexpr int warp_size = 32;
constexpr int sector_bytes = 32;
constexpr std::size_t most_of_other_warps = 512; ///< requests that are kept of each warp that was not chosen

enum class AccessKind : std::uint8_t {
    global_load,
    global_store,
    global_atomic,
    async_copy, ///< the read of a copy from global into shared memory that passes no register
    shared_load,
    shared_store,
    shared_atomic,
    surface_load,
    surface_store,
};
[[nodiscard]] std::string_view name_of(AccessKind kind); ///< "global load"
[[nodiscard]] bool is_shared(AccessKind kind);

/// All requests that one line of the source makes with one width. A request is one memory instruction of one warp; of a
/// surface, of eight lanes of a warp, because the texture unit takes no more at once.
/// Counts are whole where every block was traced. Else those of a launch's sampled blocks are scaled to the blocks that
/// they stand for, and those of its special blocks are not (see TracedLaunch).
struct TraceLine {
    std::string file; ///< relative to the repository: "kernels/workloads/distance_matrix/ladder/coalesced.cu"
    int line = 0;
    AccessKind kind = AccessKind::global_load;
    int bytes_per_lane = 0;
    double requests = 0;
    double lanes = 0;        ///< lanes that took part, over all requests
    double sectors = 0;      ///< 32-byte sectors touched; 0 for shared memory
    double useful_bytes = 0; ///< distinct bytes asked for, request by request [B]
    double wavefronts = 0;   ///< passes through the 32 banks; 0 for global memory and surfaces
    double needed = 0;       ///< wavefronts that no order of the lanes could save; the rest are conflicts
};

enum class FindingKind : std::uint8_t {
    out_of_bounds,
    uninitialised_read,
    shared_race,
    global_race, ///< race between threads of one block in global memory
    divergent_barrier,
    misaligned,
    pending_copy, ///< an asynchronous copy was read, or overwritten, before it was waited for
    divergent_warp_function,
    integer_overflow,
    conflicting_stores, ///< two threads write different values to one entry of the output
    changing_data,      ///< __ldg has read what the same launch writes
    failed_assertion,
    stack_overflow,
    division_by_zero,
    trap, ///< an instruction that ends the program, such as __trap()
    endless_loop,
    left_barrier, ///< a warning: threads have returned before a barrier that others of their block reach
};
[[nodiscard]] std::string_view name_of(FindingKind kind); ///< "out of bounds"

/// A fault of a kernel: what, where in the source, by whom first, how often.
struct Finding {
    FindingKind kind = FindingKind::out_of_bounds;
    std::string file;
    int line = 0;
    Index3 block;
    Index3 thread;
    std::string told; ///< one sentence: "reads 8 bytes at byte 4096 of points, but points has only 4096 bytes"
    std::int64_t count = 1;
};
[[nodiscard]] std::string describe(const Finding& finding); ///< one line with everything

/// One request of a warp of the chosen block: the 32 addresses.
struct WarpRequest {
    std::size_t line = 0; ///< index into Trace::lines
    int warp = 0;         ///< number in its block
    int phase = 0;        ///< how many barriers the block has passed; a later launch goes on counting
    std::string memory;   ///< "points", "out", "shared": what the addresses are relative to
    std::array<std::int64_t, warp_size>
        offset{};        ///< [B]; -1: the lane took no part. For a surface: (row << 32) | byte column
    int texel_bytes = 0; ///< bytes per texel of the surface; 0 if it is none
    int sectors = 0;
    int wavefronts = 0;
};

/// Only a sample of a launch with many blocks is traced. The blocks at the corners of the grid, the one that runs first
/// and the one that runs last may do what no other block does: they are always traced, and count once. The sample
/// stands for all the others.
struct TracedLaunch {
    std::string kernel{}; ///< its name in the source; empty: the program was stripped
    Index3 grid{}, block{};
    std::int64_t shared_bytes = 0; ///< dynamic shared memory of a block [B]
    std::int64_t blocks = 0;
    std::int64_t blocks_traced = 0;
    bool operator==(const TracedLaunch&) const = default;
};

struct Trace {
    std::string variant_id;
    Workload workload;
    TargetKind target = TargetKind::linear;
    std::vector<TracedLaunch> launches; ///< in the order made
    std::vector<TraceLine> lines;       ///< by file and line
    std::vector<Finding> findings;
    std::vector<Finding> warnings; ///< a GPU does what was meant, but CUDA does not allow it
    Index3 chosen_block;
    int chosen_warp = 0;
    std::vector<WarpRequest>
        warp; ///< requests of the chosen warp, in the order made; at most TraceOptions::warp_requests
    /// The requests of all warps of the chosen block, the chosen one among them, by phase, and at most
    /// most_of_other_warps of each other one.
    std::vector<WarpRequest> block;
    std::int64_t out_pitch = 0;   ///< pitch of an output in linear memory [entries]
    std::int64_t entry_bytes = 0; ///< bytes per entry of the output
    double seconds = 0;           ///< that tracing took
    /// Later launches were left out, because they need what too many other blocks write: see TraceOptions::few_blocks.
    bool left_launches_out = false;

    /// The grid in which chosen_block lies; empty before anything was launched.
    [[nodiscard]] TracedLaunch first_launch() const { return launches.empty() ? TracedLaunch{} : launches.front(); }
    [[nodiscard]] std::int64_t blocks() const;        ///< blocks of all launches
    [[nodiscard]] std::int64_t blocks_traced() const; ///< traced blocks of all launches
};

/// Sums over the lines of one kind.
struct TraceTotals {
    double requests = 0, sectors = 0, useful_bytes = 0, wavefronts = 0, needed = 0;
};
[[nodiscard]] TraceTotals totals(const Trace& trace, AccessKind kind);

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
// What the shim's headers and the executor share: what a thread of the host is doing, and the calls that a kernel's
// source makes into the executor. Kernels see it through the shim only.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <source_location>

namespace pairscope::simt {

/// dim3 and uint3 of the shim.
struct Extent {
    unsigned x, y, z;
    constexpr Extent(unsigned in_x = 1, unsigned in_y = 1, unsigned in_z = 1) : x(in_x), y(in_y), z(in_z) {}
};

class BlockRunner;
struct Execution;

/// What a thread of the host is doing for the executor. The compiler calls the hooks with an address and nothing else,
/// and a variant's launch function calls launch() with a kernel and nothing else: only a thread-local variable tells
/// them on whose behalf. This one is the only one that does. The hooks read its first fields at every access, so they
/// lie here, and not in what the pointers point to.
struct HostThread {
    bool watched = false;           ///< every access is looked at
    bool in_kernel = false;         ///< the kernel's own code runs, which may be left at any instruction
    BlockRunner* runner = nullptr;  ///< the block that runs now; null: host code
    Execution* execution = nullptr; ///< what the launches of the host code are to do; null: it must not launch
    /// Stores into this range need no look: the output, in a kernel that is not watched; all of memory outside of
    /// kernels.
    std::uintptr_t stores_begin = 0;
    std::uintptr_t stores_bytes = std::numeric_limits<std::uintptr_t>::max();
};
extern constinit thread_local HostThread host_thread;

enum class WarpFunction : std::uint8_t {
    sync,
    shuffle,
    shuffle_up,
    shuffle_down,
    shuffle_xor,
    ballot,
    all,
    any,
    match_any,
    match_all,
    add,
    min_signed,
    max_signed,
    min_unsigned,
    max_unsigned,
    bit_and,
    bit_or,
    bit_xor,
};

/// One lane's part in a function of its warp; returns when all lanes of the mask have come.
struct WarpCall {
    WarpFunction function = WarpFunction::sync;
    std::uint32_t mask = 0;
    std::uint64_t value = 0;
    int argument = 0; ///< source lane, or distance
    int width = 32;   ///< lanes per segment of a shuffle
};
[[nodiscard]] std::uint64_t call_warp(const WarpCall& call);

/// The lanes of the warp that have come to the same call and wait there when nobody else in the block can go on.
/// The compiler may make several calls of one in the source: the place in the source tells them together.
[[nodiscard]] std::uint32_t meet_converged(const char* file, int line);

/// A cuda::barrier. Its fields are the executor's own: kernels reach them by these calls only.
struct BarrierState {
    std::uint32_t initialised, expected, pending;
    std::uint32_t phase; ///< the one that is awaited now
};
inline constexpr std::uint32_t barrier_is_initialised = 0x5f3759df;
void initialise(BarrierState& barrier, std::uint32_t expected);
/// Counts arrivals and gives the phase that they belong to; asynchronous copies of this thread are delivered.
std::uint32_t arrive(BarrierState& barrier, std::uint32_t arrivals, bool drop);
[[nodiscard]] bool is_over(const BarrierState& barrier, std::uint32_t phase);
void wait_for_end(const BarrierState& barrier, std::uint32_t phase);

/// Ends the thread with a finding.
[[noreturn]] void fail_assertion(const char* expression);
[[noreturn]] void trap();

/// Where in the source a call stands: two of one line differ in the column.
struct CallPlace {
    unsigned line = 0, column = 0;
    bool operator==(const CallPlace&) const = default;
};
/// A default argument that is the place of the call that leaves the argument out. Only as bare braces: g++ takes
/// CallPlace{...} for the place of the declaration.
#if defined(__clang__)
#define PAIRSCOPE_PLACE_OF_CALL                                                                                        \
    { __builtin_LINE(), __builtin_COLUMN() }
#else
#define PAIRSCOPE_PLACE_OF_CALL                                                                                        \
    { __builtin_LINE(), std::source_location::current().column() }
#endif

/// What a barrier of the block gives its threads: __syncthreads, _count, _and, _or.
enum class Predicate : std::uint8_t { none, count, all, any };
/// One thread's arrival at a barrier of the block.
struct BarrierCall {
    Predicate combine = Predicate::none;
    int predicate = 0;
    CallPlace place{};
};
/// `pc` is where the kernel called.
int meet_block(const BarrierCall& call, const void* pc);

/// Asynchronous copies into shared memory: become visible at the wait for their group.
void copy_async(void* to, const void* from, std::size_t bytes);
void commit_copies();
void wait_for_copies(unsigned newest_groups_left);

/// Tells of an atomic. Does not return if it must not happen: the thread has ended.
void watch_atomic(const void* address, int bytes, const void* pc);
/// Tells of a load by __ldg, before it is made: nothing may write there as long as the launch runs.
void note_ldg(const void* address, int bytes);
/// An atomic has taken a lock, a word in memory, or given it back.
void note_lock(const void* lock, bool taken);

/// Reads or writes a simulated surface: `write` tells which way. What `boundary` does is the mode of CUDA's name.
enum class Boundary : std::uint8_t { zero, clamp, trap };
struct SurfaceAccess {
    std::uint64_t surface = 0;
    int x_bytes = 0;
    int y = 0;
    int bytes = 0;
    Boundary boundary = Boundary::trap;
    bool write = false;
};
void access_surface(const SurfaceAccess& access, void* value, const void* pc);

[[nodiscard]] void* dynamic_shared_memory();

/// What launch_grid does in a file compiled for the executor. `call` runs the kernel once, for the current lane.
struct Launch {
    Extent grid, block;
    std::size_t shared_bytes = 0;
    const void* kernel = nullptr; ///< its function
    void (*call)(const void* arguments) = nullptr;
    const void* arguments = nullptr;
    std::size_t argument_bytes = 0;
    std::atomic<int>* printed = nullptr; ///< how often its threads have called printf
};
void launch(const Launch& launch);
/// Runs the blocks that the last launch of this thread left out, because only a sample of them is followed. It is
/// called before what the launch writes is needed: by the next launch, and by copies to and from variables.
void finish_launch();
/// Lets launches of the kernel have so much dynamic shared memory; false if no block can have it.
[[nodiscard]] bool allow_shared_bytes(const void* kernel, int bytes);

} // namespace pairscope::simt

/// The special registers, under their names in a kernel.
extern constinit thread_local pairscope::simt::Extent threadIdx, blockIdx, blockDim, gridDim;

// SPDX-License-Identifier: MIT
// Products of all vectors of one set with all vectors of another one (or of the same one) by warp groups. A block of
// threads keeps a panel of 128 vectors in shared memory, while the other set passes through a ring in blocks of 256
// vectors. One warp fills the ring by bulk copies; two warp groups multiply, each of them half of the panel's vectors.
// What is to be done with the products is the caller's affair. Needs compute capability 9.0: see warp_group.cuh.
#pragma once

#include "kernels/engines/cuda/launch.h"
#include "kernels/engines/cuda/warp_group.cuh"

#include <cstddef>
#include <cstdint>
#include <cuda/ptx>
#include <type_traits>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

constexpr int step_bytes = 32; ///< bytes of each vector, which one instruction multiplies
constexpr int panel_vectors = 128, block_vectors = 256;
constexpr int block_step_bytes = block_vectors * step_bytes, panel_step_bytes = panel_vectors * step_bytes;
constexpr int small_matrix_bytes = 8 * 16, octet_step_bytes = 2 * small_matrix_bytes; ///< bytes of eight vectors
static_assert(small_matrix_bytes == core_matrix_bytes && octet_step_bytes == StepMatrices::octet_bytes);
constexpr int panel_groups = 2, group_threads_of_panel = 128, group_vectors = 64;
constexpr int multiplying_threads = panel_groups * group_threads_of_panel;
constexpr int panel_threads = multiplying_threads + 32;

/// How many steps are copied and multiplied at once: 2 to 5, so that vectors grow as little as possible when they are
/// filled up to a multiple of it.
[[nodiscard]] constexpr int steps_at_once(std::int64_t bytes_of_vector) {
    const std::int64_t steps = (bytes_of_vector + step_bytes - 1) / step_bytes;
    int best = 4;
    for (const int each : {5, 3, 2})
        if ((steps + each - 1) / each * each < (steps + best - 1) / best * best) best = each;
    return best;
}

/// A set in the workspace, as the copies and the products want it: blocks of 256 vectors, of each the first 32 bytes of
/// all its vectors, then the next 32. Vectors are filled up with zeros, the set with whatever the caller puts there.
struct BlockedSet {
    std::byte* data;
    int steps;   ///< steps of 32 bytes, with those that are filled up
    int at_once; ///< see steps_at_once()
    int blocks;  ///< blocks of 256 vectors

    /// Where 16 bytes of a vector lie.
    __device__ std::byte* piece(int vector, int sixteen) const {
        const std::int64_t step = std::int64_t{vector / block_vectors} * steps + sixteen / 2;
        return data + step * block_step_bytes + vector % block_vectors / 8 * octet_step_bytes +
               sixteen % 2 * small_matrix_bytes + vector % 8 * 16;
    }
};
[[nodiscard]] inline BlockedSet blocked_set(std::byte* data, std::int64_t vectors, std::int64_t bytes_of_vector) {
    const int at_once = steps_at_once(bytes_of_vector);
    const std::int64_t bytes_at_once = std::int64_t{at_once} * step_bytes;
    return {data, static_cast<int>((bytes_of_vector + bytes_at_once - 1) / bytes_at_once) * at_once, at_once,
            static_cast<int>((vectors + block_vectors - 1) / block_vectors)};
}
[[nodiscard]] inline std::int64_t blocked_bytes(const BlockedSet& set) {
    return std::int64_t{set.blocks} * set.steps * block_step_bytes;
}

/// A panel of the first set and a block of the second one.
struct PanelTile {
    int panel, block;
};

/// How the shared memory is divided. A panel that is too large to stay passes through the ring, too.
struct PanelPlan {
    bool is_resident;
    bool takes_turns; ///< one warp group multiplies while the other one looks at its sums
    int steps, at_once, slots;

    [[nodiscard]] __host__ __device__ int panel_bytes() const { return is_resident ? steps * panel_step_bytes : 0; }
    [[nodiscard]] __host__ __device__ int bytes_of_step() const {
        return block_step_bytes + (is_resident ? 0 : panel_step_bytes);
    }
    [[nodiscard]] __host__ __device__ int slot_bytes() const { return at_once * bytes_of_step(); }
    [[nodiscard]] __host__ __device__ int shared_bytes() const { return panel_bytes() + slots * slot_bytes(); }
};
constexpr int most_slots = 6;
[[nodiscard]] inline PanelPlan panel_plan(const BlockedSet& set, bool may_stay, bool takes_turns) {
    constexpr int most_bytes = 225 * 1024; // a block can have 227 KiB: the rest is for barriers
    PanelPlan plan{may_stay, takes_turns, set.steps, set.at_once, 3};
    plan.is_resident = may_stay && plan.shared_bytes() <= most_bytes;
    plan.slots = (most_bytes - plan.panel_bytes()) / plan.slot_bytes();
    plan.slots = plan.slots < most_slots ? plan.slots : most_slots;
    // A group that has its turn multiplies a whole tile, while the other one does not release any slot of it.
    plan.takes_turns = takes_turns && plan.slots * plan.at_once >= plan.steps;
    return plan;
}

namespace ring {

namespace ptx = ::cuda::ptx;

/// What the copying warp and the warp groups tell each other.
struct Signals {
    std::uint64_t full[most_slots], empty[most_slots], panel_full, panel_empty;
    PanelTile tiles[most_slots]; ///< what a slot is part of; panel -1: there is no more
    int is_last[most_slots];     ///< whether it is the last slot of its panel
};

__device__ inline void copy_in(void* to, const void* from, int bytes, std::uint64_t* barrier) {
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, to, from, static_cast<std::uint32_t>(bytes), barrier);
}
__device__ inline void wait_for(std::uint64_t* barrier, int phase) {
    while (!ptx::mbarrier_try_wait_parity(barrier, static_cast<std::uint32_t>(phase & 1))) {
    }
}
__device__ inline void expect(std::uint64_t* barrier, int bytes) {
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, barrier,
                                   static_cast<std::uint32_t>(bytes));
}

/// One thread copies what the warp groups will multiply. `walk` tells one tile after the other.
template <class Walk>
__device__ void copy_tiles(const PanelPlan& plan, const BlockedSet& a, const BlockedSet& b, std::byte* memory,
                           Signals& signals, Walk walk) {
    int copied = 0, panels = 0, panel = -1;
    PanelTile tile{}, next{};
    bool exists = walk.next(tile);
    const auto panel_step = [&](int step) {
        return a.data + (std::int64_t{tile.panel / 2} * a.steps + step) * block_step_bytes +
               tile.panel % 2 * panel_step_bytes;
    };
    const auto take_slot = [&] {
        const int slot = copied % plan.slots;
        if (copied >= plan.slots) wait_for(signals.empty + slot, copied / plan.slots - 1);
        ++copied;
        return slot;
    };
    while (exists) {
        exists = walk.next(next);
        if (plan.is_resident && tile.panel != panel) {
            if (panels > 0) wait_for(&signals.panel_empty, panels - 1);
            expect(&signals.panel_full, plan.panel_bytes());
            for (int step = 0; step < plan.steps; ++step)
                copy_in(memory + step * panel_step_bytes, panel_step(step), panel_step_bytes, &signals.panel_full);
            panel = tile.panel;
            ++panels;
        }
        for (int first = 0; first < plan.steps; first += plan.at_once) {
            const int slot = take_slot();
            signals.tiles[slot] = tile;
            signals.is_last[slot] = !exists || next.panel != tile.panel;
            expect(signals.full + slot, plan.slot_bytes());
            std::byte* const to = memory + plan.panel_bytes() + slot * plan.slot_bytes();
            copy_in(to, b.data + (std::int64_t{tile.block} * b.steps + first) * block_step_bytes,
                    plan.at_once * block_step_bytes, signals.full + slot);
            if (!plan.is_resident)
                for (int step = 0; step < plan.at_once; ++step)
                    copy_in(to + plan.at_once * block_step_bytes + step * panel_step_bytes, panel_step(first + step),
                            panel_step_bytes, signals.full + slot);
        }
        tile = next;
    }
    const int slot = take_slot();
    signals.tiles[slot].panel = -1;
    ptx::mbarrier_arrive(signals.full + slot);
}

/// The warp groups take turns: a group waits until the other one has multiplied. The first turn is group 0's.
__device__ inline void wait_for_turn(int group) {
    asm volatile("bar.sync %0, %1;" ::"r"(1 + group), "n"(multiplying_threads) : "memory");
}
__device__ inline void end_turn(int group) {
    asm volatile("bar.arrive %0, %1;" ::"r"(2 - group), "n"(multiplying_threads) : "memory");
}

/// Multiplies one tile after the other and has `use(tile, sums)` called with the sums, of which a lane has those of
/// two rows: see add_product().
template <int at_once, class Sum, class Use>
__device__ void multiply_tiles(const PanelPlan& plan, std::byte* memory, Signals& signals, Use use) {
    const int group = __shfl_sync(~0u, static_cast<int>(threadIdx.x) / group_threads_of_panel, 0);
    const unsigned my_half = static_cast<unsigned>(group * group_vectors * step_bytes);
    int slot = 0, phase = 0, panels = 0;
    bool is_new_panel = true;
    if (plan.takes_turns && group == 1) end_turn(group);
    const auto release = [&](int which) {
        __syncwarp();
        if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(signals.empty + which);
    };
    for (;;) {
        wait_for(signals.full + slot, phase);
        const PanelTile tile = signals.tiles[slot];
        if (tile.panel < 0) return;
        const bool is_last = signals.is_last[slot] != 0;
        if (plan.is_resident && is_new_panel) wait_for(&signals.panel_full, panels++);
        is_new_panel = is_last;
        Sum sums[block_vectors / 2];
        if (plan.takes_turns) wait_for_turn(group);
        int before = -1; // the slot whose products may not have ended yet
        for (int first = 0; first < plan.steps; first += at_once) {
            if (first > 0) wait_for(signals.full + slot, phase);
            __syncwarp();
            std::byte* const from = memory + plan.panel_bytes() + slot * plan.slot_bytes();
            const auto b = StepMatrices::at(from);
            const auto a = StepMatrices::at(plan.is_resident ? memory + first * panel_step_bytes
                                                             : from + at_once * block_step_bytes)
                               .moved(my_half);
            begin_products();
#pragma unroll
            for (int step = 0; step < at_once; ++step)
                add_product(sums, a.moved(step * panel_step_bytes), b.moved(step * block_step_bytes),
                            step > 0 || first > 0);
            end_products();
            if (before >= 0) {
                wait_for_products_but<1>();
                release(before);
            }
            before = slot;
            if (++slot == plan.slots) slot = 0, phase ^= 1;
        }
        wait_for_products_but<0>();
        hold(sums);
        if (plan.takes_turns) end_turn(group);
        release(before);
        if (plan.is_resident && is_last && threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&signals.panel_empty);
        use(tile, sums);
    }
}

} // namespace ring

/// What a block of `panel_threads` threads does: it multiplies the tiles that `walk` tells, has `use(tile, sums)`
/// called by the threads of both warp groups, and `finish()` at the end. `memory` is dynamic shared memory; `at_once`
/// is the plan.s.
template <int at_once, class Sum, class Walk, class Use, class Finish>
__device__ void multiply_panels(const PanelPlan& plan, const BlockedSet& a, const BlockedSet& b, std::byte* memory,
                                Walk walk, Use use, Finish finish) {
    __shared__ ring::Signals signals;
    if (threadIdx.x == 0) {
        for (int slot = 0; slot < plan.slots; ++slot) {
            ring::ptx::mbarrier_init(signals.full + slot, 1);
            ring::ptx::mbarrier_init(signals.empty + slot, multiplying_threads / 32); // a lane of each warp says so
        }
        ring::ptx::mbarrier_init(&signals.panel_full, 1);
        ring::ptx::mbarrier_init(&signals.panel_empty, multiplying_threads / 32);
        ring::ptx::fence_mbarrier_init(ring::ptx::sem_release, ring::ptx::scope_cluster);
    }
    __syncthreads();
    if (threadIdx.x >= multiplying_threads) {
        if (threadIdx.x == multiplying_threads) ring::copy_tiles(plan, a, b, memory, signals, walk);
        return;
    }
    ring::multiply_tiles<at_once, Sum>(plan, memory, signals, use);
    finish();
}

/// Calls `launch` with the plan's number of steps at once as a std::integral_constant.
template <class Launch> void with_steps_at_once(const PanelPlan& plan, Launch launch) {
    const auto try_one = [&]<int steps>(std::integral_constant<int, steps> constant) {
        if (plan.at_once == steps) launch(constant);
    };
    try_one(std::integral_constant<int, 2>{});
    try_one(std::integral_constant<int, 3>{});
    try_one(std::integral_constant<int, 4>{});
    try_one(std::integral_constant<int, 5>{});
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE

// SPDX-License-Identifier: MIT
// Products of all vectors of one set with all vectors of another one (or of the same one) by warp groups. A block of
// threads keeps a panel of 128 vectors in shared memory, while the other set passes through a ring in blocks of 256
// vectors. One warp fills the ring by bulk copies; two warp groups multiply, each of them half of the panel's vectors.
// What is to be done with the products is the caller's affair. Needs compute capability 9.0: see warp_group.cuh.
#pragma once

#include "kernels/cuda/launch.h"
#include "kernels/cuda/warp_group.cuh"

#include <cstddef>
#include <cstdint>
#include <cuda/ptx>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

constexpr int step_bytes = 32; ///< of each vector, which one instruction multiplies
constexpr int panel_vectors = 128, block_vectors = 256;
constexpr int block_step_bytes = block_vectors * step_bytes, panel_step_bytes = panel_vectors * step_bytes;
constexpr int small_matrix_bytes = 8 * 16, octet_step_bytes = 2 * small_matrix_bytes; ///< of eight vectors
static_assert(small_matrix_bytes == core_matrix_bytes && octet_step_bytes == StepMatrices::octet_bytes);
constexpr int steps_of_slot = 4; ///< at most
constexpr int panel_groups = 2, group_threads_of_panel = 128, group_vectors = 64;
constexpr int multiplying_threads = panel_groups * group_threads_of_panel;
constexpr int panel_threads = multiplying_threads + 32;

/// A set in the workspace, as the copies and the products want it: blocks of 256 vectors, of each the first 32 bytes of
/// all its vectors, then the next 32. Vectors are filled up with zeros, the set with whatever the caller puts there.
struct BlockedSet {
    std::byte* data;
    int steps;  ///< of 32 bytes
    int blocks; ///< of 256 vectors

    /// Where 16 bytes of a vector lie.
    __device__ std::byte* piece(int vector, int sixteen) const {
        const std::int64_t step = std::int64_t{vector / block_vectors} * steps + sixteen / 2;
        return data + step * block_step_bytes + vector % block_vectors / 8 * octet_step_bytes +
               sixteen % 2 * small_matrix_bytes + vector % 8 * 16;
    }
};
[[nodiscard]] inline BlockedSet blocked_set(std::byte* data, std::int64_t vectors, std::int64_t bytes_of_vector) {
    return {data, static_cast<int>((bytes_of_vector + step_bytes - 1) / step_bytes),
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
    int steps, slots;

    [[nodiscard]] __host__ __device__ int panel_bytes() const { return is_resident ? steps * panel_step_bytes : 0; }
    [[nodiscard]] __host__ __device__ int bytes_of_step() const {
        return block_step_bytes + (is_resident ? 0 : panel_step_bytes);
    }
    [[nodiscard]] __host__ __device__ int slot_bytes() const { return steps_of_slot * bytes_of_step(); }
    [[nodiscard]] __host__ __device__ int shared_bytes() const { return panel_bytes() + slots * slot_bytes(); }
};
constexpr int most_slots = 6;
[[nodiscard]] inline PanelPlan panel_plan(int steps, bool may_stay) {
    constexpr int most_bytes = 225 * 1024; // of the 227 KiB that a block can have: the rest is for barriers
    PanelPlan plan{may_stay, steps, 3};
    plan.is_resident = may_stay && plan.shared_bytes() <= most_bytes;
    plan.slots = (most_bytes - plan.panel_bytes()) / plan.slot_bytes();
    plan.slots = plan.slots < most_slots ? plan.slots : most_slots;
    return plan;
}

namespace ring {

namespace ptx = ::cuda::ptx;

/// What the copying warp and the warp groups tell each other.
struct Signals {
    std::uint64_t full[most_slots], empty[most_slots], panel_full, panel_empty;
    PanelTile tiles[most_slots]; ///< what a slot is part of; panel -1: there is no more
    int is_last[most_slots];     ///< of its panel?
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
        for (int first = 0; first < plan.steps; first += steps_of_slot) {
            const int slot = take_slot(), steps = min(steps_of_slot, plan.steps - first);
            signals.tiles[slot] = tile;
            signals.is_last[slot] = !exists || next.panel != tile.panel;
            expect(signals.full + slot, steps * plan.bytes_of_step());
            std::byte* const to = memory + plan.panel_bytes() + slot * plan.slot_bytes();
            copy_in(to, b.data + (std::int64_t{tile.block} * b.steps + first) * block_step_bytes,
                    steps * block_step_bytes, signals.full + slot);
            if (!plan.is_resident)
                for (int step = 0; step < steps; ++step)
                    copy_in(to + steps_of_slot * block_step_bytes + step * panel_step_bytes, panel_step(first + step),
                            panel_step_bytes, signals.full + slot);
        }
        tile = next;
    }
    const int slot = take_slot();
    signals.tiles[slot].panel = -1;
    ptx::mbarrier_arrive(signals.full + slot);
}

/// Multiplies one tile after the other and has `use(tile, sums)` called with the sums, of which a lane has those of
/// two rows: see add_product(). `begin` is what the sums begin with.
template <class Sum, class Use>
__device__ void multiply_tiles(const PanelPlan& plan, std::byte* memory, Signals& signals, Sum begin, Use use) {
    const int group = __shfl_sync(~0u, static_cast<int>(threadIdx.x) / group_threads_of_panel, 0);
    const unsigned my_half = static_cast<unsigned>(group * group_vectors * step_bytes);
    int slot = 0, phase = 0, panels = 0;
    bool is_new_panel = true;
    for (;;) {
        wait_for(signals.full + slot, phase);
        const PanelTile tile = signals.tiles[slot];
        if (tile.panel < 0) return;
        const bool is_last = signals.is_last[slot] != 0;
        if (plan.is_resident && is_new_panel) wait_for(&signals.panel_full, panels++);
        is_new_panel = is_last;
        Sum sums[block_vectors / 2];
#pragma unroll
        for (Sum& sum : sums) sum = begin;
        hold(sums);
        for (int first = 0; first < plan.steps; first += steps_of_slot) {
            if (first > 0) wait_for(signals.full + slot, phase);
            __syncwarp();
            std::byte* const from = memory + plan.panel_bytes() + slot * plan.slot_bytes();
            const auto b = StepMatrices::at(from);
            const auto a = StepMatrices::at(plan.is_resident ? memory + first * panel_step_bytes
                                                             : from + steps_of_slot * block_step_bytes)
                               .moved(my_half);
            // The compiler lets products overlap only if all that concerns them is on the same path.
            if (first + steps_of_slot <= plan.steps) {
                begin_products();
#pragma unroll
                for (int step = 0; step < steps_of_slot; ++step)
                    add_product(sums, a.moved(step * panel_step_bytes), b.moved(step * block_step_bytes), true);
                finish_products(sums);
            } else {
                for (int step = 0; first + step < plan.steps; ++step) {
                    begin_products();
                    add_product(sums, a.moved(step * panel_step_bytes), b.moved(step * block_step_bytes), true);
                    finish_products(sums);
                }
            }
            __syncwarp();
            if (threadIdx.x % 32 == 0) ptx::mbarrier_arrive(signals.empty + slot);
            if (++slot == plan.slots) slot = 0, phase ^= 1;
        }
        if (plan.is_resident && is_last && threadIdx.x % 32 == 0) ptx::mbarrier_arrive(&signals.panel_empty);
        use(tile, sums);
    }
}

} // namespace ring

/// What a block of `panel_threads` threads does: it multiplies the tiles that `walk` tells, has `use(tile, sums)`
/// called by the threads of both warp groups, and `finish()` at the end. `memory` is dynamic shared memory.
template <class Sum, class Walk, class Use, class Finish>
__device__ void multiply_panels(const PanelPlan& plan, const BlockedSet& a, const BlockedSet& b, std::byte* memory,
                                Walk walk, Sum begin, Use use, Finish finish) {
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
    ring::multiply_tiles(plan, memory, signals, begin, use);
    finish();
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE

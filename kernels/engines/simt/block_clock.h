// SPDX-License-Identifier: MIT
// Which accesses of a block's threads are ordered by its barriers. Time is one counter that steps at every barrier; an
// access is stamped with the time of its thread's last barrier.
#pragma once

#include "kernels/engines/simt/trace.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace pairscope::simt {

class BlockClock {
public:
    /// True if stamps of earlier blocks have lost their meaning (the counter began anew): forget them.
    [[nodiscard]] bool begin_block(int threads);
    void block_barrier();
    void warp_barrier(int warp, std::uint32_t mask);

    /// Has any barrier been passed in this block?
    [[nodiscard]] bool somebody_has_met() const { return time_ != block_start_; }
    [[nodiscard]] std::uint32_t block_start() const { return block_start_; } ///< at least 1
    [[nodiscard]] std::uint32_t interval_start() const { return interval_start_; }
    [[nodiscard]] std::uint32_t stamp(int thread) const { return stamps_[static_cast<std::size_t>(thread)]; }

    /// Has `thread` met `other` at a barrier (or met someone who had) since `other` made an access with this stamp?
    [[nodiscard]] bool ordered(std::uint32_t stamp, int other, int thread) const {
        if (stamp < interval_start_) return true;
        if (other / warp_size != thread / warp_size) return false;
        const Warp& warp = warps_[static_cast<std::size_t>(thread / warp_size)];
        if (stamp < warp.all_met) return true;
        return warp.known && stamp < (*warp.known)[lane_of(thread)][lane_of(other)];
    }

    /// A thread has taken a lock, a word that an atomic changes from 0 to 1, or given it back.
    void note_lock(int thread, std::uintptr_t lock, bool taken);
    [[nodiscard]] bool holds_lock(int thread) const { return !held_.empty() && is_held_by(thread); }

    /// The lanes that the warp has in this block: the last one may be short.
    [[nodiscard]] std::uint32_t lanes_of(int warp) const;

private:
    static std::size_t lane_of(int thread) { return static_cast<std::size_t>(thread % warp_size); }

    /// [a][b]: what lane b did before this time, lane a comes after. A vector clock for each lane.
    using Known = std::array<std::array<std::uint32_t, warp_size>, warp_size>;
    struct Warp {
        std::uint32_t all_met = 0;    ///< when all lanes last met
        std::unique_ptr<Known> known; ///< only where barriers of a part of a warp occur
    };

    struct HeldLock {
        int thread = 0;
        std::uintptr_t lock = 0;
    };
    [[nodiscard]] bool is_held_by(int thread) const;

    int threads_ = 0;
    std::uint32_t time_ = 0, block_start_ = 1, interval_start_ = 1;
    std::vector<std::uint32_t> stamps_; // by thread
    std::vector<Warp> warps_;
    std::vector<HeldLock> held_; // few: a lock that is held is soon given back
};

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/block_clock.h"

#include <algorithm>
#include <bit>

namespace pairscope::simt {

bool BlockClock::begin_block(int threads) {
    const bool anew = time_ > 0x80000000u; // far from its end, so that no block can reach it
    if (anew) {
        time_ = 0;
        warps_.clear();
    }
    threads_ = threads;
    stamps_.resize(static_cast<std::size_t>(threads));
    warps_.resize(std::max(warps_.size(), static_cast<std::size_t>((threads + warp_size - 1) / warp_size)));
    block_barrier();
    held_.clear();
    block_start_ = time_;
    return anew;
}

// What warps know of their lanes is older than the new interval, so it need not be cleared.
void BlockClock::block_barrier() {
    interval_start_ = ++time_;
    std::ranges::fill(stamps_, time_);
}

void BlockClock::note_lock(int thread, std::uintptr_t lock, bool taken) {
    std::erase_if(held_, [&](const HeldLock& held) { return held.lock == lock; });
    if (taken) held_.push_back({thread, lock});
}

bool BlockClock::is_held_by(int thread) const {
    return std::ranges::any_of(held_, [&](const HeldLock& held) { return held.thread == thread; });
}

std::uint32_t BlockClock::lanes_of(int warp) const {
    const int lanes = std::min(warp_size, threads_ - warp * warp_size);
    return lanes <= 0 ? 0u : ~0u >> (warp_size - lanes);
}

void BlockClock::warp_barrier(int warp, std::uint32_t mask) {
    mask &= lanes_of(warp);
    Warp& w = warps_[static_cast<std::size_t>(warp)];
    ++time_;
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        stamps_[static_cast<std::size_t>(warp * warp_size + std::countr_zero(left))] = time_;
    }
    if (mask == lanes_of(warp)) {
        w.all_met = time_;
        return;
    }
    if (!w.known) w.known = std::make_unique<Known>();
    std::array<std::uint32_t, warp_size> together{};
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        const auto& lane = (*w.known)[static_cast<std::size_t>(std::countr_zero(left))];
        for (std::size_t other = 0; other < warp_size; ++other)
            together[other] = std::max(together[other], lane[other]);
    }
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        together[static_cast<std::size_t>(std::countr_zero(left))] = time_;
    }
    for (std::uint32_t left = mask; left != 0; left &= left - 1) {
        (*w.known)[static_cast<std::size_t>(std::countr_zero(left))] = together;
    }
}

} // namespace pairscope::simt

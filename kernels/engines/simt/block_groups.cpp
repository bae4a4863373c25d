// SPDX-License-Identifier: MIT
// Groups that form at run time: the lanes that run together, and the threads of a cuda::barrier.
#include "kernels/engines/simt/block_runner.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::simt {

std::uint32_t BlockRunner::meet_converged(const char* file, int line, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    thread().call = {.value = reinterpret_cast<std::uint64_t>(file), .argument = line};
    wait(State::converging, pc);
    return static_cast<std::uint32_t>(thread().result);
}

/// The lanes of one warp that wait at one place go on together; false if none waits so.
bool BlockRunner::release_converged() {
    const auto first = std::ranges::find(threads_, State::converging, &Thread::state);
    if (first == threads_.end()) return false;
    const auto first_lane = (first - threads_.begin()) / warp_size * warp_size;
    std::uint32_t lanes = 0;
    for (int k = 0; k < warp_size && first_lane + k < count_; ++k) {
        const Thread& t = threads_[static_cast<std::size_t>(first_lane + k)];
        if (t.state == State::converging && t.call.value == first->call.value &&
            t.call.argument == first->call.argument)
            lanes |= 1u << k;
    }
    for (int k = 0; k < warp_size; ++k) {
        if ((lanes >> k & 1) == 0) continue;
        Thread& t = threads_[static_cast<std::size_t>(first_lane + k)];
        t.result = lanes;
        t.state = State::ready;
        ready_.push_back(static_cast<int>(first_lane) + k);
    }
    return true;
}

// --- cuda::barrier. The end of a phase orders all threads of the block, as __syncthreads does: where fewer take part,
// a race may be missed, and none is invented.

std::uint32_t BlockRunner::arrive(BarrierState& barrier, std::uint32_t arrivals, bool drop, std::uintptr_t pc) {
    commit_copies();
    wait_for_copies(0, pc);
    const InExecutor executor(*this, pc);
    if (barrier.initialised != barrier_is_initialised)
        refuse(FindingKind::divergent_barrier, "arrives at a cuda::barrier that no thread has initialised", pc);
    if (arrivals > barrier.pending)
        refuse(FindingKind::divergent_barrier,
               "arrives at a cuda::barrier that already has all the arrivals it expects in this phase", pc);
    const std::uint32_t phase = barrier.phase;
    if (drop) --barrier.expected;
    barrier.pending -= arrivals;
    if (barrier.pending > 0) return phase;
    ++barrier.phase;
    barrier.pending = barrier.expected;
    if (observer_ != nullptr) observer_->block_barrier();
    for (int i = 0; i < count_; ++i) {
        Thread& t = threads_[static_cast<std::size_t>(i)];
        if (t.state != State::in_phase || t.barrier != &barrier) continue;
        t.state = State::ready;
        ready_.push_back(i);
    }
    return phase;
}

void BlockRunner::wait_for_end(const BarrierState& barrier, std::uint32_t phase, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    if (barrier.phase != phase) return;
    thread().barrier = &barrier;
    wait(State::in_phase, pc);
}

/// Threads wait for a phase that no remaining thread can end. This is reported.
bool BlockRunner::phase_never_ends() {
    const auto waiting = std::ranges::find(threads_, State::in_phase, &Thread::state);
    if (waiting == threads_.end()) return false;
    if (!lost_thread_)
        tell(static_cast<int>(waiting - threads_.begin()), waiting->pc, FindingKind::divergent_barrier,
             fmt::format("waits at a cuda::barrier for {} of its {} arrivals, which never come",
                         waiting->barrier->pending, waiting->barrier->expected));
    give_up();
    return true;
}

} // namespace pairscope::simt

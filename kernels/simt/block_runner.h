// SPDX-License-Identifier: MIT
// Runs the threads of one block after the other. They run as a plain loop until one has to wait; from then on that
// thread is a fiber of its own, and another fiber goes on with the loop.
#pragma once

#include "kernels/simt/fiber_switch.h"
#include "kernels/simt/lane.h"
#include "kernels/simt/observer.h"
#include "kernels/simt/stacks.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::simt {

/// What a kernel did that cannot be executed; `pc` is where.
struct Impossible {
    FindingKind kind = FindingKind::divergent_barrier;
    Index3 block, thread;
    std::uintptr_t pc = 0;
    std::string told;
};

/// The executor's own code is not watched, though parts of the standard library may be shared with instrumented files.
struct Unwatched {
    bool before = std::exchange(lane.watched, false);
    ~Unwatched() { lane.watched = before; }
};

class BlockRunner {
public:
    /// The observer may be null: then memory is not watched. Both outlive the runner.
    BlockRunner(const Launch& launch, Observer* observer);

    /// Runs all threads of one block. Belongs to one thread of the host.
    void run(Index3 block, std::int64_t linear_index);

    /// The first thing that could not be executed; only without an observer, which is told otherwise.
    [[nodiscard]] const std::optional<Impossible>& impossible() const { return impossible_; }

    // The calls of the thread that runs now.
    [[nodiscard]] std::uint64_t call_warp(const WarpCall& call, std::uintptr_t pc);
    int meet_block(int predicate, Predicate combine, std::uintptr_t pc);
    [[nodiscard]] std::uint32_t meet_converged(const char* file, int line, std::uintptr_t pc);
    [[nodiscard]] std::uint32_t arrive(BarrierState& barrier, std::uint32_t arrivals, bool drop, std::uintptr_t pc);
    void wait_for_end(const BarrierState& barrier, std::uint32_t phase, std::uintptr_t pc);
    void watch(const void* address, int bytes, Operation operation, std::uintptr_t pc);
    void watch_surface(const SurfaceMemory& surface, const SurfaceAccess& access, std::uintptr_t pc);
    void copy_async(std::uintptr_t to, std::uintptr_t from, int bytes, std::uintptr_t pc);
    void commit_copies() { ++thread().groups; }
    void wait_for_copies(unsigned newest_groups_left);
    void report(FindingKind kind, std::string told, std::uintptr_t pc);
    void leave_array(const OutsideIndex& outside, std::uintptr_t pc);
    /// How often the threads of this launch had called printf before.
    [[nodiscard]] int count_print() { return launch_.printed->fetch_add(1, std::memory_order_relaxed); }
    [[noreturn]] void refuse(FindingKind kind, std::string told, std::uintptr_t pc);
    [[nodiscard]] void* dynamic_shared() const { return stacks_->shared_memory(); }

private:
    enum class State : std::uint8_t { fresh, running, at_barrier, in_warp_function, converging, in_phase, ready, done };
    struct Copy {
        std::uintptr_t to = 0, from = 0;
        int bytes = 0;
        unsigned group = 0;
    };
    struct Thread {
        State state = State::fresh;
        bool has_waited = false;
        int predicate = 0;
        unsigned groups = 0; ///< of copies, committed
        std::uintptr_t pc = 0;
        WarpCall call{};
        const BarrierState* barrier = nullptr; ///< whose phase it waits for
        std::uint64_t result = 0;
        int stack = -1;
        boost::context::detail::fcontext_t context = nullptr;
        void* left = nullptr; ///< for start_switch()
        std::vector<Copy> copies{};
    };

    static void enter(boost::context::detail::transfer_t from);
    void run_fresh_threads();
    void start_fiber();
    void resume(int number);
    void jump_to(boost::context::detail::fcontext_t fiber);
    void wait(State state, std::uintptr_t pc);
    [[noreturn]] void end_thread();
    [[noreturn]] void end_fiber();
    void select(int number);
    void settle();
    [[nodiscard]] bool release_converged();
    [[nodiscard]] bool phase_never_ends();
    void release_barrier(const std::vector<int>& waiting);
    void give_up();
    void note_meeting(std::uintptr_t pc);
    bool is_same_barrier(std::uintptr_t a, std::uintptr_t b);
    [[nodiscard]] bool is_barrier_to_blame(std::uintptr_t barrier, std::uintptr_t function) const;
    void tell_missing_lane(int number);
    [[nodiscard]] std::string name_of_thread(int number) const;
    [[nodiscard]] bool all_lanes_have_come(int first_lane, const WarpCall& call) const;
    void finish_warp_call(int first_lane, const WarpCall& call);
    void tell(int number, std::uintptr_t pc, FindingKind kind, std::string told);
    [[nodiscard]] Thread& thread() { return threads_[static_cast<std::size_t>(current_)]; }
    [[nodiscard]] Index3 place_of(int number) const;

    const Launch& launch_;
    Observer* observer_;
    Stacks* stacks_ = nullptr;
    std::vector<Thread> threads_;
    int count_ = 0;
    int next_ = 0; ///< the first fresh thread
    int current_ = 0;
    int alive_ = 0;
    int stack_ = -1; ///< of the fiber that runs now
    std::vector<int> ready_;
    Predicate combine_ = Predicate::count;
    bool fiber_ended_ = false;
    boost::context::detail::fcontext_t scheduler_ = nullptr;
    StackBounds scheduler_stack_;
    std::optional<Impossible> impossible_;
    Index3 block_;
    bool lost_thread_ = false;          ///< a fault has ended one: what others wait for may never come
    std::vector<std::uintptr_t> met_{}; ///< barriers and warp functions where threads of this block have met
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> same_barriers_{}; ///< calls of one barrier in the source
};

} // namespace pairscope::simt

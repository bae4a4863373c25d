// SPDX-License-Identifier: MIT
// Runs the threads of one block after the other. They run as a plain loop until one has to wait; from then on that
// thread is a fiber of its own, and another fiber goes on with the loop.
#pragma once

#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/simt/fiber_switch.h"
#include "kernels/engines/simt/kernel_calls.h"
#include "kernels/engines/simt/memory/address_space.h"
#include "kernels/engines/simt/observer.h"
#include "kernels/engines/simt/stacks.h"

#include <boost/context/detail/fcontext.hpp>

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <optional>
#include <stop_token>
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

/// What the blocks of a launch have in common. Outlives the runners.
struct BlockConditions {
    const MemoryMap& memory;  ///< what the kernel was given
    std::stop_token stop{};   ///< a block is left in the middle when it is requested
    double most_seconds = 10; ///< processor time for one block: one that takes longer is held to be endless
};

class BlockRunner {
public:
    /// The observer may be null: then only stores are looked at, and not followed. All outlive the runner, which
    /// belongs to one thread of the host.
    BlockRunner(const Launch& launch, const BlockConditions& conditions, Observer* observer);

    /// Runs all threads of one block. What a kernel's own code does to itself ends the thread that did it.
    void run(Index3 block, std::int64_t linear_index);

    /// The first thing that could not be executed; only without an observer, which is told otherwise.
    [[nodiscard]] const std::optional<Impossible>& impossible() const { return impossible_; }
    /// The block was left before its end, because it was stopped or seemed to be endless.
    [[nodiscard]] bool was_left() const { return leave_ != Leave::no; }
    [[nodiscard]] bool was_endless() const { return leave_ == Leave::endless; }

    // The calls of the thread that runs now.
    [[nodiscard]] std::uint64_t call_warp(const WarpCall& call, std::uintptr_t pc);
    int meet_block(const BarrierCall& call, std::uintptr_t pc);
    [[nodiscard]] std::uint32_t meet_converged(const char* file, int line, std::uintptr_t pc);
    [[nodiscard]] std::uint32_t arrive(BarrierState& barrier, std::uint32_t arrivals, bool drop, std::uintptr_t pc);
    void wait_for_end(const BarrierState& barrier, std::uint32_t phase, std::uintptr_t pc);
    void watch(const void* address, int bytes, Operation operation, std::uintptr_t pc);
    /// Watches a store or an atomic; without an observer it only prevents stores into memory that is not the kernel's.
    void look_at_store(const void* address, int bytes, Operation operation, std::uintptr_t pc);
    void note_ldg(const void* address, int bytes, std::uintptr_t pc);
    void note_lock(const void* lock, bool taken, std::uintptr_t pc);
    [[nodiscard]] const SurfaceMemory& surface_at(std::uint64_t handle, std::uintptr_t pc);
    void watch_surface(const SurfaceMemory& surface, const SurfaceAccess& access, std::uintptr_t pc);
    void copy_async(std::uintptr_t to, std::uintptr_t from, int bytes, std::uintptr_t pc);
    void commit_copies() { ++thread().groups; }
    void wait_for_copies(unsigned newest_groups_left, std::uintptr_t pc);
    void report(FindingKind kind, std::string told, std::uintptr_t pc);
    void leave_array(const OutsideIndex& outside, std::uintptr_t pc);
    /// The text of a printf that the kernel called at `pc`. Memory that it cannot read is a fault there.
    [[nodiscard]] std::string formatted(const char* format, std::va_list arguments, std::uintptr_t pc);
    /// How often the threads of this launch had called printf before.
    [[nodiscard]] int count_print() { return launch_.printed->fetch_add(1, std::memory_order_relaxed); }
    [[noreturn]] void refuse(FindingKind kind, std::string told, std::uintptr_t pc);
    [[nodiscard]] void* dynamic_shared() const { return stacks_->shared_memory(); }

private:
    enum class State : std::uint8_t { fresh, running, at_barrier, in_warp_function, converging, in_phase, ready, done };
    enum class Leave : std::uint8_t { no, stopped, endless };
    struct Copy {
        std::uintptr_t to = 0, from = 0;
        int bytes = 0;
        unsigned group = 0;
        std::uintptr_t pc = 0;
    };
    class InExecutor;
    static void leave_kernel() { host_thread.watched = host_thread.in_kernel = false; }
    struct Thread {
        State state = State::fresh;
        bool has_waited = false;
        BarrierCall arrival{}; ///< at the barrier where it waits
        unsigned groups = 0;   ///< groups of copies that were committed
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
    void call_kernel();
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
    void tell_divergent_barriers(const std::vector<int>& waiting);
    void warn_of_returned_threads(const std::vector<int>& waiting);
    void release_barrier(const std::vector<int>& waiting);
    void give_up();
    void note_meeting(std::uintptr_t pc);
    [[nodiscard]] bool is_same_barrier(const Thread& a, const Thread& b);
    [[nodiscard]] bool is_barrier_to_blame(std::uintptr_t barrier, std::uintptr_t function) const;
    void tell_missing_lane(int number);
    [[nodiscard]] std::string name_of_thread(int number) const;
    [[nodiscard]] bool all_lanes_have_come(int first_lane, const WarpCall& call, int caller) const;
    /// `caller` goes on by itself, the other lanes are made ready; -1: all of them wait.
    void finish_warp_call(int first_lane, const WarpCall& call, int caller);
    [[nodiscard]] bool release_warps_of_returned_lanes();
    void tell(int number, std::uintptr_t pc, FindingKind kind, std::string told);

    // Faults of the kernel's own code, in block_faults.cpp.
    static void on_signal(void* self, const cpu::Fault& fault);
    void tick(const cpu::Fault& where);
    [[noreturn]] void leave_block(std::uintptr_t pc);
    void end_interrupted_thread();
    [[nodiscard]] std::uintptr_t place_in_kernel(const cpu::Fault& fault);
    [[nodiscard]] std::string described(std::uintptr_t address, int bytes) const;
    [[nodiscard]] bool is_on_own_stack(std::uintptr_t address) const;
    [[nodiscard]] const KernelModule& module_of_kernels() const {
        return conditions_.memory.module != nullptr ? *conditions_.memory.module : module_of_program();
    }
    [[nodiscard]] bool may_store(std::uintptr_t address, int bytes) const;
    [[nodiscard]] bool stack_is_full(const void* frame) const {
        return static_cast<const std::byte*>(frame) < stacks_->top(stack_) - local_bytes;
    }
    [[noreturn]] void refuse_deep_stack(std::uintptr_t pc);
    [[nodiscard]] Thread& thread() { return threads_[static_cast<std::size_t>(current_)]; }
    [[nodiscard]] Index3 place_of(int number) const;

    const Launch& launch_;
    const BlockConditions& conditions_;
    Observer* observer_;
    Stacks* stacks_;
    std::vector<AddressRange> writable_; ///< arguments in global memory, the output first
    AddressRange dynamic_shared_{}, static_shared_{};
    [[nodiscard]] AddressRange output() const { return writable_.empty() ? AddressRange{} : writable_.front(); }
    std::vector<Thread> threads_;
    int count_ = 0;
    int next_ = 0; ///< the first fresh thread
    int current_ = 0;
    int alive_ = 0;
    int stack_ = -1; ///< stack of the fiber that runs now
    std::vector<int> ready_;
    bool fiber_ended_ = false;
    boost::context::detail::fcontext_t scheduler_ = nullptr;
    StackBounds scheduler_stack_;
    std::optional<Impossible> impossible_;
    bool lost_thread_ = false;          ///< a fault has ended one: what others wait for may never come
    std::vector<std::uintptr_t> met_{}; ///< barriers and warp functions where threads of this block have met
    std::vector<std::pair<std::uintptr_t, std::uintptr_t>> same_barriers_{}; ///< calls of one barrier in the source
    Index3 block_{};
    std::size_t call_depth_ = 0; ///< what lies on a fiber's stack above the frames of the kernel [B]

    // What the handler of signals sees: one thread of the host writes and reads it.
    std::optional<cpu::Fault> fault_;        ///< the fault that has just ended a thread
    volatile std::uintptr_t working_at_ = 0; ///< where the kernel asked for what the executor copies or prints now
    Leave leave_ = Leave::no;
    std::uint64_t blocks_begun_ = 0;
    std::uint64_t ticked_block_ = ~std::uint64_t{0}; ///< none: a tick may come before the first block
    int tries_ = 0;                                  ///< to end an endless loop at a line of the kernel
    double ticked_since_ = 0;                        ///< processor time at the first tick in that block [s]
    cpu::FaultScope faults_{&BlockRunner::on_signal, this};
    cpu::Ticks ticks_;
};

/// As long as it lives, the executor's own code runs: it is not watched, though parts of the standard library may be
/// shared with instrumented files, and it is not left in the middle.
class BlockRunner::InExecutor {
public:
    InExecutor(BlockRunner& runner, std::uintptr_t pc) : watched_(host_thread.watched) {
        leave_kernel();
        std::atomic_signal_fence(std::memory_order_seq_cst);
        if (runner.leave_ != Leave::no) runner.leave_block(pc);
        if (runner.stack_is_full(__builtin_frame_address(0))) runner.refuse_deep_stack(pc);
    }
    ~InExecutor() {
        std::atomic_signal_fence(std::memory_order_seq_cst);
        host_thread.watched = watched_;
        host_thread.in_kernel = true;
    }
    InExecutor(const InExecutor&) = delete;
    InExecutor& operator=(const InExecutor&) = delete;

private:
    bool watched_;
};

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
#include "kernels/engines/simt/block_runner.h"

#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/memory/shared_storage.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

namespace pairscope::simt {

namespace context = boost::context::detail;

namespace {

/// The thread of the host runs a block as long as this lives, and goes on with what it did before, also after an error.
class AtWork {
public:
    explicit AtWork(const HostThread& work) : before_(std::exchange(host_thread, work)) {}
    ~AtWork() { host_thread = before_; }
    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

private:
    HostThread before_;
};

} // namespace

BlockRunner::BlockRunner(const Launch& launch, const BlockConditions& conditions, Observer* observer)
    : launch_(launch), conditions_(conditions), observer_(observer), stacks_(&stacks_of_this_thread()) {
    count_ = static_cast<int>(launch.block.x * launch.block.y * launch.block.z);
    threads_.resize(static_cast<std::size_t>(count_));
    const auto shared = reinterpret_cast<std::uintptr_t>(stacks_->shared_memory());
    dynamic_shared_ = {shared, shared + launch.shared_bytes};
    const StaticShared storage = static_shared_of_this_thread(module_of_kernels());
    static_shared_ = {storage.begin, storage.end};
    for (const GlobalRange& range : conditions.memory.ranges)
        if (!range.read_only) writable_.push_back({range.begin, range.end});
}

void BlockRunner::run(Index3 block, std::int64_t linear_index) {
    block_ = block;
    ++blocks_begun_;
    const AtWork at_work({.runner = this,
                          .stores_begin = output().begin,
                          .stores_bytes = observer_ ? 0 : output().end - output().begin});
    blockIdx = {block.x, block.y, block.z};
    blockDim = launch_.block;
    gridDim = launch_.grid;
    if (observer_ != nullptr) {
        observer_->begin_block({.block = block,
                                .linear_index = linear_index,
                                .size = {launch_.block.x, launch_.block.y, launch_.block.z},
                                .dynamic_begin = dynamic_shared_.begin,
                                .dynamic_end = dynamic_shared_.end,
                                .static_begin = static_shared_.begin,
                                .static_end = static_shared_.end});
    }
    for (Thread& t : threads_) {
        t.state = State::fresh;
        t.has_waited = false;
        t.groups = 0;
        t.copies.clear();
    }
    next_ = 0;
    lost_thread_ = false;
    met_.clear();
    alive_ = count_;
    ready_.clear();
    while (true) {
        // A warp that waits for itself is finished before the next one starts: few stacks are in use.
        if (!ready_.empty()) {
            for (const int number : std::exchange(ready_, {}))
                if (alive_ > 0) resume(number);
        } else if (next_ < count_) {
            start_fiber();
        } else if (alive_ > 0) {
            settle();
        } else {
            break;
        }
    }
    if (observer_ != nullptr) observer_->end_block();
}

// --- Fibers. Only the plain jump of Boost.Context is used: a thread that must end in the middle of a kernel is simply
// never resumed, and its stack is used again. The classes above it would unwind it with an exception, through the
// hooks.

void BlockRunner::enter(context::transfer_t from) {
    auto& self = *static_cast<BlockRunner*>(from.data);
    self.scheduler_stack_ = finish_switch(nullptr);
    self.scheduler_ = from.fctx;
    self.run_fresh_threads();
    self.end_fiber();
}

void BlockRunner::run_fresh_threads() {
    while (next_ < count_) {
        select(next_++);
        thread().state = State::running;
        call_kernel();
        thread().state = State::done;
        --alive_;
        if (thread().has_waited) return; // another fiber has gone on with the loop
    }
}

/// A function of its own: its frame is the end of what the kernel may touch of its stack.
__attribute__((noinline)) void BlockRunner::call_kernel() {
    call_depth_ = static_cast<std::size_t>(stacks_->top(stack_) - static_cast<std::byte*>(__builtin_frame_address(0)));
    host_thread.watched = observer_ != nullptr;
    host_thread.in_kernel = true;
    std::atomic_signal_fence(std::memory_order_seq_cst);
    launch_.call(launch_.arguments);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    leave_kernel();
}

void BlockRunner::start_fiber() {
    stack_ = stacks_->take();
    forget(stacks_->bounds(stack_));
    jump_to(context::make_fcontext(stacks_->top(stack_), stack_bytes, &BlockRunner::enter));
}

void BlockRunner::resume(int number) {
    select(number);
    thread().state = State::running;
    stack_ = thread().stack;
    jump_to(thread().context);
}

/// Runs the fiber of stack_ until the thread that it has then waits or it ends.
void BlockRunner::jump_to(context::fcontext_t fiber) {
    void* left = nullptr;
    fiber_ended_ = false;
    start_switch(&left, stacks_->bounds(stack_));
    const context::transfer_t back = context::jump_fcontext(fiber, this);
    finish_switch(left);
    thread().context = back.fctx;
    if (fiber_ended_) stacks_->give_back(stack_);
    if (fault_) end_interrupted_thread();
    if (impossible_) give_up();
}

/// Back to the scheduler, until this thread is resumed.
void BlockRunner::wait(State state, std::uintptr_t pc) {
    Thread& self = thread();
    self.state = state;
    self.has_waited = true;
    self.pc = pc;
    self.stack = stack_;
    start_switch(&self.left, scheduler_stack_);
    scheduler_ = context::jump_fcontext(scheduler_, nullptr).fctx;
    finish_switch(self.left);
}

/// After a fault.
void BlockRunner::end_thread() {
    lost_thread_ = true;
    thread().state = State::done;
    --alive_;
    end_fiber();
}

/// Back to the scheduler for good.
void BlockRunner::end_fiber() {
    fiber_ended_ = true;
    start_switch(nullptr, scheduler_stack_);
    context::jump_fcontext(scheduler_, nullptr);
    __builtin_unreachable();
}

void BlockRunner::select(int number) {
    current_ = number;
    const Index3 place = place_of(number);
    threadIdx = {place.x, place.y, place.z};
}

Index3 BlockRunner::place_of(int number) const {
    const auto n = static_cast<unsigned>(number);
    return {n % launch_.block.x, n / launch_.block.x % launch_.block.y, n / launch_.block.x / launch_.block.y};
}

// --- Waiting for others.

/// Nothing can run: the barrier is complete, or never will be.
void BlockRunner::settle() {
    if (release_converged() || release_warps_of_returned_lanes() || phase_never_ends()) return;
    std::vector<int> at_barrier;
    int in_warp_function = -1;
    for (int i = 0; i < count_; ++i) {
        const State state = threads_[static_cast<std::size_t>(i)].state;
        if (state == State::at_barrier) at_barrier.push_back(i);
        if (state == State::in_warp_function && in_warp_function < 0) in_warp_function = i;
    }
    if (in_warp_function >= 0 && !lost_thread_) tell_missing_lane(in_warp_function);
    if (in_warp_function >= 0 || lost_thread_) {
        give_up();
        return;
    }
    tell_divergent_barriers(at_barrier);
    if (impossible_) {
        give_up();
        return;
    }
    release_barrier(at_barrier); // threads that have returned are not waited for, as on a GPU
}

void BlockRunner::release_barrier(const std::vector<int>& waiting) {
    int counted = 0;
    for (const int i : waiting) counted += threads_[static_cast<std::size_t>(i)].arrival.predicate != 0;
    for (const int i : waiting) note_meeting(threads_[static_cast<std::size_t>(i)].pc);
    warn_of_returned_threads(waiting);
    if (observer_ != nullptr) observer_->block_barrier();
    const int all = counted == static_cast<int>(waiting.size());
    const Predicate combine = threads_[static_cast<std::size_t>(waiting.front())].arrival.combine;
    const int result = combine == Predicate::all ? all : combine == Predicate::any ? counted > 0 : counted;
    for (const int i : waiting) {
        threads_[static_cast<std::size_t>(i)].result = static_cast<std::uint64_t>(result);
        threads_[static_cast<std::size_t>(i)].state = State::ready;
    }
    ready_ = waiting;
}

void BlockRunner::give_up() {
    for (Thread& t : threads_) t.state = State::done;
    next_ = count_;
    alive_ = 0;
    stacks_->give_back_all();
}

int BlockRunner::meet_block(const BarrierCall& call, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    thread().arrival = call;
    wait(State::at_barrier, pc);
    return static_cast<int>(thread().result);
}

std::uint64_t BlockRunner::call_warp(const WarpCall& call, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    const int first_lane = current_ / warp_size * warp_size;
    if ((call.mask >> (current_ - first_lane) & 1) == 0)
        refuse(FindingKind::divergent_warp_function,
               fmt::format("calls a warp function with mask {:#010x}, which does not name this lane", call.mask), pc);
    Thread& self = thread();
    self.call = call;
    self.pc = pc; // also of the last lane, which does not wait
    if (all_lanes_have_come(first_lane, call, current_)) {
        finish_warp_call(first_lane, call, current_);
    } else {
        wait(State::in_warp_function, pc);
    }
    return thread().result;
}

/// A GPU does not wait for lanes that have returned. The wait for a lane that a fault has ended would never end.
bool BlockRunner::all_lanes_have_come(int first_lane, const WarpCall& call, int caller) const {
    for (int k = 0; k < warp_size; ++k) {
        const int number = first_lane + k;
        if ((call.mask >> k & 1) == 0 || number == caller) continue;
        if (number >= count_) return false;
        const Thread& other = threads_[static_cast<std::size_t>(number)];
        if (other.state == State::done && !lost_thread_) continue;
        if (other.state != State::in_warp_function || other.call.mask != call.mask ||
            other.call.function != call.function)
            return false;
    }
    return true;
}

/// Warps whose last missing lanes have returned after the others came; false if there is none.
bool BlockRunner::release_warps_of_returned_lanes() {
    for (int i = 0; i < count_; ++i) {
        const Thread& waiting = threads_[static_cast<std::size_t>(i)];
        const int first_lane = i / warp_size * warp_size;
        if (waiting.state == State::in_warp_function && all_lanes_have_come(first_lane, waiting.call, i))
            finish_warp_call(first_lane, WarpCall(waiting.call), -1);
    }
    return !ready_.empty();
}

void BlockRunner::tell(int number, std::uintptr_t pc, FindingKind kind, std::string told) {
    if (observer_ != nullptr) {
        observer_->report({.thread = number, .pc = pc}, kind, std::move(told));
    } else if (!impossible_) {
        impossible_ = {.kind = kind, .block = block_, .thread = place_of(number), .pc = pc, .told = std::move(told)};
    }
}

void BlockRunner::report(FindingKind kind, std::string told, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    tell(current_, pc, kind, std::move(told));
}

void BlockRunner::leave_array(const OutsideIndex& outside, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    if (!observer_->index_outside({.thread = current_, .pc = pc}, outside)) end_thread();
}

void BlockRunner::refuse(FindingKind kind, std::string told, std::uintptr_t pc) {
    leave_kernel();
    tell(current_, pc, kind, std::move(told));
    end_thread();
}

// --- Memory.

void BlockRunner::watch(const void* address, int bytes, Operation operation, std::uintptr_t pc) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (is_on_own_stack(at)) return; // registers or local memory, on a GPU
    const InExecutor executor(*this, pc);
    for (const Extent* special : {&threadIdx, &blockIdx, &blockDim, &gridDim})
        if (at - reinterpret_cast<std::uintptr_t>(special) < sizeof(Extent)) return;
    const auto call = reinterpret_cast<std::uintptr_t>(launch_.arguments);
    if (at >= call && at < call + launch_.argument_bytes) return; // the kernel's parameters
    if (!observer_->access({.thread = current_, .pc = pc}, at, bytes, operation)) end_thread();
}

void BlockRunner::look_at_store(const void* address, int bytes, Operation operation, std::uintptr_t pc) {
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (host_thread.watched) {
        watch(address, bytes, operation, pc);
    } else if (!host_thread.in_kernel) {
        return; // the executor itself, in a function of the standard library that a kernel uses too
    } else if (leave_ != Leave::no || !may_store(at, bytes)) {
        const InExecutor executor(*this, pc); // leaves the block, if it is to be left
        refuse(FindingKind::out_of_bounds, fmt::format("writes {} bytes at {}", bytes, described(at, bytes)), pc);
    }
}

void BlockRunner::note_ldg(const void* address, int bytes, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    observer_->note_ldg({.thread = current_, .pc = pc}, reinterpret_cast<std::uintptr_t>(address), bytes);
}

void BlockRunner::note_lock(const void* lock, bool taken, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    observer_->note_lock(current_, reinterpret_cast<std::uintptr_t>(lock), taken);
}

const SurfaceMemory& BlockRunner::surface_at(std::uint64_t handle, std::uintptr_t pc) {
    for (const SurfaceMemory* const surface : conditions_.memory.surfaces)
        if (reinterpret_cast<std::uint64_t>(surface) == handle) return *surface;
    refuse(FindingKind::out_of_bounds,
           fmt::format("uses the surface object {:#x}, which is not among the kernel's arguments", handle), pc);
}

void BlockRunner::watch_surface(const SurfaceMemory& surface, const SurfaceAccess& access, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    if (observer_ != nullptr)
        observer_->surface_access({.thread = current_, .pc = pc}, surface, access.x_bytes, access.y, access.bytes,
                                  access.write ? Operation::store : Operation::load);
}

void BlockRunner::copy_async(std::uintptr_t to, std::uintptr_t from, int bytes, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    if (observer_ != nullptr && !observer_->copy_begins({.thread = current_, .pc = pc}, to, from, bytes)) end_thread();
    if (observer_ == nullptr && !may_store(to, bytes))
        refuse(FindingKind::out_of_bounds, fmt::format("copies {} bytes to {}", bytes, described(to, bytes)), pc);
    thread().copies.push_back({.to = to, .from = from, .bytes = bytes, .group = thread().groups, .pc = pc});
}

void BlockRunner::wait_for_copies(unsigned newest_groups_left, std::uintptr_t pc) {
    const InExecutor executor(*this, pc);
    Thread& self = thread();
    const auto done = [&](const Copy& copy) { return copy.group + newest_groups_left < self.groups; };
    for (const Copy& copy : self.copies) {
        if (!done(copy)) continue;
        working_at_ = copy.pc;
        std::memcpy(reinterpret_cast<void*>(copy.to), reinterpret_cast<const void*>(copy.from),
                    static_cast<std::size_t>(copy.bytes));
        working_at_ = 0;
        if (observer_ != nullptr) observer_->copy_ends(current_, copy.to, copy.bytes);
    }
    std::erase_if(self.copies, done);
}

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
// What becomes of a thread whose own code raised a signal, and of a block that is left in the middle. The handler runs
// on the signal stack of the worker, as if the kernel had called it: it jumps to the scheduler, and the fiber that was
// interrupted is never resumed.
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/simt/block_runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

namespace pairscope::simt {
namespace {

FindingKind kind_of(int signal) {
    if (signal == SIGFPE) return FindingKind::division_by_zero;
    return signal == SIGILL ? FindingKind::trap : FindingKind::out_of_bounds;
}

/// At so many ticks an endless loop is looked for in the kernel's own lines: it may spend most of its time elsewhere.
constexpr int tries_at_a_line = 20;

/// The processor time of the block's own work, without reading line information, which may take longer.
double working_seconds() { return cpu::processor_seconds() - seconds_of_looking_up(); }

constexpr std::string_view told_of_a_full_stack =
    "needs more than the 512 KiB of local memory that a thread has for its variables and calls";
static_assert(local_bytes == 512 << 10);

} // namespace

void BlockRunner::on_signal(void* self, const cpu::Fault& fault) {
    auto& runner = *static_cast<BlockRunner*>(self);
    if (fault.signal == cpu::tick_signal) {
        runner.tick(fault);
        return;
    }
    if (!host_thread.in_kernel && runner.working_at_ == 0) return; // a fault of the executor itself
    leave_kernel();
    runner.fault_ = fault;
    runner.end_fiber();
}

/// Should the block go on? The executor's own code is not left here: it asks when the kernel enters it next.
void BlockRunner::tick(const cpu::Fault& where) {
    if (is_looking_up()) return; // perhaps by an earlier tick, which this one has interrupted
    if (leave_ == Leave::no) {
        if (conditions_.stop.stop_requested()) {
            leave_ = Leave::stopped;
        } else if (ticked_block_ != blocks_begun_) {
            ticked_since_ = working_seconds();
            std::atomic_signal_fence(std::memory_order_seq_cst); // another tick may come in between
            ticked_block_ = blocks_begun_;
        } else if (working_seconds() - ticked_since_ > conditions_.most_seconds) {
            leave_ = Leave::endless;
        }
    }
    // In a library the kernel might hold a lock.
    if (leave_ == Leave::no || !host_thread.in_kernel || !cpu::is_code_of_the_program(where.place)) return;
    if (leave_ == Leave::endless && ++tries_ < tries_at_a_line && !is_of_a_kernel(source_of(where.place))) return;
    leave_kernel();
    fault_ = where;
    end_fiber();
}

void BlockRunner::leave_block(std::uintptr_t pc) {
    fault_ = cpu::Fault{.signal = cpu::tick_signal, .place = pc};
    end_fiber();
}

void BlockRunner::end_interrupted_thread() {
    const cpu::Fault fault = *std::exchange(fault_, std::nullopt);
    const std::uintptr_t asked_at = std::exchange(working_at_, 0);
    thread().state = State::done;
    lost_thread_ = true;
    --alive_;
    if (fault.signal == cpu::tick_signal) {
        if (leave_ == Leave::endless)
            tell(current_, place_in_kernel(fault), FindingKind::endless_loop,
                 fmt::format(
                     "was still running here after its block had used {:.1f} s of CPU time: its loop does not "
                     "end, or waits for another thread, but the threads of a block are simulated one after another",
                     conditions_.most_seconds));
        give_up();
        return;
    }
    const std::uintptr_t pc = asked_at != 0 ? asked_at : place_in_kernel(fault);
    if (fault.has_address && stacks_->is_fence_of(stack_, fault.address))
        tell(current_, pc, FindingKind::stack_overflow, std::string(told_of_a_full_stack));
    else if (fault.has_address && !is_jump(fault))
        tell(current_, pc, FindingKind::out_of_bounds,
             fmt::format("{} {}", fault.writes ? "writes at" : "reads at", described(fault.address, 1)));
    else
        tell(current_, pc, kind_of(fault.signal), cpu::told(fault));
}

void BlockRunner::refuse_deep_stack(std::uintptr_t pc) {
    refuse(FindingKind::stack_overflow, std::string(told_of_a_full_stack), pc);
}

/// The instruction that was interrupted may lie in a function of the executor or of a library that the kernel called.
std::uintptr_t BlockRunner::place_in_kernel(const cpu::Fault& fault) {
    for (const std::uintptr_t pc : {fault.place, fault.caller})
        if (cpu::is_code_of_the_program(pc) && is_of_a_kernel(source_of(pc))) return pc;
    return fault.caller == 0 || cpu::is_code_of_the_program(fault.place) ? fault.place : fault.caller;
}

std::string BlockRunner::described(std::uintptr_t address, int bytes) const {
    AddressSpace space(conditions_.memory);
    space.begin_block({.block = block_,
                       .linear_index = 0,
                       .size = {},
                       .dynamic_begin = dynamic_shared_.begin,
                       .dynamic_end = dynamic_shared_.end,
                       .static_begin = static_shared_.begin,
                       .static_end = static_shared_.end});
    return space.described(address, bytes);
}

bool BlockRunner::is_on_own_stack(std::uintptr_t address) const {
    const auto top = reinterpret_cast<std::uintptr_t>(stacks_->top(stack_));
    return address >= top - stack_bytes && address < top - call_depth_;
}

bool BlockRunner::may_store(std::uintptr_t address, int bytes) const {
    const auto holds = [&](const AddressRange& range) {
        return address >= range.begin && address + static_cast<std::uintptr_t>(bytes) <= range.end;
    };
    return std::ranges::any_of(writable_, holds) || holds(dynamic_shared_) || holds(static_shared_) ||
           is_on_own_stack(address) || std::ranges::any_of(module_of_kernels().variables, holds);
}

} // namespace pairscope::simt

// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/faults.h"

#include "kernels/engines/cpu/endings.h"

#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <fmt/format.h>
#include <mutex>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>
#include <utility>

/// The linker's names for the two ends of the program's code.
extern "C" const char __executable_start, etext;

namespace pairscope::cpu {
namespace {

constexpr std::array fault_signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};
constexpr std::size_t signal_stack_bytes = 256 << 10; // the system gives memory only for what is used
constexpr std::uintptr_t largest_null = 65536;        // a null pointer and an index

/// Who takes the faults of this thread.
struct Target {
    FaultScope::Handle handle = nullptr;
    void* self = nullptr;
};
constinit thread_local Target target;

/// Code that was loaded later. Handlers of signals read it.
constinit std::atomic<std::uintptr_t> loaded_begin = 0, loaded_end = 0;

/// What was installed before for each of fault_signals.
std::array<struct sigaction, fault_signals.size()>& actions_before() {
    static std::array<struct sigaction, fault_signals.size()> actions{};
    return actions;
}

struct Registers {
    std::uintptr_t instruction = 0, stack = 0;
    std::uintptr_t caller = 0;
    bool writes = false;
};

/// A tick may come while a fiber is entered: its stack pointer is then at the very end of memory that may be read. So
/// the caller, who is read from the stack, is looked up for faults only.
Registers registers_of(int signal, const ucontext_t& context) {
#if defined(__x86_64__)
    const auto& all = context.uc_mcontext.gregs;
    Registers found{.instruction = static_cast<std::uintptr_t>(all[REG_RIP]),
                    .stack = static_cast<std::uintptr_t>(all[REG_RSP]),
                    .writes = (all[REG_ERR] & 2) != 0};
    // A fault of the push itself has not left anything there.
    if (signal != tick_signal && static_cast<std::uintptr_t>(all[REG_CR2]) - found.stack > 4096)
        found.caller = *reinterpret_cast<const std::uintptr_t*>(found.stack);
    return found;
#elif defined(__aarch64__)
    const auto& all = context.uc_mcontext;
    return {.instruction = all.pc, .stack = all.sp, .caller = all.regs[30]};
#else
    return {};
#endif
}

Fault fault_of(int signal, const siginfo_t& info, const ucontext_t& context) {
    const Registers registers = registers_of(signal, context);
    Fault fault{.signal = signal,
                .writes = registers.writes,
                .address = reinterpret_cast<std::uintptr_t>(info.si_addr),
                .stack_pointer = registers.stack,
                .place = registers.instruction + 1, // return addresses lie behind the instruction
                .caller = registers.caller};
    fault.has_address = (signal == SIGSEGV || signal == SIGBUS) && info.si_code != SI_KERNEL;
    if (!is_code_of_the_program(fault.caller)) fault.caller = 0;
    return fault;
}

void on_signal(int signal, siginfo_t* info, void* context) {
    const int error = errno;
    const bool is_sent = info->si_code <= 0; // by kill(), not by an instruction
    const auto fault = [&] { return fault_of(signal, *info, *static_cast<const ucontext_t*>(context)); };
    if (target.handle != nullptr && (signal == tick_signal || !is_sent)) target.handle(target.self, fault());
    if (signal != tick_signal && (signal == SIGABRT || !is_sent)) report_unhandled(fault());
    errno = error;
    if (signal == tick_signal) return;
    // The fault was not handled here. The instruction runs once more, and the previous handler gets the fault.
    for (std::size_t i = 0; i < fault_signals.size(); ++i)
        if (fault_signals[i] == signal) sigaction(signal, &actions_before()[i], nullptr);
    if (is_sent) raise(signal);
}

void install_handlers() {
    static std::once_flag once;
    std::call_once(once, [] {
        struct sigaction action {};
        action.sa_sigaction = on_signal;
        // Without SA_NODEFER the signal would stay blocked in a thread that has left its handler by a jump.
        action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER | SA_RESTART;
        for (std::size_t i = 0; i < fault_signals.size(); ++i)
            sigaction(fault_signals[i], &action, &actions_before()[i]);
        sigaction(tick_signal, &action, nullptr);
    });
}

/// The stack on which this thread handles signals, as its own may be what is full.
class SignalStack {
public:
    SignalStack()
        : memory_(mmap(nullptr, signal_stack_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {
        if (memory_ == MAP_FAILED) return; // then the fault of a full stack ends the program
        const stack_t mine{.ss_sp = memory_, .ss_flags = 0, .ss_size = signal_stack_bytes};
        sigaltstack(&mine, &before_);
    }
    ~SignalStack() {
        if (memory_ == MAP_FAILED) return;
        sigaltstack(&before_, nullptr);
        munmap(memory_, signal_stack_bytes);
    }
    SignalStack(const SignalStack&) = delete;
    SignalStack& operator=(const SignalStack&) = delete;

private:
    void* memory_;
    stack_t before_{};
};

/// A timer that sends the calling thread a tick.
class Timer {
public:
    Timer() {
        struct sigevent event {};
        event.sigev_notify = SIGEV_THREAD_ID;
        event.sigev_signo = tick_signal;
        event._sigev_un._tid = gettid();
        works_ = timer_create(CLOCK_MONOTONIC, &event, &timer_) == 0;
    }
    ~Timer() {
        if (works_) timer_delete(timer_);
    }
    Timer(const Timer&) = delete;
    Timer& operator=(const Timer&) = delete;

    void set(long nanoseconds) const {
        const itimerspec times{.it_interval = {0, nanoseconds}, .it_value = {0, nanoseconds}};
        if (works_) timer_settime(timer_, 0, &times, nullptr);
    }

private:
    timer_t timer_{};
    bool works_ = false;
};

const Timer& timer_of_this_thread() {
    thread_local const Timer timer;
    return timer;
}

} // namespace

std::string told(const Fault& fault) {
    switch (fault.signal) {
    case SIGFPE:
        return "divides an integer by zero, or the smallest integer by -1";
    case SIGILL:
        return "executes an instruction that ends the kernel, such as __trap()";
    case SIGABRT:
        return "is aborted, either by an uncaught exception or because it corrupted memory";
    default:
        break;
    }
    if (is_jump(fault)) return fmt::format("jumps to address {:#x}, where there is no code", fault.address);
    const std::string_view verb = fault.writes ? "writes to" : "reads from";
    if (!fault.has_address)
        return "reads from or writes to an address that is never valid, or that is misaligned for a vector of 16 "
               "bytes; the pointer was probably not initialised, or is not a multiple of 16";
    if (fault.address < largest_null) return fmt::format("{} address {:#x}, a null pointer", verb, fault.address);
    return fmt::format("{} address {:#x}, where the program has no memory", verb, fault.address);
}

bool is_code_of_the_program(std::uintptr_t place) {
    if (place >= loaded_begin && place < loaded_end) return true;
    return place >= reinterpret_cast<std::uintptr_t>(&__executable_start) &&
           place < reinterpret_cast<std::uintptr_t>(&etext);
}

void count_as_the_program(std::uintptr_t begin, std::uintptr_t end) {
    loaded_end = 0; // a signal may come in between
    loaded_begin = begin;
    loaded_end = end;
}

FaultScope::FaultScope(Handle handle, void* self) : handle_before_(target.handle), self_before_(target.self) {
    install_handlers();
    thread_local const SignalStack stack;
    target = {.handle = handle, .self = self};
}

FaultScope::~FaultScope() { target = {.handle = handle_before_, .self = self_before_}; }

Ticks::Ticks() { timer_of_this_thread().set(10'000'000); }
Ticks::~Ticks() { timer_of_this_thread().set(0); }

double processor_seconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

} // namespace pairscope::cpu

// SPDX-License-Identifier: MIT
// Signals that a variant's own code raises (SIGSEGV, SIGBUS, SIGFPE, SIGILL) are handed to its caller. A fault of
// any other code ends the program as usual, with a core dump, and with a sentence if a CPU variant runs.
#pragma once

#include <csignal>
#include <cstdint>
#include <string>

namespace pairscope::cpu {

/// Where a thread was interrupted, and why.
struct Fault {
    int signal = 0;
    bool has_address = false; ///< not of SIGFPE and SIGILL, nor of an address that the processor cannot even form
    bool writes = false;      ///< known on x86-64 only
    std::uintptr_t address = 0;
    std::uintptr_t stack_pointer = 0;
    /// Places in the program as return addresses: of the instruction, then of the caller of its function, if that
    /// function has put nothing on the stack. The second one helps where the first one is in a library, or nowhere.
    std::uintptr_t place = 0;
    std::uintptr_t caller = 0;
};

/// What the variant did, as the end of a sentence: "reads from address 0x0, a null pointer".
[[nodiscard]] std::string told(const Fault& fault);

/// Did the processor go to an address where there is no code?
[[nodiscard]] inline bool is_jump(const Fault& fault) { return fault.address + 1 == fault.place; }

/// Is this code of the program itself, not of a library?
[[nodiscard]] bool is_code_of_the_program(std::uintptr_t place);
/// From now on this code counts as the program's, too: a user's own kernels, which were loaded later. There is one such
/// range in a process.
void count_as_the_program(std::uintptr_t begin, std::uintptr_t end);

/// Ticks and requests to look up arrive as this signal, which nothing else uses. A process that does not expect it
/// ignores it.
constexpr int tick_signal = SIGURG;

/// As long as it lives, the faults and ticks of this thread go to `handle`, on a stack of their own. It leaves by a
/// jump to another stack, or returns: then a tick has no effect, and a fault ends the program.
class FaultScope {
public:
    using Handle = void (*)(void* self, const Fault& fault);
    FaultScope(Handle handle, void* self);
    ~FaultScope();
    FaultScope(const FaultScope&) = delete;
    FaultScope& operator=(const FaultScope&) = delete;

private:
    Handle handle_before_;
    void* self_before_;
};

/// As long as it lives, this thread gets a tick every 10 ms.
class Ticks {
public:
    Ticks();
    ~Ticks();
    Ticks(const Ticks&) = delete;
    Ticks& operator=(const Ticks&) = delete;
};

/// Processor time of the calling thread [s].
[[nodiscard]] double processor_seconds();

} // namespace pairscope::cpu

// SPDX-License-Identifier: MIT
// What a CPU variant does that would end the program: it calls exit() or abort(), throws where nothing catches, or
// crashes in a thread that it started itself. On the threads of its run this becomes a failure of the run. Otherwise
// the program has to end, and one sentence on stderr names the variant.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace pairscope::cpu {

struct Fault;

/// Marks the CPU variant with this id as running while the object exists; the object copies the id.
class RunningVariant {
public:
    explicit RunningVariant(std::string_view id);
    ~RunningVariant();
    RunningVariant(const RunningVariant&) = delete;
    RunningVariant& operator=(const RunningVariant&) = delete;
};

/// The id of the CPU variant that runs; empty if none does.
[[nodiscard]] std::string running_variant();

/// As long as it lives, `work` is called before a variant ends the program, to save what there is. The thread that runs
/// the variant waits meanwhile.
class BeforeTheEnd {
public:
    explicit BeforeTheEnd(std::function<void()> work);
    ~BeforeTheEnd();
    BeforeTheEnd(const BeforeTheEnd&) = delete;
    BeforeTheEnd& operator=(const BeforeTheEnd&) = delete;
};

/// Calls the `work` of BeforeTheEnd before the user ends the program, if a CPU variant is still running.
void save_before_the_end();

/// For the signal handler, about a fault that is not handled. While a variant runs, this says so, and ends the program
/// with exit code 1 if a line of the variant is on the stack. Otherwise it returns, and the fault ends the program.
void report_unhandled(const Fault& fault);

} // namespace pairscope::cpu

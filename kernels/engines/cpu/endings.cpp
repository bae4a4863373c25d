// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/endings.h"

#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/engines/cpu/variant_guard.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <execinfo.h>
#include <fmt/format.h>
#include <mutex>
#include <semaphore.h>
#include <span>
#include <thread>
#include <unistd.h>
#include <utility>

namespace pairscope::cpu {
namespace {

constexpr std::size_t most_frames = 64;
constexpr int exit_code_of_a_failure = 1;

/// The end of the program, as its cause describes it. It is filled in by a signal handler: no memory is allocated.
struct End {
    Fault fault{};
    const char* call = nullptr; ///< "calls exit()"; null: the fault
    std::array<void*, most_frames> frames{};
    int depth = 0;
};

constinit std::atomic<bool> variant_runs = false;

/// What the threads of the program share about its end.
struct Shared {
    std::mutex mutex; ///< guards the next two
    std::string variant;
    std::function<void()> before_the_end;
    std::atomic<bool> is_told = false; ///< the sentence about the end is out
    std::atomic_flag ends;
    End end;
    sem_t has_end{};
};

/// It is never destroyed, because a thread may end the program at any time.
Shared& shared() {
    static Shared& all = *[] {
        auto* made = new Shared;
        sem_init(&made->has_end, 0, 0);
        return made;
    }();
    return all;
}

/// The innermost line of a kernel on the stack.
SourceLine line_on_the_stack(const End& end) {
    const auto line_at = [](std::uintptr_t place) {
        SourceLine line = is_code_of_the_program(place) ? source_of(place) : SourceLine{};
        return is_of_a_kernel(line) ? line : SourceLine{};
    };
    if (end.call != nullptr) return source_of(end.fault.place); // perhaps of an object that is being loaded
    if (SourceLine line = line_at(end.fault.place); !line.file.empty()) return line;
    for (const void* frame : std::span(end.frames).first(static_cast<std::size_t>(end.depth)))
        if (SourceLine line = line_at(reinterpret_cast<std::uintptr_t>(frame)); !line.file.empty()) return line;
    return {};
}

std::string sentence_about(const End& end, const SourceLine& line, const std::string& variant) {
    if (line.file.empty())
        return fmt::format("The program crashed ({}) while {} was running. The variant may have written outside its "
                           "arrays.",
                           strsignal(end.fault.signal), variant);
    return fmt::format("{} ended the program in {}:{}, where it {}", variant, line.file, line.line,
                       end.call != nullptr ? end.call : told(end.fault));
}

/// Runs on a thread of its own, which waits until something ends the program and then reports it. The thread that ends
/// the program cannot report it, because it may hold a lock that the report needs.
void tell_of_the_end() {
    Shared& all = shared();
    while (sem_wait(&all.has_end) != 0) {
    }
    const SourceLine line = line_on_the_stack(all.end);
    const std::scoped_lock lock(all.mutex);
    if (all.before_the_end) all.before_the_end();
    const char* const begin = ::isatty(STDERR_FILENO) == 1 ? "\r\033[K" : ""; // a line of progress may stand there
    const std::string text = fmt::format("{}pairscope: {}\n", begin, sentence_about(all.end, line, all.variant));
    static_cast<void>(!::write(STDERR_FILENO, text.data(), text.size()));
    if (!line.file.empty()) ::_exit(exit_code_of_a_failure);
    all.is_told = true;
}

/// Hands the end over, and returns if the program has to end by the fault itself.
void hand_over(const Fault& fault, const char* call) {
    Shared& all = shared();
    constexpr timespec pause{.tv_sec = 0, .tv_nsec = 20'000'000};
    constexpr int most_pauses = 1500; // half a minute, to save a recording
    if (!all.ends.test_and_set()) {
        all.end.fault = fault;
        all.end.call = call;
        all.end.depth = backtrace(all.end.frames.data(), static_cast<int>(most_frames));
        sem_post(&all.has_end);
    }
    for (int i = 0; i < most_pauses && !all.is_told; ++i) clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nullptr);
}

std::terminate_handler& terminate_before() {
    static std::terminate_handler handler = nullptr;
    return handler;
}

[[noreturn]] void on_terminate() {
    VariantGuard::leave("throws an exception that is not caught, or that leaves a noexcept function", 0);
    terminate_before()();
    std::abort();
}

/// Once, before the first variant runs.
void prepare() {
    static std::once_flag once;
    std::call_once(once, [] {
        void* frame = nullptr;
        backtrace(&frame, 1); // loads its library, which a signal handler must not do
        terminate_before() = std::set_terminate(on_terminate);
        std::thread(tell_of_the_end).detach();
    });
}

/// For a call that ends the program, before it does. It returns if the caller is no variant.
void on_call(const char* call, void* caller) {
    const auto place = reinterpret_cast<std::uintptr_t>(caller);
    VariantGuard::leave(call, place);
    if (!variant_runs || !is_of_a_kernel(source_of(place))) return;
    hand_over({.place = place}, call);
    ::_exit(exit_code_of_a_failure);
}

} // namespace

RunningVariant::RunningVariant(std::string_view id) {
    prepare();
    const std::scoped_lock lock(shared().mutex);
    shared().variant = id;
    variant_runs = true;
}

RunningVariant::~RunningVariant() {
    const std::scoped_lock lock(shared().mutex);
    variant_runs = false;
    shared().variant.clear();
}

std::string running_variant() {
    const std::scoped_lock lock(shared().mutex);
    return shared().variant;
}

BeforeTheEnd::BeforeTheEnd(std::function<void()> work) {
    const std::scoped_lock lock(shared().mutex);
    shared().before_the_end = std::move(work);
}

BeforeTheEnd::~BeforeTheEnd() {
    const std::scoped_lock lock(shared().mutex);
    shared().before_the_end = nullptr;
}

void save_before_the_end() {
    const std::scoped_lock lock(shared().mutex); // the variant's run does not end meanwhile
    if (variant_runs && shared().before_the_end) shared().before_the_end();
}

void report_unhandled(const Fault& fault) {
    if (variant_runs) hand_over(fault, nullptr);
}

} // namespace pairscope::cpu

// The linker sends every call of these functions here (--wrap), also those of variants, and gives the functions
// themselves the names __real_*.
// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)
extern "C" {
[[noreturn]] void __real_exit(int code);
[[noreturn]] void __real__exit(int code);
[[noreturn]] void __real__Exit(int code);
[[noreturn]] void __real_quick_exit(int code);
[[noreturn]] void __real_abort();
[[noreturn]] void __real___assert_fail(const char* condition, const char* file, unsigned line, const char* function);
[[noreturn]] void __wrap_exit(int code);
[[noreturn]] void __wrap__exit(int code);
[[noreturn]] void __wrap__Exit(int code);
[[noreturn]] void __wrap_quick_exit(int code);
[[noreturn]] void __wrap_abort();
[[noreturn]] void __wrap___assert_fail(const char* condition, const char* file, unsigned line, const char* function);

void __wrap_exit(int code) {
    pairscope::cpu::on_call("calls exit()", __builtin_return_address(0));
    __real_exit(code);
}
void __wrap__exit(int code) {
    pairscope::cpu::on_call("calls _exit()", __builtin_return_address(0));
    __real__exit(code);
}
void __wrap__Exit(int code) {
    pairscope::cpu::on_call("calls _Exit()", __builtin_return_address(0));
    __real__Exit(code);
}
void __wrap_quick_exit(int code) {
    pairscope::cpu::on_call("calls quick_exit()", __builtin_return_address(0));
    __real_quick_exit(code);
}
void __wrap_abort() {
    pairscope::cpu::on_call("calls abort()", __builtin_return_address(0));
    __real_abort();
}
void __wrap___assert_fail(const char* condition, const char* file, unsigned line, const char* function) {
    pairscope::cpu::on_call("fails an assertion", __builtin_return_address(0));
    __real___assert_fail(condition, file, line, function);
}
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

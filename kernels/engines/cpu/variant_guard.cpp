// SPDX-License-Identifier: MIT
#include "kernels/engines/cpu/variant_guard.h"

#include "kernels/engines/cpu/faults.h"
#include "kernels/engines/cpu/symbols.h"

#include <algorithm>
#include <chrono>
#include <csetjmp>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace pairscope::cpu {
namespace {

constexpr std::chrono::seconds time_to_stop{1}; // ten times as long as a variant may take
constexpr std::chrono::milliseconds between_requests{20};

bool is_stack_overflow(const Fault& fault) {
    constexpr std::uintptr_t below = 1 << 20, above = 1 << 16;
    return fault.has_address && fault.address - (fault.stack_pointer - below) < below + above;
}

SourceLine line_of(const Fault& fault) {
    for (const std::uintptr_t place : {fault.place, fault.caller})
        if (is_code_of_the_program(place))
            if (SourceLine line = source_of(place); is_of_a_kernel(line)) return line;
    return {};
}

/// `does` is what the variant does instead of a fault, or null.
std::string message_of(const Fault& fault, const char* does) {
    const SourceLine line = line_of(fault);
    const std::string what =
        does != nullptr ? fmt::format("{}, which would end the whole program", does)
        : fault.signal == tick_signal
            ? "does not check its stop token: it was still running a second after it was asked to end"
        : is_stack_overflow(fault) ? "overflows the stack of its thread"
                                   : told(fault);
    return line.file.empty() ? "it " + what : fmt::format("{}:{}: it {}", line.file, line.line, what);
}

} // namespace

/// Where run() goes on after a signal.
struct VariantGuard::Landing {
    VariantGuard* guard = nullptr;
    sigjmp_buf back{};
    Fault fault{};
    const char* does = nullptr; ///< what the variant does that is no fault
    static constinit thread_local Landing* current;
};
constinit thread_local VariantGuard::Landing* VariantGuard::Landing::current = nullptr;

VariantGuard* VariantGuard::of_this_thread() { return Landing::current == nullptr ? nullptr : Landing::current->guard; }

VariantGuard::Suspended::Suspended() : before_(std::exchange(Landing::current, nullptr)) {}
VariantGuard::Suspended::~Suspended() { Landing::current = before_; }

VariantGuard::VariantGuard(std::string_view variant_id, const std::stop_token& stop) : running_(variant_id) {
    stopped_.emplace(stop, [this] { hurrier_ = std::thread([this] { hurry(); }); });
}

VariantGuard::~VariantGuard() {
    stopped_.reset(); // waits until the callback has returned
    if (!hurrier_.joinable()) return;
    {
        const std::scoped_lock lock(mutex_);
        has_ended_ = true;
    }
    ended_.notify_all();
    hurrier_.join();
}

/// After a stop, a signal interrupts each thread that does not end in time.
void VariantGuard::hurry() {
    std::unique_lock lock(mutex_);
    if (ended_.wait_for(lock, time_to_stop, [this] { return has_ended_; })) return;
    overdue_ = true;
    do
        for (const pthread_t thread : threads_) pthread_kill(thread, tick_signal);
    while (!ended_.wait_for(lock, between_requests, [this] { return has_ended_; }));
}

void VariantGuard::on_signal(void*, const Fault& fault) {
    Landing* const landing = Landing::current;
    if (landing == nullptr) return; // not the variant's code
    if (fault.signal == tick_signal) {
        if (is_looking_up()) return; // this request has interrupted the handling of an earlier one
        // Elsewhere than in a line of the variant, or in a program without line information, it might hold a lock. In a
        // library that may be the lock of malloc, which looking up the line needs.
        if (!landing->guard->overdue_ || !is_code_of_the_program(fault.place) || line_of(fault).file.empty()) return;
    } else if (!is_code_of_the_program(fault.place) && fault.caller == 0) {
        return; // deep in a library
    }
    Landing::current = nullptr;
    landing->fault = fault;
    siglongjmp(landing->back, 1);
}

void VariantGuard::leave(const char* does, std::uintptr_t place) {
    Landing* const landing = std::exchange(Landing::current, nullptr);
    if (landing == nullptr) return;
    landing->fault = {.place = place};
    landing->does = does;
    siglongjmp(landing->back, 1);
}

void VariantGuard::run(const std::function<void()>& work) {
    Landing landing{.guard = this};
    Landing* const before = Landing::current;
    const FaultScope scope(&VariantGuard::on_signal, nullptr);
    {
        const std::scoped_lock lock(mutex_);
        threads_.push_back(pthread_self());
    }
    const auto leave = [&] {
        Landing::current = before;
        const std::scoped_lock lock(mutex_);
        threads_.erase(std::ranges::find(threads_, pthread_self()));
    };
    if (sigsetjmp(landing.back, 0) != 0) {
        leave();
        VariantFault fault(message_of(landing.fault, landing.does));
        if (landing.fault.has_address) fault.address = landing.fault.address;
        fault.writes = landing.fault.writes;
        throw fault;
    }
    Landing::current = &landing;
    try {
        work();
    } catch (const std::exception&) {
        leave();
        throw;
    } catch (...) {
        leave();
        throw VariantFault("it throws something that is not a std::exception");
    }
    leave();
}

} // namespace pairscope::cpu

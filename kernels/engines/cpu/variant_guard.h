// SPDX-License-Identifier: MIT
// Runs CPU variants so that their faults do not end the program. What a variant wrote into memory that is not its own
// cannot be undone.
#pragma once

#include "kernels/engines/cpu/endings.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <pthread.h>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace pairscope::cpu {

/// A variant raised a signal, would have ended the program, or does not check its stop token. The text says what, and
/// on which line if that is known.
struct VariantFault : std::runtime_error {
    using std::runtime_error::runtime_error;
    std::uintptr_t address = 0; ///< that it touched without having it; 0: it is unknown, or this was no such fault
    bool writes = false;        ///< to that address
};

/// One run of a CPU variant. A thread that works for it is left in the middle when it raises a signal, or when it goes
/// on for a second after `stop` was requested.
class VariantGuard {
public:
    VariantGuard(std::string_view variant_id, const std::stop_token& stop);
    ~VariantGuard();
    VariantGuard(const VariantGuard&) = delete;
    VariantGuard& operator=(const VariantGuard&) = delete;

    /// Calls `work`, a part of the variant's run, on this thread. Throws VariantFault. Objects that `work` had on its
    /// stack are then lost, not destroyed.
    void run(const std::function<void()>& work);

    /// Ends the run that the calling thread works for, as a failure: the variant `does` something, such as calling
    /// exit(), at this return address, or at an unknown one (0). It returns if the thread works for none.
    static void leave(const char* does, std::uintptr_t place);

    /// What the calling thread works for; null: no CPU variant.
    [[nodiscard]] static VariantGuard* of_this_thread();

    /// As long as it lives, code that is not the variant's runs on a thread of it, such as the scheduler of tasks: its
    /// faults end the program.
    class Suspended;

private:
    struct Landing;
    static void on_signal(void* self, const struct Fault& fault);
    void hurry();

    RunningVariant running_;
    std::mutex mutex_;
    std::condition_variable ended_;
    bool has_ended_ = false;
    std::vector<pthread_t> threads_; // that are in run()
    std::atomic<bool> overdue_ = false;
    std::thread hurrier_; // started by a stop
    std::optional<std::stop_callback<std::function<void()>>> stopped_;
};

class VariantGuard::Suspended {
public:
    Suspended();
    ~Suspended();
    Suspended(const Suspended&) = delete;
    Suspended& operator=(const Suspended&) = delete;

private:
    Landing* before_;
};

} // namespace pairscope::cpu

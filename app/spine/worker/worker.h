// SPDX-License-Identifier: MIT
// A thread that does jobs one after the other and answers with events. The program has two: one owns the engines (CUDA
// launches and CPU runs), one reads and writes files. Exceptions end here: they become events with a message.
#pragma once

#include "app/spine/worker/workbench.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace pairscope::app {

class Worker {
public:
    /// `wake` is called from the worker's thread whenever there is something to poll.
    explicit Worker(std::function<void()> wake);
    /// Cancels what runs and waits for its end. A CPU variant that does not stop would hold up the end of the program
    /// for ever: after some seconds the program ends, with a sentence that names the variant.
    ~Worker();

    void post(Job job);
    /// Asks the running job to stop; queued jobs still run. A CPU run stops within 100 ms, a GPU run between launches.
    void cancel();
    /// Takes such jobs out of the queue, and asks the running one to stop if it is such a job.
    void withdraw(const std::function<bool(const Job&)>& is_unwanted);
    /// No job is queued or running, and no event waits.
    [[nodiscard]] bool idle() const;
    [[nodiscard]] std::vector<Event> poll();
    /// Waits until an event can be polled, at most so long.
    void wait_for_event(std::chrono::duration<double> at_most);
    /// What runs now; absent: nothing. Some seconds after a cancel it says which CPU variant does not stop.
    [[nodiscard]] std::optional<Activity> activity() const;

private:
    void work(const std::stop_token& quit);

    std::function<void()> wake_;
    mutable std::mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_;
    std::vector<Event> events_;
    std::optional<Activity> activity_;
    const Job* running_ = nullptr;
    std::stop_source stop_;
    std::optional<Clock::time_point> cancelled_at_; ///< when the running job was cancelled
    Workbench bench_;
    std::jthread thread_; // last: it uses everything above
};

} // namespace pairscope::app

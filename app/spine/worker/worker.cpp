// SPDX-License-Identifier: MIT
#include "app/spine/worker/worker.h"

#include "kernels/engines/cpu/endings.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <utility>

namespace pairscope::app {
namespace {

constexpr std::chrono::seconds time_to_stop{4}; // a CPU variant is left after one, where that is possible

} // namespace

Worker::Worker(std::function<void()> wake)
    : wake_(std::move(wake)), bench_([this](const Task& task, double share) {
          const std::lock_guard lock(mutex_);
          const auto since = activity_ && activity_->task == task ? activity_->since : Clock::now();
          activity_ = Activity{.task = task, .share = share, .since = since, .cancellable = true};
      }),
      thread_([this](const std::stop_token& quit) { work(quit); }) {}

Worker::~Worker() {
    thread_.request_stop(); // first: a job that begins after it would not be cancelled
    cancel();
    changed_.notify_all();
    std::unique_lock lock(mutex_);
    while (!changed_.wait_for(lock, time_to_stop, [this] { return !running_; })) {
        const std::string variant = cpu::running_variant();
        if (variant.empty()) continue;
        fmt::print(stderr,
                   "pairscope: {} is still running because it does not check its stop token. The program ends without "
                   "waiting for this variant.\n",
                   variant);
        std::_Exit(1);
    }
}

void Worker::post(Job job) {
    const std::lock_guard lock(mutex_);
    jobs_.push_back(std::move(job));
    changed_.notify_all();
}

void Worker::cancel() {
    const std::lock_guard lock(mutex_);
    stop_.request_stop();
    if (running_ && !cancelled_at_) cancelled_at_ = Clock::now();
}

void Worker::withdraw(const std::function<bool(const Job&)>& is_unwanted) {
    const std::lock_guard lock(mutex_);
    std::erase_if(jobs_, is_unwanted);
    if (running_ != nullptr && is_unwanted(*running_)) stop_.request_stop();
}

bool Worker::idle() const {
    const std::lock_guard lock(mutex_);
    return jobs_.empty() && running_ == nullptr && events_.empty();
}

std::vector<Event> Worker::poll() {
    const std::lock_guard lock(mutex_);
    return std::exchange(events_, {});
}

void Worker::wait_for_event(std::chrono::duration<double> at_most) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, at_most, [this] { return !events_.empty(); });
}

std::optional<Activity> Worker::activity() const {
    const std::lock_guard lock(mutex_);
    auto activity = activity_;
    if (!activity) return {};
    activity->share = std::max(activity->share, bench_.rows_share());
    if (!cancelled_at_ || Clock::now() - *cancelled_at_ < time_to_stop) return activity;
    if (const std::string variant = cpu::running_variant(); !variant.empty())
        return Activity{.task = {.kind = TaskKind::not_stopping, .variants = {variant}},
                        .share = 0.0,
                        .since = *cancelled_at_,
                        .cancellable = activity->cancellable};
    return activity;
}

void Worker::work(const std::stop_token& quit) {
    while (true) {
        std::unique_lock lock(mutex_);
        if (!changed_.wait(lock, quit, [this] { return !jobs_.empty(); })) return;
        if (quit.stop_requested()) return;
        const Job job = std::move(jobs_.front());
        jobs_.pop_front();
        running_ = &job;
        stop_ = std::stop_source();
        cancelled_at_.reset();
        const std::stop_token stop = stop_.get_token();
        lock.unlock();

        Event event = bench_.carry_out(job, stop);

        lock.lock();
        events_.push_back(std::move(event));
        running_ = nullptr;
        activity_.reset();
        changed_.notify_all();
        lock.unlock();
        wake_();
    }
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// A limit on the processor time of this process, which a busy machine does not use up.
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

namespace pairscope::profiling {

/// Requests a stop after so many seconds of this process's time, all threads together, or when the caller does.
class TimeLimit {
public:
    TimeLimit(double seconds, std::stop_token asked);
    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }

private:
    void watch(const std::stop_token& ended);

    std::stop_token asked_;
    double end_;
    std::stop_source stop_;
    std::mutex mutex_;
    std::condition_variable_any wake_;
    std::jthread watcher_; // last: it uses everything above
};

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "profiling/time_limit.h"

#include <chrono>
#include <ctime>
#include <utility>

namespace pairscope::profiling {
namespace {

double used_processor_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

} // namespace

TimeLimit::TimeLimit(double seconds, std::stop_token asked)
    : asked_(std::move(asked)), end_(used_processor_seconds() + seconds),
      watcher_([this](const std::stop_token& ended) { watch(ended); }) {}

void TimeLimit::watch(const std::stop_token& ended) {
    constexpr std::chrono::milliseconds between_looks(20);
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, ended, between_looks, [&] { return ended.stop_requested(); }))
        if (asked_.stop_requested() || used_processor_seconds() > end_) stop_.request_stop();
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "app/cli/reports/row_progress.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

namespace pairscope::cli {

RowProgress::RowProgress(std::string doing, std::int64_t rows)
    : doing_(std::move(doing)), rows_(std::max<std::int64_t>(rows, 1)),
      watcher_([this](const std::stop_token& stop) { watch(stop); }) {}

RowProgress::~RowProgress() {
    watcher_.request_stop();
    watcher_.join(); // erases the line before anybody prints
}

void RowProgress::watch(const std::stop_token& stop) {
    constexpr std::chrono::milliseconds pause{100};
    ProgressLine line;
    std::mutex mutex;
    std::condition_variable_any ended;
    std::unique_lock lock(mutex);
    while (!ended.wait_for(lock, stop, pause, [&stop] { return stop.stop_requested(); })) {
        const double share = static_cast<double>(rows_done_.load(std::memory_order_relaxed)) / double(rows_);
        line.show(doing_, std::min(share, 1.0));
    }
}

} // namespace pairscope::cli

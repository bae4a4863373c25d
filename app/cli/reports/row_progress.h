// SPDX-License-Identifier: MIT
// A long computation shows in a line on the terminal how many rows are done. A thread updates that line.
#pragma once

#include "app/cli/reports/progress_line.h"

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

namespace pairscope::cli {

class RowProgress {
public:
    /// "finding neighbours 50 %". Without a terminal nothing is shown.
    RowProgress(std::string doing, std::int64_t rows);
    ~RowProgress();
    RowProgress(const RowProgress&) = delete;
    RowProgress& operator=(const RowProgress&) = delete;

    /// What the computation counts its rows in.
    [[nodiscard]] std::atomic<std::int64_t>* rows_done() { return &rows_done_; }

private:
    void watch(const std::stop_token& stop);

    std::string doing_;
    std::int64_t rows_;
    std::atomic<std::int64_t> rows_done_ = 0;
    std::jthread watcher_; // last: it uses everything above
};

} // namespace pairscope::cli

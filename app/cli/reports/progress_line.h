// SPDX-License-Identifier: MIT
// Shows what is being done and how far it is, in one line that overwrites itself. A pipe gets at most one line.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

namespace pairscope::cli {

class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// "checking cpu_naive 50 %, about 12 s left". It is drawn at most 20 times per second. Where standard error is not
    /// a terminal, one such line is written about work that takes longer than 15 s.
    /// `rate`, such as "2.1e+09 pairs per second", stands behind the share; it may be empty.
    void show(std::string_view doing, double share, std::string_view rate = {});
    void clear();

private:
    void begin(std::string_view doing, double share);

    bool terminal_ = false;
    bool shown_ = false;
    bool told_ = false; ///< the line for what is no terminal was written
    std::string doing_; ///< since when `began_`, where it was at `first_share_`
    double first_share_ = 0.0;
    std::chrono::steady_clock::time_point began_{};
    std::chrono::steady_clock::time_point last_{};
};

class RowProgress {
public:
    /// "finding neighbours 50 %". Without a terminal nothing is shown.
    RowProgress(std::string doing, std::int64_t rows);
    /// "looking at all pairs 50 %, 2.1e+09 pairs per second": of so many pairs in all rows.
    RowProgress(std::string doing, std::int64_t rows, double pairs);
    ~RowProgress();
    RowProgress(const RowProgress&) = delete;
    RowProgress& operator=(const RowProgress&) = delete;

    /// What the computation counts its rows in.
    [[nodiscard]] std::atomic<std::int64_t>* rows_done() { return &rows_done_; }

private:
    void watch(const std::stop_token& stop);

    std::string doing_;
    std::int64_t rows_;
    double pairs_ = 0.0; ///< 0: none are counted
    std::atomic<std::int64_t> rows_done_ = 0;
    std::jthread watcher_; // last: it uses everything above
};

} // namespace pairscope::cli

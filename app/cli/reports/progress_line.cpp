// SPDX-License-Identifier: MIT
#include "app/cli/reports/progress_line.h"

#include "app/cli/reports/output.h"
#include "kernels/data/readable.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdio>
#include <fmt/format.h>
#include <mutex>
#include <sys/ioctl.h>
#include <unistd.h>
#include <utility>

namespace pairscope::cli {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds patience{15.0}; // outside a terminal: a log needs no line about short work
constexpr Seconds least_for_estimate{2.0};

/// "50 %, about 12 s left" if what is left goes on as fast as what was done; "50 %" while that is a guess.
std::string with_time_left(const std::string& share, Seconds passed, double done, double left) {
    if (passed < least_for_estimate || done <= 0.0) return share;
    return fmt::format("{}, about {:.0f} s left", share, std::ceil(passed.count() * left / done));
}

/// The columns of the terminal, or the usual ones if it does not tell them.
std::size_t columns_of_terminal() {
    constexpr std::size_t usual = 80;
    winsize size{};
    return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

/// A line that is longer than the terminal is wide could not be erased. "checking cpu_na 50 %"
std::string fitted(std::string_view doing, std::string_view share, std::string_view with_left) {
    constexpr std::size_t most = 70, least = 20; // characters of what is being done
    const std::size_t room = columns_of_terminal() - 1;
    const std::string_view progress = 1 + with_left.size() + least > room ? share : with_left;
    const std::size_t kept = room > 1 + progress.size() ? room - 1 - progress.size() : 0;
    return fmt::format("{:.{}} {}", doing, std::min(most, kept), progress);
}

} // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::begin(std::string_view doing, double share) {
    doing_ = doing;
    first_share_ = share;
    began_ = std::chrono::steady_clock::now();
    told_ = false;
}

void ProgressLine::show(std::string_view doing, double share, std::string_view rate) {
    constexpr std::chrono::milliseconds pause{50};
    const auto now = std::chrono::steady_clock::now();
    if (doing_ != doing || share < first_share_) begin(doing, share);
    const std::chrono::duration<double> passed = now - began_;
    const std::string percent = fmt::format("{:.0f} %", 100.0 * share),
                      with_rate = rate.empty() ? percent : fmt::format("{}, {}", percent, rate),
                      with_left = with_time_left(with_rate, passed, share - first_share_, 1.0 - share);
    if (!terminal_) {
        if (std::exchange(told_, told_ || passed > patience) || passed <= patience) return;
        say(fmt::format("{} {}", doing, with_left));
        return;
    }
    if (shown_ && now - last_ < pause) return;
    last_ = now;
    shown_ = true;
    write_to_standard_error("\r\033[K" + fitted(legible(doing), percent, with_left));
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (!shown_) return;
    shown_ = false;
    write_to_standard_error("\r\033[K");
    std::fflush(stderr);
}

RowProgress::RowProgress(std::string doing, std::int64_t rows) : RowProgress(std::move(doing), rows, 0.0) {}

RowProgress::RowProgress(std::string doing, std::int64_t rows, double pairs)
    : doing_(std::move(doing)), rows_(std::max<std::int64_t>(rows, 1)), pairs_(pairs),
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
    const auto began = std::chrono::steady_clock::now();
    while (!ended.wait_for(lock, stop, pause, [&stop] { return stop.stop_requested(); })) {
        const double share = static_cast<double>(rows_done_.load(std::memory_order_relaxed)) / double(rows_);
        const Seconds passed = std::chrono::steady_clock::now() - began;
        const bool has_rate = pairs_ > 0.0 && share > 0.0;
        line.show(doing_, std::min(share, 1.0),
                  has_rate ? fmt::format("{:.2g} pairs per second", share * pairs_ / passed.count()) : std::string());
    }
}

} // namespace pairscope::cli

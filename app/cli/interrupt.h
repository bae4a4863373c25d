// SPDX-License-Identifier: MIT
// Ctrl-C, the end of a terminal (SIGHUP) and SIGTERM. While data is loaded they end the program; while variants run
// they stop them, so that what is there gets printed and recorded; while it is printed they end the program again, also
// where nobody reads it. A CPU variant that goes on for seconds is named. A second Ctrl-C always ends the program.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace pairscope::cli {

/// From now on these signals end the program with ExitCode::interrupted, except while there is an Interrupt. Only the
/// first of several ranks says so. `environment` has an entry "NAME=value" for each variable, and ends with null.
void end_on_signals(const char* const* environment);

/// To be made before anything starts a thread: threads inherit that the signals are left to this one.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    /// From now on the first signal only asks to stop.
    void stop_gently() { gently_ = true; }
    /// From now on a signal ends the program, even if it was asked to stop before: what is to be kept has been saved.
    void end_at_once() { is_at_end_ = true; }
    [[nodiscard]] std::stop_token token() const { return stop_.get_token(); }
    [[nodiscard]] bool happened() const { return stop_.stop_requested(); }

private:
    void watch();
    int next_signal();

    const bool speaks_; ///< where the program was started as several ranks, only the first one does
    std::stop_source stop_;
    std::atomic<bool> gently_ = false;
    std::atomic<bool> is_at_end_ = false;
    std::atomic<bool> ending_ = false;
    bool told_ = false; ///< whether watch() has already reported the running variant
    sigset_t watched_{};
    sigset_t before_{};
    std::thread watcher_; // last: it uses everything above
};

} // namespace pairscope::cli

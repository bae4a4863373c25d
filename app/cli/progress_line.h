// SPDX-License-Identifier: MIT
// Shows what is being done and how far it is, in one line that overwrites itself, and only in a terminal.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace pairscope::cli {

class ProgressLine {
public:
    ProgressLine();
    ~ProgressLine() { clear(); }
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    /// "checking cpu_naive 50 %". It is drawn at most 20 times per second.
    void show(std::string_view doing, double share);
    void clear();

private:
    bool terminal_ = false;
    bool shown_ = false;
    std::chrono::steady_clock::time_point last_{};
};

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/progress_line.h"

#include "app/cli/output.h"
#include "kernels/core/readable.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <unistd.h>
#include <utility>

namespace pairscope::cli {
namespace {

using Seconds = std::chrono::duration<double>;
constexpr Seconds patience{15.0}; // outside a terminal: a log needs no line about short work
constexpr Seconds least_for_estimate{2.0};

/// ", about 12 s left" if what is left goes on as fast as what was done; empty while that is a guess.
std::string time_left(Seconds passed, double done, double left) {
    if (passed < least_for_estimate || done <= 0.0) return {};
    return fmt::format(", about {:.0f} s left", std::ceil(passed.count() * left / done));
}

} // namespace

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::begin(std::string_view doing, double share) {
    doing_ = doing;
    first_share_ = share;
    began_ = std::chrono::steady_clock::now();
    told_ = false;
}

void ProgressLine::show(std::string_view doing, double share) {
    constexpr std::chrono::milliseconds pause{50};
    const auto now = std::chrono::steady_clock::now();
    if (doing_ != doing || share < first_share_) begin(doing, share);
    const std::chrono::duration<double> passed = now - began_;
    if (!terminal_) {
        if (std::exchange(told_, told_ || passed > patience) || passed <= patience) return;
        say(fmt::format("{} {:.0f} %{}", doing, 100.0 * share, time_left(passed, share - first_share_, 1.0 - share)));
        return;
    }
    if (shown_ && now - last_ < pause) return;
    last_ = now;
    shown_ = true;
    write_to_standard_error(fmt::format("\r\033[K{:.70} {:.0f} %{}", legible(doing), 100.0 * share,
                                        time_left(passed, share - first_share_, 1.0 - share)));
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (!shown_) return;
    shown_ = false;
    write_to_standard_error("\r\033[K");
    std::fflush(stderr);
}

} // namespace pairscope::cli

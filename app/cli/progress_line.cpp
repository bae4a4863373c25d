// SPDX-License-Identifier: MIT
#include "app/cli/progress_line.h"

#include "app/cli/output.h"
#include "kernels/core/readable.h"

#include <fmt/format.h>

#include <cstdio>
#include <unistd.h>

namespace pairscope::cli {

ProgressLine::ProgressLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void ProgressLine::show(std::string_view doing, double share) {
    constexpr std::chrono::milliseconds pause{50};
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || (shown_ && now - last_ < pause)) return;
    last_ = now;
    shown_ = true;
    write_to_standard_error(fmt::format("\r\033[K{:.70} {:.0f} %", legible(doing), 100.0 * share));
    std::fflush(stderr);
}

void ProgressLine::clear() {
    if (!shown_) return;
    shown_ = false;
    write_to_standard_error("\r\033[K");
    std::fflush(stderr);
}

} // namespace pairscope::cli

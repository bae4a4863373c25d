// SPDX-License-Identifier: MIT
#include "app/window/status/frame_rate.h"

namespace pairscope::app {

double FrameRate::after_frame(bool waited, Clock::time_point now) {
    constexpr double window = 0.5; // [s]
    if (waited) {
        count_ = 0;
        rate_ = 0.0; // the rate before the pause says nothing about now
    }
    if (count_++ == 0) begin_ = now;
    const double seconds = std::chrono::duration<double>(now - begin_).count();
    if (seconds < window) return rate_;
    rate_ = double(count_ - 1) / seconds;
    count_ = 0;
    return rate_;
}

} // namespace pairscope::app

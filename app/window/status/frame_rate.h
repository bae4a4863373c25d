// SPDX-License-Identifier: MIT
// How many frames per second are drawn while something moves.
#pragma once

#include "app/spine/activity.h"

namespace pairscope::app {

class FrameRate {
public:
    /// The rate over the last half second of frames that followed each other without a pause; 0 after a pause, and
    /// until half a second has passed. `waited`: the loop waited for an event before the frame.
    double after_frame(bool waited, Clock::time_point now);

private:
    Clock::time_point begin_;
    int count_ = 0;
    double rate_ = 0.0;
};

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The whole window as a picture, without a display: the command line's render --screen.
#pragma once

#include "app/window/start.h"

#include <filesystem>

namespace pairscope::app {

struct OffscreenOptions {
    StartOptions start;             ///< with `fresh`; width and height are those of the picture [px]
    std::filesystem::path output;   ///< PNG
    double patience_seconds = 60.0; ///< how long to wait for measurements; what is missing then is drawn as missing
};

/// Runs a session off-screen, through EGL, until it has no more work, and saves what it shows. Returns the exit code:
/// 0, or 3 if this machine has no OpenGL 4.5 (the reason is on stderr). Throws InputError if the data cannot be used or
/// the file cannot be written.
int render_offscreen(const OffscreenOptions& options);

} // namespace pairscope::app

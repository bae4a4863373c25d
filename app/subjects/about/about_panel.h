// SPDX-License-Identifier: MIT
// The dialog About: the version, this machine, and the sources and licences of data and libraries.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_about_panel(const Frame& frame);

} // namespace pairscope::app

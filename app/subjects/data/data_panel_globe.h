// SPDX-License-Identifier: MIT
// The lines of the data panel about places on the Earth.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Says that longitude and latitude are compared as flat degrees, and offers kilometres; or says which places do not
/// exist. Nothing for other data.
void draw_globe_lines(const Frame& frame);

} // namespace pairscope::app

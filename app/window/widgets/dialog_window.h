// SPDX-License-Identifier: MIT
// The window that every dialog is drawn in.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// A window in the middle of the upper part of the screen; without a height it is as high as its inside. Draw its
/// inside if true; call end_dialog() in any case.
[[nodiscard]] bool begin_dialog(const Frame& frame, const char* title, ImVec2 size);
void end_dialog();

void close_dialog(const Frame& frame);
/// Closes it if the mouse was pressed somewhere else. Call it inside of the dialog.
void close_on_click_outside(const Frame& frame);

} // namespace pairscope::app

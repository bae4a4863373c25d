// SPDX-License-Identifier: MIT
// The dialogs, one file each. Which is open, and what is typed in it, is in the state.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

void draw_file_dialog(const Frame& frame); ///< open and save, in the window
void draw_command_palette(const Frame& frame);
void draw_shortcuts(const Frame& frame);
void draw_about(const Frame& frame);

/// A window in the middle of the upper part of the screen; without a height it is as high as its inside. Draw its
/// inside if true; call end_dialog() in any case.
[[nodiscard]] bool begin_dialog(const Frame& frame, const char* title, ImVec2 size);
void end_dialog();

void close_dialog(const Frame& frame);
/// Closes it if the mouse was pressed somewhere else. Call it inside of the dialog.
void close_on_click_outside(const Frame& frame);

} // namespace pairscope::app

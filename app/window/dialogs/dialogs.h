// SPDX-License-Identifier: MIT
// The dialogs, one file each. Which is open, and what is typed in it, is in the state.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

void draw_file_dialog(const Frame& frame); ///< open and save, in the window
void draw_command_palette(const Frame& frame);
void draw_page_dialog(const Frame& frame);    ///< what travels with an HTML page
void draw_reading_dialog(const Frame& frame); ///< how a file is to be read
void draw_go_to(const Frame& frame);          ///< a place of the matrix
void draw_shortcuts(const Frame& frame);
void draw_glossary(const Frame& frame); ///< all words with their pictures
void draw_help(const Frame& frame);     ///< pages about the program

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// How source is coloured, to read and to edit.
#pragma once

#include "app/window/widgets/style.h"

#include <TextEditor.h>

namespace pairscope::app {

inline constexpr float source_line_spacing = 1.15f; ///< height of a line divided by that of the letters

/// C++, and the words that CUDA adds to it.
[[nodiscard]] TextEditor::Language cuda_language();
[[nodiscard]] TextEditor::Palette text_palette(Theme theme);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The faces of the letters.
#pragma once

#include <cairo.h>

namespace pairscope::charts {

/// The program's own text face, as the window has it; else DejaVu Sans where the system has that; else what Cairo
/// takes for sans-serif. The caller owns it.
[[nodiscard]] cairo_font_face_t* text_face(bool bold);

} // namespace pairscope::charts

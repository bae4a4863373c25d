// SPDX-License-Identifier: MIT
// The pictures of pairscope render that need no OpenGL.
#pragma once

#include "app/cli/verbs/render.h"

namespace pairscope::cli {

/// Saves the heatmap, the figure or the cells, and prints the name of the file. Throws InputError, MemoryError.
[[nodiscard]] ExitCode render_matrix(const RenderOptions& options, const Data& data);

} // namespace pairscope::cli

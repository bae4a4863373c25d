// SPDX-License-Identifier: MIT
// The pictures of pairscope render that need no OpenGL.
#pragma once

#include "app/cli/verbs/render.h"
#include "render/colormap.h"

#include <string>
#include <vector>

namespace pairscope::cli {

/// All colormaps. Throws InputError if none of them has this name.
[[nodiscard]] std::vector<Colormap> colormaps_with(const std::string& wanted);

/// Saves the heatmap, the figure or the cells, and prints the name of the file. Throws InputError, MemoryError.
[[nodiscard]] ExitCode render_matrix(const RenderOptions& options, const Data& data);

} // namespace pairscope::cli

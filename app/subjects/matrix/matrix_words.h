// SPDX-License-Identifier: MIT
// The line above the picture of the matrix.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "render/matrix_picture.h"

#include <string>

namespace pairscope::app {

/// Describes a matrix that a variant wrote.
[[nodiscard]] std::string caption(const State& state, const Shown& shown);
/// Describes one that is looked at by tiles: what it is, what a pixel shows, how much is exact, what the marks are.
[[nodiscard]] std::string deep_caption(const State& state, const Shown& shown);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Commands that bring other points: this part of update(). Commands that edit them are in edit_points.h.
#pragma once

#include "app/model/update.h"

namespace pairscope::app {

/// Generates the points, or has them read. What is still being read is not wanted any more, unless it is the same table
/// in another way.
void set_source(State& state, const DataSource& source, Effects& effects);

/// Has a recording or a table read.
void open_file(State& state, const std::filesystem::path& path, Effects& effects);

} // namespace pairscope::app

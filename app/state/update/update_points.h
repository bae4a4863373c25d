// SPDX-License-Identifier: MIT
// Other points take the place of those of now: this part of update() and apply(). Commands that edit points are in
// edit_points.h.
#pragma once

#include "app/state/update/update.h"

namespace pairscope::app {

/// Generates the points, or has them read. What is still being read is not wanted any more, unless it is the same table
/// in another way.
void set_source(State& state, const DataSource& source, Effects& effects);

/// Has a recording or a table read.
void open_file(State& state, const std::filesystem::path& path, Effects& effects);

/// The points were generated or read. Those of before become a step of undo.
void set_dataset(State& state, DataSnapshot data);

/// Puts the file at the head of the recent ones.
void remember_recent(DataState& data, const std::filesystem::path& path);

} // namespace pairscope::app

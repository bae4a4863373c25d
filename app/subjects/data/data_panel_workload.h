// SPDX-License-Identifier: MIT
// The rows of the data panel that belong to the workload: which one, its sets of vectors, its parameters.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Draws nothing if the program has only one workload.
void draw_workload_menu(const Frame& frame);
/// How many vectors of each set and how many coordinates, and the file of the second set.
void draw_vector_rows(const Frame& frame, const VectorSource& source);
/// A link to the size of the published work, where the data can have it.
void draw_published_size(const Frame& frame);
void draw_parameters(const Frame& frame);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The rows of the data panel that belong to the workload: which one, its sets of vectors, its parameters.
#pragma once

#include "app/shell/widgets/frame.h"

namespace pairscope::app {

/// Nothing where the program has one workload only.
void draw_workload_menu(const Frame& frame);
/// How many vectors of each set, and the file of the second one.
void draw_vector_rows(const Frame& frame, const VectorSource& source);
void draw_parameters(const Frame& frame);

} // namespace pairscope::app

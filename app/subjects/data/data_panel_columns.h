// SPDX-License-Identifier: MIT
// The rows of the data panel that say which columns of a file are the coordinates, and why.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// Chooses two columns of a file of points, and offers another workload that takes more columns.
void draw_point_columns(const Frame& frame, const FileSource& source, ColumnChoice& columns);
/// One line that says that there are more columns of numbers, with a link to what compares them. Nothing if there are
/// not, or if the two columns are longitude and latitude.
void draw_unused_columns(const Frame& frame, const FileSource& source);
/// Any number of columns, with a check box for each. Draws nothing if the vectors do not come from a file.
void draw_vector_columns(const Frame& frame, const VectorSource& source);

} // namespace pairscope::app

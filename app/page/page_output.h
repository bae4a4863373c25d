// SPDX-License-Identifier: MIT
// The output of a workload that is no matrix: a number, a pair, matches or values, as a recording has it.
#pragma once

#include "app/spine/files/columns.h"
#include "profiling/recording/recording.h"

namespace pairscope::page {

/// {sentence, headings, right, rows, entries, pictures}: the rows are texts, and `pictures` has for each row the
/// vectors that are pictures, each as [width, bytes in base64], or nothing. `entries` has the row and the column of
/// each row's entry of the matrix, or is empty. Null: no recorded run has such an output.
[[nodiscard]] app::Json output_json(const profiling::Recording& recording);

} // namespace pairscope::page

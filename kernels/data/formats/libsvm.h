// SPDX-License-Identifier: MIT
// Files of LIBSVM (svmlight): a label on each line, and the numbers of the features that are not 0.
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <optional>

namespace pairscope {

/// A table with the columns "label", "feature 1" and so on, up to the last feature. "+1 1:0.5 3:2" has 0 in feature 2.
/// Absent: the text has other lines, and nothing was read. Throws InputError for a file that goes on otherwise than it
/// begins, and for one with more features than columns can be read.
[[nodiscard]] std::optional<Table> read_libsvm(ByteSource& source, std::int64_t most_columns);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Vectors from the columns of numbers of a table.
#pragma once

#include "kernels/data/table.h"
#include "kernels/data/vectors.h"

namespace pairscope {

/// Each row is a vector, or each column where the workload takes fewer vectors than the table has rows, but as many as
/// it has columns of numbers. Throws InputError for what the rule does not allow, and for columns that are not there.
/// The table must live as long as what is read.
[[nodiscard]] ReadVectors vectors_in(const Table& table, const InputRule& rule, const VectorRequest& request);

} // namespace pairscope

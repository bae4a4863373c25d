// SPDX-License-Identifier: MIT
// Standardises the coordinates of vectors that were read.
#pragma once

#include "kernels/data/vectors.h"

#include <cstdint>
#include <string>

namespace pairscope {

/// Standardises the numbers and sets the scales: those of a first set, or else those of the numbers.
void standardise(ReadVectors& read, const VectorRequest& request);
/// How many rows lack a number, but not all of them.
[[nodiscard]] std::int64_t count_incomplete(const FileNumbers& numbers);
/// Throws InputError if the vectors cannot be standardised because they are bytes, or each of them is a set.
void require_standardisable(const std::string& name, const InputRule& rule, const VectorRequest& request);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Standardises the coordinates of vectors that were read.
#pragma once

#include "kernels/core/vectors.h"

#include <cstdint>
#include <span>
#include <string>

namespace pairscope {

/// The mean and the standard deviation that standardise a coordinate. They are those of the given numbers; but a second
/// set uses those of the first set.
[[nodiscard]] ColumnScale scale_for(const VectorRequest& request, std::int64_t coordinate,
                                    std::span<const double> numbers);
/// The set of float32 coordinates, each standardised. For arrays, which have no columns that were read before.
[[nodiscard]] Dataset standardised(Dataset data, const VectorRequest& request);
/// Throws InputError if the vectors cannot be standardised because they are bytes, or each of them is a set.
void require_standardisable(const std::string& name, const InputRule& rule, const VectorRequest& request);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Sets whose rows are prepared for a metric.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <memory>
#include <span>

namespace pairscope {

/// The set gets these numbers as its coordinates, from zero on: float32 values, and what they leave out.
void set_prepared_numbers(Dataset& set, std::span<const double> numbers);

/// Prepares the rows of both sets together, from the numbers as they were loaded. A second set that is the first one,
/// or null, stays so. Where the rows cannot be prepared, they are NaN, and Dataset::why_unprepared says why.
void prepare_sets(const WorkloadType& type, std::shared_ptr<const Dataset>& first,
                  std::shared_ptr<const Dataset>& second);

} // namespace pairscope

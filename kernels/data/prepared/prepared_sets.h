// SPDX-License-Identifier: MIT
// Sets whose rows are prepared for a metric.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <memory>

namespace pairscope {

/// Prepares the rows of both sets together, from the numbers as they were loaded. A second set that is the first one,
/// or null, stays so. Where the rows cannot be prepared, they are NaN, and Dataset::why_unprepared says why.
void prepare_sets(const WorkloadType& type, std::shared_ptr<const Dataset>& first,
                  std::shared_ptr<const Dataset>& second);

} // namespace pairscope

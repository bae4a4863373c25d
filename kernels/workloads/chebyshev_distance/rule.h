// SPDX-License-Identifier: MIT
// What counts as a right output of chebyshev_distance.
#pragma once

#include "kernels/metrics/rule.h"

namespace pairscope::workloads::chebyshev_distance {

using Rule = metrics::Rule<metrics::Chebyshev>;

} // namespace pairscope::workloads::chebyshev_distance

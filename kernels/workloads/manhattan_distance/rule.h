// SPDX-License-Identifier: MIT
// What counts as a right output of manhattan_distance.
#pragma once

#include "kernels/metrics/rule.h"

namespace pairscope::workloads::manhattan_distance {

using Rule = metrics::Rule<metrics::Manhattan>;

} // namespace pairscope::workloads::manhattan_distance

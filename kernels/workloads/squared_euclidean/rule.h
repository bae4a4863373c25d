// SPDX-License-Identifier: MIT
// What counts as a right output of squared_euclidean.
#pragma once

#include "kernels/metrics/rule.h"

namespace pairscope::workloads::squared_euclidean {

using Rule = metrics::Rule<metrics::Squared>;

} // namespace pairscope::workloads::squared_euclidean

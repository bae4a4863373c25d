// SPDX-License-Identifier: MIT
// What counts as a right output of cosine_distance.
#pragma once

#include "kernels/metrics/rule.h"

namespace pairscope::workloads::cosine_distance {

using Rule = metrics::Rule<metrics::Cosine>;

} // namespace pairscope::workloads::cosine_distance

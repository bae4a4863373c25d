// SPDX-License-Identifier: MIT
// What counts as a right output of the workloads of this folder.
#pragma once

#include "kernels/matrix/judge.h"
#include "kernels/metrics/rule.h"

namespace pairscope::workloads::metric_distances {

template <class... Formulas>
matrix::RuleList<metrics::Rule<Formulas>...> rules_of(metrics::FormulaList<Formulas...> formulas);
using Rules = decltype(rules_of(metrics::AllMetrics()));

} // namespace pairscope::workloads::metric_distances

// SPDX-License-Identifier: MIT
// By what the vectors of a question are compared.
#pragma once

#include "app/spine/question.h"
#include "kernels/seriation/seriation.h"

namespace pairscope::app {

/// The metric of the workload; or its own distance with the parameters of the question, where the metric has no name.
/// Neighbours, trees, orders, clusters and tests of two matrices measure so.
[[nodiscard]] seriation::ComparedBy compared_by(const Question& question);

} // namespace pairscope::app

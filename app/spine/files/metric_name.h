// SPDX-License-Identifier: MIT
// What files call the distances between the vectors of a question.
#pragma once

#include "app/spine/question.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <string>

namespace pairscope::app {

/// "euclidean", as metric_name_of() names it; "given" where a file gave the distances.
[[nodiscard]] inline std::string name_of_metric(const Question& question) {
    if (question.first->holds_distances) return "given";
    return std::string(metric_name_of(type_of(question.workload)));
}

} // namespace pairscope::app

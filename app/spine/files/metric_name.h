// SPDX-License-Identifier: MIT
// What files call the distances between the vectors of a question.
#pragma once

#include "app/spine/question.h"
#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <string>

namespace pairscope::app {

/// "euclidean"; for a workload with its own metric the name of the workload; "given" where a file gave the distances.
[[nodiscard]] inline std::string name_of_metric(const Question& question) {
    if (question.first->holds_distances) return "given";
    const WorkloadType& type = type_of(question.workload);
    return std::string(type.metric == Metric::own ? type.id : name_of(type.metric));
}

} // namespace pairscope::app

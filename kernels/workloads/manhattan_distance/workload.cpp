// SPDX-License-Identifier: MIT
// The workload manhattan_distance: the Manhattan distances (L1) of all pairs of one set of vectors, an n x n matrix.
#include "kernels/metrics/description.h"
#include "kernels/workloads/manhattan_distance/rule.h"

namespace pairscope::workloads {

WorkloadType manhattan_distance_workload() {
    WorkloadType type = metrics::described<metrics::Manhattan, manhattan_distance::Rule>("Manhattan distances");
    type.place = 8;
    type.title = "Manhattan distances";
    type.question =
        "How far is each vector from each other vector, if the absolute differences of all coordinates are added up?";
    type.value = "Manhattan distance";
    return type;
}

} // namespace pairscope::workloads

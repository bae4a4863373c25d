// SPDX-License-Identifier: MIT
// The workload chebyshev_distance: the Chebyshev distances (L-infinity) of all pairs of one set of vectors, an n x n
// matrix.
#include "kernels/metrics/description.h"
#include "kernels/workloads/chebyshev_distance/rule.h"

namespace pairscope::workloads {

WorkloadType chebyshev_distance_workload() {
    WorkloadType type = metrics::described<metrics::Chebyshev, chebyshev_distance::Rule>("Chebyshev distances");
    type.place = 9;
    type.title = "Chebyshev distances";
    type.question =
        "How far is each vector from each other vector, if only the largest difference of a coordinate counts?";
    type.value = "Chebyshev distance";
    return type;
}

} // namespace pairscope::workloads

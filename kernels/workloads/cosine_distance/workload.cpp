// SPDX-License-Identifier: MIT
// The workload cosine_distance: the cosine distances of all pairs of one set of vectors, an n x n matrix.
#include "kernels/metrics/description.h"
#include "kernels/workloads/cosine_distance/rule.h"

namespace pairscope::workloads {

WorkloadType cosine_distance_workload() {
    WorkloadType type = metrics::described<metrics::Cosine, cosine_distance::Rule>("cosine distances");
    type.place = 10;
    type.title = "Cosine distances";
    type.question = "How different is the direction of each vector from that of each other vector?";
    type.value = "cosine distance";
    return type;
}

} // namespace pairscope::workloads

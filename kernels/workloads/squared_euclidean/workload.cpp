// SPDX-License-Identifier: MIT
// The workload squared_euclidean: the squared Euclidean distances of all pairs of one set of vectors, an n x n matrix.
#include "kernels/metrics/description.h"
#include "kernels/workloads/squared_euclidean/rule.h"

namespace pairscope::workloads {

WorkloadType squared_euclidean_workload() {
    WorkloadType type = metrics::described<metrics::Squared, squared_euclidean::Rule>("squared distances");
    type.place = 7;
    type.title = "Squared distances";
    type.question = "How far is each vector from each other vector, by the square of the Euclidean distance?";
    type.value = "squared distance";
    return type;
}

} // namespace pairscope::workloads

// SPDX-License-Identifier: MIT
#include "kernels/workloads/distance_matrix/judge.h"

#include "kernels/matrix/judge.cuh"
#include "kernels/workloads/distance_matrix/rule.h"

namespace pairscope::workloads::distance_matrix {

Comparison compare_on_gpu(const Problem& problem, const Accuracy& accuracy, const std::vector<std::int64_t>& rows,
                          std::stop_token stop, const cuda::Workplace& at) {
    return matrix::compare_on_gpu<Rule>(problem, accuracy, rows, std::move(stop), at);
}

} // namespace pairscope::workloads::distance_matrix

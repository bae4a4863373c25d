// SPDX-License-Identifier: MIT
// The double-precision reference on the GPU.
#pragma once

#include "kernels/core/compare.h"
#include "kernels/core/workload.h"

namespace pairscope::workloads::distance_matrix {

/// What WorkloadType::compare_on_gpu promises.
[[nodiscard]] Comparison compare_on_gpu(const Problem& problem, const Accuracy& accuracy,
                                        const std::vector<std::int64_t>& rows, std::stop_token stop,
                                        const cuda::Workplace& at);

} // namespace pairscope::workloads::distance_matrix

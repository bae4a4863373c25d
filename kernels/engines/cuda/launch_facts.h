// SPDX-License-Identifier: MIT
// Finds out what a function would launch: its launches are recorded into a graph, which is read and deleted.
#pragma once

#include "kernels/ladder/device.h"
#include "kernels/ladder/launch_facts.h"

#include <functional>
#include <vector>

#include <cuda_runtime_api.h>

namespace pairscope::cuda {

/// The kernels that `enqueue` puts on the stream, in their order; none of them runs. Throws cuda::Error.
[[nodiscard]] std::vector<LaunchFacts> captured_launches(const Device& device, cudaStream_t stream,
                                                         const std::function<void(cudaStream_t)>& enqueue);

} // namespace pairscope::cuda

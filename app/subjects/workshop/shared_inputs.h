// SPDX-License-Identifier: MIT
// Inputs in the memory that the child shares.
#pragma once

#include "app/subjects/workshop/child_process.h"
#include "app/subjects/workshop/messages.h"
#include "kernels/ladder/workload.h"

namespace pairscope::app::workshop {

/// A request with the places of the inputs, and of an output behind them; what is asked for is still to be filled in.
[[nodiscard]] RunRequest request_for(const WorkloadType& type, const Inputs& inputs);

/// Makes the memory as large as the request says, and copies the inputs, which are row-major in host memory, there.
/// Throws MemoryError.
void put_inputs(SharedMemory& memory, const RunRequest& request, const Inputs& inputs);

} // namespace pairscope::app::workshop

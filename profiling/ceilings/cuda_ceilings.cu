// SPDX-License-Identifier: MIT
#include "profiling/ceilings/cuda_ceilings.h"

#include "profiling/ceilings/cuda_session.h"

namespace pairscope::profiling {

Ceilings cuda_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                       const std::function<void(std::string_view doing, double share)>& progress) {
    cuda::check(cudaSetDevice(device.ordinal));
    Ceilings ceilings{.device = device, .found = {}, .when = std::chrono::system_clock::now()};
    CudaSession session(ceilings, request, control, progress);
    measure_arithmetic(session); // first: it also wakes the clocks up
    measure_own(session);
    measure_memory(session);
    measure_surface(session);
    measure_caches(session);
    measure_tensor_cores(session);
    return ceilings;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// A kernel that begins while the kernel before it still runs.
#pragma once

#include "kernels/engines/cuda/launch.h"

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// Like launch_grid(), but blocks of this kernel may begin as soon as all blocks of the kernel before it in the stream
/// have called cudaTriggerProgrammaticLaunchCompletion(). This kernel has to call cudaGridDependencySynchronize()
/// before it reads what the other one writes. Needs compute capability 9.0.
template <class... Parameters>
void launch_dependent_grid(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes,
                           cudaStream_t stream, std::type_identity_t<Parameters>... arguments) {
    allow_shared_bytes(kernel, shared_bytes);
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attribute.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE

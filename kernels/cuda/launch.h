// SPDX-License-Identifier: MIT
// How a kernel is launched: as kernel<<<...>>>(...), but as a plain call.
#pragma once

#include <cstddef>
#include <cuda_runtime.h>
#include <type_traits>

namespace pairscope::cuda {

/// What every kernel may have of dynamic shared memory [B]. Whoever wants more says so before the launch.
constexpr std::size_t shared_bytes_for_all = 48 * 1024;

/// Enqueues the kernel. Errors of the launch are left for cudaGetLastError(), which the engine asks.
template <class... Parameters>
void launch_grid(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                 std::type_identity_t<Parameters>... arguments) {
    if (shared_bytes > shared_bytes_for_all)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shared_bytes));
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    cudaLaunchKernelEx(&config, kernel, arguments...);
}

/// How many tiles of `size` cover `count`.
template <class Integer> constexpr unsigned tiles(Integer count, int size) {
    return static_cast<unsigned>((count + size - 1) / size);
}

} // namespace pairscope::cuda

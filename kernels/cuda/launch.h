// SPDX-License-Identifier: MIT
// How a kernel is launched: as kernel<<<...>>>(...), but as a plain call.
#pragma once

#include <cstddef>
#include <cuda_runtime.h>
#include <type_traits>

namespace pairscope::cuda {

/// Enqueues the kernel. Errors of the launch are left for cudaGetLastError(), which the engine asks.
template <class... Parameters>
void launch_grid(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                 std::type_identity_t<Parameters>... arguments) {
    kernel<<<grid, block, shared_bytes, stream>>>(arguments...);
}

/// How many tiles of `size` cover `count`.
template <class Integer> constexpr unsigned tiles(Integer count, int size) {
    return static_cast<unsigned>((count + size - 1) / size);
}

} // namespace pairscope::cuda

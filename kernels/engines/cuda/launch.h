// SPDX-License-Identifier: MIT
// How a kernel is launched: as kernel<<<...>>>(...), but as a plain call.
#pragma once

#include "kernels/engines/cuda/side.h"

#include <array>
#include <cstddef>
#include <cuda_runtime.h>
#include <type_traits>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// The dynamic shared memory that every kernel may have [B]. A kernel that needs more asks for it before its launch.
constexpr std::size_t shared_bytes_for_all = 48 * 1024;

/// Lets the kernel have so many bytes of dynamic shared memory.
template <class Kernel> void allow_shared_bytes(Kernel* kernel, std::size_t bytes) {
    if (bytes > shared_bytes_for_all)
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes));
}

/// Enqueues the kernel. Errors of the launch are left for cudaGetLastError(), which the engine asks.
template <class... Parameters>
void launch_grid(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes, cudaStream_t stream,
                 std::type_identity_t<Parameters>... arguments) {
    allow_shared_bytes(kernel, shared_bytes);
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

/// The sizes of blocks that a variant can be launched with [threads], the usual one first.
template <int usual, int... others> struct BlockSizes {
    static constexpr std::array<int, 1 + sizeof...(others)> all{usual, others...};

    /// The threads of a block in a run: as asked for, or the usual number.
    static constexpr int threads(int asked) { return asked == 0 ? usual : asked; }

    /// Calls `launch` with that size as a std::integral_constant, for kernels that are templates over it.
    template <class Launch> static void with(int asked, Launch launch) {
        const auto try_one = [&]<int size>(std::integral_constant<int, size> constant) {
            if (threads(asked) == size) launch(constant);
        };
        try_one(std::integral_constant<int, usual>{});
        (try_one(std::integral_constant<int, others>{}), ...);
    }
};

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE

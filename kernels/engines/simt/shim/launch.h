// SPDX-License-Identifier: MIT
// Streams and launches as far as variants use them.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

struct CUstream_st;
using cudaStream_t = CUstream_st*;
enum cudaError_t { cudaSuccess = 0, cudaErrorInvalidValue = 1 };
inline cudaError_t cudaGetLastError() { return cudaSuccess; }

struct cudaLaunchAttribute;
struct cudaLaunchConfig_t {
    dim3 gridDim{};
    dim3 blockDim{};
    std::size_t dynamicSmemBytes = 0;
    cudaStream_t stream = nullptr;
    cudaLaunchAttribute* attrs = nullptr;
    unsigned numAttrs = 0;
};

enum cudaFuncAttribute { cudaFuncAttributeMaxDynamicSharedMemorySize, cudaFuncAttributePreferredSharedMemoryCarveout };
/// launch() asks for the first attribute, as a GPU does. How the L1 cache is divided changes no result.
template <class Kernel> cudaError_t cudaFuncSetAttribute(Kernel* kernel, cudaFuncAttribute attribute, int value) {
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
    const bool can_be = pairscope::simt::allow_shared_bytes(reinterpret_cast<const void*>(kernel), value);
    return can_be ? cudaSuccess : cudaErrorInvalidValue;
}

namespace pairscope::simt {

template <class... Parameters> struct Call {
    void (*kernel)(Parameters...);
    std::tuple<Parameters...> arguments;

    PAIRSCOPE_UNWATCHED static void run(const void* call) {
        const auto& self = *static_cast<const Call*>(call);
        self.run_with(std::index_sequence_for<Parameters...>{});
    }

private:
    template <std::size_t... I>
    __attribute__((always_inline)) PAIRSCOPE_UNINSTRUMENTED void run_with(std::index_sequence<I...>) const {
        kernel(std::get<I>(arguments)...);
    }
};

} // namespace pairscope::simt

template <class... Parameters, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(Parameters...),
                               Arguments&&... arguments) {
    const pairscope::simt::Call<Parameters...> call{kernel, {std::forward<Arguments>(arguments)...}};
    pairscope::simt::launch({.grid = config->gridDim,
                             .block = config->blockDim,
                             .shared_bytes = config->dynamicSmemBytes,
                             .kernel = reinterpret_cast<const void*>(kernel),
                             .call = &pairscope::simt::Call<Parameters...>::run,
                             .arguments = &call,
                             .argument_bytes = sizeof call});
    return cudaSuccess;
}

namespace pairscope::simt {

/// kernel<<<grid, block, shared_bytes, stream>>>(arguments) becomes configured(kernel, grid, ...)(arguments); see
/// kernels/engines/simt/rewrite.py.
template <class... Parameters>
auto configured(void (*kernel)(Parameters...), dim3 grid, dim3 block, std::size_t shared_bytes = 0,
                cudaStream_t stream = nullptr) {
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared_bytes;
    config.stream = stream;
    return [=](std::type_identity_t<Parameters>... arguments) { cudaLaunchKernelEx(&config, kernel, arguments...); };
}

} // namespace pairscope::simt

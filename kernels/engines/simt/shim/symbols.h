// SPDX-License-Identifier: MIT
// Copies to and from __constant__ and __device__ variables, made by the host.
#pragma once

#include "kernels/engines/simt/shim/launch.h"

#include <cstddef>
#include <cstring>

enum cudaMemcpyKind {
    cudaMemcpyHostToHost,
    cudaMemcpyHostToDevice,
    cudaMemcpyDeviceToHost,
    cudaMemcpyDeviceToDevice,
    cudaMemcpyDefault
};

template <class T>
cudaError_t cudaMemcpyToSymbol(T& symbol, const void* from, std::size_t bytes, std::size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice) {
    if (offset > sizeof symbol || bytes > sizeof symbol - offset) return cudaErrorInvalidValue;
    pairscope::simt::finish_launch();
    std::memcpy(reinterpret_cast<std::byte*>(&symbol) + offset, from, bytes);
    return cudaSuccess;
}
template <class T>
cudaError_t cudaMemcpyToSymbolAsync(T& symbol, const void* from, std::size_t bytes, std::size_t offset,
                                    cudaMemcpyKind kind, cudaStream_t = nullptr) {
    return cudaMemcpyToSymbol(symbol, from, bytes, offset, kind);
}
template <class T>
cudaError_t cudaMemcpyFromSymbol(void* to, const T& symbol, std::size_t bytes, std::size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost) {
    if (offset > sizeof symbol || bytes > sizeof symbol - offset) return cudaErrorInvalidValue;
    pairscope::simt::finish_launch();
    std::memcpy(to, reinterpret_cast<const std::byte*>(&symbol) + offset, bytes);
    return cudaSuccess;
}
template <class T> cudaError_t cudaGetSymbolAddress(void** address, T& symbol) {
    *address = &symbol;
    return cudaSuccess;
}

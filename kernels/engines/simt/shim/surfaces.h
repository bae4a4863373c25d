// SPDX-License-Identifier: MIT
// Surface reads and writes. As on a GPU the column is in bytes, and an access that is not wholly inside is the
// boundary mode's.
#pragma once

#include "kernels/engines/simt/shim/qualifiers.h"

#include <cstdint>

using cudaSurfaceObject_t = unsigned long long;
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero = 0, cudaBoundaryModeClamp = 1, cudaBoundaryModeTrap = 2 };

template <class T>
PAIRSCOPE_UNWATCHED void surf2Dwrite(T value, cudaSurfaceObject_t surface, int x_bytes, int y,
                                     cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    pairscope::simt::access_surface({.surface = surface,
                                     .x_bytes = x_bytes,
                                     .y = y,
                                     .bytes = sizeof(T),
                                     .boundary = static_cast<pairscope::simt::Boundary>(mode),
                                     .write = true},
                                    &value, __builtin_return_address(0));
}

template <class T>
PAIRSCOPE_UNWATCHED T surf2Dread(cudaSurfaceObject_t surface, int x_bytes, int y,
                                 cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    T value;
    pairscope::simt::access_surface({.surface = surface,
                                     .x_bytes = x_bytes,
                                     .y = y,
                                     .bytes = sizeof(T),
                                     .boundary = static_cast<pairscope::simt::Boundary>(mode),
                                     .write = false},
                                    &value, __builtin_return_address(0));
    return value;
}
template <class T>
__forceinline__ void surf2Dread(T* value, cudaSurfaceObject_t surface, int x_bytes, int y,
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {
    *value = surf2Dread<T>(surface, x_bytes, y, mode);
}

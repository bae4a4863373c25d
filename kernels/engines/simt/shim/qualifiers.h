// SPDX-License-Identifier: MIT
// CUDA's words and built-in variables. Macros, because that is what they are to a C++ compiler.
#pragma once

#include "kernels/engines/simt/kernel_calls.h"

/// What a kernel calls becomes part of it, as nvcc does it: so an access in a helper belongs to the line of the kernel
/// that calls the helper.
#define __global__ __attribute__((flatten))
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __align__(bytes) __attribute__((aligned(bytes)))
/// One block at a time runs on a thread of the host, so what is thread-local is shared by the block. The alignment puts
/// every array's first word into bank 0. Without `constinit` g++ would guard some arrays with a flag, and the first
/// thread that comes would fill them. `static` makes an `extern __shared__` that kernels/engines/simt/rewrite.py left
/// an error of the compiler instead of one of the linker. A variable that is `used` may be written by code that the
/// compiler does not see: without that word it takes one that no line writes for a constant 0, and its reads are never
/// made.
#define __shared__ static __attribute__((aligned(128), used)) constinit thread_local
/// Variables of the program: all blocks and the host see one copy.
#define __constant__

inline constexpr int warpSize = 32;

using dim3 = pairscope::simt::Extent;
using uint3 = pairscope::simt::Extent;

/// Not instrumented: the executor's own work within a kernel's file. clang++ knows another word for "not even atomics".
#if defined(__clang__)
#define PAIRSCOPE_UNINSTRUMENTED __attribute__((disable_sanitizer_instrumentation))
#else
#define PAIRSCOPE_UNINSTRUMENTED __attribute__((no_sanitize_thread))
#endif
#define PAIRSCOPE_UNWATCHED __attribute__((noinline)) PAIRSCOPE_UNINSTRUMENTED

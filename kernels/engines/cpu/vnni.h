// SPDX-License-Identifier: MIT
// The vector instruction that multiplies bytes, vpdpbusd (AVX-512 VNNI). Google Highway 1.0.3 does not have it, so it
// is used by the compiler's own names, and asked for when the program runs.
#pragma once

#if defined(__x86_64__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized" // GCC 12 warns about its own header (GCC bug 105593)
#include <immintrin.h>
#pragma GCC diagnostic pop
#endif

namespace pairscope::cpu {

/// Does this processor have it?
[[nodiscard]] inline bool has_vnni() {
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx512vnni") != 0 && __builtin_cpu_supports("avx512bw") != 0;
#else
    return false;
#endif
}

} // namespace pairscope::cpu

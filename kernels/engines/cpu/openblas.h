// SPDX-License-Identifier: MIT
// The product of two matrices by OpenBLAS, which is loaded when a run asks for it, so that the program needs it neither
// to be built nor to start.
#pragma once

#include <string_view>

namespace pairscope::cpu {

/// An m x n matrix c = alpha a b^T, all of them row-major: a has m rows and b has n rows of k numbers. The pitches are
/// the numbers from one row to the next one.
struct BlasProduct {
    int m = 0, n = 0, k = 0;
    float alpha = 1.0f;
    const float* a = nullptr;
    int a_pitch = 0;
    const float* b = nullptr;
    int b_pitch = 0;
    float* c = nullptr;
    int c_pitch = 0;
};

/// Why the library cannot be used, one sentence; empty if it can.
[[nodiscard]] std::string_view why_no_openblas();
/// Only where the library can be used.
void multiply_with_openblas(const BlasProduct& product, int threads);

} // namespace pairscope::cpu

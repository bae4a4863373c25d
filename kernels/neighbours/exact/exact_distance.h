// SPDX-License-Identifier: MIT
// The squared distance by which a tree is searched, computed with the same roundings on CPU and GPU.
#pragma once

#include "kernels/matrix/both_sides.h"

#include <bit>
#include <cstdint>

namespace pairscope::neighbours {

/// A point in the plane.
template <class Number> struct alignas(2 * sizeof(Number)) TreePointIn { Number x, y; };
using TreePoint = TreePointIn<float>;

/// dx * dx + dy * dy, where each of the three operations is rounded to float32. nvcc would merge two of them into one
/// instruction with one rounding, and CPU and GPU would then order almost equal distances differently.
PAIRSCOPE_BOTH_SIDES inline float sum_of_squares(float dx, float dy) {
#ifdef __CUDA_ARCH__
    return __fadd_rn(__fmul_rn(dx, dx), __fmul_rn(dy, dy));
#else
    return dx * dx + dy * dy;
#endif
}

PAIRSCOPE_BOTH_SIDES inline double sum_of_squares(double dx, double dy) { return dx * dx + dy * dy; }

template <class Number> PAIRSCOPE_BOTH_SIDES Number squared_distance(TreePointIn<Number> a, TreePointIn<Number> b) {
    return sum_of_squares(a.x - b.x, a.y - b.y);
}

/// Orders candidates: the smaller squared distance first, and of equal ones the lower row. The bits of floats that are
/// not negative ascend with their values.
PAIRSCOPE_BOTH_SIDES inline std::uint64_t key_of(float squared, std::int32_t row) {
#ifdef __CUDA_ARCH__
    const std::uint32_t bits = __float_as_uint(squared);
#else
    const auto bits = std::bit_cast<std::uint32_t>(squared);
#endif
    return std::uint64_t{bits} << 32 | static_cast<std::uint32_t>(row);
}
PAIRSCOPE_BOTH_SIDES inline std::int32_t row_in(std::uint64_t key) {
    return static_cast<std::int32_t>(key & 0xffffffffu);
}
PAIRSCOPE_BOTH_SIDES inline float squared_in(std::uint64_t key) {
    const auto bits = static_cast<std::uint32_t>(key >> 32);
#ifdef __CUDA_ARCH__
    return __uint_as_float(bits);
#else
    return std::bit_cast<float>(bits);
#endif
}

} // namespace pairscope::neighbours

// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/byte_vectors.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

namespace pairscope::matching {
namespace {

constexpr float most_of_byte = 127.0f;
constexpr int lanes = 8; ///< sums that do not wait for each other

/// A factor that covers the rounding of a sum of 4096 squares and of its root in double precision.
constexpr double above = 1.0 + 0x1p-32;

/// The nearest whole number. A float of the size of 1.5 * 2^23 has no room for a fraction. This compiles to vector
/// instructions, which a library call would not.
float nearest(float value) {
    constexpr float no_fractions = 0x1.8p23f;
    return (value + no_fractions) - no_fractions;
}

} // namespace

float largest_coordinate(const float* x, int dims) {
    float largest[lanes]{};
    int k = 0;
    for (; k + lanes <= dims; k += lanes)
        for (int lane = 0; lane < lanes; ++lane) {
            const float value = std::abs(x[k + lane]);
            largest[lane] = value > largest[lane] ? value : largest[lane];
        }
    for (; k < dims; ++k) largest[0] = std::max(largest[0], std::abs(x[k]));
    return *std::ranges::max_element(largest);
}

float byte_scale(float largest) { return largest > 0.0f ? largest / most_of_byte : 1.0f; }

RoundedVector round_to_bytes(const float* x, int dims, float scale, std::int8_t* bytes) {
    double squares[lanes]{};
    std::int32_t square_of_bytes = 0, sum = 0;
    for (int k = 0; k < dims; ++k) {
        const float rounded = std::clamp(nearest(x[k] / scale), -most_of_byte, most_of_byte);
        bytes[k] = static_cast<std::int8_t>(rounded);
    }
    // A scale has 24 bits and a byte has 7, so their product is exact in double precision.
    const auto square_of_residual = [&](int k) {
        const double residual = double{x[k]} - double{scale} * bytes[k];
        return residual * residual;
    };
    int k = 0;
    for (; k + lanes <= dims; k += lanes)
        for (int lane = 0; lane < lanes; ++lane) squares[lane] += square_of_residual(k + lane);
    for (; k < dims; ++k) squares[0] += square_of_residual(k);
    for (k = 0; k < dims; ++k) {
        square_of_bytes += bytes[k] * bytes[k]; // at most 4096 * 127^2
        sum += bytes[k];
    }
    return {.length = above * double{scale} * std::sqrt(static_cast<double>(square_of_bytes)),
            .residual = above * std::sqrt(std::accumulate(std::begin(squares), std::end(squares), 0.0)),
            .sum = sum};
}

} // namespace pairscope::matching

// SPDX-License-Identifier: MIT
// The place of a point along the Morton curve, which keeps near points together.
#pragma once

#include "kernels/neighbours/exact/exact_distance.h"

#include <cstdint>

namespace pairscope::neighbours {

inline constexpr int bits_of_axis = 23; ///< two axes and one more bit are six digits of 8 bits, or three of 16
inline constexpr int bits_of_code = 2 * bits_of_axis;

/// The square that the curve fills.
struct CurveFrame {
    double low_x = 0.0, low_y = 0.0;
    double scale = 0.0; ///< steps per unit; 0: all points coincide
};

/// Around finite points between these ends.
template <class Number> PAIRSCOPE_BOTH_SIDES CurveFrame frame_of(TreePointIn<Number> low, TreePointIn<Number> high) {
    const double width = static_cast<double>(high.x) - static_cast<double>(low.x);
    const double height = static_cast<double>(high.y) - static_cast<double>(low.y);
    const double side = width > height ? width : height;
    const double steps = static_cast<double>((1 << bits_of_axis) - 1);
    return {static_cast<double>(low.x), static_cast<double>(low.y), side > 0.0 ? steps / side : 0.0};
}

/// The bits of `value` with a gap of one bit between each two.
PAIRSCOPE_BOTH_SIDES inline std::uint64_t spread(std::uint64_t value) {
    value = (value | value << 16) & 0x0000ffff0000ffffull;
    value = (value | value << 8) & 0x00ff00ff00ff00ffull;
    value = (value | value << 4) & 0x0f0f0f0f0f0f0f0full;
    value = (value | value << 2) & 0x3333333333333333ull;
    return (value | value << 1) & 0x5555555555555555ull;
}

PAIRSCOPE_BOTH_SIDES inline std::uint64_t step_at(double place, double low, double scale) {
    constexpr double last = static_cast<double>((1 << bits_of_axis) - 1);
    const double step = (place - low) * scale;
    return static_cast<std::uint64_t>(step < 0.0 ? 0.0 : step > last ? last : step);
}

template <class Number>
PAIRSCOPE_BOTH_SIDES std::uint64_t morton_code(const CurveFrame& frame, TreePointIn<Number> at) {
    return spread(step_at(static_cast<double>(at.x), frame.low_x, frame.scale)) |
           spread(step_at(static_cast<double>(at.y), frame.low_y, frame.scale)) << 1;
}

} // namespace pairscope::neighbours

// SPDX-License-Identifier: MIT
// The number of a distance, without its unit.
#pragma once

#include "app/chart/number_text.h"
#include "kernels/metrics/units.h"

#include <cmath>
#include <string>
#include <string_view>

namespace pairscope::app {

/// "31" of "31 edits", "0.471" of "0.471 km": what is counted has no digits behind the point.
[[nodiscard]] inline std::string distance_number(double value, std::string_view unit) {
    constexpr double most = 1e15; // a double is exact up to here
    const bool is_count = counts_something(unit) && value == std::round(value) && std::abs(value) < most;
    return is_count ? grouped(std::llround(value)) : three_digits(value);
}

} // namespace pairscope::app

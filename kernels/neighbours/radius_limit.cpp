// SPDX-License-Identifier: MIT
#include "kernels/neighbours/radius_limit.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::neighbours {

RadiusLimit::RadiusLimit(const Measure& measure, double radius) : measure_(measure), radius_(radius) {
    const double rounding = measure.widest_rounding(radius);
    constexpr double rounding_of_keys = 0x1p-48;
    const double nearest = measure.cheap_key_of(std::max(0.0, radius - rounding));
    const double farthest = measure.cheap_key_of(radius + rounding);
    low_ = nearest - rounding_of_keys * nearest - measure.slack().of(nearest);
    high_ = measure.slack().above(farthest) + rounding_of_keys * farthest;
    key_ = measure.cheap_key_of(radius);
    constexpr double least = 1e-280; // a smaller square loses digits
    keys_decide_ =
        measure.has_exact_keys() && rounding == 0.0 && std::isfinite(key_) && (key_ > least || radius == 0.0);
}

std::optional<RadiusLimit::FloatLimits> RadiusLimit::float_limits() const {
    if (!keys_decide_ || !measure_.has_exact_float_keys()) return {};
    constexpr float infinity = std::numeric_limits<float>::infinity();
    auto floor = static_cast<float>(key_); // the largest float32 number that is not above the key
    if (static_cast<double>(floor) > key_) floor = std::nextafter(floor, -infinity);
    const float ceiling = std::nextafter(floor, infinity);
    if (is_at_radius(floor)) return FloatLimits{floor, floor};
    if (is_at_radius(ceiling)) return FloatLimits{ceiling, ceiling};
    return FloatLimits{ceiling, floor};
}

bool RadiusLimit::is_at_radius(double key) const { return measure_.distance_of_exact(key) == radius_; }

int RadiusLimit::decide(std::int64_t row, std::int64_t col, double key) const {
    if (!keys_decide_) return measure_.compare_with_radius(row, col, radius_);
    if (is_at_radius(key)) return 0;
    if (measure_.counts_decimals()) return measure_.distance_of_exact(key) < radius_ ? -1 : 1;
    return key < key_ ? -1 : 1;
}

} // namespace pairscope::neighbours

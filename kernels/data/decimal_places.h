// SPDX-License-Identifier: MIT
// Whether numbers are decimals of few digits, as those of most text files are. Such numbers are whole multiples of a
// power of ten, so distances between them can be decided as the file writes them.
#pragma once

#include "kernels/data/dataset.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace pairscope {

/// The nearest whole number, as std::nearbyint gives it for sizes up to 2^51, without a call.
[[nodiscard]] inline double nearest_whole(double number) {
    constexpr double units = 0x1.8p52; // from 2^52 on the steps between doubles are 1
    return (number + units) - units;
}

inline constexpr int most_decimal_places = 22; ///< 10 to the power of this is a double
/// The largest number in units of its last decimal place. Two of float32 hold a number to 2^-48 of it, which is here
/// less than 0.04 of the unit, so the nearest whole number is the right one.
inline constexpr double most_decimal_units = 1e13;

/// Takes numbers in any order.
class DecimalPlaces {
public:
    /// Numbers that are not finite belong to no distance.
    void include(double number) {
        if (!exist_ || !std::isfinite(number)) return;
        largest_ = std::max(largest_, std::abs(number));
        while (largest_ * power_ <= most_decimal_units) {
            // The quotient is the double nearest to the decimal number, which is what a reader made of its text.
            if (nearest_whole(number * power_) / power_ == number) return;
            if (++places_ > most_decimal_places) break;
            power_ *= 10.0;
        }
        exist_ = false;
    }
    /// Absent: some numbers are no such decimals.
    [[nodiscard]] std::optional<DecimalDigits> found() const {
        if (!exist_) return {};
        DecimalDigits digits{.behind_point = places_, .most_behind_point = places_};
        for (double power = power_ * 10.0;
             digits.most_behind_point < most_decimal_places && largest_ * power <= most_decimal_units; power *= 10.0)
            ++digits.most_behind_point;
        return digits;
    }

private:
    bool exist_ = true;
    int places_ = 0;
    double power_ = 1.0, largest_ = 0.0;
};

} // namespace pairscope

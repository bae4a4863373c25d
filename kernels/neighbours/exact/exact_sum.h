// SPDX-License-Identifier: MIT
// Sums of products of doubles without any rounding. They decide between distances that double precision cannot tell
// apart.
#pragma once

#include <array>
#include <cstdint>

namespace pairscope::neighbours {

/// a - b without rounding: the rounded difference, and what rounding took from it.
struct ExactDifference {
    double rounded = 0.0, rest = 0.0;
};
[[nodiscard]] ExactDifference exact_difference(double a, double b);

/// A fixed-point number with a digit for every bit that a product of two finite doubles can have. At most 2^28 products
/// may be added. Every function takes finite numbers.
class ExactSum {
public:
    void add(double number);
    /// Adds a * b, or subtracts it.
    void add_product(double a, double b, bool subtracts = false);
    void add_square_of_difference(double a, double b, bool subtracts = false);
    void add_size_of_difference(double a, double b, bool subtracts = false);

    [[nodiscard]] int sign() const; ///< -1, 0 or 1
    /// The double nearest to the sum, and of two equally near ones the even one.
    [[nodiscard]] double rounded() const;

private:
    static constexpr int bits_of_digit = 32;
    static constexpr int lowest_exponent = -2176; ///< the exponent of digit 0; the least bit of a product is 2^-2148
    static constexpr int digit_count = 136;       ///< up to 2^2176; products are below 2^2049

    using Digits = std::array<std::int64_t, digit_count>; ///< signed, and not carried yet
    /// Digits from 0 to 2^32 - 1 of the sum's size.
    struct Carried {
        Digits digits{};
        int sign = 0, top = 0; ///< top: the highest digit that is not 0
    };
    void add_at(std::uint64_t mantissa, int exponent, bool subtracts);
    [[nodiscard]] Carried carried() const;

    Digits digits_{};
    int low_ = digit_count, high_ = -1; ///< the digits that were touched
};

} // namespace pairscope::neighbours

// SPDX-License-Identifier: MIT
#include "kernels/neighbours/exact/exact_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pairscope::neighbours {
namespace {

constexpr std::uint64_t digit_mask = 0xffffffffu;

/// A finite double is mantissa * 2^exponent, with its sign.
struct Parts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
};
Parts parts_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const int field = static_cast<int>(bits >> 52 & 0x7ffu);
    const std::uint64_t fraction = bits & 0xfffffffffffffu;
    return {.mantissa = field == 0 ? fraction : fraction | std::uint64_t{1} << 52,
            .exponent = std::max(field, 1) - 1075,
            .negative = (bits >> 63) != 0};
}

} // namespace

ExactDifference exact_difference(double a, double b) {
    const double rounded = a - b, part = rounded - a;
    return {rounded, (a - (rounded - part)) - (b + part)};
}

void ExactSum::add_at(std::uint64_t mantissa, int exponent, bool subtracts) {
    if (mantissa == 0) return;
    const int place = exponent - lowest_exponent, digit = place / bits_of_digit, shift = place % bits_of_digit;
    // 64 bits that are shifted by up to 31 become three digits.
    const std::uint64_t low = (mantissa & digit_mask) << shift, high = (mantissa >> bits_of_digit) << shift;
    const std::array<std::uint64_t, 3> pieces{low & digit_mask, (low >> bits_of_digit) + (high & digit_mask),
                                              high >> bits_of_digit};
    for (int i = 0; i < 3; ++i) {
        const auto piece = static_cast<std::int64_t>(pieces[static_cast<std::size_t>(i)]);
        digits_[static_cast<std::size_t>(digit + i)] += subtracts ? -piece : piece;
    }
    low_ = std::min(low_, digit);
    high_ = std::max(high_, digit + 2);
}

void ExactSum::add(double number) {
    const Parts parts = parts_of(number);
    add_at(parts.mantissa, parts.exponent, parts.negative);
}

void ExactSum::add_product(double a, double b, bool subtracts) {
    const Parts first = parts_of(a), second = parts_of(b);
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(first.mantissa) * second.mantissa;
    const int exponent = first.exponent + second.exponent;
    const bool negative = (first.negative != second.negative) != subtracts;
    add_at(static_cast<std::uint64_t>(product), exponent, negative);
    add_at(static_cast<std::uint64_t>(product >> 64), exponent + 64, negative);
}

void ExactSum::add_square_of_difference(double a, double b, bool subtracts) {
    const ExactDifference difference = exact_difference(a, b);
    add_product(difference.rounded, difference.rounded, subtracts);
    if (difference.rest == 0.0) return;
    add_product(2.0 * difference.rounded, difference.rest, subtracts);
    add_product(difference.rest, difference.rest, subtracts);
}

void ExactSum::add_size_of_difference(double a, double b, bool subtracts) {
    const ExactDifference difference = exact_difference(a, b);
    const bool turned = (difference.rounded < 0.0) != subtracts;
    add(turned ? -difference.rounded : difference.rounded);
    if (difference.rest != 0.0) add(turned ? -difference.rest : difference.rest);
}

ExactSum::Carried ExactSum::carried() const {
    Carried result;
    const auto carry_all = [&](bool negated) {
        std::int64_t carry = 0;
        for (int i = low_; i < digit_count; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const std::int64_t value = (negated ? -digits_[at] : digits_[at]) + carry;
            result.digits[at] = value & static_cast<std::int64_t>(digit_mask);
            carry = value >> bits_of_digit; // rounds down, whatever the sign
            if (i > high_ && carry == 0) break;
        }
        return carry >= 0;
    };
    if (high_ < 0) return result;
    result.sign = 1;
    if (!carry_all(false)) {
        result.digits = {};
        result.sign = -1;
        carry_all(true);
    }
    result.top = digit_count - 1;
    while (result.top >= low_ && result.digits[static_cast<std::size_t>(result.top)] == 0) --result.top;
    if (result.top < low_) result = {};
    return result;
}

int ExactSum::sign() const { return carried().sign; }

double ExactSum::rounded() const {
    const Carried sum = carried();
    if (sum.sign == 0) return 0.0;
    const auto digit = [&](int i) {
        return i < 0 ? std::uint64_t{0} : static_cast<std::uint64_t>(sum.digits[static_cast<std::size_t>(i)]);
    };
    // The highest 64 bits, the last of which also stands for everything below it that is not 0.
    const int shift = std::countl_zero(digit(sum.top)) - bits_of_digit;
    std::uint64_t bits = (digit(sum.top) << bits_of_digit | digit(sum.top - 1)) << shift;
    if (shift > 0) bits |= digit(sum.top - 2) >> (bits_of_digit - shift);
    bool has_rest = shift == 0 ? digit(sum.top - 2) != 0 : (digit(sum.top - 2) << shift & digit_mask) != 0;
    for (int i = sum.top - 3; i >= low_ && !has_rest; --i) has_rest = digit(i) != 0;
    bits |= has_rest ? 1u : 0u;
    constexpr int dropped = 64 - 53;
    const std::uint64_t kept = bits >> dropped, rest = bits & ((1u << dropped) - 1), half = 1u << (dropped - 1);
    const bool up = rest > half || (rest == half && (kept & 1u) != 0);
    const int exponent = lowest_exponent + (sum.top - 1) * bits_of_digit - shift + dropped;
    return sum.sign * std::ldexp(static_cast<double>(kept + (up ? 1 : 0)), exponent);
}

} // namespace pairscope::neighbours

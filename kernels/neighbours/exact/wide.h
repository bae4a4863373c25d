// SPDX-License-Identifier: MIT
// Numbers in two doubles, and sums of them that are rounded once. Such a sum is the same in whatever order its terms
// are, so vectors whose coordinates were permuted alike have equal distances.
#pragma once

#include "kernels/neighbours/exact/exact_sum.h"

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>

namespace pairscope::neighbours {

/// high + low, where high is the sum rounded to double.
struct Wide {
    double high = 0.0, low = 0.0;
};

/// a + b without rounding.
[[nodiscard]] inline Wide wide_sum(double a, double b) {
    const double sum = a + b, part = sum - a;
    return {sum, (a - (sum - part)) + (b - part)};
}
/// a + b without rounding, where |a| >= |b| or a is 0.
[[nodiscard]] inline Wide joined_parts(double a, double b) {
    const double sum = a + b;
    return {sum, b - (sum - a)};
}
/// a * b without rounding, for numbers whose product is from 2^-900 to 2^900.
[[nodiscard]] inline Wide wide_product(double a, double b) {
    constexpr double halves = 0x1p27 + 1.0;
    const auto upper = [](double x) {
        const double large = halves * x;
        return large - (large - x);
    };
    const double product = a * b, a_up = upper(a), a_down = a - a_up, b_up = upper(b), b_down = b - b_up;
    return {product, ((a_up * b_up - product) + a_up * b_down + a_down * b_up) + a_down * b_down};
}
/// With an error below 2^-102 of the result.
[[nodiscard]] inline Wide wide_product(const Wide& a, const Wide& b) {
    const Wide product = wide_product(a.high, b.high);
    return joined_parts(product.high, product.low + (a.high * b.low + a.low * b.high));
}
[[nodiscard]] inline Wide wide_size(const Wide& a) { return a.high < 0.0 ? Wide{-a.high, -a.low} : a; }

/// The double that is nearest to a number between high + low - error and high + low + error, if they all have the same.
[[nodiscard]] inline std::optional<double> rounded_within(const Wide& number, double error) {
    const double least = number.high + (number.low - error), most = number.high + (number.low + error);
    return least == most ? std::optional(least) : std::nullopt;
}

/// The sum of terms that are not negative, where term(k) is a Wide. NaN or infinite if a term is.
template <class Term> class SumOfTerms {
public:
    SumOfTerms(std::size_t count, Term term) : count_(count), term_(term) {
        constexpr std::size_t lanes = 4; // sums side by side, which become vector instructions
        std::array<double, lanes> high{}, low{};
        const auto add = [&](std::size_t k, std::size_t lane) {
            const Wide added = term(k), next = wide_sum(high[lane], added.high);
            high[lane] = next.high;
            low[lane] += next.low + added.low;
        };
        std::size_t k = 0;
        for (; k + lanes <= count; k += lanes)
            for (std::size_t lane = 0; lane < lanes; ++lane) add(k + lane, lane);
        for (; k < count; ++k) add(k, k % lanes);
        const Wide left = wide_sum(high[0], high[2]), right = wide_sum(high[1], high[3]),
                   sum = wide_sum(left.high, right.high);
        about_ = joined_parts(sum.high, ((low[0] + low[2]) + (low[1] + low[3])) + (left.low + right.low) + sum.low);
        const auto n = static_cast<double>(count);
        error_ = (n * n + 64.0) * 0x1p-102 * sum.high;
        if (!std::isfinite(sum.high)) about_ = {sum.high, 0.0};
    }
    /// The sum apart from error(), which depends on the order of the terms.
    [[nodiscard]] const Wide& about() const { return about_; }
    [[nodiscard]] double error() const { return error_; }
    /// In 106 bits, which do not depend on the order of the terms.
    [[nodiscard]] Wide wide() const {
        if (!std::isfinite(about_.high)) return about_;
        if (const auto sum = without_loss()) return *sum;
        ExactSum exact;
        for (std::size_t k = 0; k < count_; ++k) {
            const Wide added = term_(k);
            exact.add(added.high);
            exact.add(added.low);
        }
        const double high = exact.rounded();
        exact.add(-high);
        return {high, exact.rounded()};
    }
    /// Rounded once, to the nearest double.
    [[nodiscard]] double rounded() const {
        if (!std::isfinite(about_.high)) return about_.high;
        if (const auto nearest = rounded_within(about_, error_)) return *nearest;
        return wide().high;
    }

private:
    /// In most cases two doubles hold the sum exactly.
    [[nodiscard]] std::optional<Wide> without_loss() const {
        Wide sum;
        for (std::size_t k = 0; k < count_; ++k) {
            const Wide added = term_(k), high = wide_sum(sum.high, added.high), low = wide_sum(sum.low, high.low),
                       lowest = wide_sum(low.high, added.low);
            if (low.low != 0.0 || lowest.low != 0.0) return {};
            sum = {high.high, lowest.high};
        }
        return wide_sum(sum.high, sum.low);
    }

    std::size_t count_;
    Term term_;
    Wide about_;
    double error_ = 0.0;
};

} // namespace pairscope::neighbours

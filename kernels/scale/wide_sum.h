// SPDX-License-Identifier: MIT
// A sum of whole numbers in 128 bits. Addition of whole numbers has no order: the sum has the same bits, whoever added
// which part first.
#pragma once

#include <cstdint>

namespace pairscope::scale {

class WideSum {
public:
    /// More than 2^64 numbers cannot overflow it, because each of them has 64 bits.
    void add(std::int64_t number) { value_ += number; }
    void add(const WideSum& part) { value_ += part.value_; }

    /// The sum divided by a count above 0, rounded to double.
    [[nodiscard]] double divided_by(std::int64_t count) const {
        const Wide whole = value_ / count, rest = value_ % count;
        return static_cast<double>(static_cast<long double>(whole) +
                                   static_cast<long double>(rest) / static_cast<long double>(count));
    }
    [[nodiscard]] std::int64_t high() const { return static_cast<std::int64_t>(value_ >> 64); }
    [[nodiscard]] std::uint64_t low() const { return static_cast<std::uint64_t>(value_); }

    bool operator==(const WideSum&) const = default;

private:
    __extension__ typedef __int128 Wide; // a keyword of g++ and clang
    Wide value_ = 0;
};

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
// What counts as a right output of differing_bits: exactly the weighted number of bits.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"

#include <cstdint>

namespace pairscope::workloads::differing_bits {

/// See kernels/matrix/judge.h.
class Rule {
public:
    explicit Rule(const Problem& problem)
        : a_(problem.a.bytes()), b_(problem.b.bytes()), a_pitch_(problem.a.pitch), b_pitch_(problem.b.pitch),
          dims_(problem.a.dims), weight_(problem.parameters.empty() ? 1.0 : problem.parameters[0]) {}

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        int bits = 0;
        for (std::int64_t k = 0; k < dims_; ++k)
            for (int different = a_[row * a_pitch_ + k] ^ b_[col * b_pitch_ + k]; different != 0; different >>= 1)
                bits += different & 1;
        return weight_ * bits;
    }
    [[nodiscard]] Accuracy allowed(const Accuracy& of_variant) const { return of_variant; }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy&) const {
        return entry.found == static_cast<float>(entry.expected);
    }
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES static double relative_error(const JudgedEntry&, const Accuracy&) { return 0.0; }

private:
    const std::uint8_t *a_, *b_;
    std::int64_t a_pitch_, b_pitch_, dims_;
    double weight_;
};

} // namespace pairscope::workloads::differing_bits

// SPDX-License-Identifier: MIT
// What counts as a right output of given_matrix.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"

#include <cstdint>

namespace pairscope::workloads::given_matrix {

/// See kernels/matrix/judge.h. Every entry must be the one that was given.
class Rule {
public:
    explicit Rule(const Problem& problem) : entries_(problem.a.floats()), pitch_(problem.a.pitch) {}

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        return entries_[row * pitch_ + col];
    }
    [[nodiscard]] static constexpr Accuracy allowed(const Accuracy& of_variant) { return of_variant; }
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy&) {
        const bool are_nan = entry.found != entry.found && entry.expected != entry.expected;
        return are_nan || entry.found == entry.expected;
    }
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES double relative_error(const JudgedEntry&, const Accuracy&) { return 0.0; }

private:
    const float* entries_;
    std::int64_t pitch_;
};

} // namespace pairscope::workloads::given_matrix

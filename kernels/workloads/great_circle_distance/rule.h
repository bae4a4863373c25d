// SPDX-License-Identifier: MIT
// What counts as a right output of great_circle_distance.
#pragma once

#include "kernels/ladder/accuracy.h"
#include "kernels/ladder/workload.h"
#include "kernels/matrix/both_sides.h"
#include "kernels/metrics/places.h"

#include <cmath>
#include <cstdint>

namespace pairscope::workloads::great_circle_distance {

/// See kernels/matrix/judge.h.
class Rule {
public:
    explicit Rule(const Problem& problem)
        : coordinates_(problem.a.floats()), frame_(globe::frame_of<double>(problem.a.globe)) {}

    /// In double precision, from the float32 coordinates.
    [[nodiscard]] PAIRSCOPE_BOTH_SIDES double expected(std::int64_t row, std::int64_t col) const {
        return globe::kilometres(frame_, place(row), place(col));
    }

    /// The tolerance is relative for all distances, however short or long.
    [[nodiscard]] static constexpr Accuracy allowed(const Accuracy& of_variant) { return of_variant; }

    /// Both are NaN where there is no such place. The square of half an angle below 1e-19 underflows float32.
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES bool is_right(const JudgedEntry& entry, const Accuracy& allowed) {
        if (entry.expected != entry.expected) return entry.found != entry.found;
        const double error = fabs(entry.found - entry.expected);
        return error <= allowed.relative() * entry.expected || error <= tiny;
    }

    /// The relative error of an entry that is right by its relative accuracy; 0 if it is right for another reason.
    [[nodiscard]] static PAIRSCOPE_BOTH_SIDES double relative_error(const JudgedEntry& entry, const Accuracy& allowed) {
        const double error = fabs(entry.found - entry.expected);
        return entry.expected > tiny && error <= allowed.relative() * entry.expected ? error / entry.expected : 0.0;
    }

private:
    static constexpr double tiny = 4e-15; // [km]

    [[nodiscard]] PAIRSCOPE_BOTH_SIDES globe::Place<double> place(std::int64_t i) const {
        return globe::place_of<double>(frame_, coordinates_[2 * i], coordinates_[2 * i + 1]);
    }

    const float* coordinates_;
    globe::Frame<double> frame_;
};

} // namespace pairscope::workloads::great_circle_distance

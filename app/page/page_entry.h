// SPDX-License-Identifier: MIT
// The number that a page shows for an entry of a matrix. The page computes it in JavaScript (assets/page), and this
// function computes the same: in double precision from the float32 coordinates, in their order, rounded to float32 at
// the end. It is a reference and not the output of a kernel.
#pragma once

#include "kernels/ladder/pair_formula.h"
#include "kernels/ladder/workload.h"

#include <span>
#include <vector>

namespace pairscope::page {

struct EntryRule {
    PairFormula formula{};
    double sigma = 1.0; ///< the width of a Gaussian
    GlobeAxes globe{};  ///< how places on the Earth are to be read
    const WorkloadType* own = nullptr; ///< gives the distance by its own metric; null: the formula gives it
    std::vector<double> parameters{};  ///< the numbers that `own` is asked with
};

/// Vectors of equal length; two coordinates where these are places on the Earth.
[[nodiscard]] float reference_entry(const EntryRule& rule, std::span<const double> a, std::span<const double> b);

} // namespace pairscope::page

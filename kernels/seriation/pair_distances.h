// SPDX-License-Identifier: MIT
// The distances of all pairs of a set in double precision, as the matrix of this metric has them.
#pragma once

#include "kernels/seriation/linkage.h"
#include "kernels/seriation/seriation.h"

#include <cstdint>
#include <functional>
#include <vector>

namespace pairscope::seriation {

struct MeasuredSet {
    std::vector<std::int32_t> rows;     ///< the rows of the set that have distances, ascending
    std::vector<std::int32_t> left_out; ///< the others, ascending
    PairDistances distances;            ///< between `rows`; incomplete if it was stopped
    /// Measures one of these pairs again, by two places in `rows`. The set must outlive it.
    std::function<double(std::int32_t a, std::int32_t b)> apart{};
};

/// Adds the number of rows to control.rows_done. Throws MemoryError.
[[nodiscard]] MeasuredSet measure_pairs(const Dataset& set, const ComparedBy& by, const RunControl& control = {});

/// Calls take(place, distances) with the distances of each row that has some from all of them; `place` counts these
/// rows. The calls come from several threads, in any order. Returns these rows.
[[nodiscard]] std::vector<std::int32_t>
measure_rows(const Dataset& set, const ComparedBy& by, const RunControl& control,
             const std::function<void(std::int64_t place, std::span<const double> distances)>& take);

} // namespace pairscope::seriation

// SPDX-License-Identifier: MIT
// Which of the numbers of a pair are shown, where a table has two different ones, or none.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/distances/distance_judge.h"

#include <cstdint>

namespace pairscope {

/// A triangle is mirrored in any case.
struct ShownPairs {
    Symmetrise symmetrise = Symmetrise::no;
    bool is_triangle = false;
};

/// What stands for an entry of a table; NaN where there is no finite number.
[[nodiscard]] double shown_distance(const SquareView& entries, std::int64_t row, std::int64_t col,
                                    const ShownPairs& shown);
/// Keeps what float32 rounds away, for lists and counts of pairs with the digits of the file. Takes no memory where all
/// distances are numbers of float32.
void keep_lost_digits(Dataset& set, const SquareView& entries, const ShownPairs& shown);
/// Sets Dataset::missing_pairs and is_asymmetric.
void count_odd_pairs(Dataset& set);

} // namespace pairscope

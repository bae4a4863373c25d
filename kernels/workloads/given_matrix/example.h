// SPDX-License-Identifier: MIT
// Distances for a user who has none: the edit distances between words.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace pairscope::workloads::given_matrix {

/// The edit distances (Levenshtein 1966) between made-up words of several families. A word differs from the first word
/// of its family by a few letters, so that the families are blocks of the matrix. Words have no coordinates, and a
/// table of their distances is all that can be given. A stopped call returns rows that are not filled in.
[[nodiscard]] Dataset edit_distances(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop);

/// How many letters have to be inserted, deleted or replaced to turn one word into the other.
[[nodiscard]] int edits_between(std::string_view a, std::string_view b);

} // namespace pairscope::workloads::given_matrix

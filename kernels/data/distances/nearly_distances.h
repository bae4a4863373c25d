// SPDX-License-Identifier: MIT
// Tables that may well be distances, but are read as points or vectors.
#pragma once

#include "kernels/data/table.h"

#include <string>

namespace pairscope {

/// Why a table that looks like distances is not read as a distance matrix, as a part of a sentence: a square of two
/// rows, a list of pairs with several columns of numbers, or a list of numbered pairs of which some are missing. Empty:
/// the table does not look so.
[[nodiscard]] std::string why_only_nearly_distances(const Table& table);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Which rows of two sets are the same items: specimens, places, people.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <vector>

namespace pairscope::association {

struct CommonItems {
    std::vector<std::int32_t> first, second;           ///< the row of each item in each set, in the order of the first
    std::vector<std::int32_t> only_first, only_second; ///< the rows without a partner
    bool by_position = false;                          ///< row i of one set is row i of the other
    bool same_order = true;                            ///< the second set has the items in this order, too
};

/// So few items have no distances that could be compared: there are three pairs.
inline constexpr std::int64_t fewest_common = 4;

enum class JoinedBy : std::uint8_t { name, position };

/// Rows of the same name are one item; by position, and where one set or both have no names, row i is row i. Throws
/// InputError if a name is that of two rows of a set, if sets without names differ in their number of rows, or if fewer
/// than fewest_common items are common.
[[nodiscard]] CommonItems common_items(const Dataset& first, const Dataset& second, JoinedBy by = JoinedBy::name);

} // namespace pairscope::association

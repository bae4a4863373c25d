// SPDX-License-Identifier: MIT
// Which formulas the script of a page computes (assets/page), and what it calls them.
#pragma once

#include "kernels/ladder/workload.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace pairscope::page {

struct PageFormula {
    std::string_view terms;  ///< the name in the script
    std::string_view ending; ///< what is made of the sum; a distance that is no sum of terms has a name, too
    /// How long an entry takes on a CPU, in coordinates that are subtracted and added.
    double steps_per_coordinate = 1.0;
    bool is_table = false; ///< an entry takes as many steps for each coordinate of the other vector

    [[nodiscard]] double steps(std::int64_t dims) const {
        return steps_per_coordinate * double(dims) * (is_table ? double(dims) : 1.0);
    }
};

/// Absent: the workload has no matrix, or its entries are none that the script computes.
[[nodiscard]] std::optional<PageFormula> page_formula(const WorkloadType& type);

} // namespace pairscope::page

// SPDX-License-Identifier: MIT
// The sets of make_reference_mantel.py.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace pairscope::association {

inline Dataset reference_points(int number) {
    Dataset set{.name = "points", .rows = 7, .dims = 2};
    std::int64_t state = 1000 + number;
    std::vector<float> values;
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::int64_t k = 0; k < 2; ++k) {
            state = (state * 1103515245 + 12345) % (std::int64_t{1} << 31);
            const double value = double((state >> 7) % (1 << 20)) / 4096.0;
            values.push_back(float(value + 100.0 * double((row * (k + 3)) % 5 * (number % 3))));
        }
    set.values = std::move(values);
    return set;
}

} // namespace pairscope::association

// SPDX-License-Identifier: MIT
// Sets for tests of orders and trees.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/shapes/pcg32.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace pairscope::seriation {

inline Dataset set_of(std::vector<float> values, std::int64_t dims) {
    Dataset set{.name = "vectors", .rows = std::ssize(values) / dims, .dims = dims};
    set.values = std::move(values);
    return set;
}

inline Dataset random_set(std::int64_t rows, std::int64_t dims, std::uint64_t seed) {
    Pcg32 random(seed);
    std::vector<float> values;
    for (std::int64_t i = 0; i < rows * dims; ++i)
        values.push_back(float(random.next()) * 0x1p-22f); // up to 1024, without ties
    return set_of(std::move(values), dims);
}

} // namespace pairscope::seriation

// SPDX-License-Identifier: MIT
// Vectors of length 1 for tests of best_match. The tests of CPU and GPU share them.
#pragma once

#include "kernels/data/vectors.h"

#include <cstdint>
#include <functional>
#include <random>
#include <utility>
#include <vector>

namespace pairscope::samples {

using CoordinateOf = std::function<float(std::int64_t, std::int64_t)>;

inline Dataset features(std::int64_t rows, std::int64_t dims, const CoordinateOf& coordinate) {
    Dataset set{.name = "test features", .rows = rows, .dims = dims};
    std::vector<float> values;
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t k = 0; k < dims; ++k) values.push_back(coordinate(i, k));
    set.values = std::move(values);
    return with_unit_length(std::move(set));
}

inline Dataset random_features(std::int64_t rows, std::int64_t dims, unsigned seed, float least = -1.0f) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> number(least, 1.0f);
    return features(rows, dims, [&](std::int64_t, std::int64_t) { return number(random); });
}

} // namespace pairscope::samples

// SPDX-License-Identifier: MIT
// Points for tests of kernels: ordinary ones, and those on which kernels stumble.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace pairscope::samples {

inline constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();

inline Dataset dataset_of(std::vector<float> values) {
    Dataset data;
    data.name = "test points";
    data.rows = static_cast<std::int64_t>(values.size() / 2);
    data.dims = 2;
    data.values = std::move(values);
    return data;
}

inline Dataset random_points(std::int64_t n, unsigned seed = 1) {
    std::mt19937 random(seed);
    std::vector<float> values(static_cast<std::size_t>(2 * n));
    for (float& value : values) value = static_cast<float>(random()) / 4294967296.0f;
    return dataset_of(std::move(values));
}

/// n points whose coordinates are every combination of the values, again and again: coincident points, NaN, infinities,
/// coordinates whose squares overflow, underflow or become denormal, and points far from the origin but close together.
inline Dataset awkward_points(std::int64_t n) {
    const std::vector<float> odd{0.0f,    -0.0f,  1.0f,       -1.0f,    nan,      infinity, -infinity,
                                 1e30f,   -1e30f, 1e-30f,     1.1e-19f, 0.9e-19f, 3e-20f,   1.7e19f,
                                 1.9e19f, 1e6f,   1000000.1f, 3.4e38f,  1e-45f,   0.5f};
    std::vector<float> values;
    for (std::int64_t i = 0; i < n; ++i) {
        const auto k = static_cast<std::size_t>(i);
        values.push_back(odd[k % odd.size()]);
        values.push_back(odd[(k / odd.size() + 7 * k) % odd.size()]);
    }
    return dataset_of(std::move(values));
}

inline Workload distance_matrix_of(const Dataset& data) {
    return {.type = "distance_matrix", .rows = data.rows, .cols = data.rows, .dims = data.dims};
}

} // namespace pairscope::samples

// SPDX-License-Identifier: MIT
// Distances between vectors of any length, and of bytes too. They decide which vector is nearer; see nearest.h.
#pragma once

#include "kernels/core/dataset.h"

#include <cstdint>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// The coordinates as floats; `room` holds them where the dataset has bytes.
[[nodiscard]] std::span<const float> floats_of(const Dataset& data, std::vector<float>& room);

/// Two coordinates of each vector; a missing second one is 0. `room` holds them where the dataset does not.
[[nodiscard]] std::span<const float> plane_of(const Dataset& data, std::vector<float>& room);
/// Have the vectors two coordinates at most?
[[nodiscard]] bool is_plane(const Dataset& data);

/// For each vector: are all its coordinates finite?
[[nodiscard]] std::vector<bool> finite_vectors(const Dataset& data);

/// The squared distance, in double; the summands are added in a fixed order.
[[nodiscard]] double squared_distance(std::span<const float> a, std::span<const float> b);

} // namespace pairscope::neighbours

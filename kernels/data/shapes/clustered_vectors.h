// SPDX-License-Identifier: MIT
// Example vectors with any number of coordinates, such as descriptors of pictures are: they lie in clusters.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <span>

namespace pairscope {

/// Vector number `index` of an endless list. It lies at a random place in one of 16 clusters. 60 neighbours of the list
/// are in one cluster, so that a matrix of their distances has squares that can be seen. 60 is not a power of two, so
/// that samples at even steps through the list, which some kernels take, are not all from one cluster.
void make_clustered_vector(std::int64_t index, std::span<float> vector);

/// The first vectors of the list.
[[nodiscard]] Dataset clustered_vectors(std::int64_t rows, std::int64_t dims);

} // namespace pairscope

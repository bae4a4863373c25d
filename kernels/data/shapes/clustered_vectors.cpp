// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/clustered_vectors.h"

#include "kernels/data/shapes/pcg32.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pairscope {

void make_clustered_vector(std::int64_t index, std::span<float> vector) {
    constexpr std::int64_t neighbours_of_a_cluster = 60, clusters = 16;
    constexpr std::uint64_t first_of_clusters = 1ull << 40;
    constexpr double size_of_cluster = 0.7; // beside 1, the distance of the clusters from one another
    const std::int64_t cluster = index / neighbours_of_a_cluster % clusters;
    Pcg32 random(static_cast<std::uint64_t>(index));
    Pcg32 random_of_cluster(first_of_clusters + static_cast<std::uint64_t>(cluster));
    std::ranges::fill(vector, 0.0f);
    add_noise(vector, random_of_cluster, 1.0);
    add_noise(vector, random, size_of_cluster);
}

Dataset clustered_vectors(std::int64_t rows, std::int64_t dims) {
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t i = 0; i < rows; ++i)
        make_clustered_vector(i, std::span(values.data() + i * dims, static_cast<std::size_t>(dims)));
    Dataset data{.name = "vectors in clusters", .rows = rows, .dims = dims};
    data.values = std::move(values);
    return data;
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/data/shapes/species_counts.h"

#include "kernels/data/shapes/pcg32.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

struct Species {
    double best_condition = 0.0, width = 0.0; ///< conditions are in 0 ... 1
    double most = 0.0;                        ///< expected individuals at a site under the best condition
};

/// A Poisson number with this mean (Knuth 1969: uniform numbers are multiplied until they are below exp(-mean)).
int poisson(Pcg32& random, double mean) {
    const double enough = std::exp(-mean);
    int count = -1;
    for (double product = 1.0; product > enough; product *= random.uniform()) ++count;
    return count;
}

std::vector<Species> species_of(std::int64_t dims) {
    std::vector<Species> all;
    all.reserve(static_cast<std::size_t>(dims));
    for (std::int64_t k = 0; k < dims; ++k) {
        Pcg32 random(static_cast<std::uint64_t>(k));
        const double place = (static_cast<double>(k) + 0.5) / static_cast<double>(dims);
        all.push_back(
            {.best_condition = place, .width = 0.04 + 0.1 * random.uniform(), .most = 2.0 + 18.0 * random.uniform()});
    }
    return all;
}

/// `place` is in 0 ... 1. Neighbouring habitats of the list have different conditions, but the sixth is much like the
/// second one.
double condition_of(double place) {
    struct Habitat {
        double first, last;
    };
    constexpr std::array<Habitat, 6> habitats{
        {{0.05, 0.2}, {0.55, 0.65}, {0.25, 0.4}, {0.8, 0.95}, {0.4, 0.5}, {0.65, 0.55}}};
    const double scaled = place * static_cast<double>(habitats.size());
    const auto index = std::min(static_cast<std::size_t>(scaled), habitats.size() - 1);
    return std::lerp(habitats[index].first, habitats[index].last, scaled - static_cast<double>(index));
}

} // namespace

Dataset species_counts(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop) {
    constexpr double rare = 0.05; // a mean below which none is counted
    const std::vector<Species> species = species_of(dims);
    std::vector<float> values(static_cast<std::size_t>(rows * dims));
    for (std::int64_t row = 0; row < rows && !stop.stop_requested(); ++row) {
        Pcg32 random(static_cast<std::uint64_t>(row) + (static_cast<std::uint64_t>(set + 1) << 40));
        const double condition =
            condition_of((static_cast<double>(row) + 0.5) / static_cast<double>(rows)) + 0.02 * normal_point(random).x;
        float* const counts = values.data() + row * dims;
        for (std::int64_t k = 0; k < dims; ++k) {
            const Species& one = species[static_cast<std::size_t>(k)];
            const double away = (condition - one.best_condition) / one.width;
            const double mean = one.most * std::exp(-0.5 * away * away);
            if (mean > rare) counts[k] = static_cast<float>(poisson(random, mean));
        }
        const auto place =
            std::clamp(static_cast<std::int64_t>(condition * static_cast<double>(dims)), std::int64_t{0}, dims - 1);
        counts[place] = std::max(counts[place], 1.0f);
    }
    Dataset data{.name = "counts of species at sites", .rows = rows, .dims = dims};
    data.values = std::move(values);
    return data;
}

Dataset species_seen(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop) {
    Dataset data = species_counts(set, rows, dims, std::move(stop));
    for (float& x : std::get<std::vector<float>>(data.values)) x = std::min(x, 1.0f);
    data.name = "species seen at sites";
    return data;
}

bool begins_with_counts(std::string_view metric_name) {
    constexpr std::array<std::string_view, 7> names{"canberra",    "hamming", "hellinger",     "correlation",
                                                    "bray_curtis", "jaccard", "jensen_shannon"};
    return std::ranges::find(names, metric_name) != names.end();
}

} // namespace pairscope

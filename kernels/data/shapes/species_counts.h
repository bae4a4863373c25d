// SPDX-License-Identifier: MIT
// Example vectors for metrics of counts, shares and categories.
#pragma once

#include "kernels/data/dataset.h"

#include <cstdint>
#include <stop_token>
#include <string_view>

namespace pairscope {

/// How many individuals of each species somebody counts at each site: one row per site, one column per species. The
/// sites lie in six habitats, one after the other, and the conditions change along each habitat. Each species is most
/// frequent under one condition, and rare far from it, so most counts are 0. No row is empty. `set` is 0 or 1: sets
/// have the same species, but other sites. A stopped call returns what it has.
[[nodiscard]] Dataset species_counts(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop);
/// Like species_counts(), but with 1 for each species that was seen at a site, and 0 for the others.
[[nodiscard]] Dataset species_seen(int set, std::int64_t rows, std::int64_t dims, std::stop_token stop);

/// Does the metric with this name, such as "jaccard", begin with an example of counts? It has little to say about
/// points in the plane.
[[nodiscard]] bool begins_with_counts(std::string_view metric_name);

} // namespace pairscope

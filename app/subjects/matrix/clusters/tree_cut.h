// SPDX-License-Identifier: MIT
// Where the tree of clusters is cut.
#pragma once

#include "kernels/seriation/cut.h"

#include <cstdint>
#include <optional>
#include <string>

namespace pairscope::app {

struct TreeCut {
    enum class By : std::uint8_t { nothing, number, height } by = By::nothing;
    std::int64_t number = 2; ///< how many clusters
    double height = 0.0;     ///< in the unit of the distances
    bool operator==(const TreeCut&) const = default;
};

/// Why this tree cannot be cut like this, in one sentence; empty if it can.
[[nodiscard]] std::string why_not_cut(const seriation::Clustering& tree, const TreeCut& cut);

/// Absent if the tree is not cut, or cannot be cut like this.
[[nodiscard]] std::optional<seriation::Clusters> clusters_of(const seriation::Clustering& tree, const TreeCut& cut);

} // namespace pairscope::app

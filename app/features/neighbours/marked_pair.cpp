// SPDX-License-Identifier: MIT
#include "app/features/neighbours/marked_pair.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {

MarkedPair marked_pair_in(std::span<const float> row, Cell cell, std::size_t count, bool one_set, bool largest_first) {
    MarkedPair marked{.cell = cell, .value = row[std::size_t(cell.col)], .neighbours = {}};
    auto& neighbours = marked.neighbours;
    for (std::size_t col = 0; col < row.size(); ++col)
        if ((!one_set || std::int64_t(col) != cell.row) && std::isfinite(row[col]))
            neighbours.push_back({std::int64_t(col), row[col]});
    const std::size_t kept = std::min(count, neighbours.size());
    std::partial_sort(neighbours.begin(), neighbours.begin() + std::ptrdiff_t(kept), neighbours.end(),
                      [largest_first](const Neighbour& a, const Neighbour& b) {
                          if (a.distance == b.distance) return a.row < b.row;
                          return largest_first ? a.distance > b.distance : a.distance < b.distance;
                      });
    neighbours.resize(kept);
    return marked;
}

} // namespace pairscope::app

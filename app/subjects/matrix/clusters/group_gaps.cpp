// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/clusters/group_gaps.h"

#include "app/spine/state.h"
#include "app/subjects/matrix/order/order.h"

namespace pairscope::app {

std::vector<std::int64_t> group_gaps(const State& state, int set) {
    const MatrixOrder* const order = shown_order(state);
    if (order == nullptr) return {};
    const bool of_rows = set == 0;
    const std::vector<std::int64_t>& of_track = of_rows ? order->row_gaps : order->col_gaps;
    const seriation::Clusters* const clusters = clusters_of_set(state, set);
    if (!of_track.empty() || clusters == nullptr || !(of_rows ? order->row_tree : order->col_tree)) return of_track;
    const Permutation& there = of_rows ? order->rows : order->cols;
    std::vector<std::int64_t> gaps;
    const auto cluster_at = [&](std::size_t place) { return clusters->of_row[std::size_t(there[place])]; };
    for (std::size_t place = 1; place < there.size(); ++place)
        if (cluster_at(place) != cluster_at(place - 1)) gaps.push_back(static_cast<std::int64_t>(place));
    return gaps;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The clusters that the picture shows, for a file.
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/subjects/matrix/order/order.h"

namespace pairscope::app {

std::string why_no_clusters(const State& state) {
    const bool has_tree = state.data.now.question.first && state.order.clusters.trees[0];
    return has_tree ? "" : "There are no clusters. Choose the order \"by clusters\" first.";
}

namespace command {

void carry_out(const SaveClusters& c, State& state, Effects& effects) {
    if (!why_no_clusters(state).empty()) return;
    effects.files.emplace_back(job::SaveClusters{.path = c.path,
                                                 .source = state.data.now.source,
                                                 .question = state.data.now.question,
                                                 .choice = order_in_force(state).tree,
                                                 .tree = state.order.clusters.trees[0],
                                                 .cut = state.order.clusters.cut});
}

} // namespace command

} // namespace pairscope::app

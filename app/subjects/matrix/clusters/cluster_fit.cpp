// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/clusters/cluster_fit.h"

#include "app/spine/commands.h"
#include "app/spine/compared_by.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/matrix/order/order.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace pairscope::app {

std::shared_ptr<const ClusterFit> fit_of(const job::MeasureClusters& job, const RunControl& control) {
    const seriation::ComparedBy by = compared_by(job.question);
    ClusterFit fit{.key = job.key,
                   .clusters = job.clusters,
                   .silhouettes = seriation::silhouettes(*job.question.first, by, job.clusters, control),
                   .rows = {}};
    if (control.stop.stop_requested()) return nullptr;
    const auto& of_row = fit.clusters.of_row;
    for (std::size_t row = 0; row < of_row.size(); ++row)
        if (of_row[row] >= 0) fit.rows.push_back(std::int32_t(row));
    std::ranges::stable_sort(fit.rows, [&](std::int32_t a, std::int32_t b) {
        const auto one = std::size_t(a), other = std::size_t(b);
        if (of_row[one] != of_row[other]) return of_row[one] < of_row[other];
        return fit.silhouettes.of_row[one] > fit.silhouettes.of_row[other];
    });
    return std::make_shared<const ClusterFit>(std::move(fit));
}

std::optional<ClusterFitKey> fit_key(const State& state) {
    const seriation::Clusters* const clusters = clusters_of_set(state, 0);
    if (clusters == nullptr || clusters->count() < 2 || !state.data.now.question.first) return {};
    return ClusterFitKey{
        .first = state.data.now.question.first, .tree = state.order.clusters.trees[0], .cut = state.order.clusters.cut};
}

const ClusterFit* fit_now(const State& state) {
    const auto& made = state.fit.made;
    return made && made->key == fit_key(state) ? made.get() : nullptr;
}

std::optional<Job> fit_job(const State& state) {
    const auto key = fit_key(state);
    if (!key || state.fit.asked_for != key || fit_now(state) != nullptr || state.fit.failed_for == key) return {};
    return job::MeasureClusters{
        .key = *key, .question = state.data.now.question, .clusters = *clusters_of_set(state, 0)};
}

CategoryTable categories_in(const State& state, const seriation::Clusters& clusters) {
    const LabelGroups& groups = state.view.label_groups;
    const auto& of_row = groups.of_vectors[0];
    CategoryTable table;
    if (groups.names.empty() || of_row.size() != clusters.of_row.size()) return table;
    table.names = groups.names;
    table.counts.assign(groups.names.size(), std::vector<std::int64_t>(std::size_t(clusters.count()), 0));
    for (std::size_t row = 0; row < of_row.size(); ++row)
        if (of_row[row] != no_label_group && clusters.of_row[row] >= 0)
            ++table.counts[of_row[row]][std::size_t(clusters.of_row[row])];
    return table;
}

namespace command {

void carry_out(const MeasureClusters&, State& state, Effects&) { state.fit.asked_for = fit_key(state); }

} // namespace command

namespace event {

void take(const ClustersMeasured& measured, State& state) {
    if (measured.fit) state.fit.made = measured.fit;
}

void take_failure(const ClustersMeasured& measured, const Failure& failure, State& state) {
    state.fit.failed_for = measured.key;
    state.fit.failure = failure.message;
}

} // namespace event

} // namespace pairscope::app

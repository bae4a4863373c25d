// SPDX-License-Identifier: MIT
// How well each vector lies in its cluster, and how the categories of the data are spread over the clusters.
#pragma once

#include "app/spine/question.h"
#include "app/subjects/matrix/clusters/tree_cut.h"
#include "kernels/data/dataset.h"
#include "kernels/seriation/cut.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct Effects;
struct Failure;
struct Job;
struct State;

/// What silhouettes are worked out from: shared values that never change.
struct ClusterFitKey {
    std::shared_ptr<const Dataset> first;
    std::shared_ptr<const seriation::Clustering> tree;
    TreeCut cut{};
    bool operator==(const ClusterFitKey&) const = default;
};

struct ClusterFit {
    ClusterFitKey key;
    seriation::Clusters clusters;
    seriation::Silhouettes silhouettes;
    std::vector<std::int32_t>
        rows; ///< by cluster, and by falling silhouette in each; rows without a cluster are left out
};

struct ClusterFitState {
    std::optional<ClusterFitKey> asked_for{}; ///< by the panel that shows it
    std::shared_ptr<const ClusterFit> made{}; ///< the last one; null: none yet
    std::optional<ClusterFitKey> failed_for{};
    std::string failure{}; ///< one sentence
};

namespace command {

struct MeasureClusters {}; ///< works out the silhouettes of the clusters of now

void carry_out(const MeasureClusters&, State&, Effects&);

} // namespace command

namespace job {

struct MeasureClusters {
    ClusterFitKey key;
    Question question;
    seriation::Clusters clusters;
};

} // namespace job

namespace event {

struct ClustersMeasured {
    ClusterFitKey key;
    std::shared_ptr<const ClusterFit> fit; ///< null: cancelled
};

void take(const ClustersMeasured&, State&);
void take_failure(const ClustersMeasured&, const Failure&, State&);

} // namespace event

/// Null if it was stopped. Throws MemoryError.
[[nodiscard]] std::shared_ptr<const ClusterFit> fit_of(const job::MeasureClusters& job, const RunControl& control);

/// The clusters of the rows of the picture; absent: there are fewer than two.
[[nodiscard]] std::optional<ClusterFitKey> fit_key(const State& state);
/// The silhouettes of the clusters of now; null: they are not worked out.
[[nodiscard]] const ClusterFit* fit_now(const State& state);
/// The job that works out what was asked for; absent: nothing is missing.
[[nodiscard]] std::optional<Job> fit_job(const State& state);

/// How many rows of each category each cluster has.
struct CategoryTable {
    std::vector<std::string> names;                ///< the categories
    std::vector<std::vector<std::int64_t>> counts; ///< for each category those of the clusters
};
/// Empty where the rows have no categories, or too many.
[[nodiscard]] CategoryTable categories_in(const State& state, const seriation::Clusters& clusters);

} // namespace pairscope::app

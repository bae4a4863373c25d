// SPDX-License-Identifier: MIT
// Statistics of the distances of sets that are larger than memory, with the bits of StatisticsSearch.
#pragma once

#include "kernels/scale/slabs/slab_pairs.h"
#include "kernels/scale/statistics.h"

namespace pairscope::scale {

/// The bins that bins_for() gives for whole sets.
[[nodiscard]] StepBins bins_for(const SlabPairs& pairs, const SlabTraits& traits, const ExtremePair& farthest,
                                const BinsAsked& asked);
/// The distance that an exact key stands for.
[[nodiscard]] double distance_of(Metric metric, double exact_key);

class SlabStatistics {
public:
    /// The pairs must outlive this.
    SlabStatistics(const SlabPairs& pairs, const StepBins& bins);

    /// Pieces that look at every pair. The search must outlive them.
    [[nodiscard]] PieceWork work();
    [[nodiscard]] const Statistics& found() const { return merged_; }
    [[nodiscard]] const StepBins& bins() const { return bins_; }

private:
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop) const;

    const SlabPairs& pairs_;
    StepBins bins_;
    Statistics merged_;
};

} // namespace pairscope::scale

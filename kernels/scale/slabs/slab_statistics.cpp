// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_statistics.h"

#include <cmath>

namespace pairscope::scale {

double distance_of(Metric metric, double exact_key) {
    return metric == Metric::euclidean ? std::sqrt(exact_key) : exact_key;
}

StepBins bins_for(const SlabPairs& pairs, const SlabTraits& traits, const ExtremePair& farthest,
                  const BinsAsked& asked) {
    const Metric metric = pairs.question().metric;
    const bool is_exact = traits.has_exact_keys || metric == Metric::great_circle; // kilometres are
    const neighbours::Slack slack = is_exact ? neighbours::Slack{} : pairs.question().slack();
    return bins_for(slack, farthest.exists() ? distance_of(metric, farthest.exact) : 0.0, asked);
}

SlabStatistics::SlabStatistics(const SlabPairs& pairs, const StepBins& bins) : pairs_(pairs), bins_(bins) {
    merged_.counts.resize(static_cast<std::size_t>(bins.count));
}

PieceWork SlabStatistics::work() {
    PieceWork work;
    work.pieces = pairs_.blocks().count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) { add(merged_, statistics_in(result)); };
    work.merged = [this] { return bytes_of(merged_); };
    return work;
}

Bytes SlabStatistics::result_of(std::int64_t piece, const std::stop_token& stop) const {
    const PairBlock block = pairs_.blocks().at(piece);
    Statistics found;
    pairs_.with_block(block, [&](const neighbours::NeighbourQuestion& question) {
        const AllKeys keys(question, PlaceKeys::kilometres);
        found = statistics_of(keys, bins_,
                              {.first_row = 0, .end_row = keys.rows(), .first_col = 0, .end_col = keys.cols()}, stop);
    });
    if (found.nearest.exists()) {
        found.nearest.first = pairs_.rows_named(block).of(found.nearest.first);
        found.nearest.second = pairs_.cols_named(block).of(found.nearest.second);
        found.nearest.key = found.nearest.exact;
    }
    return bytes_of(found);
}

} // namespace pairscope::scale

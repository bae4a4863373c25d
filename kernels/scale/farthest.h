// SPDX-License-Identifier: MIT
// The two vectors that are farthest apart, by the exact distances of kernels/neighbours/measure.h.
//
// The vectors are sorted by their distance from the middle of the set, the outermost first. By a metric with the
// triangle inequality, two vectors are at most as far apart as the sum of their distances from the middle, so most
// blocks of pairs are left out. By other metrics every pair is looked at.
#pragma once

#include "kernels/scale/extreme_pair.h"
#include "kernels/scale/farthest_block.h"
#include "kernels/scale/pair_blocks.h"
#include "kernels/scale/piece_work.h"

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

namespace pairscope::scale {

class FarthestSearch {
public:
    /// The keys must outlive this. Throws std::bad_alloc.
    explicit FarthestSearch(const AllKeys& keys);

    /// Pieces that find the farthest pair. The search must outlive them.
    [[nodiscard]] PieceWork work();
    /// The farthest pair of the pieces that were merged. Pairs whose distance is infinite do not count.
    [[nodiscard]] const ExtremePair& found() const { return merged_.best(); }

private:
    using Contest = PairContest<Extreme::farthest>;

    [[nodiscard]] const OutermostFirst& across() const { return keys_.is_one_set() ? outer_ : outer_across_; }
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop);
    void find_good_start();
    void learn(Contest& contest);
    void tell(const ExtremePair& pair);

    const AllKeys& keys_;
    OutermostFirst outer_, outer_across_; ///< the latter is empty where there is one set
    PairBlocks blocks_;                   ///< pairs of places in the order of the rows
    Contest merged_;
    std::mutex telling_;
    Contest known_; ///< the farthest pair that any thread knows, by which the others leave out more
    std::atomic<double> known_key_;
};

} // namespace pairscope::scale

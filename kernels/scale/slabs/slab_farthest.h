// SPDX-License-Identifier: MIT
// The farthest pair of sets that are larger than memory.
//
// By a metric with the triangle inequality, the outermost rows of all slabs give a good start, and only rows that are
// so far from the middle that one of their pairs may be farther apart are looked at again. Mostly these are few: they
// are then sorted by their distance from the middle, as FarthestSearch does with all rows.
#pragma once

#include "kernels/scale/farthest_block.h"
#include "kernels/scale/slabs/slab_pairs.h"
#include "kernels/scale/slabs/slab_scan.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

namespace pairscope::scale {

class SlabFarthest {
public:
    /// Both must outlive this. The scan is complete.
    SlabFarthest(const SlabPairs& pairs, const SlabScan& scan);

    /// Pieces that find the rows that may be in the farthest pair. No pieces, where all rows may. Merged before work().
    [[nodiscard]] PieceWork rows_work();
    /// Pieces that find the farthest pair; `memory` and `threads` as for SlabPairs.
    [[nodiscard]] PieceWork work(std::int64_t memory, int threads);
    /// The farthest pair. Its key follows from the exact one.
    [[nodiscard]] const ExtremePair& found() const { return merged_; }
    /// The blocks that work() looks at.
    [[nodiscard]] const SlabPairs& looked_at() const { return listed_ ? *listed_ : pairs_; }

private:
    using Contest = PairContest<Extreme::farthest>;
    /// Rows of a set that may be in the farthest pair.
    struct Candidates {
        std::vector<RadiusOfRow> rows{};
        std::int64_t count = 0; ///< all that were found: if there are too many, `rows` is empty
        double most = 0.0;      ///< the largest radius of the other set
    };

    void find_good_start(const SlabScan& scan);
    [[nodiscard]] bool cannot_win(double key) const;
    [[nodiscard]] Bytes rows_of(std::int64_t piece) const;
    void take_rows(std::span<const std::byte> result);
    [[nodiscard]] bool has_list() const;
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop);
    void look_at_listed(const PairBlock& block, Contest& contest, const neighbours::NeighbourQuestion& question,
                        const AllKeys& keys, const std::stop_token& stop);
    void look_at_slabs(Contest& contest, const AllKeys& keys, const std::stop_token& stop);
    void learn(Contest& contest);
    void tell(const ExtremePair& pair);

    const SlabPairs& pairs_;
    neighbours::Slack slack_; ///< the slack of keys that are not exact
    std::vector<double> middle_;
    std::int64_t most_listed_;
    bool has_start_ = false;    ///< a pair is known before any block was looked at
    Candidates first_, across_; ///< for one set only the former
    OutermostFirst sorted_, sorted_across_;
    std::unique_ptr<SlabPairs> listed_;
    ExtremePair merged_;
    std::mutex telling_;
    ExtremePair known_; ///< the farthest pair that any thread knows
};

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
// All pairs within a radius of vectors in sets that are larger than memory, as NearPairsSearch hands them on.
#pragma once

#include "kernels/neighbours/closer_pairs.h"
#include "kernels/scale/near_pairs.h"
#include "kernels/scale/slabs/slab_pairs.h"

#include <cstdint>
#include <vector>

namespace pairscope::scale {

class SlabNearPairs {
public:
    /// The pairs are those of one direction, and must outlive this. `memory`: bytes that the near pairs of one slab may
    /// take, until they are handed on.
    SlabNearPairs(const SlabPairs& pairs, double radius, std::int64_t memory, TakeNear take);

    /// Pieces that look at a block of pairs each, and each of them is merged once. Merging throws InputError where too
    /// many pairs of one slab are near. The search must outlive them.
    [[nodiscard]] PieceWork work();

private:
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop) const;
    void gather(std::int64_t piece, ByteReader& result);

    const SlabPairs& pairs_;
    double radius_;
    std::int64_t memory_, bytes_ = 0;
    TakeNear take_;
    std::vector<std::vector<neighbours::NearVector>> gathered_; ///< for each row of the slab whose blocks are merged
    PiecesInOrder in_order_;
};

/// How many pairs are closer than a radius: what count_closer_pairs() gives for whole sets.
class SlabCloserPairs {
public:
    /// The pairs are those of one direction, and must outlive this.
    SlabCloserPairs(const SlabPairs& pairs, double radius);

    /// Pieces that look at a block of pairs each. The count must outlive them.
    [[nodiscard]] PieceWork work();
    [[nodiscard]] const neighbours::CloserPairs& counted() const { return counted_; }

private:
    const SlabPairs& pairs_;
    double radius_;
    neighbours::CloserPairs counted_;
};

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
// One look at all rows of sets that are larger than memory, before their pairs are compared.
#pragma once

#include "kernels/scale/farthest_block.h"
#include "kernels/scale/piece_work.h"
#include "kernels/scale/slabs/slab_pairs.h"

#include <cstdint>
#include <vector>

namespace pairscope::scale {

class SlabScan {
public:
    /// The pairs must outlive this.
    explicit SlabScan(const SlabPairs& pairs);

    /// Pieces that look at one slab each. The scan must outlive them.
    [[nodiscard]] PieceWork work();
    /// What follows, once all pieces are merged.
    [[nodiscard]] SlabTraits traits() const;
    /// The row that is farthest from the middle, for each slab of the first set, and of the second one; of one set the
    /// same.
    [[nodiscard]] std::vector<RadiusOfRow> outermost() const;
    [[nodiscard]] std::vector<RadiusOfRow> outermost_across() const;
    /// The middle of a sample of the vectors; empty: the metric has no bound.
    [[nodiscard]] const std::vector<double>& middle() const { return middle_; }

private:
    /// What one slab has.
    struct Look {
        std::int64_t piece = -1; ///< -1: nobody has looked at it yet
        std::int64_t usable = 0;
        std::uint64_t hash = 0;
        double largest = 0.0;
        std::int64_t exponent = 0;
        OddRows odd{};
        RadiusOfRow outermost{};
    };
    [[nodiscard]] Look look_at(std::int64_t piece) const;
    [[nodiscard]] std::vector<RadiusOfRow> outermost_in(std::size_t first, std::size_t end) const;

    const SlabPairs& pairs_;
    std::int64_t slabs_; ///< slabs of the first set
    std::vector<double> middle_;
    std::vector<Look> looks_;
};

} // namespace pairscope::scale

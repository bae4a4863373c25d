// SPDX-License-Identifier: MIT
// The nearest neighbours of the vectors of a set among those of another one that is larger than memory, or of one set
// among its own: the table of nearest_neighbours(), to the last bit.
#pragma once

#include "kernels/scale/piece_work.h"
#include "kernels/scale/slabs/slab_pairs.h"

#include <cstdint>

namespace pairscope::scale {

class SlabNearest {
public:
    /// The pairs are those of both directions, and must outlive this. Throws MemoryError.
    SlabNearest(const SlabPairs& pairs, const SlabTraits& traits, int k);

    /// Pieces that look at a block of pairs each. The search must outlive them.
    [[nodiscard]] PieceWork work();
    /// Complete once all pieces are merged. Neighbours are rows of the whole second set.
    [[nodiscard]] neighbours::NeighbourTable& table() { return table_; }

private:
    /// One row of the table and the neighbours that another block has for it.
    struct Lists {
        std::int64_t row = 0;
        std::span<const std::int32_t> rows;
        std::span<const double> distances;
    };
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop) const;
    void merge(std::span<const std::byte> result);
    void merge_row(const Lists& other);
    [[nodiscard]] bool is_before(std::int64_t row, std::int32_t a, std::int32_t b) const;

    const SlabPairs& pairs_;
    SlabTraits traits_;
    neighbours::NeighbourTable table_;
    std::vector<std::int32_t> rows_; ///< room for one list
    std::vector<double> distances_;
};

} // namespace pairscope::scale

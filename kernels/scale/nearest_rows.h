// SPDX-License-Identifier: MIT
// The nearest neighbours of all vectors, in pieces of rows that ranks compute.
#pragma once

#include "kernels/neighbours/nearest.h"
#include "kernels/scale/piece_work.h"

#include <cstdint>

namespace pairscope::scale {

class NearestSearch {
public:
    /// The sets must outlive this. Throws MemoryError.
    explicit NearestSearch(const neighbours::NeighbourQuestion& question);

    /// Pieces that fill in the table. The search must outlive them.
    [[nodiscard]] PieceWork work();
    /// The table of nearest_neighbours(), once all pieces are merged.
    [[nodiscard]] neighbours::NeighbourTable& table() { return table_; }

private:
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop) const;
    void merge(std::span<const std::byte> result);

    neighbours::NeighbourQuestion question_;
    neighbours::NeighbourTable table_;
    std::int64_t rows_of_piece_ = 1;
};

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
// All pairs of vectors within a radius, in pieces: they are handed on row by row, in the order of the rows, whichever
// piece was finished first.
#pragma once

#include "kernels/neighbours/rows/pairs_within.h"
#include "kernels/scale/piece_work.h"

#include <cstdint>
#include <functional>
#include <map>
#include <span>

namespace pairscope::scale {

/// Takes a row that has vectors near it, and these in ascending order.
using TakeNear = std::function<void(std::int64_t row, std::span<const neighbours::NearVector> near)>;

/// Results of pieces, each of which begins with the number of its piece, in the order of these numbers.
class PiecesInOrder {
public:
    using Take = std::function<void(std::int64_t piece, ByteReader& result)>;
    explicit PiecesInOrder(Take take) : take_(std::move(take)) {}
    void merge(std::span<const std::byte> result);

private:
    Take take_;
    std::map<std::int64_t, Bytes> waiting_;
    std::int64_t next_ = 0;
};

/// The near vectors of one row as bytes, and as they were.
void put_near(ByteWriter& writer, std::int64_t row, std::span<const neighbours::NearVector> near);
void take_near(ByteReader& result, const TakeNear& take);

class NearPairsSearch {
public:
    /// The sets must outlive this. `take` is called while pieces are merged; where nothing is merged it may be null.
    NearPairsSearch(const neighbours::NeighbourQuestion& question, double radius, neighbours::PairSides sides,
                    TakeNear take);

    /// Pieces of some rows each. The search must outlive them, and each of them is merged once.
    [[nodiscard]] PieceWork work();

private:
    [[nodiscard]] Bytes result_of(std::int64_t piece, const std::stop_token& stop) const;

    neighbours::PairsWithin pairs_;
    neighbours::PairSides sides_;
    std::int64_t rows_of_piece_;
    PiecesInOrder in_order_;
};

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
#include "kernels/scale/near_pairs.h"

#include "kernels/scale/pair_blocks.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace pairscope::scale {
namespace {

using neighbours::NearVector;

std::int64_t rows_searched_together(const neighbours::NeighbourQuestion& question) {
    constexpr std::int64_t least = 16, most = 4096; // 16 rows of a million vectors each are near 400 MB at most
    const double cost_of_row =
        static_cast<double>(question.across().rows) * (4.0 + static_cast<double>(question.first.dims));
    return std::clamp(static_cast<std::int64_t>(cost_of_piece / std::max(1.0, cost_of_row)), least, most);
}

} // namespace

void PiecesInOrder::merge(std::span<const std::byte> result) {
    waiting_.emplace(ByteReader(result).get<std::int64_t>(), Bytes(result.begin(), result.end()));
    for (auto next = waiting_.find(next_); next != waiting_.end(); next = waiting_.find(++next_)) {
        ByteReader reader(next->second);
        const auto piece = reader.get<std::int64_t>();
        take_(piece, reader);
        waiting_.erase(next);
    }
}

void put_near(ByteWriter& writer, std::int64_t row, std::span<const NearVector> near) {
    if (near.empty()) return;
    writer.put(row);
    writer.put_all(near);
}

void take_near(ByteReader& result, const TakeNear& take) {
    while (!result.is_at_end()) {
        const auto row = result.get<std::int64_t>();
        const std::vector<NearVector> near = result.get_all<NearVector>();
        take(row, near);
    }
}

NearPairsSearch::NearPairsSearch(const neighbours::NeighbourQuestion& question, double radius,
                                 neighbours::PairSides sides, TakeNear take)
    : pairs_(question, radius, {}), sides_(sides), rows_of_piece_(rows_searched_together(question)),
      in_order_([take = std::move(take)](std::int64_t, ByteReader& result) { take_near(result, take); }) {}

PieceWork NearPairsSearch::work() {
    PieceWork work;
    work.pieces = (pairs_.rows() + rows_of_piece_ - 1) / rows_of_piece_;
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) { in_order_.merge(result); };
    work.merged = [] { return Bytes(); }; // what was handed on is not kept
    return work;
}

Bytes NearPairsSearch::result_of(std::int64_t piece, const std::stop_token& stop) const {
    ByteWriter writer;
    writer.put(piece);
    std::vector<NearVector> near;
    const std::int64_t first = piece * rows_of_piece_, end = std::min(first + rows_of_piece_, pairs_.rows());
    for (std::int64_t row = first; row < end && !stop.stop_requested(); ++row) {
        near.clear();
        pairs_.find(row, sides_, near);
        put_near(writer, row, near);
    }
    return writer.take();
}

} // namespace pairscope::scale

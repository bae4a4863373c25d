// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_near_pairs.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <utility>

namespace pairscope::scale {

using neighbours::NearVector;

SlabNearPairs::SlabNearPairs(const SlabPairs& pairs, double radius, std::int64_t memory, TakeNear take)
    : pairs_(pairs), radius_(radius), memory_(memory), take_(std::move(take)),
      gathered_(static_cast<std::size_t>(pairs.blocks().side)),
      in_order_([this](std::int64_t piece, ByteReader& result) { gather(piece, result); }) {}

PieceWork SlabNearPairs::work() {
    PieceWork work;
    work.pieces = pairs_.blocks().count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) { in_order_.merge(result); };
    work.merged = [] { return Bytes(); }; // what was handed on is not kept
    return work;
}

Bytes SlabNearPairs::result_of(std::int64_t piece, const std::stop_token& stop) const {
    const PairBlock block = pairs_.blocks().at(piece);
    ByteWriter writer;
    writer.put(piece);
    pairs_.with_block(block, [&](const neighbours::NeighbourQuestion& question) {
        const neighbours::PairsWithin within(question, radius_, stop);
        std::vector<NearVector> near;
        for (std::int64_t row = 0; row < within.rows() && !stop.stop_requested(); ++row) {
            near.clear();
            within.find(row, neighbours::PairSides::once, near);
            for (NearVector& vector : near) vector.row += block.first_col;
            put_near(writer, row, near);
        }
    });
    return writer.take();
}

SlabCloserPairs::SlabCloserPairs(const SlabPairs& pairs, double radius) : pairs_(pairs), radius_(radius) {}

PieceWork SlabCloserPairs::work() {
    PieceWork work;
    const auto bytes_of = [](const neighbours::CloserPairs& counted) {
        ByteWriter writer;
        writer.put(counted);
        return writer.take();
    };
    work.pieces = pairs_.blocks().count();
    work.compute = [this, bytes_of](std::int64_t piece, const std::stop_token& stop) {
        neighbours::CloserPairs counted;
        pairs_.with_block(pairs_.blocks().at(piece), [&](const neighbours::NeighbourQuestion& question) {
            counted = neighbours::count_closer_pairs(question, radius_, {.stop = stop, .threads = 1})
                          .value_or(neighbours::CloserPairs{});
        });
        return bytes_of(counted);
    };
    work.merge = [this](std::span<const std::byte> result) {
        const auto counted = ByteReader(result).get<neighbours::CloserPairs>();
        counted_.closer += counted.closer;
        counted_.at_radius += counted.at_radius;
        counted_.all += counted.all;
    };
    work.merged = [this, bytes_of] { return bytes_of(counted_); };
    return work;
}

/// Blocks of the same rows follow each other, those of the first columns first.
void SlabNearPairs::gather(std::int64_t piece, ByteReader& result) {
    const PairBlock block = pairs_.blocks().at(piece);
    take_near(result, [&](std::int64_t row, std::span<const NearVector> near) {
        auto& all = gathered_[static_cast<std::size_t>(row)];
        all.insert(all.end(), near.begin(), near.end());
        bytes_ += static_cast<std::int64_t>(near.size_bytes());
    });
    if (bytes_ > memory_)
        throw InputError(fmt::format("more than {} of pairs within the radius begin in the rows {} to {}: choose a "
                                     "smaller --radius, or give more --memory",
                                     bytes_in_words(static_cast<double>(memory_)), grouped(block.first_row),
                                     grouped(block.end_row - 1)));
    if (block.end_col < pairs_.blocks().cols) return;
    for (std::size_t i = 0; i < gathered_.size(); ++i) {
        if (!gathered_[i].empty()) take_(block.first_row + static_cast<std::int64_t>(i), gathered_[i]);
        gathered_[i] = {};
    }
    bytes_ = 0;
}

} // namespace pairscope::scale

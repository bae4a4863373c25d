// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_nearest.h"

#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/neighbours/measure.h"
#include "kernels/scale/slabs/slab_statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <new>
#include <span>

namespace pairscope::scale {
namespace {

using neighbours::NeighbourQuestion;
using neighbours::NeighbourTable;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_symmetric(Metric metric) { return is_of_differences(metric) || metric == Metric::cosine; }

} // namespace

SlabNearest::SlabNearest(const SlabPairs& pairs, const SlabTraits& traits, int k) : pairs_(pairs), traits_(traits) {
    const SlabQuestion& question = pairs.question();
    const bool leaves_itself_out = question.is_one_set() || question.same_rows;
    const std::int64_t possible = std::max<std::int64_t>(0, traits.usable_across - (leaves_itself_out ? 1 : 0));
    table_ = {.rows = question.first.rows(),
              .k = static_cast<int>(std::min<std::int64_t>({std::max(k, 1), neighbours::most_neighbours, possible})),
              .is_symmetric = is_symmetric(question.metric),
              .neighbours = {},
              .distances = {},
              .left_out = question.first.rows() - traits.usable,
              .left_out_across = question.across().rows() - traits.usable_across};
    const auto entries = static_cast<std::size_t>(table_.rows * table_.k);
    try {
        table_.neighbours.assign(entries, -1);
        table_.distances.assign(entries, nan);
    } catch (const std::bad_alloc&) {
        throw MemoryError(fmt::format("the table of {} nearest neighbours needs {} of memory: choose fewer neighbours",
                                      table_.k, bytes_in_words(12.0 * static_cast<double>(entries))));
    }
}

PieceWork SlabNearest::work() {
    PieceWork work;
    work.pieces = table_.k == 0 ? 0 : pairs_.blocks().count();
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) { merge(result); };
    work.merged = [this] {
        ByteWriter writer;
        writer.put(std::int64_t{0});
        writer.put(std::int64_t{table_.k});
        writer.put_all(std::span<const std::int32_t>(table_.neighbours));
        writer.put_all(std::span<const double>(table_.distances));
        return writer.take();
    };
    work.is_needed_everywhere = true; // whose neighbours these are is asked next
    return work;
}

Bytes SlabNearest::result_of(std::int64_t piece, const std::stop_token& stop) const {
    const PairBlock block = pairs_.blocks().at(piece);
    NeighbourTable found{.neighbours = {}, .distances = {}};
    pairs_.with_block(block, [&](const NeighbourQuestion& question) {
        found = neighbours::nearest_neighbours({.first = question.first,
                                                .second = question.second,
                                                .k = table_.k,
                                                .metric = question.metric,
                                                .own = question.own,
                                                .same_rows = question.same_rows},
                                               {.stop = stop, .rows_done = nullptr, .threads = 1});
    });
    const RowNames names = pairs_.cols_named(block);
    for (std::int32_t& row : found.neighbours)
        if (row >= 0) row = static_cast<std::int32_t>(names.of(row));
    ByteWriter writer;
    writer.put(block.first_row);
    writer.put(std::int64_t{found.k});
    writer.put_all(std::span<const std::int32_t>(found.neighbours));
    writer.put_all(std::span<const double>(found.distances));
    return writer.take();
}

void SlabNearest::merge(std::span<const std::byte> result) {
    ByteReader reader(result);
    const auto first = reader.get<std::int64_t>(), k = reader.get<std::int64_t>();
    const auto rows = reader.get_all<std::int32_t>();
    const auto distances = reader.get_all<double>();
    if (k == 0) return;
    const auto count = static_cast<std::size_t>(k);
    for (std::size_t at = 0; at < rows.size(); at += count)
        merge_row({.row = first + static_cast<std::int64_t>(at / count),
                   .rows = std::span(rows).subspan(at, count),
                   .distances = std::span(distances).subspan(at, count)});
}

/// Two lists, each with the nearest first, become one.
void SlabNearest::merge_row(const Lists& other) {
    const auto k = static_cast<std::size_t>(table_.k), begin = static_cast<std::size_t>(other.row) * k;
    const auto rows = std::span(table_.neighbours).subspan(begin, k);
    const auto distances = std::span(table_.distances).subspan(begin, k);
    if (other.rows[0] < 0 || distances[k - 1] < other.distances[0]) return;
    rows_.assign(rows.begin(), rows.end());
    distances_.assign(distances.begin(), distances.end());
    std::size_t i = 0, j = 0;
    for (std::size_t at = 0; at < k; ++at) {
        const bool has_old = i < k && rows_[i] >= 0, has_new = j < other.rows.size() && other.rows[j] >= 0;
        if (!has_old && !has_new) return;
        const bool is_new =
            has_new && (!has_old || other.distances[j] < distances_[i] ||
                        (other.distances[j] == distances_[i] && is_before(other.row, other.rows[j], rows_[i])));
        rows[at] = is_new ? other.rows[j] : rows_[i];
        distances[at] = is_new ? other.distances[j] : distances_[i];
        ++(is_new ? j : i);
    }
}

/// Two vectors of the second set at the same distance from a vector of the first one, rounded to double.
bool SlabNearest::is_before(std::int64_t row, std::int32_t a, std::int32_t b) const {
    const SlabQuestion& question = pairs_.question();
    const std::int64_t named = question.first.listed ? (*question.first.listed)[static_cast<std::size_t>(row)] : row;
    if (!traits_.has_distinct_distances) {
        const std::array<std::int64_t, 1> from{named};
        const std::array<std::int64_t, 2> to{a, b};
        const Dataset first = question.first.reader->rows_of(from), second = question.across().reader->rows_of(to);
        const NeighbourQuestion asked{
            .first = first, .second = &second, .k = 1, .metric = question.metric, .own = question.own};
        const neighbours::Measure measure(asked);
        const double key_a = measure.exact_key(0, 0), key_b = measure.exact_key(0, 1);
        if (key_a != key_b) return key_a < key_b;
        if (const int nearer = measure.compare_equal(0, 0, 1); nearer != 0) return nearer < 0;
    }
    return a < b;
}

} // namespace pairscope::scale

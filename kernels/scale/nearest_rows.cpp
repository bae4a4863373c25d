// SPDX-License-Identifier: MIT
#include "kernels/scale/nearest_rows.h"

#include "kernels/data/dataset.h"
#include "kernels/scale/pair_blocks.h"

#include <algorithm>
#include <span>
#include <variant>
#include <vector>

namespace pairscope::scale {
namespace {

using neighbours::NeighbourQuestion;
using neighbours::NeighbourTable;

/// Is the whole search one piece? Given distances are read by the number of their row. And a list with room for itself
/// beside the most neighbours would be too long.
bool is_one_piece(const NeighbourQuestion& question) {
    return question.first.holds_distances ||
           (question.leaves_itself_out() && question.k >= neighbours::most_neighbours);
}

/// The number of rows in a piece. Where a tree is searched, each piece builds the tree again, so there are few pieces.
std::int64_t rows_of_piece(const NeighbourQuestion& question) {
    constexpr std::int64_t pieces_with_tree = 16, least = 64;
    const std::int64_t rows = std::max<std::int64_t>(1, question.first.rows);
    if (is_one_piece(question)) return rows;
    if (neighbours::pairwise_cost(question) == 0.0)
        return std::max(least, (rows + pieces_with_tree - 1) / pieces_with_tree);
    const double cost_of_row =
        static_cast<double>(question.across().rows) * (4.0 + static_cast<double>(question.first.dims));
    const auto affordable = static_cast<std::int64_t>(cost_of_piece / cost_of_row);
    return std::clamp(affordable, std::min(least, rows), rows);
}

/// Rows [first, first + count) of a set, as far as a search needs them.
Dataset part_of(const Dataset& set, std::int64_t first, std::int64_t count) {
    Dataset part{.name = set.name, .rows = count, .dims = set.dims};
    const auto dims = static_cast<std::size_t>(set.dims), begin = static_cast<std::size_t>(first) * dims,
               end = begin + static_cast<std::size_t>(count) * dims;
    const auto cut = [&](const auto& numbers) {
        using Numbers = std::remove_cvref_t<decltype(numbers)>;
        if (numbers.empty()) return Numbers{};
        return Numbers(numbers.begin() + static_cast<std::ptrdiff_t>(begin),
                       numbers.begin() + static_cast<std::ptrdiff_t>(end));
    };
    std::visit([&](const auto& values) { part.values = cut(values); }, set.values);
    part.low = cut(set.low);
    part.origin = set.origin;
    part.decimals = set.decimals;
    part.axes = set.axes;
    part.latitude_axis = set.latitude_axis;
    part.original = set.original; // says that rows were prepared; nobody reads it here
    return part;
}

/// The list without the vector itself; without its last one, where the vector itself is not among those listed.
template <class Value> void write_without(std::span<const Value> list, std::ptrdiff_t left_out, std::span<Value> out) {
    std::ptrdiff_t from = 0;
    for (Value& value : out) {
        if (from == left_out) ++from;
        value = list[static_cast<std::size_t>(from++)];
    }
}

} // namespace

NearestSearch::NearestSearch(const NeighbourQuestion& question)
    : question_(question), table_(neighbours::empty_table(question)), rows_of_piece_(rows_of_piece(question)) {}

PieceWork NearestSearch::work() {
    PieceWork work;
    work.pieces = table_.k == 0 ? 0 : (table_.rows + rows_of_piece_ - 1) / rows_of_piece_;
    work.compute = [this](std::int64_t piece, const std::stop_token& stop) { return result_of(piece, stop); };
    work.merge = [this](std::span<const std::byte> result) { merge(result); };
    work.merged = [this] {
        ByteWriter writer;
        writer.put(std::int64_t{0});
        writer.put_all(std::span<const std::int32_t>(table_.neighbours));
        writer.put_all(std::span<const double>(table_.distances));
        return writer.take();
    };
    return work;
}

Bytes NearestSearch::result_of(std::int64_t piece, const std::stop_token& stop) const {
    const std::int64_t first = piece * rows_of_piece_, count = std::min(rows_of_piece_, table_.rows - first);
    const bool is_whole = is_one_piece(question_);
    const RunControl control{.stop = stop, .rows_done = nullptr, .threads = is_whole ? 0 : 1};
    NeighbourTable found{.neighbours = {}, .distances = {}};
    if (is_whole) {
        found = neighbours::nearest_neighbours(question_, control);
    } else {
        const Dataset part = part_of(question_.first, first, count);
        const int itself = question_.leaves_itself_out() ? 1 : 0;
        found = neighbours::nearest_neighbours({.first = part,
                                                .second = &question_.across(),
                                                .k = question_.k + itself,
                                                .metric = question_.metric,
                                                .own = question_.own},
                                               control);
    }
    const auto k = static_cast<std::size_t>(table_.k);
    std::vector<std::int32_t> rows(static_cast<std::size_t>(count) * k);
    std::vector<double> distances(rows.size());
    for (std::int64_t row = 0; row < count; ++row) {
        const auto list = found.neighbours_of(row);
        const std::int64_t own = is_whole ? -1 : question_.own_row(first + row);
        const std::size_t at = static_cast<std::size_t>(row) * k;
        const auto itself = std::ranges::find(list, own) - list.begin(); // at the end, if it is not among them
        const std::ptrdiff_t left_out = own < 0 ? std::ssize(list) : itself;
        write_without(list, left_out, std::span(rows).subspan(at, k));
        write_without(found.distances_of(row), left_out, std::span(distances).subspan(at, k));
    }
    ByteWriter writer;
    writer.put(first);
    writer.put_all(std::span<const std::int32_t>(rows));
    writer.put_all(std::span<const double>(distances));
    return writer.take();
}

/// A piece has no row of another one, so rows that nobody has filled in yet are -1 in `merged`.
void NearestSearch::merge(std::span<const std::byte> result) {
    ByteReader reader(result);
    const auto first = reader.get<std::int64_t>();
    const auto rows = reader.get_all<std::int32_t>();
    const auto distances = reader.get_all<double>();
    auto at = static_cast<std::size_t>(first * table_.k);
    for (std::size_t i = 0; i < rows.size(); ++i, ++at) {
        if (rows[i] < 0) continue;
        table_.neighbours.at(at) = rows[i];
        table_.distances.at(at) = distances.at(i);
    }
}

} // namespace pairscope::scale

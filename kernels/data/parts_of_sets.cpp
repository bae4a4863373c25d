// SPDX-License-Identifier: MIT
// Sets made of others: their first rows or coordinates, some rows in another order, two parts, and vectors scaled to
// length 1.
#include "kernels/data/coordinates.h"
#include "kernels/data/distances/shown_pairs.h"
#include "kernels/data/errors.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"
#include "kernels/data/vectors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace pairscope {
namespace {

template <class T> std::vector<T> part(const std::vector<T>& all, std::int64_t first, std::int64_t last) {
    if (all.empty()) return {};
    return {all.begin() + first, all.begin() + last};
}

Dataset rows_between(const Dataset& data, std::int64_t first, std::int64_t last) {
    Dataset found = data;
    found.rows = last - first;
    found.labels = part(data.labels, first, last);
    found.source_rows = part(data.source_rows, first, last);
    found.low = part(data.low, first * data.dims, last * data.dims);
    std::visit([&](const auto& all) { found.values = part(all, first * data.dims, last * data.dims); }, data.values);
    return found;
}

template <class T> void reorder(std::vector<T>& items, std::span<const std::int32_t> rows, std::int64_t items_per_row) {
    std::vector<T> moved;
    moved.reserve(rows.size() * static_cast<std::size_t>(items_per_row));
    for (const std::int32_t row : rows) {
        const auto first = items.begin() + row * items_per_row;
        moved.insert(moved.end(), std::make_move_iterator(first), std::make_move_iterator(first + items_per_row));
    }
    items = std::move(moved);
}

} // namespace

Dataset first_rows(const Dataset& data, std::int64_t rows) {
    const Dataset part = rows_between(data, 0, std::min(rows, data.rows));
    if (!data.holds_distances) return part;
    Dataset square = first_coordinates(part, part.rows);
    if (data.is_asymmetric || data.missing_pairs > 0) count_odd_pairs(square);
    return square;
}

Dataset with_rows(Dataset data, std::span<const std::int32_t> rows) {
    std::visit([&](auto& values) { reorder(values, rows, data.dims); }, data.values);
    if (!data.low.empty()) reorder(data.low, rows, data.dims);
    if (!data.source_rows.empty()) reorder(data.source_rows, rows, 1);
    if (!data.labels.empty()) reorder(data.labels, rows, 1);
    data.rows = std::ssize(rows);
    return data;
}

Dataset first_coordinates(const Dataset& data, std::int64_t dims) {
    if (dims >= data.dims) return data;
    Dataset part = data;
    part.dims = dims;
    if (part.picture_width > dims) part.picture_width = 0; // not one whole row of pixels is left
    if (!part.axes.empty()) part.axes.resize(static_cast<std::size_t>(dims));
    if (!part.origin.empty()) part.origin.resize(static_cast<std::size_t>(dims));
    if (!part.scales.empty()) part.scales.resize(static_cast<std::size_t>(dims));
    const auto cut = [&](auto& all) {
        for (std::int64_t row = 1; row < data.rows; ++row)
            std::copy_n(all.begin() + row * data.dims, dims, all.begin() + row * dims);
        all.resize(static_cast<std::size_t>(data.rows * dims));
    };
    std::visit(cut, part.values);
    if (!part.low.empty()) cut(part.low);
    return part;
}

Dataset with_unit_length(Dataset data) {
    constexpr double nearly = 1e-6; // rounded coordinates of a scaled vector do not bring its length farther from 1
    data = with_origin_added(std::move(data)); // directions are seen from zero
    auto& values = std::get<std::vector<float>>(data.values);
    std::int64_t scaled = 0, zeros = 0;
    for (std::int64_t row = 0; row < data.rows; ++row) {
        double square = 0.0;
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const double x = held_coordinate(data, row, k);
            square += x * x;
        }
        const double length = std::sqrt(square);
        zeros += length == 0.0 ? 1 : 0;
        if (!std::isfinite(length) || length == 0.0 || std::abs(length - 1.0) < nearly) continue;
        data.low.resize(values.size());
        data.decimals.reset();
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const double x = held_coordinate(data, row, k) / length;
            const auto at = static_cast<std::size_t>(row * data.dims + k);
            values[at] = static_cast<float>(x);
            data.low[at] = static_cast<float>(x - values[at]);
        }
        ++scaled;
    }
    if (scaled > 0)
        data.note += fmt::format("{}{} {} scaled to length 1", data.note.empty() ? "" : "; ", counted(scaled, "vector"),
                                 scaled == 1 ? "was" : "were");
    if (zeros == 0) return data;
    const std::string note = fmt::format("{} of zeros {} length 0, which cannot be scaled to 1",
                                         counted(zeros, "vector"), zeros == 1 ? "keeps" : "keep");
    if (data.note.find(note) == std::string::npos) add_note(data, note); // it may have been scaled before
    return data;
}

TwoSets split(const Dataset& data, std::int64_t rows) {
    if (data.rows < 2)
        throw InputError(
            fmt::format("cannot split {} into two sets: it has only 1 vector; give a second file", data.name));
    if (rows < 1 || rows >= data.rows)
        throw InputError(fmt::format("cannot split {}, which has {} rows, after the first {}: choose from 1 to {}",
                                     data.name, grouped(data.rows), grouped(rows), grouped(data.rows - 1)));
    TwoSets parts{rows_between(data, 0, rows), rows_between(data, rows, data.rows)};
    if (data.source_rows.empty())
        for (std::int64_t row = rows; row < data.rows; ++row) parts.b.source_rows.push_back(row);
    return parts;
}

} // namespace pairscope

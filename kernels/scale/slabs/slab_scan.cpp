// SPDX-License-Identifier: MIT
#include "kernels/scale/slabs/slab_scan.h"

#include "kernels/neighbours/exact/number_grid.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/vectors.h"
#include "kernels/scale/farthest_block.h"

#include <algorithm>
#include <limits>
#include <span>

namespace pairscope::scale {
namespace {

using neighbours::MetricReader;
using neighbours::NumberGrid;

/// Rows that are spread over a set.
std::vector<std::int64_t> spread_rows(std::int64_t rows) {
    constexpr std::int64_t most = 512;
    std::vector<std::int64_t> spread;
    const std::int64_t count = std::min(rows, most);
    for (std::int64_t i = 0; i < count; ++i) spread.push_back(i * (rows / count));
    return spread;
}

/// Any point is right: a better one only leaves out more pairs.
std::vector<double> middle_of(const SlabQuestion& question) {
    const Dataset sample = question.first.reader->rows_of(spread_rows(question.first.reader->rows()));
    if (!has_bound({.first = sample, .metric = question.metric})) return {};
    MiddleOf middle(MetricReader(sample, question.metric).length());
    const auto add = [&](const Dataset& set) {
        const MetricReader reader(set, question.metric);
        const std::vector<bool> usable = neighbours::usable_vectors(set, question.metric);
        std::vector<double> vector(reader.length());
        for (std::int64_t row = 0; row < set.rows; ++row) {
            if (!usable[static_cast<std::size_t>(row)]) continue;
            reader.read(row, vector);
            middle.add(vector);
        }
    };
    add(sample);
    if (question.second) add(question.second->reader->rows_of(spread_rows(question.second->reader->rows())));
    return middle.numbers();
}

NumberGrid grid_of(const Dataset& set) {
    NumberGrid grid;
    const neighbours::LoadedVectors vectors(set);
    if (vectors.are_bytes()) {
        grid.include_bytes();
        return grid;
    }
    for (std::int64_t row = 0; row < set.rows; ++row)
        for (std::size_t k = 0; k < vectors.dims(); ++k) grid.include(vectors.at(row, k));
    return grid;
}

RadiusOfRow outermost_of(const Dataset& set, const std::vector<bool>& usable, Metric metric,
                         std::span<const double> middle, std::int64_t first_row) {
    RadiusOfRow outermost;
    const MetricReader reader(set, metric);
    std::vector<double> vector(reader.length());
    for (std::int64_t row = 0; row < set.rows; ++row) {
        if (!usable[static_cast<std::size_t>(row)]) continue;
        reader.read(row, vector);
        const double radius = radius_of(metric, vector, middle);
        if (outermost.row < 0 || radius > outermost.radius) outermost = {.radius = radius, .row = first_row + row};
    }
    return outermost;
}

} // namespace

SlabScan::SlabScan(const SlabPairs& pairs)
    : pairs_(pairs), slabs_(pairs.slabs()), middle_(middle_of(pairs.question())),
      looks_(static_cast<std::size_t>(slabs_ + (pairs.question().is_one_set() ? 0 : pairs.slabs_across()))) {}

SlabScan::Look SlabScan::look_at(std::int64_t piece) const {
    const SlabQuestion& question = pairs_.question();
    const int set = piece < slabs_ ? 0 : 1;
    const std::int64_t number = piece < slabs_ ? piece : piece - slabs_;
    const SlabPairs::Slab slab = pairs_.slab(set, number);
    const std::vector<bool> usable = neighbours::usable_vectors(slab->set, question.metric);
    Look look{.piece = piece, .usable = std::ranges::count(usable, true), .hash = slab->hash};
    const NumberGrid grid = is_of_differences(question.metric) ? grid_of(slab->set) : NumberGrid{};
    look.largest = grid.largest;
    look.exponent = grid.exponent;
    look.odd = odd_rows_in(slab->set, question.odd_rows);
    if (!middle_.empty())
        look.outermost = outermost_of(slab->set, usable, question.metric, middle_, number * pairs_.blocks().side);
    return look;
}

PieceWork SlabScan::work() {
    PieceWork work;
    work.pieces = std::ssize(looks_);
    work.compute = [this](std::int64_t piece, const std::stop_token&) {
        const Look look = look_at(piece);
        ByteWriter writer;
        writer.put_all(std::span(&look, 1));
        return writer.take();
    };
    work.merge = [this](std::span<const std::byte> result) {
        for (const Look& look : ByteReader(result).get_all<Look>())
            if (look.piece >= 0) looks_.at(static_cast<std::size_t>(look.piece)) = look;
    };
    work.merged = [this] {
        ByteWriter writer;
        writer.put_all(std::span<const Look>(looks_));
        return writer.take();
    };
    work.is_needed_everywhere = true;
    return work;
}

SlabTraits SlabScan::traits() const {
    const SlabQuestion& question = pairs_.question();
    SlabTraits traits;
    NumberGrid grid;
    for (std::size_t i = 0; i < looks_.size(); ++i) {
        const bool is_first = i < static_cast<std::size_t>(slabs_);
        grid.include({.exponent = static_cast<int>(looks_[i].exponent), .largest = looks_[i].largest});
        (is_first ? traits.usable : traits.usable_across) += looks_[i].usable;
        (is_first ? traits.odd : traits.odd_across) += looks_[i].odd;
        (is_first ? traits.hashes : traits.hashes_across).push_back(looks_[i].hash);
    }
    if (question.is_one_set()) {
        traits.usable_across = traits.usable;
        traits.odd_across = traits.odd;
        traits.hashes_across = traits.hashes;
    }
    constexpr double most_with_roots = 0x1p51; // the roots of whole numbers up to here differ
    const auto dims = static_cast<double>(question.dims());
    const bool is_exact = is_of_differences(question.metric) && !question.is_prepared() &&
                          neighbours::are_exact(question.metric, grid.steps(), dims);
    traits.has_exact_keys = is_exact;
    traits.has_distinct_distances =
        !is_of_differences(question.metric) || question.is_prepared() ||
        (is_exact && (question.metric != Metric::euclidean ||
                      neighbours::are_exact(question.metric, grid.steps(), dims, most_with_roots)));
    return traits;
}

std::vector<RadiusOfRow> SlabScan::outermost_in(std::size_t first, std::size_t end) const {
    std::vector<RadiusOfRow> rows;
    for (std::size_t i = first; i < end; ++i) rows.push_back(looks_[i].outermost);
    return rows;
}

std::vector<RadiusOfRow> SlabScan::outermost() const { return outermost_in(0, static_cast<std::size_t>(slabs_)); }

std::vector<RadiusOfRow> SlabScan::outermost_across() const {
    return pairs_.question().is_one_set() ? outermost() : outermost_in(static_cast<std::size_t>(slabs_), looks_.size());
}

} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
// The distances between the vectors of one set, computed many at a time: coordinate by coordinate, in loops over all
// vectors that compilers turn into SIMD.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/neighbours/exact/quick_sums.h"
#include "kernels/seriation/seriation.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::seriation {

/// Which rows of the set have distances, and which have none. Both ascend.
struct RowsInOrder {
    std::vector<std::int32_t> rows, left_out;
};

/// Vectors as MetricReader prepares them. Coordinates are as they were loaded, without a change of their scale or
/// their zero, so that a single far vector takes no digits from the others. `Number` is float for bytes whose sums
/// float32 holds exactly, else double: see with_columns_of().
template <class Number> class Columns {
public:
    using Key = Number;

    Columns(const Dataset& set, const ComparedBy& by, RowsInOrder rows);

    [[nodiscard]] std::int64_t count() const { return std::ssize(rows_.rows); }
    [[nodiscard]] const RowsInOrder& rows() const { return rows_; }
    /// Keys rise with the distances of the vectors [first, first + out.size()) from vector i.
    void keys_from(std::int64_t i, std::int64_t first, std::span<Number> out) const;
    /// Keys rise with the distances of all vectors from their mean.
    void keys_from_mean(std::span<Number> out) const;
    /// The distances that have these keys; the largest float stands for those that are larger.
    void distances_of(std::span<const Number> keys, std::span<double> out) const;
    /// Puts vector `from` into the place of vector `to`.
    void move(std::int64_t from, std::int64_t to);

private:
    void keys_from(std::span<const Number> from, std::int64_t first, std::span<Number> out) const;
    [[nodiscard]] std::vector<Number> vector_at(std::int64_t i) const;
    [[nodiscard]] const Number* column(std::int64_t k) const { return values_.data() + k * stride_; }

    Metric metric_;
    std::int64_t dims_ = 0, stride_ = 0;
    RowsInOrder rows_;
    std::vector<Number> values_;     ///< coordinate k of vector i: values_[k * stride_ + i]
    std::vector<std::uint8_t> zero_; ///< vectors without a direction, for the cosine distance; else empty
};

/// Columns by a metric of a workload's own, which compares one pair at a time.
class OwnColumns {
public:
    using Key = double;

    OwnColumns(const Dataset& set, const ComparedBy& by, RowsInOrder rows);

    [[nodiscard]] std::int64_t count() const { return std::ssize(rows_.rows); }
    [[nodiscard]] const RowsInOrder& rows() const { return rows_; }
    void keys_from(std::int64_t i, std::int64_t first, std::span<double> out) const;
    /// A metric of a workload's own knows no mean: these are the distances from the first vector.
    void keys_from_mean(std::span<double> out) const;
    void distances_of(std::span<const double> keys, std::span<double> out) const;
    void move(std::int64_t from, std::int64_t to);

private:
    [[nodiscard]] std::span<const double> numbers_of(std::int64_t i) const;

    OwnDistance own_;
    Inputs inputs_;
    RowsInOrder rows_;
    std::int64_t dims_ = 0;
    std::vector<double> numbers_;      ///< all digits of the vectors; empty: only float32 coordinates can be compared
    std::vector<std::int32_t> places_; ///< the row of each vector, as they were moved
    std::optional<neighbours::QuickSums> quick_; ///< absent: the metric has none, or memory is short
};

/// Calls `use` with the columns of the set that fit its numbers and the metric.
/// Are all sums of these bytes exact in float32?
[[nodiscard]] bool is_exact_in_float32(const Dataset& set, Metric metric);
/// Some rows have no distance from each other by a workload's own metric, such as two empty ones: they are left out,
/// too. A single one has a distance from all others, and its distance from itself is not needed.
[[nodiscard]] RowsInOrder rows_with_distances(const Dataset& set, const ComparedBy& by);
template <class Use> auto with_columns_of(const Dataset& set, const ComparedBy& by, Use use) {
    RowsInOrder rows = rows_with_distances(set, by);
    if (by.metric == Metric::own) return use(OwnColumns(set, by, std::move(rows)));
    if (by.metric == Metric::canberra) // a sum in the order of the coordinates would order equal distances by rounding
        return use(OwnColumns(set, {.metric = Metric::own, .own = {.of_rows = neighbours::canberra_of_rows}},
                              std::move(rows)));
    if (is_exact_in_float32(set, by.metric)) return use(Columns<float>(set, by, std::move(rows)));
    return use(Columns<double>(set, by, std::move(rows)));
}

/// The smallest of the numbers; infinity if there are none.
template <class Number> [[nodiscard]] Number least_of(std::span<const Number> numbers);

extern template class Columns<float>;
extern template class Columns<double>;
extern template float least_of(std::span<const float>);
extern template double least_of(std::span<const double>);

} // namespace pairscope::seriation

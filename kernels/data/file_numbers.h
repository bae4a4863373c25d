// SPDX-License-Identifier: MIT
// The numbers of vectors in double precision, as a file has them, before float32 takes them.
#pragma once

#include "kernels/data/columns/column_choice.h"

#include <cstdint>
#include <span>
#include <variant>
#include <vector>

namespace pairscope {

class FileNumbers {
public:
    FileNumbers() = default;
    /// One vector per row of these columns, which have the same length and must live as long as this does.
    explicit FileNumbers(std::vector<std::span<const double>> columns);
    /// Items of vectors one after the other.
    FileNumbers(std::vector<double> items, std::int64_t dims);
    FileNumbers(std::vector<float> items, std::int64_t dims);

    [[nodiscard]] std::int64_t rows() const { return rows_; }
    [[nodiscard]] std::int64_t dims() const { return dims_; }
    /// Else the numbers of a vector lie one after the other.
    [[nodiscard]] bool holds_columns() const { return numbers_.index() == 0; }
    [[nodiscard]] double at(std::int64_t row, std::int64_t k) const {
        const double number = read_at(row, k);
        return scales_.empty() ? number : standardised(number, scales_[static_cast<std::size_t>(k)]);
    }
    /// Coordinate k of all vectors. It may lie in `room`.
    [[nodiscard]] std::span<const double> column(std::int64_t k, std::vector<double>& room) const;

    /// From now on they count as parsed from texts, whose decimals they stand for. Numbers of arrays are binary.
    void mark_as_texts() { are_texts_ = true; }
    /// Do they stand for decimals, as they were written?
    [[nodiscard]] bool are_texts() const { return are_texts_ && scales_.empty(); }

    /// From now on the numbers are standardised by these scales, one per coordinate.
    void standardise(std::vector<ColumnScale> scales) { scales_ = std::move(scales); }
    void keep_first_rows(std::int64_t rows);
    /// The items, if all of them are float32 numbers already; null otherwise.
    [[nodiscard]] std::vector<float>* floats();

private:
    [[nodiscard]] double read_at(std::int64_t row, std::int64_t k) const;

    std::int64_t rows_ = 0, dims_ = 0;
    std::variant<std::vector<std::span<const double>>, std::vector<double>, std::vector<float>> numbers_{};
    std::vector<ColumnScale> scales_{}; ///< empty: the numbers of the file
    bool are_texts_ = false;
};

} // namespace pairscope

// SPDX-License-Identifier: MIT
// The entries of a square table: are they equal across the diagonal, zero on it, negative, missing?
#pragma once

#include "kernels/data/names.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {

/// Which of two different entries for one pair of rows is used.
enum class Symmetrise : std::uint8_t { no, mean, min, max, keep };
inline constexpr std::array<Name<Symmetrise>, 5> symmetrise_names{{{Symmetrise::no, "no"},
                                                                   {Symmetrise::mean, "mean"},
                                                                   {Symmetrise::min, "min", "smaller"},
                                                                   {Symmetrise::max, "max", "larger"},
                                                                   {Symmetrise::keep, "keep", "both"}}};
static_assert(is_in_order(symmetrise_names));

/// A square table, in the precision that it was read in. Does not own the numbers.
class SquareView {
public:
    SquareView(std::span<const float> row_major, std::int64_t side) : floats_(row_major), side_(side) {}
    explicit SquareView(std::span<const std::span<const double>> columns)
        : columns_(columns), side_(std::ssize(columns)) {}

    [[nodiscard]] std::int64_t side() const { return side_; }
    [[nodiscard]] bool is_float32() const { return columns_.empty(); }
    [[nodiscard]] double operator()(std::int64_t row, std::int64_t col) const {
        if (is_float32()) return double(floats_[static_cast<std::size_t>(row * side_ + col)]);
        return columns_[static_cast<std::size_t>(col)][static_cast<std::size_t>(row)];
    }

private:
    std::span<const float> floats_;
    std::span<const std::span<const double>> columns_;
    std::int64_t side_ = 0;
};

/// An entry, by row and column.
struct EntryPlace {
    std::int64_t row = 0, col = 0;
    auto operator<=>(const EntryPlace&) const = default;
};

/// Entries that have something in common.
struct EntryGroup {
    std::int64_t count = 0;
    EntryPlace first{};   ///< in reading order
    double largest = 0.0; ///< the largest number by which one differs from what it should be
    EntryPlace worst{};   ///< where that is
    void add(EntryPlace place, double size);
};

/// A value so large, or written so, that it may stand for a missing distance.
struct Sentinel {
    double value = 0.0;
    std::int64_t count = 0;
};

/// Entries on both sides of the diagonal, or on one side alone.
enum class Triangles : std::uint8_t { both, lower, upper };

/// What decides whether a square table holds distances. Two entries of a pair are equal if |a - b| is at most 1e-6 of
/// the larger one, or |a^2 - b^2| at most 1e-6 of the square of `scale`: so far the rounding of float32 goes where
/// distances come from |x|^2 + |y|^2 - 2 x.y.
struct EntryFindings {
    /// The median of the entries beside the diagonal that are neither 0 nor sentinels; 0: there are none. In
    /// tables with more than 2048 rows it is the median of an even sample of four million entries.
    double scale = 0.0;
    std::vector<Sentinel> sentinels{};
    Triangles filled = Triangles::both;     ///< numbers stand on this side of the diagonal alone, and everywhere there
    Triangles not_zero = Triangles::both;   ///< all entries on the other side are 0
    EntryGroup missing{};                   ///< without a number on the other side of the diagonal
    EntryGroup one_sided{};                 ///< with a number there
    EntryGroup off_zero{};                  ///< on the diagonal, and not zero
    EntryGroup unequal{};                   ///< pairs, each by its entry above the diagonal
    EntryGroup negative{};                  ///< below zero by more than rounding
    EntryGroup rounded_diagonal{};          ///< zero but for rounding
    EntryGroup rounded_pairs{};             ///< equal but for 1e-6 of the larger entry
    EntryGroup near_pairs{};                ///< equal only because they are small, by the square of `scale`
    EntryGroup rounded_negative{};          ///< beside the diagonal, zero but for rounding
    std::int64_t missing_on_diagonal = 0;   ///< how many of `missing` are on the diagonal
    bool has_near_zero_diagonal = false;    ///< all its entries are at most 1e-3 of `scale`, or missing
    bool are_similarities = false;          ///< the same number is all along the diagonal, and none is larger
    std::optional<double> diagonal_value{}; ///< then
};
[[nodiscard]] EntryFindings look_at_entries(const SquareView& entries);

/// The value of a pair of rows, once it is known what the table holds; 0 on the diagonal.
[[nodiscard]] double distance_of_pair(double here, double there, Symmetrise symmetrise);

} // namespace pairscope

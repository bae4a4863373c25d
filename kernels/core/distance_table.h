// SPDX-License-Identifier: MIT
// Files that hold distances instead of vectors: a square table with an entry for each pair.
#pragma once

#include "kernels/core/table.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

namespace pairscope {

/// The fewest rows of a table that is taken for distances: smaller ones are square by chance.
inline constexpr std::int64_t least_distances = 3;

/// What was found in a table.
struct DistanceTable {
    std::optional<Dataset> set{}; ///< holds_distances; absent: the table does not hold distances
    /// Why a table that nearly fits does not hold distances, as a part of a sentence: "the entry in row 1, column 1
    /// (counted from 0) is 5, where the diagonal must be 0". Empty if it holds them, or does not even look so.
    std::string why_not{};
    /// The rows of a square that has fewer of them than least_distances, and is therefore not looked at. Else 0.
    std::int64_t too_few_rows = 0;
    /// The table that was read, for those who read it in another way. Null: nothing was read, or it has more columns
    /// than points and vectors may have. Vectors of an array are not taken from it, because its columns have no names.
    std::shared_ptr<const Table> table{};
};

/// A table holds distances if it is square, has three rows at least, all entries are finite and none is negative, the
/// diagonal is zero and the table is symmetric. The last two are judged within 1e-6 of the largest entry, because
/// entries that were printed or computed twice may differ in their last digit. A column of texts, or a first column
/// beside a square of numbers, holds the names of the rows; otherwise the header does. A first row and a first column
/// of the same numbers are names, too.
[[nodiscard]] DistanceTable distances_in(const Table& table);
/// The same of a set of as many coordinates as vectors.
[[nodiscard]] DistanceTable distances_in(Dataset square);

/// The same of a text or an array of NumPy. A file that cannot be square is told quickly, before its numbers are read.
/// Throws what load_table() throws.
[[nodiscard]] DistanceTable read_distances(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The same of a file that nobody said holds distances: if it cannot be read, it does not. Throws InputError only where
/// reading was cancelled.
[[nodiscard]] DistanceTable proposed_distances(const std::filesystem::path& path, const std::stop_token& stop = {});

/// The set of a file that must hold distances. Throws InputError with the reason if it does not.
[[nodiscard]] Dataset load_distances(const std::filesystem::path& path, const std::stop_token& stop = {});

/// Why so many rows cannot be shown, as a part of a sentence.
[[nodiscard]] std::string why_too_many(std::int64_t rows);

/// "distances.csv holds a symmetric 120 x 120 table with a zero diagonal, so it is shown as a distance matrix."
[[nodiscard]] std::string what_it_holds(const Dataset& distances);

} // namespace pairscope

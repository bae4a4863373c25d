// SPDX-License-Identifier: MIT
// Files that hold distances instead of vectors: a square table with an entry for each pair, or a list of them.
#pragma once

#include "kernels/data/distances/distance_judge.h"
#include "kernels/data/errors.h"
#include "kernels/data/readers/distance_lists.h"
#include "kernels/data/table.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace pairscope {

/// The fewest rows of a table that is taken for distances: smaller ones are square by chance.
inline constexpr std::int64_t least_distances = 3;

/// What was found in a table.
struct DistanceTable {
    std::optional<Dataset> set{}; ///< holds_distances; absent: the table does not hold distances
    /// Why a table that nearly fits does not hold distances, as a part of a sentence: "the entry in row 1, column 1
    /// (counted from 0) is 5, where the diagonal must be 0". Empty if it holds them, or does not even look so.
    std::string why_not{};
    /// The table looks so much like distances that nobody may read it as vectors without having been told to: its rows
    /// and columns have the same names, its diagonal is zero, or it is a triangle.
    bool must_ask = false;
    Remedy remedy = Remedy::correct;
    std::int64_t rows = 0;     ///< rows of the table
    bool is_condensed = false; ///< `set` comes from an array with one dimension, which may also be one vector
    /// The rows of a square that has fewer of them than least_distances, and is therefore not looked at. Else 0.
    std::int64_t too_few_rows = 0;
    /// The table that was read, for those who read it in another way. Null: nothing was read, or it has more columns
    /// than points and vectors may have. Vectors of an array are not taken from it, because its columns have no names.
    std::shared_ptr<const Table> table{};
};

/// A file that looks like a distance matrix, and cannot be read as one without an answer.
struct UnreadDistances : InputError {
    UnreadDistances(const std::filesystem::path& path, const DistanceTable& found);
    std::string why; ///< DistanceTable::why_not
    Remedy remedy = Remedy::correct;
    std::int64_t rows = 0; ///< rows of the table
};

/// A table holds distances if it is square, has three rows at least, all entries are finite and none is negative, the
/// diagonal is zero and the table is symmetric, as EntryFindings defines it. Entries that differ by rounding become
/// their mean. A triangle alone is mirrored. The set's note says what is shown otherwise than it stands there.
[[nodiscard]] DistanceTable distances_in(const Table& table, const DistanceReading& reading = {});
/// Judges a set of as many coordinates as vectors, or a list, by the rules above.
[[nodiscard]] DistanceTable distances_in(Dataset square, const DistanceReading& reading = {});
[[nodiscard]] DistanceTable distances_in(const ListedDistances& list, std::string_view name,
                                         const DistanceReading& reading = {});

/// The set of a recording that says it holds distances: two entries of a pair may differ by 1e-6 of the largest entry,
/// as earlier versions recorded them. Absent: it does not hold them.
[[nodiscard]] std::optional<Dataset> recorded_distances(Dataset square);

/// Reads the distances of a text or an array of NumPy. A file that cannot be square is told quickly, before its numbers
/// are read. Throws what load_table() throws.
[[nodiscard]] DistanceTable read_distances(const InputFile& file, const std::stop_token& stop = {},
                                           const DistanceReading& reading = {});

/// Like read_distances(), for a file that nobody said holds distances: if it cannot be read, it does not. Throws
/// InputError only where reading was cancelled.
[[nodiscard]] DistanceTable proposed_distances(const InputFile& file, const std::stop_token& stop = {});

/// The distances of a file that must hold them: DistanceTable::set is there. Throws UnreadDistances if it nearly does,
/// or else InputError.
[[nodiscard]] DistanceTable load_distances(const InputFile& file, const std::stop_token& stop = {},
                                           const DistanceReading& reading = {});

/// Why so many rows cannot be shown, as a part of a sentence.
[[nodiscard]] std::string why_too_many(std::int64_t rows);

/// "distances.csv holds the distances between 120 rows, so it is shown as a distance matrix."
[[nodiscard]] std::string what_it_holds(const Dataset& distances);

} // namespace pairscope

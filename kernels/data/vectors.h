// SPDX-License-Identifier: MIT
// Sets of vectors with any number of coordinates, as a workload takes them.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/file_numbers.h"
#include "kernels/data/small_numbers.h"
#include "kernels/data/table.h"
#include "kernels/data/vector_parts.h"
#include "kernels/ladder/workload.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>

namespace pairscope {

/// How a file of vectors is to be read.
struct VectorRequest {
    std::int64_t most_rows = 0; ///< keep no more than these
    VectorColumns columns{};    ///< columns of a text table; standardising is possible for arrays, too
    std::string label{};        ///< the column that labels the vectors; empty: the one that column_roles() proposes
    /// The first set, when the second one is read: columns are matched with its axes (see matched_columns.h), and its
    /// scales are used. Null: this is the only set, or the first one.
    const Dataset* first = nullptr;
    bool may_shift = true;       ///< subtract an origin where float32 would lose digits: see origin_for()
    Digits digits = Digits::all; ///< which digits of an array are kept
};

/// Vectors as a file has them, before float32 takes their numbers.
struct ReadVectors {
    Dataset set{};                        ///< complete, but for values, low and origin; of bytes with the values
    FileNumbers numbers{};                ///< bytes have none
    std::shared_ptr<const Table> table{}; ///< to which the numbers may refer; null: to none, or to one of the caller's
    const Table* rows_of = nullptr;       ///< the table whose rows are the vectors; null: they come from no rows of one
    SmallNumbers small{};                 ///< numbers that lost digits already: see Digits::float32
};

/// Reads pictures in the idx format, whose labels may lie beside them (see labels_beside), a NumPy array n x d (of more
/// dimensions, all but the first become one; a plain list of numbers is one vector where the workload takes few rows,
/// else n vectors of one coordinate), or the numeric columns of a text table, of which one may hold the labels (see
/// column_roles). Where the workload takes fewer vectors than the table has rows, but as many as it has numeric
/// columns, each column is a vector. Keeps the first `most_rows` rows that the rule allows, and says so in the note.
/// Throws what load_table() throws, and InputError for vectors that the rule does not allow, and for columns that are
/// chosen and not there, or cannot be matched with those of the first set.
[[nodiscard]] ReadVectors read_vectors(const InputFile& file, const InputRule& rule, const VectorRequest& request,
                                       std::stop_token stop = {});
/// Reads vectors from a text table that was read already. The table must live until the vectors are finished.
[[nodiscard]] ReadVectors read_vectors(const Table& table, const InputRule& rule, const VectorRequest& request);

/// The set in float32, with notes on what a user should know.
[[nodiscard]] Dataset finished(ReadVectors read, const InputRule& rule, const VectorRequest& request);
/// Two sets that are compared with each other: what is subtracted from a coordinate is the same in both.
struct TwoSets {
    Dataset a, b;
};
[[nodiscard]] TwoSets finished(ReadVectors first, ReadVectors second, const InputRule& rule,
                               const VectorRequest& request);

/// One set, read and finished.
[[nodiscard]] Dataset load_vectors(const InputFile& file, const InputRule& rule, const VectorRequest& request,
                                   std::stop_token stop = {});
/// The columns that column_roles() proposes.
[[nodiscard]] Dataset load_vectors(const InputFile& file, const InputRule& rule, std::int64_t most_rows,
                                   std::stop_token stop = {});

/// Why the workload cannot be asked about this set, in one sentence; empty if it can. A coordinate that is not finite
/// spoils its row of a matrix only, which then shows it, but all of any other answer. Places on the Earth must be in
/// degrees, so their columns cannot be standardised.
[[nodiscard]] std::string why_not_asked(const Dataset& data, const WorkloadType& type);

/// May these bytes be codes of bits, such as the 256 bits of an ORB feature? Nothing but the numbers says so: 16, 32 or
/// 64 whole numbers from 0 to 255 in each row, which are as often large as small.
[[nodiscard]] bool may_be_codes(const Dataset& data);

/// The first rows of a set; of distances also the same columns.
[[nodiscard]] Dataset first_rows(const Dataset& data, std::int64_t rows);
/// These rows of a set of vectors, in this order; the others are left out.
[[nodiscard]] Dataset with_rows(Dataset data, std::span<const std::int32_t> rows);
/// The first coordinates of each of its vectors.
[[nodiscard]] Dataset first_coordinates(const Dataset& data, std::int64_t dims);

/// The set with every vector scaled to length 1; vectors of zeros stay as they are. A note says so where a length
/// was another one. Coordinates that are not finite stay, too, for why_not_asked() to find.
[[nodiscard]] Dataset with_unit_length(Dataset data);

/// A set in two parts: the first `rows`, and the others, which know their rows in the file. Throws InputError if there
/// are none.
[[nodiscard]] TwoSets split(const Dataset& data, std::int64_t rows);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Reads arrays of NumPy's .npy format, versions 1 to 3 (NEP 1, numpy.lib.format).
#pragma once

#include "kernels/data/readers/byte_source.h"
#include "kernels/data/readers/npy_header.h"
#include "kernels/data/table.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace pairscope {

inline constexpr std::string_view npy_magic = "\x93NUMPY";

/// Whole numbers of 64 bits that a double does not hold.
struct RoundedWholes {
    std::int64_t count = 0;
    std::int64_t row = 0, col = 0; ///< where one of them stands
    std::string text{};            ///< as the array holds it
    double value = 0.0;            ///< as a double
};
/// What a user should know of them, without a full stop; empty: there are none.
[[nodiscard]] std::string note_on(const RoundedWholes& rounded);

/// How an array of more than two dimensions becomes vectors, without a full stop; empty: it has fewer.
[[nodiscard]] std::string note_on_dimensions(const NpyHeader& header);

/// Items as they stand in the file, one for each value.
void decode_npy_items(const NpyHeader& header, const char* bytes, std::span<double> values);

/// Hands over the items of an array, whose header was read, in the order of the file: of rows beyond `kept_rows` none.
/// Throws InputError if the file holds fewer or more bytes than its header says.
RoundedWholes read_npy_items(ByteSource& source, const NpyHeader& header, std::int64_t kept_rows,
                             const std::function<void(std::int64_t row, std::int64_t col, double value)>& keep);

/// The numbers of one column as texts, as the array holds them: whole numbers with all their digits, and others in the
/// fewest digits that tell them from their neighbours (float16 as float32). One that is missing is empty.
[[nodiscard]] std::vector<std::string> npy_column_texts(ByteSource& source, std::int64_t column, std::int64_t rows);

/// An n x d array becomes d columns "column 1" ... of numbers. b1, f2, f4, f8, i1 .. i8, u1 .. u8,
/// both byte orders, C and Fortran order. Throws InputError, also if the file holds fewer or more bytes than its header
/// says.
[[nodiscard]] Table read_npy_table(ByteSource& source);

} // namespace pairscope

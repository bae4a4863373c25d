// SPDX-License-Identifier: MIT
// Finds out from the beginning of a text how its table is written: separator, decimal mark, header, kinds of columns.
#pragma once

#include "kernels/data/readers/input_file.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/readers/records.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

enum class ColumnKind : std::uint8_t { unknown, numbers, texts };

struct Dialect {
    Separators separators;
    char decimal_mark = '.';
    bool has_header = false;
    bool header_lacks_first = false; ///< the header has no name for the first column, which holds the names of rows
    bool header_lacks_last = false;  ///< each row ends with a separator, and the header does not
    bool header_has_years = false;   ///< the names of the columns of numbers are years
    bool header_may_be_row = false;  ///< the names above columns of numbers are nearly numbers, such as "12 km"
    bool header_has_numbers = false; ///< the names of the columns of numbers are other numbers
    bool row_may_be_header = false;  ///< the first row may be meant as names, though nothing but numbers stands in it
    bool begins_with_counts = false; ///< the first line has the numbers of rows and of coordinates, as word2vec writes
    std::vector<ColumnKind> columns{}; ///< unknown: no cell of the sample says
    std::vector<Notation> notations{}; ///< one for each column
    /// The words of the comment directly above the first row, where there are as many as columns and no header. Else
    /// empty.
    std::vector<std::string> comment_names{};
    std::int64_t comment_of_names = 0; ///< which of the comments it is, counted from 1
};

/// The first rows of a text decide; a later row that does not fit is an error, not another dialect.
inline constexpr std::size_t sample_rows = 256;
inline constexpr std::size_t sample_bytes = std::size_t{1} << 20;

/// What is known before.
struct DialectRequest {
    char separator = '\0'; ///< only this one is tried; '\0': none is known
    std::size_t least_columns = 2;
    std::optional<Header> header{}; ///< a user said so
};

/// Takes the separator and the decimal mark that make most cells numbers while most rows have equally many cells, at
/// least two. A column is numbers unless most of its cells below the header are text. The first row is a header if most
/// of its cells over columns of numbers are text, if text is followed by numbers only, if its numbers are years that
/// rise by equal steps over numbers that are not all years, or if only the cell over a first column of texts is empty;
/// it may lack the name of a first column of texts. Other numbers are names where number_heading() says so. A first
/// line of two whole numbers is none of this where the second one tells how many numbers the rows have. Where no
/// separator makes a table and `least_columns` is 1, lines of mostly single numbers are a column. Throws InputError if
/// there is no table.
[[nodiscard]] Dialect dialect_of(ByteSource& source, const DialectRequest& request = {});

/// Whether cells are a row: as many as there are columns, with numbers or nothing in all columns of numbers, and with a
/// number in one of them at least.
[[nodiscard]] bool is_row(const std::vector<Field>& fields, const std::vector<ColumnKind>& columns, char decimal_mark);

/// Whether a record that begins with '#' is a row and no comment: its cells are a row, or its first one is an error of
/// a spreadsheet, such as #N/A. A '#' that stands alone is a cell only where `has_row_above`.
[[nodiscard]] bool is_row_with_hash(const std::vector<Field>& fields, const std::vector<ColumnKind>& columns,
                                    char decimal_mark, bool has_row_above);

/// Do programs write decimal commas between these separators? Then a point may divide thousands.
[[nodiscard]] constexpr bool may_have_decimal_commas(char field_separator) {
    return field_separator == ';' || field_separator == '\t' || field_separator == '|';
}

/// "CSV, separated by ';', decimal commas, with a header".
[[nodiscard]] std::string describe(const Dialect& dialect);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// A table as it was read from a file, before columns were chosen.
#pragma once

#include "kernels/data/dataset.h"
#include "kernels/data/file_descriptor.h"
#include "kernels/data/readers/input_file.h"
#include "kernels/data/texts.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// What the cells of a column say themselves: letters as in "33.86S", or their place in POINT(x y).
enum class CellMeaning : std::uint8_t { unknown, longitude, latitude, x, y };

/// A column is numbers or texts, never both.
struct Column {
    std::string name;            ///< from the header; "column 1" without one
    std::vector<double> numbers; ///< one a row, or empty
    Texts texts;
    std::string hint{}; ///< tells about texts that look like numbers: "line 2 has '12 km', a number with a unit; ..."
    /// Why it holds texts although most of its cells are numbers: "line 3, column 2 ('plot') has '15a' ...". Such a
    /// column can be a label, and stand beside others; require_numbers() refuses it elsewhere. Empty for others.
    std::string refusal{};
    std::string note_as_coordinate{}; ///< what a user should know where its numbers are coordinates, and not labels
    bool is_named = true;             ///< false: the file has no name for it, and `name` was made up
    bool begins_empty = false;        ///< the first row of the file has nothing in this cell, and not NA or nan
    bool is_plain = false;            ///< every number stands in the file as "-12" or "7", so the number tells its text
    bool has_leading_zeros = false;   ///< a cell is a whole number such as 01234
    std::int64_t in_file = -1;        ///< which cell of a row it is, counted from 0; -1: it is in no file
    CellMeaning meaning = CellMeaning::unknown;
    /// What its amounts of money have, see name_of_currency(), or percent_sign; empty: its numbers are neither.
    std::string_view currency{};
    bool holds_categories = false; ///< its numbers stand for texts: see kernels/data/columns/categories.h
    [[nodiscard]] bool is_numeric() const { return !numbers.empty(); }
};

/// The file that a table was read from. Only column_texts() reads it again.
struct TableFile {
    std::filesystem::path path{}; ///< empty: the table came from no file of cells
    FileStamp stamp{};
    bool is_array = false;                             ///< NumPy wrote it
    std::optional<Header> doubtful_header{};           ///< how its first row was read, which may be meant otherwise
    char field_separator = ',', line_separator = '\n'; ///< a text has them: see Separators
    std::vector<std::int64_t> lines_with_quotes{};     ///< the lines whose quotes are text: see Quotes
};

struct Table {
    std::string name;   ///< the file's name
    std::string format; ///< "CSV, separated by ';', with a header", "NumPy <f8, Fortran order"
    std::vector<Column> columns;
    std::int64_t rows = 0;                   ///< rows kept: see most_rows()
    std::int64_t total_rows = 0;             ///< rows in the file
    std::string credit;                      ///< credit for the data we ship
    std::vector<std::int64_t> lines{};       ///< for a text: the line on which each row begins
    std::vector<std::string> notes{};        ///< what was not read as it stands there: "2 lines that begin with # ..."
    std::vector<std::int64_t> source_rows{}; ///< for a recording: see Dataset::source_rows; empty: the same row
    /// For a recording: its points as they were, whose coordinates are the first two columns. Null: it is a file.
    std::shared_ptr<const Dataset> recorded{};
    TableFile file{};
    bool holds_sequences = false; ///< its columns are names and sequences: see kernels/data/sequences/named_sequences.h
};

/// Where a row is in the file: "line 4" in a text, else "row 2 (counted from 0)".
[[nodiscard]] std::string row_in_words(const Table& table, std::int64_t row);

/// How many rows of a table are kept: max_rows, and of a table with many columns fewer, so that the numbers take about
/// 256 MiB, but at least as many as a stored matrix can have.
[[nodiscard]] constexpr std::int64_t most_rows(std::int64_t columns) {
    constexpr std::int64_t most_cells = std::int64_t{1} << 25;
    const std::int64_t rows = most_cells / (columns < 1 ? 1 : columns);
    return rows > max_rows ? max_rows : rows < max_stored_rows ? max_stored_rows : rows;
}

/// More columns than this are refused, unless more are allowed. No workload compares longer vectors of a table.
inline constexpr std::int64_t max_columns = 4096;
/// How many columns a text may have.
struct ColumnRange {
    std::size_t least = 2;
    std::int64_t most = max_columns;
};

/// Reads CSV, TSV, white-space text, NumPy .npy or .npz, plain or gzipped; readers.h says how a file is recognised.
/// Keeps the first most_rows() rows and counts the rest. Throws InputError with file, line and column, what was found
/// and what to do, and when it was cancelled, which takes less than 100 ms; MemoryError.
[[nodiscard]] Table load_table(const InputFile& file, std::stop_token stop = {}, const ColumnRange& columns = {});

/// Which columns become x, y and the labels; absent label: none.
struct ColumnChoice {
    std::string x, y;
    std::optional<std::string> label;
    bool standardise = false; ///< scale x and y to mean 0 and standard deviation 1
    bool are_places = false;  ///< a user said that x is the longitude and y the latitude, whatever their names mean
    bool may_shift = true;    ///< subtract an origin where float32 would lose digits: see origin_for()
    bool operator==(const ColumnChoice&) const = default;
};

/// What a user would choose: columns called x and y, or longitude and latitude, or the last two numeric columns that
/// are not counts or ids by name; in a table without names the first two that do not just count the rows. Labels are
/// the first column with text. Throws InputError if there are fewer than two numeric columns.
/// `label` is the column of labels that a user has chosen, if it was one; it is a coordinate only where it is needed.
[[nodiscard]] ColumnChoice likely_columns(const Table& table, const std::optional<std::string>& label = {});
/// Says which of the proposed columns may be no coordinates, and which other columns are places; empty: none, or a user
/// chose them.
[[nodiscard]] std::string note_on_proposal(const Table& table, const ColumnChoice& choice);
/// All columns of the table, each with the reason why it is a coordinate or not.
[[nodiscard]] std::vector<ColumnUse> uses_of(const Table& table, const ColumnChoice& choice);
/// The labels that likely_columns() chooses, whatever the coordinates are; absent: no column has text.
[[nodiscard]] std::optional<std::string> likely_label(const Table& table);

enum class Order : std::uint8_t { as_loaded, by_x, by_y, hilbert };
[[nodiscard]] std::string_view name_of(Order order);  ///< "hilbert"
[[nodiscard]] std::string_view title_of(Order order); ///< "along a Hilbert curve"
[[nodiscard]] std::optional<Order> order_named(std::string_view name);

/// The first n rows of the chosen columns (all of them if n is more), in the given order; labels and source rows stay
/// with their points. Sorted orders put rows with NaN last. The unit comes from the columns' names: longitude and
/// latitude mean degrees, "x [m]" or "x (m)" mean m; of standardised columns it is the standard deviation. The note
/// says which rows were taken and how many lack a coordinate. Throws InputError for n < 1 and for an unknown column or
/// one of the wrong kind, naming those there are.
[[nodiscard]] Dataset dataset_from(const Table& table, const ColumnChoice& choice, std::int64_t n, Order order);

/// The same dataset with its rows in another order. Stable; `source_rows` remembers where each came from, so that
/// as_loaded undoes the others.
[[nodiscard]] Dataset ordered(Dataset data, Order order);

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/data/readers/text_table.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/degree_columns.h"
#include "kernels/data/readers/dialect.h"
#include "kernels/data/readers/number.h"
#include "kernels/data/readers/table_notes.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace pairscope {

namespace {

constexpr std::size_t fewest_long = 16; ///< characters of a number that a double may not hold with all digits

/// "01234", but neither "0" nor "00.5".
bool begins_with_zero(std::string_view text) {
    return text.size() > 1 && text.front() == '0' && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// "//X" is the first name of a header in a file of CloudCompare, and "%x" in one of MATLAB.
void drop_comment_sign(std::string& name) {
    const std::size_t sign = name.starts_with("//") ? 2 : name.starts_with('%') ? 1 : 0;
    const std::size_t first = name.find_first_not_of(" \t", sign);
    if (sign > 0 && first != std::string::npos) name.erase(0, first);
}

/// Puts the records of a text into the columns of a table.
class TableFiller {
public:
    TableFiller(ByteSource& source, Dialect dialect, std::int64_t most_columns)
        : source_(source), dialect_(std::move(dialect)), notes_(source, dialect_) {
        const std::size_t width = dialect_.columns.size();
        if (std::ssize(dialect_.columns) > most_columns) {
            source_.refuse(fmt::format("it has {} columns, and at most {} can be read; keep only those that you need",
                                       grouped(std::ssize(dialect_.columns)), grouped(most_columns)));
        }
        table_.columns.resize(width);
        for (std::size_t k = 0; k < width; ++k) {
            table_.columns[k].in_file = static_cast<std::int64_t>(k);
            table_.columns[k].is_plain = true; // until a cell is not
        }
    }

    void take_header(RecordReader& reader) {
        const bool is_shorter = reader.fields().size() + 1 == table_.columns.size();
        const bool lacks_first = dialect_.header_lacks_first && is_shorter,
                   lacks_last = dialect_.header_lacks_last && is_shorter;
        if (!lacks_first && !lacks_last) check_width(reader);
        const std::size_t first = lacks_first ? 1 : 0;
        for (std::size_t k = first; k < table_.columns.size() - (lacks_last ? 1 : 0); ++k)
            table_.columns[k].name = read_letters(reader, unescaped(reader.fields()[k - first]));
        drop_comment_sign(table_.columns[first].name);
    }

    void take_names_of_comment() {
        for (std::size_t k = 0; k < dialect_.comment_names.size(); ++k)
            table_.columns[k].name = readable(dialect_.comment_names[k]);
    }

    /// Passes over a line that tells how many rows follow, and how many numbers each has.
    void take_counts(RecordReader& reader) {
        notes_.take_counts(reader.line(), reader.fields());
        has_row_ = false;
    }

    /// Are the quotes of a record that goes on over several lines text?
    [[nodiscard]] bool has_text_quotes(const OpenRecord& record) const {
        return are_quotes_text(record, dialect_.separators, [&](const std::vector<Field>& fields) {
            return is_row(fields, dialect_.columns, dialect_.decimal_mark);
        });
    }

    /// Finds the next record that is no comment.
    bool find_row(RecordReader& reader) {
        while (reader.next()) {
            is_below_blank_line_ = is_below_blank_line_ || reader.line() > last_line_ + 1;
            last_line_ = reader.last_line();
            if (reader.quotes() == Quotes::text) table_.file.lines_with_quotes.push_back(reader.line());
            const bool is_comment = reader.found_hash() && !is_row_with_hash(reader.fields(), dialect_.columns,
                                                                             dialect_.decimal_mark, has_row_);
            has_row_ = has_row_ || !is_comment;
            if (!is_comment) {
                begins_block_ = std::exchange(is_below_blank_line_, false);
                return true;
            }
            if (++comments_ == dialect_.comment_of_names)
                notes_.take_names(reader.line());
            else
                notes_.take_comment();
        }
        return false;
    }

    void take_row(RecordReader& reader) {
        check_width(reader);
        const std::vector<Field>& fields = reader.fields();
        for (std::size_t k = 0; k < fields.size(); ++k) take_cell(reader, fields[k], k);
        notes_.take_row(reader.line(), begins_block_);
        table_.lines.push_back(reader.line());
        ++table_.rows;
    }

    [[nodiscard]] Table finished(std::int64_t total_rows) {
        table_.total_rows = total_rows;
        for (Column& column : table_.columns)
            if (column.numbers.empty()) column.texts.grow_to(static_cast<std::size_t>(table_.rows));
        for (Column& column : table_.columns) take_single_quotes_off(column);
        take_degrees(table_, dialect_.decimal_mark, source_);
        notes_.add_to(table_);
        divide_points(table_);
        return std::move(table_);
    }

    void name() {
        if (std::string note = name_columns(table_.columns); !note.empty()) table_.notes.push_back(std::move(note));
        for (std::size_t k = 0; k < table_.columns.size(); ++k) { // where "2d30" are degrees and minutes
            const std::string& name = table_.columns[k].name;
            if (may_mean_longitude(name) || may_mean_latitude(name) || means_longitude(name) || means_latitude(name))
                dialect_.notations[k].has_short_exponents = false;
        }
    }
    [[nodiscard]] std::int64_t rows() const { return table_.rows; }
    [[nodiscard]] std::int64_t most_rows() const { return pairscope::most_rows(std::ssize(table_.columns)); }

private:
    /// SQL and Weka write 'A' for A. An apostrophe at one end belongs to the text.
    void take_single_quotes_off(Column& column) {
        const auto is_quoted = [](std::string_view text) {
            return text.empty() || (text.size() > 1 && text.front() == '\'' && text.back() == '\'');
        };
        const auto is_empty = [](std::string_view text) { return text.empty(); };
        if (!std::ranges::all_of(column.texts, is_quoted) || std::ranges::all_of(column.texts, is_empty)) return;
        Texts plain;
        for (const std::string_view text : column.texts)
            plain.push_back(text.empty() ? text : text.substr(1, text.size() - 2));
        column.texts = std::move(plain);
        table_.notes.push_back(
            fmt::format("the single quotes around the texts of column {} were taken off", excerpt(column.name)));
    }

    void check_width(RecordReader& reader) {
        const std::size_t width = table_.columns.size(), found = reader.fields().size();
        if (found == width) return;
        const std::string where = found < width ? fmt::format("ends after column {}", found)
                                                : fmt::format("goes on at column {} with {}", width + 1,
                                                              excerpt(reader.fields()[width].text));
        std::string line = fmt::format("line {}", grouped(reader.line()));
        if (reader.last_line() != reader.line())
            line = fmt::format("{}, with a quote that goes on to line {},", line, grouped(reader.last_line()));
        if (begins_block_ && table_.rows > 0)
            source_.refuse(fmt::format("{} {}, where most rows have {} columns; if another table begins below the "
                                       "blank line, save each table in a separate file",
                                       line, where, width));
        source_.refuse(fmt::format("{} {}, where most rows have {} columns; correct that line, or begin it with # if "
                                   "it is a comment",
                                   line, where, width));
    }

    void take_cell(RecordReader& reader, const Field& field, std::size_t k) {
        Column& column = table_.columns[k];
        ColumnKind& kind = dialect_.columns[k];
        if (table_.rows == 0) column.begins_empty = field.text.empty();
        if (kind == ColumnKind::numbers) // counts, flags, classes and pixels are long tables of digits alone
            if (const std::optional<double> digits = digits_alone(field.text))
                return column.numbers.push_back(*digits); // whatever follows is about other numbers
        const ParsedCell cell = kind == ColumnKind::texts
                                    ? ParsedCell{CellKind::text, not_a_number}
                                    : cell_of(field.text, dialect_.decimal_mark, dialect_.notations[k]);
        if (kind == ColumnKind::unknown && cell.kind != CellKind::missing) decide(column, kind, cell.kind);
        if (kind == ColumnKind::texts) {
            if (std::size_t(table_.rows) < sample_rows) notes_.look_for_number({reader.line(), k, field.text});
            keep_text(column, reader, field);
        } else if (kind == ColumnKind::numbers) {
            const auto degrees = cell.kind == CellKind::text ? degrees_among_numbers(column, field.text) : std::nullopt;
            if (degrees) {
                column.is_plain = false;
                notes_.take_degrees({reader.line(), k, field.text}, *degrees);
                column.numbers.push_back(*degrees);
                return;
            }
            if (cell.kind == CellKind::text || cell.kind == CellKind::too_large) return take_text(reader, k, cell.kind);
            if (cell.grouped || cell.currency != 0 || dialect_.decimal_mark == ',' || means_points(field.text))
                notes_.take_number({reader.line(), k, field.text}, cell, column.name);
            if (cell.is_percentage) notes_.take_percentage({reader.line(), k, field.text}, column.numbers);
            if (dialect_.notations[k].has_short_exponents && is_short_exponent(field.text))
                notes_.take_exponent({reader.line(), k, field.text});
            if (field.text.size() >= fewest_long && cell.kind == CellKind::number)
                notes_.take_long_number({reader.line(), k, field.text}, cell.value);
            if (!column.has_leading_zeros) column.has_leading_zeros = begins_with_zero(field.text);
            if (column.is_plain)
                column.is_plain = cell.kind == CellKind::missing ? field.text.empty() // "NA" may be a name
                                                                 : has_plain_text(cell.value, field.text);
            column.numbers.push_back(cell.value);
        }
    }

    /// The first cell that is not missing decides; those above it were.
    void decide(Column& column, ColumnKind& kind, CellKind first) const {
        const auto rows_above = static_cast<std::size_t>(table_.rows);
        kind = first == CellKind::text ? ColumnKind::texts : ColumnKind::numbers;
        if (kind == ColumnKind::texts)
            column.texts.grow_to(rows_above);
        else
            column.numbers.resize(rows_above, not_a_number);
    }

    /// Where decimals may have commas, points may divide thousands.
    [[nodiscard]] bool means_points(std::string_view text) const {
        return may_have_decimal_commas(dialect_.separators.field) && text.find('.') != std::string_view::npos;
    }

    [[nodiscard]] std::string read_letters(const RecordReader& reader, std::string_view bytes) {
        std::string text = readable(bytes);
        if (text != bytes) notes_.take_other_letters(reader.line(), text);
        return text;
    }

    void keep_text(Column& column, const RecordReader& reader, const Field& field) {
        text_bytes_ += std::ssize(field.text) + std::int64_t{sizeof(std::uint32_t)};
        if (text_bytes_ > max_text_bytes)
            source_.refuse("its text takes more than 256 MiB of memory; keep only the columns that you need");
        if (field.doubled_quotes)
            column.texts.push_back(read_letters(reader, unescaped(field)));
        else if (is_ascii(field.text))
            column.texts.push_back(field.text);
        else
            column.texts.push_back(read_letters(reader, field.text));
    }

    /// The first text among the numbers of a column; whoever needs the numbers refuses it.
    void take_text(RecordReader& reader, std::size_t k, CellKind found) {
        Column& column = table_.columns[k];
        if (column.refusal.empty()) column.refusal = why_refused(reader, k, found);
        column.is_plain = false;
        column.numbers.push_back(not_a_number);
    }

    [[nodiscard]] std::string why_refused(RecordReader& reader, std::size_t k, CellKind found) const {
        const std::string_view cell = reader.fields()[k].text;
        const std::string where = fmt::format("line {}, column {} ({}) has {}", grouped(reader.line()), k + 1,
                                              excerpt(table_.columns[k].name), excerpt(cell));
        if (found != CellKind::text)
            return fmt::format("{}, beyond the 3.4e38 that float32 can hold; scale the column down", where);
        if (const std::string_view why = near_degrees(table_.columns[k].name, cell); !why.empty())
            return fmt::format("{}, {}", where, why);
        if (const std::string_view what = near_number(cell, dialect_.decimal_mark); !what.empty())
            return fmt::format("{}, {}", where, what);
        return fmt::format("{} where numbers belong; correct the cell, or empty it if the number is missing", where);
    }

    ByteSource& source_;
    Dialect dialect_;
    Table table_;
    TableNotes notes_;
    std::int64_t text_bytes_ = 0;
    bool has_row_ = false;                                    ///< a record was found that is no comment
    std::int64_t last_line_ = 0;                              ///< the end of the record that was found last
    bool is_below_blank_line_ = false, begins_block_ = false; ///< begins_block_: the row that was found last
    std::int64_t comments_ = 0;                               ///< how many were found
};

/// The separator that Excel is told by a first line such as "sep=;", which is passed over; '\0' without one.
char take_separator_line(ByteSource& source) {
    constexpr std::size_t longest = 16;
    std::string_view line = source.peek(longest);
    const std::size_t end = line.find_first_of("\r\n");
    if (end == std::string_view::npos) return '\0';
    const bool has_both_ends = line.substr(end, 2) == "\r\n";
    line = line.substr(0, end);
    if (line.size() > 2 && line.front() == '"' && line.back() == '"') line = line.substr(1, line.size() - 2);
    constexpr std::string_view key = "sep=";
    const bool fits = line.size() == key.size() + 1 && (line.starts_with(key) || line.starts_with("SEP="));
    if (!fits || std::string_view("\t;,| ").find(line.back()) == std::string_view::npos) return '\0';
    const char separator = line.back();
    source.skip(static_cast<std::int64_t>(end) + (has_both_ends ? 2 : 1));
    return separator;
}

} // namespace

char begin_text(ByteSource& source) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (source.peek(byte_order_mark.size()) == byte_order_mark) source.skip(std::ssize(byte_order_mark));
    return take_separator_line(source);
}

std::int64_t first_line_after(char separator) { return separator == '\0' ? 1 : 2; }

Table read_text_table(ByteSource& source, const ColumnRange& range, std::optional<Header> header) {
    const char separator = begin_text(source);
    const Dialect dialect =
        dialect_of(source, {.separator = separator, .least_columns = range.least, .header = header});
    TableFiller filler(source, dialect, range.most);
    RecordReader reader(source, dialect.separators, first_line_after(separator),
                        [&](const OpenRecord& record) { return filler.has_text_quotes(record); });
    if (dialect.begins_with_counts && filler.find_row(reader)) filler.take_counts(reader);
    if (dialect.has_header && filler.find_row(reader)) filler.take_header(reader);
    filler.take_names_of_comment();
    filler.name();
    while (filler.rows() < filler.most_rows() && filler.find_row(reader)) filler.take_row(reader);
    std::int64_t total_rows = filler.rows();
    while (filler.find_row(reader)) ++total_rows;
    if (total_rows == 0)
        source.refuse(fmt::format("line {} is a header and no rows follow; add rows below it", reader.line()));
    Table table = filler.finished(total_rows);
    table.file.field_separator = dialect.separators.field;
    table.file.line_separator = dialect.separators.line;
    table.format = (source.gzipped() ? "gzipped " : "") + describe(dialect);
    return table;
}

std::string name_columns(std::vector<Column>& columns) {
    std::map<std::string, int> copies; // copies of each name so far
    std::string note;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        std::string& name = columns[k].name;
        columns[k].is_named = !name.empty();
        if (name.empty()) name = fmt::format("column {}", k + 1);
        const std::string base = name;
        while (copies.contains(name)) name = fmt::format("{} ({})", base, ++copies[base]);
        if (name != base && note.empty())
            note = fmt::format("several columns have the name {}: it stands for the first one, and the next is {}",
                               excerpt(base), excerpt(name));
        copies.emplace(name, 1);
    }
    return note;
}

} // namespace pairscope

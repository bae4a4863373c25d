// SPDX-License-Identifier: MIT
#include "kernels/core/text_table.h"

#include "kernels/core/dialect.h"
#include "kernels/core/number.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>

namespace pairscope {

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

/// Puts the records of a text into the columns of a table.
class TableFiller {
public:
    TableFiller(ByteSource& source, Dialect dialect) : source_(source), dialect_(std::move(dialect)) {
        const std::size_t width = dialect_.columns.size();
        if (width > max_columns) {
            source_.refuse(fmt::format("it has {} columns, at most {} can be read; cut out those you need",
                                       grouped(std::ssize(dialect_.columns)), grouped(max_columns)));
        }
        table_.columns.resize(width);
    }

    void take_header(RecordReader& reader) {
        check_width(reader);
        for (std::size_t k = 0; k < table_.columns.size(); ++k) {
            table_.columns[k].name = readable(unescaped(reader.fields()[k]));
        }
    }

    void take_row(RecordReader& reader) {
        check_width(reader);
        for (std::size_t k = 0; k < table_.columns.size(); ++k) take_cell(reader, k);
        ++table_.rows;
    }

    [[nodiscard]] Table finished() {
        for (Column& column : table_.columns) {
            if (column.numbers.empty()) column.texts.resize(static_cast<std::size_t>(table_.rows));
        }
        return std::move(table_);
    }

    void name() { name_columns(table_.columns); }
    [[nodiscard]] std::int64_t rows() const { return table_.rows; }

private:
    void check_width(RecordReader& reader) {
        const std::size_t width = table_.columns.size(), found = reader.fields().size();
        if (found == width) return;
        const std::string where = found < width ? fmt::format("ends after column {}", found)
                                                : fmt::format("goes on at column {} with {}", width + 1,
                                                              excerpt(reader.fields()[width].text));
        source_.refuse(
            fmt::format("line {} {}, where most rows have {} columns; mend that line, or begin it with # if it "
                        "is a comment",
                        grouped(reader.line()), where, width));
    }

    void take_cell(RecordReader& reader, std::size_t k) {
        const Field& field = reader.fields()[k];
        Column& column = table_.columns[k];
        ColumnKind& kind = dialect_.columns[k];
        const ParsedCell cell =
            kind == ColumnKind::texts ? ParsedCell{CellKind::text, nan} : cell_of(field.text, dialect_.decimal_mark);
        if (kind == ColumnKind::unknown && cell.kind != CellKind::missing) decide(column, kind, cell.kind);
        if (kind == ColumnKind::texts) {
            keep_text(column, field);
        } else if (kind == ColumnKind::numbers) {
            if (cell.kind == CellKind::text || cell.kind == CellKind::too_large) refuse_cell(reader, k, cell.kind);
            column.numbers.push_back(cell.value);
        }
    }

    /// The first cell that is not missing decides; those above it were.
    void decide(Column& column, ColumnKind& kind, CellKind first) const {
        const auto rows_above = static_cast<std::size_t>(table_.rows);
        kind = first == CellKind::text ? ColumnKind::texts : ColumnKind::numbers;
        if (kind == ColumnKind::texts)
            column.texts.resize(rows_above);
        else
            column.numbers.resize(rows_above, nan);
    }

    void keep_text(Column& column, const Field& field) {
        text_bytes_ += std::ssize(field.text);
        if (text_bytes_ > max_text_bytes)
            source_.refuse("its texts take more than 256 MiB of memory; cut out the columns you need");
        column.texts.push_back(readable(unescaped(field)));
    }

    [[noreturn]] void refuse_cell(RecordReader& reader, std::size_t k, CellKind found) const {
        const std::string where = fmt::format("line {}, column {} ({}) has {}", grouped(reader.line()), k + 1,
                                              excerpt(table_.columns[k].name), excerpt(reader.fields()[k].text));
        if (found == CellKind::text) {
            source_.refuse(where + " where numbers belong; correct the cell, or empty it if the number is missing");
        }
        source_.refuse(where + ", beyond the 3.4e38 that float32 can hold; scale the column down");
    }

    ByteSource& source_;
    Dialect dialect_;
    Table table_;
    std::int64_t text_bytes_ = 0;
};

} // namespace

Table read_text_table(ByteSource& source) {
    constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
    if (source.peek(byte_order_mark.size()) == byte_order_mark) source.skip(std::ssize(byte_order_mark));
    const Dialect dialect = dialect_of(source);
    RecordReader reader(source, dialect.separators);
    TableFiller filler(source, dialect);
    if (dialect.has_header && reader.next()) filler.take_header(reader);
    filler.name();
    while (filler.rows() < max_rows && reader.next()) filler.take_row(reader);
    std::int64_t total_rows = filler.rows();
    while (reader.next()) ++total_rows;
    if (total_rows == 0)
        source.refuse(fmt::format("line {} is a header and no rows follow; add rows below it", reader.line()));
    Table table = filler.finished();
    table.total_rows = total_rows;
    table.format = (source.gzipped() ? "gzipped " : "") + describe(dialect);
    return table;
}

void name_columns(std::vector<Column>& columns) {
    std::set<std::string> taken;
    for (std::size_t k = 0; k < columns.size(); ++k) {
        std::string& name = columns[k].name;
        if (name.empty()) name = fmt::format("column {}", k + 1);
        const std::string base = name;
        for (int copy = 2; taken.contains(name); ++copy) name = fmt::format("{} ({})", base, copy);
        taken.insert(name);
    }
}

} // namespace pairscope

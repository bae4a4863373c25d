// SPDX-License-Identifier: MIT
#include "kernels/core/dialect.h"

#include "kernels/core/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

namespace pairscope {

namespace {

using Rows = std::vector<std::vector<Field>>;

struct Candidate {
    char separator;
    char decimal_mark;
};
/// In order of trust, for texts that more than one of them divides equally well.
constexpr std::array candidates = {
    Candidate{'\t', '.'}, Candidate{'\t', ','}, Candidate{';', '.'}, Candidate{';', ','},
    Candidate{',', '.'},  Candidate{'|', '.'},  Candidate{' ', '.'}, Candidate{' ', ','},
};

Rows first_rows(std::string_view text, bool is_whole, Separators separators) {
    Rows rows;
    while (!text.empty() && rows.size() < sample_rows) {
        const RecordEnd end = end_of_record(text, separators);
        if (!end.found && !is_whole) break;
        const std::string_view record = text.substr(0, end.length);
        if (!holds_no_data(record)) split_into(rows.emplace_back(), record, separators);
        text.remove_prefix(end.length + (end.found ? 1 : 0));
    }
    return rows;
}

/// The most frequent number of cells in a row; among equals that of the first row.
std::size_t usual_width(const Rows& rows) {
    std::map<std::size_t, std::size_t> counts;
    for (const auto& row : rows) ++counts[row.size()];
    std::size_t usual = rows.front().size();
    for (const auto& [width, count] : counts) {
        if (count > counts[usual]) usual = width;
    }
    return usual;
}

/// The share of cells that are numbers, where rows of another than the usual width have none. Absent if this is no
/// table: fewer than two columns, half of the rows of another width, or rows of many widths without a single number, as
/// in prose.
std::optional<double> fitness(const Rows& rows, char decimal_mark) {
    if (rows.empty()) return std::nullopt;
    const std::size_t width = usual_width(rows);
    std::size_t usual_rows = 0, numbers = 0;
    for (const auto& row : rows) {
        if (row.size() != width) continue;
        ++usual_rows;
        for (const Field& field : row) {
            numbers += cell_of(field.text, decimal_mark).kind == CellKind::number ? 1 : 0;
        }
    }
    const bool is_prose = numbers == 0 && usual_rows < rows.size();
    if (width < 2 || 2 * usual_rows < rows.size() || is_prose) return std::nullopt;
    return static_cast<double>(numbers) / static_cast<double>(rows.size() * width);
}

/// What the cells of a column say about its kind. "Nan" may be a number or a city, so it says nothing.
struct Tally {
    std::size_t numbers = 0;
    std::size_t texts = 0;
    void add(const ParsedCell& cell) {
        const bool is_number = cell.kind == CellKind::number && std::isfinite(cell.value);
        numbers += is_number || cell.kind == CellKind::too_large ? 1 : 0;
        texts += cell.kind == CellKind::text ? 1 : 0;
    }
};

std::vector<ColumnKind> kinds_of(std::span<const std::vector<Field>> rows, std::size_t width, char decimal_mark) {
    std::vector<Tally> tallies(width);
    for (const auto& row : rows) {
        if (row.size() != width) continue;
        for (std::size_t k = 0; k < width; ++k) tallies[k].add(cell_of(row[k].text, decimal_mark));
    }
    std::vector<ColumnKind> kinds;
    for (const Tally& tally : tallies) {
        if (tally.texts > tally.numbers)
            kinds.push_back(ColumnKind::texts);
        else
            kinds.push_back(tally.numbers > 0 ? ColumnKind::numbers : ColumnKind::unknown);
    }
    return kinds;
}

/// Is the row that `kinds` describes the cells below of a header?
bool is_header(const std::vector<Field>& row, const std::vector<ColumnKind>& kinds, char decimal_mark) {
    if (row.size() != kinds.size()) return false;
    Tally all, over_numbers;
    for (std::size_t k = 0; k < row.size(); ++k) {
        const ParsedCell cell = cell_of(row[k].text, decimal_mark);
        all.add(cell);
        if (kinds[k] == ColumnKind::numbers) over_numbers.add(cell);
    }
    if (over_numbers.numbers + over_numbers.texts == 0) return all.numbers == 0;
    return over_numbers.texts > over_numbers.numbers;
}

void describe_columns(Dialect& dialect, const Rows& rows) {
    const std::size_t width = usual_width(rows);
    dialect.columns = kinds_of(std::span(rows).subspan(1), width, dialect.decimal_mark);
    dialect.has_header = is_header(rows.front(), dialect.columns, dialect.decimal_mark);
    if (!dialect.has_header) dialect.columns = kinds_of(rows, width, dialect.decimal_mark);
}

std::string_view name_of_separator(char separator) {
    switch (separator) {
    case '\t':
        return "TSV, separated by tabs";
    case ';':
        return "CSV, separated by ';'";
    case ',':
        return "CSV, separated by ','";
    case '|':
        return "CSV, separated by '|'";
    default:
        return "text, separated by white space";
    }
}

} // namespace

Dialect dialect_of(ByteSource& source) {
    const std::string_view text = source.peek(sample_bytes);
    Dialect best;
    if (text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos)
        best.separators.line = '\r';
    Rows best_rows;
    double best_fitness = -1.0;
    bool has_rows = false;
    for (const auto& [separator, decimal_mark] : candidates) {
        const Separators separators{separator, best.separators.line};
        Rows rows = first_rows(text, text.size() < sample_bytes, separators);
        has_rows = has_rows || !rows.empty();
        const std::optional<double> found = fitness(rows, decimal_mark);
        if (!found || *found <= best_fitness) continue;
        best_fitness = *found;
        best.separators = separators;
        best.decimal_mark = decimal_mark;
        best_rows = std::move(rows);
    }
    if (!has_rows && text.size() == sample_bytes)
        source.refuse("its first MiB holds no complete row; break it into lines");
    if (!has_rows) source.refuse("it holds no rows, only comments or empty lines; add rows of at least two numbers");
    if (best_rows.empty()) {
        source.refuse(
            "no separator (tab, ';', ',', '|' or white space) divides its lines into the same two or more columns; "
            "open a table with a column for x and one for y");
    }
    describe_columns(best, best_rows);
    return best;
}

std::string describe(const Dialect& dialect) {
    return fmt::format("{}{}, {} header", name_of_separator(dialect.separators.field),
                       dialect.decimal_mark == ',' ? ", decimal commas" : "",
                       dialect.has_header ? "with a" : "without");
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/data/readers/dialect.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readers/degrees.h"
#include "kernels/data/readers/first_row.h"
#include "kernels/data/readers/money.h"
#include "kernels/data/readers/number.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace pairscope {

namespace {

using Rows = std::vector<Cells>;

/// The beginning of a text as one of the candidates divides it.
struct Sample {
    Rows rows;
    Rows hash_rows;                  ///< records that begin with '#', which may be comments
    std::vector<std::size_t> places; ///< how many rows stand above each hash_row
};

struct Candidate {
    char separator;
    char decimal_mark;
};
/// In order of trust, for texts that more than one of them divides equally well.
constexpr std::array candidates = {
    Candidate{'\t', '.'}, Candidate{'\t', ','}, Candidate{';', '.'}, Candidate{';', ','}, Candidate{',', '.'},
    Candidate{'|', '.'},  Candidate{'|', ','},  Candidate{' ', '.'}, Candidate{' ', ','}, Candidate{',', ','},
};

/// Whether the quotes of a record are text, where nobody knows the columns yet: its lines have numbers in the same
/// columns.
bool are_quotes_text(const OpenRecord& record, Separators separators, char decimal_mark) {
    std::vector<bool> first, numbers;
    return pairscope::are_quotes_text(record, separators, [&](const Cells& cells) {
        numbers.clear();
        for (const Field& field : cells) {
            const CellKind kind = cell_of(field.text, decimal_mark).kind;
            numbers.push_back(kind == CellKind::number || kind == CellKind::missing);
        }
        if (first.empty()) first = numbers;
        return numbers == first && std::ranges::find(numbers, true) != numbers.end();
    });
}

Sample first_rows(std::string_view text, bool is_whole, const Candidate& candidate, char line) {
    const Separators separators{candidate.separator, line};
    Sample sample;
    while (!text.empty() && sample.rows.size() + sample.hash_rows.size() < sample_rows) {
        RecordEnd end = end_of_record(text, separators);
        const std::optional<OpenRecord> open = open_record(text, end, separators);
        const bool is_text = open && are_quotes_text(*open, separators, candidate.decimal_mark);
        if (is_text) {
            const std::size_t line_end = text.find(separators.line);
            end = {.length = std::min(line_end, text.size()), .found = line_end != std::string_view::npos};
        }
        if (!end.found && !is_whole) break;
        const std::string_view record = text.substr(0, end.length);
        if (begins_with_hash(record)) {
            split_into(sample.hash_rows.emplace_back(), record, separators);
            sample.places.push_back(sample.rows.size());
        } else if (!is_blank(record)) {
            split_into(sample.rows.emplace_back(), record, separators, is_text ? Quotes::text : Quotes::quotes);
        }
        text.remove_prefix(end.length + (end.found ? 1 : 0));
    }
    return sample;
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

/// POINT(x y) in each row, perhaps below a heading: one column that becomes two.
bool are_points(const Rows& rows) {
    const auto is_point = [](const Cells& row) { return row.size() == 1 && written_point(row.front().text); };
    return rows.front().size() == 1 && is_point(rows.back()) && std::all_of(rows.begin() + 1, rows.end(), is_point);
}

/// Beside "12,50 EUR", "1.234 EUR" has a mark between its thousands, and alone it may have decimals.
struct GroupedMoney {
    std::size_t grouped = 0;
    bool has_decimals = false;
    void add(std::string_view text, CellKind kind, char decimal_mark) {
        if (kind == CellKind::number && !has_decimals)
            has_decimals = text.find(decimal_mark) != std::string_view::npos && !text_beside_currency(text).empty();
        const char other = decimal_mark == ',' ? '.' : ',';
        if (kind == CellKind::text && text.find(other) != std::string_view::npos)
            grouped += !text_beside_currency(text).empty() && may_be_grouped(text, other) ? 1 : 0;
    }
};

/// The share of cells that are numbers, where rows of another than the usual width have none. Absent if this is no
/// table: fewer columns than that, half of the rows of another width, or rows of many widths without a single number,
/// as in prose. A single column must be mostly numbers.
std::optional<double> fitness(const Rows& rows, char decimal_mark, std::size_t least_columns) {
    if (rows.empty()) return std::nullopt;
    const std::size_t width = usual_width(rows);
    std::size_t usual_rows = 0, numbers = 0;
    std::vector<GroupedMoney> money(width);
    for (const auto& row : rows) {
        if (row.size() != width) continue;
        ++usual_rows;
        for (std::size_t k = 0; k < width; ++k) {
            const std::string_view text = row[k].text;
            const CellKind kind = cell_of(text, decimal_mark).kind;
            numbers += kind == CellKind::number || (kind == CellKind::text && is_place(text)) ? 1 : 0;
            money[k].add(text, kind, decimal_mark);
        }
    }
    for (const GroupedMoney& column : money) numbers += column.has_decimals ? column.grouped : 0;
    const bool is_prose = numbers == 0 && usual_rows < rows.size();
    if ((width < least_columns && !are_points(rows)) || 2 * usual_rows < rows.size() || is_prose) return std::nullopt;
    if (width == 1 && 2 * numbers < rows.size()) return std::nullopt;
    return static_cast<double>(numbers) / static_cast<double>(rows.size() * width);
}

bool are_even(const Rows& rows) {
    return std::ranges::all_of(rows, [&](const Cells& row) { return row.size() == rows.front().size(); });
}

/// A separator that stands within quotes, or that the first row lacks, divides the texts of cells. The file has another
/// one where that divides all rows alike, and not between the digits of decimal numbers.
bool divides_texts(const Rows& rows) {
    if (rows.empty() || are_even(rows)) return false;
    const auto has_quote = [](const Field& field) { return field.text.find('"') != std::string_view::npos; };
    const auto is_cut = [&](const Cells& row) { return row.size() > 1 && std::ranges::any_of(row, has_quote); };
    return (rows.front().size() == 1 && usual_width(rows) > 1) || std::ranges::any_of(rows, is_cut);
}
bool divides_decimals(const Rows& rows) {
    const auto are_digits = [](std::string_view left, std::string_view right) {
        const bool touch = left.data() + left.size() + 1 == right.data(); // there is no quote between them
        return touch && !left.empty() && is_digit(left.back()) && !right.empty() && is_digit(right.front());
    };
    return std::ranges::all_of(std::span(rows).subspan(1), [&](const Cells& row) {
        for (std::size_t k = 1; k < row.size(); ++k)
            if (are_digits(row[k - 1].text, row[k].text)) return true;
        return false;
    });
}

bool has_numbers(const Cells& row, char decimal_mark) {
    return std::any_of(row.begin(), row.end(),
                       [&](const Field& field) { return cell_of(field.text, decimal_mark).kind == CellKind::number; });
}

/// The rows, those that begin with '#' among them unless they are comments. What the columns hold is told by the others
/// where there are any below a header.
Rows without_comments(Sample sample, char decimal_mark) {
    Rows& rows = sample.rows;
    if (sample.hash_rows.empty()) return std::move(rows);
    const bool told_by_others = rows.size() > 1 || (rows.size() == 1 && has_numbers(rows.front(), decimal_mark));
    const Rows& telling = told_by_others ? rows : sample.hash_rows;
    const std::size_t width = usual_width(rows.empty() ? sample.hash_rows : rows);
    const std::span<const Cells> below = std::span(telling).subspan(telling.size() > 1 && told_by_others ? 1 : 0);
    const std::vector<ColumnKind> kinds = kinds_of(below, width, decimal_mark);
    for (std::size_t i = sample.hash_rows.size(); i-- > 0;) {
        Cells& cells = sample.hash_rows[i];
        if (!is_row_with_hash(cells, kinds, decimal_mark, sample.places[i] > 0)) continue;
        rows.insert(rows.begin() + std::ptrdiff_t(sample.places[i]), std::move(cells));
    }
    return std::move(rows);
}

/// Commas both separate and mark decimals only where quotes tell the two apart, and where at least one of the numbers
/// cannot have been meant to have thousands.
bool may_have_both(const Rows& rows, Candidate candidate) {
    if (candidate.separator != candidate.decimal_mark) return true;
    for (const Cells& row : rows) {
        for (const Field& field : row) {
            const bool has_comma = field.text.find(',') != std::string_view::npos;
            const ParsedCell cell = has_comma ? cell_of(field.text, ',') : ParsedCell{};
            if (has_comma && cell.kind == CellKind::number && !may_be_grouped(field.text, ',')) return true;
        }
    }
    return false;
}

/// Programs end each row with a separator, and not the header.
bool ends_rows_with_separator(const Cells& first, const Below& below, char separator) {
    if (separator == ' ' || first.size() + 1 != below.width) return false;
    return std::ranges::all_of(
        below.rows, [&](const Cells& cells) { return cells.size() == below.width && cells.back().text.empty(); });
}

/// What the cells say of the first row. One that begins with '#' is no header.
void find_header(Dialect& dialect, const Cells& row, const Below& below) {
    const char mark = dialect.decimal_mark;
    Below named = below;
    const bool lacks_last = ends_rows_with_separator(row, below, dialect.separators.field);
    if (lacks_last) named.kinds = named.kinds.first(row.size());
    if (row.size() + 1 == below.width && !lacks_last) {
        named.without_name = 1;
        named.kinds = named.kinds.subspan(1);
    }
    const bool lacks_first = !lacks_last && lacks_first_name(row, below, mark);
    const bool is_row = row.front().text.starts_with('#');
    const NumberHeading heading = number_heading(row, named, mark);
    const bool names_rows = named.without_name == 1 && below.kinds.front() == ColumnKind::texts;
    const bool may_be_shorter = names_rows && heading != NumberHeading::no; // no other row is
    const bool has_names = lacks_first || (!is_row && is_header(row, lacks_last ? named : below, mark));
    const bool has_numbers = may_be_shorter || (!is_row && named.without_name == 0 && heading == NumberHeading::yes);
    dialect.header_lacks_first = lacks_first || may_be_shorter;
    dialect.has_header = has_names || has_numbers;
    dialect.header_lacks_last = lacks_last && dialect.has_header;
    dialect.header_has_years = has_names && names_years(row, named, mark);
    const bool are_texts = std::ranges::find(dialect.columns, ColumnKind::numbers) == dialect.columns.end();
    dialect.header_may_be_row = has_names && (are_texts || has_near_numbers(row, dialect.columns, mark));
    dialect.header_has_numbers = has_numbers && !has_names;
    dialect.row_may_be_header = !dialect.has_header && !is_row && heading == NumberHeading::unsure;
}

void describe_columns(Dialect& dialect, const Rows& rows, std::optional<Header> header) {
    const std::size_t width = usual_width(rows);
    dialect.columns = kinds_of(std::span(rows).subspan(1), width, dialect.decimal_mark);
    const Below below{.kinds = dialect.columns, .rows = std::span(rows).subspan(1), .width = width, .without_name = 0};
    if (!header) find_header(dialect, rows.front(), below);
    if (header == Header::yes) {
        dialect.has_header = true;
        dialect.header_lacks_last = ends_rows_with_separator(rows.front(), below, dialect.separators.field);
        dialect.header_lacks_first = !dialect.header_lacks_last && rows.front().size() + 1 == width;
    }
    if (!dialect.has_header) dialect.columns = kinds_of(rows, width, dialect.decimal_mark);
    const std::span<const Cells> all = rows;
    dialect.notations = notations_of(all.subspan(dialect.has_header ? 1 : 0), width, dialect.decimal_mark);
}

std::string name_of_separator(char separator) {
    if (separator == '\t') return "TSV, separated by tabs";
    return separator == ' ' ? "text, separated by white space" : fmt::format("CSV, separated by '{}'", separator);
}

/// A separator that the text lacks divides nothing. Then it is enough to look at the first such candidate with each
/// decimal mark.
bool divides_like_another(std::string_view text, const Candidate& candidate, char named_separator) {
    const auto is_absent = [&](const Candidate& one) {
        return one.separator != ' ' && text.find(one.separator) == std::string_view::npos; // tabs are blanks, too
    };
    if (named_separator != '\0' || !is_absent(candidate)) return false;
    return std::any_of(candidates.begin(), candidates.end(), [&](const Candidate& other) {
        return &other < &candidate && other.decimal_mark == candidate.decimal_mark && is_absent(other);
    });
}

/// Where nothing divides the text because a quote in it is never closed. Returns if there is none.
void refuse_open_quote(ByteSource& source, std::string_view text, char line, char named_separator) {
    for (const Candidate& candidate : candidates) {
        if (named_separator != '\0' && candidate.separator != named_separator) continue;
        const Separators separators{candidate.separator, line};
        std::string_view rest = text;
        RecordEnd end = end_of_record(rest, separators);
        while (end.found) {
            rest.remove_prefix(end.length + 1);
            end = end_of_record(rest, separators);
        }
        if (!end.in_quotes) continue;
        RecordReader reader(source, separators, named_separator == '\0' ? 1 : 2);
        while (reader.next()) {
        }
        return;
    }
}

/// The beginning of a text as a candidate divides it.
struct Division {
    Candidate candidate{};
    bool begins_with_counts = false;
    Rows rows{};
    double fitness = 0.0;
};

/// The fittest ways to divide a text. Several of them are often the same one.
struct Divisions {
    std::shared_ptr<const Division> best{}, even{}, tabs{}; ///< even, tabs: only such as divide all rows alike
    bool has_rows = false;

    void take(const Candidate& candidate, Sample sample, std::size_t least_columns) {
        Division found{.candidate = candidate, .rows = without_comments(std::move(sample), candidate.decimal_mark)};
        Rows& rows = found.rows;
        found.begins_with_counts = are_counts(rows, candidate.decimal_mark);
        if (found.begins_with_counts) rows.erase(rows.begin());
        has_rows = has_rows || !rows.empty();
        const std::optional<double> fit = fitness(rows, candidate.decimal_mark, least_columns);
        if (!fit) return;
        found.fitness = *fit;
        const auto division = std::make_shared<const Division>(std::move(found));
        const auto is_fitter = [&](const auto& than) { return !than || division->fitness > than->fitness; };
        const bool may_be = may_have_both(division->rows, candidate);
        if (divides_evenly(division->rows)) {
            const bool divides_numbers = candidate.separator == ',' && divides_decimals(division->rows);
            if (may_be && !divides_numbers && is_fitter(even)) even = division;
            if (candidate.separator == '\t' && is_fitter(tabs)) tabs = division;
        }
        if (may_be && is_fitter(best) && !splits_decimals_of_best(*division)) best = division;
    }
    /// Where blanks do not divide the header like the rows, they stand within cells between tabs, such as "10 Jan".
    [[nodiscard]] const Division& chosen() const {
        const bool are_in_cells = best->candidate.separator == ' ' && !are_even(best->rows);
        if (are_in_cells && tabs) return *tabs;
        return even && divides_texts(best->rows) ? *even : *best;
    }

private:
    [[nodiscard]] static bool divides_evenly(const Rows& rows) {
        return rows.size() > 1 && rows.front().size() > 1 && are_even(rows);
    }
    /// The commas of "X;Y;1,5" below "x;y;dist" divide numbers, and not all lines.
    [[nodiscard]] bool splits_decimals_of_best(const Division& other) const {
        return best && best->candidate.separator == ';' && best->candidate.decimal_mark == ',' &&
               are_even(best->rows) && other.candidate.separator == ',' && !are_even(other.rows);
    }
};

} // namespace

bool is_row(const std::vector<Field>& fields, const std::vector<ColumnKind>& columns, char decimal_mark) {
    if (fields.size() != columns.size()) return false;
    std::size_t numbers = 0;
    for (std::size_t k = 0; k < fields.size(); ++k) {
        if (columns[k] != ColumnKind::numbers) continue;
        const CellKind kind = cell_of(fields[k].text, decimal_mark).kind;
        if (kind != CellKind::number && kind != CellKind::missing) return false;
        numbers += kind == CellKind::number ? 1 : 0;
    }
    return numbers > 0;
}

bool is_row_with_hash(const std::vector<Field>& fields, const std::vector<ColumnKind>& columns, char decimal_mark,
                      bool has_row_above) {
    const std::string_view first = fields.front().text;
    const bool is_remark = first.size() < 2 ? !has_row_above : first[1] == ' ';
    if (is_remark) return false;
    const bool is_error = cell_of(first, decimal_mark).kind == CellKind::missing;
    return is_row(fields, columns, decimal_mark) || (is_error && fields.size() == columns.size());
}

Dialect dialect_of(ByteSource& source, const DialectRequest& request) {
    const std::string_view head = source.peek(sample_bytes);
    const bool is_whole = head.size() < sample_bytes;
    const std::string_view text = is_whole ? without_end_mark(head) : head;
    const bool has_old_ends = text.find('\n') == std::string_view::npos && text.find('\r') != std::string_view::npos;
    const char line = has_old_ends ? '\r' : '\n';
    Divisions divisions;
    const auto try_all = [&](std::size_t least) {
        for (const Candidate& candidate : candidates) {
            if (request.separator != '\0' && candidate.separator != request.separator) continue;
            if (divides_like_another(text, candidate, request.separator)) continue;
            source.check_cancelled();
            divisions.take(candidate, first_rows(text, is_whole, candidate, line), least);
        }
    };
    try_all(2);
    if (!divisions.best && request.least_columns < 2) try_all(request.least_columns);
    if (!divisions.has_rows && !is_whole) source.refuse("its first MiB holds no complete row; break it into lines");
    if (!divisions.has_rows)
        source.refuse("it holds no rows, only comments or empty lines; add rows of at least two numbers");
    if (!divisions.best) {
        if (is_whole) refuse_open_quote(source, text, line, request.separator);
        try_all(1);
        source.refuse(divisions.best ? "it has one column of numbers; name it with --columns, to compare its numbers"
                                     : "no separator (tab, ';', ',', '|' or white space) divides all of its lines into "
                                       "the same number of columns; open a table of numbers, or compare its lines as "
                                       "texts with --metric edit");
    }
    const Division& chosen = divisions.chosen();
    Dialect dialect{.separators = {chosen.candidate.separator, line}, .decimal_mark = chosen.candidate.decimal_mark};
    dialect.begins_with_counts = chosen.begins_with_counts;
    describe_columns(dialect, chosen.rows, request.header);
    take_names_of_comment(dialect, text);
    return dialect;
}

std::string describe(const Dialect& dialect) {
    std::vector<std::string> parts{name_of_separator(dialect.separators.field)};
    if (dialect.decimal_mark == ',') parts.emplace_back("decimal commas");
    parts.emplace_back(dialect.has_header ? "with a header" : "without a header");
    return fmt::format("{}", fmt::join(parts, ", "));
}

} // namespace pairscope

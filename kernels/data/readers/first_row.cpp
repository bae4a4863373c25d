// SPDX-License-Identifier: MIT
#include "kernels/data/readers/first_row.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readers/degrees.h"
#include "kernels/data/readers/money.h"
#include "kernels/data/readers/number.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pairscope {
namespace {

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

/// How the cells of a column are written.
struct Written {
    std::size_t plain = 0, exponents = 0, others = 0; ///< numbers, numbers such as "1D1", and other texts
    bool is_surely_grouped = false;                   ///< some number has marks between its thousands
    void add(std::string_view text, const ParsedCell& cell, char group_mark) {
        const bool is_text = cell.kind == CellKind::text;
        exponents += is_text && is_short_exponent(text) ? 1 : 0;
        others += is_text && !is_short_exponent(text) ? 1 : 0;
        plain += cell.kind == CellKind::number ? 1 : 0;
        const bool is_grouped = cell.grouped && text.find(group_mark) != std::string_view::npos;
        const bool is_grouped_money =
            is_text && !text_beside_currency(text).empty() && may_be_grouped(text, group_mark);
        is_surely_grouped = is_surely_grouped || is_grouped || is_grouped_money;
    }
};

/// "depth,10,20,30": text above a column of numbers, beside numbers. It can only be a name, and so are the numbers.
bool begins_with_name(const Cells& row, const Tally& over_numbers, char decimal_mark) {
    const std::string_view first = row.front().text;
    return row.size() > 2 && over_numbers.texts == 1 && over_numbers.numbers + 1 == row.size() &&
           cell_of(first, decimal_mark).kind == CellKind::text && near_number(first, decimal_mark).empty();
}

/// ",2019,2020" or ",0,1": there is no name above a column of texts that has a text in each row, and a name above each
/// other column.
bool has_empty_corner(const Cells& row, const Below& below, char decimal_mark) {
    const auto is_missing = [&](const Field& field) {
        return cell_of(field.text, decimal_mark).kind == CellKind::missing;
    };
    if (row.size() < 2 || below.kinds.front() != ColumnKind::texts || !row.front().text.empty()) return false;
    if (std::any_of(row.begin() + 1, row.end(), is_missing)) return false;
    return std::ranges::none_of(below.rows, [&](const Cells& cells) { return cells.front().text.empty(); });
}

/// Does the first column count the rows from that number?
bool counts_rows(const Below& below, std::size_t first) {
    for (std::size_t i = 0; i < below.rows.size(); ++i)
        if (below.rows[i].front().text != fmt::format("{}", first + i)) return false;
    return !below.rows.empty();
}

/// ",0,1" above "0,0.5,0.7" and "1,0.6,0.2": columns and rows are numbered from 0, as pandas does it.
bool has_numbered_edges(const Cells& row, const Below& below) {
    constexpr std::size_t fewest_cells = 2;
    if (row.size() < fewest_cells || !row.front().text.empty() || below.without_name > 0) return false;
    for (std::size_t k = 1; k < row.size(); ++k)
        if (row[k].text != fmt::format("{}", k - 1)) return false;
    return below.kinds.front() == ColumnKind::numbers && counts_rows(below, 0);
}

/// ",12,15a,17" above rows with these names: not all of them are numbers, so they are names.
bool has_names_on_both_sides(const Cells& row, const Below& below, char decimal_mark) {
    const auto is_text = [&](const Field& field) { return cell_of(field.text, decimal_mark).kind == CellKind::text; };
    if (row.size() < 3 || below.without_name > 0 || !mirrors_first_column(row, below)) return false;
    if (!row.front().text.empty() && !is_text(row.front())) return false;
    return std::any_of(row.begin() + 1, row.end(), is_text);
}

/// "-", "?" and ".." stand for numbers that are missing, and name nothing.
bool is_placeholder(std::string_view text) {
    return !text.empty() && text.find_first_not_of("-?.*\u2013\u2014") == std::string_view::npos;
}

/// "Paris,NA,NA": a missing number is written there, where a header would have a name or nothing. For rows that have
/// neither texts nor numbers above the columns of numbers.
bool has_missing_numbers(const Cells& row, std::span<const ColumnKind> kinds) {
    for (std::size_t k = 0; k < row.size(); ++k)
        if (kinds[k] == ColumnKind::numbers && !row[k].text.empty()) return true;
    return false;
}

/// "48.86N,2.35E": no cell can be a name.
bool has_only_places(const Cells& row, char decimal_mark) {
    return std::ranges::any_of(row, [](const Field& field) { return is_place(field.text); }) &&
           std::ranges::all_of(row, [&](const Field& field) {
               return is_place(field.text) || cell_of(field.text, decimal_mark).kind != CellKind::text;
           });
}

/// "0,1,2" and "1,2,3" count the columns, and "01,02,03" numbers them with zeros in front.
bool numbers_columns(const Cells& row) {
    const auto counts_from = [&](std::size_t first) {
        for (std::size_t k = 0; k < row.size(); ++k)
            if (row[k].text != fmt::format("{}", first + k)) return false;
        return true;
    };
    if (counts_from(0) || counts_from(1)) return true;
    std::vector<std::string_view> labels;
    bool has_zero_in_front = false;
    for (const Field& field : row) {
        if (field.text.empty() || field.text.find_first_not_of("0123456789") != std::string_view::npos) return false;
        has_zero_in_front = has_zero_in_front || (field.text.size() > 1 && field.text.front() == '0');
        labels.push_back(field.text);
    }
    std::ranges::sort(labels);
    return has_zero_in_front && std::ranges::adjacent_find(labels) == labels.end();
}

/// Do the rows below look like a table of distances? Such a table is square and symmetric, and each number on its
/// diagonal is 0 or missing. A large table is judged by its first rows.
bool are_distances(const Below& below, char decimal_mark) {
    constexpr double rounding = 1e-6;
    constexpr std::size_t fewest = 3, enough = 24; // rows that are not square by chance
    const std::size_t side = below.width - below.without_name;
    const std::size_t rows = below.rows.size();
    if (side < fewest || rows > side || (rows < side && rows < enough)) return false;
    if (std::ranges::any_of(below.rows, [&](const Cells& cells) { return cells.size() != below.width; })) return false;
    const auto at = [&](std::size_t row, std::size_t col) {
        const ParsedCell cell = cell_of(below.rows[row][col + below.without_name].text, decimal_mark);
        const bool is_number = cell.kind == CellKind::number && std::isfinite(cell.value);
        return is_number ? std::optional(cell.value) : std::nullopt;
    };
    bool has_distance = false;
    for (std::size_t row = 0; row < rows; ++row) {
        const bool may_be_missing =
            cell_of(below.rows[row][row + below.without_name].text, decimal_mark).kind != CellKind::text;
        if (!may_be_missing || at(row, row).value_or(0.0) != 0.0) return false;
        for (std::size_t col = 0; col < row; ++col) {
            const std::optional<double> here = at(row, col), there = at(col, row);
            if (!here || !there) return false;
            has_distance = has_distance || *here != 0.0;
            if (std::abs(*here - *there) > rounding * std::max(std::abs(*here), std::abs(*there))) return false;
        }
    }
    return has_distance;
}

/// "25%" above numbers that are no percentages: the name of a quantile.
bool names_quantile(const ParsedCell& cell, const Below& below, std::size_t column, char decimal_mark) {
    return cell.is_percentage && !below.rows.empty() && std::ranges::none_of(below.rows, [&](const Cells& cells) {
               return cells.size() == below.width &&
                      cell_of(cells[column + below.without_name].text, decimal_mark).is_percentage;
           });
}

/// The words of a comment, divided as the rows are, or by white space.
std::vector<std::string> words_of_comment(std::string_view line, char separator) {
    line.remove_prefix(std::min(line.find_first_not_of("# \t"), line.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    Cells cells;
    split_into(cells, line, {.field = separator, .line = '\n'});
    std::vector<std::string> words;
    for (const Field& field : cells) words.emplace_back(unescaped(field));
    return words;
}

/// Are these names of columns? A number is none, and no two columns have the same one.
bool may_name_columns(std::vector<std::string> words, std::size_t columns, char decimal_mark) {
    const auto is_name = [&](const std::string& word) { return cell_of(word, decimal_mark).kind == CellKind::text; };
    if (words.size() != columns || !std::ranges::all_of(words, is_name)) return false;
    std::ranges::sort(words);
    return std::ranges::adjacent_find(words) == words.end();
}

/// "# made by hand" has words, too. Behind a sign and a blank, words between blanks are names where they are as short
/// as names of coordinates, or one of them means a coordinate.
bool may_be_prose(std::string_view comment, char separator, const std::vector<std::string>& words) {
    constexpr std::size_t short_name = 3;
    const bool is_glued = comment.find_first_not_of('#') == comment.find_first_not_of("# \t");
    if (separator != ' ' || is_glued) return false;
    const auto is_short = [](const std::string& word) { return word.size() <= short_name; };
    const auto is_coordinate = [](const std::string& word) { return means_place(word); };
    return !std::ranges::all_of(words, is_short) && std::ranges::none_of(words, is_coordinate);
}

} // namespace

std::optional<int> year_in(const Field& field) {
    const std::string_view text = field.text;
    if (text.size() != 4 || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
    int year = 0;
    for (const char digit : text) year = 10 * year + (digit - '0');
    constexpr int first = 1500, last = 2200;
    return year >= first && year <= last ? std::optional(year) : std::nullopt;
}

bool mirrors_first_column(const Cells& row, const Below& below) {
    constexpr std::size_t enough = 24; // rows, of a table that goes on
    const std::size_t rows = below.rows.size();
    if (rows + 1 != row.size() && (rows + 1 > row.size() || rows < enough)) return false;
    for (std::size_t i = 0; i < rows; ++i)
        if (below.rows[i].front().text != row[i + 1].text) return false;
    return true;
}

bool names_years(const Cells& row, const Below& below, char decimal_mark) {
    constexpr int longest_step = 10;
    std::vector<int> years;
    std::size_t texts = below.without_name;
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (below.kinds[k] != ColumnKind::numbers) {
            const bool is_corner = k == 0 && row[k].text.empty();
            texts += is_corner || cell_of(row[k].text, decimal_mark).kind == CellKind::text ? 1 : 0;
            continue;
        }
        const std::optional<int> year = year_in(row[k]);
        if (!year) return false;
        years.push_back(*year);
    }
    if (years.size() < (texts > 0 ? 2u : 3u)) return false;
    const int step = years[1] - years[0];
    if (step < 1 || step > longest_step) return false;
    for (std::size_t i = 1; i < years.size(); ++i)
        if (years[i] - years[i - 1] != step) return false;
    const auto has_others = [&](const Cells& cells) {
        for (std::size_t k = 0; k < below.kinds.size() && cells.size() == below.width; ++k) {
            const Field& field = cells[k + below.without_name];
            const bool is_number = cell_of(field.text, decimal_mark).kind == CellKind::number;
            if (below.kinds[k] == ColumnKind::numbers && is_number && !year_in(field)) return true;
        }
        return false;
    };
    return std::ranges::any_of(below.rows, has_others);
}

std::vector<Notation> notations_of(std::span<const Cells> rows, std::size_t width, char decimal_mark) {
    const char other = decimal_mark == ',' ? '.' : ',';
    std::vector<Written> columns(width);
    for (const auto& row : rows) {
        if (row.size() != width) continue;
        for (std::size_t k = 0; k < width; ++k) columns[k].add(row[k].text, cell_of(row[k].text, decimal_mark), other);
    }
    const auto are_exponents = [](const Written& column) { return column.exponents > 0 && column.others == 0; };
    const auto exponent_columns = std::ranges::count_if(columns, are_exponents);
    // A file is written in one country, so the mark between thousands is the same in all of its columns.
    const bool are_grouped = std::ranges::any_of(columns, &Written::is_surely_grouped);
    std::vector<Notation> notations;
    for (std::size_t k = 0; k < width; ++k) {
        // In the first column, codes such as "1D1" are as likely.
        const bool may_be_exponents = k > 0 || columns[k].plain > 0 || exponent_columns > 1;
        notations.push_back(
            {.is_grouped = are_grouped, .has_short_exponents = are_exponents(columns[k]) && may_be_exponents});
    }
    return notations;
}

std::vector<ColumnKind> kinds_of(std::span<const Cells> rows, std::size_t width, char decimal_mark) {
    std::vector<Tally> tallies(width);
    const std::vector<Notation> notations = notations_of(rows, width, decimal_mark);
    for (const auto& row : rows) {
        if (row.size() != width) continue;
        for (std::size_t k = 0; k < width; ++k) tallies[k].add(cell_of(row[k].text, decimal_mark, notations[k]));
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

bool is_header(const Cells& row, const Below& below, char decimal_mark) {
    const std::span<const ColumnKind> kinds = below.kinds;
    if (row.size() != kinds.size()) return false;
    if (names_years(row, below, decimal_mark)) return true;
    if (below.without_name == 0 && has_empty_corner(row, below, decimal_mark)) return true;
    if (has_numbered_edges(row, below) || has_names_on_both_sides(row, below, decimal_mark)) return true;
    if (numbers_columns(row) && are_distances(below, decimal_mark)) return true;
    Tally all, over_numbers;
    std::size_t placeholders = 0;
    for (std::size_t k = 0; k < row.size(); ++k) {
        constexpr Notation any{.is_grouped = true, .has_short_exponents = true};
        const bool is_above_numbers = kinds[k] == ColumnKind::numbers; // where "5,000" and "1D1" are hardly names
        ParsedCell cell = cell_of(row[k].text, decimal_mark, is_above_numbers ? any : Notation{});
        if (is_above_numbers && names_quantile(cell, below, k, decimal_mark))
            cell = {.kind = CellKind::text, .value = not_a_number};
        all.add(cell);
        if (!is_above_numbers) continue;
        over_numbers.add(cell);
        placeholders += is_placeholder(row[k].text) ? 1 : 0;
    }
    if (placeholders > 0 && placeholders == over_numbers.texts) return false;
    if (has_only_places(row, decimal_mark)) return false; // numbers below may have no letters
    const bool has_place = std::ranges::any_of(row, [](const Field& field) { return is_place(field.text); });
    if (over_numbers.numbers + over_numbers.texts == 0)
        return all.numbers == 0 && all.texts > 0 && !has_place && !has_missing_numbers(row, kinds);
    return over_numbers.texts > over_numbers.numbers || begins_with_name(row, over_numbers, decimal_mark);
}

bool lacks_first_name(const Cells& row, Below below, char decimal_mark) {
    if (row.size() + 1 != below.kinds.size()) return false;
    if (below.kinds.front() != ColumnKind::texts && !counts_rows(below, 1)) return false;
    below.kinds = below.kinds.subspan(1);
    below.without_name = 1;
    return is_header(row, below, decimal_mark);
}

bool has_near_numbers(const Cells& row, std::span<const ColumnKind> kinds, char decimal_mark) {
    std::size_t names = 0;
    for (std::size_t k = 0; k < row.size() && row.size() == kinds.size(); ++k) {
        if (kinds[k] != ColumnKind::numbers) continue;
        const bool is_text = cell_of(row[k].text, decimal_mark).kind == CellKind::text;
        if (!is_text || near_number(row[k].text, decimal_mark).empty()) return false;
        ++names;
    }
    return names > 0;
}

bool are_counts(std::span<const Cells> rows, char decimal_mark) {
    if (rows.size() < 2 || rows[0].size() != 2 || rows[1].size() < 3) return false;
    if (!is_plain(rows[0][0].text) || !is_plain(rows[0][1].text)) return false;
    const auto numbers = std::ranges::count_if(
        rows[1], [&](const Field& field) { return cell_of(field.text, decimal_mark).kind == CellKind::number; });
    const double promised = cell_of(rows[0][0].text, decimal_mark).value;
    if (promised < static_cast<double>(rows.size() - 1)) return false;
    const double dims = cell_of(rows[0][1].text, decimal_mark).value, width = static_cast<double>(rows[1].size());
    return dims == width - 1.0 || (dims == width && numbers == std::ssize(rows[1]));
}

void take_names_of_comment(Dialect& dialect, std::string_view text) {
    if (dialect.has_header || dialect.begins_with_counts) return;
    std::string_view comment;
    std::int64_t comments = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(dialect.separators.line), text.size());
        const std::string_view line = text.substr(0, end);
        if (!is_blank(line) && !begins_with_hash(line)) break;
        comment = is_blank(line) ? std::string_view() : line;
        comments += is_blank(line) ? 0 : 1;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (comment.empty()) return;
    for (const char separator : {dialect.separators.field, ' ', ','}) {
        std::vector<std::string> words = words_of_comment(comment, separator);
        if (!may_name_columns(words, dialect.columns.size(), dialect.decimal_mark)) continue;
        if (may_be_prose(comment, separator, words)) continue;
        dialect.comment_names = std::move(words);
        dialect.comment_of_names = comments;
        return;
    }
}

} // namespace pairscope

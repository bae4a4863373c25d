// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_doubts.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <set>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr std::size_t fewest_rows = 8; ///< in fewer rows, numbers may count by chance

bool counts_by_one(const Column& column) {
    if (column.numbers.size() < fewest_rows) return false;
    for (std::size_t i = 1; i < column.numbers.size(); ++i)
        if (!(column.numbers[i] - column.numbers[i - 1] == 1.0)) return false;
    return true;
}

/// Does the column hold a different whole number in each row, as numbered samples do? Equal steps above 1 are excluded,
/// because such a column may be the time or the place of a series.
bool may_identify_rows(const Column& column) {
    if (column.numbers.size() < fewest_rows) return false;
    std::vector<double> sorted = column.numbers;
    const auto is_number = [](double x) { return x >= 0.0 && x == std::floor(x) && std::isfinite(x); };
    if (!std::ranges::all_of(sorted, is_number)) return false;
    std::ranges::sort(sorted);
    const double step = sorted[1] - sorted[0];
    bool are_even = true;
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        if (sorted[i] == sorted[i - 1]) return false;
        are_even = are_even && sorted[i] - sorted[i - 1] == step;
    }
    return !are_even || step == 1.0;
}

bool has_header(const Table& table) {
    return std::ranges::any_of(table.columns, [](const Column& column) { return column.is_named; });
}

bool is_called(const Table& table, std::string_view lower_name) {
    return std::ranges::any_of(table.columns, [&](const Column& column) {
        return std::ranges::equal(column.name, lower_name,
                                  [](unsigned char a, char b) { return std::tolower(a) == b; });
    });
}

/// R calls the numbers of rows "X".
bool is_row_name_of_r(const Table& table, const Column& column) {
    return column.name == "X" && !is_called(table, "y") && !is_called(table, "z");
}

/// In a file with rows and columns of a grid, both are coordinates.
bool is_row_of_grid(const Table& table, const Column& column) {
    const std::vector<std::string> words = name_words(column.name);
    return words.size() == 1 && words.front() == "row" &&
           (is_called(table, "col") || is_called(table, "column") || is_called(table, "cols"));
}

/// Nitric oxide is measured beside nitrogen dioxide.
bool is_nitric_oxide(const Table& table, const Column& column) {
    return column.name == "NO" && (is_called(table, "no2") || is_called(table, "nox"));
}

bool has_whole_numbers(const Column& column) {
    return std::ranges::all_of(column.numbers, [](double x) { return !std::isfinite(x) || x == std::floor(x); });
}

/// Has the column few whole numbers, each of them in many rows, as numbers of classes are, beside columns with
/// fractions?
bool may_number_classes(std::span<const Column* const> coordinates, const Column& column) {
    constexpr std::size_t most_classes = 20, fewest_rows_each = 4, fewest_columns = 3;
    const bool is_outer = &column == coordinates.front() || &column == coordinates.back();
    if (!is_outer || coordinates.size() < fewest_columns || column.numbers.size() < fewest_rows ||
        !has_whole_numbers(column))
        return false;
    std::set<double> classes;
    for (const double number : column.numbers) {
        if (std::isfinite(number)) classes.insert(number);
        if (classes.size() > most_classes) return false;
    }
    const auto fractions =
        std::ranges::count_if(coordinates, [](const Column* other) { return !has_whole_numbers(*other); });
    return classes.size() >= 2 && classes.size() * fewest_rows_each <= column.numbers.size() &&
           2 * fractions >= std::ssize(coordinates) - 1;
}

/// Only its numbers tell what a column without a name is.
Doubt doubt_about_nameless(std::span<const Column* const> coordinates, const Column& column) {
    const bool is_first = &column == coordinates.front();
    if (is_first && coordinates.size() > 2 && counts_by_one(column) &&
        (column.numbers[0] == 0.0 || column.numbers[0] == 1.0))
        return Doubt::counts_rows;
    return may_number_classes(coordinates, column) ? Doubt::group : Doubt::none;
}

/// Where all columns are written so, programs have filled their numbers up with zeros.
bool has_codes(const Table& table, const Column& column) {
    return column.has_leading_zeros && std::ranges::any_of(table.columns, [](const Column& other) {
               return other.is_numeric() && !other.has_leading_zeros;
           });
}

/// Coordinates that tell no place. Where there are several, the places beside them may be no properties.
std::ptrdiff_t count_properties(std::span<const Column* const> coordinates) {
    return std::ranges::count_if(coordinates,
                                 [](const Column* c) { return !means_place(c->name) && !means_time(c->name); });
}

bool may_be_written(std::string_view name) {
    return !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
        return std::isalnum(c) != 0 || c == '_' || c == '-' || c == '.';
    });
}

/// The names as --columns takes them; empty: they are too many or too odd to be repeated in a sentence.
std::string short_list(const std::vector<std::string>& names) {
    constexpr std::size_t most_names = 8;
    const bool are_short = names.size() <= most_names && std::ranges::all_of(names, may_be_written);
    return are_short ? fmt::format("{}", fmt::join(names, ",")) : std::string();
}

/// "to leave it out, use --columns mass,height".
std::string option_for(const std::vector<std::string>& others, bool is_one) {
    const char* const it = is_one ? "it" : "them";
    const std::string list = short_list(others);
    if (others.empty()) return "to use others, name them with --columns";
    if (!list.empty()) return fmt::format("to leave {} out, use --columns {}", it, list);
    return fmt::format("to leave {} out, use --columns with the names of the others", it);
}

std::string option_for_array(bool is_one) {
    const char* const it = is_one ? "it" : "them";
    return fmt::format("to leave {} out, save the array without {}", it, it);
}

} // namespace

std::string note_on_left_out(std::span<const LeftOutColumn> columns, const std::vector<std::string>& all) {
    constexpr std::size_t most_named = 6;
    std::vector<std::string> said;
    for (const LeftOutColumn& one : columns.first(std::min(columns.size(), most_named)))
        said.push_back(
            fmt::format("column {} is not a coordinate, because {}", excerpt(one.column->name), clause_of(one.why)));
    if (columns.empty()) return {};
    if (columns.size() > most_named)
        said.push_back(fmt::format("{} more columns are not, for such reasons", columns.size() - most_named));
    const std::string list = short_list(all);
    return fmt::format("{}; to use {} too, use --columns {}", fmt::join(said, "; "),
                       columns.size() == 1 ? "it" : "them", list.empty() ? "with the names of all" : list);
}

std::string_view clause_of(Doubt doubt) {
    switch (doubt) {
    case Doubt::none:
        return "";
    case Doubt::identifier:
        return "its name looks like an identifier or a row number";
    case Doubt::nameless:
        return "the header has no name for it";
    case Doubt::leading_zeros:
        return "its cells have leading zeros, as codes have and numbers do not";
    case Doubt::counts_rows:
        return "it only counts the rows";
    case Doubt::time:
        return "its name looks like a time";
    case Doubt::group:
        return "its name looks like a group";
    case Doubt::place:
        return "its name looks like a place";
    }
    return "";
}

std::string_view sentence_of(Doubt doubt) {
    switch (doubt) {
    case Doubt::none:
        return "";
    case Doubt::identifier:
        return "Its name looks like an identifier or a row number.";
    case Doubt::nameless:
        return "The header has no name for it.";
    case Doubt::leading_zeros:
        return "Its cells have leading zeros, as codes have and numbers do not.";
    case Doubt::counts_rows:
        return "It only counts the rows.";
    case Doubt::time:
        return "Its name looks like a time.";
    case Doubt::group:
        return "Its name looks like a group.";
    case Doubt::place:
        return "Its name looks like a place.";
    }
    return "";
}

std::string_view clause_about(const Column& column, Doubt doubt) {
    return doubt == Doubt::group && !column.is_named ? "it has few different whole numbers, as classes have"
                                                     : clause_of(doubt);
}

std::string_view sentence_about(const Column& column, Doubt doubt) {
    return doubt == Doubt::group && !column.is_named ? "It has few different whole numbers, as classes have."
                                                     : sentence_of(doubt);
}

Doubt why_left_out(const Table& table, const Column& column) {
    if (table.file.is_array || !column.is_numeric() || column.holds_categories) return Doubt::none;
    const bool is_of_r = is_row_name_of_r(table, column);
    if ((means_time(column.name) || means_place(column.name)) && !is_of_r) return Doubt::none;
    if (!column.is_named && has_header(table)) return Doubt::nameless;
    const bool means_other = is_row_of_grid(table, column) || is_nitric_oxide(table, column);
    if (means_identifier(column.name) && !means_other) return Doubt::identifier;
    if (has_codes(table, column)) return Doubt::leading_zeros;
    const bool is_first = &column == &table.columns.front() && !means_series(column.name);
    const bool is_numbered = is_first && may_mean_identifier(column.name) && may_identify_rows(column);
    const bool counts = is_first && counts_by_one(column) && (column.numbers[0] == 0.0 || column.numbers[0] == 1.0);
    if (counts) return Doubt::counts_rows;
    return is_numbered ? Doubt::identifier : Doubt::none;
}

Doubt doubt_about(const Table& table, std::span<const Column* const> coordinates, const Column& column) {
    constexpr std::ptrdiff_t several = 3;
    if (column.holds_categories) return Doubt::none;
    if (table.file.is_array) return doubt_about_nameless(coordinates, column);
    if (const Doubt doubt = why_left_out(table, column); doubt != Doubt::none) return doubt;
    if (means_time(column.name)) return Doubt::time;
    if (counts_by_one(column)) return Doubt::counts_rows;
    if (may_mean_identifier(column.name) && may_identify_rows(column)) return Doubt::identifier;
    if (means_group(column.name) && has_whole_numbers(column)) return Doubt::group;
    if (!has_header(table) && may_number_classes(coordinates, column)) return Doubt::group;
    return means_place(column.name) && count_properties(coordinates) >= several ? Doubt::place : Doubt::none;
}

std::string note_on_doubts(const Table& table, std::span<const Column* const> coordinates) {
    constexpr std::size_t most_named = 6;
    std::vector<std::string> doubtful, others;
    std::size_t count = 0;
    for (const Column* column : coordinates) {
        const Doubt doubt = doubt_about(table, coordinates, *column);
        if (doubt == Doubt::none)
            others.push_back(column->name);
        else if (++count <= most_named)
            doubtful.push_back(fmt::format("{}, because {}", excerpt(column->name), clause_about(*column, doubt)));
    }
    if (count == 0) return {};
    if (count > most_named) doubtful.push_back(fmt::format("and {} more", grouped(std::int64_t(count - most_named))));
    return fmt::format("{}, although {} may be something else ({}); {}",
                       count == 1 ? std::string("1 column is used as a coordinate")
                                  : fmt::format("{} columns are used as coordinates", grouped(std::int64_t(count))),
                       count == 1 ? "it" : "they", fmt::join(doubtful, "; "),
                       table.file.is_array ? option_for_array(count == 1) : option_for(others, count == 1));
}

std::int64_t rows_looked_at(std::int64_t rows, std::int64_t columns) {
    constexpr std::int64_t most_numbers = std::int64_t{1} << 16, most_rows = 4096;
    return std::min({rows, most_rows, most_numbers / std::max<std::int64_t>(1, columns)});
}

std::string note_on_array(std::int64_t rows, std::int64_t columns,
                          const std::function<double(std::int64_t, std::int64_t)>& number) {
    Table table;
    table.file.is_array = true;
    const std::int64_t count = rows_looked_at(rows, columns);
    std::vector<const Column*> coordinates;
    table.columns.reserve(static_cast<std::size_t>(columns)); // `coordinates` points into it
    for (std::int64_t k = 0; k < columns; ++k) {
        Column column{.name = fmt::format("column {}", k + 1), .numbers = {}, .texts = {}, .is_named = false};
        for (std::int64_t row = 0; row < count; ++row) column.numbers.push_back(number(row, k));
        coordinates.push_back(&table.columns.emplace_back(std::move(column)));
    }
    return note_on_doubts(table, coordinates);
}

} // namespace pairscope

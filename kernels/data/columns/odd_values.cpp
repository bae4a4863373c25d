// SPDX-License-Identifier: MIT
#include "kernels/data/columns/odd_values.h"

#include "kernels/data/columns/column_names.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>

namespace pairscope {
namespace {

using TakenColumns = std::span<const Column* const>;
using ColumnNumbers = std::span<const double>;

ColumnNumbers first_numbers(const Column& column, std::int64_t rows) {
    return std::span(column.numbers).first(std::min(static_cast<std::size_t>(rows), column.numbers.size()));
}

struct Extent {
    double least = std::numeric_limits<double>::infinity(), most = -std::numeric_limits<double>::infinity();
    [[nodiscard]] bool is_empty() const { return least > most; }
};
Extent extent_of(ColumnNumbers numbers, bool (*is_left_out)(double) = nullptr) {
    Extent extent;
    for (const double x : numbers) {
        if (is_left_out != nullptr && is_left_out(x)) continue;
        extent.least = x < extent.least ? x : extent.least;
        extent.most = x > extent.most ? x : extent.most;
    }
    return extent;
}

/// Programs write these for missing numbers: nines alone, the ends of 16 bits, a large power of ten, and what netCDF
/// fills arrays with. Questionnaires have -9, too.
bool may_be_code(double x) {
    const double size = std::abs(x);
    constexpr auto others =
        std::to_array<double>({32767, 32768, 1e20, 1e30, 1e31, 9.969209968386869e36, 999.9, 9999.9, 999.99, 9999.99});
    const auto is_other = [size](double other) { return std::abs(size - other) <= 1e-6 * other; };
    if (std::ranges::any_of(others, is_other)) return true;
    for (double nines = 99.0; nines < 1e12; nines = 10.0 * nines + 9.0)
        if (size == nines) return true;
    return x == -9.0 || x == -99.9 || x == -99.99;
}

/// Does nothing else in the column come near the number? `count` is how often it stands there.
bool stands_apart(ColumnNumbers numbers, double code, std::int64_t& count) {
    const Extent others = extent_of(numbers, may_be_code);
    count = std::ranges::count(numbers, code);
    if (others.is_empty() || !std::isfinite(others.least) || !std::isfinite(others.most)) return false;
    const double gap = code < others.least ? others.least - code : code - others.most;
    const bool may_be_count = (code == 99.0 && others.least < 1.0) || (code == -9.0 && others.least < 0.0);
    return gap > others.most - others.least && others.most > others.least && !may_be_count;
}

struct FoundCode {
    std::int64_t count = 0;
    std::vector<std::string> columns{};
    bool is_only_negative = false; ///< all other numbers of a column are not below 0, and the code is
};

std::string note_on_codes(TakenColumns columns, std::int64_t rows) {
    std::map<double, FoundCode> codes;
    for (const Column* column : columns) {
        const ColumnNumbers numbers = first_numbers(*column, rows);
        const Extent range = extent_of(numbers);
        for (const double code : {range.least, range.most}) {
            std::int64_t count = 0;
            if (range.is_empty() || !may_be_code(code) || !stands_apart(numbers, code, count)) continue;
            FoundCode& found = codes[code];
            found.count += count;
            found.columns.push_back(excerpt(column->name));
            found.is_only_negative =
                found.is_only_negative || (code < 0.0 && extent_of(numbers, may_be_code).least >= 0.0);
        }
    }
    constexpr std::int64_t often = 2;
    constexpr std::size_t most_named = 4;
    std::vector<std::string> said;
    for (auto& [code, found] : codes) {
        if (found.count < often && !(found.is_only_negative && code < -9.0)) continue;
        const std::string_view columns_are = found.columns.size() == 1 ? "column" : "columns";
        if (found.columns.size() > most_named) {
            found.columns.resize(most_named);
            found.columns.emplace_back("...");
        }
        said.push_back(fmt::format("{} in {} {} {} {}, which often stands for a missing number and is far from all "
                                   "others; empty such cells if their numbers are missing",
                                   counted(found.count, "number"), columns_are, fmt::join(found.columns, ", "),
                                   found.count == 1 ? "is" : "are", code));
    }
    return fmt::format("{}", fmt::join(said, "; "));
}

/// What stands in front of a row that sums up the others.
bool means_total(std::string_view text) {
    constexpr auto words = std::to_array<std::string_view>(
        {"total",   "totals", "sum",  "sums", "grand", "overall", "summe",   "gesamt",  "gesamtsumme", "insgesamt",
         "totale",  "somme",  "suma", "soma", "mean",  "average", "avg",     "mittel",  "mittelwert",  "durchschnitt",
         "moyenne", "median", "sd",   "std",  "stdev", "sem",     "minimum", "maximum", "variance"});
    const std::vector<std::string> found = name_words(text);
    return !found.empty() && std::ranges::all_of(found, [&](const std::string& word) {
        return std::ranges::find(words, word) != words.end();
    });
}

bool is_named_total(const Table& table, std::size_t row) {
    return std::ranges::any_of(table.columns, [row](const Column& column) {
        return !column.is_numeric() && row < column.texts.size() && means_total(column.texts[row]);
    });
}

/// Is the number in each column the sum of those above it?
bool is_sum_of_others(TakenColumns columns, std::size_t row) {
    constexpr int fewest = 3; // rows that differ from 0 in one of the columns
    bool are_many = false;
    for (const Column* column : columns) {
        double sum = 0.0, sizes = 0.0;
        int count = 0;
        for (const double x : first_numbers(*column, static_cast<std::int64_t>(row))) {
            if (!std::isfinite(x)) continue;
            sum += x;
            sizes += std::abs(x);
            count += x == 0.0 ? 0 : 1;
        }
        constexpr double rounding = 1e-9;
        if (!(std::abs(column->numbers[row] - sum) <= rounding * sizes)) return false;
        are_many = are_many || count >= fewest;
    }
    return are_many;
}

std::string note_on_totals(const Table& table, TakenColumns columns, std::int64_t rows) {
    constexpr std::int64_t fewest = 4, most_totals = 4;
    constexpr std::size_t fewest_columns = 2;
    if (rows < fewest || rows != table.total_rows || columns.size() < fewest_columns) return {};
    std::int64_t totals = 0;
    while (totals < most_totals && is_named_total(table, static_cast<std::size_t>(rows - 1 - totals))) ++totals;
    const std::string last = row_in_words(table, rows - std::max<std::int64_t>(totals, 1));
    constexpr std::string_view what_to_do = "is compared like any other; delete it if it is no measurement";
    if (totals == 1) return fmt::format("the row on {} seems to sum up the others and {}", last, what_to_do);
    if (totals > 1)
        return fmt::format("{} from {} on seem to sum up the others and are compared like these; delete them if they "
                           "are no measurements",
                           counted(totals, "row"), last);
    if (!is_sum_of_others(columns, static_cast<std::size_t>(rows - 1))) return {};
    return fmt::format("the row on {} has the sum of the others in each column and {}", last, what_to_do);
}

/// Eastings begin anew in each zone of UTM, so places in two zones have no common coordinates.
std::string note_on_zones(const Table& table, TakenColumns columns) {
    constexpr auto eastings =
        std::to_array<std::string_view>({"e", "easting", "eastings", "utme", "ostwert", "rechtswert"});
    constexpr auto zones = std::to_array<std::string_view>({"zone", "utmzone", "utm", "epsg", "srid", "crs"});
    const auto means_zone = [&](const Column& column) { // neither "utm_e" nor "climate_zone"
        const std::vector<std::string> words = name_words(column.name);
        return !words.empty() && words != std::vector<std::string>{"utm"} &&
               std::ranges::all_of(
                   words, [&](const std::string& word) { return std::ranges::find(zones, word) != zones.end(); });
    };
    const auto has_word = [](const Column& column, std::span<const std::string_view> words) {
        return std::ranges::any_of(name_words(column.name), [&](const std::string& word) {
            return std::ranges::find(words, word) != words.end();
        });
    };
    const bool has_eastings = std::ranges::any_of(columns, [&](const Column* c) { return has_word(*c, eastings); });
    if (!has_eastings) return {};
    for (const Column& column : table.columns) {
        if (!means_zone(column)) continue;
        const auto differ = [](const auto& cells) {
            return std::ranges::any_of(cells, [&](const auto& cell) { return cell != *cells.begin(); });
        };
        if (!(column.is_numeric() ? differ(column.numbers) : differ(column.texts))) continue;
        return fmt::format(
            "column {} has several zones, and eastings begin anew in each, so distances between zones are "
            "wrong; convert all places to one zone, or to longitude and latitude",
            excerpt(column.name));
    }
    return {};
}

/// Without a header, "12,05;3,70" with commas for ';' is a table of four columns of whole numbers.
std::string note_on_commas(const Table& table) {
    const bool may_be = table.file.field_separator == ',' && !table.file.is_array && table.columns.size() % 2 == 0;
    if (!may_be || table.columns.empty()) return {};
    bool has_zeros = false;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        const Column& column = table.columns[k];
        const bool is_behind = k % 2 == 1;
        const auto fits = [is_behind](double x) { return x == std::floor(x) && (!is_behind || x >= 0.0); };
        if (column.is_named || !column.is_numeric() || !std::ranges::all_of(column.numbers, fits)) return {};
        if (!is_behind && column.has_leading_zeros) return {};
        has_zeros = has_zeros || column.has_leading_zeros;
    }
    if (!has_zeros) return {};
    return "its columns seem to be parts of numbers with decimal commas; write ';' between the columns, or points "
           "into the numbers, if they are";
}

} // namespace

std::vector<std::string> notes_on_odd_values(const Table& table, std::span<const Column* const> columns,
                                             std::int64_t rows) {
    std::vector<std::string> notes;
    if (std::ranges::any_of(columns, &Column::holds_categories)) return notes; // other columns have no sums, either
    for (std::string note : {note_on_codes(columns, rows), note_on_totals(table, columns, rows),
                             note_on_zones(table, columns), note_on_commas(table)})
        if (!note.empty()) notes.push_back(std::move(note));
    return notes;
}

} // namespace pairscope

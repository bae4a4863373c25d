// SPDX-License-Identifier: MIT
// A first row of numbers, which may name the columns: "sample,400,403,410" above spectra.
#include "kernels/data/columns/column_names.h"
#include "kernels/data/readers/first_row.h"
#include "kernels/data/readers/number.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pairscope {
namespace {

constexpr std::size_t fewest_headings = 3; ///< two numbers always rise or fall
constexpr std::size_t fewest_below = 2;    ///< rows that tell how far from each other the numbers of a column are

/// The first row of numbers, and what stands below each of them.
struct Heading {
    std::vector<double> numbers;
    std::vector<std::size_t> columns; ///< their places in the row
    bool are_quoted = true;           ///< and no number below them is
};

/// Empty where anything but a number stands above a column of numbers.
Heading heading_of(const Cells& row, const Below& below, char decimal_mark) {
    Heading heading;
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (below.kinds[k] != ColumnKind::numbers) continue;
        const ParsedCell cell = cell_of(row[k].text, decimal_mark);
        if (cell.kind != CellKind::number || !std::isfinite(cell.value)) return {};
        heading.numbers.push_back(cell.value);
        heading.columns.push_back(k);
        heading.are_quoted = heading.are_quoted && row[k].is_quoted;
    }
    for (const Cells& cells : below.rows)
        for (const std::size_t k : heading.columns)
            if (cells.size() == below.width && cells[k + below.without_name].is_quoted) heading.are_quoted = false;
    return heading;
}

bool is_strictly_monotone(const std::vector<double>& numbers) {
    bool rises = numbers.size() >= fewest_headings, falls = rises;
    for (std::size_t i = 1; i < numbers.size(); ++i) {
        rises = rises && numbers[i] > numbers[i - 1];
        falls = falls && numbers[i] < numbers[i - 1];
    }
    return rises || falls;
}

enum class Distance : std::uint8_t { among, outside, far };

/// How far the headings are from the numbers below them, in the column where they are nearest. They are far where they
/// are farther away than the numbers are from each other.
Distance distance_from(const Below& below, const Heading& heading, char decimal_mark) {
    Distance nearest = Distance::far;
    for (std::size_t i = 0; i < heading.columns.size(); ++i) {
        std::size_t count = 0;
        double low = 0.0, high = 0.0;
        for (const Cells& cells : below.rows) {
            if (cells.size() != below.width) continue;
            const ParsedCell cell = cell_of(cells[heading.columns[i] + below.without_name].text, decimal_mark);
            if (cell.kind != CellKind::number || !std::isfinite(cell.value)) continue;
            low = count == 0 ? cell.value : std::min(low, cell.value);
            high = count == 0 ? cell.value : std::max(high, cell.value);
            ++count;
        }
        const double x = heading.numbers[i], gap = x < low ? low - x : x - high;
        if (count < fewest_below || gap <= 0.0) return Distance::among;
        if (gap <= high - low) nearest = Distance::outside;
    }
    return nearest;
}

bool has_any_digit(std::string_view text) { return std::ranges::any_of(text, is_digit); }

/// Words without digits, or such words before a unit.
bool are_plain_words(std::string_view text) {
    const std::string name = axis_name_of(text).name;
    return name.size() > 1 && !has_any_digit(name) && !name_words(name).empty();
}

/// Is this text unlike the names below it, as "wave" is unlike A, B, C, and unlike s1, s2, s3?
bool is_unlike(std::string_view text, const Below& below, std::size_t column) {
    constexpr std::size_t short_name = 2;
    const auto is_small = [](std::string_view name) {
        return !name.empty() && name.front() >= 'a' && name.front() <= 'z';
    };
    const auto are_all = [&](const auto& condition) {
        return std::ranges::all_of(below.rows, [&](const Cells& cells) {
            return cells.size() != below.width || condition(cells[column].text);
        });
    };
    if (below.rows.size() < fewest_below || !are_plain_words(text)) return false;
    if (are_all([](std::string_view name) { return has_any_digit(name); })) return true;
    if (text.size() > short_name && are_all([](std::string_view name) { return name.size() <= short_name; }))
        return true;
    return is_small(text) && are_all([&](std::string_view name) { return !is_small(name); });
}

/// What the texts of the row say that stand above columns of texts.
struct Corner {
    bool names_names = false; ///< one of them is a word for names, and no text below it is
    bool is_unlike = false;
};

Corner corner_of(const Cells& row, const Below& below) {
    Corner corner;
    for (std::size_t k = 0; k < row.size(); ++k) {
        if (below.kinds[k] != ColumnKind::texts || row[k].text.empty()) continue;
        const auto is_word_below = [&](const Cells& cells) {
            return cells.size() == below.width && means_names(cells[k + below.without_name].text);
        };
        corner.names_names =
            corner.names_names || (means_names(row[k].text) && std::ranges::none_of(below.rows, is_word_below));
        corner.is_unlike = corner.is_unlike || is_unlike(row[k].text, below, k + below.without_name);
    }
    return corner;
}

bool is_alike_row(const Cells& cells, const Below& below, bool are_years) {
    for (std::size_t k = 0; k < below.kinds.size() && cells.size() == below.width; ++k) {
        if (below.kinds[k] != ColumnKind::numbers) continue;
        const Field& field = cells[k + below.without_name];
        if (are_years ? !year_in(field) : !is_plain(field.text)) return false;
    }
    return true;
}

/// "2019,2020" above numbers that are no years, or "0,1" above rows of which most are not whole numbers.
bool rises_by_equal_steps(const Cells& row, const Below& below, const Heading& heading) {
    const std::vector<double>& numbers = heading.numbers;
    if (numbers.size() < 2 || below.rows.empty()) return false;
    bool are_years = true;
    for (const std::size_t k : heading.columns) {
        if (!is_plain(row[k].text)) return false;
        are_years = are_years && year_in(row[k]);
    }
    const double step = numbers[1] - numbers[0];
    const bool counts_columns = (numbers[0] == 0.0 || numbers[0] == 1.0) && step == 1.0;
    if (numbers.size() < fewest_headings && !are_years && !counts_columns) return false;
    for (std::size_t i = 1; i < numbers.size(); ++i)
        if (!(numbers[i] - numbers[i - 1] == step) || step <= 0.0) return false;
    const auto alike =
        std::ranges::count_if(below.rows, [&](const Cells& cells) { return is_alike_row(cells, below, are_years); });
    return 2 * alike <= std::ssize(below.rows);
}

} // namespace

NumberHeading number_heading(const Cells& row, const Below& below, char decimal_mark) {
    if (row.size() != below.kinds.size()) return NumberHeading::no;
    const Heading heading = heading_of(row, below, decimal_mark);
    if (heading.numbers.empty() || mirrors_first_column(row, below)) return NumberHeading::no;
    const Corner corner = corner_of(row, below);
    if (corner.names_names || (heading.are_quoted && !below.rows.empty())) return NumberHeading::yes;
    const bool is_monotone = is_strictly_monotone(heading.numbers);
    const Distance distance = is_monotone ? distance_from(below, heading, decimal_mark) : Distance::among;
    if (corner.is_unlike && distance != Distance::among) return NumberHeading::yes;
    const bool may_be = distance == Distance::far || (corner.is_unlike && is_monotone);
    return may_be || rises_by_equal_steps(row, below, heading) ? NumberHeading::unsure : NumberHeading::no;
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/core/distance_table.h"

#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "kernels/core/text.h"
#include "kernels/core/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr double rounding = 1e-6; // as a fraction of the largest entry

/// The square part of a table.
struct Square {
    std::vector<std::span<const double>> columns{};
    std::vector<std::string> names{}; ///< names of the rows, which are those of the columns, too; empty: they have none
    std::span<const std::int64_t> lines{}; ///< for a text: the line of each row
};

std::vector<std::string> texts_of(const Column& column) {
    std::vector<std::string> names;
    for (std::size_t row = 0; row < column.texts.size(); ++row) names.emplace_back(column.texts[row]);
    return names;
}

std::vector<std::string> as_names(std::span<const double> numbers) {
    std::vector<std::string> names;
    for (const double number : numbers) names.push_back(fmt::format("{}", number));
    return names;
}

/// The names in a header; empty where the table has none.
std::vector<std::string> header_of(const Table& table) {
    std::vector<std::string> names;
    bool is_named = false;
    for (std::size_t k = 0; k < table.columns.size(); ++k) {
        if (!table.columns[k].is_numeric()) continue;
        names.push_back(table.columns[k].name);
        is_named = is_named || names.back() != fmt::format("column {}", k + 1);
    }
    return is_named ? names : std::vector<std::string>{};
}

/// Does the table begin with a row and a column of the same numbers, as one does whose names are numbers?
bool has_numbered_edges(const std::vector<const Column*>& columns) {
    if (!std::isnan(columns.front()->numbers.front())) return false; // the corner is empty
    for (std::size_t i = 1; i < columns.size(); ++i)
        if (!(columns[i]->numbers.front() == columns.front()->numbers[i])) return false;
    return true;
}

/// Without columns where no part of the table is square.
Square square_in(const Table& table) {
    std::vector<const Column*> numeric;
    const Column* names = nullptr;
    for (const Column& column : table.columns)
        if (column.is_numeric())
            numeric.push_back(&column);
        else if (names == nullptr)
            names = &column;
    const std::int64_t rows = table.rows, columns = std::ssize(numeric);
    Square square;
    if (rows != table.total_rows || columns < rows || columns > rows + 1) return square;
    std::size_t first_column = 0, first_row = 0;
    if (names != nullptr) {
        if (columns != rows) return square;
        square.names = texts_of(*names);
    } else if (columns == rows + 1) {
        first_column = 1;
        square.names = as_names(numeric.front()->numbers);
    } else if (has_numbered_edges(numeric)) {
        first_column = first_row = 1;
        square.names = as_names(std::span(numeric.front()->numbers).subspan(1));
    } else {
        square.names = header_of(table);
    }
    for (std::size_t k = first_column; k < numeric.size(); ++k)
        square.columns.push_back(std::span(numeric[k]->numbers).subspan(first_row));
    if (!table.lines.empty()) square.lines = std::span(table.lines).subspan(first_row);
    return square;
}

/// An entry that does not fit, by row and column.
struct Place {
    std::int64_t row = 0, col = 0;
};

/// "row 1, column 0 (counted from 0, on line 3 of the file)". `lines` are those of the rows; empty: it is no text.
std::string words_of(Place place, std::span<const std::int64_t> lines) {
    if (lines.empty()) return place_in_words(place.row, place.col);
    return fmt::format("row {}, column {} (counted from 0, on line {} of the file)", grouped(place.row),
                       grouped(place.col), grouped(lines[static_cast<std::size_t>(place.row)]));
}

/// What decides whether a square set holds distances.
struct Findings {
    double largest = 0.0; ///< the largest finite entry
    std::int64_t not_finite = 0;
    Place first_not_finite{};                               ///< in reading order
    std::optional<Place> negative{}, off_zero{}, unequal{}; ///< the first ones
};

class Judge {
public:
    Judge(const Dataset& set, std::span<const std::int64_t> lines)
        : set_(set), values_(coordinates(set)), lines_(lines) {
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (std::isfinite(values_[i]))
                findings_.largest = std::max(findings_.largest, std::abs(double(values_[i])));
            else if (findings_.not_finite++ == 0)
                findings_.first_not_finite = {std::int64_t(i) / set.dims, std::int64_t(i) % set.dims};
        }
        constexpr std::int64_t side = 64; // entries along a block, so that the cache holds it and its mirror image
        for (std::int64_t row = 0; row < set.rows; row += side)
            for (std::int64_t col = 0; col <= row; col += side) look_at(row, col, side);
    }

    [[nodiscard]] std::string why_not() const {
        const bool looks_so = !findings_.off_zero || !findings_.unequal;
        if (!looks_so) return {}; // a square table of something else
        if (findings_.not_finite > 0)
            return fmt::format("{} {} missing or not finite, {} {}", counted(findings_.not_finite, "number"),
                               findings_.not_finite == 1 ? "is" : "are",
                               findings_.not_finite == 1 ? "in" : "the first in",
                               words_of(findings_.first_not_finite, lines_));
        if (findings_.off_zero) return fmt::format("{}, where the diagonal must be 0", entry(*findings_.off_zero));
        if (findings_.unequal)
            return fmt::format("{}, and the entry in row {}, column {} is {}, so the table is not symmetric",
                               entry(*findings_.unequal), grouped(findings_.unequal->col),
                               grouped(findings_.unequal->row), at({findings_.unequal->col, findings_.unequal->row}));
        if (findings_.negative) return fmt::format("{}, and no distance is negative", entry(*findings_.negative));
        return findings_.largest == 0.0 ? "all entries are 0" : "";
    }
    [[nodiscard]] bool holds_distances() const {
        return why_not().empty() && !findings_.off_zero && !findings_.unequal;
    }

private:
    [[nodiscard]] float at(Place place) const {
        return values_[static_cast<std::size_t>(place.row * set_.dims + place.col)];
    }
    [[nodiscard]] std::string entry(Place place) const {
        return fmt::format("the entry in {} is {}", words_of(place, lines_), at(place));
    }
    /// In reading order.
    static void keep_first(std::optional<Place>& found, Place place) {
        if (!found || std::pair(place.row, place.col) < std::pair(found->row, found->col)) found = place;
    }
    [[nodiscard]] bool are_equal(float a, float b) const {
        return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(double(a) - double(b)) <= allowed();
    }
    [[nodiscard]] double allowed() const { return rounding * findings_.largest; }

    void look_at(std::int64_t first_row, std::int64_t first_col, std::int64_t side) {
        for (std::int64_t row = first_row; row < std::min(first_row + side, set_.rows); ++row)
            for (std::int64_t col = first_col; col <= std::min(first_col + side - 1, row); ++col) {
                const float here = at({row, col}), there = at({col, row});
                if (row == col && std::abs(here) > allowed()) keep_first(findings_.off_zero, {row, col});
                if (!are_equal(here, there)) keep_first(findings_.unequal, {col, row});
                if (here < -allowed()) keep_first(findings_.negative, {row, col});
                if (there < -allowed()) keep_first(findings_.negative, {col, row});
            }
    }

    const Dataset& set_;
    std::span<const float> values_;
    std::span<const std::int64_t> lines_;
    Findings findings_;
};

/// Counts the different distances of the file that are equal to others in float32, where they are not too many to be
/// sorted at once.
std::int64_t count_merged(const std::vector<std::span<const double>>& columns) {
    constexpr std::size_t most_sides = 3000;
    if (columns.size() > most_sides) return 0;
    std::vector<double> distances;
    for (std::size_t col = 0; col < columns.size(); ++col)
        for (std::size_t row = 0; row < col; ++row) distances.push_back(columns[col][row]);
    std::ranges::sort(distances);
    distances.erase(std::unique(distances.begin(), distances.end()), distances.end());
    std::int64_t merged = 0;
    bool last_was_merged = false;
    for (std::size_t i = 1; i < distances.size(); ++i) {
        const bool are_equal = static_cast<float>(distances[i]) == static_cast<float>(distances[i - 1]);
        if (are_equal) merged += last_was_merged ? 1 : 2;
        last_was_merged = are_equal;
    }
    return merged;
}

std::string note_on_ties(const std::vector<std::span<const double>>& columns) {
    const std::int64_t merged = count_merged(columns);
    if (merged == 0) return {};
    return fmt::format("{} that differ in the file are equal to others in float32, which keeps about 7 digits",
                       counted(merged, "distance"));
}

DistanceTable judged(Dataset square, std::span<const std::int64_t> lines) {
    const Judge judge(square, lines);
    if (!judge.holds_distances()) return {.set = {}, .why_not = judge.why_not()};
    square.note.clear(); // on coordinates
    square.holds_distances = true;
    return {.set = std::move(square), .why_not = {}};
}

} // namespace

DistanceTable distances_in(Dataset square) { return judged(std::move(square), {}); }

DistanceTable distances_in(const Table& table) {
    Square square = square_in(table);
    const std::int64_t side = std::ssize(square.columns);
    if (side < least_distances) return {.set = {}, .why_not = {}, .too_few_rows = side};
    if (side > max_stored_rows) return {.set = {}, .why_not = why_too_many(side)};
    Dataset set{.name = table.name, .rows = side, .dims = side};
    VectorFiller filler(Element::float32, side, side, Digits::float32);
    for (std::int64_t col = 0; col < side; ++col)
        for (std::int64_t row = 0; row < side; ++row) {
            const double value = square.columns[static_cast<std::size_t>(col)][static_cast<std::size_t>(row)];
            if (const std::string wrong = filler.take(row, col, value); !wrong.empty())
                return {.set = {},
                        .why_not = fmt::format("the entry in {} is {}", words_of({row, col}, square.lines), wrong)};
        }
    set.values = filler.values();
    set.labels = square.names;
    set.axes = std::move(square.names);
    set.credit = table.credit;
    DistanceTable found = judged(std::move(set), square.lines);
    if (found.set) found.set->note = note_on_ties(square.columns);
    return found;
}

std::string why_too_many(std::int64_t rows) {
    return fmt::format("it has {} rows, and a matrix of at most {} can be stored", grouped(rows),
                       grouped(max_stored_rows));
}

std::string what_it_holds(const Dataset& distances) {
    return fmt::format("{} holds a symmetric {} x {} table with a zero diagonal, so it is shown as a distance matrix.",
                       distances.name, grouped(distances.rows), grouped(distances.rows));
}

} // namespace pairscope

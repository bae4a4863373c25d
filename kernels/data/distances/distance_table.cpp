// SPDX-License-Identifier: MIT
#include "kernels/data/distances/distance_table.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/distances/shown_pairs.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

using Columns = std::span<const std::span<const double>>;

/// Counts the different distances of the file that are equal to others in float32, where they are not too many to be
/// sorted at once.
std::int64_t count_merged(std::span<const std::span<const double>> columns) {
    constexpr std::size_t most_sides = 3000;
    if (columns.size() > most_sides) return 0;
    std::vector<double> distances;
    for (std::size_t col = 0; col < columns.size(); ++col)
        for (std::size_t row = 0; row < col; ++row)
            if (!std::isnan(columns[col][row])) distances.push_back(columns[col][row]);
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

std::string note_on_ties(std::span<const std::span<const double>> columns) {
    const std::int64_t merged = count_merged(columns);
    if (merged == 0) return {};
    return fmt::format("{} that differ in the file are equal to others in float32, the precision of kernels and "
                       "pictures; lists and counts of pairs have the digits of the file",
                       counted(merged, "distance"));
}

/// Notes the distances that are too near to 0 for float32, or says why the table cannot be used where all are.
DistanceTable with_note_on_small(Dataset set, const SmallNumbers& small) {
    if (small.count == 0) return {.set = std::move(set)};
    const std::string place = place_in_words(small.row, small.col);
    if (std::ranges::max(coordinates(set)) < static_cast<float>(least_whole))
        return {.set = {},
                .why_not = fmt::format("the entry in {} is {}, and none of the others is larger than 1e-30; float32 "
                                       "would lose digits of them, so multiply them by a power of ten",
                                       place, number_text(small)),
                .must_ask = true,
                .remedy = Remedy::correct};
    add_note(set, small.count == 1
                      ? fmt::format("1 distance is too near to 0 for float32 and became 0 or lost digits, {} in {}; "
                                    "multiply all distances by a power of ten if it matters",
                                    number_text(small), place)
                      : fmt::format("{} distances are too near to 0 for float32 and became 0 or lost digits, such as "
                                    "{} in {}; multiply all distances by a power of ten if these matter",
                                    grouped(small.count), number_text(small), place));
    return {.set = std::move(set)};
}

DistanceTable refused(Verdict&& verdict) {
    return {.set = {}, .why_not = std::move(verdict.why_not), .must_ask = verdict.must_ask, .remedy = verdict.remedy};
}

DistanceTable refused_size(std::int64_t side) {
    if (side < least_distances) return {.set = {}, .why_not = {}, .too_few_rows = side};
    return {.set = {}, .why_not = why_too_many(side)};
}

bool is_size_refused(std::int64_t side) { return side < least_distances || side > max_stored_rows; }

/// The square with the rows in the order of the columns of the same names. Owns the numbers.
struct JoinedSquare {
    std::vector<std::vector<double>> columns{};
    std::vector<std::span<const double>> views{};
    std::vector<std::int64_t> lines{};
    std::vector<std::int64_t> rows{}; ///< where each row stands in the file
};

JoinedSquare joined_by_name(const Square& square) {
    std::map<std::string_view, std::size_t> row_named;
    for (std::size_t row = 0; row < square.names.size(); ++row) row_named.emplace(square.names[row], row);
    std::vector<std::size_t> rows;
    for (const std::string& name : square.header) {
        const auto found = row_named.find(name);
        if (found == row_named.end()) return {}; // the names are equal only as R would write them
        rows.push_back(found->second);
    }
    JoinedSquare joined;
    for (const auto& column : square.columns) {
        std::vector<double>& moved = joined.columns.emplace_back();
        for (const std::size_t row : rows) moved.push_back(column[row]);
    }
    joined.views.assign(joined.columns.begin(), joined.columns.end());
    joined.rows.assign(rows.begin(), rows.end());
    if (!square.lines.empty())
        for (const std::size_t row : rows) joined.lines.push_back(square.lines[row]);
    return joined;
}

bool has_zero_diagonal(const EntryFindings& found) { return found.has_near_zero_diagonal && found.off_zero.count == 0; }

/// A square of numbers in double precision, and what belongs to it.
struct Judged {
    Columns columns;
    SquareFacts facts;
    const std::vector<std::string>& names;
};

DistanceTable set_of(const Judged& square, const DistanceReading& reading, std::string_view name) {
    const SquareView entries(square.columns);
    Verdict verdict = verdict_on(entries, square.facts, reading);
    if (!verdict.holds_distances) return refused(std::move(verdict));
    const std::int64_t side = entries.side();
    const ShownPairs shown{reading.symmetrise, square.facts.found.filled != Triangles::both};
    Dataset set{.name = std::string(name), .rows = side, .dims = side};
    VectorFiller filler(Element::float32, side, side, Digits::float32);
    for (std::int64_t row = 0; row < side; ++row)
        for (std::int64_t col = 0; col < side; ++col) {
            const double value = shown_distance(entries, row, col, shown);
            if (const std::string wrong = filler.take(row, col, value); !wrong.empty())
                return {.set = {}, .why_not = fmt::format("the entry in {} is {}", place_in_words(row, col), wrong)};
        }
    set.values = filler.values();
    set.labels = square.names;
    set.axes = square.names;
    set.holds_distances = true;
    set.note = std::move(verdict.note);
    if (const std::string ties = note_on_ties(square.columns); !ties.empty()) add_note(set, ties);
    keep_lost_digits(set, entries, shown);
    if (reading.symmetrise == Symmetrise::keep || reading.missing == MissingPairs::nan) count_odd_pairs(set);
    if (reading.similarity != Similarity::no)
        add_note(set, fmt::format("its similarities s became distances by {}",
                                  title_in(similarity_names, reading.similarity)));
    return with_note_on_small(std::move(set), filler.small());
}

DistanceTable of_reordered(const Square& square, const DistanceReading& reading, const std::string& name) {
    const JoinedSquare joined = joined_by_name(square);
    const EntryFindings found = look_at_entries(SquareView(joined.views));
    if (joined.views.empty() || !has_zero_diagonal(found)) {
        const EntryFindings as_they_stand = look_at_entries(SquareView(square.columns));
        return set_of({.columns = square.columns,
                       .facts = {.found = as_they_stand,
                                 .names = square.relation,
                                 .lines = square.lines,
                                 .left_out = square.left_out},
                       .names = square.names},
                      reading, name);
    }
    DistanceTable table =
        set_of({.columns = joined.views,
                .facts = {.found = found, .names = square.relation, .is_joined = true, .lines = joined.lines},
                .names = square.header},
               reading, name);
    if (table.set) table.set->source_rows = joined.rows;
    return table;
}

DistanceTable of_square(const Square& square, const DistanceReading& reading, const std::string& name) {
    if (square.relation == SquareNames::reordered) return of_reordered(square, reading, name);
    const EntryFindings found = look_at_entries(SquareView(square.columns));
    return set_of(
        {.columns = square.columns,
         .facts = {.found = found, .names = square.relation, .lines = square.lines, .left_out = square.left_out},
         .names = square.names},
        reading, name);
}

/// Names that fit say that the table is meant to hold distances, although it cannot be used.
DistanceTable refused_by_names(std::string why_not) {
    return {.set = {}, .why_not = std::move(why_not), .must_ask = true, .remedy = Remedy::correct};
}

DistanceTable not_turned(std::string why_not, std::int64_t rows) {
    return {.set = {}, .why_not = std::move(why_not), .must_ask = true, .remedy = Remedy::to_distances, .rows = rows};
}

void set_diagonal(std::vector<std::vector<double>>& columns, double value) {
    for (std::size_t i = 0; i < columns.size(); ++i) columns[i][i] = value;
}

DistanceTable looked_at(const Table& table, const Square& square, const DistanceReading& reading) {
    if (const Column* column = text_in_square(table)) {
        const auto text = std::ranges::find_if(column->texts, [](std::string_view cell) { return !cell.empty(); });
        return refused_by_names(
            fmt::format("its column {} is not a column of numbers: it {}", excerpt(column->name),
                        text == column->texts.end() ? std::string("is empty") : fmt::format("has {}", excerpt(*text))));
    }
    const std::int64_t side = std::ssize(square.columns);
    if (is_size_refused(side)) {
        DistanceTable found = refused_size(side);
        if (side > 1 && side < least_distances && square.relation == SquareNames::equal) {
            found = refused_by_names(
                fmt::format("it has only {}, and at least {} are needed", counted(side, "row"), least_distances));
            found.too_few_rows = side;
        }
        return found;
    }
    return of_square(square, reading, table.name);
}

/// Distances below a first line of numbers that cannot be told from a row. Empty: they are not.
std::string why_no_header(const Table& table) {
    const std::int64_t side = std::ssize(table.columns);
    const auto is_numeric = [](const Column& column) { return column.is_numeric(); };
    if (side < least_distances || table.rows != side + 1 || table.rows != table.total_rows ||
        !std::ranges::all_of(table.columns, is_numeric))
        return {};
    std::vector<std::span<const double>> columns;
    for (const Column& column : table.columns) columns.push_back(std::span(column.numbers).subspan(1));
    const SquareView entries(columns);
    const EntryFindings found = look_at_entries(entries);
    if (!verdict_on(entries, {.found = found}, {}).holds_distances) return {};
    return fmt::format("{} stands above a square of {} and is no row of it; remove that line, or give each column a "
                       "name with a letter if it is a header",
                       row_in_words(table, 0), counted(side, "row"));
}

/// A list without words that tell what it is: a user has to say it, where it fits.
DistanceTable asked_about(DistanceTable found, const ListedDistances& list) {
    if (!found.set) return {.rows = found.rows};
    found.set.reset();
    found.why_not =
        fmt::format("its lines can be points, or all pairs of {} with their distances", counted(list.side, "number"));
    found.must_ask = true;
    found.remedy = Remedy::say_which;
    return found;
}

} // namespace

DistanceTable distances_in(const Table& table, const DistanceReading& reading) {
    Square square = square_in(table);
    std::vector<std::vector<double>> turned;
    if (reading.similarity != Similarity::no) {
        for (const auto& column : square.columns) turned.emplace_back(column.begin(), column.end());
        if (std::string why = turn_into_distances(turned, reading.similarity); !why.empty())
            return not_turned(std::move(why), std::ssize(turned));
        square.columns.assign(turned.begin(), turned.end());
    }
    DistanceTable found = looked_at(table, square, reading);
    if (!found.set && found.why_not.empty()) found.why_not = why_no_header(table);
    found.rows = square.columns.empty() ? table.rows : std::ssize(square.columns);
    if (!found.set) return found;
    found.set->credit = table.credit;
    for (const std::string& note : table.notes) add_note(*found.set, note);
    return found;
}

DistanceTable distances_in(const ListedDistances& list, std::string_view name, const DistanceReading& reading) {
    if (!list.why_not.empty())
        return {.set = {},
                .why_not = fmt::format("it looks like {}, and {}", list.form, list.why_not),
                .must_ask = true,
                .remedy = list.remedy};
    if (is_size_refused(list.side)) return refused_size(list.side);
    std::vector<std::vector<double>> turned;
    if (reading.similarity != Similarity::no) {
        turned = list.columns;
        set_diagonal(turned, std::numeric_limits<double>::quiet_NaN()); // a row is as similar to itself as can be
        if (std::string why = turn_into_distances(turned, reading.similarity); !why.empty())
            return not_turned(std::move(why), list.side);
        set_diagonal(turned, 0.0);
    }
    const auto& entries = turned.empty() ? list.columns : turned;
    const std::vector<std::span<const double>> columns(entries.begin(), entries.end());
    const EntryFindings found = look_at_entries(SquareView(columns));
    const SquareNames names = list.names.empty() ? SquareNames::none : SquareNames::equal;
    DistanceTable table =
        set_of({.columns = columns, .facts = {.found = found, .names = names, .is_listed = true}, .names = list.names},
               reading, name);
    table.rows = list.side;
    table.must_ask = !table.set;
    if (table.must_ask && table.why_not.empty()) table.why_not = "its entries are no distances";
    if (table.remedy == Remedy::symmetrise && !list.contradiction.empty())
        table.why_not = fmt::format("it looks like {}, and {}", list.form, list.contradiction);
    if (table.set && !list.note.empty()) add_note(*table.set, list.note);
    return list.is_unsure ? asked_about(std::move(table), list) : table;
}

namespace {

/// A square of vectors whose entries are kept or turned, in the precision that they were read in.
DistanceTable of_told_square(const Dataset& square, const DistanceReading& reading) {
    std::vector<std::vector<double>> columns(static_cast<std::size_t>(square.rows));
    for (std::int64_t col = 0; col < square.rows; ++col)
        for (std::int64_t row = 0; row < square.rows; ++row)
            columns[static_cast<std::size_t>(col)].push_back(held_coordinate(square, row, col));
    if (std::string why = turn_into_distances(columns, reading.similarity); !why.empty())
        return not_turned(std::move(why), square.rows);
    const std::vector<std::span<const double>> views(columns.begin(), columns.end());
    const EntryFindings found = look_at_entries(SquareView(views));
    DistanceTable table =
        set_of({.columns = views, .facts = {.found = found}, .names = square.labels}, reading, square.name);
    table.rows = square.rows;
    return table;
}

} // namespace

DistanceTable distances_in(Dataset square, const DistanceReading& reading) {
    const std::int64_t side = square.rows;
    const bool is_kept = reading.symmetrise == Symmetrise::keep || reading.missing == MissingPairs::nan;
    if (is_kept || reading.similarity != Similarity::no) return of_told_square(square, reading);
    auto& values = std::get<std::vector<float>>(square.values);
    const SquareView entries(values, side);
    const EntryFindings found = look_at_entries(entries);
    Verdict verdict = verdict_on(entries, {.found = found}, reading);
    if (!verdict.holds_distances) {
        DistanceTable unread = refused(std::move(verdict));
        unread.rows = side;
        return unread;
    }
    for (std::int64_t row = 0; row < side; ++row) {
        for (std::int64_t col = 0; col < row; ++col) {
            float& here = values[static_cast<std::size_t>(row * side + col)];
            float& there = values[static_cast<std::size_t>(col * side + row)];
            const double first = held_coordinate(square, row, col), second = held_coordinate(square, col, row);
            if (first == second && first > 0.0) continue;
            const double value = distance_of_pair(first, second, reading.symmetrise);
            here = there = static_cast<float>(value);
            if (square.low.empty()) continue;
            const auto lost = static_cast<float>(value - double(here));
            square.low[static_cast<std::size_t>(row * side + col)] = lost;
            square.low[static_cast<std::size_t>(col * side + row)] = lost;
        }
        values[static_cast<std::size_t>(row * side + row)] = 0.0f;
        if (!square.low.empty()) square.low[static_cast<std::size_t>(row * side + row)] = 0.0f;
    }
    square.note = std::move(verdict.note); // the former one was on coordinates
    square.holds_distances = true;
    return {.set = std::move(square), .rows = side};
}

std::optional<Dataset> recorded_distances(Dataset square) {
    constexpr double recorded_rounding = 1e-6;
    if (square.rows != square.dims || square.rows < 1) return {};
    auto& values = std::get<std::vector<float>>(square.values);
    const float largest = *std::ranges::max_element(values);
    const double allowed = recorded_rounding * double(largest);
    for (std::int64_t row = 0; row < square.rows; ++row)
        for (std::int64_t col = 0; col <= row; ++col) {
            float& here = values[static_cast<std::size_t>(row * square.rows + col)];
            float& there = values[static_cast<std::size_t>(col * square.rows + row)];
            const bool fits = std::abs(double(here) - double(there)) <= allowed && double(here) >= -allowed &&
                              double(there) >= -allowed && (row != col || double(here) <= allowed);
            if (!fits) return {};
            here = there =
                row == col ? 0.0f : static_cast<float>(distance_of_pair(double(here), double(there), Symmetrise::mean));
        }
    square.holds_distances = true;
    return square;
}

std::string why_too_many(std::int64_t rows) {
    return fmt::format("it has {} rows, and a matrix of at most {} can be stored", grouped(rows),
                       grouped(max_stored_rows));
}

std::string what_it_holds(const Dataset& distances) {
    return fmt::format("{} holds the distances between {} rows, so it is shown as a distance matrix.", distances.name,
                       grouped(distances.rows));
}

} // namespace pairscope

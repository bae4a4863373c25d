// SPDX-License-Identifier: MIT
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/columns/odd_values.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/columns/standardise.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/rounding.h"
#include "kernels/data/squares.h"
#include "kernels/data/table.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace pairscope {

namespace {

void set_axes(Dataset& data, std::string_view x, std::string_view y) {
    const AxisName axis_x = axis_name_of(x), axis_y = axis_name_of(y);
    const bool one_unit = !axis_x.unit.empty() && axis_x.unit == axis_y.unit;
    if (one_unit) data.unit = axis_x.unit;
    data.axes = one_unit ? std::vector{axis_x.name, axis_y.name} : std::vector{std::string(x), std::string(y)};
}

/// Rows whose coordinates are no places: without one, and infinitely far away.
void add_odd_rows(std::vector<std::string>& notes, const Dataset& data, const Table& table) {
    const auto points = coordinates(data);
    std::int64_t incomplete = 0, infinite = 0;
    std::int64_t first_incomplete = 0, first_infinite = 0;
    for (std::size_t i = 0; i < points.size(); i += 2) {
        const float x = points[i], y = points[i + 1];
        if ((std::isnan(x) || std::isnan(y)) && incomplete++ == 0) first_incomplete = std::int64_t(i / 2);
        if ((std::isinf(x) || std::isinf(y)) && infinite++ == 0) first_infinite = std::int64_t(i / 2);
    }
    const std::string lacking = row_in_words(table, first_incomplete), endless = row_in_words(table, first_infinite);
    if (incomplete == 1) notes.push_back(fmt::format("1 row lacks x or y (NaN), on {}", lacking));
    if (incomplete > 1)
        notes.push_back(fmt::format("{} rows lack x or y (NaN), the first on {}", grouped(incomplete), lacking));
    if (infinite == 1) notes.push_back(fmt::format("1 row has an infinite x or y, on {}", endless));
    if (infinite > 1)
        notes.push_back(fmt::format("{} rows have an infinite x or y, the first on {}", grouped(infinite), endless));
}

/// What was done to the numbers of the file, in words.
struct NumberNotes {
    std::string on_origin, on_scales, on_small;
};

std::string note_of(const Dataset& data, const Table& table, const NumberNotes& numbers) {
    std::vector<std::string> notes;
    if (data.rows < table.total_rows)
        notes.push_back(fmt::format("first {} of {} rows", grouped(data.rows), grouped(table.total_rows)));
    add_odd_rows(notes, data, table);
    for (const std::string& note :
         {numbers.on_origin, note_on(rounding_loss(data, data), "point"), note_on(square_limits(data)),
          numbers.on_small, numbers.on_scales, data.scales.empty() ? note_on_units(data.axes) : std::string()})
        if (!note.empty()) notes.push_back(note);
    notes.insert(notes.end(), table.notes.begin(), table.notes.end());
    return fmt::format("{}", fmt::join(notes, "; "));
}

/// The axes have other units after standardising.
void set_standardised_axes(Dataset& data, const ColumnChoice& choice) {
    data.unit = standardised_unit;
    data.axes = {axis_name_of(choice.x).name, axis_name_of(choice.y).name};
}

/// A note on numbers that are too near to 0 for float32. Throws InputError where all of them are.
std::string note_on_small(const Dataset& data, const SmallNumbers& small, const Table& table) {
    if (small.count == 0) return {};
    const std::string place = place_of(small, data.axes, row_in_words(table, small.row));
    if (small.do_vary && widest_difference(data) < least_whole)
        throw InputError(fmt::format("cannot use {}: {}", data.name, why_all_small(small, place)));
    return note_on(small, place);
}

NumberNotes set_points(Dataset& data, FileNumbers numbers, const ColumnChoice& choice, const Table& table) {
    NumberNotes notes;
    if (choice.standardise) {
        std::vector<double> room;
        for (const std::int64_t k : {0, 1}) data.scales.push_back(scale_of(numbers.column(k, room)));
        const ScaledBy by{.file = data.name, .rows = numbers.rows(), .incomplete = count_incomplete(numbers)};
        notes.on_scales = note_of_standardising(data.scales, data.axes, by);
        numbers.standardise(data.scales);
    }
    const FileNumbers* const one = &numbers;
    const auto origins = choice.may_shift ? origins_for({&one, 1}) : std::vector<ColumnOrigin>();
    notes.on_origin = note_on_origin(origins, data.axes);
    const SmallNumbers small = set_coordinates(data, std::move(numbers), origins);
    notes.on_small = note_on_small(data, small, table);
    return notes;
}

} // namespace

Dataset dataset_from(const Table& table, const ColumnChoice& choice, std::int64_t n, Order order) {
    const Column& x = column_named(table, choice.x, Need::numbers);
    const Column& y = column_named(table, choice.y, Need::numbers);
    if (n < min_rows) {
        throw InputError(fmt::format("cannot take {} rows of {}: choose from {} to {}", n, table.name, min_rows,
                                     grouped(table.rows)));
    }
    Dataset data;
    data.name = table.name;
    data.credit = table.credit;
    data.doubtful_header = table.file.doubtful_header;
    data.columns = std::make_shared<const std::vector<ColumnUse>>(uses_of(table, choice));
    if (choice.standardise)
        set_standardised_axes(data, choice);
    else
        set_axes(data, choice.x, choice.y);
    data.latitude_axis = choice.are_places ? LatitudeAxis{} : latitude_among(x, y);
    if (data.latitude_axis && data.unit.empty()) data.unit = "degrees"; // the names do not tell it
    const auto rows = static_cast<std::size_t>(std::min(n, table.rows));
    const std::vector columns{std::span<const double>(x.numbers).first(rows),
                              std::span<const double>(y.numbers).first(rows)};
    FileNumbers written(columns);
    if (!table.file.is_array) written.mark_as_texts();
    const NumberNotes numbers = set_points(data, std::move(written), choice, table);
    if (choice.label) data.labels = column_texts(table, column_named(table, *choice.label, Need::anything), data.rows);
    if (data.rows < table.total_rows) data.rows_in_source = table.total_rows;
    data.note = note_of(data, table, numbers);
    for (const Column* column : {&x, &y})
        if (!column->note_as_coordinate.empty())
            data.note += (data.note.empty() ? "" : "; ") + column->note_as_coordinate;
    const std::array<const Column*, 2> chosen{&x, &y};
    for (const std::string& odd :
         table.recorded ? std::vector<std::string>() : notes_on_odd_values(table, chosen, data.rows))
        data.note += (data.note.empty() ? "" : "; ") + odd;
    if (const std::string lost = choice.are_places ? note_on_chosen_places(table, x, y) : std::string(); !lost.empty())
        data.note += (data.note.empty() ? "" : "; ") + lost;
    if (const std::string doubts = note_on_proposal(table, choice); !doubts.empty())
        data.note += (data.note.empty() ? "" : "; ") + doubts;
    if (table.source_rows.empty()) return ordered(std::move(data), order);
    data.source_rows.assign(table.source_rows.begin(), table.source_rows.begin() + data.rows);
    return order == Order::as_loaded ? data : ordered(std::move(data), order); // the order of a recording is its own
}

} // namespace pairscope

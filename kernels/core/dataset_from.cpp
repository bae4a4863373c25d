// SPDX-License-Identifier: MIT
#include "kernels/core/column_names.h"
#include "kernels/core/coordinates.h"
#include "kernels/core/errors.h"
#include "kernels/core/named_column.h"
#include "kernels/core/place_columns.h"
#include "kernels/core/readable.h"
#include "kernels/core/rounding.h"
#include "kernels/core/squares.h"
#include "kernels/core/table.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

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
    if (incomplete > 0)
        notes.push_back(fmt::format("{} x or y (NaN), {}{}",
                                    incomplete == 1 ? "1 row lacks" : grouped(incomplete) + " rows lack",
                                    incomplete == 1 ? "on " : "the first on ", row_in_words(table, first_incomplete)));
    if (infinite > 0)
        notes.push_back(fmt::format("{} an infinite x or y, {}{}",
                                    infinite == 1 ? "1 row has" : grouped(infinite) + " rows have",
                                    infinite == 1 ? "on " : "the first on ", row_in_words(table, first_infinite)));
}

/// What float32 does to the coordinates, in words.
struct RoundingNotes {
    std::string on_origin, on_merged;
};

using Coordinates = std::array<std::span<const double>, 2>;

/// Why the mean was subtracted, by the column that needs it most; empty: it was not.
std::string note_on_origin(const Dataset& data, const Coordinates& numbers) {
    std::string note;
    double greatest = 0.0; // rounding as a fraction of the range
    for (std::size_t k = 0; k < data.origin.size(); ++k) {
        if (data.origin[k] == 0.0) continue;
        const auto [worst, range] = rounding_of(numbers[k]);
        if (!(worst > greatest * range)) continue;
        greatest = worst / range;
        note = fmt::format("float32 would move numbers of column {} by up to {:.2g} of their range of {:.2g}, so the "
                           "rounded mean of each coordinate was subtracted first; distances and shown coordinates are "
                           "those of the file",
                           excerpt(data.axes[k]), worst, range);
    }
    return note;
}

RoundingNotes set_rounded(Dataset& data, const Coordinates& numbers) {
    set_coordinates(data, numbers);
    RoundedVectors rounded(data.rows);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        const double origin = data.origin.empty() ? 0.0 : data.origin[k];
        for (std::size_t i = 0; i < numbers[k].size(); ++i)
            rounded.take(std::int64_t(i), std::int64_t(k), numbers[k][i] - origin);
    }
    return {.on_origin = note_on_origin(data, numbers),
            .on_merged = note_on_merged(rounded.count_merged(coordinates(data)), "point")};
}

std::string note_of(const Dataset& data, const Table& table, const RoundingNotes& rounding) {
    std::vector<std::string> notes;
    if (data.rows < table.total_rows)
        notes.push_back(fmt::format("first {} of {} rows", grouped(data.rows), grouped(table.total_rows)));
    add_odd_rows(notes, data, table);
    if (!rounding.on_origin.empty()) notes.push_back(rounding.on_origin);
    if (!rounding.on_merged.empty()) notes.push_back(rounding.on_merged);
    if (std::string note = note_on(square_limits(data)); !note.empty()) notes.push_back(std::move(note));
    if (!data.scales.empty()) notes.push_back(note_of_standardising(data.scales, data.axes));
    notes.insert(notes.end(), table.notes.begin(), table.notes.end());
    return fmt::format("{}", fmt::join(notes, "; "));
}

/// The axes have other units after standardising.
void set_standardised_axes(Dataset& data, const ColumnChoice& choice) {
    data.unit = standardised_unit;
    data.axes = {axis_name_of(choice.x).name, axis_name_of(choice.y).name};
}

RoundingNotes set_points(Dataset& data, std::span<const double> x, std::span<const double> y, bool standardise) {
    if (!standardise) return set_rounded(data, {x, y});
    std::array<std::vector<double>, 2> scaled;
    for (std::size_t k = 0; k < scaled.size(); ++k) {
        const std::span<const double> numbers = k == 0 ? x : y;
        const ColumnScale& scale = data.scales.emplace_back(scale_of(numbers));
        for (const double number : numbers) scaled[k].push_back(standardised(number, scale));
    }
    return set_rounded(data, {scaled[0], scaled[1]});
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
    data.columns = std::make_shared<const std::vector<ColumnUse>>(uses_of(table, choice));
    if (choice.standardise)
        set_standardised_axes(data, choice);
    else
        set_axes(data, choice.x, choice.y);
    data.latitude_axis = choice.are_places ? LatitudeAxis{} : latitude_among(x, y);
    const auto rows = static_cast<std::size_t>(std::min(n, table.rows));
    const RoundingNotes rounding =
        set_points(data, std::span(x.numbers).first(rows), std::span(y.numbers).first(rows), choice.standardise);
    if (choice.label) {
        const auto& texts = column_named(table, *choice.label, Need::texts).texts;
        data.labels.reserve(rows);
        for (std::size_t row = 0; row < rows; ++row) data.labels.emplace_back(texts[row]);
    }
    data.note = note_of(data, table, rounding);
    if (table.source_rows.empty()) return ordered(std::move(data), order);
    data.source_rows.assign(table.source_rows.begin(), table.source_rows.begin() + data.rows);
    return order == Order::as_loaded ? data : ordered(std::move(data), order); // the order of a recording is its own
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/core/column_names.h"
#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "kernels/core/table.h"
#include "kernels/core/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope {

namespace {

enum class Need : std::uint8_t { numbers, texts };

std::string names_of(const Table& table, Need need) {
    constexpr std::int64_t most = 12; // more would be no help in one sentence
    std::string names;
    std::int64_t count = 0;
    for (const Column& column : table.columns) {
        if (column.is_numeric() != (need == Need::numbers) || ++count > most) continue;
        names += (names.empty() ? "" : ", ") + excerpt(column.name);
    }
    if (count > most) names += fmt::format(" and {} more", grouped(count - most));
    return names.empty() ? "none" : names;
}

const Column& column_named(const Table& table, std::string_view name, Need need) {
    const std::string_view wanted = need == Need::numbers ? "numbers" : "texts";
    for (const Column& column : table.columns) {
        if (column.name != name) continue;
        if (column.is_numeric() == (need == Need::numbers)) return column;
        throw InputError(fmt::format("cannot take column {} of {}: it holds {}, not {}; choose one of {}",
                                     excerpt(name), table.name, column.is_numeric() ? "numbers" : "texts", wanted,
                                     names_of(table, need)));
    }
    throw InputError(fmt::format("cannot take column {} of {}: there is no such column; those of {} are {}",
                                 excerpt(name), table.name, wanted, names_of(table, need)));
}

void set_axes(Dataset& data, std::string_view x, std::string_view y) {
    const AxisName axis_x = axis_name_of(x), axis_y = axis_name_of(y);
    const bool one_unit = !axis_x.unit.empty() && axis_x.unit == axis_y.unit;
    if (one_unit) data.unit = axis_x.unit;
    data.axes = one_unit ? std::vector{axis_x.name, axis_y.name} : std::vector{std::string(x), std::string(y)};
}

std::string note_of(const Dataset& data, const Table& table) {
    std::string note;
    if (data.rows < table.total_rows) {
        note = fmt::format("first {} of {} rows", grouped(data.rows), grouped(table.total_rows));
    }
    const auto points = coordinates(data);
    std::int64_t incomplete = 0;
    for (std::size_t i = 0; i < points.size(); i += 2)
        incomplete += std::isnan(points[i]) || std::isnan(points[i + 1]) ? 1 : 0;
    if (incomplete == 0) return note;
    return fmt::format("{}{}{} {} x or y (NaN)", note, note.empty() ? "" : "; ", grouped(incomplete),
                       incomplete == 1 ? "row lacks" : "rows lack");
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
    data.rows = std::min(n, table.rows);
    data.dims = 2;
    data.credit = table.credit;
    set_axes(data, choice.x, choice.y);
    const auto rows = static_cast<std::size_t>(data.rows);
    std::vector<float> points;
    points.reserve(2 * rows);
    for (std::size_t i = 0; i < rows; ++i) points.insert(points.end(), {x.numbers[i], y.numbers[i]});
    data.values = std::move(points);
    if (choice.label) {
        const auto& texts = column_named(table, *choice.label, Need::texts).texts;
        data.labels.assign(texts.begin(), texts.begin() + data.rows);
    }
    data.note = note_of(data, table);
    return ordered(std::move(data), order);
}

} // namespace pairscope

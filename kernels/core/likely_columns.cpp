// SPDX-License-Identifier: MIT
#include "kernels/core/column_names.h"
#include "kernels/core/errors.h"
#include "kernels/core/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope {

namespace {

using Columns = std::vector<const Column*>;

/// The row number: 0 1 2 ..., 1 2 3 ..., as a first column without a name often is.
bool counts_rows(const Column& column) {
    for (std::size_t i = 1; i < column.numbers.size(); ++i) {
        if (!(column.numbers[i] - column.numbers[i - 1] == 1.0)) return false;
    }
    return column.numbers.size() > 1;
}

bool has_no_name(const Column& column) { return column.name.starts_with("column "); }

Columns coordinate_columns(const Table& table) {
    Columns numeric, likely;
    for (const Column& column : table.columns) {
        if (!column.is_numeric()) continue;
        numeric.push_back(&column);
        if (!means_no_coordinate(column.name) && !(has_no_name(column) && counts_rows(column)))
            likely.push_back(&column);
    }
    if (numeric.size() < 2) {
        const auto hinting = std::ranges::find_if(table.columns, [](const Column& c) { return !c.hint.empty(); });
        throw InputError(fmt::format("cannot take points from {}: it has {} of numbers, but x and y need two; {}",
                                     table.name, numeric.empty() ? "no column" : "one column",
                                     hinting == table.columns.end() ? "open a table with two" : hinting->hint));
    }
    return likely.size() >= 2 ? likely : numeric;
}

const Column* first_that(const Columns& columns, bool (*means)(std::string_view)) {
    const auto found = std::find_if(columns.begin(), columns.end(), [&](const Column* c) { return means(c->name); });
    return found == columns.end() ? nullptr : *found;
}

} // namespace

std::optional<std::string> likely_label(const Table& table) {
    for (const Column& column : table.columns) {
        const bool has_text =
            std::any_of(column.texts.begin(), column.texts.end(), [](const auto& t) { return !t.empty(); });
        if (has_text) return column.name;
    }
    return std::nullopt;
}

ColumnChoice likely_columns(const Table& table) {
    const Columns columns = coordinate_columns(table);
    const std::optional<std::string> label = likely_label(table);
    const Column* x = first_that(columns, means_x);
    const Column* y = first_that(columns, means_y);
    if (x == nullptr || y == nullptr) {
        x = first_that(columns, means_longitude);
        y = first_that(columns, means_latitude);
    }
    if (x == nullptr || y == nullptr) {
        const std::size_t first = has_no_name(*columns.front()) ? 0 : columns.size() - 2;
        x = columns[first];
        y = columns[first + 1];
    }
    return {x->name, y->name, label};
}

} // namespace pairscope

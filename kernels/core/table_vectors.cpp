// SPDX-License-Identifier: MIT
#include "kernels/core/table_vectors.h"

#include "kernels/core/column_roles.h"
#include "kernels/core/errors.h"
#include "kernels/core/place_columns.h"
#include "kernels/core/readable.h"
#include "kernels/core/standardise.h"
#include "kernels/core/text.h"
#include "kernels/core/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>

namespace pairscope {
namespace {

[[noreturn]] void refuse_value(const Table& table, std::int64_t row, const Column& column, const std::string& wrong) {
    throw InputError(fmt::format("cannot use {}: in column {}, {} has {}", table.name, excerpt(column.name),
                                 row_in_words(table, row), wrong));
}

/// Each column as a vector.
Dataset columns_of(const Table& table, std::span<const Column* const> numeric, const InputRule& rule) {
    require_dims(table.name, rule, table.rows);
    Dataset data{.name = table.name, .rows = std::ssize(numeric), .dims = table.rows};
    VectorFiller filler(rule.element, data.rows, data.dims);
    for (std::int64_t row = 0; row < data.rows; ++row) {
        const Column& column = *numeric[static_cast<std::size_t>(row)];
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const std::string wrong = filler.take(row, k, column.numbers[static_cast<std::size_t>(k)]);
            if (!wrong.empty()) refuse_value(table, k, column, wrong);
        }
    }
    data.note = data.dims < table.total_rows
                    ? fmt::format("each column is a vector, of which the first {} of {} rows are taken",
                                  grouped(data.dims), grouped(table.total_rows))
                    : "each column is a vector";
    filler.finish(data);
    return data;
}

/// One for each row. A number that is missing is no label.
std::vector<std::string> labels_in(const Column* column, std::int64_t rows) {
    std::vector<std::string> labels;
    for (std::size_t row = 0; column != nullptr && row < static_cast<std::size_t>(rows); ++row) {
        if (!column->is_numeric())
            labels.emplace_back(column->texts[row]);
        else
            labels.push_back(std::isnan(column->numbers[row]) ? "" : fmt::format("{:g}", column->numbers[row]));
    }
    return labels;
}

/// A column of numbers as it becomes a coordinate.
class Coordinate {
public:
    Coordinate(const Column& column, std::int64_t rows) : numbers_(column.numbers.data(), std::size_t(rows)) {}
    void standardise(const ColumnScale& scale) { scale_ = scale; }
    [[nodiscard]] std::span<const double> numbers() const { return numbers_; }
    [[nodiscard]] double at(std::int64_t row) const {
        const double x = numbers_[std::size_t(row)];
        return scale_ ? standardised(x, *scale_) : x;
    }

private:
    std::span<const double> numbers_;
    std::optional<ColumnScale> scale_;
};

[[noreturn]] void refuse_without_numbers(const Table& table) {
    const auto hinting = std::ranges::find_if(table.columns, [](const Column& c) { return !c.hint.empty(); });
    throw InputError(
        fmt::format("cannot use {}: no column has numbers; {}", table.name,
                    hinting == table.columns.end() ? "open a table with columns of numbers" : hinting->hint));
}

/// Each row as a vector.
Dataset rows_of(const Table& table, const InputRule& rule, const VectorRequest& request) {
    const ColumnRoles roles = column_roles(table, request.columns.names);
    const std::vector<const Column*>& numeric = roles.coordinates;
    if (numeric.empty()) refuse_without_numbers(table);
    require_dims(table.name, rule, std::ssize(numeric));
    Dataset data{.name = table.name, .rows = kept(table.rows, rule, request.most_rows), .dims = std::ssize(numeric)};
    VectorFiller filler(rule.element, data.rows, data.dims);
    for (std::int64_t col = 0; col < data.dims; ++col) {
        const Column& column = *numeric[static_cast<std::size_t>(col)];
        Coordinate coordinate(column, data.rows);
        data.axes.push_back(column.name);
        if (request.columns.standardise) {
            data.scales.push_back(scale_for(request, col, coordinate.numbers()));
            coordinate.standardise(data.scales.back());
        }
        for (std::int64_t row = 0; row < data.rows; ++row) {
            const std::string wrong = filler.take(row, col, coordinate.at(row));
            if (!wrong.empty()) refuse_value(table, row, column, wrong);
        }
    }
    filler.finish(data);
    if (data.dims == 2)
        data.latitude_axis = request.columns.are_places ? LatitudeAxis{} : latitude_among(*numeric[0], *numeric[1]);
    data.labels = labels_in(roles.label, data.rows);
    if (!request.columns.standardise) data.picture_width = roles.picture_width;
    data.columns = std::make_shared<const std::vector<ColumnUse>>(roles.uses);
    note_rows(data, table.total_rows);
    if (!roles.note.empty()) add_note(data, roles.note);
    return data;
}

/// The columns of numbers: those that were chosen, or all.
std::vector<const Column*> columns_for(const Table& table, const VectorColumns& chosen) {
    if (!chosen.names.empty()) return column_roles(table, chosen.names).coordinates;
    std::vector<const Column*> numeric;
    for (const Column& column : table.columns)
        if (column.is_numeric()) numeric.push_back(&column);
    return numeric;
}

} // namespace

Dataset vectors_in(const Table& table, const InputRule& rule, const VectorRequest& request) {
    const std::vector<const Column*> numeric = columns_for(table, request.columns);
    const bool by_column = are_columns_vectors(table.rows, std::ssize(numeric), rule);
    if (by_column && request.columns.standardise)
        throw InputError(
            fmt::format("cannot standardise the columns of {}: each column is one vector of this workload, "
                        "so leave standardising out",
                        table.name));
    Dataset data = by_column ? columns_of(table, numeric, rule) : rows_of(table, rule, request);
    data.credit = table.credit;
    return data;
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/data/table_vectors.h"

#include "kernels/data/columns/categories.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/matched_columns.h"
#include "kernels/data/columns/named_column.h"
#include "kernels/data/columns/odd_values.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/readers/column_texts.h"
#include "kernels/data/readers/money.h"
#include "kernels/data/sequences/named_sequences.h"
#include "kernels/data/text.h"
#include "kernels/data/vector_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <span>
#include <utility>

namespace pairscope {
namespace {

[[noreturn]] void refuse_value(const Table& table, std::int64_t row, const Column& column, const std::string& wrong) {
    throw InputError(fmt::format("cannot use {}: in column {}, {} has {}", table.name, excerpt(column.name),
                                 row_in_words(table, row), wrong));
}

void check_numbers(const Table& table, const Column& column, std::span<const double> numbers, Element element) {
    for (std::size_t row = 0; row < numbers.size(); ++row)
        if (const std::string wrong = why_not_taken(element, numbers[row]); !wrong.empty())
            refuse_value(table, static_cast<std::int64_t>(row), column, wrong);
}

/// Each column as a vector.
ReadVectors columns_of(const Table& table, std::span<const Column* const> numeric, const InputRule& rule) {
    require_dims(table.name, rule, table.rows);
    ReadVectors read{.set = {.name = table.name, .rows = std::ssize(numeric), .dims = table.rows}};
    Dataset& data = read.set;
    VectorFiller filler(rule.element, data.rows, data.dims, Digits::all);
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
    filler.finish(data, read.numbers);
    for (const Column* column : numeric)
        if (!column->note_as_coordinate.empty()) add_note(data, column->note_as_coordinate);
    return read;
}

[[noreturn]] void refuse_without_numbers(const Table& table) {
    const auto hinting = std::ranges::find_if(table.columns, [](const Column& c) { return !c.hint.empty(); });
    sequences::refuse_sequences(table);
    const std::string text = text_among_columns(table);
    throw InputError(fmt::format("cannot use {}: no column has numbers; {}", table.name,
                                 hinting != table.columns.end() ? hinting->hint
                                 : text.empty()
                                     ? "open a table with columns of numbers"
                                     : fmt::format("{}; write numbers there, or open a table with some", text)));
}

std::vector<std::string> names_of(const std::vector<const Column*>& columns) {
    std::vector<std::string> names;
    for (const Column* column : columns) names.push_back(column->name);
    return names;
}

/// Amounts in two currencies, or percentages and plain numbers, cannot be compared, in two files as in one column.
void refuse_other_units(const Dataset& first, const std::string& file, const std::vector<const Column*>& coordinates) {
    if (!first.columns) return;
    for (std::size_t k = 0; k < std::min(first.axes.size(), coordinates.size()); ++k) {
        const auto axis = std::ranges::find(*first.columns, first.axes[k], &ColumnUse::name);
        const Column& column = *coordinates[k];
        if (axis == first.columns->end()) continue;
        if (axis->holds_categories != column.holds_categories)
            throw InputError(
                fmt::format("cannot compare {} with {}: column {} holds texts in one of them, and numbers in "
                            "the other; write both as texts, or both as numbers",
                            file, first.name, excerpt(column.name)));
        if (axis->currency == column.currency) continue;
        if (axis->currency == percent_sign || column.currency == percent_sign)
            throw InputError(fmt::format("cannot compare {} with {}: column {} holds percentages in one of them, and "
                                         "other numbers in the other; write both as percentages, or none",
                                         file, first.name, excerpt(column.name)));
        if (axis->currency.empty() || column.currency.empty()) continue;
        throw InputError(fmt::format("cannot compare {} with {}: column {} holds amounts of money in {}, and column {} "
                                     "of {} holds amounts in {}, which is another currency; convert the amounts to one "
                                     "currency",
                                     file, first.name, excerpt(column.name), column.currency, excerpt(axis->name),
                                     first.name, axis->currency));
    }
}

/// Brings the coordinates into the order that they have in the first set. Gives a note for the user.
std::string match_with(const Dataset& first, const std::string& file, ColumnRoles& roles) {
    const std::vector<std::string> names = names_of(roles.coordinates);
    const MatchedColumns matched =
        matched_columns({.file = first.name, .names = first.axes}, {.file = file, .names = names});
    std::vector<const Column*> ordered;
    for (const std::size_t k : matched.order) ordered.push_back(roles.coordinates[k]);
    if (!ordered.empty()) {
        roles.coordinates = std::move(ordered);
        roles.picture_width = first.picture_width;
    }
    refuse_other_units(first, file, roles.coordinates);
    return matched.note;
}

/// The columns of a second file are those of the first set where the files would leave out different ones by
/// themselves: a file of few rows cannot tell that a column counts them.
ColumnRoles roles_in(const Table& table, const VectorRequest& request) {
    if (request.columns.names.empty()) require_numbers(table, request.label);
    ColumnRoles roles = column_roles(table, {.coordinates = request.columns.names, .label = request.label});
    const Dataset* const first = request.first;
    if (first == nullptr || !first->columns || !request.columns.names.empty()) return roles;
    const auto is_axis = [&](const Column* column) {
        return std::ranges::find(first->axes, column->name) != first->axes.end();
    };
    const auto was_left_out = [&](const Column* column) {
        const auto use = std::ranges::find(*first->columns, column->name, &ColumnUse::name);
        return use != first->columns->end() && !use->is_used;
    };
    const auto is_here = [&](const std::string& name) {
        const auto column = std::ranges::find(table.columns, name, &Column::name);
        return column != table.columns.end() && column->is_numeric();
    };
    const auto& found = roles.coordinates;
    const bool are_axes = found.size() == first->axes.size() && std::ranges::all_of(found, is_axis);
    const bool differ_in_doubts =
        std::ranges::all_of(first->axes, is_here) &&
        std::ranges::all_of(found, [&](const Column* c) { return is_axis(c) || was_left_out(c); });
    if (are_axes || !differ_in_doubts) return roles;
    roles = column_roles(table, {.coordinates = first->axes, .label = request.label});
    roles.note = fmt::format("its coordinates are the columns that {} has as coordinates", first->name);
    return roles;
}

/// Whole numbers from 0 to 255 become bytes at once.
void take_bytes(Dataset& data, std::span<const std::span<const double>> columns) {
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(data.rows * data.dims));
    for (std::size_t k = 0; k < columns.size(); ++k)
        for (std::size_t row = 0; row < columns[k].size(); ++row)
            bytes[row * columns.size() + k] = static_cast<std::uint8_t>(columns[k][row]);
    data.values = std::move(bytes);
}

/// Each row as a vector. The label is a column of `texts`, which has the same columns.
ReadVectors rows_of(const Table& table, const InputRule& rule, const VectorRequest& request, const Table& texts) {
    ColumnRoles roles = roles_in(table, request);
    if (roles.coordinates.empty()) refuse_without_numbers(table);
    const std::string note = request.first == nullptr ? "" : match_with(*request.first, table.name, roles);
    require_dims(table.name, rule, std::ssize(roles.coordinates));
    ReadVectors read{.set = {.name = table.name,
                             .rows = kept(table.rows, rule, request.most_rows),
                             .dims = std::ssize(roles.coordinates)}};
    Dataset& data = read.set;
    read.rows_of = &table;
    data.doubtful_header = table.file.doubtful_header;
    data.axes = names_of(roles.coordinates);
    if (data.dims == 2)
        data.latitude_axis =
            request.columns.are_places ? LatitudeAxis{} : latitude_among(*roles.coordinates[0], *roles.coordinates[1]);
    std::vector<std::span<const double>> columns;
    for (const Column* column : roles.coordinates) {
        columns.push_back(std::span(column->numbers).first(static_cast<std::size_t>(data.rows)));
        check_numbers(table, *column, columns.back(), rule.element);
    }
    if (rule.element == Element::uint8)
        take_bytes(data, columns);
    else
        read.numbers = FileNumbers(std::move(columns));
    if (!table.file.is_array) read.numbers.mark_as_texts();
    if (roles.label != nullptr)
        data.labels = column_texts(texts, column_named(texts, roles.label->name, Need::anything), data.rows);
    if (!request.columns.standardise) data.picture_width = roles.picture_width;
    data.columns = std::make_shared<const std::vector<ColumnUse>>(roles.uses);
    note_rows(data, table.total_rows);
    for (const Column* column : roles.coordinates)
        if (!column->note_as_coordinate.empty()) add_note(data, column->note_as_coordinate);
    if (data.dims == 2 && request.columns.are_places)
        if (const std::string lost = note_on_chosen_places(table, *roles.coordinates[0], *roles.coordinates[1]);
            !lost.empty())
            add_note(data, lost);
    for (const std::string& odd : notes_on_odd_values(table, roles.coordinates, data.rows)) add_note(data, odd);
    if (!roles.note.empty()) add_note(data, roles.note);
    if (!note.empty()) add_note(data, note);
    return read;
}

/// The columns of numbers: those that were chosen, or all.
std::vector<const Column*> columns_for(const Table& table, const VectorColumns& chosen) {
    if (!chosen.names.empty()) return column_roles(table, {.coordinates = chosen.names}).coordinates;
    std::vector<const Column*> numeric; // a column with texts among them is refused where it is one of these
    for (const Column& column : table.columns)
        if (column.is_numeric()) numeric.push_back(&column);
    return numeric;
}

} // namespace

namespace {

/// Texts become numbers where the workload compares categories.
ReadVectors rows_of(const Table& table, const InputRule& rule, const VectorRequest& request) {
    auto numbered = with_numbered_categories(
        table, {.as = rule.texts, .columns = request.columns.names, .label = request.label, .first = request.first});
    if (!numbered) return rows_of(table, rule, request, table);
    const auto own = std::make_shared<const Table>(std::move(numbered->table));
    VectorRequest with_new_names = request;
    if (!numbered->columns.empty()) with_new_names.columns.names = numbered->columns;
    ReadVectors read = rows_of(*own, rule, with_new_names, table);
    read.table = own; // the numbers refer to it
    read.set.categories = std::move(numbered->texts);
    for (const std::string& note : numbered->notes) add_note(read.set, note);
    return read;
}

} // namespace

ReadVectors vectors_in(const Table& table, const InputRule& rule, const VectorRequest& request) {
    const bool takes_texts = rule.texts != TextColumns::left_out;
    const auto numeric = takes_texts ? std::vector<const Column*>() : columns_for(table, request.columns);
    const bool by_column = !takes_texts && are_columns_vectors(table.rows, std::ssize(numeric), rule);
    if (by_column && request.columns.standardise)
        throw InputError(
            fmt::format("cannot standardise the columns of {}: each column is one vector of this workload, "
                        "so leave standardising out",
                        table.name));
    if (by_column && !request.label.empty())
        throw InputError(fmt::format("cannot take labels of column {} in {}: each column is one vector of this "
                                     "workload, so leave the labels out",
                                     excerpt(request.label), table.name));
    if (by_column && request.columns.names.empty()) require_numbers(table);
    ReadVectors read = by_column ? columns_of(table, numeric, rule) : rows_of(table, rule, request);
    read.set.credit = table.credit;
    const Table& noted = read.table ? *read.table : table; // texts that became categories need no hints
    for (const std::string& note : noted.notes) add_note(read.set, note);
    return read;
}

} // namespace pairscope

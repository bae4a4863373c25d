// SPDX-License-Identifier: MIT
#include "app/subjects/data/load_points.h"

#include "app/subjects/recordings/recordings.h"
#include "kernels/data/columns/categories.h"
#include "kernels/data/columns/column_names.h"
#include "kernels/data/columns/column_roles.h"
#include "kernels/data/columns/place_columns.h"
#include "kernels/data/coordinates.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/data/vectors.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

/// Are these the coordinates and the labels that were recorded, and not one of them, or both of them in another unit?
bool are_as_recorded(const Table& table, const ColumnChoice& choice) {
    const bool keeps_labels = !choice.label || (table.columns.size() > 2 && choice.label == table.columns[2].name);
    const bool keeps_origin = table.recorded && (choice.may_shift || table.recorded->origin.empty());
    return keeps_origin && keeps_labels && !choice.standardise && choice.x == table.columns[0].name &&
           choice.y == table.columns[1].name;
}

/// The rows of a recording that stand first in its file, in the order of the recording. Those of no file come last.
std::vector<std::int32_t> first_in_file(const std::vector<std::int64_t>& source_rows, std::int64_t count) {
    std::vector<std::int32_t> rows(source_rows.size());
    std::iota(rows.begin(), rows.end(), 0);
    const auto in_file = [&](std::int32_t row) {
        const std::int64_t source = source_rows[std::size_t(row)];
        return source < 0 ? std::numeric_limits<std::int64_t>::max() : source;
    };
    std::ranges::stable_sort(rows, {}, in_file);
    rows.resize(std::min(rows.size(), std::size_t(count)));
    std::ranges::sort(rows);
    return rows;
}

Dataset first_in_file(const Dataset& data, std::int64_t count) {
    if (data.source_rows.empty() || count >= data.rows) return first_rows(data, count);
    return with_rows(data, first_in_file(data.source_rows, count));
}

/// Keeps the items of these rows.
template <class T> void keep(std::vector<T>& items, std::span<const std::int32_t> rows) {
    if (items.empty()) return;
    std::vector<T> kept;
    kept.reserve(rows.size());
    for (const std::int32_t row : rows) kept.push_back(items[std::size_t(row)]);
    items = std::move(kept);
}

Table first_in_file(const Table& table, std::int64_t count) {
    const std::vector<std::int32_t> rows = first_in_file(table.source_rows, count);
    Table part = table;
    part.rows = std::ssize(rows);
    keep(part.source_rows, rows);
    for (pairscope::Column& column : part.columns) {
        keep(column.numbers, rows);
        if (column.texts.size() == 0) continue;
        std::vector<std::string> texts;
        for (const std::int32_t row : rows) texts.emplace_back(column.texts[std::size_t(row)]);
        column.texts = Texts(texts);
    }
    return part;
}

} // namespace

Table load_points(const InputFile& asked, const std::stop_token& stop) {
    const InputFile file = look_at(asked);
    if (!file.is(FileFormat::recording)) return load_table(file, stop);
    return points_of(profiling::load_recording(file.path, stop), file.path);
}

Table points_of(const profiling::Recording& recording, const std::filesystem::path& path) {
    const std::shared_ptr<const Dataset> data = recorded_points(recording);
    if (const auto workload = recorded_workload(recording); !data && workload && !recording.sets.empty())
        throw InputError(fmt::format("cannot read points of {}: it is a recording of the workload {}, whose data is "
                                     "not a set of points in the plane; choose another file",
                                     shown(path), *workload));
    if (!data)
        throw InputError(fmt::format("cannot read points of {}: it holds none; choose another file", shown(path)));
    Table table{.name = shown(path.filename()),
                .format = "points of a recording",
                .columns = {},
                .rows = data->rows,
                .total_rows = data->rows,
                .credit = data->credit,
                .source_rows = data->source_rows,
                .recorded = data};
    const bool is_float32 = data->low.empty() && data->origin.empty(); // no decimal number is nearer then
    for (std::size_t k = 0; k < std::size_t(data->dims); ++k) {
        pairscope::Column column{
            .name = data->axes.size() > k ? data->axes[k] : fmt::format("x{}", k + 1), .numbers = {}, .texts = {}};
        if (data->latitude_axis)
            column.meaning = data->latitude_axis->axis == k ? CellMeaning::latitude : CellMeaning::longitude;
        for (std::int64_t row = 0; row < data->rows; ++row)
            column.numbers.push_back(is_float32 ? whole_coordinate(*data, row, std::int64_t(k))
                                                : coordinate_in_file(*data, row, std::int64_t(k)));
        table.columns.push_back(std::move(column));
    }
    if (!data->labels.empty()) table.columns.push_back({.name = "label", .numbers = {}, .texts = Texts(data->labels)});
    return table;
}

ColumnChoice usual_columns(Metric metric, const Table& table, const std::optional<std::string>& label) {
    if (!table.recorded) return likely_columns_for(metric, table, label);
    ColumnChoice choice{.x = table.columns[0].name, .y = table.columns[1].name, .label = {}};
    if (table.columns.size() > 2) choice.label = table.columns[2].name;
    return choice;
}

bool compares_all_columns(const WorkloadType& type, const Table& table, const std::optional<std::string>& label) {
    if (!table.recorded && has_categories(table, type.inputs.texts, label.value_or(""))) return true;
    const std::ptrdiff_t count = std::ssize(proposed_columns(table));
    if (table.recorded || count <= 2 || count > type.inputs.dims.most) return false;
    const ColumnChoice likely = likely_columns(table, label);
    return !means_x(likely.x) && !means_longitude(likely.x);
}

Dataset points_from(const Table& table, const ColumnChoice& choice, std::int64_t n, Order order) {
    if (n < min_rows || !are_as_recorded(table, choice)) {
        const bool is_part = n >= min_rows && n < table.rows && !table.source_rows.empty();
        return is_part ? dataset_from(first_in_file(table, n), choice, n, order)
                       : dataset_from(table, choice, n, order);
    }
    Dataset data = first_in_file(*table.recorded, std::min(n, table.rows));
    if (!choice.label) data.labels.clear();
    data.columns = std::make_shared<const std::vector<ColumnUse>>(uses_of(table, choice));
    if (data.rows < table.rows) {
        data.rows_in_source = table.rows;
        data.note += fmt::format("{}first {} of {} rows", data.note.empty() ? "" : "; ", grouped(data.rows),
                                 grouped(table.rows));
    }
    return order == Order::as_loaded ? data : ordered(std::move(data), order);
}

Order usual_order(const InputFile& file) {
    return look_at(file).is(FileFormat::recording) ? Order::as_loaded : Order::hilbert;
}

} // namespace pairscope::app

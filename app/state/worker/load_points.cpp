// SPDX-License-Identifier: MIT
#include "app/state/worker/load_points.h"

#include "app/state/recorded_runs.h"
#include "kernels/core/coordinates.h"
#include "kernels/core/errors.h"
#include "kernels/core/readable.h"
#include "profiling/recording/file.h"

#include <fmt/format.h>

#include <memory>

namespace pairscope::app {

namespace {

/// A set that was given as vectors, and can be drawn.
bool is_of_points(const Dataset& set) {
    const auto* values = std::get_if<std::vector<float>>(&set.values);
    return set.dims == 2 && values != nullptr && !values->empty();
}

} // namespace

Table load_points(const std::filesystem::path& path, const std::stop_token& stop) {
    if (!profiling::looks_like_recording(path)) return load_table(path, stop);
    const profiling::Recording recording = profiling::load_recording(path, stop);
    const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording.points);
    std::shared_ptr<const Dataset> data = points == nullptr ? nullptr : *points;
    if (const auto* settings = std::get_if<GeneratorSettings>(&recording.points))
        data = std::make_shared<const Dataset>(generate(*settings));
    if (!data && recording.sets.size() == 1 && is_of_points(*recording.sets.front())) data = recording.sets.front();
    if (const auto workload = recorded_workload(recording); !data && workload && !recording.sets.empty())
        throw InputError(fmt::format("cannot read points of {}: it is a recording of the workload {}, whose data are "
                                     "not points in the plane; choose another file",
                                     shown(path), *workload));
    if (!data)
        throw InputError(fmt::format("cannot read points of {}: it holds none; choose another file", shown(path)));
    Table table{.name = shown(path.filename()),
                .format = "points of a recording",
                .columns = {},
                .rows = data->rows,
                .total_rows = data->rows,
                .credit = data->credit,
                .source_rows = data->source_rows};
    for (std::size_t k = 0; k < std::size_t(data->dims); ++k) {
        pairscope::Column column{
            .name = data->axes.size() > k ? data->axes[k] : fmt::format("x{}", k + 1), .numbers = {}, .texts = {}};
        if (data->latitude_axis)
            column.meaning = data->latitude_axis->axis == k ? CellMeaning::latitude : CellMeaning::longitude;
        for (std::int64_t row = 0; row < data->rows; ++row)
            column.numbers.push_back(coordinate_in_file(*data, row, std::int64_t(k)));
        table.columns.push_back(std::move(column));
    }
    if (!data->labels.empty()) table.columns.push_back({.name = "label", .numbers = {}, .texts = Texts(data->labels)});
    return table;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/cli/times_table.h"

#include "app/state/drawing/number_text.h"
#include "app/state/recorded_runs.h"
#include "app/state/state_queries.h"
#include "kernels/core/text.h"
#include "profiling/outcome.h"
#include "profiling/roofline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace pairscope::cli {
namespace {

using profiling::Measurement;

std::int64_t pairs_of(const Measurement* m) { return m->workload.rows * m->workload.cols; }

/// The times of one device of one recording with one output.
struct Column {
    const profiling::Ceilings* ceilings = nullptr;
    std::string heading;
    std::vector<const Measurement*> runs; ///< of the largest size
};

std::vector<const Measurement*> usual_runs(const profiling::Recording& recording, const Device& device,
                                           std::string_view workload) {
    std::vector<const Measurement*> found;
    for (const profiling::RunOutcome& outcome : recording.runs) {
        const auto* m = std::get_if<Measurement>(&outcome);
        if (m != nullptr && profiling::failure_of(outcome).empty() && m->workload.type == workload &&
            m->device == device && m->caches == profiling::CacheState::warm && app::has_usual_block(*m))
            found.push_back(m);
    }
    return found;
}

std::string heading_of(const Device& device, const Workload& size, TargetKind target) {
    if (device.backend == Backend::cpu)
        return fmt::format("{}, {}, {}", device.name, counted(device.units, "thread"), app::size_text(size));
    return fmt::format("{}, {}, {}", device.name, app::size_text(size), name_of(target));
}

void add_columns(std::vector<Column>& columns, const profiling::Recording& recording, const Device& device,
                 std::string_view workload) {
    const std::vector<const Measurement*> runs = usual_runs(recording, device, workload);
    if (runs.empty()) return;
    const Workload largest = (*std::ranges::max_element(runs, {}, pairs_of))->workload;
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        Column column{.ceilings = profiling::ceilings_of(recording, device),
                      .heading = heading_of(device, largest, target),
                      .runs = {}};
        std::ranges::copy_if(runs, std::back_inserter(column.runs),
                             [&](const Measurement* m) { return m->workload == largest && m->target == target; });
        if (!column.runs.empty()) columns.push_back(std::move(column));
    }
}

std::string cell_of(const Column& column, std::string_view variant_id) {
    const auto found = std::ranges::find(column.runs, variant_id, &Measurement::variant_id);
    if (found == column.runs.end()) return "";
    const std::string time = app::milliseconds(profiling::seconds_of(**found)) + " ms";
    const auto fraction = column.ceilings ? profiling::useful_fraction(**found, *column.ceilings) : std::nullopt;
    return fraction ? fmt::format("{}, {:.2f}", time, *fraction) : time;
}

std::string row_text(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

} // namespace

std::string times_table(const std::vector<Planned>& rows, std::string_view workload,
                        const std::vector<profiling::Recording>& recordings) {
    std::vector<Column> columns;
    for (const profiling::Recording& recording : recordings)
        for (const Device& device : recording.devices) add_columns(columns, recording, device, workload);
    std::vector<std::string> headings{"variant", "idea"}, rules{"---", "---"};
    for (const Column& column : columns) {
        headings.push_back(column.heading);
        rules.emplace_back("---:");
    }
    std::string text = row_text(headings) + row_text(rules);
    for (const Planned& row : rows) {
        if (row.variant == nullptr || row.variant->workload != workload) continue;
        std::vector<std::string> cells{fmt::format("`{}`", short_name(row.id)), std::string(row.variant->title)};
        for (const Column& column : columns) cells.push_back(cell_of(column, row.id));
        text += row_text(cells);
    }
    return text;
}

} // namespace pairscope::cli

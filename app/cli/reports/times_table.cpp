// SPDX-License-Identifier: MIT
#include "app/cli/reports/times_table.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
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
struct TimesColumn {
    const profiling::Ceilings* ceilings = nullptr;
    std::string heading, day;
    std::vector<const Measurement*> runs; ///< the runs at the largest size
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
    std::string text = fmt::format("{}, {}", app::short_device_text(device), app::size_text(size));
    if (device.whole_units > 0) text += fmt::format(", {}", counted(device.units, "multiprocessor"));
    return device.backend == Backend::cpu ? text : fmt::format("{}, {}", text, name_of(target));
}

void add_columns(std::vector<TimesColumn>& columns, const profiling::Recording& recording, const Device& device,
                 std::string_view workload) {
    const std::vector<const Measurement*> runs = usual_runs(recording, device, workload);
    if (runs.empty()) return;
    const Workload largest = (*std::ranges::max_element(runs, {}, pairs_of))->workload;
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        TimesColumn column{.ceilings = profiling::ceilings_of(recording, device),
                           .heading = heading_of(device, largest, target),
                           .day = profiling::day_of(recording.when),
                           .runs = {}};
        std::ranges::copy_if(runs, std::back_inserter(column.runs),
                             [&](const Measurement* m) { return m->workload == largest && m->target == target; });
        if (!column.runs.empty()) columns.push_back(std::move(column));
    }
}

std::string cell_of(const TimesColumn& column, std::string_view variant_id) {
    const auto found = std::ranges::find(column.runs, variant_id, &Measurement::variant_id);
    if (found == column.runs.end()) return "";
    const std::string time = app::time_of_run(profiling::seconds_of(**found));
    const auto fraction = column.ceilings ? profiling::useful_fraction(**found, *column.ceilings) : std::nullopt;
    return fraction ? fmt::format("{}, {}", time, app::share_text(*fraction)) : time;
}

/// A name from a file as one cell of a table in Markdown.
std::string escaped(const std::string& name) {
    std::string text;
    for (const char c : name) {
        if (c == '|' || c == '<' || c == '\\') text += '\\';
        text += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
    }
    return text;
}

std::int64_t timed_runs(const profiling::Recording& recording, std::string_view workload) {
    return std::ranges::count_if(recording.runs, [&](const profiling::RunOutcome& outcome) {
        const auto* m = std::get_if<Measurement>(&outcome);
        return m != nullptr && m->workload.type == workload && profiling::failure_of(outcome).empty();
    });
}

/// Columns with the same heading get the day of their recording, and then a number.
void tell_apart(std::vector<TimesColumn>& columns) {
    const auto with_twins = [&](auto change) {
        std::vector<bool> twins;
        for (const TimesColumn& column : columns)
            twins.push_back(std::ranges::count(columns, column.heading, &TimesColumn::heading) > 1);
        for (std::size_t i = 0; i < columns.size(); ++i)
            if (twins[i]) change(columns[i], i + 1);
    };
    with_twins([](TimesColumn& column, std::size_t) { column.heading += ", " + column.day; });
    with_twins([](TimesColumn& column, std::size_t number) {
        column.heading = fmt::format("{}, column {}", column.heading, number);
    });
}

std::string row_text(const std::vector<std::string>& cells) { return fmt::format("| {} |\n", fmt::join(cells, " | ")); }

} // namespace

TimesTable times_table(const std::vector<Planned>& rows, std::string_view workload,
                       const std::vector<profiling::Recording>& recordings) {
    std::vector<TimesColumn> columns;
    std::int64_t left_out = 0;
    for (const profiling::Recording& recording : recordings) {
        for (const Device& device : recording.devices) add_columns(columns, recording, device, workload);
        left_out += timed_runs(recording, workload);
    }
    for (const TimesColumn& column : columns) left_out -= std::ssize(column.runs);
    tell_apart(columns);
    std::vector<std::string> headings{"variant", "idea"}, rules{"---", "---"};
    for (const TimesColumn& column : columns) {
        headings.push_back(escaped(column.heading));
        rules.emplace_back("---:");
    }
    std::string text = row_text(headings) + row_text(rules);
    for (const Planned& row : rows) {
        if (row.variant == nullptr || row.variant->workload != workload) continue;
        std::vector<std::string> cells{fmt::format("`{}`", short_name(row.id)), std::string(row.variant->title)};
        for (const TimesColumn& column : columns) cells.push_back(cell_of(column, row.id));
        const bool has_time =
            std::any_of(cells.begin() + 2, cells.end(), [](const auto& cell) { return !cell.empty(); });
        if (has_time) text += row_text(cells);
    }
    return {.text = std::move(text), .columns = std::ssize(columns), .left_out = left_out};
}

} // namespace pairscope::cli

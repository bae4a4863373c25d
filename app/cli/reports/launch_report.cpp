// SPDX-License-Identifier: MIT
#include "app/cli/reports/launch_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/measuring/launch_strip.h"

#include <fmt/format.h>

#include <array>
#include <span>
#include <vector>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::LaunchTimeline;
namespace series_name = profiling::series_name;

/// One sample of the launch.
struct LaunchRow {
    const LaunchTimeline* timeline = nullptr;
    std::size_t sample = 0;
};

std::string rate_text_of(const LaunchRow& row, std::string_view name) {
    const profiling::TimelineSeries* const series = profiling::series_of(*row.timeline, name);
    return series == nullptr ? "-" : fmt::format("{:.0f}", 1e-9 * rate_at(*row.timeline, *series, row.sample));
}
Json value_of_series(const LaunchRow& row, std::string_view name) {
    const profiling::TimelineSeries* const series = profiling::series_of(*row.timeline, name);
    return series == nullptr ? Json() : Json(series->values[row.sample]);
}

using LaunchColumn = app::TableColumn<LaunchRow>;
constexpr std::array all_launch_columns{
    LaunchColumn{
        .title = "from",
        .unit = "us",
        .key = "begin",
        .align = app::Align::right,
        .text = [](const LaunchRow& row) { return fmt::format("{:.1f}", 1e6 * row.timeline->begins[row.sample]); },
        .value = [](const LaunchRow& row) { return Json(row.timeline->begins[row.sample]); }},
    LaunchColumn{
        .title = "to",
        .unit = "us",
        .key = "end",
        .align = app::Align::right,
        .text = [](const LaunchRow& row) { return fmt::format("{:.1f}", 1e6 * row.timeline->ends[row.sample]); },
        .value = [](const LaunchRow& row) { return Json(row.timeline->ends[row.sample]); }},
    LaunchColumn{.title = "DRAM read",
                 .unit = "GB/s",
                 .key = "dram_bytes_read",
                 .align = app::Align::right,
                 .text = [](const LaunchRow& row) { return rate_text_of(row, series_name::dram_read); },
                 .value = [](const LaunchRow& row) { return value_of_series(row, series_name::dram_read); }},
    LaunchColumn{.title = "DRAM written",
                 .unit = "GB/s",
                 .key = "dram_bytes_written",
                 .align = app::Align::right,
                 .text = [](const LaunchRow& row) { return rate_text_of(row, series_name::dram_written); },
                 .value = [](const LaunchRow& row) { return value_of_series(row, series_name::dram_written); }},
    LaunchColumn{.title = "L2",
                 .unit = "GB/s",
                 .key = "l2_bytes",
                 .align = app::Align::right,
                 .text = [](const LaunchRow& row) { return rate_text_of(row, series_name::l2_bytes); },
                 .value = [](const LaunchRow& row) { return value_of_series(row, series_name::l2_bytes); }},
    LaunchColumn{.title = "L1",
                 .unit = "GB/s",
                 .key = "l1_bytes",
                 .align = app::Align::right,
                 .text = [](const LaunchRow& row) { return rate_text_of(row, series_name::l1_bytes); },
                 .value = [](const LaunchRow& row) { return value_of_series(row, series_name::l1_bytes); }},
    LaunchColumn{.title = "multiprocessors busy",
                 .unit = "%",
                 .key = "busy_sms",
                 .align = app::Align::right,
                 .text =
                     [](const LaunchRow& row) {
                         const auto* busy = profiling::series_of(*row.timeline, series_name::busy_sms);
                         return busy == nullptr ? "-" : fmt::format("{:.0f}", 100.0 * busy->values[row.sample]);
                     },
                 .value = [](const LaunchRow& row) { return value_of_series(row, series_name::busy_sms); }}};
constexpr std::span<const LaunchColumn> launch_columns = all_launch_columns;

std::vector<LaunchRow> rows_of(const LaunchTimeline& timeline) {
    std::vector<LaunchRow> rows;
    for (std::size_t i = 0; i < timeline.begins.size(); ++i) rows.push_back({&timeline, i});
    return rows;
}

std::string costs_text(const profiling::SamplingCosts& costs) {
    const auto ms = [](double seconds) { return fmt::format("{:.2f}", 1e3 * seconds); };
    return fmt::format("sampling took {} ms to switch on, {} to start, {} for the launch, {} to stop, {} to decode and "
                       "{} to evaluate {} samples",
                       ms(costs.configure), ms(costs.start), ms(costs.launch), ms(costs.stop), ms(costs.decode),
                       ms(costs.evaluate), costs.samples);
}

} // namespace

std::string launch_text(const ProfileReport& report) {
    if (!report.sampled || !report.sampled->timeline) return {};
    const LaunchTimeline& timeline = *report.sampled->timeline;
    profiling::Measurement run;
    run.device = report.device;
    run.timeline = timeline;
    std::string text = fmt::format("\n{}\n", text_table(launch_columns, rows_of(timeline)));
    text += fmt::format("one launch, sampled by the hardware every {} us; {}\n", app::three_digits(1e6 * timeline.step),
                        costs_text(report.sampled->costs));
    for (const profiling::Count& count : report.sampled->totals.counts)
        if (count.name.ends_with("_bytes") || count.name.starts_with("dram_"))
            text +=
                fmt::format("{}: {:.0f} B from the start to the stop of the sampling, {:.0f} B in the launch itself\n",
                            count.name, count.value, bytes_during_launch(timeline, count.name).value_or(0.0));
    return text + app::launch_sentence({std::string(report.variant.id), &run, {}}) + "\n";
}

Json launch_json(const ProfileReport& report) {
    const profiling::Sampled& sampled = *report.sampled;
    const LaunchTimeline& timeline = *sampled.timeline;
    auto counters = Json::object(), limits = Json::object(), totals = Json::object();
    for (const profiling::TimelineSeries& series : timeline.series) {
        counters[series.name] = series.counter;
        if (series.limit) limits[series.name] = *series.limit;
    }
    for (const profiling::Count& count : sampled.totals.counts) totals[count.name] = count.value;
    return {{"chip", timeline.chip},
            {"step", timeline.step},
            {"seconds", timeline.seconds},
            {"counters", std::move(counters)},
            {"limits", std::move(limits)},
            {"totals", std::move(totals)},
            {"samples", rows_json(launch_columns, rows_of(timeline))}};
}

} // namespace pairscope::cli

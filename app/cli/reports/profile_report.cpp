// SPDX-License-Identifier: MIT
#include "app/cli/reports/profile_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/inside/stall_report.h"
#include "app/cli/reports/launch_report.h"
#include "app/cli/reports/output.h"
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters_table.h"
#include "kernels/engines/cpu/symbols.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::KernelRecord;

/// The value in a prefix that suits it, with the unit behind the last space: "0.835 ms", "1 024 sectors".
std::string readable(double value, std::string_view unit) {
    if (unit == "s") return app::duration_text(value);
    if (unit == "B") return app::bytes_text(value);
    if (unit == "Hz") return fmt::format("{:.0f} MHz", 1e-6 * value);
    if (unit == "share") return app::percent_text(value);
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return fmt::format("{} {}", whole ? app::grouped(std::llround(value)) : app::three_digits(value),
                       unit.empty() ? "-" : unit);
}

/// The counts as the counts of a measurement, which the window saves in the same way.
profiling::Measurement measurement_of(const ProfileReport& report) {
    profiling::Measurement m;
    m.variant_id = report.variant.id;
    m.device = report.device;
    m.target = report.target;
    m.workload = report.data.question.size();
    m.counters = report.counters;
    return m;
}

/// CUPTI's units of counters that a user picked.
std::vector<app::CounterUnit> units_of(const ProfileReport& report) {
    std::vector<app::CounterUnit> units;
    for (const profiling::CounterFact& fact : report.picked) units.push_back({fact.name, fact.unit});
    return units;
}

/// The number and its unit apart.
std::pair<std::string, std::string> readable(const app::CountRow& row) {
    const std::string text = readable(row.count.value, row.unit);
    const std::size_t space = text.rfind(' ');
    return {text.substr(0, space), text.substr(space + 1)};
}

using CountColumn = app::TableColumn<app::CountRow>;
constexpr std::array all_count_columns{
    CountColumn{.key = "set", .value = [](const app::CountRow& row) { return Json(row.set); }},
    CountColumn{.key = "name", .value = [](const app::CountRow& row) { return Json(row.count.name); }},
    CountColumn{.title = "counted",
                .key = "title",
                .text = [](const app::CountRow& row) { return std::string(row.title); },
                .value = [](const app::CountRow& row) { return Json(row.title); }},
    CountColumn{.title = "value",
                .key = "value",
                .align = app::Align::right,
                .text = [](const app::CountRow& row) { return readable(row).first; },
                .value = [](const app::CountRow& row) { return Json(row.count.value); }},
    CountColumn{.title = "unit",
                .key = "unit",
                .text = [](const app::CountRow& row) { return readable(row).second; },
                .value = [](const app::CountRow& row) { return Json(row.unit); }},
    CountColumn{.title = "counter",
                .key = "counter",
                .text = [](const app::CountRow& row) { return row.count.counter; },
                .value = [](const app::CountRow& row) { return Json(row.count.counter); }}};
constexpr std::span<const CountColumn> count_columns = all_count_columns;

std::string kernels_of(const ProfileReport& report) {
    std::string text = fmt::format("{} per launch by CUDA events, median of {}\n",
                                   app::duration_text(report.event_seconds), report.timed_launches);
    for (const KernelRecord& kernel : report.kernels)
        text +=
            fmt::format("kernel {}: grid ({}), block ({}), {} registers, {} B of shared memory, {} by activity "
                        "records\n",
                        short_function_name(kernel.kernel), fmt::join(kernel.grid, ", "), fmt::join(kernel.block, ", "),
                        kernel.registers, kernel.shared_bytes, app::duration_text(kernel.seconds));
    return text;
}

Json kernels_json(const ProfileReport& report) {
    auto list = Json::array();
    for (const KernelRecord& kernel : report.kernels)
        list.push_back({{"kernel", kernel.kernel},
                        {"seconds", kernel.seconds},
                        {"grid", kernel.grid},
                        {"block", kernel.block},
                        {"registers", kernel.registers},
                        {"shared_bytes", kernel.shared_bytes}});
    return list;
}

std::string energy_text(const ProfileReport& report) {
    if (!report.energy || !report.energy->energy) return {};
    const profiling::EnergyOfRun& energy = *report.energy->energy;
    return fmt::format(
        "The board takes {} J per launch, as its counter says over {} launches in {}. At rest it takes {} "
        "W, which is included.\n",
        app::three_digits(energy.joules), app::grouped(energy.launches), app::duration_text(energy.seconds),
        app::three_digits(energy.idle_watts));
}

Json energy_json(const profiling::MeasuredEnergy& measured) {
    if (!measured.energy) return {};
    return {{"joules_per_launch", measured.energy->joules},
            {"idle_watts", measured.energy->idle_watts},
            {"seconds", measured.energy->seconds},
            {"launches", measured.energy->launches}};
}

} // namespace

std::string text_of(const ProfileReport& report) {
    std::string text =
        fmt::format("{} of {}, written into {}, on {} ({}{}{})\n", short_name(report.variant.id), describe(report.data),
                    report.target == TargetKind::surface ? "a texture" : "linear memory", device_id(report.device),
                    report.device.name, report.counters.chip.empty() ? "" : ", ", report.counters.chip);
    text += kernels_of(report);
    if (report.counters.counts.empty()) return text + launch_text(report) + stalls_text(report) + energy_text(report);
    const profiling::Measurement m = measurement_of(report);
    const std::vector<app::CounterUnit> units = units_of(report);
    const std::string table = text_table(count_columns, app::count_rows(m, units));
    std::string passes = app::passes_text(report.counters.passes);
    if (report.repeats != 1) passes = fmt::format("{}, {} times, medians", passes, report.repeats);
    text += fmt::format("\n{}\ncounted by the hardware in {}, with one launch per pass, in {}\n", table, passes,
                        app::duration_text(report.seconds));
    if (!report.absent.empty()) text += fmt::format("not on this chip: {}\n", fmt::join(report.absent, ", "));
    return text + launch_text(report) + stalls_text(report) + energy_text(report);
}

std::string json_of(const ProfileReport& report) {
    const profiling::Measurement m = measurement_of(report);
    const std::vector<app::CounterUnit> units = units_of(report);
    Json json{{"version", PAIRSCOPE_VERSION},
              {"provenance", name_of(profiling::Provenance::counter)},
              {"variant", report.variant.id},
              {"target", name_of(report.target)},
              {"block", report.block},
              {"data", data_json(report.data)},
              {"device", {{"id", device_id(report.device)}, {"name", report.device.name}}},
              {"chip", report.counters.chip},
              {"passes", report.counters.passes},
              {"repeats", report.repeats},
              {"seconds", report.seconds},
              {"counts", rows_json(count_columns, app::count_rows(m, units))},
              {"absent", report.absent},
              {"kernels", kernels_json(report)},
              {"event_seconds", report.event_seconds},
              {"timed_launches", report.timed_launches}};
    if (report.sampled && report.sampled->timeline) json["launch"] = launch_json(report);
    if (report.energy) {
        json["energy"] = energy_json(*report.energy);
        json["why_no_energy"] = app::or_null(report.energy->why_not);
    }
    if (report.stalls) {
        json["stalls"] = report.stalls->samples ? stalls_json(report) : Json();
        json["why_no_stalls"] = app::or_null(report.stalls->why_not);
    }
    return dumped(json);
}

std::string csv_of(const ProfileReport& report) { return app::counters_csv(measurement_of(report), units_of(report)); }

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/profile_report.h"

#include "app/cli/data_json.h"
#include "app/cli/output.h"
#include "app/model/counters_table.h"
#include "app/model/numbers.h"
#include "kernels/core/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pairscope::cli {
namespace {

using profiling::Count;
using profiling::KernelRecord;
using profiling::Quantity;

/// As a person reads it, with the unit behind the last space: "0.835 ms", "1 024 sectors".
std::string readable(double value, std::string_view unit) {
    if (unit == "s") return app::duration_text(value);
    if (unit == "B") return app::bytes_text(value);
    if (unit == "Hz") return fmt::format("{:.0f} MHz", 1e-6 * value);
    if (unit == "share") return app::percent_text(value);
    const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
    return fmt::format("{} {}", whole ? app::grouped(std::llround(value)) : app::three_digits(value),
                       unit.empty() ? "-" : unit);
}

/// What is known about a count: from the catalogue, or from CUPTI.
struct Told {
    std::string title, unit;
};
Told told(const ProfileReport& report, const Count& count) {
    if (const Quantity* quantity = profiling::find_quantity(count.name))
        return {std::string(quantity->title), std::string(quantity->unit)};
    const auto fact = std::ranges::find(report.picked, count.metric, &profiling::MetricFact::name);
    return {count.name, fact == report.picked.end() ? "" : fact->unit};
}

std::string table_of(const ProfileReport& report) {
    using enum TextTable::Align;
    TextTable table({{"counted"}, {"value", right}, {"unit"}, {"metric"}});
    for (const Count& count : report.counters.counts) {
        const Told what = told(report, count);
        const std::string text = readable(count.value, what.unit);
        const std::size_t space = text.rfind(' ');
        table.add({what.title, text.substr(0, space), text.substr(space + 1), count.metric});
    }
    return table.text();
}

/// Without return type and parameters: "vec4_rows<LinearTarget>" is long enough.
std::string short_kernel(std::string text) {
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    for (std::size_t at = text.find(unnamed); at != std::string::npos; at = text.find(unnamed))
        text.erase(at, unnamed.size());
    text.erase(std::min(text.size(), text.find('(')));
    if (text.starts_with("void ")) text.erase(0, 5);
    const std::size_t end = text.find('<');
    const std::size_t colons = text.rfind("::", end);
    return colons == std::string::npos ? text : text.substr(colons + 2);
}

std::string kernels_of(const ProfileReport& report) {
    std::string text = fmt::format("{} a launch by CUDA events, median of {}\n",
                                   app::duration_text(report.event_seconds), report.timed_launches);
    for (const KernelRecord& kernel : report.kernels)
        text += fmt::format("kernel {}: grid ({}), block ({}), {} registers, {} B of shared memory, {} by activity "
                            "records\n",
                            short_kernel(kernel.kernel), fmt::join(kernel.grid, ", "), fmt::join(kernel.block, ", "),
                            kernel.registers, kernel.shared_bytes, app::duration_text(kernel.seconds));
    return text;
}

nlohmann::ordered_json counts_json(const ProfileReport& report) {
    auto list = nlohmann::ordered_json::array();
    for (const Count& count : report.counters.counts) {
        const Told what = told(report, count);
        const Quantity* quantity = profiling::find_quantity(count.name);
        list.push_back({{"set", quantity == nullptr ? "picked" : name_of(quantity->set)},
                        {"name", count.name},
                        {"title", what.title},
                        {"value", count.value},
                        {"unit", what.unit},
                        {"metric", count.metric}});
    }
    return list;
}

nlohmann::ordered_json kernels_json(const ProfileReport& report) {
    auto list = nlohmann::ordered_json::array();
    for (const KernelRecord& kernel : report.kernels)
        list.push_back({{"kernel", kernel.kernel},
                        {"seconds", kernel.seconds},
                        {"grid", kernel.grid},
                        {"block", kernel.block},
                        {"registers", kernel.registers},
                        {"shared_bytes", kernel.shared_bytes}});
    return list;
}

} // namespace

std::string text_of(const ProfileReport& report) {
    std::string text = fmt::format(
        "{} of {}, written into {}, on {} ({}{}{})\n", short_name(report.variant.id), describe(*report.data.dataset),
        report.target == TargetKind::surface ? "a texture" : "linear memory", device_id(report.device),
        report.device.name, report.counters.chip.empty() ? "" : ", ", report.counters.chip);
    text += kernels_of(report);
    if (report.counters.counts.empty()) return text;
    text += fmt::format("\n{}\ncounted by the hardware in {} {}{}, each a launch of its own, in {}\n", table_of(report),
                        report.counters.passes, report.counters.passes == 1 ? "pass" : "passes",
                        report.repeats == 1 ? "" : fmt::format(", {} times, medians", report.repeats),
                        app::duration_text(report.seconds));
    if (!report.absent.empty()) text += fmt::format("not on this chip: {}\n", fmt::join(report.absent, ", "));
    return text;
}

std::string json_of(const ProfileReport& report) {
    return dumped({{"version", PAIRSCOPE_VERSION},
                   {"provenance", "counter"},
                   {"variant", report.variant.id},
                   {"target", name_of(report.target)},
                   {"block", report.block},
                   {"data", data_json(report.data)},
                   {"device", {{"id", device_id(report.device)}, {"name", report.device.name}}},
                   {"chip", report.counters.chip},
                   {"passes", report.counters.passes},
                   {"repeats", report.repeats},
                   {"seconds", report.seconds},
                   {"counts", counts_json(report)},
                   {"absent", report.absent},
                   {"kernels", kernels_json(report)},
                   {"event_seconds", report.event_seconds},
                   {"timed_launches", report.timed_launches}});
}

std::string csv_of(const ProfileReport& report) {
    profiling::Measurement m;
    m.variant_id = report.variant.id;
    m.device = report.device;
    m.target = report.target;
    m.workload.rows = report.data.dataset->rows;
    m.counters = report.counters;
    std::vector<app::MetricUnit> units;
    for (const profiling::MetricFact& fact : report.picked) units.push_back({fact.name, fact.unit});
    return app::counters_csv(m, units);
}

} // namespace pairscope::cli

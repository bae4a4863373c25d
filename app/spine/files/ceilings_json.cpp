// SPDX-License-Identifier: MIT
#include "app/spine/files/ceilings_json.h"

#include "app/chart/number_text.h"

#include <fmt/chrono.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ctime>
#include <stdexcept>

namespace pairscope::app {
namespace {

constexpr const char* utc_format = "%Y-%m-%dT%H:%M:%SZ";

using profiling::Ceiling;

/// The interval's half width as a share of the value.
std::string interval_text(const Ceiling& ceiling) {
    if (!ceiling.interval) return "-";
    const double half =
        std::max(ceiling.value - ceiling.interval->low, ceiling.interval->high - ceiling.value) / ceiling.value;
    return "+-" + percent_text(half);
}

Json interval_json(const Ceiling& ceiling) {
    return ceiling.interval ? Json::array({ceiling.interval->low, ceiling.interval->high}) : Json();
}

std::string peak_text(const Ceiling& ceiling) {
    return ceiling.peak ? rate_text(unit_of(ceiling.kind), *ceiling.peak) : "-";
}
std::string share_of_peak(const Ceiling& ceiling) {
    return ceiling.peak ? percent_text(ceiling.value / *ceiling.peak) : "-";
}

constexpr std::array columns_of_ceilings{
    TableColumn<Ceiling>{.title = "ceiling",
                         .key = "kind",
                         .text = [](const Ceiling& ceiling) { return std::string(title_of(ceiling.kind)); },
                         .value = [](const Ceiling& ceiling) { return Json(name_of(ceiling.kind)); }},
    TableColumn<Ceiling>{
        .title = "threads",
        .key = "threads",
        .align = Align::right,
        .text = [](const Ceiling& ceiling) { return ceiling.threads > 0 ? fmt::format("{}", ceiling.threads) : ""; },
        .value = [](const Ceiling& ceiling) { return Json(ceiling.threads); }},
    TableColumn<Ceiling>{.title = "measured",
                         .key = "value",
                         .align = Align::right,
                         .text = [](const Ceiling& ceiling) { return rate_text(unit_of(ceiling.kind), ceiling.value); },
                         .value = [](const Ceiling& ceiling) { return Json(ceiling.value); }},
    TableColumn<Ceiling>{.key = "unit", .value = [](const Ceiling& ceiling) { return Json(unit_of(ceiling.kind)); }},
    TableColumn<Ceiling>{
        .title = "95 %", .key = "interval", .align = Align::right, .text = interval_text, .value = interval_json},
    TableColumn<Ceiling>{.key = "samples", .value = [](const Ceiling& ceiling) { return Json(ceiling.samples); }},
    TableColumn<Ceiling>{.title = "data sheet",
                         .key = "peak",
                         .align = Align::right,
                         .text = peak_text,
                         .value = [](const Ceiling& ceiling) { return or_null(ceiling.peak); }},
    TableColumn<Ceiling>{.title = "of it", .align = Align::right, .text = share_of_peak},
    TableColumn<Ceiling>{.title = "how",
                         .key = "how",
                         .text = [](const Ceiling& ceiling) { return ceiling.how; },
                         .value = [](const Ceiling& ceiling) { return Json(ceiling.how); }}};

/// A ceiling divides times: zero, nan and infinity were never measured.
double positive(const Json& json) {
    const double value = json.get<double>();
    if (!std::isfinite(value) || !(value > 0.0)) throw std::invalid_argument("a rate is not a positive number");
    return value;
}

std::optional<double> positive_or_absent(const Json& json) {
    if (json.is_null()) return {};
    return positive(json);
}

Ceiling ceiling_of(const Json& json, profiling::CeilingKind kind) {
    Ceiling ceiling{.kind = kind,
                    .threads = json.at("threads").get<int>(),
                    .value = positive(json.at("value")),
                    .samples = json.at("samples").get<int>(),
                    .how = json.at("how").get<std::string>(),
                    .peak = positive_or_absent(json.at("peak"))};
    if (const Json& interval = json.at("interval"); !interval.is_null())
        ceiling.interval = profiling::Interval{positive(interval.at(0)), positive(interval.at(1))};
    return ceiling;
}

} // namespace

std::span<const TableColumn<Ceiling>> ceiling_columns() { return columns_of_ceilings; }

std::string utc_text(std::chrono::system_clock::time_point when) {
    return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

std::optional<std::chrono::system_clock::time_point> utc_time(const std::string& text) {
    std::tm parts{};
    const char* end = ::strptime(text.c_str(), utc_format, &parts);
    if (end == nullptr || *end != '\0') return {};
    return std::chrono::system_clock::from_time_t(::timegm(&parts));
}

Json json_of(const profiling::Ceilings& ceilings) {
    return {{"id", device_id(ceilings.device)}, {"name", ceilings.device.name},
            {"driver", ceilings.device.driver}, {"bus", ceilings.device.bus},
            {"units", ceilings.device.units},   {"when", utc_text(ceilings.when)},
            {"clock", or_null(ceilings.clock)}, {"found", rows_json(ceiling_columns(), ceilings.found)}};
}

profiling::Ceilings ceilings_of(const Json& json, const Device& device) {
    profiling::Ceilings ceilings{.device = device, .found = {}};
    const auto when = utc_time(json.at("when").get<std::string>());
    if (!when) throw std::invalid_argument("the date cannot be read");
    ceilings.when = *when;
    ceilings.clock = positive_or_absent(json.at("clock"));
    for (const Json& entry : json.at("found"))
        if (const auto kind = profiling::ceiling_kind_named(entry.at("kind").get<std::string>()))
            add(ceilings, ceiling_of(entry, *kind));
    return ceilings;
}

} // namespace pairscope::app

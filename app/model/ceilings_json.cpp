// SPDX-License-Identifier: MIT
#include "app/model/ceilings_json.h"

#include <fmt/chrono.h>

#include <cmath>
#include <ctime>
#include <stdexcept>

namespace pairscope::app {
namespace {

using Json = nlohmann::ordered_json;
constexpr const char* utc_format = "%Y-%m-%dT%H:%M:%SZ";

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(); }

Json json_of(const profiling::Ceiling& ceiling) {
    const auto& interval = ceiling.interval;
    return {{"kind", name_of(ceiling.kind)},
            {"threads", ceiling.threads},
            {"value", ceiling.value},
            {"unit", unit_of(ceiling.kind)},
            {"interval", interval ? Json::array({interval->low, interval->high}) : Json()},
            {"samples", ceiling.samples},
            {"how", ceiling.how},
            {"peak", or_null(ceiling.peak)}};
}

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

profiling::Ceiling ceiling_of(const Json& json, profiling::CeilingKind kind) {
    profiling::Ceiling ceiling{.kind = kind,
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
    Json found = Json::array();
    for (const profiling::Ceiling& ceiling : ceilings.found) found.push_back(json_of(ceiling));
    return {{"id", device_id(ceilings.device)}, {"name", ceilings.device.name},   {"driver", ceilings.device.driver},
            {"bus", ceilings.device.bus},       {"units", ceilings.device.units}, {"when", utc_text(ceilings.when)},
            {"clock", or_null(ceilings.clock)}, {"found", std::move(found)}};
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

// SPDX-License-Identifier: MIT
#include "app/model/counters_table.h"

#include "app/model/csv.h"
#include "profiling/cupti/catalogue.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace pairscope::app {
namespace {

/// What the catalogue says of a count; of a picked one only its name.
struct Told {
    std::string_view set = "picked", quantity, unit;
};
Told told(const profiling::Count& count) {
    const profiling::Quantity* quantity = profiling::find_quantity(count.name);
    if (quantity == nullptr) return {.quantity = count.name, .unit = {}};
    return {.set = name_of(quantity->set), .quantity = quantity->title, .unit = quantity->unit};
}

} // namespace

std::string counters_csv(const profiling::Measurement& m, const std::vector<MetricUnit>& units) {
    std::string text = "variant,device,target,n,chip,passes,set,name,quantity,value,unit,metric\n";
    const std::string run =
        fmt::format("{},{},{},{},{},{}", csv_field(m.variant_id), csv_field(m.device.name), name_of(m.target),
                    m.workload.rows, csv_field(m.counters->chip), m.counters->passes);
    for (const profiling::Count& count : m.counters->counts) {
        Told what = told(count);
        if (const auto unit = std::ranges::find(units, count.metric, &MetricUnit::metric); unit != units.end())
            what.unit = unit->unit;
        text += fmt::format("{},{},{},{},{},{},{}\n", run, what.set, csv_field(count.name), csv_field(what.quantity),
                            count.value, csv_field(what.unit), csv_field(count.metric));
    }
    return text;
}

std::string counters_json(const profiling::Measurement& m) {
    auto counts = nlohmann::ordered_json::array();
    for (const profiling::Count& count : m.counters->counts) {
        const Told what = told(count);
        counts.push_back({{"set", what.set},
                          {"name", count.name},
                          {"quantity", what.quantity},
                          {"value", count.value},
                          {"unit", what.unit},
                          {"metric", count.metric}});
    }
    const nlohmann::ordered_json json{{"variant", m.variant_id},     {"device", m.device.name},
                                      {"target", name_of(m.target)}, {"n", m.workload.rows},
                                      {"chip", m.counters->chip},    {"passes", m.counters->passes},
                                      {"counts", std::move(counts)}};
    return json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

} // namespace pairscope::app

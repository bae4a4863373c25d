// SPDX-License-Identifier: MIT
// Turns values into JSON. FORMAT.md says what each field means; read_json.cpp reads them back.
#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"
#include "kernels/data/text.h"
#include "profiling/outcome.h"
#include "profiling/recording/limits.h"
#include "profiling/recording/recording.h"
#include "profiling/recording/set_json.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>

namespace pairscope::profiling {
namespace {

using nlohmann::ordered_json;

/// A figure that is absent, or not finite, has no field.
void put(ordered_json& json, const char* key, const std::optional<double>& value) {
    if (value && std::isfinite(*value)) json[key] = *value;
}

std::string time_text(std::chrono::sys_seconds when) {
    return fmt::format("{:%FT%TZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

std::string dumped(const ordered_json& json) {
    return json.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// A line for each field, and for each item of a list, so that two files can be compared by line.
std::string text_in_lines(const ordered_json& recording) {
    std::string text = "{\n";
    for (const auto& [key, value] : recording.items()) {
        text += fmt::format("{}\"{}\": ", text.size() > 2 ? ",\n" : "", key);
        if (!value.is_array()) {
            text += dumped(value);
            continue;
        }
        text += '[';
        for (const ordered_json& item : value) text += (&item == &value.front() ? "\n" : ",\n") + dumped(item);
        text += value.empty() ? "]" : "\n]";
    }
    return text + "\n}\n";
}

/// Makes the parts, and counts the devices as they are mentioned.
class Writer {
public:
    explicit Writer(const Recording& recording) : recording_(recording), devices_(recording.devices) {}

    ordered_json json() {
        auto ceilings = ordered_json::array(), runs = ordered_json::array(), devices = ordered_json::array();
        for (const Ceilings& of_device : recording_.ceilings) ceilings.push_back(json_of(of_device));
        for (const RunOutcome& run : recording_.runs)
            runs.push_back(std::visit([&](const auto& outcome) { return json_of(outcome); }, run));
        for (const Device& device : devices_) devices.push_back(device_json(device));
        ordered_json json{{"format", "pairscope recording"},        {"version", recording_format},
                          {"made_by", fitting(recording_.made_by)}, {"when", time_text(recording_.when)},
                          {"label", fitting(recording_.label)},     {"host", host_json(recording_.host)},
                          {"devices", std::move(devices)}};
        if (!recording_.workload.empty()) json["workload"] = recording_.workload;
        if (ordered_json points = points_json(); !points.is_null()) json["points"] = std::move(points);
        for (const auto& set : recording_.sets) json["sets"].push_back(set_json(*set));
        if (recording_.same_rows) json["same_rows"] = true;
        json["work_rule"] = recording_.work_rule;
        if (!recording_.ratio.empty()) json["ratio"] = fitting(recording_.ratio);
        if (!recording_.parameters.empty()) json["parameters"] = recording_.parameters;
        for (const RecordedPair& pair : recording_.pairs)
            json["pairs"].push_back({{"row", pair.row}, {"column", pair.column}, {"name", fitting(pair.name)}});
        if (!recording_.view.empty()) json["view"] = fitting(recording_.view);
        json["ceilings"] = std::move(ceilings);
        json["runs"] = std::move(runs);
        return json;
    }

private:
    static ordered_json host_json(const Host& host) {
        return {{"cpu", fitting(host.cpu)},
                {"threads", host.threads},
                {"memory_bytes", host.memory_bytes},
                {"system", fitting(host.system)}};
    }
    static ordered_json device_json(const Device& device) {
        ordered_json json{{"backend", name_of(device.backend)},
                          {"ordinal", device.ordinal},
                          {"name", fitting(device.name)},
                          {"units", device.units},
                          {"compute_capability", device.compute_capability},
                          {"memory_bytes", device.memory_bytes},
                          {"max_surface", device.max_surface},
                          {"driver", fitting(device.driver)}};
        if (device.cache_bytes > 0) json["cache_bytes"] = device.cache_bytes;
        return json;
    }

    std::size_t index_of(const Device& device) {
        const auto found = std::ranges::find(devices_, device);
        if (found != devices_.end()) return std::size_t(found - devices_.begin());
        devices_.push_back(device);
        return devices_.size() - 1;
    }

    [[nodiscard]] ordered_json points_json() const {
        return std::visit(Overloaded{[](const std::monostate&) { return ordered_json(); },
                                     [](const GeneratorSettings& settings) { return settings_json(settings); },
                                     [](const std::shared_ptr<const Dataset>& data) {
                                         return pairscope::profiling::points_json(*data);
                                     }},
                          recording_.points);
    }
    static ordered_json settings_json(const GeneratorSettings& settings) {
        auto parameters = ordered_json::object();
        const auto known = parameters_of(settings.shape);
        for (std::size_t k = 0; k < known.size(); ++k) parameters[std::string(known[k].name)] = settings.parameters[k];
        return {{"shape", name_of(settings.shape)},
                {"n", settings.n},
                {"seed", settings.seed},
                {"parameters", std::move(parameters)}};
    }
    ordered_json json_of(const Ceilings& ceilings) {
        auto found = ordered_json::array();
        for (const Ceiling& ceiling : ceilings.found) {
            if (!std::isfinite(ceiling.value)) continue;
            ordered_json json{{"kind", name_of(ceiling.kind)},
                              {"threads", ceiling.threads},
                              {"value", ceiling.value},
                              {"samples", ceiling.samples},
                              {"how", fitting(ceiling.how)}};
            if (ceiling.interval) json["interval"] = {ceiling.interval->low, ceiling.interval->high};
            put(json, "peak", ceiling.peak);
            found.push_back(std::move(json));
        }
        const auto when = std::chrono::floor<std::chrono::seconds>(ceilings.when);
        ordered_json json{{"device", index_of(ceilings.device)}, {"when", time_text(when)}};
        put(json, "clock", ceilings.clock);
        json["found"] = std::move(found);
        return json;
    }

    static ordered_json workload_json(const Workload& workload) {
        return {{"kind", workload.type}, {"rows", workload.rows}, {"cols", workload.cols}, {"dims", workload.dims}};
    }
    static ordered_json check_json(const CheckVerdict& verdict) {
        const Comparison& check = verdict.comparison;
        ordered_json json{{"entries_checked", check.entries_checked},
                          {"rows_checked", check.rows_checked},
                          {"rows", check.rows},
                          {"wrong_entries", check.wrong_entries},
                          {"unwritten_entries", check.unwritten_entries},
                          {"guard_damage", check.guard_damage}};
        put(json, "worst_error", check.worst_error);
        if (check.cols != check.rows) json["cols"] = check.cols;
        if (check.different_entries) json["different_entries"] = *check.different_entries;
        if (!check.first_different.empty()) json["first_different"] = fitting(check.first_different);
        if (!check.sampled.empty()) json["sampled"] = fitting(check.sampled);
        if (const auto& seen = verdict.examination)
            json["examination"] = {{"rows", seen->rows},
                                   {"blocks", seen->blocks},
                                   {"blocks_examined", seen->blocks_examined},
                                   {"faults", seen->faults},
                                   {"findings", fitting(seen->findings)}};
        if (!verdict.not_examined.empty()) json["not_examined"] = fitting(verdict.not_examined);
        if (check.kind != OutputKind::matrix) json["output"] = name_of(check.kind);
        if (ordered_json output = output_json(verdict.output); !output.is_null())
            json["output_values"] = std::move(output);
        return json;
    }

    /// Only the first few matches and values are written.
    static ordered_json output_json(const Output& output) {
        return std::visit(
            Overloaded{[](const std::monostate&) { return ordered_json(); },
                       [](double scalar) { return std::isfinite(scalar) ? ordered_json(scalar) : ordered_json(); },
                       [](const FoundPair& pair) {
                           ordered_json json{{"first", pair.first}, {"second", pair.second}};
                           put(json, "value", pair.value);
                           return json;
                       },
                       [](const std::vector<FoundMatch>& matches) {
                           auto list = ordered_json::array();
                           for (std::size_t i = 0; i < std::min(matches.size(), most_matches_kept); ++i) {
                               const FoundMatch& match = matches[i];
                               ordered_json json{{"best", match.best}, {"second", match.second}};
                               put(json, "best_value", match.best_value);
                               put(json, "second_value", match.second_value);
                               list.push_back(std::move(json));
                           }
                           return list;
                       },
                       [](const std::vector<float>& values) {
                           auto list = ordered_json::array();
                           for (std::size_t i = 0; i < std::min(values.size(), most_matches_kept); ++i)
                               if (std::isfinite(values[i])) list.push_back(values[i]);
                           return list;
                       }},
            output);
    }

    ordered_json json_of(const Measurement& m) {
        ordered_json json{{"outcome", name_of(Outcome::measured)},
                          {"variant", m.variant_id},
                          {"workload", workload_json(m.workload)},
                          {"device", index_of(m.device)},
                          {"target", name_of(m.target)},
                          {"entry", name_of(m.entry)},
                          {"threads", m.threads},
                          {"timer", fitting(m.timer)},
                          {"stopped_by", name_of(m.stopped_by)},
                          {"caches", name_of(m.caches)},
                          {"launches", m.launches},
                          {"check", check_json(m.check)}};
        if (m.block > 0) json["block"] = m.block;
        if (m.layout_seconds > 0.0) put(json, "layout_seconds", m.layout_seconds);
        put(json, "predicted_bytes", m.predicted_bytes);
        auto kernels = ordered_json::array();
        for (const LaunchFacts& kernel : m.kernels) kernels.push_back(kernel_json(kernel));
        if (!kernels.empty()) json["kernels"] = std::move(kernels);
        if (m.counters) json["counters"] = counters_json(*m.counters);
        if (m.conditions) json["conditions"] = conditions_json(*m.conditions);
        json["seconds"] = m.seconds;
        if (!m.turns.empty()) json["turns"] = m.turns;
        if (!m.activity_seconds.empty()) json["activity_seconds"] = m.activity_seconds;
        auto times = ordered_json::array();
        for (const KernelTime& time : m.kernel_times)
            times.push_back({{"kernel", fitting(time.kernel)}, {"seconds", time.seconds}});
        if (!times.empty()) json["kernel_times"] = std::move(times);
        if (m.timeline) json["timeline"] = timeline_json(*m.timeline);
        return json;
    }
    static ordered_json timeline_json(const LaunchTimeline& timeline) {
        auto all = ordered_json::array();
        for (const TimelineSeries& series : timeline.series) {
            ordered_json json{{"name", series.name}, {"counter", series.counter}};
            put(json, "limit", series.limit);
            json["values"] = series.values;
            all.push_back(std::move(json));
        }
        return {{"chip", timeline.chip},     {"step", timeline.step}, {"seconds", timeline.seconds},
                {"begins", timeline.begins}, {"ends", timeline.ends}, {"series", std::move(all)}};
    }
    static ordered_json kernel_json(const LaunchFacts& kernel) {
        return {{"kernel", fitting(kernel.kernel)},
                {"grid", kernel.grid},
                {"block", kernel.block},
                {"registers", kernel.registers},
                {"shared_bytes", kernel.shared_bytes},
                {"blocks_per_unit", kernel.blocks_per_unit},
                {"occupancy", kernel.occupancy}};
    }
    static ordered_json counters_json(const Counters& counters) {
        auto counts = ordered_json::array();
        for (const Count& count : counters.counts)
            if (std::isfinite(count.value))
                counts.push_back({{"name", count.name}, {"counter", count.counter}, {"value", count.value}});
        return {{"chip", counters.chip}, {"passes", counters.passes}, {"counts", std::move(counts)}};
    }
    static ordered_json conditions_json(const Conditions& conditions) {
        auto json = ordered_json::object();
        put(json, "clock", conditions.clock);
        put(json, "lowest_clock", conditions.lowest_clock);
        put(json, "highest_clock", conditions.highest_clock);
        put(json, "memory_clock", conditions.memory_clock);
        put(json, "power", conditions.power);
        put(json, "joules", conditions.joules);
        put(json, "temperature", conditions.temperature);
        json["slowed_by"] = fitting(conditions.slowed_by);
        json["drew_the_screen"] = conditions.drew_the_screen;
        put(json, "other_load", conditions.other_load);
        return json;
    }

    static ordered_json totals_json(const simt::TraceTotals& totals) {
        return {{"requests", totals.requests},
                {"sectors", totals.sectors},
                {"useful_bytes", totals.useful_bytes},
                {"wavefronts", totals.wavefronts},
                {"needed", totals.needed}};
    }
    ordered_json json_of(const Simulated& s) {
        ordered_json json{{"outcome", name_of(Outcome::simulated)},
                          {"variant", s.variant_id},
                          {"workload", workload_json(s.workload)},
                          {"device", index_of(s.device)},
                          {"target", name_of(s.target)},
                          {"check", check_json(s.check)}};
        if (s.block > 0) json["block"] = s.block;
        put(json, "predicted_bytes", s.predicted_bytes);
        if (s.trace)
            json["trace"] = {{"stores", totals_json(s.trace->stores)},
                             {"loads", totals_json(s.trace->loads)},
                             {"findings", s.trace->findings},
                             {"blocks", s.trace->blocks},
                             {"blocks_traced", s.trace->blocks_traced}};
        return json;
    }
    static ordered_json json_of(const Skipped& s) {
        return {{"outcome", name_of(Outcome::skipped)}, {"variant", s.variant_id}, {"reason", fitting(s.reason)}};
    }
    static ordered_json json_of(const Failed& f) {
        ordered_json json{
            {"outcome", name_of(Outcome::failed)}, {"variant", f.variant_id}, {"message", fitting(f.message)}};
        if (f.verdict) json["check"] = check_json(*f.verdict);
        return json;
    }

    const Recording& recording_;
    std::vector<Device> devices_;
};

std::size_t values_in(const LaunchTimeline& timeline) { return timeline.begins.size() * (2 + timeline.series.size()); }

std::size_t values_in(const Dataset& data) {
    const std::size_t values = std::visit([](const auto& all) { return all.size(); }, data.values);
    return values + data.low.size() + data.labels.size() + data.source_rows.size();
}
std::size_t values_in(const RecordedPoints& points) {
    const auto* data = std::get_if<std::shared_ptr<const Dataset>>(&points);
    return data == nullptr || *data == nullptr ? 0 : values_in(original_of(**data));
}

void check_size(const Recording& recording) {
    std::size_t samples = 0;
    for (const RunOutcome& run : recording.runs)
        if (const auto* m = std::get_if<Measurement>(&run))
            samples += m->seconds.size() + m->activity_seconds.size() + (m->timeline ? values_in(*m->timeline) : 0);
    if (recording.runs.size() > most_runs || samples > most_kept_samples)
        throw InputError(
            fmt::format("it would hold {} runs with {} samples, and {} with {} can be read back; record fewer sizes",
                        grouped(std::int64_t(recording.runs.size())), grouped(std::int64_t(samples)),
                        grouped(std::int64_t(most_runs)), grouped(std::int64_t(most_kept_samples))));
    const std::size_t values = samples + values_in(recording.points); // sets are limited when they are written
    if (values > most_kept_values)
        throw InputError(fmt::format("it would hold {} numbers and labels, and {} can be read back; record fewer "
                                     "points or fewer sizes",
                                     grouped(std::int64_t(values)), grouped(std::int64_t(most_kept_values))));
}

} // namespace

std::string text_of(const Recording& recording) {
    check_size(recording);
    return text_in_lines(Writer(recording).json());
}

std::string day_of(std::chrono::sys_seconds when) {
    return fmt::format("{:%F}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

} // namespace pairscope::profiling

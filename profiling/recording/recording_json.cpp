// SPDX-License-Identifier: MIT
// The fields of a recording as a whole, and its text. FORMAT.md says what each field means.
#include "kernels/data/errors.h"
#include "kernels/data/overloaded.h"
#include "kernels/data/text.h"
#include "profiling/recording/fields.h"
#include "profiling/recording/json_tree.h"
#include "profiling/recording/kernel_fields.h"
#include "profiling/recording/run_fields.h"
#include "profiling/recording/set_json.h"
#include "profiling/recording/trace_fields.h"
#include "profiling/recording/track_fields.h"
#include "profiling/recording/vector_fields.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

namespace pairscope::profiling {
namespace {

constexpr std::size_t most_parameters = 100; // per workload
constexpr std::size_t most_columns = 65535;  // that a session names

struct Seed {
    [[nodiscard]] Json json(std::uint64_t seed) const { return seed; }
    void read(const JsonPlace& place, std::uint64_t& seed) const { seed = place.unsigned_whole(); }
};
/// An object with the parameters of a shape by their names.
struct ShapeParameters {
    std::span<const ShapeParameter> known;
    using Values = std::array<double, max_shape_parameters>;

    [[nodiscard]] Json json(const Values& values) const {
        auto json = Json::object();
        for (std::size_t k = 0; k < known.size(); ++k) json.add(std::string(known[k].name), values[k]);
        return json;
    }
    void read(const JsonPlace& place, Values& values) const {
        for (std::size_t k = 0; k < known.size(); ++k) {
            const JsonPlace value = place.at(std::string(known[k].name).c_str());
            values[k] = value.number(known[k].min, known[k].max);
            if (known[k].whole && std::trunc(values[k]) != values[k]) value.refuse("a whole number");
        }
    }
};
ShapeParameters parameters_in(const GeneratorSettings& settings) { return {parameters_of(settings.shape)}; }

struct Ends {
    [[nodiscard]] Json json(const Interval& interval) const { return std::array{interval.low, interval.high}; }
    void read(const JsonPlace& place, Interval& interval) const {
        const auto ends = place.numbers(0.0, most_figure, 2);
        if (ends.size() != 2 || ends[0] > ends[1]) place.refuse("a list of 2 numbers, the lower first,");
        interval = {ends[0], ends[1]};
    }
};

/// The list of devices, in which ceilings and runs find theirs.
struct Devices {
    [[nodiscard]] Json json(const std::vector<Device>& devices, RecordingContext& context) const;
    void read(const JsonPlace& place, std::vector<Device>& devices, RecordingContext& context) const;
};
struct Points {
    [[nodiscard]] Json json(const RecordedPoints& points, RecordingContext& context) const;
    void read(const JsonPlace& place, RecordedPoints& points, RecordingContext& context) const;
};
struct Set {
    [[nodiscard]] Json json(const std::shared_ptr<const Dataset>& set) const { return set_json(*set); }
    void read(const JsonPlace& place, std::shared_ptr<const Dataset>& set) const {
        set = std::make_shared<const Dataset>(set_in(place));
    }
};

constexpr auto whole_recording = [](auto& recording) -> auto& { return recording; };

} // namespace

template <>
inline constexpr auto fields<Host> = std::tuple{
    field("cpu", &Host::cpu, as::Text{}),
    field("threads", &Host::threads, as::count),
    field("memory_bytes", &Host::memory_bytes, as::Whole{}),
    field("system", &Host::system, as::Text{}, may_be_absent),
};
template <>
inline constexpr auto fields<Device> = std::tuple{
    field("backend", &Device::backend, as::Word{&backend_names}),
    field("ordinal", &Device::ordinal, as::count),
    field("name", &Device::name, as::Text{}),
    field("units", &Device::units, as::count),
    field("compute_capability", &Device::compute_capability, as::count),
    field("memory_bytes", &Device::memory_bytes, as::Whole{}),
    field("max_surface", &Device::max_surface, as::Whole{}),
    field("driver", &Device::driver, as::Text{}, may_be_absent),
    field("cache_bytes", &Device::cache_bytes, as::Whole{1, most_whole}, unless_empty),
    field("whole_units", &Device::whole_units, as::Whole{1, INT32_MAX}, unless_empty),
};
template <>
inline constexpr auto fields<GeneratorSettings> = std::tuple{
    field("shape", &GeneratorSettings::shape, as::Known<shape_named>{}),
    field("n", &GeneratorSettings::n, as::Whole{min_generated_rows, max_rows}),
    field("seed", &GeneratorSettings::seed, Seed{}),
    field("parameters", &GeneratorSettings::parameters, parameters_in),
};

template <>
inline constexpr auto fields<RecordedPair> = std::tuple{
    field("row", &RecordedPair::row, as::Whole{}),
    field("column", &RecordedPair::column, as::Whole{}),
    field("name", &RecordedPair::name, as::Text{}, may_be_absent),
};

template <>
inline constexpr auto fields<RecordedFile> = std::tuple{
    field("path", &RecordedFile::path, as::Text{}),
    field("absolute", &RecordedFile::absolute, as::Text{}, may_be_absent),
    field("bytes", &RecordedFile::bytes, as::Whole{}),
    field("check_sum", &RecordedFile::check_sum, as::Text{}),
    field("role", &RecordedFile::role, as::Text{}, unless_empty),
};
template <>
inline constexpr auto fields<RecordedSource> = std::tuple{
    field("files", &RecordedSource::files, as::List{as::Object<RecordedFile>{}, 7}, unless_empty),
    field("of_points", &RecordedSource::of_points, as::Flag{}, unless_empty),
    field("columns", &RecordedSource::columns, as::List{as::Text{}, most_columns}, unless_empty),
    field("label", &RecordedSource::label, as::Text{}, unless_empty),
    field("standardise", &RecordedSource::standardise, as::Flag{}, unless_empty),
    field("are_places", &RecordedSource::are_places, as::Flag{}, unless_empty),
    field("keeps_zero", &RecordedSource::keeps_zero, as::Flag{}, unless_empty),
    field("n", &RecordedSource::n, as::Whole{1, most_whole}, unless_empty),
    field("m", &RecordedSource::m, as::Whole{1, most_whole}, unless_empty),
    field("dims", &RecordedSource::dims, as::Whole{1, most_whole}, unless_empty),
    field("whole", &RecordedSource::whole, as::Flag{}, unless_empty),
    field("order", &RecordedSource::order, as::Text{}, unless_empty),
    field("preset", &RecordedSource::preset, as::Text{}, unless_empty),
    field("as", &RecordedSource::as, as::Text{}, unless_empty),
    field("symmetrise", &RecordedSource::symmetrise, as::Text{}, unless_empty),
    field("similarity", &RecordedSource::similarity, as::Text{}, unless_empty),
    field("missing_pairs", &RecordedSource::missing_pairs, as::Text{}, unless_empty),
    field("reader", &RecordedSource::reader, as::Text{}, unless_empty),
    field("header", &RecordedSource::header, as::Text{}, unless_empty),
    field("class", &RecordedSource::classes, as::Text{}, unless_empty),
    field("tracks", &RecordedSource::tracks, as::List{as::Text{}, most_columns}, unless_empty),
    field("tracks_files", &RecordedSource::tracks_files, as::List{as::Object<RecordedFile>{}, 1}, unless_empty),
};

template <>
inline constexpr auto fields<RecordedSecond> = std::tuple{
    field("source", &RecordedSecond::source, as::Object<RecordedSource>{}, unless_empty),
    field("workload", &RecordedSecond::workload, as::Text{}, unless_empty),
    field("columns", &RecordedSecond::columns, as::List{as::Text{}, most_columns}, unless_empty),
    field("drawn", &RecordedSecond::drawn, as::Text{}, unless_empty),
    field("swipe", &RecordedSecond::swipe, as::Figure{0.0, 1.0}, may_be_absent),
    field("same_range", &RecordedSecond::same_range, as::Flag{}, unless_empty),
    field("place", &RecordedSecond::place, as::Numbers{-most_figure, most_figure, 3}, unless_empty),
};

template <>
inline constexpr auto fields<Ceiling> = std::tuple{
    field("kind", &Ceiling::kind, as::Known<ceiling_kind_named>{}),
    field("threads", &Ceiling::threads, as::count),
    field("value", &Ceiling::value, as::Figure{least_rate, most_figure}),
    field("samples", &Ceiling::samples, as::count),
    field("how", &Ceiling::how, as::Text{}, may_be_absent),
    field("interval", &Ceiling::interval, Ends{}, unless_empty),
    field("peak", &Ceiling::peak, as::Figure{}, unless_empty),
};
template <>
inline constexpr auto fields<Ceilings> = std::tuple{
    field("device", &Ceilings::device, as::DevicePlace{}),
    field("when", &Ceilings::when, as::Time{}),
    field("clock", &Ceilings::clock, as::Figure{}, unless_empty),
    field("found", &Ceilings::found, as::KnownItems{as::Object<Ceiling>{}, 1000}),
};

template <>
inline constexpr auto fields<Recording> = std::tuple{
    field("made_by", &Recording::made_by, as::Text{}),
    field("when", &Recording::when, as::Time{}),
    field("label", &Recording::label, as::Text{}, may_be_absent),
    field("host", &Recording::host, as::Object<Host>{}),
    field("devices", &Recording::devices, Devices{}),
    field("workload", &Recording::workload, as::Text{}, unless_empty),
    field("points", &Recording::points, Points{}, may_be_absent),
    field("sets", &Recording::sets, as::List{Set{}, 2}, unless_empty),
    field("vectors", &Recording::vectors, as::Vectors{}, unless_empty),
    field("same_rows", &Recording::same_rows, as::Flag{}, unless_empty),
    field("work_rule", &Recording::work_rule, as::count, may_be_absent),
    field("ratio", &Recording::ratio, as::Text{}, unless_empty),
    field("parameters", &Recording::parameters, as::Numbers{-most_figure, most_figure, most_parameters}, unless_empty),
    field("pairs", &Recording::pairs, as::List{as::Object<RecordedPair>{}, most_pairs}, unless_empty),
    field("tracks", &Recording::tracks, as::Tracks{}, unless_empty),
    field("view", &Recording::view, as::Text{}, unless_empty),
    field("session", &Recording::is_session, as::Flag{}, unless_empty),
    field("source", &Recording::source, as::Object<RecordedSource>{}, unless_empty),
    field("second", &Recording::second, as::Object<RecordedSecond>{}, unless_empty),
    field("kernels", &Recording::kernels, as::OwnKernels{}, unless_empty),
    field("hashes", &Recording::hashes, as::Hashes{}, unless_empty),
    field("traces", &Recording::traces, as::Traces{}, unless_empty),
    field("machine_code", &Recording::codes, as::Codes{}, unless_empty),
    field("ceilings", &Recording::ceilings, as::KnownItems{as::Object<Ceilings>{}, most_devices}),
    field("runs", whole_recording, as::Runs{}),
};

namespace {

Json Devices::json(const std::vector<Device>& /*devices*/, RecordingContext& context) const {
    auto list = Json::array();
    for (const auto& device : context.devices) list.push_back(as::Object<Device>{}.json(*device, context));
    return list;
}
void Devices::read(const JsonPlace& place, std::vector<Device>& devices, RecordingContext& context) const {
    for (const JsonPlace& at : place.items(most_devices)) {
        try {
            devices.push_back(read_object<Device>(at, context));
            context.devices.emplace_back(devices.back());
        } catch (const UnknownWord&) {
            context.devices.emplace_back();
        }
    }
}

Json Points::json(const RecordedPoints& points, RecordingContext& context) const {
    return std::visit(Overloaded{[](const std::monostate&) { return Json(); },
                                 [&](const GeneratorSettings& settings) {
                                     return as::Object<GeneratorSettings>{}.json(settings, context);
                                 },
                                 [](const std::shared_ptr<const Dataset>& data) { return points_json(*data); }},
                      points);
}
void Points::read(const JsonPlace& place, RecordedPoints& points, RecordingContext& context) const {
    if (!place.find("shape")) {
        points = std::make_shared<const Dataset>(points_in(place, context.version));
        return;
    }
    try {
        points = read_object<GeneratorSettings>(place, context);
    } catch (const UnknownWord&) {
        points = std::monostate{};
    }
}

bool are_one(const Dataset& a, const Dataset& b) {
    const bool has_values = !std::visit([](const auto& values) { return values.empty(); }, a.values);
    return has_values && a.name == b.name && a.dims == b.dims && a.labels == b.labels && a.values == b.values;
}

/// The workloads that this version knows.
std::set<std::string_view> workloads_of(const Recording& recording) {
    std::set<std::string_view> found;
    for (const RunOutcome& run : recording.runs)
        if (const auto* measured = std::get_if<Measurement>(&run))
            found.insert(measured->workload.type);
        else if (const auto* simulated = std::get_if<Simulated>(&run))
            found.insert(simulated->workload.type);
    if (const WorkloadType* const asked = find_workload(recording.workload)) found.insert(asked->id);
    return found;
}

/// A recording has one list of parameters, so it must suit the workload of every run.
void require_parameters(const WorkloadType& type, const JsonPlace& root) {
    const auto& rules = type.parameters;
    if (rules.empty() && !root.find("parameters")) return;
    const JsonPlace list = root.at("parameters");
    const std::vector<JsonPlace> values = list.items(most_parameters);
    if (values.size() != rules.size())
        list.refuse(fmt::format("a list of {}, as {} has,", counted(std::int64_t(rules.size()), "parameter"), type.id));
    for (std::size_t k = 0; k < rules.size(); ++k) std::ignore = values[k].number(rules[k].least, rules[k].most);
}

Recording recording_at(const JsonPlace& root, std::int64_t version) {
    RecordingContext context{.version = version};
    Recording found{};
    found.work_rule = 1; // the rule of older files, which name none
    read_fields(root, fields<Recording>, found, context);
    require_numbers(found.sets, workloads_of(found), root);
    // Format 1 held a set that was compared with itself twice.
    if (version == 1 && found.sets.size() == 2 && are_one(*found.sets[0], *found.sets[1])) found.sets.pop_back();
    if (found.same_rows && (found.sets.size() != 2 || found.sets[0]->dims != found.sets[1]->dims))
        root.at("same_rows").refuse("false, because there are no two sets of one file,");
    require_tracks_of_sets(found, root);
    require_vectors_of_sets(found, root);
    if (found.work_rule < 2)
        for (Ceilings& ceilings : found.ceilings) add_derived_ceilings(ceilings);
    for (const std::string_view workload : workloads_of(found)) require_parameters(type_of(workload), root);
    return found;
}

/// The devices of a recording, and those that only a ceiling or a run names.
std::vector<std::optional<Device>> devices_of(const Recording& recording) {
    std::vector<std::optional<Device>> devices(recording.devices.begin(), recording.devices.end());
    const auto add = [&](const Device& device) {
        if (std::ranges::find(devices, device) == devices.end()) devices.emplace_back(device);
    };
    for (const Ceilings& ceilings : recording.ceilings) add(ceilings.device);
    for (const RunOutcome& run : recording.runs)
        std::visit(
            [&](const auto& outcome) {
                if constexpr (requires { outcome.device; }) add(outcome.device);
            },
            run);
    return devices;
}

/// A line for each field, and for each item of a list, so that two files can be compared by line.
std::string text_in_lines(const Json& recording) {
    std::string text = "{\n";
    for (const auto& [key, value] : *recording.members()) {
        text += fmt::format("{}\"{}\": ", text.size() > 2 ? ",\n" : "", key);
        const Json::List* const list = value.list();
        if (list == nullptr) {
            append(text, value);
            continue;
        }
        text += '[';
        for (const Json& item : *list) {
            text += &item == list->data() ? "\n" : ",\n";
            append(text, item);
        }
        text += list->empty() ? "]" : "\n]";
    }
    return text + "\n}\n";
}

std::size_t values_in(const LaunchTimeline& timeline) { return timeline.begins.size() * (2 + timeline.series.size()); }

std::size_t values_in(const StallSamples& stalls) { return stalls.pcs.size() * (4 + stalls.reasons.size()); }

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
            samples += m->seconds.size() + m->activity_seconds.size() + (m->timeline ? values_in(*m->timeline) : 0) +
                       (m->stalls ? values_in(*m->stalls) : 0);
    if (recording.runs.size() > most_runs || samples > most_kept_samples)
        throw InputError(
            fmt::format("it would hold {} runs with {} samples, and {} with {} can be read back; record fewer sizes",
                        grouped(std::int64_t(recording.runs.size())), grouped(std::int64_t(samples)),
                        grouped(std::int64_t(most_runs)), grouped(std::int64_t(most_kept_samples))));
    // Sets are limited when they are written.
    const std::size_t values = samples + values_in(recording.points) + values_in(recording.traces) +
                               values_in(recording.codes) + values_in(recording.vectors);
    if (values > most_kept_values)
        throw InputError(fmt::format("it would hold {} numbers and labels, and {} can be read back; record fewer "
                                     "points or fewer sizes",
                                     grouped(std::int64_t(values)), grouped(std::int64_t(most_kept_values))));
}

} // namespace

std::string text_of(const Recording& recording) {
    check_size(recording);
    require_numbers(recording.sets, workloads_of(recording));
    RecordingContext context{.devices = devices_of(recording)};
    auto json = Json::object();
    json.add("format", "pairscope recording");
    json.add("version", context.version);
    write_fields(json, fields<Recording>, recording, context);
    return text_in_lines(json);
}

std::string day_of(std::chrono::sys_seconds when) {
    return fmt::format("{:%F}", fmt::gmtime(std::chrono::system_clock::to_time_t(when)));
}

Recording recording_in(std::string_view text, const std::stop_token& stop) {
    const JsonValue tree = json_tree(text, stop);
    const JsonValue* const format = tree.find("format");
    const std::string* const name = format == nullptr ? nullptr : format->text();
    if (name == nullptr || *name != "pairscope recording") throw InputError(std::string(no_recording));
    const JsonPlace root(tree);
    const std::int64_t version = root.at("version").whole(1, INT32_MAX);
    if (version > recording_format)
        throw InputError(
            fmt::format("it was made by a newer Pairscope (format {}, and this one reads up to {}); update "
                        "Pairscope to open it",
                        version, recording_format));
    return recording_at(root, version);
}

const Ceilings* ceilings_of(const Recording& recording, const Device& device) {
    const auto found = std::ranges::find(recording.ceilings, device, &Ceilings::device);
    return found == recording.ceilings.end() ? nullptr : &*found;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// Turns JSON into values. Every type, range and size is checked, and what a newer version may have added is left out
// with a note.
#include "kernels/data/text.h"
#include "profiling/outcome.h"
#include "profiling/recording/json_place.h"
#include "profiling/recording/json_tree.h"
#include "profiling/recording/limits.h"
#include "profiling/recording/read_parts.h"
#include "profiling/recording/recording.h"
#include "profiling/recording/set_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

namespace pairscope::profiling {
namespace {

using nlohmann::json;

constexpr std::size_t most_parameters = 100; // per workload

/// Reads a recording part by part; ceilings and runs name their device by its place in the list.
class Reader {
public:
    explicit Reader(std::int64_t version) : version_(version) {}

    Recording recording(const JsonPlace& root) {
        Recording found{.made_by = root.at("made_by").text(),
                        .when = time_at(root.at("when")),
                        .label = text_or_none(root, "label"),
                        .host = host(root.at("host")),
                        .devices = {},
                        .points = {},
                        .ceilings = {},
                        .runs = {},
                        .unknown = {}};
        for (const JsonPlace& place : root.at("devices").items(most_devices)) add_device(found, place);
        found.workload = text_or_none(root, "workload");
        if (const auto place = root.find("points")) found.points = points(*place);
        add_sets(found, root);
        found.work_rule = root.find("work_rule") ? count_at(root, "work_rule") : 1;
        found.ratio = text_or_none(root, "ratio");
        if (const auto place = root.find("parameters"))
            found.parameters = place->numbers(-most_figure, most_figure, most_parameters);
        if (const auto place = root.find("pairs"))
            for (const JsonPlace& pair : place->items(most_pairs)) found.pairs.push_back(pair_in(pair));
        found.view = text_or_none(root, "view");
        for (const JsonPlace& place : root.at("ceilings").items(most_devices)) add_ceilings(found, place);
        if (found.work_rule < 2)
            for (Ceilings& ceilings : found.ceilings) add_derived_ceilings(ceilings);
        for (const JsonPlace& place : root.at("runs").items(most_runs)) add_run(found, place);
        std::set<std::string_view> workloads = workloads_of(found.runs);
        if (const WorkloadType* const asked = find_workload(found.workload)) workloads.insert(asked->id);
        for (const std::string_view workload : workloads) require_parameters(type_of(workload), root);
        return found;
    }

private:
    static Host host(const JsonPlace& place) {
        return {.cpu = place.at("cpu").text(),
                .threads = count_at(place, "threads"),
                .memory_bytes = place.at("memory_bytes").whole(0, most_whole),
                .system = text_or_none(place, "system")};
    }

    void add_device(Recording& found, const JsonPlace& place) {
        try {
            devices_.emplace_back(device_in(place));
            found.devices.push_back(*devices_.back());
        } catch (const UnknownWord&) {
            devices_.emplace_back();
        }
    }
    [[nodiscard]] Device device(const JsonPlace& place) const {
        if (devices_.empty()) place.refuse("a device of the list /devices, which is empty,");
        const auto& known = devices_[std::size_t(place.whole(0, std::int64_t(devices_.size()) - 1))];
        if (!known) place.unknown("a device of a new kind");
        return *known;
    }

    static RecordedPair pair_in(const JsonPlace& place) {
        return {.row = place.at("row").whole(0, most_whole),
                .column = place.at("column").whole(0, most_whole),
                .name = text_or_none(place, "name")};
    }

    [[nodiscard]] RecordedPoints points(const JsonPlace& place) const {
        if (!place.find("shape")) return std::make_shared<const Dataset>(points_in(place, version_));
        try {
            return settings_in(place);
        } catch (const UnknownWord&) {
            return std::monostate{};
        }
    }

    void add_sets(Recording& found, const JsonPlace& root) const {
        if (const auto place = root.find("sets"))
            for (const JsonPlace& set : place->items(2))
                found.sets.push_back(std::make_shared<const Dataset>(set_in(set)));
        // Format 1 held a set that was compared with itself twice.
        if (version_ == 1 && found.sets.size() == 2 && are_one(*found.sets[0], *found.sets[1])) found.sets.pop_back();
        const auto same = root.find("same_rows");
        found.same_rows = same && same->flag();
        if (found.same_rows && (found.sets.size() != 2 || found.sets[0]->dims != found.sets[1]->dims))
            same->refuse("false, because there are no two sets of one file,");
    }
    static bool are_one(const Dataset& a, const Dataset& b) {
        const bool has_values = !std::visit([](const auto& values) { return values.empty(); }, a.values);
        return has_values && a.name == b.name && a.dims == b.dims && a.labels == b.labels && a.values == b.values;
    }

    void add_ceilings(Recording& found, const JsonPlace& place) const {
        constexpr std::size_t most_ceilings = 1000;
        try {
            Ceilings ceilings{.device = device(place.at("device")),
                              .found = {},
                              .when = time_at(place.at("when")),
                              .clock = figure(place, "clock", 0.0, most_figure)};
            for (const JsonPlace& item : place.at("found").items(most_ceilings))
                if (auto known = ceiling(item)) ceilings.found.push_back(std::move(*known));
            found.ceilings.push_back(std::move(ceilings));
        } catch (const UnknownWord&) {
            return; // the device's runs say so
        }
    }
    /// Absent for a kind of a newer version.
    static std::optional<Ceiling> ceiling(const JsonPlace& place) {
        const auto kind = ceiling_kind_named(place.at("kind").text());
        if (!kind) return {};
        Ceiling found{.kind = *kind,
                      .threads = count_at(place, "threads"),
                      .value = place.at("value").number(least_rate, most_figure),
                      .interval = {},
                      .samples = count_at(place, "samples"),
                      .how = text_or_none(place, "how"),
                      .peak = figure(place, "peak", 0.0, most_figure)};
        if (const auto interval = place.find("interval")) {
            const auto ends = interval->numbers(0.0, most_figure, 2);
            if (ends.size() != 2 || ends[0] > ends[1]) interval->refuse("a list of 2 numbers, the lower first,");
            found.interval = Interval{ends[0], ends[1]};
        }
        return found;
    }

    void add_run(Recording& found, const JsonPlace& place) const {
        const std::string variant = place.at("variant").text();
        try {
            found.runs.push_back(run(place, variant));
        } catch (const UnknownWord& word) {
            found.unknown.push_back({variant, word.what()});
        }
    }
    [[nodiscard]] RunOutcome run(const JsonPlace& place, const std::string& variant) const {
        switch (place.at("outcome").word(outcome_names)) {
        case Outcome::measured:
            return measurement(place, variant);
        case Outcome::simulated:
            return simulated(place, variant);
        case Outcome::skipped:
            return Skipped{variant, place.at("reason").text()};
        case Outcome::failed:
            break;
        }
        Failed failed{variant, place.at("message").text()};
        if (const auto verdict = place.find("check")) failed.verdict = check_in(*verdict);
        return failed;
    }
    /// The workloads that this version knows.
    static std::set<std::string_view> workloads_of(const std::vector<RunOutcome>& runs) {
        std::set<std::string_view> found;
        for (const RunOutcome& run : runs)
            if (const auto* measured = std::get_if<Measurement>(&run))
                found.insert(measured->workload.type);
            else if (const auto* simulated = std::get_if<Simulated>(&run))
                found.insert(simulated->workload.type);
        return found;
    }
    /// A recording has one list of parameters, so it must suit the workload of every run.
    static void require_parameters(const WorkloadType& type, const JsonPlace& root) {
        const auto& rules = type.parameters;
        if (rules.empty() && !root.find("parameters")) return;
        const JsonPlace list = root.at("parameters");
        const std::vector<JsonPlace> values = list.items(most_parameters);
        if (values.size() != rules.size())
            list.refuse(
                fmt::format("a list of {}, as {} has,", counted(std::int64_t(rules.size()), "parameter"), type.id));
        for (std::size_t k = 0; k < rules.size(); ++k) std::ignore = values[k].number(rules[k].least, rules[k].most);
    }
    static int block_at(const JsonPlace& place) {
        const auto block = place.find("block");
        return block ? int(block->whole(1, most_block)) : 0;
    }
    static std::vector<int> turns_in(const JsonPlace& place, std::int64_t samples) {
        std::vector<int> turns;
        std::int64_t sum = 0;
        for (const JsonPlace& count : place.items(most_samples)) {
            turns.push_back(int(count.whole(1, samples)));
            sum += turns.back();
        }
        if (sum != samples) place.refuse("counts whose sum is the number of samples");
        return turns;
    }
    [[nodiscard]] Measurement measurement(const JsonPlace& place, const std::string& variant) const {
        Measurement m{.variant_id = variant,
                      .workload = workload_in(place.at("workload")),
                      .device = device(place.at("device")),
                      .target = place.at("target").word(target_names),
                      .entry = place.at("entry").word(entry_names),
                      .threads = count_at(place, "threads"),
                      .seconds = place.at("seconds").numbers(least_seconds, most_seconds, most_samples),
                      .stopped_by = place.at("stopped_by").word(stop_names),
                      .timer = place.at("timer").text(),
                      .predicted_bytes = predicted_bytes_in(place),
                      .check = check_that_ran_in(place.at("check")),
                      .caches = place.at("caches").word(cache_names),
                      .block = block_at(place),
                      .layout_seconds = figure(place, "layout_seconds", 0.0, most_seconds).value_or(0.0),
                      .launches = int(place.at("launches").whole(1, INT32_MAX))};
        if (m.seconds.empty()) place.at("seconds").refuse("a list of at least one number");
        if (const auto turns = place.find("turns")) m.turns = turns_in(*turns, std::int64_t(m.seconds.size()));
        if (const auto kernels = place.find("kernels"))
            for (const JsonPlace& kernel : kernels->items(1000)) m.kernels.push_back(kernel_in(kernel));
        if (const auto activity = place.find("activity_seconds"))
            m.activity_seconds = activity->numbers(least_seconds, most_seconds, most_samples);
        if (const auto times = place.find("kernel_times"))
            for (const JsonPlace& time : times->items(1000))
                m.kernel_times.push_back(
                    {time.at("kernel").text(), time.at("seconds").number(least_seconds, most_seconds)});
        if (const auto counters = place.find("counters")) m.counters = counters_in(*counters);
        if (const auto conditions = place.find("conditions")) m.conditions = conditions_in(*conditions);
        if (const auto timeline = place.find("timeline")) m.timeline = timeline_in(*timeline);
        return m;
    }
    [[nodiscard]] Simulated simulated(const JsonPlace& place, const std::string& variant) const {
        Simulated s{.variant_id = variant,
                    .workload = workload_in(place.at("workload")),
                    .device = device(place.at("device")),
                    .target = place.at("target").word(target_names),
                    .block = block_at(place),
                    .check = check_that_ran_in(place.at("check")),
                    .predicted_bytes = predicted_bytes_in(place)};
        if (const auto trace = place.find("trace")) s.trace = trace_in(*trace);
        // Before there were examinations, the trace alone told of faults.
        if (s.trace && s.trace->findings > 0 && !s.check.examination)
            s.check.examination = Examination{.rows = s.workload.rows,
                                              .blocks = s.trace->blocks,
                                              .blocks_examined = s.trace->blocks_traced,
                                              .faults = s.trace->findings};
        return s;
    }

    std::int64_t version_;
    std::vector<std::optional<Device>> devices_; ///< absent: of a kind that this version does not know
};

} // namespace

Recording recording_in(std::string_view text, const std::stop_token& stop) {
    const json tree = json_tree(text, stop);
    const auto format = tree.is_object() ? tree.find("format") : tree.end();
    if (format == tree.end() || *format != "pairscope recording") throw InputError(std::string(no_recording));
    const JsonPlace root(tree);
    const std::int64_t version = root.at("version").whole(1, INT32_MAX);
    if (version > recording_format)
        throw InputError(
            fmt::format("it was made by a newer Pairscope (format {}, and this one reads up to {}); update "
                        "Pairscope to open it",
                        version, recording_format));
    return Reader(version).recording(root);
}

const Ceilings* ceilings_of(const Recording& recording, const Device& device) {
    const auto found = std::ranges::find(recording.ceilings, device, &Ceilings::device);
    return found == recording.ceilings.end() ? nullptr : &*found;
}

} // namespace pairscope::profiling

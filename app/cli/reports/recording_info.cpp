// SPDX-License-Identifier: MIT
#include "app/cli/reports/recording_info.h"

#include "app/chart/number_text.h"
#include "app/cli/options/data_options.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/device_text.h"
#include "app/cli/verbs/sweep.h"
#include "app/spine/commands.h"
#include "app/spine/files/ceilings_json.h"
#include "app/spine/state.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace pairscope::cli {
namespace {

using profiling::Measurement;
using profiling::Recording;

/// The runs of this kind in the recording: runs that failed are of another kind.
template <class T> std::vector<const T*> runs_of(const Recording& recording) {
    std::vector<const T*> found;
    for (const profiling::RunOutcome& run : recording.runs)
        if (const auto* one = std::get_if<T>(&run); one != nullptr && profiling::failure_of(run).empty())
            found.push_back(one);
    return found;
}

void add_once(std::vector<std::string>& names, const std::string& variant_id) {
    const std::string name(short_name(variant_id));
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

/// In the order of the recording, each once.
std::vector<std::string> simulated_variants(const Recording& recording) {
    std::vector<std::string> names;
    for (const profiling::Simulated* run : runs_of<profiling::Simulated>(recording)) add_once(names, run->variant_id);
    return names;
}

/// What the timed runs of a recording span.
struct Span {
    std::set<std::int64_t> sizes;
    std::set<std::string> targets, caches;
    std::vector<std::string> variants; ///< in the order of the recording, each once
    std::size_t fewest_samples = 0, most_samples = 0;
    std::map<std::string, int> counted; ///< by chip: runs with counters
};

Span span_of(const Recording& recording) {
    Span span;
    for (const Measurement* m : runs_of<Measurement>(recording)) {
        const std::size_t samples = m->seconds.size();
        span.fewest_samples = span.sizes.empty() ? samples : std::min(span.fewest_samples, samples);
        span.most_samples = std::max(span.most_samples, samples);
        span.sizes.insert(n_of(m->workload));
        span.targets.emplace(name_of(m->target));
        span.caches.emplace(profiling::name_of(m->caches));
        add_once(span.variants, m->variant_id);
        if (m->counters) ++span.counted[m->counters->chip];
    }
    return span;
}

std::string points_text(const profiling::RecordedPoints& points) {
    if (const auto* settings = std::get_if<GeneratorSettings>(&points)) return command_line_of(*settings);
    const auto* data = std::get_if<std::shared_ptr<const Dataset>>(&points);
    if (data == nullptr || *data == nullptr) return "unknown: this version cannot generate the data of this recording";
    const Dataset& found = **data;
    std::string text = fmt::format("{}, {}", found.name, counted(found.rows, "point"));
    if (!found.credit.empty()) text += ", " + found.credit;
    return text;
}

std::string host_text(const profiling::Host& host) {
    return fmt::format("{}, {}, {}{}{}", host.cpu, counted(host.threads, "thread"),
                       app::bytes_text(static_cast<double>(host.memory_bytes)), host.system.empty() ? "" : ", ",
                       host.system);
}

std::string ceilings_text(const profiling::Ceilings& ceilings) {
    std::vector<std::string> parts;
    for (const profiling::Ceiling& ceiling : ceilings.found) {
        const std::string rate = app::rate_text(unit_of(ceiling.kind), ceiling.value);
        parts.push_back(ceiling.threads == 1 ? fmt::format("{} of one thread {}", title_of(ceiling.kind), rate)
                                             : fmt::format("{} {}", title_of(ceiling.kind), rate));
    }
    const Device& device = ceilings.device;
    const std::string part =
        device.whole_units > 0 ? fmt::format(", {}", counted(device.units, "multiprocessor")) : std::string();
    return fmt::format("{}{}: {}", device.name, part, fmt::join(parts, ", "));
}

std::string counters_text(const Span& span) {
    if (span.counted.empty()) return "none";
    std::vector<std::string> parts;
    for (const auto& [chip, runs] : span.counted)
        parts.push_back(fmt::format("for {} on {}", counted(runs, "run"), chip));
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// What was asked, or else the workload of the runs; empty without any.
std::string workload_text(const Recording& recording) {
    if (!recording.workload.empty()) return recording.workload;
    const auto measured = runs_of<Measurement>(recording);
    const auto simulated = runs_of<profiling::Simulated>(recording);
    if (measured.empty() && simulated.empty()) return {};
    return std::string(measured.empty() ? simulated.front()->workload.type : measured.front()->workload.type);
}

/// What a session compares its matrix with: "ward.csv", "the same data, euclidean_distance, columns a, b".
std::string second_text(const profiling::RecordedSecond& second) {
    std::vector<std::string> parts{"the same data"};
    if (second.source && !second.source->files.empty())
        parts.front() = shown(std::filesystem::path(second.source->files.front().absolute));
    if (!second.workload.empty()) parts.push_back(pairscope::readable(second.workload));
    const std::vector<std::string>& columns = second.source ? second.source->columns : second.columns;
    if (!columns.empty()) parts.push_back(pairscope::readable(fmt::format("columns {}", fmt::join(columns, ", "))));
    if (!second.drawn.empty()) parts.push_back(pairscope::readable(fmt::format("drawn as {}", second.drawn)));
    return fmt::format("{}", fmt::join(parts, ", "));
}

/// The files that a session reads, and the columns that it takes of them, each with a name for it.
std::vector<std::pair<std::string_view, std::string>> source_lines(const profiling::RecordedSource& source) {
    std::vector<std::pair<std::string_view, std::string>> lines;
    const auto add = [&](std::string_view what, const profiling::RecordedFile& file) {
        lines.emplace_back(
            what, fmt::format("{}, {}", shown(std::filesystem::path(file.absolute)), counted(file.bytes, "byte")));
    };
    for (const profiling::RecordedFile& file : source.files) add("file", file);
    for (const profiling::RecordedFile& file : source.tracks_files) add("tracks file", file);
    const auto add_names = [&](std::string_view what, const std::vector<std::string>& names) {
        if (!names.empty()) lines.emplace_back(what, pairscope::readable(fmt::format("{}", fmt::join(names, ", "))));
    };
    add_names("columns", source.columns);
    if (!source.classes.empty()) add_names("class", {source.classes});
    add_names("track columns", source.tracks);
    return lines;
}

/// "queries 90 x 16, candidates 40 x 16, weight = 0.5"; "--shape ring --n 2048, sigma = 0.5".
std::string data_text(const Recording& recording) {
    std::vector<std::string> parts;
    if (recording.source && !app::holds_data(recording))
        parts.emplace_back("in the files that follow");
    else if (recording.sets.empty())
        parts.push_back(points_text(recording.points));
    for (const auto& set : recording.sets) parts.push_back(shape_text(*set));
    const WorkloadType* type = find_workload(workload_text(recording));
    if (type != nullptr && type->inputs.sets == 2 && recording.sets.size() == 1)
        parts.back() = fmt::format("{} with itself", parts.back());
    return fmt::format("{}{}", fmt::join(parts, ", "),
                       type == nullptr ? "" : parameters_text(*type, recording.parameters));
}

/// "species (class, 3 categories), height (numbers)"
std::string tracks_text(const Recording& recording) {
    std::vector<std::string> parts;
    for (const profiling::RecordedTrack& track : recording.tracks)
        parts.push_back(fmt::format(
            "{} ({}{})", pairscope::readable(track.name), track.is_class ? "class, " : "",
            track.categories.empty() ? "numbers" : counted(std::ssize(track.categories), "different text")));
    return fmt::format("{}", fmt::join(parts, ", "));
}

std::string outcomes_text(const Recording& recording) {
    return fmt::format("{} measured, {} simulated, {} skipped, {} failed", runs_of<Measurement>(recording).size(),
                       runs_of<profiling::Simulated>(recording).size(), runs_of<profiling::Skipped>(recording).size(),
                       app::failures_in(recording).size());
}

std::vector<std::string> sizes_of(const Span& span) {
    std::vector<std::string> sizes;
    for (const std::int64_t n : span.sizes) sizes.push_back(app::grouped(n));
    return sizes;
}

std::string samples_text(const Span& span) {
    return span.fewest_samples == span.most_samples
               ? fmt::format("{} per run", app::grouped(std::int64_t(span.most_samples)))
               : fmt::format("{} to {} per run", app::grouped(std::int64_t(span.fewest_samples)),
                             app::grouped(std::int64_t(span.most_samples)));
}

} // namespace

std::string text_of(const Recording& recording, const std::filesystem::path& path) {
    std::string text;
    const auto line = [&](std::string_view what, std::string_view value) {
        text += fmt::format("{:<13} {}\n", what, value);
    };
    const Span span = span_of(recording);
    line(recording.is_session ? "session" : "recording", shown(path));
    if (!recording.label.empty()) line("name", recording.label);
    line("made by", recording.made_by);
    line("recorded", app::utc_text(recording.when));
    line("computer", host_text(recording.host));
    for (const Device& device : recording.devices) line("device", device_text(device));
    if (const std::string workload = workload_text(recording); !workload.empty()) line("workload", workload);
    line("data", data_text(recording));
    if (recording.source)
        for (const auto& [what, value] : source_lines(*recording.source)) line(what, value);
    if (!recording.tracks.empty()) line("tracks", tracks_text(recording));
    if (recording.is_session && !recording.view.empty()) line("view", pairscope::readable(recording.view));
    if (recording.second) line("second matrix", second_text(*recording.second));
    if (!recording.is_session) line("runs", outcomes_text(recording));
    if (!span.sizes.empty()) {
        line("sizes", fmt::format("n = {}", fmt::join(sizes_of(span), ", ")));
        line("variants", fmt::format("{}: {}", span.variants.size(), fmt::join(span.variants, ", ")));
        line("targets", fmt::format("{}", fmt::join(span.targets, ", ")));
        line("caches", fmt::format("{}", fmt::join(span.caches, ", ")));
        line("samples", samples_text(span));
        line("counters", counters_text(span));
    }
    if (const auto simulated = simulated_variants(recording); !simulated.empty())
        line("simulated", fmt::format("{}: {}", simulated.size(), fmt::join(simulated, ", ")));
    for (const profiling::Ceilings& ceilings : recording.ceilings) line("ceilings", ceilings_text(ceilings));
    if (const std::string rule = profiling::work_rule_note(recording.work_rule); !rule.empty()) line("fractions", rule);
    for (const app::RecordedFailure& failure : app::failures_in(recording))
        line("failed", fmt::format("{}: {}", short_name(failure.variant_id), failure.message));
    for (const profiling::Skipped* skipped : runs_of<profiling::Skipped>(recording))
        line("skipped", fmt::format("{}: {}", short_name(skipped->variant_id), skipped->reason));
    for (const profiling::UnknownRun& run : recording.unknown)
        line("not shown", fmt::format("{}: {}", short_name(run.variant_id), run.reason));
    return text;
}

std::string json_of(const Recording& recording, const std::filesystem::path& path) {
    const Span span = span_of(recording);
    const auto list = [](const auto& items, auto json_of_one) {
        auto json = nlohmann::ordered_json::array();
        for (const auto& item : items) json.push_back(json_of_one(item));
        return json;
    };
    const auto failure = [](const app::RecordedFailure& f) {
        return nlohmann::ordered_json{{"variant", f.variant_id}, {"message", f.message}};
    };
    const auto track = [](const profiling::RecordedTrack& t) {
        nlohmann::ordered_json json{{"name", t.name}, {"class", t.is_class}};
        if (!t.categories.empty()) json["categories"] = t.categories.size();
        return json;
    };
    const auto skipped = [](const profiling::Skipped* s) {
        return nlohmann::ordered_json{{"variant", s->variant_id}, {"reason", s->reason}};
    };
    const auto unknown = [](const profiling::UnknownRun& r) {
        return nlohmann::ordered_json{{"variant", r.variant_id}, {"reason", r.reason}};
    };
    auto files = nlohmann::ordered_json::array();
    for (const auto* of_source : {recording.source ? &recording.source->files : nullptr,
                                  recording.source ? &recording.source->tracks_files : nullptr})
        for (const profiling::RecordedFile& file : of_source ? *of_source : std::vector<profiling::RecordedFile>())
            files.push_back({{"path", file.absolute}, {"bytes", file.bytes}, {"check_sum", file.check_sum}});
    return dumped({{"file", path.string()},
                   {"session", recording.is_session},
                   {"files", files},
                   {"view", recording.view},
                   {"second", recording.second ? second_text(*recording.second) : std::string()},
                   {"label", recording.label},
                   {"made_by", recording.made_by},
                   {"when", app::utc_text(recording.when)},
                   {"host", host_text(recording.host)},
                   {"devices", list(recording.devices, [](const Device& d) { return device_text(d); })},
                   {"workload", workload_text(recording)},
                   {"data", data_text(recording)},
                   {"tracks", list(recording.tracks, track)},
                   {"measured", runs_of<Measurement>(recording).size()},
                   {"simulated", runs_of<profiling::Simulated>(recording).size()},
                   {"sizes", span.sizes},
                   {"variants", span.variants},
                   {"simulated_variants", simulated_variants(recording)},
                   {"targets", span.targets},
                   {"caches", span.caches},
                   {"fewest_samples", span.fewest_samples},
                   {"most_samples", span.most_samples},
                   {"runs_with_counters", span.counted},
                   {"work_rule", recording.work_rule},
                   {"ceilings", list(recording.ceilings, [](const profiling::Ceilings& c) { return app::json_of(c); })},
                   {"failed", list(app::failures_in(recording), failure)},
                   {"skipped", list(runs_of<profiling::Skipped>(recording), skipped)},
                   {"not_shown", list(recording.unknown, unknown)}});
}

} // namespace pairscope::cli

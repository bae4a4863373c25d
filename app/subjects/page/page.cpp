// SPDX-License-Identifier: MIT
#include "app/subjects/page/page.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/update/update.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"
#include "profiling/outcome.h"
#include "profiling/recording/kernel_fields.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <string_view>

namespace pairscope::app {
namespace {

using profiling::Recording;
using DatasetList = std::vector<std::shared_ptr<const Dataset>>;

bool has_run_of(const State& state, std::string_view workload) {
    return std::ranges::any_of(state.run.outcomes,
                               [&](const auto& outcome) { return outcome.first.workload.type == workload; });
}

std::int64_t bytes_of_texts(const std::vector<std::string>& texts) {
    std::int64_t bytes = 0;
    for (const std::string& text : texts) bytes += std::ssize(text);
    return bytes;
}

std::int64_t bytes_of_values(const Dataset& set) {
    return std::visit([](const auto& values) { return std::int64_t(values.size() * sizeof values[0]); }, set.values) +
           std::int64_t(set.low.size() * sizeof(float));
}

/// The sets whose coordinates the recording holds. Settings make generated points, so these do not travel.
DatasetList sets_in(const Recording& recording) {
    DatasetList sets = recording.sets;
    if (const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording.points);
        points != nullptr && *points)
        sets.push_back(*points);
    return sets;
}

TravellingPart data_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Data", .what = {}};
    std::vector<std::string> sizes;
    for (const PagedRecording& one : recordings) {
        if (const auto* settings = std::get_if<GeneratorSettings>(&one.recording->points))
            sizes.push_back(fmt::format("the settings that generate {}", counted(settings->n, "point")));
        for (const auto& set : sets_in(*one.recording)) {
            const std::int64_t bytes = bytes_of_values(*set);
            sizes.push_back(fmt::format("{} x {} {}", grouped(set->rows), grouped(set->dims),
                                        bytes > 0 ? "coordinates" : "coordinates, only described"));
            part.bytes += bytes;
        }
    }
    part.what = sizes.empty() ? "none" : fmt::format("{}", fmt::join(sizes, "; "));
    return part;
}

TravellingPart labels_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Texts of the data", .what = {}, .is_of_labels = true};
    std::int64_t labels = 0;
    std::set<std::string> names;
    for (const PagedRecording& one : recordings) {
        for (const auto& set : sets_in(*one.recording)) {
            labels += std::ssize(set->labels);
            part.bytes += bytes_of_texts(set->labels) + bytes_of_texts(set->axes) + std::ssize(set->name) +
                          std::ssize(set->credit) + std::ssize(set->note);
            if (!set->name.empty()) names.insert(set->name);
            for (const std::string& axis : set->axes) names.insert(axis);
        }
        for (const profiling::RecordedTrack& track : one.recording->tracks) {
            part.bytes += std::ssize(track.name) + bytes_of_texts(track.categories);
            for (const auto& set : track.sets) part.bytes += std::int64_t(set.values.size() * sizeof(double));
            names.insert(track.name);
        }
        for (const profiling::RecordedPair& pair : one.recording->pairs) {
            part.bytes += std::ssize(pair.name);
            if (!pair.name.empty()) names.insert(pair.name);
        }
    }
    constexpr std::size_t most_named = 6;
    std::vector<std::string> shown_names(names.begin(), names.end());
    const std::size_t more = shown_names.size() - std::min(shown_names.size(), most_named);
    shown_names.resize(std::min(shown_names.size(), most_named));
    for (std::string& name : shown_names) name = readable(name);
    if (more > 0) shown_names.push_back(fmt::format("{} more", more));
    part.what = shown_names.empty()
                    ? counted(labels, "label")
                    : fmt::format("{}, and the names {}", counted(labels, "label"), fmt::join(shown_names, ", "));
    return part;
}

TravellingPart runs_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Measurements", .what = {}};
    std::int64_t runs = 0, samples = 0;
    for (const PagedRecording& one : recordings)
        for (const profiling::RunOutcome& run : one.recording->runs) {
            ++runs;
            if (const auto* m = std::get_if<profiling::Measurement>(&run))
                samples += std::ssize(m->seconds) + std::ssize(m->activity_seconds);
        }
    part.bytes = samples * std::int64_t(sizeof(double));
    part.what = fmt::format("{} with {}, counters and ceilings", counted(runs, "run"), counted(samples, "sample"));
    return part;
}

TravellingPart sources_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Source", .what = {}};
    std::set<std::string> ids, own;
    for (const PagedRecording& one : recordings) {
        for (const profiling::RecordedKernel& kernel : one.recording->kernels) {
            if (own.insert(kernel.variant_id).second) part.bytes += std::ssize(kernel.source);
        }
        for (const profiling::RunOutcome& run : one.recording->runs) ids.insert(profiling::variant_id_of(run));
    }
    std::int64_t of_program = 0;
    for (const std::string& id : ids)
        if (const KernelVariant* variant = own.contains(id) ? nullptr : find_variant(id)) {
            part.bytes += std::ssize(variant->source_text);
            ++of_program;
        }
    const std::string ours =
        of_program == 1 ? std::string("1 variant of Pairscope") : fmt::format("{} variants of Pairscope", of_program);
    part.what = own.empty() ? ours : fmt::format("{}, and your own {}", ours, fmt::join(own, ", "));
    std::int64_t kernels = 0;
    for (const PagedRecording& one : recordings) {
        if (one.recording->codes.empty()) continue;
        kernels += std::ssize(one.recording->codes);
        part.bytes += std::ssize(profiling::json_text(one.recording->codes));
    }
    if (kernels > 0) part.what = fmt::format("{}, with the instructions of {}", part.what, counted(kernels, "kernel"));
    return part;
}

TravellingPart names_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Names of files and systems", .what = {}, .is_of_labels = true};
    std::set<std::string> names;
    for (const PagedRecording& one : recordings) {
        if (!one.path.empty()) names.insert(shown(one.path.filename()));
        if (!one.recording->label.empty()) names.insert(readable(one.recording->label));
        if (!one.recording->host.system.empty()) names.insert(readable(one.recording->host.system));
    }
    for (const std::string& name : names) part.bytes += std::ssize(name);
    part.what = names.empty() ? "none" : fmt::format("{}", fmt::join(names, "; "));
    return part;
}

TravellingPart machines_part(const std::vector<PagedRecording>& recordings) {
    TravellingPart part{.name = "Machines", .what = {}};
    std::set<std::string> names;
    for (const PagedRecording& one : recordings) {
        names.insert(readable(one.recording->host.cpu));
        for (const Device& device : one.recording->devices) names.insert(readable(device.name));
    }
    names.erase("");
    for (const std::string& name : names) part.bytes += std::ssize(name);
    part.what = fmt::format("{}", fmt::join(names, "; "));
    return part;
}

} // namespace

std::vector<PagedRecording> recordings_to_page(const State& state) {
    const std::string_view workload = state.data.now.question.workload;
    std::vector<PagedRecording> open;
    for (const ShownRecording& shown : state.recordings.shown)
        if (shown.visible && !shown.recording->is_session && recorded_workload(*shown.recording) == workload)
            open.push_back({shown.path, shown.recording});
    if (!open.empty() && !has_run_of(state, workload)) return open;
    if (!state.data.now.question.first) return open;
    open.insert(open.begin(), {{}, std::make_shared<const Recording>(session_recording(state))});
    return open;
}

std::string why_no_page(const State& state) {
    const std::string_view workload = state.data.now.question.workload;
    const bool has_recording = std::ranges::any_of(state.recordings.shown, [&](const ShownRecording& shown) {
        return shown.visible && !shown.recording->is_session && recorded_workload(*shown.recording) == workload;
    });
    if (has_recording || has_run_of(state, workload) || state.data.now.question.first) return {};
    return "There is nothing to show on a page yet. Open data or a recording first.";
}

std::vector<TravellingPart> travelling_parts(const std::vector<PagedRecording>& recordings) {
    return {data_part(recordings),    labels_part(recordings), runs_part(recordings),
            sources_part(recordings), names_part(recordings),  machines_part(recordings)};
}

namespace command {

void carry_out(const AskAboutPage&, State& state, Effects&) {
    state.page.parts = travelling_parts(recordings_to_page(state));
    show_dialog(state.look, Dialog::page);
}

void carry_out(const SetPageLabels& c, State& state, Effects&) { state.page.labels = c.labels; }

void carry_out(const SavePage& c, State& state, Effects& effects) {
    if (const std::string reason = why_no_page(state); !reason.empty()) {
        notify(state, Severity::error, reason, {Topic::saving, {}});
        return;
    }
    effects.files.emplace_back(
        job::SavePage{.path = c.path, .recordings = recordings_to_page(state), .labels = state.page.labels});
}

} // namespace command

} // namespace pairscope::app

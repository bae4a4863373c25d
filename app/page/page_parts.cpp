// SPDX-License-Identifier: MIT
#include "app/page/page_parts.h"

#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/workload.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::page {
namespace {

using Set = std::shared_ptr<const Dataset>;

Set without_labels(const Dataset& set) {
    auto copy = std::make_shared<Dataset>(set);
    copy->labels.clear();
    return copy;
}

Set without_values(const Dataset& set) {
    auto copy = std::make_shared<Dataset>(set);
    std::visit([](auto& values) { values.clear(); }, copy->values);
    copy->labels.clear();
    copy->low.clear();
    copy->origin.clear();
    copy->source_rows.clear();
    return copy;
}

template <class Change> void change_sets(profiling::Recording& recording, const Change& change) {
    for (Set& set : recording.sets) set = change(*set);
    if (auto* points = std::get_if<Set>(&recording.points); points != nullptr && *points) *points = change(**points);
}

std::vector<Set> sets_in(const profiling::Recording& recording) {
    std::vector<Set> sets = recording.sets;
    if (const auto* points = std::get_if<Set>(&recording.points); points != nullptr && *points) sets.push_back(*points);
    return sets;
}

/// What the ladder calls it: recordings of one machine and one day are alike there.
std::string title_in_ladder(const profiling::Recording& recording) {
    return fmt::format("{}, {}", app::names_of_devices(recording), profiling::day_of(recording.when));
}

} // namespace

std::string sentence_of(Part part, bool with_tracks) {
    switch (part) {
    case Part::instructions:
        return "The instructions of the kernels are left out, because the page would be larger than its budget.";
    case Part::samples:
        return "The charts of single samples are left out, because the page would be larger than its budget.";
    case Part::timelines:
        return "The course of each launch is left out, because the page would be larger than its budget.";
    case Part::labels:
        return with_tracks ? "The labels of the data and the tracks along its matrix are left out, because the page "
                             "would be larger than its budget."
                           : "The labels of the data are left out, because the page would be larger than its budget.";
    case Part::coordinates:
        return "The data and its matrix are left out, because the page would be larger than its budget.";
    }
    return {};
}

bool holds(const profiling::Recording& recording, Part part) {
    const auto some_run = [&](const auto& has) {
        return std::ranges::any_of(recording.runs, [&](const profiling::RunOutcome& run) {
            const auto* m = std::get_if<profiling::Measurement>(&run);
            return m != nullptr && has(*m);
        });
    };
    switch (part) {
    case Part::instructions:
        return !recording.codes.empty();
    case Part::samples:
        return some_run([](const profiling::Measurement& m) { return !m.seconds.empty(); });
    case Part::timelines:
        return some_run([](const profiling::Measurement& m) { return m.timeline || m.stalls; });
    case Part::labels:
        return !recording.tracks.empty() ||
               std::ranges::any_of(sets_in(recording), [](const Set& set) { return !set->labels.empty(); });
    case Part::coordinates:
        return std::holds_alternative<GeneratorSettings>(recording.points) ||
               std::ranges::any_of(sets_in(recording), [](const Set& set) { return holds_coordinates(*set); });
    }
    return false;
}

std::shared_ptr<const profiling::Recording> reduced(const profiling::Recording& recording, const LeftOut& left_out,
                                                    bool names) {
    auto copy = std::make_shared<profiling::Recording>(recording);
    if (left_out.has(Part::instructions)) copy->codes.clear();
    if (left_out.has(Part::timelines))
        for (profiling::RunOutcome& run : copy->runs)
            if (auto* measured = std::get_if<profiling::Measurement>(&run)) {
                measured->timeline.reset();
                measured->stalls.reset();
            }
    if (left_out.has(Part::labels)) {
        change_sets(*copy, without_labels);
        copy->tracks.clear();
    }
    if (left_out.has(Part::coordinates)) {
        for (Set& set : copy->sets) set = without_values(*set);
        copy->vectors.clear();
        copy->points = std::monostate{};
        copy->tracks.clear();
    }
    if (!names) take_names_away(*copy);
    return copy;
}

bool holds_coordinates(const Dataset& set) {
    return std::visit([](const auto& values) { return !values.empty(); }, set.values);
}

std::vector<std::string> distinctions(const std::vector<ShownFile>& files, bool names) {
    std::vector<std::string> found(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto is_alike = [&](const ShownFile& other) {
            return &other != &files[i] && title_in_ladder(*other.recording) == title_in_ladder(*files[i].recording);
        };
        if (std::ranges::none_of(files, is_alike)) continue;
        const auto is_called_so = [&](const ShownFile& other) {
            return &other != &files[i] && other.path.filename() == files[i].path.filename();
        };
        const std::string& label = files[i].recording->label;
        const auto is_labelled_so = [&](const ShownFile& other) {
            return &other != &files[i] && other.recording->label == label;
        };
        if (names && !label.empty() && std::ranges::none_of(files, is_labelled_so))
            found[i] = readable(label);
        else if (names && files[i].path.has_filename() && std::ranges::none_of(files, is_called_so))
            found[i] = shown(files[i].path.filename());
        else
            found[i] = fmt::format("recording {} of {}", i + 1, files.size());
    }
    return found;
}

app::State state_of(const std::vector<ShownFile>& files) {
    app::State state;
    std::string_view asked;
    for (const ShownFile& file : files) {
        const auto workload = app::recorded_workload(*file.recording);
        if (!workload)
            throw InputError(fmt::format(
                "{} is about a workload that this program does not know; get a newer Pairscope", shown(file.path)));
        if (!asked.empty() && *workload != asked)
            throw InputError(
                fmt::format("{} is about {}, and {} is about {}: a page compares recordings of one workload",
                            shown(files.front().path), asked, shown(file.path), *workload));
        asked = *workload;
        state.recordings.shown.push_back(
            {.id = ++state.recordings.last_id, .path = file.path, .recording = file.recording});
    }
    state.data.now.question.workload = asked;
    state.data.now.question.parameters = usual_parameters(type_of(asked));
    // Where there is a GPU, no recording replaces it: each recording has a separate section.
    state.run.devices = {Device{}, Device{}};
    state.run.devices.front().backend = Backend::cuda;
    return state;
}

} // namespace pairscope::page

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

Set without_names(const Dataset& set) {
    auto copy = std::make_shared<Dataset>(set);
    copy->labels.clear();
    copy->axes.clear();
    copy->name = "vectors";
    copy->credit.clear();
    copy->note.clear();
    return copy;
}

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

} // namespace

std::string sentence_of(LeftOut part) {
    switch (part) {
    case LeftOut::nothing:
        return {};
    case LeftOut::samples:
        return "The charts of single samples are left out, because the page would be larger than its budget.";
    case LeftOut::timelines:
        return "The course of each launch is left out, because the page would be larger than its budget.";
    case LeftOut::labels:
        return "The labels of the data are left out, because the page would be larger than its budget.";
    case LeftOut::coordinates:
        return "The data and its matrix are left out, because the page would be larger than its budget.";
    }
    return {};
}

std::shared_ptr<const profiling::Recording> reduced(const profiling::Recording& recording, LeftOut part, bool names) {
    auto copy = std::make_shared<profiling::Recording>(recording);
    if (part >= LeftOut::timelines)
        for (profiling::RunOutcome& run : copy->runs)
            if (auto* measured = std::get_if<profiling::Measurement>(&run)) {
                measured->timeline.reset();
                measured->stalls.reset();
            }
    if (part >= LeftOut::labels) change_sets(*copy, without_labels);
    if (part >= LeftOut::coordinates) {
        for (Set& set : copy->sets) set = without_values(*set);
        if (std::holds_alternative<Set>(copy->points)) copy->points = std::monostate{};
    }
    if (names) return copy;
    change_sets(*copy, without_names);
    copy->label.clear();
    copy->host.system.clear();
    copy->source.reset();
    for (profiling::RecordedPair& pair : copy->pairs) pair.name.clear();
    return copy;
}

bool holds_coordinates(const Dataset& set) {
    return std::visit([](const auto& values) { return !values.empty(); }, set.values);
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

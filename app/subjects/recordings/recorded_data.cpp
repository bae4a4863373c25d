// SPDX-License-Identifier: MIT
#include "app/subjects/recordings/recordings.h"

#include <algorithm>

namespace pairscope::app {
namespace {

bool has_values(const Dataset& set) {
    return std::visit([](const auto& values) { return !values.empty(); }, set.values);
}

/// A set that was given as vectors, and can be drawn.
bool is_of_points(const Dataset& set) {
    return set.dims == 2 && !set.holds_distances && std::holds_alternative<std::vector<float>>(set.values) &&
           has_values(set);
}

std::optional<std::string_view> known(std::string_view workload) {
    const WorkloadType* const type = find_workload(workload);
    return type == nullptr ? std::nullopt : std::optional(type->id);
}

} // namespace

void record_question(profiling::Recording& recording, const Question& question, const DataSource& source, bool edited) {
    const WorkloadType& type = type_of(question.workload);
    recording.workload = type.id;
    recording.parameters = question.parameters;
    if (type.has_match_ratio) recording.ratio = name_of(type.metric);
    if (!question.first) return;
    const auto* settings = std::get_if<GeneratorSettings>(&source);
    if (settings != nullptr && !edited)
        recording.points = *settings;
    else if (app::is_of_points(source))
        recording.points = question.first;
    else
        recording.sets = {question.first};
    if (!question.second || question.second == question.first) return; // a set is compared with itself
    recording.sets.push_back(question.second);
    recording.same_rows = question.same_rows;
}

std::optional<std::string_view> recorded_workload(const profiling::Recording& recording) {
    if (const auto asked = known(recording.workload)) return asked;
    for (const profiling::RunOutcome& outcome : recording.runs) {
        const auto* measured = std::get_if<profiling::Measurement>(&outcome);
        const auto* simulated = std::get_if<profiling::Simulated>(&outcome);
        const std::string_view id = measured != nullptr    ? measured->workload.type
                                    : simulated != nullptr ? simulated->workload.type
                                                           : std::string_view{};
        if (const auto asked = known(id)) return asked;
    }
    const WorkloadType* const of_distances = workload_of_distances();
    const bool are_given = recording.sets.size() == 1 && recording.sets.front()->holds_distances;
    if (are_given && of_distances != nullptr) return of_distances->id; // nothing is measured, so there are no runs
    return {};
}

std::shared_ptr<const Dataset> recorded_points(const profiling::Recording& recording) {
    if (const auto* points = std::get_if<std::shared_ptr<const Dataset>>(&recording.points)) return *points;
    if (const auto* settings = std::get_if<GeneratorSettings>(&recording.points))
        return std::make_shared<const Dataset>(generate(*settings));
    if (recording.sets.size() == 1 && is_of_points(*recording.sets.front())) return recording.sets.front();
    return nullptr;
}

std::vector<std::shared_ptr<const Dataset>> recorded_data(const profiling::Recording& recording) {
    if (!recording.sets.empty()) return recording.sets;
    const std::shared_ptr<const Dataset> points = recorded_points(recording);
    if (points) return {points};
    return {};
}

bool holds_data(const profiling::Recording& recording) {
    if (recording.sets.empty()) return !std::holds_alternative<std::monostate>(recording.points);
    return std::ranges::all_of(recording.sets, [](const auto& set) { return has_values(*set); });
}

} // namespace pairscope::app

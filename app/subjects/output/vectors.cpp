// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/output/output.h"

namespace pairscope::app {
namespace {

std::int64_t coordinates_of(const State& state) { return state.data.now.question.first->dims; }

bool is_of_now(const ReducedVectors& reduced, const Question& question) {
    return reduced.first.lock() == question.first && reduced.second.lock() == question.second;
}

} // namespace

bool asks_about_two_vectors(const WorkloadType& type) {
    return type.inputs.sets == 2 && counts_coordinates(type.inputs) && type.inputs.rows.most == 1;
}

bool has_two_vectors(const State& state) {
    const Question& question = state.data.now.question;
    return asks_about_two_vectors(current_type(state)) && question.first && question.second &&
           question.first->rows == 1 && question.second->rows == 1 && question.first->dims == question.second->dims &&
           question.first->dims > 0;
}

AxisRange shown_coordinates(const State& state) {
    const AxisRange all = axis_of_all(coordinates_of(state));
    const auto& chosen = state.view.coordinates;
    return chosen && chosen->high <= all.high ? *chosen : all; // that of longer vectors says nothing about these
}

const ReducedVectors* reduced_vectors(const State& state) {
    const ReducedVectors* reduced = state.vectors.reduced.get();
    return reduced != nullptr && has_two_vectors(state) && is_of_now(*reduced, state.data.now.question) ? reduced
                                                                                                        : nullptr;
}

std::optional<Job> vectors_job(const State& state) {
    if (!has_two_vectors(state)) return {};
    const Question& question = state.data.now.question;
    const CoordinateRange range = coordinates_on(shown_coordinates(state), coordinates_of(state));
    const ReducedVectors* reduced = reduced_vectors(state);
    if (reduced != nullptr && reduced->range == range) return {};
    if (state.vectors.failed_revision == state.data.revision) return {};
    return job::ReduceVectors{.vectors = {.first = question.first,
                                          .second = question.second,
                                          .range = range,
                                          .blocks = reduced == nullptr ? nullptr : reduced->blocks},
                              .revision = state.data.revision};
}

namespace command {

void carry_out(const SetCoordinates& c, State& state, Effects&) { state.view.coordinates = c.axis; }

} // namespace command

namespace event {

void take(const VectorsReduced& reduced, State& state) {
    if (reduced.reduced) state.vectors.reduced = reduced.reduced;
}

void take_failure(const VectorsReduced& reduced, const Failure& failure, State& state) {
    state.vectors.failed_revision = reduced.revision;
    notify(state, Severity::error, failure.message);
}

} // namespace event

} // namespace pairscope::app

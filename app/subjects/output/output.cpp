// SPDX-License-Identifier: MIT
#include "app/subjects/output/output.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/log/log.h"
#include "app/subjects/points/points.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr std::size_t longest_history = 240;

bool was_simulated(const State& state, const event::OutputMade& made) {
    const KernelVariant* variant = find_variant(made.variant_id);
    return variant != nullptr && made.device_index < state.run.devices.size() &&
           simulated(*variant, state.run.devices[made.device_index]);
}

PicturePath path_of(const event::OutputMade& made) {
    if (!made.in_texture) return PicturePath::host_copy;
    const KernelVariant* variant = find_variant(made.variant_id);
    return variant == nullptr || variant->writes_surface ? PicturePath::interop : PicturePath::device_copy;
}

void take_live_counters(State& state, const event::OutputMade& made) {
    if (!made.counters) return;
    state.counters.live = LivePoint{.variant_id = made.variant_id,
                                    .revision = made.revision,
                                    .counters = *made.counters,
                                    .when = Clock::now(),
                                    .cost = made.counting_seconds,
                                    .sampled = made.why_not_sampled.empty()};
    if (!made.why_not_sampled.empty()) state.counters.not_sampled[made.device_index] = made.why_not_sampled;
}

} // namespace

bool shows_output(const State& state) {
    const OutputKind kind = current_type(state).output;
    return kind != OutputKind::matrix && state.output.revision == state.data.revision &&
           !state.output.variant_id.empty() && state.output.written.kind == kind;
}

std::string origin_of_output(const State& state) {
    std::string text = fmt::format("by {}", short_name(state.output.variant_id));
    if (state.output.simulated) text = fmt::format("{}, simulated on the CPU", text);
    const KernelVariant* variant = find_variant(state.output.variant_id);
    const auto* verdict = variant == nullptr ? nullptr : verdict_on(state, *variant);
    if (verdict == nullptr) return fmt::format("{}, not checked yet", text);
    const std::string differs = verdict->right() ? difference_text(verdict->comparison) : std::string();
    return differs.empty() ? fmt::format("{}, {} output", text, name_of(verdict->judgement()))
                           : fmt::format("{}, {}", text, differs);
}

std::string output_awaits(const State& state) {
    if (state.data.loading) return fmt::format("Reading {} ...", *state.data.loading);
    if (!state.data.now.question.first)
        return "There is no data yet. Choose a source in the Data panel, and the output appears here.";
    const std::string stale = why_stale(state);
    return stale.empty() ? "Computing the output ..." : stale;
}

std::string value_text(double value) { return fmt::format("{:.9g}", value); }

std::string vector_text(const Dataset& set, std::int64_t row) {
    if (row < 0) return "none";
    if (row >= set.rows) return fmt::format("row {}, which does not exist", grouped(row));
    const auto i = std::size_t(row);
    const std::string place = numbered_row(set, row);
    return i < set.labels.size() && !set.labels[i].empty() ? fmt::format("{}, {}", place, set.labels[i]) : place;
}

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
    return chosen && chosen->high <= all.high ? *chosen : all; // a range of longer vectors says nothing about these
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

void take(const OutputMade& made, State& state) {
    state.output.variant_id = made.variant_id;
    state.output.is_of_older_text = false;
    state.output.revision = made.revision;
    state.output.device = made.device_index;
    state.output.written = made.written;
    state.output.values = made.values;
    state.output.shape = made.shape;
    state.output.path = path_of(made);
    state.output.seconds = made.seconds;
    state.output.simulated = was_simulated(state, made);
    state.output.summary = made.summary;
    state.output.content = made.content;
    state.output.against = made.against;
    state.output.errors = made.errors;
    state.output.order = made.order;
    state.output.values_gone = false;
    state.output.failure.clear();
    state.output.failed_for.clear();
    settle_all(state, Topic::picture);
    take_live_counters(state, made);
    if (state.output.simulated) return;
    state.run.history.push_back({made.variant_id, made.seconds});
    if (state.run.history.size() > longest_history) state.run.history.pop_front();
}

void take_failure(const OutputMade& made, const Failure& failure, State& state) {
    if (failure.message.empty()) return;
    state.output.failure = failure.message;
    state.output.failed_for = made.variant_id;
    state.output.failed_revision = made.revision;
    state.output.failed_by_memory = failure.out_of_memory;
    notify(state, Severity::error, fmt::format("{} gave no output: {}", short_name(made.variant_id), failure.message),
           {Topic::picture, {}});
}

void take(const VectorsReduced& reduced, State& state) {
    if (reduced.reduced) state.vectors.reduced = reduced.reduced;
}

void take_failure(const VectorsReduced& reduced, const Failure& failure, State& state) {
    state.vectors.failed_revision = reduced.revision;
    notify(state, Severity::error, failure.message);
}

} // namespace event

} // namespace pairscope::app

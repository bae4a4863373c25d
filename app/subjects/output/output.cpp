// SPDX-License-Identifier: MIT
#include "app/subjects/output/output.h"

#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/subjects/log/log.h"

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

namespace event {

void take(const OutputMade& made, State& state) {
    state.output.variant_id = made.variant_id;
    state.output.revision = made.revision;
    state.output.device = made.device_index;
    state.output.answer = made.answer;
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

} // namespace event

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/measuring.h"

#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/spine/update/update.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/recordings/recordings.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

bool is_gpu(const State& state, const RunKey& key) {
    return state.run.devices[std::size_t(key.device)].backend == Backend::cuda;
}

std::optional<Job> launch_job(const State& state, const KernelVariant& variant) {
    const auto key = key_for(state, variant);
    if (!state.counters.on || !key || !is_gpu(state, *key)) return {};
    const auto device = std::size_t(key->device);
    if (state.counters.forbidden.contains(device) || state.counters.not_sampled.contains(device)) return {};
    if (state.counters.sampled.contains(*key) || measurement_for(state, variant) == nullptr) return {};
    return job::SampleLaunch{.question = measured_question(state),
                             .revision = state.data.revision,
                             .variant = &variant,
                             .key = *key,
                             .device = state.run.devices[device],
                             .seconds = usual_seconds(state, variant)};
}

/// "No launch can be sampled here. The reason is: ..."; empty where nothing is known to forbid it.
std::string why_never_sampled(const State& state, const RunKey& key) {
    for (const auto* reasons : {&state.counters.forbidden, &state.counters.not_sampled})
        if (const auto why = reasons->find(std::size_t(key.device)); why != reasons->end())
            return fmt::format("No launch can be sampled here. The reason is: {}.", why->second);
    return {};
}

void add_shown(std::vector<ShownLaunch>& launches, const State& state, const ComparedSide& side) {
    const profiling::Measurement* run = side.recorded ? side.recorded->run : measurement_for(state, *side.variant);
    if (run == nullptr || !run->timeline) return;
    launches.push_back({.variant_id = std::string(side.variant->id),
                        .run = run,
                        .origin = side.recorded ? origin_of(side.recorded->set) : std::string()});
}

constexpr std::string_view what_the_strip_shows =
    "This strip shows how busy DRAM, the L2 cache and the multiprocessors are "
    "during a launch.";

} // namespace

std::optional<Job> shown_launch_job(const State& state) {
    const KernelVariant* variant = selected_variant(state);
    if (variant == nullptr) return {};
    if (auto job = launch_job(state, *variant)) return job;
    const auto other = other_side(state);
    return other && !other->recorded ? launch_job(state, *other->variant) : std::nullopt;
}

std::optional<Job> background_launch_job(const State& state) {
    for (const KernelVariant* variant : ladder(state))
        if (auto job = launch_job(state, *variant)) return job;
    return {};
}

double usual_seconds(const State& state, const KernelVariant& variant) {
    if (const auto* m = measurement_for(state, variant)) return profiling::seconds_of(*m);
    return state.output.variant_id == variant.id && !state.output.simulated ? state.output.seconds : 0.0;
}

std::vector<ShownLaunch> shown_launches(const State& state) {
    std::vector<ShownLaunch> launches;
    if (const auto side = selected_side(state)) add_shown(launches, state, *side);
    if (const auto side = other_side(state)) add_shown(launches, state, *side);
    return launches;
}

std::string launch_awaits(const State& state) {
    const auto side = selected_side(state);
    if (!side) return {};
    const std::string name(short_name(side->variant->id));
    if (side->recorded)
        return side->recorded->run->timeline
                   ? std::string()
                   : fmt::format("{} No launch of {} was sampled for this recording.", what_the_strip_shows, name);
    const auto key = key_for(state, *side->variant);
    if (!key || !is_gpu(state, *key))
        return "Only an NVIDIA GPU can be sampled during a launch. If a recording was made on one, this strip shows "
               "how busy its memory and its multiprocessors were.";
    const profiling::Measurement* m = measurement_for(state, *side->variant);
    if (m != nullptr && m->timeline) return {};
    if (std::string reason = why_never_sampled(state, *key); !reason.empty()) return reason;
    if (const auto tried = state.counters.sampled.find(*key); tried != state.counters.sampled.end())
        return fmt::format("The launch of {} could not be sampled. The reason is: {}.", name, tried->second);
    if (!state.counters.on) return "Counting is switched off, so no launch is sampled.";
    return fmt::format("{} A launch of {} will be sampled after it was timed.", what_the_strip_shows, name);
}

std::string why_not_sampled_again(const State& state) {
    const auto side = selected_side(state);
    if (!side) return "Choose a variant in the ladder first.";
    if (side->recorded) return "This run is from a recording. Select a variant that runs on a GPU of this machine.";
    const auto key = key_for(state, *side->variant);
    if (!key || !is_gpu(state, *key)) return "Only the hardware of an NVIDIA GPU can be sampled.";
    if (std::string reason = why_never_sampled(state, *key); !reason.empty()) return reason;
    if (!state.counters.on) return "Counting is switched off. The menu Run switches it on.";
    if (measurement_for(state, *side->variant) == nullptr)
        return fmt::format("A launch of {} is sampled automatically after it was timed.",
                           short_name(side->variant->id));
    return {};
}

profiling::MemoryLevel roofline_level(const State& state) {
    if (state.look.level) return *state.look.level;
    const auto recorded = recorded_run(state);
    const ShownRun shown = shown_run(state, recorded);
    if (shown.run == nullptr || shown.ceilings == nullptr) return profiling::MemoryLevel::dram;
    return profiling::level_that_binds(*shown.run, *shown.ceilings);
}

namespace command {

void carry_out(const SetMemoryLevel& c, State& state, Effects&) { state.look.level = c.level; }
void carry_out(const SetWorkUnit& c, State& state, Effects&) { state.look.unit = c.unit; }
void carry_out(const ShowTimesAgainst& c, State& state, Effects&) { state.look.times_against = c.what; }

} // namespace command

} // namespace pairscope::app

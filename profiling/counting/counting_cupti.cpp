// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "kernels/engines/cuda/check.h"
#include "profiling/counting/counting.h"
#include "profiling/cupti/activity.h"
#include "profiling/cupti/counter_session.h"
#include "profiling/cupti/reasons.h"
#include "profiling/cupti/sampling_session.h"

#include <optional>
#include <utility>

namespace pairscope::profiling {

struct Counting::State {
    Device device;
    cupti::Library library{};
    std::optional<cupti::CounterSession> session{};
    std::unique_ptr<cupti::SamplingSession> sampling{};
    std::string chip{};
    std::string why_not{};
    std::string why_not_sampled{};

    /// The two ways of counting take turns: each has the counters of the hardware to itself. Null if launches cannot be
    /// sampled here.
    cupti::SamplingSession* sampling_alone() {
        if (!session) return nullptr;
        session->rest();
        if (sampling == nullptr && why_not_sampled.empty()) {
            try {
                sampling = std::make_unique<cupti::SamplingSession>(library, device, chip);
            } catch (const cupti::Error& error) {
                why_not_sampled = error.what();
            }
        }
        return sampling.get();
    }
};

namespace {

/// One counting of a launch that is as long as the step allows for. Where the buffers overflow, larger steps are tried.
RawTimeline sampled(cupti::SamplingSession& session, cupti::SamplingSettings settings, const Launch& launch) {
    constexpr int most_tries = 3;
    for (int tried = 1;; ++tried) {
        try {
            return session.sample(settings, launch);
        } catch (const cupti::Error& error) {
            if (error.code != CUPTI_ERROR_OUT_OF_MEMORY || tried == most_tries) throw;
            settings.step *= 4.0;
        }
    }
}

} // namespace

Counting::Counting(const Device& device) : state_(std::make_unique<State>(State{.device = device})) {
    State& state = *state_;
    if (device.backend == Backend::cpu) {
        state.why_not = "the CPU's hardware counters are not read: count on a GPU";
        return;
    }
    state.library = cupti::open_library();
    state.why_not = state.library.why_not;
    if (state.library.functions == nullptr) return;
    try {
        state.session.emplace(state.library, device);
        state.chip = state.session->host().chip();
    } catch (const cupti::Error& error) {
        state.why_not = error.what();
    } catch (const cuda::Error& error) { // who runs kernels here meets it too, and is the one to report it
        state.why_not = error.what();
    } catch (const MemoryError& error) {
        state.why_not = error.what();
    }
}

Counting::~Counting() = default;
Counting::Counting(Counting&&) noexcept = default;
Counting& Counting::operator=(Counting&&) noexcept = default;

const std::string& Counting::why_not() const { return state_->why_not; }
const std::string& Counting::chip() const { return state_->chip; }

Resolved Counting::resolve(const CounterChoice& choice) const {
    return state_->session ? cupti::resolve(state_->session->host(), choice) : Resolved{};
}

Counted Counting::count(const CounterChoice& choice, const Launch& launch) {
    if (!state_->session) return {.why_not = state_->why_not};
    Resolved resolved = resolve(choice);
    if (state_->sampling != nullptr) state_->sampling->rest();
    try {
        return {.counters = state_->session->count(resolved.asked, launch), .absent = std::move(resolved.absent)};
    } catch (const cupti::Error& error) {
        return {.absent = std::move(resolved.absent), .why_not = error.what()};
    }
}

Recorded Counting::record(const Launch& launch) {
    if (state_->library.functions == nullptr) return {.why_not = state_->why_not};
    try {
        cuda::check(cudaSetDevice(state_->device.ordinal));
        return {.kernels = cupti::record(*state_->library.functions, launch)};
    } catch (const cupti::Error& error) {
        return {.why_not = error.what()};
    }
}

Sampled Counting::sample(double seconds, const Launch& launch) {
    constexpr std::uint32_t most_samples = 2048;
    if (!state_->session) return {.why_not = state_->why_not};
    cupti::SamplingSession* const session = state_->sampling_alone();
    if (session == nullptr) return {.why_not = state_->why_not_sampled};
    Sampled result;
    try {
        const RawTimeline raw =
            sampled(*session, {.step = sampling_step(seconds), .most_samples = most_samples}, launch);
        result.timeline = timeline_of(raw, state_->chip);
        result.totals = totals_of(raw, state_->chip);
        if (!result.timeline)
            result.why_not = "no multiprocessor was busy in any sample; sample a variant that launches a kernel";
    } catch (const cupti::Error& error) {
        result.why_not = error.what();
    }
    result.costs = session->costs();
    return result;
}

Counted Counting::count_live(double seconds, const Launch& launch) {
    constexpr std::uint32_t most_samples = 128;
    if (!state_->session) return {.why_not = state_->why_not};
    if (cupti::SamplingSession* const session = state_->sampling_alone()) {
        try {
            const RawTimeline raw =
                sampled(*session, {.step = counting_step(seconds), .most_samples = most_samples}, launch);
            return {.counters = totals_of(raw, state_->chip), .costs = session->costs()};
        } catch (const cupti::Error& error) {
            state_->why_not_sampled = error.what();
            state_->sampling.reset();
        }
    }
    return count({.sets = {CounterSet::live}}, launch);
}

const std::string& Counting::why_not_sampled() const {
    return state_->why_not.empty() ? state_->why_not_sampled : state_->why_not;
}

void Counting::rest() {
    if (state_->session) state_->session->rest();
    if (state_->sampling != nullptr) state_->sampling->rest();
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "kernels/core/errors.h"
#include "kernels/cuda/check.h"
#include "profiling/counting.h"
#include "profiling/cupti/activity.h"
#include "profiling/cupti/counter_session.h"
#include "profiling/cupti/reasons.h"

#include <optional>
#include <utility>

namespace pairscope::profiling {

struct Counting::State {
    Device device;
    cupti::Library library{};
    std::optional<cupti::CounterSession> session{};
    std::string chip{};
    std::string why_not{};
};

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

void Counting::rest() {
    if (state_->session) state_->session->rest();
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// The same interface in a build without CUPTI: nothing can be counted.
#include "profiling/counting/counting.h"

namespace pairscope::profiling {

struct Counting::State {
    std::string why_not = "this build has no hardware counters: CUPTI's headers were not found when it was built";
    std::string chip;
};

Counting::Counting(const Device&) : state_(std::make_unique<State>()) {}
Counting::~Counting() = default;
Counting::Counting(Counting&&) noexcept = default;
Counting& Counting::operator=(Counting&&) noexcept = default;

const std::string& Counting::why_not() const { return state_->why_not; }
const std::string& Counting::chip() const { return state_->chip; }
Resolved Counting::resolve(const CounterChoice&) const { return {}; }
Counted Counting::count(const CounterChoice&, const Launch&) { return {.why_not = state_->why_not}; }
Recorded Counting::record(const Launch&) { return {.why_not = state_->why_not}; }
Sampled Counting::sample(double, const Launch&) { return {.why_not = state_->why_not}; }
Counted Counting::count_live(double, const Launch&) { return {.why_not = state_->why_not}; }
const std::string& Counting::why_not_sampled() const { return state_->why_not; }
void Counting::rest() {}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// The same interface in a build without CUPTI.
#include "profiling/counting/chip_counters.h"

namespace pairscope::profiling {

struct ChipCounters::State {
    std::string why_not = "this build has no hardware counters: CUPTI's headers were not found when it was built";
    std::vector<CounterFact> none;
};

std::vector<std::string> ChipCounters::chips() { return {}; }

ChipCounters::ChipCounters(const std::string&) : state_(std::make_unique<State>()) {}
ChipCounters::~ChipCounters() = default;
ChipCounters::ChipCounters(ChipCounters&&) noexcept = default;
ChipCounters& ChipCounters::operator=(ChipCounters&&) noexcept = default;

const std::string& ChipCounters::why_not() const { return state_->why_not; }
const std::vector<CounterFact>& ChipCounters::all() const { return state_->none; }
std::vector<std::string> ChipCounters::endings(const CounterFact&) const { return {}; }
bool ChipCounters::knows(const std::string&) const { return false; }
Resolved ChipCounters::resolve(const CounterChoice&) const { return {}; }
int ChipCounters::passes(const std::vector<Asked>&) const { return 0; }

} // namespace pairscope::profiling

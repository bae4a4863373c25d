// SPDX-License-Identifier: MIT
// The same interface in a build without CUPTI.
#include "profiling/counting/metrics.h"

namespace pairscope::profiling {

struct Metrics::State {
    std::string why_not = "this build has no hardware counters: CUPTI's headers were not found when it was built";
    std::vector<MetricFact> none;
};

std::vector<std::string> Metrics::chips() { return {}; }

Metrics::Metrics(const std::string&) : state_(std::make_unique<State>()) {}
Metrics::~Metrics() = default;
Metrics::Metrics(Metrics&&) noexcept = default;
Metrics& Metrics::operator=(Metrics&&) noexcept = default;

const std::string& Metrics::why_not() const { return state_->why_not; }
const std::vector<MetricFact>& Metrics::all() const { return state_->none; }
std::vector<std::string> Metrics::endings(const MetricFact&) const { return {}; }
bool Metrics::knows(const std::string&) const { return false; }
Resolved Metrics::resolve(const CounterChoice&) const { return {}; }
int Metrics::passes(const std::vector<Asked>&) const { return 0; }

} // namespace pairscope::profiling

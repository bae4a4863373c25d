// SPDX-License-Identifier: MIT
#include "profiling/counting/metrics.h"
#include "profiling/cupti/host.h"
#include "profiling/cupti/reasons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace pairscope::profiling {

struct Metrics::State {
    std::optional<cupti::Host> host;
    std::vector<MetricFact> all;
    std::string why_not;
};

std::vector<std::string> Metrics::chips() {
    const cupti::Library library = cupti::open_library();
    if (library.functions == nullptr) return {};
    try {
        return cupti::chips(*library.functions);
    } catch (const cupti::Error&) { // half of CUPTI is missing; a request for a chip reports this
        return {};
    }
}

Metrics::Metrics(const std::string& chip) : state_(std::make_unique<State>()) {
    const cupti::Library library = cupti::open_library();
    state_->why_not = library.why_not;
    if (library.functions == nullptr) return;
    try {
        const std::vector<std::string> known = cupti::chips(*library.functions);
        if (std::ranges::find(known, chip) == known.end()) {
            state_->why_not = fmt::format("CUPTI knows no chip {}; it knows {}", chip, fmt::join(known, ", "));
            return;
        }
        state_->host.emplace(library, chip);
        state_->all = state_->host->metrics();
        std::ranges::sort(state_->all, {}, &MetricFact::name);
    } catch (const cupti::Error& error) {
        state_->why_not = error.what();
    }
}

Metrics::~Metrics() = default;
Metrics::Metrics(Metrics&&) noexcept = default;
Metrics& Metrics::operator=(Metrics&&) noexcept = default;

const std::string& Metrics::why_not() const { return state_->why_not; }
const std::vector<MetricFact>& Metrics::all() const { return state_->all; }
std::vector<std::string> Metrics::endings(const MetricFact& metric) const { return state_->host->endings(metric); }
bool Metrics::knows(const std::string& metric) const { return state_->host->knows(metric); }
Resolved Metrics::resolve(const CounterChoice& choice) const { return cupti::resolve(*state_->host, choice); }

int Metrics::passes(const std::vector<Asked>& asked) const {
    std::vector<std::string> metrics;
    for (const Asked& one : asked) metrics.push_back(one.metric);
    return metrics.empty() ? 0 : state_->host->list(std::move(metrics)).passes();
}

} // namespace pairscope::profiling

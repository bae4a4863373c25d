// SPDX-License-Identifier: MIT
#include "profiling/counting/chip_counters.h"
#include "profiling/cupti/host.h"
#include "profiling/cupti/reasons.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

namespace pairscope::profiling {

struct ChipCounters::State {
    std::optional<cupti::Host> host;
    std::vector<CounterFact> all;
    std::string why_not;
};

std::vector<std::string> ChipCounters::chips() {
    const cupti::Library library = cupti::open_library();
    if (library.functions == nullptr) return {};
    try {
        return cupti::chips(*library.functions);
    } catch (const cupti::Error&) { // half of CUPTI is missing; a request for a chip reports this
        return {};
    }
}

ChipCounters::ChipCounters(const std::string& chip) : state_(std::make_unique<State>()) {
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
        state_->all = state_->host->counters();
        std::ranges::sort(state_->all, {}, &CounterFact::name);
    } catch (const cupti::Error& error) {
        state_->why_not = error.what();
    }
}

ChipCounters::~ChipCounters() = default;
ChipCounters::ChipCounters(ChipCounters&&) noexcept = default;
ChipCounters& ChipCounters::operator=(ChipCounters&&) noexcept = default;

const std::string& ChipCounters::why_not() const { return state_->why_not; }
const std::vector<CounterFact>& ChipCounters::all() const { return state_->all; }
std::vector<std::string> ChipCounters::endings(const CounterFact& counter) const {
    return state_->host->endings(counter);
}
bool ChipCounters::knows(const std::string& counter) const { return state_->host->knows(counter); }
Resolved ChipCounters::resolve(const CounterChoice& choice) const { return cupti::resolve(*state_->host, choice); }

int ChipCounters::passes(const std::vector<Asked>& asked) const {
    std::vector<std::string> counters;
    for (const Asked& one : asked) counters.push_back(one.counter);
    return counters.empty() ? 0 : state_->host->list(std::move(counters)).passes();
}

} // namespace pairscope::profiling

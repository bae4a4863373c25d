// SPDX-License-Identifier: MIT
#include "profiling/counting/counters.h"

#include <algorithm>

namespace pairscope::profiling {

std::optional<double> value_of(const Counters& counters, std::string_view name) {
    const auto found = std::ranges::find(counters.counts, name, &Count::name);
    if (found == counters.counts.end()) return std::nullopt;
    return found->value;
}

void add(Counters& counters, const Counters& more) {
    if (counters.chip.empty()) counters.chip = more.chip;
    counters.passes += more.passes;
    for (const Count& count : more.counts) {
        const auto found = std::ranges::find(counters.counts, count.name, &Count::name);
        if (found == counters.counts.end())
            counters.counts.push_back(count);
        else
            *found = count;
    }
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// Runs whose times are drawn at random, taken turn by turn as a bench takes them.
#pragma once

#include "profiling/turns.h"

#include <functional>
#include <optional>

namespace pairscope::profiling {

/// [s] The next sample of a run. `share` is how much of the run's time is over, from 0 to 1.
using DrawTime = std::function<double(double share)>;

/// All turns of one run. Other variants run between them, so a turn takes the same part of the whole.
inline TurnedSamples take_simulated(const StoppingRule& rule, const DrawTime& draw) {
    TurnTaker taker(rule);
    while (!taker.done()) {
        const double begin = static_cast<double>(taker.taken().turns.size()) / usual_turns;
        taker.take_turn([&]() -> std::optional<double> { return draw(begin); }, {});
    }
    return taker.taken();
}

} // namespace pairscope::profiling

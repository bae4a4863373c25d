// SPDX-License-Identifier: MIT
// Commands about counters and the browser of metrics: this part of update().
#pragma once

#include "app/spine/state.h"

#include <string>

namespace pairscope::app {

void count_more(State& state, profiling::CounterSet set); ///< for the selected variant
void pick_metric(State& state, const command::PickMetric& picked);
void search_metrics(CounterState& counters, const std::string& text);
void sample_again(State& state); ///< the launches of the selected variant and of the one it is compared with
void choose_chip(CounterState& counters, const std::string& chip);

} // namespace pairscope::app

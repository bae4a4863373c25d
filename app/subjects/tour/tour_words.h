// SPDX-License-Identifier: MIT
// What the card of the guided tour says: what to do, where, and why. Pure functions of the state.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <string>
#include <string_view>

namespace pairscope::app {

struct TourWords {
    std::string title;        ///< "Drag a point"
    std::string what;         ///< what to do now, or what happened if the step is done
    std::string why;          ///< what it is good for; empty if the step is done
    std::string_view panel;   ///< where: the panel's name
    bool can_predict = false; ///< there is a bar to predict, and it was not predicted yet
};
[[nodiscard]] TourWords tour_words(const State& state);

} // namespace pairscope::app

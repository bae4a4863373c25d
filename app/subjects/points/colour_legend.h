// SPDX-License-Identifier: MIT
// What the colours of the points in the scatter mean.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <optional>
#include <string>

namespace pairscope::app {

/// What the colours of the points mean, with the words at their ends: "1  [colours]  51.2".
struct ColourLegend {
    std::string low, high, meaning;
};

/// Absent if the points have one colour, or those of their labels.
[[nodiscard]] std::optional<ColourLegend> colour_legend(const State& state);
/// Does each of the two sets have a colour? If not, only the shapes of the marks tell the sets apart.
[[nodiscard]] bool sets_have_colours(const State& state);

} // namespace pairscope::app

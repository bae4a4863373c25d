// SPDX-License-Identifier: MIT
// A slider with a field for the exact number beside it.
#pragma once

#include "app/window/widgets/controls.h"

#include <string>
#include <string_view>

namespace pairscope::app {

struct Exact {
    std::string name; ///< its id is "##name", that of its entry "##name exact"
    std::string_view explanation;
    SliderRange range;
};

/// A row of the panel. True if the value changed.
[[nodiscard]] bool exact_slider(const Frame& frame, const Exact& what, double& value);

} // namespace pairscope::app

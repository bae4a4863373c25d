// SPDX-License-Identifier: MIT
// What the mouse does, as the list of keys and mouse (F1) says it.
#pragma once

#include <span>
#include <string_view>

namespace pairscope::app {

struct Gesture {
    std::string_view what;   ///< "right-drag"
    std::string_view effect; ///< "zooms into the box"
};

[[nodiscard]] std::span<const Gesture> gestures_on_points();
[[nodiscard]] std::span<const Gesture> gestures_on_matrix();
[[nodiscard]] std::span<const Gesture> gestures_on_vectors(); ///< on the charts of a workload of two vectors
[[nodiscard]] std::span<const Gesture> gestures_elsewhere();

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// A state that looks at a matrix which is too large to store.
#pragma once

#include "tests/state/sample_state.h"

namespace pairscope::app {

inline constexpr Viewport deep_screen{800, 700};

/// The panel shows a matrix of so many points, none of whose tiles is known.
inline State deep_state(std::int64_t n) {
    State state = laptop_with_points();
    make_points(state, n);
    choose_cpu_variant(state);
    state.deep.sight = deep_screen;
    return state;
}

} // namespace pairscope::app

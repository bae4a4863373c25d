// SPDX-License-Identifier: MIT
// The comparison of two variants in sentences. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"

#include <string>

namespace pairscope::app {

/// The verdict in one sentence, or what will fill the panel, or why nothing will.
[[nodiscard]] std::string comparison_sentence(const State& state);

} // namespace pairscope::app

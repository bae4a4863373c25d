// SPDX-License-Identifier: MIT
// The row of the data panel that says where the points come from.
#pragma once

#include "app/window/widgets/frame.h"

namespace pairscope::app {

/// What the vectors are called that the workload's example makes: "example".
[[nodiscard]] const char* name_of_made_vectors(const WorkloadType& type);

void draw_source_menu(const Frame& frame);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The roofs of the CPU for the threads in use: streaming fill, read, fused multiply-add.
#pragma once

#include "profiling/ceilings/ceilings.h"

namespace pairscope::profiling {

[[nodiscard]] Ceilings cpu_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                                    const std::function<void(std::string_view doing, double share)>& progress);

} // namespace pairscope::profiling

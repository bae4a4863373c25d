// SPDX-License-Identifier: MIT
// The roofs of a GPU: fill, copy, fused multiply-adds.
#pragma once

#include "profiling/ceilings/ceilings.h"

namespace pairscope::profiling {

/// Needs one array of `bytes` on the device. A stopped measurement gives the ceilings it has.
[[nodiscard]] Ceilings cuda_ceilings(const Device& device, const CeilingRequest& request, const RunControl& control,
                                     const std::function<void(std::string_view doing, double share)>& progress);

} // namespace pairscope::profiling

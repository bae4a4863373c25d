// SPDX-License-Identifier: MIT
// The context that CUPTI is asked about.
#pragma once

#include <cuda.h>

#include <string_view>

namespace pairscope::profiling::cupti {

/// The device's own context, current on this thread. Throws cuda::Error, and Error with what was attempted.
[[nodiscard]] CUcontext context_of(int ordinal, std::string_view attempt);

} // namespace pairscope::profiling::cupti

// SPDX-License-Identifier: MIT
// Which kernels ran, by CUPTI's activity records: their times and how they were launched. Needs no permission.
#pragma once

#include "profiling/counting/counting.h"
#include "profiling/cupti/library.h"

#include <vector>

namespace pairscope::profiling::cupti {

/// Launches once, on the current device, and waits for the end. Throws Error, cuda::Error and what `launch` throws.
[[nodiscard]] std::vector<KernelRecord> record(const Functions& functions, const Launch& launch);

} // namespace pairscope::profiling::cupti

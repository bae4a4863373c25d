// SPDX-License-Identifier: MIT
#pragma once

#include "kernels/ladder/device.h"

#include <string>

namespace pairscope::cli {

/// "NVIDIA H200 (132 multiprocessors, compute capability 9.0, 151 GB, 52.4 MB of cache, CUDA 13.0)"
[[nodiscard]] std::string device_text(const Device& device);

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
// This machine's CPU as a device.
#pragma once

#include "kernels/ladder/device.h"

#include <string>

namespace pairscope::cpu {

[[nodiscard]] Device device();

/// The instruction set the SIMD variants use here, by Highway's name: "AVX3" is AVX-512.
[[nodiscard]] std::string instruction_set();

} // namespace pairscope::cpu

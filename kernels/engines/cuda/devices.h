// SPDX-License-Identifier: MIT
// The GPUs of this machine.
#pragma once

#include "kernels/ladder/device.h"

#include <string>
#include <vector>

namespace pairscope::cuda {

/// The GPUs that can run this build's kernels, by ordinal. Empty without a driver, without a GPU, or with a driver that
/// is too old; then why_no_gpu() says which.
[[nodiscard]] std::vector<Device> gpu_devices();

/// Why gpu_devices() is empty, and what to do about it, in one sentence. Empty if there is a GPU.
[[nodiscard]] std::string why_no_gpu();

/// pairscope::part_of() for a GPU.
[[nodiscard]] Device part_of(const Device& whole, int multiprocessors);

} // namespace pairscope::cuda

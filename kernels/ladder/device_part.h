// SPDX-License-Identifier: MIT
// Parts of a GPU, for runs on fewer multiprocessors than it has.
#pragma once

#include "kernels/ladder/device.h"

namespace pairscope {

/// The GPU with as many multiprocessors as asked for, or the next number above that it can set apart; the GPU itself
/// where that is all of them. Throws InputError, in one sentence, where it cannot, or where the device is a CPU.
[[nodiscard]] Device part_of(const Device& whole, int multiprocessors);

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Finds the kernels in the code of a file: the functions that are marked __global__, with their parameters.
#pragma once

#include "kernels/own/own_file.h"

#include <string_view>
#include <vector>

namespace pairscope::own {

/// The kernels that the file defines, without launch lines. `code` is without comments. Throws InputError for what is
/// no plain kernel.
[[nodiscard]] std::vector<OwnKernel> kernels_in(std::string_view code, std::string_view file);

} // namespace pairscope::own

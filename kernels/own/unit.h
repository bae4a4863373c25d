// SPDX-License-Identifier: MIT
// What the compiler gets: the lines before and behind the text of a user's file.
#pragma once

#include "kernels/own/own_file.h"

#include <string>

namespace pairscope::own {

/// The headers, and a constant for each slider.
[[nodiscard]] std::string lines_before(const OwnFile& file);
/// Like lines_before(), but for the compiler of a GPU, which makes no calls.
[[nodiscard]] std::string gpu_lines_before(const OwnFile& file);
/// The one entry of the object, with a call of each kernel.
[[nodiscard]] std::string lines_behind(const OwnFile& file);

} // namespace pairscope::own

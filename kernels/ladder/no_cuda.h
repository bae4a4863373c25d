// SPDX-License-Identifier: MIT
// Why this build has no CUDA, in the words that everybody says.
#pragma once

#include <string_view>

namespace pairscope {

/// "this build has no CUDA, because it was built with --cpu-only": a clause that any sentence may end with. Empty in a
/// build with CUDA.
[[nodiscard]] std::string_view why_no_cuda();

} // namespace pairscope

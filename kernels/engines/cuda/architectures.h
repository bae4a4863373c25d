// SPDX-License-Identifier: MIT
#pragma once

namespace pairscope::cuda {

/// The oldest compute capability this build has code for: 75 for 7.5. Newer GPUs compile the code they lack from PTX.
[[nodiscard]] int oldest_architecture();

} // namespace pairscope::cuda

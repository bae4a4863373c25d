// SPDX-License-Identifier: MIT
// Gives a matrix kernel the target that it writes to.
#pragma once

#include "kernels/matrix/target_types.cuh"

#ifndef __CUDACC_RTC__ // NVRTC compiles no launches

#include "kernels/engines/cuda/side.h"
#include "kernels/ladder/output.h"

#include <variant>

namespace pairscope::cuda::inline PAIRSCOPE_SIDE {

/// Calls `launch` with the target a kernel can use.
template <class Launch> void with_target(const OutputTarget& target, Launch launch) {
    if (const auto* memory = std::get_if<LinearMemory>(&target)) {
        launch(LinearTarget{memory->data, memory->pitch});
    } else {
        launch(SurfaceTarget{std::get<Surface>(target).handle});
    }
}

} // namespace pairscope::cuda::inline PAIRSCOPE_SIDE

#endif

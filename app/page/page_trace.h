// SPDX-License-Identifier: MIT
// The traces of a page: what one warp of each CUDA variant touches, found by executing its source on few vectors.
#pragma once

#include "app/spine/files/columns.h"
#include "kernels/ladder/variant.h"
#include "profiling/recording/recording.h"

#include <stop_token>
#include <string>
#include <vector>

namespace pairscope::page {

struct PageTraces {
    app::Json json;    ///< an object with a trace for each id; variants that cannot be executed have the reason instead
    int made_here = 0; ///< so many were made now, because no recording has them
};

/// Each variant's trace, from the first recording that has one. `recordings` has one at least.
[[nodiscard]] PageTraces traces_of(const std::vector<const profiling::Recording*>& recordings,
                                   const std::vector<const KernelVariant*>& variants, const std::stop_token& stop);

} // namespace pairscope::page

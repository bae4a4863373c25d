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

/// So many vectors are enough for a trace; of a workload that counts coordinates, so many coordinates.
inline constexpr std::int64_t traced_rows = 256;
/// A trace takes at most so many bytes of the page.
inline constexpr std::size_t most_trace_bytes = 20'000;

/// An object with a trace for each id. Variants that cannot be executed have the reason instead.
[[nodiscard]] app::Json traces_json(const profiling::Recording& recording,
                                    const std::vector<const KernelVariant*>& variants, const std::stop_token& stop);

} // namespace pairscope::page

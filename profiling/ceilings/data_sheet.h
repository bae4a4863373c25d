// SPDX-License-Identifier: MIT
// What a data sheet promises, for who measures no ceilings.
#pragma once

#include "kernels/ladder/device.h"
#include "profiling/ceilings/kinds.h"

#include <optional>

namespace pairscope::profiling {

/// From the attributes of a GPU of this machine [B/s], [flop/s] or [op/s]. Absent where they, or a build without CUDA, do
/// not tell.
[[nodiscard]] std::optional<double> data_sheet_rate(const Device& device, CeilingKind kind);

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// What a trace says of a whole run in a few numbers, for the quantities that explain a difference. Pure functions.
#pragma once

#include "kernels/engines/simt/trace.h"
#include "profiling/measurement.h"

#include <optional>

namespace pairscope::app {

/// What only a whole trace knows, and no summary of one, is absent in the figures of a summary.
struct TracedFigures {
    Workload workload{};               ///< which run the trace is of
    simt::TraceTotals stores{};        ///< into global memory or a texture
    simt::TraceTotals loads{};         ///< from global memory
    std::optional<double> requests{};  ///< loads and stores of warps, of all kinds of memory
    std::optional<double> conflicts{}; ///< passes through the banks of shared memory that another layout would save
    std::optional<double> atomics{};   ///< atomic requests of warps to global memory
    std::optional<double> idle{};      ///< the part of the lanes of these requests that does nothing: from 0 to 1
    std::optional<double> barriers{};  ///< that a block in the middle of the grid passes
};
[[nodiscard]] TracedFigures figures_of(const simt::Trace& trace);
[[nodiscard]] TracedFigures figures_of(const profiling::TraceSummary& summary, const Workload& workload);

} // namespace pairscope::app

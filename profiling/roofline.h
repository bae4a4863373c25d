// SPDX-License-Identifier: MIT
// The roofline model as pure functions (Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009).
#pragma once

#include "profiling/ceilings/ceilings.h"
#include "profiling/measurement.h"

#include <optional>

namespace pairscope::profiling {

struct RooflinePoint {
    double intensity = 0.0;               ///< [flop/B]
    double performance = 0.0;             ///< [flop/s]
    Provenance bytes = Provenance::model; ///< counted bytes are drawn filled, predicted ones hollow
};

/// The performance a kernel of this intensity can reach under a bandwidth [B/s] and a peak [flop/s].
[[nodiscard]] double attainable(double intensity, double bandwidth, double peak);

/// Where a measurement stands: its workload's flops over its DRAM bytes, and over its time.
[[nodiscard]] RooflinePoint place(const Measurement& m);

/// The fill that a measurement is compared with: of its device, and of as many threads as it used. Null if not
/// measured.
[[nodiscard]] const Ceiling* fill_for(const Measurement& m, const Ceilings& ceilings);

/// The share of that ceiling that the compulsory bytes reach, from 0 to 1; absent without it.
[[nodiscard]] std::optional<double> share_of_fill(const Measurement& m, const Ceilings& ceilings);

/// Was the run clearly faster than the fill, by more than 5 %? Then the fill was measured while the machine was busy,
/// or the answer stays in the caches.
[[nodiscard]] bool beats_the_fill(const Measurement& m, const Ceilings& ceilings);

} // namespace pairscope::profiling

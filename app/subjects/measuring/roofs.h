// SPDX-License-Identifier: MIT
// The roofs of a roofline: slopes for the bandwidths of memory, level lines for the ceilings of arithmetic that the
// workload names.
#pragma once

#include "app/subjects/measuring/roofline_chart.h"

#include <string>

namespace pairscope::app {

/// Whose roofs are drawn.
struct RoofSource {
    const profiling::Ceilings& ceilings;
    Workload workload;                      ///< whose roofs these are
    const KernelVariant* variant = nullptr; ///< the selected one; null: it is not known here
    std::string measured;                   ///< "measured", or when, if that was in an earlier session, or "recorded"
};

/// Adds them to a chart whose memory level and unit are chosen; at most four, slopes first, each kind from the highest.
/// Roofs that limit the selected variant come before the roofs of other forms of the computation.
void add_roofs(RooflineChart& chart, const RoofSource& source, int threads);
/// The roof that limits a run of this variant and intensity. A null variant computes in the usual form. Null: there is
/// none.
[[nodiscard]] const Roof* limiting_roof(const RooflineChart& chart, const Workload& workload,
                                        const KernelVariant* variant, double intensity);
void mark_binding_roof(RooflineChart& chart, const RoofSource& source, double intensity);

[[nodiscard]] double highest_slope(const RooflineChart& chart); ///< [B/s]; 0: there is none
/// Null: there is none.
[[nodiscard]] const Roof* highest_level(const RooflineChart& chart);
/// The slope that can bind; null: it was not measured.
[[nodiscard]] const Roof* slope_that_binds(const RooflineChart& chart, const Workload& workload);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Time and occupancy against the number of threads of a block: measured where the selected variant was measured with
// blocks of this size, predicted elsewhere. Pure functions.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/state.h"
#include "profiling/machine_code/occupancy.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct BlockPoint {
    int threads = 0;                             ///< threads of a block
    profiling::Occupancy occupancy;              ///< where the size was not measured, with the needs of the usual one
    const profiling::Measurement* run = nullptr; ///< null: not measured
    std::string origin{};                        ///< where a recorded run comes from; empty: of this session
    std::optional<double> predicted_seconds{};   ///< only where nothing was measured; absent: nothing is known
};

/// One variant on one GPU, at one size of the data.
struct BlockChart {
    std::string variant_id;
    Device device;
    Workload workload;
    profiling::MultiprocessorLimits limits;
    profiling::BlockNeeds needs;    ///< what the kernel with blocks of the usual size takes
    std::vector<BlockPoint> points; ///< by their threads
    bool warps_decide = true;       ///< no two measured sizes with as many warps take different times
    std::string sentence;
};

/// Absent if the selected variant has blocks of one size only, or was not measured on a GPU that this program knows.
///
/// A time is predicted where at least two sizes were measured of which a multiprocessor holds as many warps, and their
/// times agree. Nothing is predicted where sizes with as many warps take different times: then something else decides.
[[nodiscard]] std::optional<BlockChart> block_chart(const State& state);
/// Why there is none, and what to do about it; empty: there is one.
[[nodiscard]] std::string blocks_lack(const State& state);

/// The times, and below them the warps that a multiprocessor holds. Marks are in the order of the points that have a
/// time; below, in the order of the points.
[[nodiscard]] std::vector<Chart> block_drawings(const BlockChart& chart);
/// What one point says.
[[nodiscard]] std::string block_story(const BlockChart& chart, const BlockPoint& point);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Time against size, and against the number of multiprocessors: one curve for each variant on each device, of this
// session and of open recordings. Pure functions.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/recordings/recordings.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

struct SizePoint {
    double size = 0.0; ///< see SizeChart::size
    const profiling::Measurement* run = nullptr;
    std::string origin{};             ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
    std::optional<double> fraction{}; ///< useful fraction of what this part of the GPU reaches; absent: not known
};

/// The times of one variant on one device.
struct SizeCurve {
    std::string id;
    Device device;
    bool recorded = false;
    std::vector<SizePoint> points; ///< with different sizes, which ascend
};

/// Where a GPU begins to be faster than a CPU, or the other way round.
struct Crossover {
    double size = 0.0;     ///< between two measured sizes, on a straight line between their times in the chart
    double seconds = 0.0;  ///< that both take there
    bool gpu_above = true; ///< the GPU is faster at larger sizes
};

struct SizeChart {
    std::string size;              ///< what the horizontal axis counts: "points", "pairs", "multiprocessors"
    std::vector<SizeCurve> curves; ///< in ladder order
    std::optional<Crossover> crossover;
    std::string sentence; ///< what the curves say, in one or two sentences
};

/// The chart of the current workload, with warm caches, into the chosen output, with blocks of the usual size. It is
/// absent as long as nothing was measured at two sizes.
[[nodiscard]] std::optional<SizeChart> size_chart(const State& state);
/// The times on parts of a GPU, of the current size if it was recorded on parts, else of the largest. It is absent as
/// long as no open recording has a variant on two numbers of multiprocessors of one GPU.
[[nodiscard]] std::optional<SizeChart> multiprocessors_chart(const State& state);
/// The times of one variant on parts of one GPU.
struct TimesOnParts {
    std::string variant_id;
    std::map<int, double> seconds{}; ///< by the number of multiprocessors
};
/// How many times as fast the variants are with the largest number of multiprocessors as with the smallest, and which
/// are as fast with fewer; empty: each has one time.
[[nodiscard]] std::string multiprocessors_sentence(std::span<const TimesOnParts> all);
/// Why there is none, and the command that measures what it needs; empty: there is one.
[[nodiscard]] std::string multiprocessors_lack(const State& state);
/// What to do to have one, in one sentence.
[[nodiscard]] std::string size_awaits(const State& state);
/// Like size_awaits(), for a chart that is saved without a window: the commands that measure several sizes.
[[nodiscard]] std::string size_lacks(const State& state);

/// Describes the drawing. The marks are in the order of the curves and their points.
[[nodiscard]] Chart size_drawing(const SizeChart& chart, std::string_view selected_id);
/// "fused, n = 1 048 576 ... 6.1 us ..."
[[nodiscard]] std::string point_story(const SizeChart& chart, const SizeCurve& curve, const SizePoint& point);

} // namespace pairscope::app

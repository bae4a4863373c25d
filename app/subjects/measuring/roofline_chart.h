// SPDX-License-Identifier: MIT
// What the roofline plot shows, before it is drawn: the roofs of the device the selected variant runs on, or ran on
// when it was recorded, a dot for each of its runs, the path through these dots in the order of the ladder, and the
// axes. Runs of other devices are not shown, because these are not their roofs. Pure functions of the state.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "profiling/ceilings/ceilings.h"
#include "profiling/roofline.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct Roof {
    profiling::CeilingKind kind = profiling::CeilingKind::fill;
    bool level = false;     ///< a limit of arithmetic, not of memory
    double limit = 0.0;     ///< [B/s]; of a level one in the chart's unit: [flop/s], [op/s] or [pair/s]
    bool binds = false;     ///< the selected variant is under this one
    std::string name;       ///< "fill"
    std::string ceiling{};  ///< in a sentence: "the fill ceiling", "1/3 of the tensor fp16 ceiling"
    std::string rate;       ///< "4 580 GB/s"
    std::string label;      ///< "fill 4 580 GB/s, measured"
    std::string provenance; ///< "timer: 16-byte stores, median of 25 runs on NVIDIA H200"
};

struct ChartDot {
    std::string id;
    double intensity = 0.0;                                     ///< in the chart's unit [flop/B]
    double performance = 0.0;                                   ///< in the chart's unit [flop/s]
    profiling::Provenance bytes = profiling::Provenance::model; ///< counted: filled, predicted: hollow
    std::optional<AxisRange> interval{};                        ///< 95 % interval of the performance
    bool selected = false;
    bool named = true;                             ///< its name is written beside it
    const profiling::Measurement* run = nullptr;   ///< what it stands for; lives as long as the state
    const profiling::Ceilings* ceilings = nullptr; ///< the ceilings of its device; null: not measured
    int recording = 0;                             ///< id of the recording it is of; 0: of this session
    std::string origin;                            ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};

/// Where a simulated variant would stand: its intensity is predicted, and its performance is not known.
struct ChartIntensity {
    std::string id;
    double intensity = 0.0; ///< in the chart's unit [flop/B]
};

struct RooflineChart {
    profiling::WorkUnit unit = profiling::WorkUnit::flop;        ///< in which all intensities and performances count
    std::vector<profiling::WorkUnit> units{};                    ///< that the workload has work of
    profiling::MemoryLevel level = profiling::MemoryLevel::dram; ///< whose bytes count
    std::string device;
    std::string origin;      ///< where the roofs come from, if they were recorded
    std::vector<Roof> roofs; ///< at most four; bandwidths from the highest, then the arithmetic
    bool one_thread = false; ///< the roofs are those of one thread of a CPU
    std::vector<ChartDot> dots;
    std::optional<ChartIntensity> simulated; ///< the selected variant, if it is simulated; then no roof binds
    std::vector<std::size_t> path;           ///< indices of dots, in the order of the ladder
    AxisRange intensity, performance;
};

/// Absent while there is no selected variant, or its device's ceilings are not measured.
[[nodiscard]] std::optional<RooflineChart> roofline_chart(const State& state);

/// Where the selected variant stands, in one sentence with the roof that binds it; empty while that is not known.
[[nodiscard]] std::string roofline_sentence(const State& state, const RooflineChart& chart);

/// What will fill the empty plot, in one sentence.
[[nodiscard]] std::string roofline_awaits(const State& state);
/// What a chart that has only roofs waits for, or why no variant can be drawn in it, in one or two sentences.
[[nodiscard]] std::string mark_awaits(const State& state, const RooflineChart& chart);

/// What is known of a mark: where it stands and of which ceilings it reaches what. One line each.
[[nodiscard]] std::string dot_story(const RooflineChart& chart, const ChartDot& dot);
[[nodiscard]] std::string roof_story(const Roof& roof);

/// Describes the drawing: its marks are the dots, in their order; its first lines are the roofs, in theirs.
[[nodiscard]] Chart drawing_of(const RooflineChart& chart);

/// The roof's line inside the axes, from left to right: a slope that ends at the highest arithmetic roof, or an
/// arithmetic roof from where the highest slope meets it.
[[nodiscard]] std::array<ChartPoint, 2> line_of(const RooflineChart& chart, const Roof& roof);

} // namespace pairscope::app

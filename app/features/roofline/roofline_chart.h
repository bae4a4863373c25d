// SPDX-License-Identifier: MIT
// What the roofline plot shows, before it is drawn: the roofs of the device the selected variant runs on, or ran on
// when it was recorded, a dot for each of its measured variants and each recorded run, the way a person went through
// them, and the axes. Pure functions of the state.
#pragma once

#include "app/state/drawing/axes.h"
#include "app/state/state.h"

#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

enum class RoofKind : std::uint8_t { fill, copy, read, l2_read, l2_write, l1_read, shared_read, fma };

struct Roof {
    RoofKind kind = RoofKind::fill;
    double limit = 0.0;     ///< [B/s], of fma [flop/s] or [pair/s]
    bool binds = false;     ///< the selected variant is under this one
    std::string name;       ///< "fill"
    std::string label;      ///< "fill 4 580 GB/s, measured"
    std::string provenance; ///< "timer: 16-byte stores, median of 25 runs on NVIDIA H200"
};

struct ChartDot {
    std::string id;
    double intensity = 0.0;                                     ///< [flop/B] or [pair/B]
    double performance = 0.0;                                   ///< [flop/s] or [pair/s]
    profiling::Provenance bytes = profiling::Provenance::model; ///< counted: filled, predicted: hollow
    std::optional<AxisRange> interval{};                        ///< of the performance, 95 %
    bool selected = false;
    bool named = true;                             ///< its name is written beside it
    const profiling::Measurement* run = nullptr;   ///< what it stands for; lives as long as the state
    const profiling::Ceilings* ceilings = nullptr; ///< of its device; null: not measured
    int recording = 0;                             ///< id of the recording it is of; 0: of this session
    std::string origin;                            ///< "recorded 2026-11-21 by pairscope 0.1.0"; empty: of this session
};

struct ChartPoint {
    double intensity = 0.0, performance = 0.0;
};

/// Where a simulated variant would stand: its intensity is predicted, and its performance is not known.
struct ChartIntensity {
    std::string id;
    double intensity = 0.0; ///< [flop/B] or [pair/B]
};

struct RooflineChart {
    profiling::WorkUnit unit = profiling::WorkUnit::flop;        ///< of all intensities and performances
    profiling::MemoryLevel level = profiling::MemoryLevel::dram; ///< whose bytes count
    std::string device;
    std::string origin;      ///< of the roofs, if they were recorded
    std::vector<Roof> roofs; ///< at most four; bandwidths from the highest, then the arithmetic
    std::vector<ChartDot> dots;
    std::optional<ChartIntensity> simulated; ///< the selected variant, if it is simulated; then no roof binds
    std::vector<std::size_t> trail;          ///< indices of dots, in the order they were visited
    AxisRange intensity, performance;
};

/// Absent while there is no selected variant, or its device's ceilings are not measured.
[[nodiscard]] std::optional<RooflineChart> roofline_chart(const State& state);

[[nodiscard]] std::string intensity_title(const RooflineChart& chart);   ///< "arithmetic intensity [flop per byte ...]"
[[nodiscard]] std::string performance_title(const RooflineChart& chart); ///< "flop/s"
[[nodiscard]] std::string_view unit_name(const RooflineChart& chart);    ///< "flop", "pairs"
/// Where the selected variant stands, in one sentence with the roof that binds it; empty while that is not known.
[[nodiscard]] std::string roofline_sentence(const State& state, const RooflineChart& chart);

/// What will fill the empty plot, in one sentence.
[[nodiscard]] std::string roofline_awaits(const State& state);

/// The roof's line inside the axes: a slope that ends at the arithmetic roof, or that roof itself from where the
/// highest slope meets it.
[[nodiscard]] std::vector<ChartPoint> line_of(const RooflineChart& chart, const Roof& roof);

} // namespace pairscope::app

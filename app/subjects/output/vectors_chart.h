// SPDX-License-Identifier: MIT
// How the output about two vectors is computed: the vectors, their squared differences, and the running sum of these,
// as charts with one horizontal axis. Pure functions.
#pragma once

#include "app/chart/chart.h"
#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/output/reduced_vectors.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::app {

struct VectorsChart {
    std::string x, y;                        ///< what the vectors are called
    std::int64_t coordinates = 0;            ///< coordinates per vector
    AxisRange shown;                         ///< on the horizontal axis
    const ReducedVectors* reduced = nullptr; ///< reduced from these or other coordinates; never null
    const Dataset* first = nullptr;
    const Dataset* second = nullptr;
    std::string sentence; ///< what the sum is, and how many coordinates are left out of it
    std::string note;     ///< what the steps are, and what a column of the charts holds
};

/// The chart points into the current data. It is absent if these are not two vectors, or are not reduced yet.
[[nodiscard]] std::optional<VectorsChart> vectors_chart(const State& state);
/// Why there is none, in one sentence.
[[nodiscard]] std::string vectors_await(const State& state);

/// Describes the drawings, from the top down.
[[nodiscard]] std::vector<Chart> vectors_drawings(const VectorsChart& chart);

/// What the workload answers, with its parameters. Empty if no current output is there that is one number.
[[nodiscard]] std::string output_sentence(const State& state);

/// Coordinate i in lines: its values, their squared difference, the running sum, and its block.
[[nodiscard]] std::string coordinate_story(const VectorsChart& chart, std::int64_t i);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Which of CPU and GPU is faster at which size. Pure functions.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "app/subjects/measuring/size_chart.h"

#include <optional>
#include <span>
#include <string>

namespace pairscope::app {

/// The fastest time of these curves at a size [s], on straight lines in a chart with two logarithmic axes. Absent where
/// none of them reaches that far.
[[nodiscard]] std::optional<double> fastest_at(std::span<const SizeCurve> curves, Backend backend, double size);

/// The largest size at which the fastest CPU curve and the fastest GPU curve cross. Absent: they do not, or there are
/// not both.
[[nodiscard]] std::optional<Crossover> crossover_of(std::span<const SizeCurve> curves);

/// "The GPU (fused) is faster from about 40 000 coordinates on; below, the CPU (cpu_parallel) is."
[[nodiscard]] std::string crossover_sentence(const SizeChart& chart);

} // namespace pairscope::app

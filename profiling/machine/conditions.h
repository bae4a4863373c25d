// SPDX-License-Identifier: MIT
// The state of a device while it was measured, as plain values: clocks, power, why it was slowed down.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace pairscope::profiling {

/// Whatever the device does not tell is absent.
struct Conditions {
    std::optional<double> clock{};         ///< clock of the multiprocessors: the median of what was seen [Hz]
    std::optional<double> lowest_clock{};  ///< [Hz]
    std::optional<double> highest_clock{}; ///< that the device can run at [Hz]
    std::optional<double> memory_clock{};  ///< [Hz]
    std::optional<double> power{};         ///< mean over the timed runs [W]
    std::optional<double> joules{};        ///< energy per launch of the variant [J]
    std::optional<double> temperature{};   ///< [degrees Celsius]
    std::vector<std::string> slowed_by{};  ///< "power cap", "heat": why the clock was lowered, each once
    bool drew_the_screen = false;          ///< the device also drew this window
    std::optional<double> other_load{};    ///< for a CPU: the share of its time that other programs took, 0 to 1
    bool operator==(const Conditions&) const = default;
};

} // namespace pairscope::profiling

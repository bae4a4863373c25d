// SPDX-License-Identifier: MIT
// How much of the processors other programs use while something is measured.
#pragma once

#include <optional>
#include <string_view>

namespace pairscope::profiling {

/// Time that the machine's processors have spent since its start [s].
struct ProcessorTimes {
    double busy = 0.0; ///< in any program
    double all = 0.0;  ///< busy or idle
};
/// The first line of /proc/stat; absent if it is none.
[[nodiscard]] std::optional<ProcessorTimes> processor_times(std::string_view stat, double ticks_per_second);

/// Measures the load of other programs from its construction until share() is called.
class OtherLoad {
public:
    OtherLoad();
    /// The share of the processors' time that other programs took, 0 to 1; absent where the system does not tell.
    [[nodiscard]] std::optional<double> share() const;

private:
    std::optional<ProcessorTimes> begin_;
    double own_ = 0.0;
};

/// The share between two times, of which this process took `own` seconds; absent if too little time has passed.
[[nodiscard]] std::optional<double> share_of_others(const ProcessorTimes& begin, const ProcessorTimes& end, double own);

/// If other programs take more than this share, measured ceilings may be too low.
constexpr double much_other_load = 0.1;

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// The axes of charts, on the screen and on paper: their range and their ticks.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace pairscope::app {

struct AxisRange {
    double low = 1.0;
    double high = 10.0;
    bool operator==(const AxisRange&) const = default;
};

struct Tick {
    double value = 0.0;
    std::string label; ///< "0.5", "100 G"
};

/// Ticks of a logarithmic axis stand at these times powers of ten.
inline constexpr std::array<double, 3> tick_steps{1.0, 2.0, 5.0};

/// 1, 2 and 5 times powers of ten in the range. If those were more than `most`: powers of ten alone; and if even those
/// were, or there is only one of them, every second, third, ... tick, but never fewer than two.
[[nodiscard]] std::vector<Tick> log_ticks(AxisRange range, std::size_t most);
/// 1-2-5 ticks of a linear axis, at most about as many.
[[nodiscard]] std::vector<Tick> linear_ticks(AxisRange range, int most);
/// The first of so many, then every fifth, tenth, twentieth or so.
[[nodiscard]] std::vector<Tick> count_ticks(std::int64_t count, std::size_t most);
/// Powers of two in the range of a logarithmic axis, or every second, third, ... of them: "32", "1 024".
[[nodiscard]] std::vector<Tick> doubling_ticks(AxisRange range, std::size_t most);
/// Like linear_ticks(), but at whole numbers only: "12 500".
[[nodiscard]] std::vector<Tick> index_ticks(AxisRange range, int most);
[[nodiscard]] std::string tick_label(double value); ///< "0.2", "10", "5 k", "100 G"

} // namespace pairscope::app

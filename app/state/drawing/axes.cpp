// SPDX-License-Identifier: MIT
#include "app/state/drawing/axes.h"

#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace pairscope::app {

std::vector<Tick> log_ticks(AxisRange range, std::size_t most) {
    std::vector<Tick> all, decades;
    if (!std::isnormal(range.low) || range.low < 0.0 || !std::isfinite(range.high)) return all;
    for (double decade = std::pow(10.0, std::floor(std::log10(range.low)));
         std::isnormal(decade) && decade <= range.high * (1 + 1e-9); decade *= 10.0)
        for (const double step : tick_steps) {
            const double value = step * decade;
            if (value < range.low * (1 - 1e-9) || value > range.high * (1 + 1e-9)) continue;
            all.push_back({value, tick_label(value)});
            if (step == 1.0) decades.push_back(all.back());
        }
    return all.size() > most && decades.size() >= 2 ? decades : all;
}

std::string tick_label(double value) {
    constexpr std::array<std::pair<double, const char*>, 5> units{
        {{1e15, " P"}, {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
    for (const auto& [size, name] : units)
        if (value >= size * (1 - 1e-9)) return fmt::format("{:.3g}{}", value / size, name);
    return fmt::format("{:.3g}", value);
}

} // namespace pairscope::app

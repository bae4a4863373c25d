// SPDX-License-Identifier: MIT
#include "app/chart/axes.h"

#include "app/chart/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace pairscope::app {

namespace {

/// Every second, third, ... of them: at most so many, but two, as one alone tells nothing about distances.
std::vector<Tick> thinned(std::vector<Tick> ticks, std::size_t most) {
    most = std::max<std::size_t>(most, 2);
    const std::size_t stride = (ticks.size() + most - 1) / most;
    std::vector<Tick> kept;
    for (std::size_t i = 0; i < ticks.size(); i += stride) kept.push_back(std::move(ticks[i]));
    return kept;
}

} // namespace

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
    if (all.size() <= most) return all;
    return thinned(decades.size() >= 2 ? std::move(decades) : std::move(all), most);
}

namespace {

/// Digits behind the point, or a power of ten where all would be zeros.
std::string linear_label(double value, int decimals, AxisRange range) {
    constexpr double tiny = 1e-3;
    if (std::abs(range.low) < tiny && std::abs(range.high) < tiny) return fmt::format("{:.3g}", value);
    return fmt::format("{:.{}f}", value, decimals);
}

std::vector<Tick> ticks_with(double step, AxisRange range) {
    const int decimals = std::max(0, int(-std::floor(std::log10(step) + 1e-9)));
    std::vector<Tick> ticks;
    for (double i = std::ceil(range.low / step - 1e-9) + 0.0; // no -0
         i * step <= range.high + 1e-12 * std::abs(range.high); ++i)
        ticks.push_back({i * step, linear_label(i * step, decimals, range)});
    return ticks;
}

} // namespace

std::vector<Tick> linear_ticks(AxisRange range, int most) {
    const double rough = (range.high - range.low) / most;
    if (!std::isnormal(rough) || rough < 0.0) return {}; // no step leads from one end to the other
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    double step = 10.0 * decade;
    for (const double candidate : {1.0, 2.0, 5.0})
        if (candidate * decade >= rough) {
            step = candidate * decade;
            break;
        }
    std::vector<Tick> ticks = ticks_with(step, range);
    if (ticks.size() < 2) ticks = ticks_with(step / 2.0, range); // one tick alone tells nothing about distances
    return ticks;
}

std::vector<Tick> index_ticks(AxisRange range, int most) {
    const double low = std::ceil(range.low), high = std::floor(range.high);
    if (low == high) return {{low, grouped(std::int64_t(low))}};
    std::vector<Tick> ticks = linear_ticks({low, high}, most);
    std::erase_if(ticks, [](const Tick& tick) { return std::abs(tick.value - std::round(tick.value)) > 1e-6; });
    for (Tick& tick : ticks) tick = {std::round(tick.value), grouped(std::llround(tick.value))};
    return ticks;
}

std::vector<Tick> doubling_ticks(AxisRange range, std::size_t most) {
    std::vector<Tick> ticks;
    for (double at = std::exp2(std::ceil(std::log2(range.low))); at <= range.high; at *= 2.0)
        ticks.push_back({at, at < 1.0 ? tick_label(at) : grouped(std::llround(at))});
    return thinned(std::move(ticks), most);
}

std::vector<Tick> count_ticks(std::int64_t count, std::size_t most) {
    double step = 1.0;
    for (double decade = 1.0; step * double(most) < double(count); decade *= 10.0)
        for (const double next : {5.0, 10.0, 20.0})
            if (step * double(most) < double(count)) step = next * decade;
    std::vector<Tick> ticks{{1.0, "1"}};
    for (double at = std::max(step, 2.0); at <= double(count); at += step)
        ticks.push_back({at, grouped(std::int64_t(at))});
    return ticks;
}

std::string tick_label(double value) {
    constexpr std::array<std::pair<double, const char*>, 6> units{
        {{1e18, " E"}, {1e15, " P"}, {1e12, " T"}, {1e9, " G"}, {1e6, " M"}, {1e3, " k"}}};
    for (const auto& [size, name] : units)
        if (value >= size * (1 - 1e-9)) return fmt::format("{:.3g}{}", value / size, name);
    return fmt::format("{:.3g}", value);
}

} // namespace pairscope::app

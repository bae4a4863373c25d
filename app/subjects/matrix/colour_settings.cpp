// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/colour_settings.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {

float percentile(std::span<const float> ascending, float percent) {
    const float place = std::clamp(percent, 0.0f, 100.0f) / 100.0f * float(ascending.size() - 1);
    const auto below = std::size_t(place);
    const std::size_t above = std::min(below + 1, ascending.size() - 1);
    return std::lerp(ascending[below], ascending[above], place - float(below));
}

ValueRange range_of(const ColourSettings& settings, const MatrixSummary& summary) {
    if (settings.range == RangeMode::fixed) return settings.fixed;
    if (std::isnan(summary.min)) return {0.0f, 1.0f};
    if (settings.range == RangeMode::percentile && !summary.sample.empty())
        return {percentile(summary.sample, 100.0f - settings.percentile),
                percentile(summary.sample, settings.percentile)};
    if (settings.range == RangeMode::symmetric) {
        const float farthest = std::max(std::abs(summary.min), std::abs(summary.max));
        return farthest > 0.0f ? ValueRange{-farthest, farthest} : ValueRange{-1.0f, 1.0f};
    }
    return {summary.min, summary.max};
}

ValueRange drawn_range(const ColourSettings& settings, ValueRange range) {
    const bool is_of_user = settings.range == RangeMode::fixed || settings.range == RangeMode::percentile;
    if (is_of_user || settings.aggregate != Aggregate::mean) return range;
    constexpr float rounding = 2e-5f; // relative, of the sum of some hundred numbers
    return {range.low - rounding * std::abs(range.low), range.high + rounding * std::abs(range.high)};
}

Colouring colouring_of(const ColourSettings& settings, const MatrixSummary& summary,
                       std::span<const Colormap> colormaps) {
    Colouring colouring{.range = drawn_range(settings, range_of(settings, summary)),
                        .transform = settings.transform,
                        .colormap = {},
                        .special = {}};
    const auto found = std::find_if(colormaps.begin(), colormaps.end(),
                                    [&](const Colormap& map) { return map.name == settings.colormap; });
    if (found != colormaps.end())
        colouring.colormap = *found;
    else if (!colormaps.empty())
        colouring.colormap = colormaps.front();
    return colouring;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "render/colouring.h"

#include <algorithm>
#include <cmath>

namespace pairscope {

float logarithmic_floor(ValueRange range) {
    if (!(range.high > 0.0f)) return 0.0f;
    return range.low > 0.0f ? range.low : range.high * 1e-4f;
}

// assets/shaders/heatmap.frag holds the same arithmetic; tests/render compares the two.
float position_of(float value, ValueRange range, Transform transform) {
    if (!(range.low < range.high)) return 0.0f;
    float position = 0.0f;
    switch (transform) {
    case Transform::linear:
        position = (value - range.low) / (range.high - range.low);
        break;
    case Transform::square_root:
        position = std::sqrt(std::max((value - range.low) / (range.high - range.low), 0.0f));
        break;
    case Transform::logarithmic: {
        const float floor = logarithmic_floor(range);
        if (!(floor > 0.0f)) return 0.0f;
        position = std::log2(std::max(value, floor) / floor) / std::log2(range.high / floor);
        break;
    }
    }
    return std::clamp(position, 0.0f, 1.0f);
}

float value_at(float position, ValueRange range, Transform transform) {
    if (!(range.low < range.high)) return range.low;
    switch (transform) {
    case Transform::linear:
        return range.low + position * (range.high - range.low);
    case Transform::square_root:
        return range.low + position * position * (range.high - range.low);
    case Transform::logarithmic: {
        const float floor = logarithmic_floor(range);
        return floor > 0.0f ? floor * std::pow(range.high / floor, position) : range.low;
    }
    }
    return range.low;
}

Rgba colour_of(float value, const Colouring& colouring) {
    if (std::isnan(value)) return colouring.special.nan;
    if (std::isinf(value)) return colouring.special.infinite;
    if (value < colouring.range.low) return colouring.special.below;
    if (value > colouring.range.high) return colouring.special.above;
    return colour_at(colouring.colormap, position_of(value, colouring.range, colouring.transform));
}

Rgba dimmed(Rgba colour, Rgba background) {
    constexpr float kept = 0.15f;
    const auto mixed = [](std::uint8_t from, std::uint8_t to) {
        return static_cast<std::uint8_t>(std::lround(kept * float(from) + (1.0f - kept) * float(to)));
    };
    return {mixed(colour.r, background.r), mixed(colour.g, background.g), mixed(colour.b, background.b), colour.a};
}

void colour_values(std::span<const float> values, const Colouring& colouring, std::span<Rgba> colours) {
    std::ranges::transform(values, colours.begin(), [&](float value) { return colour_of(value, colouring); });
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
// How a value becomes a colour, on the CPU: the export uses it, and the shader is tested against it.
#pragma once

#include "kernels/data/names.h"
#include "render/colormap.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace pairscope {

enum class Transform : std::uint8_t { linear, square_root, logarithmic };
inline constexpr std::array<Name<Transform>, 3> transform_names{{{Transform::linear, "linear"},
                                                                 {Transform::square_root, "square_root", "sqrt"},
                                                                 {Transform::logarithmic, "logarithmic"}}};
static_assert(is_in_order(transform_names));

/// The values at the two ends of the colour scale. Both ends belong to it.
struct ValueRange {
    float low = 0.0f;
    float high = 1.0f;
    auto operator<=>(const ValueRange&) const = default;
};

/// Values that have no place on the scale have colours that no scale uses.
struct SpecialColours {
    Rgba nan{255, 0, 170};
    Rgba infinite{0, 220, 255};
    Rgba below{40, 90, 200};
    Rgba above{230, 60, 30};
    auto operator<=>(const SpecialColours&) const = default;
};

/// Values on one side of a threshold are drawn faintly, so that the others stand out.
struct Dimming {
    float threshold = 0.0f;
    bool above = true; ///< dims the values above it, else those below it
    auto operator<=>(const Dimming&) const = default;
    [[nodiscard]] bool dims(float value) const { return above ? value > threshold : value < threshold; }
};

struct Colouring {
    ValueRange range;
    Transform transform = Transform::linear;
    Colormap colormap;
    SpecialColours special;
    bool operator==(const Colouring&) const = default;
};

/// Where the value lies on the scale, 0 .. 1, clamped. With x = (value - low) / (high - low): linear x, square root
/// sqrt(x); logarithmic log(value / floor) / log(high / floor). A range of one value, or one without positive values on
/// a logarithmic scale, has the position 0 only.
[[nodiscard]] float position_of(float value, ValueRange range, Transform transform);
/// The inverse: for the ticks of a colour bar.
[[nodiscard]] float value_at(float position, ValueRange range, Transform transform);
/// Where a logarithmic scale begins: at `low` if it is positive, else at `high` / 10000. 0 if there are no positive
/// values.
[[nodiscard]] float logarithmic_floor(ValueRange range);

[[nodiscard]] Rgba colour_of(float value, const Colouring& colouring);
/// What is left of the colour of a value that is dimmed, in front of `background`.
[[nodiscard]] Rgba dimmed(Rgba colour, Rgba background);
/// colour_of for many values: `colours` is as long as `values`.
void colour_values(std::span<const float> values, const Colouring& colouring, std::span<Rgba> colours);

} // namespace pairscope

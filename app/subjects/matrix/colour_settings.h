// SPDX-License-Identifier: MIT
// How values become colours, as a user sets it. What the picture needs of it is worked out by colouring_of().
#pragma once

#include "kernels/matrix/matrix.h"
#include "render/colouring.h"
#include "render/heatmap_renderer.h"

#include <optional>
#include <span>
#include <string>

namespace pairscope::app {

/// in_sight: the range of the values that the picture shows, which changes with every move.
enum class RangeMode : std::uint8_t { automatic, percentile, fixed, symmetric, in_sight };

struct ColourSettings {
    std::string colormap = "viridis";
    Transform transform = Transform::linear;
    Aggregate aggregate = Aggregate::mean;
    RangeMode range = RangeMode::automatic;
    float percentile = 99.0f;         ///< a percentile range runs from 100 - p to p percent of the entries
    ValueRange fixed;                 ///< used by a fixed range
    std::optional<Dimming> dimming{}; ///< by a threshold on the colour bar
    bool histogram = false;           ///< draw the values' histogram over the colour bar
    bool operator==(const ColourSettings&) const = default;
};

/// The usual ones of a matrix of errors: each pixel shows the largest of its entries.
[[nodiscard]] inline ColourSettings error_colours() {
    ColourSettings settings;
    settings.colormap = "magma";
    settings.aggregate = Aggregate::maximum;
    return settings;
}

/// The usual ones of differences, which have a sign: zero has the colour in the middle.
[[nodiscard]] inline ColourSettings difference_colours() {
    ColourSettings settings;
    settings.colormap = "blue_orange";
    settings.aggregate = Aggregate::extreme;
    settings.range = RangeMode::symmetric;
    return settings;
}

/// Contents that share their colours.
enum class ColourGroup : std::uint8_t { values, sizes, signed_differences };
[[nodiscard]] constexpr ColourGroup colour_group(MatrixContent content) {
    if (content == MatrixContent::values) return ColourGroup::values;
    return is_signed(content) ? ColourGroup::signed_differences : ColourGroup::sizes;
}

/// The values at the ends of the scale, of the whole matrix: in_sight is as automatic. A matrix without finite entries
/// has the range 0 to 1.
[[nodiscard]] ValueRange range_of(const ColourSettings& settings, const MatrixSummary& summary);

/// The range as it is drawn. A pixel may show the mean of many equal entries, which is rounded and may come out greater
/// than all of them: where the range has room for all entries, it has room for their means, too.
[[nodiscard]] ValueRange drawn_range(const ColourSettings& settings, ValueRange range);

/// All of it, with the colormap looked up by name (the first one if there is none of that name).
[[nodiscard]] Colouring colouring_of(const ColourSettings& settings, const MatrixSummary& summary,
                                     std::span<const Colormap> colormaps);

/// The value below which `percent` of an ascending sample lie, between the nearest two. The sample must not be empty.
[[nodiscard]] float percentile(std::span<const float> ascending, float percent);

} // namespace pairscope::app

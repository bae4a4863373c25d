// SPDX-License-Identifier: MIT
#include "render/pixel_colours.h"

#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pairscope {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr std::int64_t rows_at_once = 32;
constexpr int places_per_colour = 128; // a channel is then off by less than 0.03 where it is not rounded
constexpr int last_place = 255 * places_per_colour;

std::uint8_t between(std::uint8_t from, std::uint8_t to, float part) {
    return static_cast<std::uint8_t>(static_cast<float>(from) + part * static_cast<float>(to - from) + 0.5f);
}

/// The colour seen through `line`, whose alpha says how much it covers.
Rgba covered(Rgba colour, Rgba line) {
    const float part = static_cast<float>(line.a) / 255.0f;
    return {between(colour.r, line.r, part), between(colour.g, line.g, part), between(colour.b, line.b, part),
            colour.a};
}

/// Whether the pixels along an axis begin another texel.
std::vector<char> lines_along(const TexelAxis& axis, float texels_per_pixel, int first, int count) {
    std::vector<char> lines(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
        const float position = axis.corner + (static_cast<float>(first + i) + 0.5f) * texels_per_pixel;
        lines[static_cast<std::size_t>(i)] = std::floor(position) != std::floor(position - texels_per_pixel);
    }
    return lines;
}

/// Where values lie on the scale, counted in places. What is not on the scale has any place.
void find_places(std::span<const float> values, const Colouring& colouring, std::span<float> places) {
    const auto [low, high] = colouring.range;
    constexpr auto end = static_cast<float>(last_place);
    const auto limited = [](float place) { return place > 0.0f ? (place < end ? place : end) : 0.0f; };
    const float floor = logarithmic_floor(colouring.range);
    const bool is_empty = !(low < high) || (colouring.transform == Transform::logarithmic && !(floor > 0.0f));
    if (is_empty) {
        std::ranges::fill(places, 0.0f);
        return;
    }
    const float width = high - low;
    switch (colouring.transform) {
    case Transform::linear:
        for (std::size_t i = 0; i < values.size(); ++i) places[i] = limited((values[i] - low) / width * end);
        return;
    case Transform::square_root:
        for (std::size_t i = 0; i < values.size(); ++i)
            places[i] = limited(std::sqrt(std::max(0.0f, (values[i] - low) / width)) * end);
        return;
    case Transform::logarithmic: {
        const float scale = end / std::log2(high / floor);
        for (std::size_t i = 0; i < values.size(); ++i)
            places[i] = limited(std::log2(std::max(floor, values[i]) / floor) * scale);
        return;
    }
    }
}

bool has_bits_of(float value, float other) {
    return std::bit_cast<std::uint32_t>(value) == std::bit_cast<std::uint32_t>(other);
}

/// The colour where there is no place on the scale.
Rgba special_colour(float value, const Colouring& colouring) {
    if (std::isnan(value)) return colouring.special.nan;
    if (std::isinf(value)) return colouring.special.infinite;
    return value < colouring.range.low ? colouring.special.below : colouring.special.above;
}

} // namespace

void PixelColours::use(const Scale& scale) {
    if (scale_ == scale) return;
    scale_ = scale;
    const Colormap colormap{.name = {}, .colours = scale.colormap};
    plain_.resize(last_place + 1);
    for (int i = 0; i <= last_place; ++i)
        plain_[static_cast<std::size_t>(i)] =
            colour_at(colormap, static_cast<float>(i) / static_cast<float>(last_place));
    dimmed_.resize(plain_.size());
    std::ranges::transform(plain_, dimmed_.begin(), [&](Rgba colour) { return dimmed(colour, scale.behind); });
}

void PixelColours::paint(const TexelGrid& grid, const HeatmapLook& look, bool has_grid, const gl::Texels& part,
                         std::span<const float> values, std::span<Rgba> colours) {
    use({look.colouring.colormap.colours, look.outside});
    const auto [low, high] = look.colouring.range;
    const auto lines_x = lines_along(grid.x, grid.texels_per_pixel, part.x, part.width);
    const auto lines_y = lines_along(grid.y, grid.texels_per_pixel, part.y, part.height);
    const auto width = static_cast<std::size_t>(part.width);
    const auto colour_of_other = [&](float value) {
        const Rgba colour = special_colour(value, look.colouring);
        return look.dimming && look.dimming->dims(value) ? dimmed(colour, look.outside) : colour;
    };
    const auto paint_row = [&](std::size_t y, std::vector<float>& places) {
        const auto row = values.subspan(y * width, width);
        const auto to = colours.subspan(y * width, width);
        find_places(row, look.colouring, places);
        for (std::size_t x = 0; x < width; ++x) {
            const float value = row[x];
            const bool is_on_scale = value >= low && value <= high && std::abs(value) < infinity;
            const bool is_dim = look.dimming && look.dimming->dims(value);
            const auto place = static_cast<std::size_t>(static_cast<std::int32_t>(places[x] + 0.5f));
            to[x] = is_on_scale ? (is_dim ? dimmed_ : plain_)[place] : colour_of_other(value);
        }
        if (has_grid)
            for (std::size_t x = 0; x < width; ++x)
                if (lines_x[x] != 0 || lines_y[y] != 0) to[x] = covered(to[x], look.grid_colour);
        for (std::size_t x = 0; x < width; ++x) {
            if (has_bits_of(row[x], outside_pixel)) to[x] = look.outside;
            if (has_bits_of(row[x], outline_pixel)) to[x] = look.outline_colour;
        }
    };
    cpu::for_rows({.rows = part.height, .step = rows_at_once, .threads = 0},
                  [&](std::int64_t first, std::int64_t last) {
                      std::vector<float> places(width);
                      for (std::int64_t y = first; y < last; ++y) paint_row(static_cast<std::size_t>(y), places);
                  });
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "kernels/workloads/farthest_pair/strokes.h"

#include "kernels/data/shapes/pcg32.h"
#include "kernels/engines/cpu/parallel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace pairscope::farthest {
namespace {

constexpr std::uint64_t classes = 10;
constexpr int bends = 7; ///< corners of the line that a stroke is

/// A line with corners; a picture is the unit square.
using Stroke = std::array<Point, bends>;

/// Every class has two or three strokes of its own: arcs in the middle of the picture.
struct Figure {
    std::array<Stroke, 3> strokes{};
    std::size_t count = 0;
};

Stroke arc(Pcg32& random) {
    const Point centre{0.35 + 0.3 * random.uniform(), 0.3 + 0.4 * random.uniform()};
    const Point radius{0.05 + 0.15 * random.uniform(), 0.1 + 0.15 * random.uniform()};
    const double start = 2.0 * std::numbers::pi * random.uniform();
    const double sweep = (0.6 + 1.4 * random.uniform()) * std::numbers::pi * (random.uniform() < 0.5 ? -1.0 : 1.0);
    Stroke stroke;
    for (int k = 0; k < bends; ++k) {
        const Point direction = polar(1.0, start + sweep * k / (bends - 1));
        stroke[static_cast<std::size_t>(k)] = {centre.x + radius.x * direction.x, centre.y + radius.y * direction.y};
    }
    return stroke;
}

Figure figure_of(std::uint64_t index) {
    constexpr std::uint64_t first_of_figures = 1ull << 42;
    Pcg32 random(first_of_figures + index);
    Figure figure;
    figure.count = 2 + random.next() % 2;
    for (std::size_t k = 0; k < figure.count; ++k) figure.strokes[k] = arc(random);
    return figure;
}

/// How one hand writes the figure: shifted, turned, slanted, larger or smaller, with a thin pen or a thick one.
struct Hand {
    double xx, xy, yx, yy, x, y; ///< an affine map of the unit square
    double pen;                  ///< half the width of a stroke, in parts of the picture's width
};

Hand hand_of(Pcg32& random) {
    const Point shift = normal_point(random), size = normal_point(random), slant = normal_point(random);
    const double turn = 0.15 * slant.y, lean = 0.2 * slant.x;
    const double width = 1.0 + 0.12 * size.x, height = 1.0 + 0.08 * size.y;
    Hand hand{};
    hand.xx = width * std::cos(turn);
    hand.xy = height * (lean - std::sin(turn));
    hand.yx = width * std::sin(turn);
    hand.yy = height * std::cos(turn);
    hand.x = 0.5 + 0.03 * shift.x;
    hand.y = 0.5 + 0.03 * shift.y;
    hand.pen = 0.028 + 0.03 * random.uniform();
    return hand;
}

Point written(const Hand& hand, const Point& p) {
    const double x = p.x - 0.5, y = p.y - 0.5;
    return {hand.x + hand.xx * x + hand.xy * y, hand.y + hand.yx * x + hand.yy * y};
}

/// How far a point is from a line between two corners.
double distance_to(const Point& p, const Point& from, const Point& to) {
    const double dx = to.x - from.x, dy = to.y - from.y, length = dx * dx + dy * dy;
    const double along =
        length > 0.0 ? std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / length, 0.0, 1.0) : 0.0;
    return std::hypot(p.x - from.x - along * dx, p.y - from.y - along * dy);
}

struct Canvas {
    std::span<std::uint8_t> pixels;
    std::int64_t width, height; ///< size of the picture; the last row may have fewer pixels
};

/// Draws one line: ink where the pen was, and half of it at the edge.
void draw_line(const Canvas& to, const Point& from, const Point& until, double pen) {
    const auto w = static_cast<double>(to.width);
    const double reach = pen + 1.0 / w;
    const auto first = [](double place, std::int64_t end) {
        return std::clamp<std::int64_t>(static_cast<std::int64_t>(std::floor(place)), 0, end);
    };
    const std::int64_t x_end = first((std::max(from.x, until.x) + reach) * w + 1.0, to.width);
    const std::int64_t y_end = first((std::max(from.y, until.y) + reach) * w + 1.0, to.height);
    for (std::int64_t y = first((std::min(from.y, until.y) - reach) * w, to.height); y < y_end; ++y)
        for (std::int64_t x = first((std::min(from.x, until.x) - reach) * w, to.width); x < x_end; ++x) {
            const std::int64_t index = y * to.width + x;
            if (index >= std::ssize(to.pixels)) return;
            const Point middle{(static_cast<double>(x) + 0.5) / w, (static_cast<double>(y) + 0.5) / w};
            const double ink = std::clamp((pen - distance_to(middle, from, until)) * w + 0.5, 0.0, 1.0);
            std::uint8_t& pixel = to.pixels[static_cast<std::size_t>(index)];
            pixel = std::max(pixel, static_cast<std::uint8_t>(std::lround(255.0 * ink)));
        }
}

void draw(const Figure& figure, const Hand& hand, const Canvas& to) {
    for (std::size_t k = 0; k < figure.count; ++k)
        for (std::size_t corner = 1; corner < bends; ++corner)
            draw_line(to, written(hand, figure.strokes[k][corner - 1]), written(hand, figure.strokes[k][corner]),
                      hand.pen);
}

} // namespace

std::int64_t width_of_pictures(std::int64_t dims) {
    return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::sqrt(static_cast<double>(dims))));
}

std::vector<std::uint8_t> stroke_pictures(std::int64_t rows, std::int64_t dims, const std::stop_token& stop) {
    std::array<Figure, classes> figures;
    for (std::uint64_t k = 0; k < classes; ++k) figures[k] = figure_of(k);
    std::vector<std::uint8_t> pictures(static_cast<std::size_t>(rows * dims));
    const std::int64_t width = width_of_pictures(dims), height = (dims + width - 1) / width;
    const auto draw_one = [&](std::int64_t i) {
        Pcg32 random(static_cast<std::uint64_t>(i));
        const Figure& figure = figures[random.next() % classes];
        const std::span pixels(pictures.data() + i * dims, static_cast<std::size_t>(dims));
        draw(figure, hand_of(random), {pixels, width, height});
    };
    cpu::for_rows({.rows = rows, .step = 256, .threads = cpu::hardware_threads(), .stop = stop},
                  [&](std::int64_t first, std::int64_t last) {
                      for (; first < last; ++first) draw_one(first);
                  });
    return pictures;
}

} // namespace pairscope::farthest

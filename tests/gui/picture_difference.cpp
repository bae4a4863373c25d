// SPDX-License-Identifier: MIT
#include "tests/gui/picture_difference.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

namespace pairscope::app {
namespace {

constexpr std::int64_t block_side = 4; // [px]
// Two colours side by side are told apart from about 2.3 on. Blocks that are compared from memory, as a person compares
// today's screen with yesterday's, need several times that.
constexpr double seen_distance = 8.0; // [delta E]

using Triple = std::array<double, 3>;

double linear_light(std::uint8_t channel) {
    const double c = double(channel) / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}

Triple mean_light(const Image& image, const ImageBox& box) {
    Triple sum{};
    for (std::int64_t y = box.y; y < box.y + box.height; ++y)
        for (std::int64_t x = box.x; x < box.x + box.width; ++x) {
            const Rgba pixel = image.at(x, y);
            sum[0] += linear_light(pixel.r);
            sum[1] += linear_light(pixel.g);
            sum[2] += linear_light(pixel.b);
        }
    for (double& channel : sum) channel /= double(box.width * box.height);
    return sum;
}

/// The formulas of IEC 61966-2-1 and CIE 15.
Triple lab_of(const Triple& light) {
    const auto [r, g, b] = light;
    const auto f = [](double t) { return t > 216.0 / 24389.0 ? std::cbrt(t) : (24389.0 / 27.0 * t + 16.0) / 116.0; };
    const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
    const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
    const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
    return {116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)};
}

double colour_distance(const Triple& a, const Triple& b) { return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]); }

ImageBox around_both(const ImageBox& a, const ImageBox& b) {
    if (a.width == 0) return b;
    const std::int64_t left = std::min(a.x, b.x), top = std::min(a.y, b.y);
    return {left, top, std::max(a.x + a.width, b.x + b.width) - left, std::max(a.y + a.height, b.y + b.height) - top};
}

} // namespace

PictureDifference difference(const Image& a, const Image& b) {
    if (a.width != b.width || a.height != b.height) throw std::invalid_argument("the pictures have different sizes");
    PictureDifference found;
    for (std::int64_t y = 0; y < a.height; y += block_side)
        for (std::int64_t x = 0; x < a.width; x += block_side) {
            const ImageBox block{x, y, std::min(block_side, a.width - x), std::min(block_side, a.height - y)};
            const double distance = colour_distance(lab_of(mean_light(a, block)), lab_of(mean_light(b, block)));
            ++found.blocks;
            found.largest = std::max(found.largest, distance);
            if (distance <= seen_distance) continue;
            ++found.different;
            found.around = around_both(found.around, block);
        }
    return found;
}

Image cropped(const Image& image, const ImageBox& box) {
    if (box.x < 0 || box.y < 0 || box.x + box.width > image.width || box.y + box.height > image.height)
        throw std::out_of_range("the box is not inside of the picture");
    Image part{.width = box.width, .height = box.height, .pixels = {}};
    part.pixels.reserve(std::size_t(box.width * box.height));
    for (std::int64_t y = box.y; y < box.y + box.height; ++y)
        for (std::int64_t x = box.x; x < box.x + box.width; ++x) part.pixels.push_back(image.at(x, y));
    return part;
}

} // namespace pairscope::app

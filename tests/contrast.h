// SPDX-License-Identifier: MIT
// How well a text can be read: the contrast of two colours, as the Web Content Accessibility Guidelines 2.1 define it.
#pragma once

#include "render/image.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace pairscope::app {

inline double luminance(Rgba pixel) {
    const auto part = [](std::uint8_t byte) {
        const double c = double(byte) / 255.0;
        return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * part(pixel.r) + 0.7152 * part(pixel.g) + 0.0722 * part(pixel.b);
}

inline double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

/// The contrast of what is written in the box, such as an ImRect, with its ground, which is the colour of most of its
/// pixels.
template <class Box> double contrast_in(const Image& screen, const Box& box) {
    std::map<std::uint32_t, int> counts;
    std::vector<double> all;
    double ground = 0.0;
    int most = 0;
    for (auto y = std::int64_t(box.Min.y); y < std::int64_t(box.Max.y); ++y)
        for (auto x = std::int64_t(box.Min.x); x < std::int64_t(box.Max.x); ++x) {
            const Rgba pixel = screen.at(x, y);
            all.push_back(luminance(pixel));
            const std::uint32_t key = std::uint32_t(pixel.r) << 16 | std::uint32_t(pixel.g) << 8 | pixel.b;
            if (++counts[key] > most) {
                most = counts[key];
                ground = all.back();
            }
        }
    double best = 1.0;
    for (const double value : all) best = std::max(best, contrast(value, ground));
    return best;
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/features/answer/answer_pictures.h"

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

float coordinate(const Dataset& set, std::int64_t row, std::int64_t k) {
    const auto at = std::size_t(row * set.dims + k);
    return std::visit([at](const auto& values) { return float(values[at]); }, set.values);
}

/// The value that is white.
float white_of(const Dataset& set) {
    const auto* floats = std::get_if<std::vector<float>>(&set.values);
    if (floats == nullptr) return 255.0f;
    const float most = floats->empty() ? 1.0f : std::ranges::max(*floats);
    return most > 0.0f && std::isfinite(most) ? most : 1.0f;
}

} // namespace

std::optional<GreyPicture> picture_of(const Dataset& set, std::int64_t row, int most) {
    if (set.picture_width <= 0 || row < 0 || row >= set.rows) return {};
    const std::int64_t width = set.picture_width, height = (set.dims + width - 1) / width;
    const std::int64_t square = std::max<std::int64_t>(1, (std::max(width, height) + most - 1) / most);
    GreyPicture picture{
        .width = int((width + square - 1) / square), .height = int((height + square - 1) / square), .pixels = {}};
    const float white = white_of(set);
    for (std::int64_t y = 0; y < picture.height; ++y)
        for (std::int64_t x = 0; x < picture.width; ++x) {
            float sum = 0.0f;
            int count = 0;
            for (std::int64_t v = y * square; v < std::min((y + 1) * square, height); ++v)
                for (std::int64_t u = x * square; u < std::min((x + 1) * square, width); ++u, ++count)
                    if (const std::int64_t k = v * width + u; k < set.dims) sum += coordinate(set, row, k);
            picture.pixels.push_back(std::clamp(sum / float(count) / white, 0.0f, 1.0f));
        }
    return picture;
}

GreyPicture difference_of(const GreyPicture& a, const GreyPicture& b) {
    GreyPicture difference{.width = a.width, .height = a.height, .pixels = a.pixels};
    for (std::size_t i = 0; i < difference.pixels.size(); ++i)
        difference.pixels[i] = std::abs(a.pixels[i] - b.pixels[i]);
    return difference;
}

} // namespace pairscope::app

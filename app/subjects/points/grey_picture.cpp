// SPDX-License-Identifier: MIT
#include "app/subjects/points/grey_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

namespace pairscope::app {
namespace {

/// It looks at few coordinates, because a list asks for it often in each frame.
template <class T> float largest_of(const Dataset& set, const std::vector<T>& values) {
    constexpr std::int64_t most_looked_at = 20'000;
    const std::int64_t vectors = std::max<std::int64_t>(1, most_looked_at / std::max<std::int64_t>(1, set.dims));
    const std::int64_t step = (set.rows + vectors - 1) / vectors;
    float largest = 0.0f;
    for (std::int64_t row = 0; row < set.rows; row += step)
        for (std::int64_t k = 0; k < set.dims; ++k)
            if (const auto value = float(values[std::size_t(row * set.dims + k)]); std::isfinite(value))
                largest = std::max(largest, value);
    return largest;
}

float largest_coordinate(const Dataset& set) {
    return std::visit([&](const auto& values) { return largest_of(set, values); }, set.values);
}

/// A vector, and the squares of it that become the pixels of a picture.
template <class T> struct Squares {
    std::span<const T> vector;
    std::int64_t width = 0, height = 0; ///< size of the vector [coordinates]
    std::int64_t side = 1;              ///< side of a square [coordinates]

    [[nodiscard]] float mean_at(std::int64_t x, std::int64_t y) const {
        float sum = 0.0f;
        int count = 0;
        for (std::int64_t v = y * side; v < std::min((y + 1) * side, height); ++v)
            for (std::int64_t u = x * side; u < std::min((x + 1) * side, width); ++u, ++count)
                if (const std::int64_t k = v * width + u; k < std::ssize(vector)) sum += float(vector[std::size_t(k)]);
        return sum / float(count);
    }
};

} // namespace

float white_of(const Question& question) {
    constexpr float largest_byte = 255.0f;
    float largest = largest_coordinate(*question.first);
    if (question.second) largest = std::max(largest, largest_coordinate(*question.second));
    const bool is_bytes = std::holds_alternative<std::vector<std::uint8_t>>(question.first->values);
    if (is_bytes && 2.0f * largest > largest_byte) return largest_byte;
    return largest > 0.0f ? largest : 1.0f;
}

std::string white_text(const Question& question) {
    const float white = white_of(question);
    return white == 255.0f ? "Black is 0 and white is 255."
                           : fmt::format("Black is 0 and white is {:.4g}, the largest value found in the data.", white);
}

std::optional<GreyPicture> picture_of(const Dataset& set, std::int64_t row, float white, int most) {
    if (!has_pictures(set) || row < 0 || row >= set.rows) return {};
    const std::int64_t width = set.picture_width, height = (set.dims + width - 1) / width;
    const std::int64_t side = std::max<std::int64_t>(1, (std::max(width, height) + most - 1) / most);
    GreyPicture picture{
        .width = int((width + side - 1) / side), .height = int((height + side - 1) / side), .pixels = {}};
    std::visit(
        [&]<class T>(const std::vector<T>& values) {
            const auto vector = std::span(values).subspan(std::size_t(row * set.dims), std::size_t(set.dims));
            const Squares<T> squares{.vector = vector, .width = width, .height = height, .side = side};
            for (std::int64_t y = 0; y < picture.height; ++y)
                for (std::int64_t x = 0; x < picture.width; ++x) {
                    const float grey = squares.mean_at(x, y) / white;
                    picture.pixels.push_back(std::isfinite(grey) ? std::clamp(grey, 0.0f, 1.0f) : 0.0f);
                }
        },
        set.values);
    return picture;
}

GreyPicture difference_of(const GreyPicture& a, const GreyPicture& b) {
    GreyPicture difference{.width = a.width, .height = a.height, .pixels = a.pixels};
    for (std::size_t i = 0; i < difference.pixels.size(); ++i)
        difference.pixels[i] = std::abs(a.pixels[i] - b.pixels[i]);
    return difference;
}

std::optional<PicturePair> pictures_of(const Question& question, Cell cell, int most) {
    if (!question.first || !has_pictures(*question.first) || !has_pictures(question.across())) return {};
    const float white = white_of(question);
    auto first = picture_of(*question.first, cell.row, white, most);
    auto second = picture_of(question.across(), cell.col, white, most);
    if (!first || !second || first->width != second->width || first->height != second->height) return {};
    GreyPicture difference = difference_of(*first, *second);
    return PicturePair{std::move(*first), std::move(*second), std::move(difference)};
}

} // namespace pairscope::app

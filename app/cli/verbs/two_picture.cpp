// SPDX-License-Identifier: MIT
#include "app/cli/verbs/two_picture.h"

#include "app/cli/verbs/image_parts.h"
#include "app/spine/files/paths.h"
#include "app/spine/version.h"
#include "app/subjects/matrix/colour_settings.h"
#include "kernels/matrix/operations.h"
#include "render/colormap.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace pairscope::cli {
namespace {

constexpr int most_pixels = 1024; // a side
constexpr std::int64_t gap = 8;   // between two pictures [px]
constexpr Rgba ground{255, 255, 255};

std::vector<Colormap> colormaps() { return load_colormaps(app::assets_folder() / "colormaps"); }

/// A pixel shows at least one entry.
Image reduced(const app::ItemMatrix& matrix, const Colouring& colouring, Aggregate aggregate) {
    const MatrixShape shape = matrix.entries.shape;
    const Scale scale = scale_of(shape, {most_pixels, most_pixels});
    Overview overview;
    Engine engine{Device{}};
    reduce(engine, matrix.entries.memory(), shape, scale.cells, &overview);
    const std::vector<float> values = values_of(overview, aggregate);
    Image image{.width = overview.shape.cols, .height = overview.shape.rows, .pixels = {}};
    image.pixels.resize(values.size());
    colour_values(values, colouring, image.pixels);
    return image;
}

Image drawn(const app::ItemMatrix& matrix, const MatrixSummary& summary, const app::ColourSettings& colours) {
    const Scale scale = scale_of(matrix.entries.shape, {most_pixels, most_pixels});
    const Image image = reduced(matrix, app::colouring_of(colours, summary, colormaps()), colours.aggregate);
    return scale.pixels > 1 ? magnified(image, scale.pixels) : image;
}

Image side_by_side(const Image& left, const Image& right) {
    Image both{.width = left.width + gap + right.width, .height = left.height, .pixels = {}};
    both.pixels.assign(std::size_t(both.width * both.height), ground);
    for (std::int64_t y = 0; y < both.height; ++y) {
        for (std::int64_t x = 0; x < left.width; ++x) both.pixels[std::size_t(y * both.width + x)] = left.at(x, y);
        for (std::int64_t x = 0; x < right.width; ++x)
            both.pixels[std::size_t(y * both.width + left.width + gap + x)] = right.at(x, y);
    }
    return both;
}

/// `above` is shown above the diagonal and on it.
Image split(Image above, const Image& below) {
    for (std::int64_t y = 0; y < above.height; ++y)
        for (std::int64_t x = 0; x < std::min(y, above.width); ++x)
            above.pixels[std::size_t(y * above.width + x)] = below.at(x, y);
    return above;
}

/// `left` up to this share of the width.
Image swiped(Image left, const Image& right, double share) {
    const auto begin = std::int64_t(std::round(share * double(left.width)));
    for (std::int64_t y = 0; y < left.height; ++y)
        for (std::int64_t x = begin; x < left.width; ++x) left.pixels[std::size_t(y * left.width + x)] = right.at(x, y);
    return left;
}

} // namespace

Image picture_of(const app::TwoMatrices& two, const app::TwoLook& look, const app::ColourSettings& colours) {
    const app::ColourSettings settings = app::colours_for_two(colours);
    const auto picture = [&](std::size_t which) {
        return drawn(two.matrices[which], app::summary_of(two, which, look.same_range), settings);
    };
    switch (look.view) {
    case app::TwoView::difference: {
        const app::ItemMatrix& difference = two.matrices[app::difference_matrix];
        return drawn(difference, difference.summary, app::difference_colours());
    }
    case app::TwoView::split:
        return split(picture(0), picture(1));
    case app::TwoView::swipe:
        return swiped(picture(0), picture(1), look.swipe);
    case app::TwoView::beside:
        break;
    }
    return side_by_side(picture(0), picture(1));
}

charts::TwoFigure figure_of(const app::TwoMatrices& two, const app::TwoLook& look, const app::ColourSettings& colours) {
    const bool is_difference = look.view == app::TwoView::difference;
    const app::ColourSettings settings = is_difference ? app::difference_colours() : app::colours_for_two(colours);
    charts::TwoFigure figure{
        .two = two, .view = look.view, .parts = {}, .colourings = {}, .aggregate = settings.aggregate};
    const std::vector<Colormap> known = colormaps();
    std::vector<Image> pictures;
    const auto add = [&](std::size_t which) {
        const MatrixSummary summary = app::summary_of(two, which, look.same_range);
        figure.colourings.push_back(app::colouring_of(settings, summary, known));
        pictures.push_back(reduced(two.matrices[which], figure.colourings.back(), settings.aggregate));
    };
    if (is_difference) {
        add(app::difference_matrix);
    } else {
        add(0);
        add(1);
    }
    if (look.view == app::TwoView::split) pictures = {split(pictures[0], pictures[1])};
    if (look.view == app::TwoView::swipe) pictures = {swiped(pictures[0], pictures[1], look.swipe)};
    const double side = double(two.items.first.size());
    for (Image& picture : pictures)
        figure.parts.push_back({.picture = std::move(picture), .rows = {0.0, side}, .columns = {0.0, side}});
    return figure;
}

std::vector<PngText> facts_of_two(const app::TwoMatrices& two, app::TwoView view) {
    return {{"Title",
             fmt::format("{} and {}, {}", app::side_words(two.sets, 0), app::side_words(two.sets, 1), title_of(view))},
            {"Software", fmt::format("pairscope {}", app::version())}};
}

} // namespace pairscope::cli

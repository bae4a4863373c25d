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
#include <vector>

namespace pairscope::cli {
namespace {

constexpr int most_pixels = 1024; // a side
constexpr std::int64_t gap = 8;   // between two pictures [px]
constexpr Rgba ground{255, 255, 255};

Image drawn(const app::ItemMatrix& matrix, const MatrixSummary& summary, const app::ColourSettings& colours) {
    const MatrixShape shape = matrix.entries.shape;
    const Scale scale = scale_of(shape, {most_pixels, most_pixels});
    Overview overview;
    Engine engine{Device{}};
    reduce(engine, matrix.entries.memory(), shape, scale.cells, &overview);
    const std::vector<float> values = values_of(overview, colours.aggregate);
    Image image{.width = overview.shape.cols, .height = overview.shape.rows, .pixels = {}};
    image.pixels.resize(values.size());
    const std::vector<Colormap> colormaps = load_colormaps(app::assets_folder() / "colormaps");
    colour_values(values, app::colouring_of(colours, summary, colormaps), image.pixels);
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

std::vector<PngText> facts_of_two(const app::TwoMatrices& two, app::TwoView view) {
    return {{"Title",
             fmt::format("{} and {}, {}", app::side_words(two.sets, 0), app::side_words(two.sets, 1), title_of(view))},
            {"Software", fmt::format("pairscope {}", app::version())}};
}

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "tests/render/support.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <random>

namespace pairscope::test {

namespace {

struct Reduction {
    double sum = 0.0;
    std::int64_t count = 0;
    float min = std::numeric_limits<float>::infinity();
    float max = -std::numeric_limits<float>::infinity();

    void add(float value) {
        if (std::isnan(value)) return;
        sum += static_cast<double>(value);
        ++count;
        min = std::min(min, value);
        max = std::max(max, value);
    }
    [[nodiscard]] float result(Aggregate aggregate) const {
        if (count == 0) return std::numeric_limits<float>::quiet_NaN();
        switch (aggregate) {
        case Aggregate::mean:
            return static_cast<float>(sum / static_cast<double>(count));
        case Aggregate::minimum:
            return min;
        case Aggregate::maximum:
            return max;
        case Aggregate::extreme:
            return std::abs(min) > std::abs(max) ? min : max;
        }
        return 0.0f;
    }
};

Reduction reduction_of(const Matrix& matrix, const Region& region) {
    Reduction reduction;
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row) {
        for (std::int64_t col = region.col; col < region.col + region.cols; ++col) reduction.add(matrix.at(row, col));
    }
    return reduction;
}

/// The cells whose centres lie from `from` to `to`.
struct Span {
    std::int64_t begin;
    std::int64_t end;
};
Span cells_between(double from, double to, std::int64_t cells) {
    return {std::max<std::int64_t>(0, std::llround(std::ceil(from - 0.5))),
            std::min<std::int64_t>(cells, std::llround(std::ceil(to - 0.5)))};
}

} // namespace

void GlTest::SetUp() {
    try {
        context_ = std::make_unique<gl::HeadlessContext>();
    } catch (const gl::Error& error) {
        GTEST_SKIP() << error.what();
    }
    hook_ = std::make_unique<gl::MessageHook>([this](const gl::Message& message) {
        if (message.is_error) gl_errors.push_back(message.text);
    });
}

void GlTest::TearDown() {
    for (const std::string& error : gl_errors) ADD_FAILURE() << error;
}

Matrix random_matrix(MatrixShape shape) {
    Matrix matrix{shape, std::vector<float>(static_cast<std::size_t>(shape.rows * shape.cols))};
    std::mt19937 random(7);
    std::ranges::generate(matrix.entries, [&] { return static_cast<float>(random()) * 0x1p-32f; });
    return matrix;
}

OutputBuffer buffer_of(const Matrix& matrix) {
    constexpr std::int64_t guard = 3;
    auto storage = std::shared_ptr<float>(new float[matrix.entries.size() + 2 * guard], std::default_delete<float[]>());
    std::ranges::copy(matrix.entries, storage.get() + guard);
    return {matrix.shape, Backend::cpu, guard, std::move(storage)};
}

OutputBuffer halves_of(const Matrix& matrix) {
    constexpr std::int64_t guard = 3;
    auto storage =
        std::shared_ptr<float>(new float[matrix.entries.size() / 2 + 2 * guard], std::default_delete<float[]>());
    OutputBuffer buffer{matrix.shape, Backend::cpu, guard, std::move(storage), Entry::float16};
    std::ranges::transform(matrix.entries, buffer.memory().halves(), half_of);
    return buffer;
}

Matrix rounded_to_halves(const Matrix& matrix) {
    Matrix rounded = matrix;
    for (float& entry : rounded.entries) entry = float_of_half(half_of(entry));
    return rounded;
}

std::shared_ptr<const Overview> overview_of(const Matrix& matrix, std::int64_t factor) {
    auto overview = std::make_shared<Overview>();
    overview->factor = factor;
    overview->shape = overview_shape(matrix.shape, factor);
    for (std::int64_t row = 0; row < matrix.shape.rows; row += factor) {
        for (std::int64_t col = 0; col < matrix.shape.cols; col += factor) {
            const Reduction reduction = reduction_of(matrix, {row, col, std::min(factor, matrix.shape.rows - row),
                                                              std::min(factor, matrix.shape.cols - col)});
            overview->min.push_back(reduction.result(Aggregate::minimum));
            overview->mean.push_back(reduction.result(Aggregate::mean));
            overview->max.push_back(reduction.result(Aggregate::maximum));
        }
    }
    return overview;
}

std::shared_ptr<const Overview> Pyramid::tile(const TileKey& key) {
    auto& tile = tiles_[key];
    if (tile) return tile;
    const auto whole = level(key.level);
    const Region texels = texels_of(key, matrix_.shape);
    auto part = std::make_shared<Overview>();
    part->factor = whole->factor;
    part->shape = {texels.rows, texels.cols};
    for (std::int64_t row = texels.row; row < texels.row + texels.rows; ++row)
        for (std::int64_t col = texels.col; col < texels.col + texels.cols; ++col) {
            const auto at = static_cast<std::size_t>(row * whole->shape.cols + col);
            part->min.push_back(whole->min[at]);
            part->mean.push_back(whole->mean[at]);
            part->max.push_back(whole->max[at]);
        }
    return tile = part;
}

std::shared_ptr<const Overview> Pyramid::level(int level) {
    auto& known = levels_[level];
    if (!known) known = overview_of(matrix_, texel_side(level));
    return known;
}

MatrixTexture texture_of(const Matrix& matrix) {
    MatrixTexture texture(matrix.shape);
    const auto rows = static_cast<int>(matrix.shape.rows), cols = static_cast<int>(matrix.shape.cols);
    // The kernel writes through a handle that it gets elsewhere; the test writes through the owner.
    const_cast<gl::Texture&>(texture.exact()).upload({0, 0, cols, rows}, matrix.entries.data(), cols);
    if (texture.overview() != nullptr) fill_overview(texture, *overview_of(matrix, texture.factor()));
    return texture;
}

void fill_overview(const MatrixTexture& texture, const Overview& overview) {
    std::vector<float> texels;
    for (std::size_t i = 0; i < overview.min.size(); ++i) {
        texels.insert(texels.end(), {overview.min[i], overview.mean[i], overview.max[i], 1.0f});
    }
    const auto rows = static_cast<int>(overview.shape.rows), cols = static_cast<int>(overview.shape.cols);
    const_cast<gl::Texture*>(texture.overview())->upload({0, 0, cols, rows}, texels.data(), cols);
}

HeatmapLook look_at(const HeatmapView& view, Viewport viewport) {
    HeatmapLook look;
    look.view = view;
    look.viewport = viewport;
    look.colouring.colormap = load_colormap("assets/colormaps/viridis.csv");
    look.grid = false;
    return look;
}

Image drawn_by_cpu(const Matrix& matrix, const HeatmapLook& look) {
    Image image{look.viewport.width, look.viewport.height, {}};
    for (int y = 0; y < look.viewport.height; ++y) {
        for (int x = 0; x < look.viewport.width; ++x) {
            const Pixel corner{static_cast<double>(x), static_cast<double>(y)};
            const Position from = position_at(look.view, corner, look.viewport);
            const Position to = position_at(look.view, {corner.x + 1.0, corner.y + 1.0}, look.viewport);
            Span rows = cells_between(from.row, to.row, matrix.shape.rows);
            Span cols = cells_between(from.col, to.col, matrix.shape.cols);
            if (look.view.pixels_per_cell >= 1.0) {
                const auto cell = cell_at(look.view, {corner.x + 0.5, corner.y + 0.5}, look.viewport, matrix.shape);
                rows = cell ? Span{cell->row, cell->row + 1} : Span{0, 0};
                cols = cell ? Span{cell->col, cell->col + 1} : Span{0, 0};
            }
            const Region region{rows.begin, cols.begin, rows.end - rows.begin, cols.end - cols.begin};
            image.pixels.push_back(region.rows > 0 && region.cols > 0
                                       ? colour_of(reduction_of(matrix, region).result(look.aggregate), look.colouring)
                                       : look.outside);
        }
    }
    return image;
}

bool alike(Rgba a, Rgba b, int tolerance) {
    const auto near = [&](std::uint8_t p, std::uint8_t q) { return std::abs(int{p} - int{q}) <= tolerance; };
    return near(a.r, b.r) && near(a.g, b.g) && near(a.b, b.b) && near(a.a, b.a);
}

std::int64_t different_pixels(const Image& a, const Image& b, int tolerance) {
    if (a.width != b.width || a.height != b.height) return std::max(a.width * a.height, b.width * b.height);
    std::int64_t count = 0;
    for (std::size_t i = 0; i < a.pixels.size(); ++i) count += alike(a.pixels[i], b.pixels[i], tolerance) ? 0 : 1;
    return count;
}

} // namespace pairscope::test

// SPDX-License-Identifier: MIT
// Whole pictures against committed ones. A picture that should change: look at the new one, which the failing test
// names, and put it in the place of the old one.
#include "render/png.h"
#include "tests/render/support.h"

#include <cmath>
#include <filesystem>
#include <limits>

namespace pairscope::test {

namespace {

class golden : public GlTest {
protected:
    static void expect_golden(const Matrix& matrix, const HeatmapLook& look, const std::string& name) {
        const MatrixTexture texture = texture_of(matrix);
        HeatmapRenderer renderer("assets/shaders");
        renderer.draw(texture.picture(), look);
        const Image image = renderer.image();
        const std::filesystem::path expected = std::filesystem::path("tests/render/golden") / name;
        if (std::filesystem::exists(expected) && different_pixels(image, load_png(expected).image, 1) == 0) return;
        const auto drawn = std::filesystem::path(testing::TempDir()) / name;
        save_png(drawn, image);
        ADD_FAILURE() << "the picture is not " << expected << "; it was written to " << drawn;
    }
};

/// Distances along a spiral: smooth, and not symmetric about the other diagonal.
Matrix spiral(std::int64_t n) {
    Matrix matrix{{n, n}, std::vector<float>(static_cast<std::size_t>(n * n))};
    const auto x = [&](std::int64_t i) {
        return static_cast<double>(i) * std::cos(12.0 * static_cast<double>(i) / static_cast<double>(n));
    };
    const auto y = [&](std::int64_t i) {
        return static_cast<double>(i) * std::sin(12.0 * static_cast<double>(i) / static_cast<double>(n));
    };
    for (std::int64_t i = 0; i < n; ++i) {
        for (std::int64_t j = 0; j < n; ++j) {
            matrix.at(i, j) = static_cast<float>(std::hypot(x(i) - x(j), y(i) - y(j)) / static_cast<double>(n));
        }
    }
    return matrix;
}

TEST_F(golden, a_spiral_from_afar) {
    const Matrix matrix = spiral(600);
    HeatmapLook look = look_at(fitted(matrix.shape, {192, 160}), {192, 160});
    look.colouring.range = {0.0f, 1.9f};
    look.colouring.transform = Transform::square_root;
    expect_golden(matrix, look, "spiral_from_afar.png");
}

TEST_F(golden, a_few_cells_with_grid_and_special_values) {
    Matrix matrix = spiral(9);
    matrix.at(2, 3) = std::numeric_limits<float>::quiet_NaN();
    matrix.at(4, 4) = std::numeric_limits<float>::infinity();
    matrix.at(6, 1) = 2.5f;
    matrix.at(7, 7) = -1.0f;
    HeatmapLook look = look_at({{4.7, 4.1}, 18.3}, {192, 160});
    look.colouring.range = {0.0f, 1.9f};
    look.grid = true;
    expect_golden(matrix, look, "cells_and_grid.png");
}

} // namespace

} // namespace pairscope::test

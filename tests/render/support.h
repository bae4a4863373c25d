// SPDX-License-Identifier: MIT
// What the tests of pictures share: a GL context or a skipped test, matrices, and the picture a CPU draws.
#pragma once

#include "kernels/ladder/output_buffer.h"
#include "render/colouring.h"
#include "render/gl/context.h"
#include "render/gl/headless.h"
#include "render/heatmap_renderer.h"
#include "render/image.h"
#include "render/matrix_picture.h"
#include "render/matrix_texture.h"
#include "render/tiles.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace pairscope::test {

/// A test that needs OpenGL: skipped, with the reason, where there is none. Every GL error fails it.
class GlTest : public testing::Test {
protected:
    void SetUp() override;
    void TearDown() override;

    std::vector<std::string> gl_errors;

private:
    std::unique_ptr<gl::HeadlessContext> context_;
    std::unique_ptr<gl::MessageHook> hook_;
};

struct Matrix {
    MatrixShape shape;
    std::vector<float> entries;
    [[nodiscard]] float& at(std::int64_t row, std::int64_t col) {
        return entries[static_cast<std::size_t>(row * shape.cols + col)];
    }
    [[nodiscard]] float at(std::int64_t row, std::int64_t col) const {
        return entries[static_cast<std::size_t>(row * shape.cols + col)];
    }
};

/// Values 0 to 1 with a fixed seed.
[[nodiscard]] Matrix random_matrix(MatrixShape shape);
[[nodiscard]] OutputBuffer buffer_of(const Matrix& matrix);
/// The same as halves, and as what these are worth.
[[nodiscard]] OutputBuffer halves_of(const Matrix& matrix);
[[nodiscard]] Matrix rounded_to_halves(const Matrix& matrix);
[[nodiscard]] std::shared_ptr<const Overview> overview_of(const Matrix& matrix, std::int64_t factor);
/// The tiles of a matrix in host memory.
class Pyramid {
public:
    explicit Pyramid(const Matrix& matrix) : matrix_(matrix) {}
    [[nodiscard]] std::shared_ptr<const Overview> tile(const TileKey& key);
    /// All tiles of a level together.
    [[nodiscard]] std::shared_ptr<const Overview> level(int level);

private:
    const Matrix& matrix_;
    std::map<int, std::shared_ptr<const Overview>> levels_;
    std::map<TileKey, std::shared_ptr<const Overview>> tiles_;
};

/// Both textures, filled as a kernel would fill them.
[[nodiscard]] MatrixTexture texture_of(const Matrix& matrix);
void fill_overview(const MatrixTexture& texture, const Overview& overview);

[[nodiscard]] HeatmapLook look_at(const HeatmapView& view, Viewport viewport);

/// The picture in double precision, from the entries themselves. No grid.
[[nodiscard]] Image drawn_by_cpu(const Matrix& matrix, const HeatmapLook& look);

[[nodiscard]] bool alike(Rgba a, Rgba b, int tolerance);
/// How many pixels differ by more than `tolerance` in any channel.
[[nodiscard]] std::int64_t different_pixels(const Image& a, const Image& b, int tolerance);

} // namespace pairscope::test

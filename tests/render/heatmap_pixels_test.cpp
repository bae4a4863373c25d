// SPDX-License-Identifier: MIT
// The shader's pixels against the picture that the CPU draws from the entries themselves.
#include "kernels/data/errors.h"
#include "tests/render/support.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace pairscope::test {

namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr Viewport odd_viewport{150, 110};

class heatmap_pixels : public GlTest {
protected:
    /// Draws both ways and compares.
    void expect_same(const Matrix& matrix, const HeatmapLook& look, Shown::Kind kind = Shown::Kind::exact) {
        const MatrixTexture texture = texture_of(matrix);
        HeatmapRenderer renderer("assets/shaders");
        EXPECT_EQ(renderer.draw(texture.picture(), look).kind, kind);
        EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(matrix, look), 1), 0);
    }
};

TEST_F(heatmap_pixels, every_transform_is_the_cpus) {
    const Matrix matrix = random_matrix({61, 83});
    for (const Transform transform : {Transform::linear, Transform::square_root, Transform::logarithmic}) {
        for (const ValueRange range : {ValueRange{0.0f, 1.0f}, ValueRange{0.2f, 0.7f}, ValueRange{0.0f, 0.0f}}) {
            HeatmapLook look = look_at({{30.03, 41.07}, 1.73}, odd_viewport);
            look.colouring.transform = transform;
            look.colouring.range = range;
            expect_same(matrix, look);
        }
    }
}

TEST_F(heatmap_pixels, every_colormap_is_the_cpus) {
    const Matrix matrix = random_matrix({61, 83});
    HeatmapRenderer renderer("assets/shaders");
    const MatrixTexture texture = texture_of(matrix);
    for (const Colormap& colormap : load_colormaps("assets/colormaps")) {
        HeatmapLook look = look_at({{30.03, 41.07}, 1.73}, odd_viewport);
        look.colouring.colormap = colormap;
        renderer.draw(texture.picture(), look);
        EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(matrix, look), 1), 0) << colormap.name;
    }
}

TEST_F(heatmap_pixels, values_without_a_place_on_the_scale_have_their_own_colours) {
    Matrix matrix = random_matrix({8, 9});
    matrix.at(1, 2) = nan;
    matrix.at(3, 4) = infinity;
    matrix.at(4, 4) = -infinity;
    matrix.at(5, 6) = 1.5f;
    matrix.at(6, 7) = -0.5f;
    // Not the fitted view: there, centres of pixels fall on edges of cells, and a float may round to either side.
    HeatmapLook look = look_at({{4.03, 4.57}, 12.9}, odd_viewport);
    expect_same(matrix, look);
    HeatmapRenderer renderer("assets/shaders");
    const MatrixTexture texture = texture_of(matrix);
    renderer.draw(texture.picture(), look);
    const Image image = renderer.image();
    const auto colour_in = [&](double row, double col) {
        const Pixel pixel = pixel_at(look.view, {row + 0.5, col + 0.5}, odd_viewport);
        return image.at(static_cast<std::int64_t>(pixel.x), static_cast<std::int64_t>(pixel.y));
    };
    const SpecialColours special;
    EXPECT_EQ(colour_in(1, 2), special.nan);
    EXPECT_EQ(colour_in(3, 4), special.infinite);
    EXPECT_EQ(colour_in(4, 4), special.infinite);
    EXPECT_EQ(colour_in(5, 6), special.above);
    EXPECT_EQ(colour_in(6, 7), special.below);
    EXPECT_EQ(image.at(0, 50), look.outside);
}

TEST_F(heatmap_pixels, the_range_in_sight_is_that_of_the_finite_entries_that_are_drawn) {
    Matrix matrix = random_matrix({61, 83});
    matrix.at(0, 0) = 50.0f; // out of sight
    matrix.at(30, 41) = nan;
    matrix.at(31, 41) = infinity;
    const HeatmapLook look = look_at({{30.03, 41.07}, 12.9}, odd_viewport);
    const MatrixTexture texture = texture_of(matrix);
    HeatmapRenderer renderer("assets/shaders");
    const auto seen = renderer.range_in_sight(texture.picture(), look);
    ASSERT_TRUE(seen);
    const Region region = visible_region(look.view, odd_viewport, {61, 83});
    float least = infinity, most = -infinity;
    for (std::int64_t row = region.row; row < region.row + region.rows; ++row)
        for (std::int64_t col = region.col; col < region.col + region.cols; ++col)
            if (const float value = matrix.at(row, col); std::isfinite(value)) {
                least = std::min(least, value);
                most = std::max(most, value);
            }
    EXPECT_EQ(*seen, (ValueRange{least, most}));
    renderer.draw(texture.picture(), look);
    EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(matrix, look), 1), 0) << "drawing goes on as before";
    for (float& value : matrix.entries) value = nan;
    EXPECT_FALSE(renderer.range_in_sight(texture_of(matrix).picture(), look)) << "no value is finite";
}

TEST_F(heatmap_pixels, odd_shapes_are_drawn_whole) {
    for (const MatrixShape shape :
         {MatrixShape{1, 1}, MatrixShape{1, 2}, MatrixShape{2, 1}, MatrixShape{7, 131}, MatrixShape{257, 3}}) {
        const HeatmapView view = fitted(shape, odd_viewport);
        expect_same(random_matrix(shape), look_at({view.center, view.pixels_per_cell * 0.917}, odd_viewport));
    }
}

TEST_F(heatmap_pixels, cells_that_share_a_pixel_become_their_mean_minimum_or_maximum) {
    Matrix matrix = random_matrix({700, 900});
    matrix.at(350, 450) = nan;
    for (const Aggregate aggregate : {Aggregate::mean, Aggregate::minimum, Aggregate::maximum, Aggregate::extreme}) {
        for (const double scale : {0.913, 0.51, 0.307, 0.1279}) {
            HeatmapLook look = look_at({{350.21, 450.37}, scale}, odd_viewport);
            look.aggregate = aggregate;
            expect_same(matrix, look);
        }
    }
}

TEST_F(heatmap_pixels, a_pixel_of_nothing_but_nan_is_nan) {
    Matrix matrix = random_matrix({64, 64});
    std::ranges::fill(matrix.entries, nan);
    HeatmapLook look = look_at({{32.0, 32.0}, 0.26}, {32, 32});
    for (const Aggregate aggregate : {Aggregate::mean, Aggregate::minimum, Aggregate::maximum, Aggregate::extreme}) {
        look.aggregate = aggregate;
        expect_same(matrix, look);
    }
}

TEST_F(heatmap_pixels, an_overview_keeps_a_single_hot_and_a_single_cold_cell) {
    Matrix matrix{{4500, 4300}, std::vector<float>(4500u * 4300u, 0.5f)};
    matrix.at(4497, 1234) = 0.9f;
    matrix.at(2017, 4299) = 0.1f;
    const MatrixTexture texture = texture_of(matrix);
    HeatmapRenderer renderer("assets/shaders");
    HeatmapLook look = look_at(fitted(matrix.shape, odd_viewport), odd_viewport);
    const auto count = [&](Aggregate aggregate, float value) {
        look.aggregate = aggregate;
        EXPECT_EQ(renderer.draw(texture.picture(), look), (Shown{Shown::Kind::reduced, 3}));
        const Rgba wanted = colour_of(value, look.colouring);
        const Image drawn = renderer.image();
        return std::ranges::count_if(drawn.pixels, [&](Rgba pixel) { return alike(pixel, wanted, 1); });
    };
    EXPECT_EQ(count(Aggregate::maximum, 0.9f), 1);
    EXPECT_EQ(count(Aggregate::minimum, 0.1f), 1);
    EXPECT_GT(count(Aggregate::mean, 0.5f), 10000);
    EXPECT_EQ(count(Aggregate::mean, 0.9f), 0);
}

TEST_F(heatmap_pixels, an_overview_reduces_as_the_entries_do) {
    const Matrix matrix = random_matrix({2500, 2300}); // factor 2; the pixels below cover whole overview cells
    for (const Aggregate aggregate : {Aggregate::mean, Aggregate::minimum, Aggregate::maximum, Aggregate::extreme}) {
        HeatmapLook look = look_at({{1250.0, 1150.0}, 0.05}, odd_viewport);
        look.aggregate = aggregate;
        look.colouring.range = {0.0f, 1.0f};
        expect_same(matrix, look, Shown::Kind::reduced);
    }
}

TEST_F(heatmap_pixels, far_inside_a_large_matrix_the_cells_are_where_they_belong) {
    const Matrix matrix = random_matrix({3, 8191});
    expect_same(matrix, look_at({{1.51, 8170.313}, 33.7}, odd_viewport));
    expect_same(matrix, look_at({{1.51, 8170.313}, 256.0}, odd_viewport));
}

TEST_F(heatmap_pixels, a_window_shows_the_cells_it_holds) {
    const Matrix matrix = random_matrix({300, 400});
    gl::Texture window(gl::Format::r32f, 120, 100);
    window.upload({0, 0, 120, 100}, &matrix.entries[200 * 400 + 270], 400);
    MatrixPicture picture{matrix.shape, ExactTexture{window.id(), {200, 270, 100, 120}}, std::nullopt};
    HeatmapRenderer renderer("assets/shaders");
    for (const double scale : {1.73, 20.3}) {
        const HeatmapLook look = look_at({{255.03, 325.07}, scale}, odd_viewport);
        EXPECT_EQ(renderer.draw(picture, look).kind, Shown::Kind::exact);
        EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(matrix, look), 1), 0);
    }
    EXPECT_EQ(renderer.draw(picture, look_at({{150.0, 200.0}, 1.0}, odd_viewport)).kind, Shown::Kind::nothing);
    EXPECT_EQ(renderer.image().at(75, 55), HeatmapLook{}.outside);
}

TEST_F(heatmap_pixels, a_grid_parts_large_cells_only) {
    const Matrix matrix = random_matrix({40, 40});
    const MatrixTexture texture = texture_of(matrix);
    HeatmapRenderer renderer("assets/shaders");
    const auto lines = [&](double scale) {
        HeatmapLook look = look_at({{20.0, 20.0}, scale}, {160, 160});
        look.grid = true;
        renderer.draw(texture.picture(), look);
        return different_pixels(renderer.image(), drawn_by_cpu(matrix, look), 1);
    };
    EXPECT_EQ(lines(8.0), 0);
    EXPECT_GT(lines(20.0), 160 * 8); // 8 lines each way
    EXPECT_LE(lines(20.0), 2 * 160 * 8);
}

TEST_F(heatmap_pixels, cells_read_back_are_the_cells_written) {
    const Matrix matrix = random_matrix({61, 83});
    const MatrixTexture texture = texture_of(matrix);
    const std::vector<float> cells = texture.read_cells({60, 80, 1, 3});
    EXPECT_EQ(cells, (std::vector<float>{matrix.at(60, 80), matrix.at(60, 81), matrix.at(60, 82)}));
    EXPECT_TRUE(texture.read_cells({}).empty());
}

TEST_F(heatmap_pixels, cells_of_a_texture_of_halves_are_read_back_as_floats) {
    const Matrix matrix = random_matrix({61, 83}), rounded = rounded_to_halves(matrix);
    const MatrixTexture texture(matrix.shape, Entry::float16);
    const OutputBuffer halves = halves_of(matrix);
    const_cast<gl::Texture&>(texture.exact()).upload({0, 0, 83, 61}, halves.memory().halves(), 83);
    EXPECT_EQ(texture.read_cells({0, 0, 61, 83}), rounded.entries);
    EXPECT_EQ(texture.read_cells({60, 81, 1, 1}), std::vector<float>{rounded.at(60, 81)});
    HeatmapRenderer renderer("assets/shaders");
    const HeatmapLook look = look_at(fitted(matrix.shape, odd_viewport), odd_viewport);
    renderer.draw(texture.picture(), look);
    EXPECT_EQ(different_pixels(renderer.image(), drawn_by_cpu(rounded, look), 1), 0);
}

TEST_F(heatmap_pixels, a_matrix_larger_than_any_texture_is_a_memory_error_with_its_size) {
    const std::int64_t side = gl::context_info().max_texture_side;
    try {
        const MatrixTexture texture({2, side + 1});
        FAIL() << "it was made";
    } catch (const MemoryError& error) {
        EXPECT_NE(std::string(error.what()).find(std::to_string(side + 1) + " x 2"), std::string::npos) << error.what();
    }
}

TEST_F(heatmap_pixels, a_shader_that_does_not_compile_says_why) {
    const gl::ShaderSource broken{"broken.frag", "#version 450 core\nvoid main() { wrong }\n"};
    const gl::ShaderSource vertex = gl::load_shader("assets/shaders/heatmap.vert");
    try {
        const gl::Program program(vertex, broken);
        FAIL() << "it compiled";
    } catch (const gl::Error& error) {
        EXPECT_NE(std::string(error.what()).find("broken.frag does not compile: 0"), std::string::npos) << error.what();
    }
    gl_errors.clear(); // KHR_debug reports it too
    EXPECT_THROW((void)gl::load_shader("no/such/shader"), InputError);
}

} // namespace

} // namespace pairscope::test

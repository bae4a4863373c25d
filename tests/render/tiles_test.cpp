// SPDX-License-Identifier: MIT
// A matrix as a pyramid of tiles: which are in sight, and what their pixels show, against the matrix itself.
#include "render/tile_atlas.h"
#include "tests/render/support.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

namespace pairscope::test {
namespace {

constexpr MatrixShape million{1'000'000, 1'000'000};
constexpr Viewport screen{1270, 1200};

TEST(tiles, the_whole_matrix_is_one_tile_of_the_top_level) {
    EXPECT_EQ(top_level({1, 1}), 0);
    EXPECT_EQ(top_level({256, 3}), 0);
    EXPECT_EQ(top_level({257, 3}), 1);
    EXPECT_EQ(top_level(million), 12);
    EXPECT_EQ(texels_of({12, 0, 0}, million), (Region{0, 0, 245, 245}));
    EXPECT_EQ(entries_of({12, 0, 0}, million), 1e12);
    EXPECT_EQ(entries_of({0, 3906, 0}, million), 64.0 * 256.0) << "the last row of tiles has 64 rows";
}

TEST(tiles, a_texel_is_as_large_as_fits_into_a_pixel) {
    for (double zoom = 0.001; zoom < 300.0; zoom *= 1.07) {
        const HeatmapView view = clamped({{5e5, 5e5}, zoom}, screen, million);
        const int level = level_for(view, million);
        const double texel = double(texel_side(level)) * view.pixels_per_cell;
        EXPECT_TRUE(level == 0 || texel <= 1.0) << zoom;
        EXPECT_TRUE(level == top_level(million) || 2.0 * texel > 1.0) << zoom;
    }
}

TEST(tiles, those_in_sight_cover_the_visible_entries_and_no_others_nearest_first) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> place(-1000.0, 1'001'000.0), power(-10.0, 8.0);
    for (int i = 0; i < 300; ++i) {
        const HeatmapView view = clamped({{place(random), place(random)}, std::exp2(power(random))}, screen, million);
        const auto tiles = tiles_in_sight(view, screen, million);
        const Region seen = visible_region(view, screen, million);
        double before = 0.0;
        std::map<std::int64_t, std::int64_t> rows;
        for (const TileKey& tile : tiles) {
            const std::int64_t side = texel_side(tile.level + tile_bits);
            EXPECT_LT(tile.row * side, seen.row + seen.rows);
            EXPECT_GT((tile.row + 1) * side, seen.row);
            EXPECT_LT(tile.col * side, seen.col + seen.cols);
            EXPECT_GT((tile.col + 1) * side, seen.col);
            rows[tile.row] +=
                std::min((tile.col + 1) * side, seen.col + seen.cols) - std::max(tile.col * side, seen.col);
            const double down = (double(tile.row) + 0.5) * double(side) - view.center.row,
                         across = (double(tile.col) + 0.5) * double(side) - view.center.col;
            EXPECT_GE(down * down + across * across, before);
            before = down * down + across * across;
        }
        std::int64_t covered = 0;
        for (const auto& [row, cols] : rows) {
            EXPECT_EQ(cols, seen.cols);
            const std::int64_t side = texel_side(tiles.front().level + tile_bits);
            covered += std::min((row + 1) * side, seen.row + seen.rows) - std::max(row * side, seen.row);
        }
        EXPECT_EQ(covered, seen.rows);
    }
}

constexpr Viewport tile_viewport{331, 257};

class tile_pixels : public GlTest {
protected:
    static Image drawn(const MatrixPicture& picture, const HeatmapLook& look) {
        HeatmapRenderer renderer("assets/shaders");
        renderer.draw(picture, look);
        return renderer.image();
    }
};

/// The texels of a level as a matrix of their own, and the same view of it.
Matrix matrix_of(const Overview& level, Aggregate aggregate) {
    const auto& values = aggregate == Aggregate::mean      ? level.mean
                         : aggregate == Aggregate::minimum ? level.min
                                                           : level.max;
    return {level.shape, values};
}
HeatmapLook scaled(HeatmapLook look, int level) {
    const double side = double(texel_side(level));
    look.view = {{look.view.center.row / side, look.view.center.col / side}, look.view.pixels_per_cell * side};
    return look;
}

TEST_F(tile_pixels, every_pixel_is_the_minimum_mean_or_maximum_of_its_blocks_on_random_views) {
    const Matrix matrix = random_matrix({2048, 1536});
    Pyramid pyramid(matrix);
    std::mt19937 random(11);
    std::uniform_real_distribution<double> row(300.0, 1700.0), col(300.0, 1200.0), power(-2.9, 5.0);
    for (int i = 0; i < 24; ++i) {
        for (const Aggregate aggregate : {Aggregate::mean, Aggregate::minimum, Aggregate::maximum}) {
            HeatmapLook look = look_at({{row(random), col(random)}, std::exp2(power(random))}, tile_viewport);
            look.aggregate = aggregate;
            look.grid = false;
            TileAtlas atlas;
            const MatrixPicture picture = atlas.picture(
                {matrix.shape, look.view, look.viewport, aggregate},
                [&](const TileKey& key) { return pyramid.tile(key); }, 10.0);
            ASSERT_TRUE(atlas.is_complete());
            const int level = level_for(look.view, matrix.shape);
            ASSERT_EQ(picture.tiled->level, level);
            const Image wanted = drawn_by_cpu(matrix_of(*pyramid.level(level), aggregate), scaled(look, level));
            // Where the centres of a line of pixels fall on an edge of blocks, a float may round to either side.
            EXPECT_LE(different_pixels(drawn(picture, look), wanted, 1), tile_viewport.width)
                << "zoom " << look.view.pixels_per_cell << ", level " << level;
        }
    }
}

TEST_F(tile_pixels, the_last_texels_weigh_as_much_as_they_have_entries) {
    const Matrix matrix = random_matrix({523, 771});
    Pyramid pyramid(matrix);
    HeatmapLook look = look_at({{500.0, 740.0}, 0.31}, {64, 48});
    TileAtlas atlas;
    const auto find = [&](const TileKey& key) { return pyramid.tile(key); };
    const Image found =
        drawn(atlas.picture({matrix.shape, look.view, look.viewport, look.aggregate}, find, 10.0), look);
    ASSERT_EQ(level_for(look.view, matrix.shape), 1);
    const Overview& level = *pyramid.level(1);
    std::vector<float> all;
    for (std::size_t k = 0; k < level.min.size(); ++k)
        for (const float value : {level.min[k], level.mean[k], level.max[k], 1.0f}) all.push_back(value);
    gl::Texture overview(gl::Format::rgba32f, level.shape.cols, level.shape.rows);
    overview.upload({0, 0, static_cast<int>(level.shape.cols), static_cast<int>(level.shape.rows)}, all.data(),
                    level.shape.cols);
    const MatrixPicture reduced{matrix.shape, std::nullopt, OverviewTexture{overview.id(), 2, level.shape}};
    EXPECT_EQ(different_pixels(found, drawn(reduced, look), 0), 0);
}

TEST_F(tile_pixels, a_missing_tile_is_shown_by_a_coarser_one_until_it_is_known) {
    const Matrix matrix = random_matrix({2048, 2048});
    Pyramid pyramid(matrix);
    HeatmapLook look = look_at({{1024.3, 1024.7}, 0.55}, tile_viewport);
    look.aggregate = Aggregate::maximum;
    const TileSight sight{matrix.shape, look.view, look.viewport, look.aggregate};
    TileAtlas atlas;
    const auto coarse = [&](const TileKey& key) { return key.level == 3 ? pyramid.tile(key) : nullptr; };
    const Image before = drawn(atlas.picture(sight, coarse, 10.0), look);
    Matrix blocks{matrix.shape, std::vector<float>(matrix.entries.size())};
    const Overview& level = *pyramid.level(3);
    for (std::int64_t row = 0; row < 2048; ++row)
        for (std::int64_t col = 0; col < 2048; ++col)
            blocks.at(row, col) = level.max[static_cast<std::size_t>(row / 8 * level.shape.cols + col / 8)];
    EXPECT_EQ(different_pixels(before, drawn_by_cpu(blocks, look), 1), 0);
    const MatrixPicture exact = atlas.picture(
        sight, [&](const TileKey& key) { return pyramid.tile(key); }, 10.0);
    EXPECT_EQ(different_pixels(drawn(exact, look), drawn_by_cpu(matrix, look), 1), 0);
}

TEST_F(tile_pixels, where_nothing_is_known_the_ground_is_seen) {
    TileAtlas atlas;
    const HeatmapLook look = look_at({{5e5, 5e5}, 0.01}, tile_viewport);
    const auto nothing = [](const TileKey&) { return std::shared_ptr<const Overview>(); };
    const Image found = drawn(atlas.picture({million, look.view, look.viewport, look.aggregate}, nothing, 1.0), look);
    EXPECT_TRUE(std::ranges::all_of(found.pixels, [&](Rgba pixel) { return pixel == look.outside; }));
}

TEST_F(tile_pixels, in_the_last_corner_of_a_million_rows_the_entries_are_where_they_belong) {
    const auto value = [](std::int64_t row, std::int64_t col) { return float((row * 7 + col * 13) % 32) / 31.0f; };
    const auto find = [&](const TileKey& key) -> std::shared_ptr<const Overview> {
        if (key.level != 0) return nullptr;
        const Region texels = texels_of(key, million);
        auto part = std::make_shared<Overview>();
        part->shape = {texels.rows, texels.cols};
        for (std::int64_t row = texels.row; row < texels.row + texels.rows; ++row)
            for (std::int64_t col = texels.col; col < texels.col + texels.cols; ++col)
                part->mean.push_back(value(row, col));
        part->min = part->max = part->mean;
        return part;
    };
    HeatmapLook look = look_at({{999'996.3, 999'995.7}, 23.3}, tile_viewport);
    look.grid = false;
    TileAtlas atlas;
    const Image found = drawn(atlas.picture({million, look.view, look.viewport, look.aggregate}, find, 10.0), look);
    for (std::int64_t row = 999'991; row < 1'000'000; ++row)
        for (std::int64_t col = 999'990; col < 1'000'000; ++col) {
            const Pixel at = pixel_at(look.view, {double(row) + 0.5, double(col) + 0.5}, tile_viewport);
            if (at.x < 0 || at.y < 0 || at.x >= tile_viewport.width || at.y >= tile_viewport.height) continue;
            EXPECT_TRUE(
                alike(found.at(std::int64_t(at.x), std::int64_t(at.y)), colour_of(value(row, col), look.colouring), 1));
        }
}

} // namespace
} // namespace pairscope::test

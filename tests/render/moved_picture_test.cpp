// SPDX-License-Identifier: MIT
// A picture that moves by whole pixels against the same picture drawn whole.
#include "render/tile_atlas.h"
#include "tests/render/support.h"

#include <algorithm>
#include <cmath>
#include <random>
#include <set>

namespace pairscope::test {
namespace {

constexpr Viewport moving_viewport{161, 123};

HeatmapLook moved_by(HeatmapLook look, double x, double y) {
    look.view.center.col -= x / look.view.pixels_per_cell;
    look.view.center.row -= y / look.view.pixels_per_cell;
    return look;
}

TEST(shift_between, is_what_the_mouse_moved_the_matrix_by) {
    const HeatmapView view{{500.25, 700.5}, 0.37};
    const MatrixShape shape{1000, 1000};
    EXPECT_EQ(shift_between(view, view), (PixelShift{0, 0}));
    EXPECT_EQ(shift_between(view, panned(view, {12.0, -7.0}, moving_viewport, shape)), (PixelShift{12, -7}));
    EXPECT_FALSE(shift_between(view, panned(view, {12.5, 3.0}, moving_viewport, shape)));
    EXPECT_FALSE(shift_between(view, zoomed(view, {{10.0, 10.0}, 1.1}, moving_viewport, shape)));
    EXPECT_FALSE(shift_between(view, {{1e12, 0.0}, 0.37}));
}

class moved_picture : public GlTest {
protected:
    /// The last picture of `moving` against a new one.
    static void expect_as_drawn_whole(const HeatmapRenderer& moving, const MatrixPicture& picture,
                                      const HeatmapLook& look) {
        HeatmapRenderer fresh("assets/shaders");
        fresh.draw(picture, look);
        // Where the centres of a line of pixels fall on an edge of cells, a float may round to either side.
        EXPECT_LE(different_pixels(moving.image(), fresh.image(), 1), moving_viewport.width)
            << look.view.center.row << ", " << look.view.center.col;
    }
};

TEST_F(moved_picture, shows_what_a_new_one_shows) {
    const Matrix matrix = random_matrix({400, 500});
    const MatrixTexture texture = texture_of(matrix);
    for (const double scale : {0.31, 1.73, 21.3}) { // a pixel of many entries, of one, and cells with a grid
        HeatmapLook look = look_at({{200.03, 250.07}, scale}, moving_viewport);
        look.grid = true;
        HeatmapRenderer renderer("assets/shaders");
        renderer.draw(texture.picture(), look);
        for (const PixelShift step : {PixelShift{5, 0}, {0, -3}, {-40, 17}, {1, 1}, {-160, -122}, {0, 0}, {90, 60}}) {
            look = moved_by(look, step.x, step.y);
            ASSERT_TRUE(renderer.move(texture.picture(), look)) << step.x << ", " << step.y;
            expect_as_drawn_whole(renderer, texture.picture(), look);
        }
    }
}

TEST_F(moved_picture, draws_nothing_but_what_comes_into_sight) {
    Matrix matrix = random_matrix({400, 500});
    const MatrixTexture texture = texture_of(matrix), other = texture_of(random_matrix({400, 500}));
    const HeatmapLook look = look_at({{200.03, 250.07}, 1.73}, moving_viewport);
    HeatmapRenderer renderer("assets/shaders");
    renderer.draw(texture.picture(), look);
    const Image before = renderer.image();
    // The caller says that both agree. What was drawn stays all the same, and only the new strip is read.
    ASSERT_TRUE(renderer.move(other.picture(), moved_by(look, 10.0, 0.0)));
    const Image after = renderer.image();
    for (std::int64_t y = 0; y < before.height; ++y)
        for (std::int64_t x = 10; x < before.width; ++x) ASSERT_EQ(after.at(x, y), before.at(x - 10, y));
}

TEST_F(moved_picture, is_refused_where_another_draw_is_needed) {
    const Matrix matrix = random_matrix({400, 500});
    const MatrixTexture texture = texture_of(matrix);
    const HeatmapLook look = look_at({{200.03, 250.07}, 1.73}, moving_viewport);
    HeatmapRenderer renderer("assets/shaders");
    EXPECT_FALSE(renderer.move(texture.picture(), look)) << "nothing was drawn yet";
    renderer.draw(texture.picture(), look);
    EXPECT_FALSE(renderer.move(texture.picture(), moved_by(look, 2.5, 0.0)));
    EXPECT_FALSE(renderer.move(texture.picture(), moved_by(look, 161.0, 0.0))) << "all of it is new";
    HeatmapLook brighter = moved_by(look, 4.0, 0.0);
    brighter.colouring.range.high *= 2.0f;
    EXPECT_FALSE(renderer.move(texture.picture(), brighter));
    HeatmapLook outlined = look;
    outlined.outline_below = 0.5f;
    renderer.draw(texture.picture(), outlined);
    EXPECT_FALSE(renderer.move(texture.picture(), moved_by(outlined, 4.0, 0.0)));
    renderer.draw(texture.picture(), look);
    EXPECT_TRUE(renderer.move(texture.picture(), moved_by(look, 4.0, 0.0)));
}

/// Tiles with a value of each block's own. Those of `missing` are not known.
class Blocks {
public:
    [[nodiscard]] std::shared_ptr<const Overview> find(const TileKey& key) {
        if (missing.contains(key)) return nullptr;
        auto& tile = tiles_[key];
        if (tile) return tile;
        const Region texels = texels_of(key, shape);
        auto made = std::make_shared<Overview>();
        made->factor = texel_side(key.level);
        made->shape = {texels.rows, texels.cols};
        for (std::int64_t row = texels.row; row < texels.row + texels.rows; ++row)
            for (std::int64_t col = texels.col; col < texels.col + texels.cols; ++col)
                made->mean.push_back(float((row * 31 + col * 17 + key.level) % 64) / 63.0f);
        made->min = made->max = made->mean;
        return tile = made;
    }
    MatrixShape shape{50'000, 50'000};
    std::set<TileKey> missing;

private:
    std::map<TileKey, std::shared_ptr<const Overview>> tiles_;
};

TEST_F(moved_picture, of_tiles_shows_what_a_new_one_shows) {
    Blocks blocks;
    TileAtlas atlas;
    HeatmapRenderer renderer("assets/shaders");
    HeatmapLook look = look_at({{25'000.3, 25'000.7}, 0.3}, moving_viewport);
    const auto picture = [&] {
        return atlas.picture(
            {blocks.shape, look.view, look.viewport, look.aggregate},
            [&](const TileKey& key) { return blocks.find(key); }, 10.0);
    };
    MatrixPicture last = picture();
    renderer.draw(last, look);
    int tables = 0;
    for (int i = 0; i < 60; ++i) {
        look = moved_by(look, 23.0, -11.0);
        const MatrixPicture now = picture();
        ASSERT_TRUE(agree(last, now)) << "tiles that come into sight change nothing that was";
        tables += now.tiled->places != last.tiled->places ? 1 : 0;
        ASSERT_TRUE(renderer.move(now, look));
        last = now;
    }
    EXPECT_GT(tables, 3) << "the picture moved over several tiles";
    expect_as_drawn_whole(renderer, last, look);
}

TEST_F(moved_picture, of_tiles_does_not_agree_with_that_of_finer_tiles) {
    Blocks blocks;
    TileAtlas atlas;
    const HeatmapLook look = look_at({{25'000.3, 25'000.7}, 0.3}, moving_viewport);
    const auto picture = [&] {
        return atlas.picture(
            {blocks.shape, look.view, look.viewport, look.aggregate},
            [&](const TileKey& key) { return blocks.find(key); }, 10.0);
    };
    for (const TileKey& key : tiles_in_sight(look.view, look.viewport, blocks.shape)) blocks.missing.insert(key);
    const MatrixPicture coarse = picture();
    EXPECT_TRUE(agree(coarse, picture()));
    blocks.missing.clear();
    const MatrixPicture fine = picture();
    EXPECT_FALSE(agree(coarse, fine));
    EXPECT_TRUE(agree(fine, picture()));
}

} // namespace
} // namespace pairscope::test

// SPDX-License-Identifier: MIT
// The values of pixels that the CPU works out from host memory, against those that the shader works out from textures.
#include "render/host_tiles.h"
#include "render/matrix_upload.h"
#include "render/pixel_values.h"
#include "render/tile_atlas.h"
#include "tests/render/support.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <random>
#include <set>

namespace pairscope::test {
namespace {

constexpr std::array<Aggregate, 4> all_aggregates{Aggregate::mean, Aggregate::minimum, Aggregate::maximum,
                                                  Aggregate::extreme};

/// Between -1 and 1, with some entries and whole patches of each kind that is no finite number.
Matrix matrix_with_holes(MatrixShape shape, std::mt19937& random) {
    Matrix matrix = random_matrix(shape);
    for (float& entry : matrix.entries) entry = 2.0f * entry - 1.0f;
    constexpr float infinity = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
    for (const float value : {nan, infinity, -infinity, 0.0f, -0.0f}) {
        for (std::size_t i = random() % 97; i < matrix.entries.size(); i += 1 + random() % 211)
            matrix.entries[i] = value;
        const auto row = std::int64_t(random() % std::uint64_t(shape.rows));
        const auto col = std::int64_t(random() % std::uint64_t(shape.cols));
        for (std::int64_t r = row; r < std::min(row + 12, shape.rows); ++r)
            for (std::int64_t c = col; c < std::min(col + 15, shape.cols); ++c) matrix.at(r, c) = value;
    }
    return matrix;
}

class Views {
public:
    explicit Views(std::mt19937& random) : random_(random) {}
    /// Anywhere in or beside the matrix.
    [[nodiscard]] HeatmapLook next(MatrixShape shape, double least_power, double most_power) {
        std::uniform_real_distribution<double> place(-0.1, 1.1), power(least_power, most_power);
        std::uniform_int_distribution<int> side(1, 170);
        HeatmapLook look = look_at(
            {{place(random_) * double(shape.rows), place(random_) * double(shape.cols)}, std::exp2(power(random_))},
            {side(random_), side(random_)});
        if (random_() % 4 == 0) look.view = fitted(shape, look.viewport);
        look.aggregate = all_aggregates[random_() % all_aggregates.size()];
        look.grid = random_() % 2 == 0;
        look.colouring.range = {-0.8f, 0.7f};
        look.colouring.transform =
            std::array{Transform::linear, Transform::square_root, Transform::logarithmic}[random_() % 3];
        if (random_() % 3 == 0) look.dimming = Dimming{0.2f, random_() % 2 == 0};
        return look;
    }

private:
    std::mt19937& random_;
};

std::string words_of(const HeatmapLook& look) {
    return fmt::format("{} at ({}, {}), {} pixels per cell, {} x {} pixels", title_in(aggregate_names, look.aggregate),
                       look.view.center.row, look.view.center.col, look.view.pixels_per_cell, look.viewport.width,
                       look.viewport.height);
}

class pixel_values : public GlTest {
protected:
    void SetUp() override {
        GlTest::SetUp();
        if (!IsSkipped()) renderer_.emplace("assets/shaders");
    }
    void TearDown() override {
        renderer_.reset();
        GlTest::TearDown();
    }

    /// The same picture in textures and in host memory.
    void expect_same(const MatrixPicture& textures, const MatrixPicture& host, const HostTexels& texels,
                     const HeatmapLook& look) {
        ASSERT_EQ(shown(textures, look.view, look.viewport), shown(host, look.view, look.viewport)) << words_of(look);
        const std::vector<float> wanted = renderer_->pixel_values(textures, look);
        const std::vector<float> found = renderer_->pixel_values(host, look, texels);
        ASSERT_EQ(found.size(), wanted.size()) << words_of(look);
        for (std::size_t i = 0; i < wanted.size(); ++i)
            ASSERT_TRUE(same(found[i], wanted[i], look.aggregate))
                << "pixel (" << i % std::size_t(look.viewport.width) << ", " << i / std::size_t(look.viewport.width)
                << ") is " << found[i] << " instead of " << wanted[i] << ": " << words_of(look);
        numbers_ += std::ranges::count_if(wanted, [](float value) { return std::isfinite(value); });
        infinite_ += std::ranges::count_if(wanted, [](float value) { return std::isinf(value); });
        renderer_->draw(textures, look);
        const Image image = renderer_->image();
        renderer_->draw(host, look, texels);
        ASSERT_EQ(different_pixels(renderer_->image(), image, 1), 0) << words_of(look);
        outside_ += std::ranges::count(image.pixels, look.outside);
        not_numbers_ += std::ranges::count(image.pixels, look.colouring.special.nan);
    }

    /// The views were no trivial ones.
    void expect_all_kinds_of_pixels() const {
        EXPECT_GT(numbers_, 10'000);
        EXPECT_GT(infinite_, 100);
        EXPECT_GT(outside_, 1000);
        EXPECT_GT(not_numbers_, 100);
    }

private:
    /// A driver may divide a mean in its own way.
    static bool same(float found, float wanted, Aggregate aggregate) {
        if (std::isnan(wanted)) return std::isnan(found);
        if (aggregate == Aggregate::mean && std::isfinite(wanted) && !gl::context_info().software)
            return std::abs(found - wanted) <= 1e-6f;
        return found == wanted;
    }

    std::optional<HeatmapRenderer> renderer_;
    std::int64_t numbers_ = 0, infinite_ = 0, outside_ = 0, not_numbers_ = 0;
};

TEST_F(pixel_values, of_the_cpu_are_the_shaders_for_entries_and_overviews_on_random_views) {
    std::mt19937 random(5);
    Views views(random);
    constexpr std::int64_t side = 300;
    for (const MatrixShape shape : {MatrixShape{1, 1}, MatrixShape{1, 700}, MatrixShape{257, 3}, MatrixShape{211, 299},
                                    MatrixShape{611, 1203}, MatrixShape{900, 301}}) {
        const Matrix matrix = matrix_with_holes(shape, random);
        MatrixUpload host(side, TexelsIn::host_memory);
        const HostMatrix shown_matrix{buffer_of(matrix), host.needs_overview(shape) ? overview_of(matrix, 3) : nullptr};
        host.show(shown_matrix);
        for (int i = 0; i < 40; ++i) {
            HeatmapLook look = views.next(shape, -4.5, 5.0);
            if (random() % 3 == 0) look.outline_below = -0.6f;
            MatrixUpload textures(side); // a new one has no window that happens to have what is in sight
            textures.show(shown_matrix);
            textures.look_at(look.view, look.viewport);
            host.look_at(look.view, look.viewport);
            while (!textures.upload_some(1.0)) {
            }
            EXPECT_TRUE(host.upload_some(0.0)) << "nothing has to be uploaded";
            const MatrixPicture picture = host.picture();
            const Shown what = shown(picture, look.view, look.viewport);
            expect_same(textures.picture(), picture, host.texels(what.kind, look.aggregate), look);
            if (HasFatalFailure()) return;
        }
    }
    expect_all_kinds_of_pixels();
}

TEST_F(pixel_values, of_the_cpu_are_the_shaders_for_tiles_of_which_some_are_missing) {
    std::mt19937 random(6);
    Views views(random);
    for (const MatrixShape shape : {MatrixShape{257, 1100}, MatrixShape{2048, 1537}}) {
        const Matrix matrix = matrix_with_holes(shape, random);
        Pyramid pyramid(matrix);
        TileAtlas atlas;
        HostTiles host;
        for (int i = 0; i < 60; ++i) {
            const HeatmapLook look = views.next(shape, -4.5, 5.0);
            std::set<TileKey> missing;
            for (const TileKey& key : tiles_in_sight(look.view, look.viewport, shape))
                for (int level = key.level; level <= top_level(shape); ++level)
                    if (random() % 4 == 0) missing.insert(covering_tile(key, level));
            const auto find = [&](const TileKey& key) { return missing.contains(key) ? nullptr : pyramid.tile(key); };
            const TileSight sight{shape, look.view, look.viewport, look.aggregate};
            const MatrixPicture textures = atlas.picture(sight, find, 10.0), picture = host.picture(sight, find);
            expect_same(textures, picture, {.shown = host.lines(), .least = {}}, look);
            if (HasFatalFailure()) return;
        }
    }
    expect_all_kinds_of_pixels();
}

TEST_F(pixel_values, of_halves_are_what_the_halves_are_worth) {
    const Matrix matrix = random_matrix({61, 83});
    MatrixUpload textures, host(upload_side(), TexelsIn::host_memory);
    for (MatrixUpload* upload : {&textures, &host}) {
        upload->show({halves_of(matrix), nullptr});
        while (!upload->upload_some(1.0)) {
        }
    }
    for (const double scale : {0.3, 1.73}) {
        const HeatmapLook look = look_at({{30.03, 41.07}, scale}, {150, 110});
        expect_same(textures.picture(), host.picture(), host.texels(Shown::Kind::exact, look.aggregate), look);
    }
}

TEST_F(pixel_values, a_nan_of_any_bits_is_inside_of_the_matrix) {
    Matrix matrix = random_matrix({9, 9});
    for (const float bits : {outside_pixel, outline_pixel, std::bit_cast<float>(0xffffffffU)}) {
        std::ranges::fill(matrix.entries, bits);
        MatrixUpload host(upload_side(), TexelsIn::host_memory);
        host.show({buffer_of(matrix), nullptr});
        ASSERT_TRUE(host.upload_some(0.0));
        HeatmapRenderer renderer("assets/shaders");
        for (const Aggregate aggregate : all_aggregates) {
            HeatmapLook look = look_at({{4.5, 4.5}, 4.0}, {20, 20});
            look.aggregate = aggregate;
            renderer.draw(host.picture(), look, host.texels(Shown::Kind::exact, aggregate));
            EXPECT_EQ(renderer.image().at(10, 10), look.colouring.special.nan);
        }
    }
}

TEST_F(pixel_values, of_a_picture_that_moves_are_those_of_a_new_one) {
    const Matrix matrix = random_matrix({900, 700});
    Pyramid pyramid(matrix);
    HostTiles tiles;
    const auto find = [&](const TileKey& key) { return pyramid.tile(key); };
    HeatmapLook look = look_at({{300.3, 300.7}, 0.31}, {161, 123});
    HeatmapRenderer moving("assets/shaders"), fresh("assets/shaders");
    const auto picture = [&] { return tiles.picture({matrix.shape, look.view, look.viewport, look.aggregate}, find); };
    MatrixPicture last = picture();
    moving.draw(last, look, {.shown = tiles.lines(), .least = {}});
    for (int i = 0; i < 12; ++i) {
        look.view.center.col += 13.0 / look.view.pixels_per_cell;
        look.view.center.row += 9.0 / look.view.pixels_per_cell;
        const MatrixPicture now = picture();
        ASSERT_TRUE(agree(last, now)) << "tiles that come into sight change nothing that was";
        ASSERT_TRUE(moving.move(now, look, {.shown = tiles.lines(), .least = {}}));
        last = now;
        fresh.draw(now, look, {.shown = tiles.lines(), .least = {}});
        // Where the centres of a line of pixels fall on an edge of cells, a float may round to either side.
        EXPECT_LE(different_pixels(moving.image(), fresh.image(), 1), look.viewport.width);
    }
}

TEST(host_tiles, count_the_changes_of_what_is_drawn_and_of_what_was_in_sight) {
    const Matrix matrix = random_matrix({2048, 2048});
    Pyramid pyramid(matrix);
    HostTiles tiles;
    std::set<TileKey> missing;
    const auto find = [&](const TileKey& key) { return missing.contains(key) ? nullptr : pyramid.tile(key); };
    const auto picture = [&](double col, double scale) {
        return tiles.picture({matrix.shape, {{1024.3, col}, scale}, {300, 300}, Aggregate::mean}, find);
    };
    missing.insert({0, 3, 3});
    const MatrixPicture first = picture(1024.7, 1.1);
    EXPECT_EQ(picture(1024.7, 1.1), first);
    const MatrixPicture beside = picture(1300.7, 1.1);
    EXPECT_NE(beside, first);
    EXPECT_TRUE(agree(beside, first));
    (void)picture(1024.7, 1.1);
    missing.clear();
    EXPECT_FALSE(agree(picture(1024.7, 1.1), first)) << "a finer tile was found";
    EXPECT_FALSE(agree(picture(1024.7, 0.4), first)) << "the level is another";
}

} // namespace
} // namespace pairscope::test

// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "render/png.h"
#include "tests/render/support.h"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <limits>
#include <stdexcept>

namespace pairscope::test {

namespace {

std::filesystem::path place(const std::string& name) { return std::filesystem::path(testing::TempDir()) / name; }

Image stripes(std::uint8_t alpha) {
    Image image{5, 3, {}};
    for (std::uint8_t i = 0; i < 15; ++i) {
        const auto level = static_cast<std::uint8_t>(17 * i);
        image.pixels.push_back(
            {level, i, static_cast<std::uint8_t>(255 - level), i % 2 == 0 ? alpha : std::uint8_t{255}});
    }
    return image;
}

TEST(png, a_picture_and_its_text_come_back) {
    const std::vector<PngText> text{{"Title", "distance_matrix/cpu_naive"},
                                    {"Source", "cities, 512 points, \u00b5s \u2192"}};
    for (const std::uint8_t alpha : {std::uint8_t{255}, std::uint8_t{40}}) {
        save_png(place("stripes.png"), stripes(alpha), text);
        const PngFile file = load_png(place("stripes.png"));
        EXPECT_EQ(file.image.width, 5);
        EXPECT_EQ(file.image.height, 3);
        EXPECT_EQ(file.image.pixels, stripes(alpha).pixels);
        EXPECT_EQ(file.text, text);
    }
}

TEST(png, a_matrix_becomes_one_pixel_per_cell) {
    Matrix matrix = random_matrix({301, 7001}); // several bands
    matrix.at(300, 7000) = std::numeric_limits<float>::quiet_NaN();
    Colouring colouring;
    colouring.range = {0.1f, 0.9f};
    colouring.colormap = load_colormap("assets/colormaps/magma.csv");
    std::int64_t next = 0;
    const auto rows_of = [&](std::int64_t row, std::int64_t count) {
        EXPECT_EQ(row, next);
        EXPECT_LE(count * 7001 * 4, 4 << 20);
        next = row + count;
        const auto first = matrix.entries.begin() + row * 7001;
        return std::vector<float>(first, first + count * 7001);
    };
    save_matrix_png(place("cells.png"), {matrix.shape, rows_of, colouring, {{"Title", "cells"}}});
    const PngFile file = load_png(place("cells.png"));
    ASSERT_EQ(file.image.width, 7001);
    ASSERT_EQ(file.image.height, 301);
    std::vector<Rgba> expected(matrix.entries.size());
    colour_values(matrix.entries, colouring, expected);
    EXPECT_EQ(file.image.pixels, expected);
    EXPECT_EQ(file.text.at(0).text, "cells");
}

TEST(png, a_failure_while_saving_leaves_the_old_file) {
    save_png(place("kept.png"), stripes(255));
    const auto rows_of = [](std::int64_t row, std::int64_t count) {
        if (row > 0) throw std::runtime_error("the device is gone");
        return std::vector<float>(static_cast<std::size_t>(count * 7001));
    };
    try {
        save_matrix_png(place("kept.png"), {{301, 7001}, rows_of, {}, {}});
        FAIL() << "it was saved";
    } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "the device is gone");
    }
    EXPECT_EQ(load_png(place("kept.png")).image.pixels, stripes(255).pixels);
}

TEST(png, what_cannot_be_written_or_read_is_an_input_error) {
    EXPECT_THROW(save_png(place("no/such/folder/a.png"), stripes(255)), InputError);
    EXPECT_THROW((void)load_png(place("missing.png")), InputError);
    std::ofstream(place("text.png")) << "not a picture";
    EXPECT_THROW((void)load_png(place("text.png")), InputError);
    save_png(place("cut.png"), stripes(255));
    std::filesystem::resize_file(place("cut.png"), std::filesystem::file_size(place("cut.png")) / 2);
    EXPECT_THROW((void)load_png(place("cut.png")), InputError);
}

} // namespace

} // namespace pairscope::test

// SPDX-License-Identifier: MIT
// The comparison behind the golden screens: what it counts, and what it lets pass.
#include "tests/gui/picture_difference.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace pairscope::app {
namespace {

Image plain(std::int64_t width, std::int64_t height, Rgba colour) {
    return {.width = width, .height = height, .pixels = std::vector<Rgba>(std::size_t(width * height), colour)};
}

constexpr Rgba black{0, 0, 0, 255}, white{255, 255, 255, 255}, red{255, 0, 0, 255}, grey{120, 120, 120, 255};

TEST(PictureDifference, is_that_of_cielab) {
    // Lindbloom's calculator gives L* = 53.24, a* = 80.09, b* = 67.20 for the red of sRGB.
    EXPECT_NEAR(difference(plain(4, 4, black), plain(4, 4, white)).largest, 100.0, 0.01);
    EXPECT_NEAR(difference(plain(4, 4, black), plain(4, 4, red)).largest, 117.33, 0.05);
}

TEST(PictureDifference, counts_blocks_and_says_where_they_are) {
    const Image before = plain(21, 18, grey); // the last column and row of blocks are cut
    EXPECT_EQ(difference(before, before).blocks, 6 * 5);
    EXPECT_EQ(difference(before, before).different, 0);
    Image after = before;
    after.pixels[std::size_t(9 * 21 + 5)] = after.pixels[std::size_t(10 * 21 + 5)] = white;
    after.pixels[std::size_t(17 * 21 + 20)] = white;
    const PictureDifference found = difference(before, after);
    EXPECT_EQ(found.different, 2);
    EXPECT_EQ(found.around, (ImageBox{4, 8, 17, 10}));
}

TEST(PictureDifference, passes_an_edge_that_is_smoothed_in_another_way) {
    Image sharp = plain(16, 16, grey), smooth = sharp;
    for (std::int64_t y = 0; y < 16; ++y) {
        sharp.pixels[std::size_t(y * 16 + 6)] = {180, 180, 180, 255};
        smooth.pixels[std::size_t(y * 16 + 6)] = {168, 168, 168, 255};
        smooth.pixels[std::size_t(y * 16 + 5)] = {131, 131, 131, 255};
    }
    EXPECT_EQ(difference(sharp, smooth).different, 0);
    EXPECT_GT(difference(sharp, smooth).largest, 0.0);
}

TEST(PictureDifference, refuses_what_cannot_be_compared_or_cut) {
    EXPECT_THROW((void)difference(plain(8, 8, grey), plain(8, 9, grey)), std::invalid_argument);
    EXPECT_THROW((void)cropped(plain(8, 8, grey), {1, 0, 8, 8}), std::out_of_range);
}

} // namespace
} // namespace pairscope::app

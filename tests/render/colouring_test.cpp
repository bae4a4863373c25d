// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "render/colouring.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <limits>

namespace pairscope {

namespace {

constexpr Transform transforms[] = {Transform::linear, Transform::square_root, Transform::logarithmic};

std::filesystem::path written(const std::string& text) {
    const auto path = std::filesystem::path(testing::TempDir()) / "colormap_under_test.csv";
    std::ofstream(path, std::ios::binary) << text;
    return path;
}

std::string message_of(const std::filesystem::path& file) {
    try {
        (void)load_colormap(file);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(colormap, viridis_comes_first_and_then_the_others_by_name) {
    std::vector<std::string> names;
    for (const Colormap& colormap : load_colormaps("assets/colormaps")) names.push_back(colormap.name);
    std::vector<std::string> expected;
    for (const auto& entry : std::filesystem::directory_iterator("assets/colormaps"))
        if (entry.path().extension() == ".csv") expected.push_back(entry.path().stem().string());
    std::ranges::sort(expected);
    std::erase(expected, "viridis");
    expected.insert(expected.begin(), "viridis");
    EXPECT_EQ(names, expected);
}

TEST(colormap, ends_are_the_published_ones) {
    const Colormap viridis = load_colormap("assets/colormaps/viridis.csv");
    EXPECT_EQ(viridis.colours.front(), (Rgba{68, 1, 84}));
    EXPECT_EQ(viridis.colours.back(), (Rgba{253, 231, 37}));
}

double lightness(const Rgba& colour) { return 0.2126 * colour.r + 0.7152 * colour.g + 0.0722 * colour.b; }

TEST(colormap, every_one_grows_lighter_from_end_to_end_or_from_its_middle_to_both_ends_in_one_way) {
    for (const Colormap& colormap : load_colormaps("assets/colormaps")) {
        const auto step = [&](std::size_t i) {
            return lightness(colormap.colours[i]) - lightness(colormap.colours[i - 8]);
        };
        const bool diverges = (step(8) > 0.0) != (step(248) > 0.0);
        if (colormap.name.starts_with("blue_")) {
            EXPECT_TRUE(diverges) << colormap.name;
        }
        const double first = step(8) > 0.0 ? 1.0 : -1.0, second = diverges ? -first : first;
        for (std::size_t i = 8; i < 256; i += 8) {
            if (i > 120 && i <= 136) continue; // around the middle
            EXPECT_GT((i <= 120 ? first : second) * step(i), 0.0) << colormap.name << " " << i;
        }
        if (!diverges) {
            EXPECT_GT(first, 0.0) << colormap.name;
        }
    }
}

TEST(colormap, a_broken_file_is_named_with_its_line) {
    EXPECT_THAT(message_of(written("0,0,0\n1,2\n")), testing::HasSubstr("colormap_under_test.csv:2: found '1,2'"));
    EXPECT_THAT(message_of(written("0,0,256\n")), testing::HasSubstr(":1: found '0,0,256'"));
    EXPECT_THAT(message_of(written("0,0,0\n")), testing::HasSubstr("found 1 colours; a colormap has 256"));
    EXPECT_THAT(message_of("no/such/file.csv"), testing::HasSubstr("cannot be opened"));
    EXPECT_THROW((void)load_colormaps("no/such/folder"), InputError);
}

TEST(colormap, a_position_between_two_colours_is_mixed) {
    Colormap colormap;
    colormap.colours[0] = {0, 0, 0};
    colormap.colours[1] = {100, 50, 10};
    EXPECT_EQ(colour_at(colormap, 0.5f / 255.0f), (Rgba{50, 25, 5}));
    EXPECT_EQ(colour_at(colormap, -3.0f), (Rgba{0, 0, 0}));
}

TEST(colouring, a_tick_lies_where_its_value_lies) {
    for (const ValueRange range : {ValueRange{0.0f, 1.0f}, ValueRange{2.0f, 1000.0f}, ValueRange{0.0f, 37.0f}}) {
        for (const Transform transform : transforms) {
            for (const float position : {0.0f, 0.1f, 0.5f, 0.9f, 1.0f}) {
                EXPECT_NEAR(position_of(value_at(position, range, transform), range, transform), position, 1e-5f);
            }
        }
    }
}

TEST(colouring, values_without_a_place_on_the_scale_have_their_own_colours) {
    Colouring colouring;
    colouring.range = {1.0f, 2.0f};
    colouring.colormap = load_colormap("assets/colormaps/grey.csv");
    const SpecialColours special = colouring.special;
    for (const Transform transform : transforms) {
        colouring.transform = transform;
        EXPECT_EQ(colour_of(std::numeric_limits<float>::quiet_NaN(), colouring), special.nan);
        EXPECT_EQ(colour_of(std::numeric_limits<float>::infinity(), colouring), special.infinite);
        EXPECT_EQ(colour_of(-std::numeric_limits<float>::infinity(), colouring), special.infinite);
        EXPECT_EQ(colour_of(std::nextafter(1.0f, 0.0f), colouring), special.below);
        EXPECT_EQ(colour_of(std::nextafter(2.0f, 3.0f), colouring), special.above);
        EXPECT_EQ(colour_of(1.0f, colouring), colouring.colormap.colours.front());
        EXPECT_EQ(colour_of(2.0f, colouring), colouring.colormap.colours.back());
    }
}

TEST(colouring, a_range_of_one_value_has_the_first_colour) {
    Colouring colouring;
    colouring.range = {0.0f, 0.0f};
    colouring.colormap = load_colormap("assets/colormaps/viridis.csv");
    for (const Transform transform : transforms) {
        colouring.transform = transform;
        EXPECT_EQ(colour_of(0.0f, colouring), colouring.colormap.colours.front());
    }
}

TEST(colouring, a_logarithmic_scale_begins_above_zero) {
    EXPECT_FLOAT_EQ(logarithmic_floor({0.0f, 5.0f}), 5e-4f);
    EXPECT_FLOAT_EQ(logarithmic_floor({2.0f, 5.0f}), 2.0f);
    EXPECT_FLOAT_EQ(logarithmic_floor({-2.0f, -1.0f}), 0.0f);
    EXPECT_EQ(position_of(0.0f, {0.0f, 5.0f}, Transform::logarithmic), 0.0f);
}

} // namespace

} // namespace pairscope

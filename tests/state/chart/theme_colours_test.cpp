// SPDX-License-Identifier: MIT
// The colours of texts can be read on the ground of a panel, in both themes.
#include "app/chart/theme_colours.h"
#include "tests/contrast.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

Rgba opaque_pixel(Rgb colour) {
    return {std::uint8_t(colour >> 16 & 255), std::uint8_t(colour >> 8 & 255), std::uint8_t(colour & 255), 255};
}

double contrast_of(Rgb text, Rgb ground) {
    return contrast(luminance(opaque_pixel(text)), luminance(opaque_pixel(ground)));
}

TEST(ThemeColours, every_text_on_a_panel_has_a_contrast_of_seven) {
    for (const Theme theme : {Theme::dark, Theme::light}) {
        const ThemeColours& colours = theme_colours(theme);
        for (const Rgb text : {colours.text, colours.good, colours.warning, colours.error})
            EXPECT_GE(contrast_of(text, colours.panel), 7.0) << std::hex << text;
        EXPECT_GE(contrast_of(colours.dim, colours.panel), 6.8) << "quieter than the rest, but text";
    }
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/theme_colours.h"

#include "kernels/ladder/own_variants.h"
#include "kernels/ladder/registry.h"

#include <algorithm>
#include <array>

namespace pairscope::app {
namespace {

constexpr ThemeColours dark{.background = 0x0f1113,
                            .panel = 0x15181b,
                            .raised = 0x1c2024,
                            .line = 0x262b30,
                            .text = 0xe8eaed,
                            .dim = 0x98a2ad,
                            .faint = 0x5d6670,
                            .accent = 0x6cb6ff,
                            .grid = 0x22272c,
                            .good = 0x2fb98a,
                            .warning = 0xe6a23c,
                            .error = 0xff7b6b};
constexpr ThemeColours light{.background = 0xf4f5f6,
                             .panel = 0xffffff,
                             .raised = 0xeef1f4,
                             .line = 0xd9dee3,
                             .text = 0x16191d,
                             .dim = 0x4c5661,
                             .faint = 0x98a2ad,
                             .accent = 0x0a63c2,
                             .grid = 0xe8ebee,
                             .good = 0x005f47,
                             .warning = 0x7a4700,
                             .error = 0x9c1f18};

// On white the yellow is darkened, on black the deep blue is lightened, so that marks keep 3:1.
constexpr std::array<Rgb, 8> dark_variants{0xd55e00, 0xe69f00, 0xcc79a7, 0x56b4e9,
                                           0x009e73, 0xf0e442, 0x3b8fd0, 0x999999};
constexpr std::array<Rgb, 8> light_variants{0xd55e00, 0xb87c00, 0xb4568b, 0x2b88c4,
                                            0x007a58, 0x8f8600, 0x0072b2, 0x6f7780};

// No variant of a ladder has it.
constexpr Rgb own_on_dark = 0xff5fc4, own_on_light = 0xc2007e;

} // namespace

const ThemeColours& theme_colours(Theme theme) { return theme == Theme::dark ? dark : light; }

Rgb series_rgb(std::size_t i, Theme theme) {
    const auto& colours = theme == Theme::dark ? dark_variants : light_variants;
    return colours[i % colours.size()];
}

Rgb group_rgb(std::size_t i) {
    static constexpr std::array<Rgb, most_group_colours> colours{0x4e79a7, 0xf28e2b, 0xe15759, 0x76b7b2, 0x59a14f,
                                                                 0xedc948, 0xb07aa1, 0xff9da7, 0x9c755f, 0xbab0ac};
    return colours[i % colours.size()];
}

std::size_t place_of_variant(std::string_view id) {
    std::size_t place = 0; // in its own ladder
    const std::string_view workload = id.substr(0, id.find('/'));
    for (const KernelVariant& variant : variants()) {
        if (variant.id == id) break;
        place += variant.workload == workload ? 1 : 0;
    }
    return place;
}

Rgb variant_rgb(std::string_view id, Theme theme) {
    if (is_own(id)) return theme == Theme::dark ? own_on_dark : own_on_light;
    return series_rgb(place_of_variant(id), theme);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The colours of the two themes and of the variants, for the screen and for charts on paper.
#pragma once

#include "kernels/data/names.h"

#include <cstdint>
#include <string_view>

namespace pairscope::app {

enum class Theme : std::uint8_t { dark, light };
inline constexpr std::array<Name<Theme>, 2> theme_names{{{Theme::dark, "dark"}, {Theme::light, "light"}}};
static_assert(is_in_order(theme_names));
[[nodiscard]] constexpr std::string_view name_of(Theme theme) { return name_in(theme_names, theme); }

using Rgb = std::uint32_t; ///< 0xrrggbb

struct ThemeColours {
    Rgb background, panel, raised, line, text, dim, faint, accent, grid;
    Rgb good, warning, error;
};
[[nodiscard]] const ThemeColours& theme_colours(Theme theme);

/// The colour of the i-th of things that lie side by side: Okabe and Ito's, over and over.
[[nodiscard]] Rgb series_rgb(std::size_t i, Theme theme);

/// The i-th colour of groups of vectors, over and over: Tableau's ten, which no variant has.
[[nodiscard]] Rgb group_rgb(std::size_t i);
inline constexpr std::size_t most_group_colours = 10;

/// A variant's place in the ladder; behind all others if this build does not know it.
[[nodiscard]] std::size_t place_of_variant(std::string_view id);

/// A variant keeps its colour everywhere: Okabe and Ito's order by its place in the ladder.
[[nodiscard]] Rgb variant_rgb(std::string_view id, Theme theme);

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/page/palette.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace pairscope::page {
namespace {

using app::Theme;

constexpr std::size_t lane_colours = 8;

std::string roles_of(Theme theme) {
    const app::ThemeColours& c = app::theme_colours(theme);
    return fmt::format("--background:#{:06x};--panel:#{:06x};--raised:#{:06x};--line:#{:06x};--text:#{:06x};"
                       "--dim:#{:06x};--faint:#{:06x};--accent:#{:06x};--grid:#{:06x};--good:#{:06x};--warning:#{:06x};"
                       "--error:#{:06x}",
                       c.background, c.panel, c.raised, c.line, c.text, c.dim, c.faint, c.accent, c.grid, c.good,
                       c.warning, c.error);
}

} // namespace

int Palette::number_of(app::Rgb dark, app::Rgb light) {
    const auto found = std::ranges::find(pairs_, std::pair(dark, light));
    if (found != pairs_.end()) return int(found - pairs_.begin());
    pairs_.emplace_back(dark, light);
    return int(pairs_.size()) - 1;
}

std::string Palette::rules() const {
    std::string light = fmt::format(":root{{color-scheme:light dark;{}}}\n", roles_of(Theme::light));
    std::string dark = fmt::format(":root{{{}}}\n", roles_of(Theme::dark));
    for (std::size_t lane = 0; lane < lane_colours; ++lane) { // neighbouring lanes differ
        fmt::format_to(std::back_inserter(light), ".lane{}{{color:#{:06x}}}\n", lane,
                       app::series_rgb(lane, Theme::light));
        fmt::format_to(std::back_inserter(dark), ".lane{}{{color:#{:06x}}}\n", lane,
                       app::series_rgb(lane, Theme::dark));
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        fmt::format_to(std::back_inserter(light), ".c{}{{color:#{:06x}}}\n", i, pairs_[i].second);
        fmt::format_to(std::back_inserter(dark), ".c{}{{color:#{:06x}}}\n", i, pairs_[i].first);
    }
    return fmt::format("{}@media screen and (prefers-color-scheme:dark){{\n{}}}\n", light, dark);
}

} // namespace pairscope::page

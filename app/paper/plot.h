// SPDX-License-Identifier: MIT
// The parts around a chart on paper: heading, foot, and axes.
#pragma once

#include "app/chart/chart.h"
#include "app/paper/canvas.h"
#include "app/paper/chart_words.h"

#include <string>
#include <vector>

namespace pairscope::charts {

inline constexpr double title_size = 16.0; // [px]
inline constexpr double text_size = 12.5;
inline constexpr double tick_size = 12.0;
inline constexpr double foot_size = 11.0;
inline constexpr double margin = 20.0;

/// What every part of a chart draws with.
struct Sheet {
    Canvas& canvas;
    const app::ThemeColours& colours;
    app::Theme theme;
    Size size;
    bool can_hover = false; ///< then words that have no room are left out

    [[nodiscard]] Words words(double px, app::Rgb colour, Align align = Align::left) const {
        return {.size = px, .colour = colour, .align = align};
    }
};

/// Heading and foot; the box that is left between them. Throws InputError if there is hardly any.
[[nodiscard]] Box draw_around(const Sheet& sheet, const app::ChartWords& words);

/// The axes of a chart, drawn into the box: grid, ticks, titles, or the names of rows. Returns the area between them.
/// `least_left` [px]: so much is kept for the vertical axis, whatever its numbers need. Throws InputError if the box is
/// too small for it.
[[nodiscard]] Box draw_axes(const Sheet& sheet, const Box& box, const app::Chart& chart, double least_left = 0.0);
/// What the vertical axis needs left of the plot [px].
[[nodiscard]] double width_of_vertical_axis(const Sheet& sheet, const app::Chart& chart);
/// What the horizontal axis needs below the plot [px].
[[nodiscard]] double height_of_horizontal_axis(const Sheet& sheet);
/// How high the rows of a chart of bars are together, with their axis [px].
[[nodiscard]] double height_of_rows(std::size_t rows);

} // namespace pairscope::charts

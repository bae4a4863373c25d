// SPDX-License-Identifier: MIT
// What a figure says of the values of its matrix: the colour bar with its unit, and what a pixel shows.
#pragma once

#include "app/paper/figure.h"
#include "app/paper/plot.h"
#include "kernels/matrix/matrix.h"

#include <optional>
#include <string>

namespace pairscope::charts {

inline constexpr double least_figure_room = 120.0; // [px] for the picture with its axes, along each side

/// "distance [degrees]", "absolute error [degrees]"
[[nodiscard]] std::string value_title(const app::State& state);
/// " 2 entries are infinite (cyan)."; empty: all are finite numbers.
[[nodiscard]] std::string odd_entries(const MatrixSummary& summary);
/// "Colours: viridis, linear scale. Each pixel shows the mean of 49 x 49 entries."
[[nodiscard]] std::string colour_words(const Colouring& colouring, const FigurePart& part, Aggregate aggregate);

/// The width that the bar needs with its labels and its title [px].
[[nodiscard]] double room_of_colour_bar(const Sheet& sheet, const Colouring& colouring);

struct ColourBar {
    Box area; ///< the picture with what is drawn right of it; the bar is right of that, and as high
    std::string title;
    const Colouring& colouring;
    std::optional<Dimming> dimming{};
};
void draw_colour_bar(const Sheet& sheet, const ColourBar& bar);

} // namespace pairscope::charts

// SPDX-License-Identifier: MIT
// The parts that charts have in common: heading, foot, and a plot with two axes.
#pragma once

#include "app/charts/canvas.h"
#include "app/charts/chart_words.h"
#include "app/features/roofline/roofline_chart.h"

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

    [[nodiscard]] Words words(double px, app::Rgb colour, Align align = Align::left) const {
        return {.size = px, .colour = colour, .align = align};
    }
};

/// Heading and foot; the box that is left between them. Throws InputError if there is hardly any.
[[nodiscard]] Box draw_around(const Sheet& sheet, const app::ChartWords& words);

struct Axis {
    app::AxisRange range;
    bool logarithmic = false;
    std::vector<app::Tick> ticks;
    std::string title; ///< with its unit
};
/// 1-2-5 ticks of a linear axis, at most about as many.
[[nodiscard]] std::vector<app::Tick> linear_ticks(app::AxisRange range, int most);
[[nodiscard]] Axis log_axis(app::AxisRange range, std::size_t most_ticks, std::string title);
[[nodiscard]] Axis linear_axis(app::AxisRange range, int most_ticks, std::string title);

/// Where values lie on the paper.
class Plot {
public:
    Plot(const Box& area, Axis x, Axis y) : area_(area), x_(std::move(x)), y_(std::move(y)) {}
    [[nodiscard]] const Box& area() const { return area_; }
    [[nodiscard]] Point at(double x, double y) const { return {horizontal(x), vertical(y)}; }
    [[nodiscard]] double horizontal(double x) const;
    [[nodiscard]] double vertical(double y) const;
    [[nodiscard]] const Axis& x() const { return x_; }
    [[nodiscard]] const Axis& y() const { return y_; }

private:
    Box area_;
    Axis x_, y_;
};

/// The plot that fills the box, its axes drawn: grid, ticks, titles. Throws InputError if the box is too small for it.
[[nodiscard]] Plot draw_plot(const Sheet& sheet, const Box& box, Axis x, Axis y);
/// The horizontal one alone, below the area.
void draw_horizontal_axis(const Sheet& sheet, const Plot& plot);
/// How high its ticks and its title are.
[[nodiscard]] double height_of_horizontal_axis(const Sheet& sheet);

} // namespace pairscope::charts

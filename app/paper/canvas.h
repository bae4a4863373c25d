// SPDX-License-Identifier: MIT
// Paper to draw on: lines, shapes and words in pixels from the upper left corner, by Cairo. What is drawn is the same
// in each format: letters are laid out without hinting, so that none moves with the resolution.
#pragma once

#include "app/chart/mark_shapes.h"
#include "app/chart/pixels.h"
#include "app/chart/theme_colours.h"
#include "app/paper/chart.h"
#include "app/paper/kept_marks.h"
#include "app/spine/commands.h"
#include "render/image.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::charts {

using Point = Pixel;
using Box = app::PlotBox;

struct Stroke {
    app::Rgb colour = 0;
    double width = 1.0;           ///< [px]
    std::vector<double> dashes{}; ///< lengths on and off [px]; none: a whole line
};

enum class Align : std::uint8_t { left, middle, right };
struct Words {
    double size = 12.0; ///< [px]
    app::Rgb colour = 0;
    bool bold = false;
    Align align = Align::left;
    double angle = 0.0; ///< [rad], clockwise
};

class Canvas {
public:
    /// Filled with `paper`. `unit`: what is one pixel here is so many pixels of 1/96 inch in the file; a PNG has
    /// `pixels` for each of those. Throws InputError for a size that cannot be drawn.
    Canvas(Format format, Size size, double pixels, app::Rgb paper, double unit = 1.0);
    /// Draws nothing, but adds what is drawn to `kept`, which must live as long. Pictures are left out, nothing is
    /// clipped, and finish() gives no bytes.
    explicit Canvas(KeptMarks& kept);
    ~Canvas();
    Canvas(const Canvas&) = delete;
    Canvas& operator=(const Canvas&) = delete;

    void line(Point from, Point to, const Stroke& stroke);
    void fill(const Box& box, app::Rgb colour);
    void frame(const Box& box, const Stroke& stroke); ///< the outline
    /// Each of its pixels a rectangle of one colour.
    void image(const Image& picture, const Box& box);
    /// A line through all of these points.
    void path(std::span<const Point> points, const Stroke& stroke);
    void disc(Point centre, double radius, app::Rgb colour);
    /// Filled for measured, hollow for predicted.
    void mark(app::MarkShape mark, Point centre, double radius, app::Rgb colour, bool filled);
    void cross(Point centre, double radius, app::Rgb colour); ///< recorded; finer than on the screen
    /// `at` is on the base line: its left end, middle or right end.
    void write(std::string_view text, Point at, const Words& words);
    void clip(const Box& box);
    void unclip();

    [[nodiscard]] double width_of(std::string_view text, const Words& words) const;
    [[nodiscard]] double ascent(const Words& words) const;  ///< height of the face above the base line
    [[nodiscard]] double descent(const Words& words) const; ///< below it
    /// Lines of at most this width, broken at blanks.
    [[nodiscard]] std::vector<std::string> wrapped(std::string_view text, const Words& words, double width) const;
    /// The text, with "..." for what does not fit.
    [[nodiscard]] std::string shortened(std::string_view text, const Words& words, double width) const;

    /// The file's bytes. The canvas takes nothing more. `title` is what the file says of itself.
    [[nodiscard]] std::string finish(std::string_view title);

private:
    struct Parts;
    std::unique_ptr<Parts> parts_;
};

} // namespace pairscope::charts

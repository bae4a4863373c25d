// SPDX-License-Identifier: MIT
#include "app/paper/canvas.h"

#include "app/paper/face.h"
#include "app/paper/svg_words.h"
#include "app/spine/commands.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <numbers>

namespace pairscope::charts {
namespace {

constexpr double points_per_pixel = 0.75; // in a PDF, which has 72 points and 96 pixels per inch
constexpr double most_pixels = 16384.0;   // along a side of a PNG

struct EndContext {
    void operator()(cairo_t* c) const { cairo_destroy(c); }
};
struct EndSurface {
    void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
};
struct EndFace {
    void operator()(cairo_font_face_t* f) const { cairo_font_face_destroy(f); }
};

cairo_status_t append(void* bytes, const unsigned char* data, unsigned int length) {
    static_cast<std::string*>(bytes)->append(reinterpret_cast<const char*>(data), length);
    return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t* surface_for(Format format, Size size, double pixels, double unit, std::string* bytes) {
    switch (format) {
    case Format::svg: {
        cairo_surface_t* svg =
            cairo_svg_surface_create_for_stream(&append, bytes, unit * size.width, unit * size.height);
        cairo_svg_surface_set_document_unit(svg, CAIRO_SVG_UNIT_PX);
        return svg;
    }
    case Format::pdf:
        return cairo_pdf_surface_create_for_stream(&append, bytes, points_per_pixel * unit * size.width,
                                                   points_per_pixel * unit * size.height);
    case Format::png:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, int(std::lround(pixels * unit * size.width)),
                                          int(std::lround(pixels * unit * size.height)));
    }
    return nullptr;
}

void check_size(Format format, Size size, double pixels, double unit) {
    const double side = std::max(size.width, size.height) * unit * (format == Format::png ? pixels : 1.0);
    if (size.width < 1 || size.height < 1 || !(pixels > 0.0) || !(unit > 0.0) || side > most_pixels)
        throw InputError(fmt::format("cannot draw a chart of {} x {} with {:g} pixels per unit, because a side has at "
                                     "most {:.0f} pixels: choose a smaller size",
                                     size.width, size.height, pixels, most_pixels));
}

} // namespace

struct Canvas::Parts {
    Format format;
    double unit = 1.0;
    std::string bytes; // the surface writes into it: it outlives that
    std::array<std::unique_ptr<cairo_font_face_t, EndFace>, 2> faces;
    std::unique_ptr<cairo_surface_t, EndSurface> surface;
    std::unique_ptr<cairo_t, EndContext> context;
    std::vector<WrittenWords> words;
    KeptMarks* kept = nullptr; // null: it is drawn

    [[nodiscard]] cairo_t* c() const { return context.get(); }
    void colour(app::Rgb rgb) const {
        cairo_set_source_rgb(c(), (rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0);
    }
    void pen(const Stroke& stroke) const {
        colour(stroke.colour);
        cairo_set_line_width(c(), stroke.width);
        cairo_set_dash(c(), stroke.dashes.data(), int(stroke.dashes.size()), 0.0);
    }
    void face(const Words& style) const {
        cairo_set_font_face(c(), faces[style.bold ? 1 : 0].get());
        cairo_set_font_size(c(), style.size);
    }
};

Canvas::Canvas(Format format, Size size, double pixels, app::Rgb paper, double unit)
    : parts_(std::make_unique<Parts>()) {
    check_size(format, size, pixels, unit);
    Parts& p = *parts_;
    p.format = format;
    p.unit = unit;
    p.faces[0].reset(text_face(false));
    p.faces[1].reset(text_face(true));
    p.surface.reset(surface_for(format, size, pixels, unit, &p.bytes));
    p.context.reset(cairo_create(p.surface.get()));
    if (cairo_status(p.c()) != CAIRO_STATUS_SUCCESS)
        throw InputError(fmt::format("a chart of {} x {} cannot be drawn ({}): choose a smaller size", size.width,
                                     size.height, cairo_status_to_string(cairo_status(p.c()))));
    const double scale = unit * (format == Format::svg ? 1.0 : format == Format::pdf ? points_per_pixel : pixels);
    if (scale != 1.0) cairo_scale(p.c(), scale, scale);
    cairo_font_options_t* still = cairo_font_options_create();
    cairo_font_options_set_hint_style(still, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(still, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(still, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(p.c(), still);
    cairo_font_options_destroy(still);
    fill({0.0, 0.0, double(size.width), double(size.height)}, paper);
    if (format == Format::png) cairo_paint(p.c()); // its last pixels may be covered in part
}

Canvas::Canvas(KeptMarks& kept) : Canvas(Format::svg, {1, 1}, 1.0, 0) { parts_->kept = &kept; }

Canvas::~Canvas() = default;

void Canvas::line(Point from, Point to, const Stroke& stroke) {
    if (parts_->kept != nullptr)
        return void(parts_->kept->emplace_back(KeptLine{from, to, stroke.colour, stroke.width, stroke.dashes}));
    parts_->pen(stroke);
    cairo_move_to(parts_->c(), from.x, from.y);
    cairo_line_to(parts_->c(), to.x, to.y);
    cairo_stroke(parts_->c());
}

void Canvas::fill(const Box& box, app::Rgb colour) {
    if (parts_->kept != nullptr) return void(parts_->kept->emplace_back(KeptBox{box, colour}));
    parts_->colour(colour);
    cairo_rectangle(parts_->c(), box.left, box.top, box.width(), box.height());
    cairo_fill(parts_->c());
}

void Canvas::frame(const Box& box, const Stroke& stroke) {
    const double half = stroke.width / 2.0;
    if (parts_->kept != nullptr) {
        const Point corners[] = {{box.left + half, box.top + half},
                                 {box.right - half, box.top + half},
                                 {box.right - half, box.bottom - half},
                                 {box.left + half, box.bottom - half}};
        for (std::size_t i = 0; i < 4; ++i) line(corners[i], corners[(i + 1) % 4], stroke);
        return;
    }
    parts_->pen(stroke);
    cairo_rectangle(parts_->c(), box.left + half, box.top + half, box.width() - stroke.width,
                    box.height() - stroke.width);
    cairo_stroke(parts_->c());
}

void Canvas::image(const Image& picture, const Box& box) {
    if (parts_->kept != nullptr) return;
    const int width = int(picture.width), height = int(picture.height);
    const std::unique_ptr<cairo_surface_t, EndSurface> pixels(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    if (cairo_surface_status(pixels.get()) != CAIRO_STATUS_SUCCESS)
        throw InputError(fmt::format("a picture of {} x {} pixels cannot be drawn ({}): choose a smaller size", width,
                                     height, cairo_status_to_string(cairo_surface_status(pixels.get()))));
    cairo_surface_flush(pixels.get());
    const int stride = cairo_image_surface_get_stride(pixels.get());
    for (int y = 0; y < height; ++y) {
        auto* line = reinterpret_cast<std::uint32_t*>(cairo_image_surface_get_data(pixels.get()) + y * stride);
        for (int x = 0; x < width; ++x) {
            const Rgba c = picture.at(x, y);
            line[x] = std::uint32_t(c.r) << 16 | std::uint32_t(c.g) << 8 | std::uint32_t(c.b);
        }
    }
    cairo_surface_mark_dirty(pixels.get());
    cairo_t* c = parts_->c();
    cairo_save(c);
    cairo_translate(c, box.left, box.top);
    cairo_scale(c, box.width() / width, box.height() / height);
    cairo_set_source_surface(c, pixels.get(), 0.0, 0.0);
    cairo_pattern_set_filter(cairo_get_source(c), CAIRO_FILTER_NEAREST); // cells keep their edges
    cairo_rectangle(c, 0.0, 0.0, width, height);
    cairo_fill(c);
    cairo_restore(c);
}

void Canvas::path(std::span<const Point> points, const Stroke& stroke) {
    parts_->pen(stroke);
    cairo_new_path(parts_->c());
    for (const Point& point : points) cairo_line_to(parts_->c(), point.x, point.y);
    cairo_stroke(parts_->c());
}

void Canvas::disc(Point centre, double radius, app::Rgb colour) {
    if (parts_->kept != nullptr) return mark(app::MarkShape::circle, centre, radius, colour, true);
    parts_->colour(colour);
    cairo_new_path(parts_->c());
    cairo_arc(parts_->c(), centre.x, centre.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_fill(parts_->c());
}

void Canvas::mark(app::MarkShape mark, Point centre, double radius, app::Rgb colour, bool filled) {
    if (parts_->kept != nullptr)
        return void(parts_->kept->emplace_back(KeptMark{mark, centre, radius, colour, filled}));
    cairo_t* c = parts_->c();
    parts_->pen({.colour = colour, .width = double(app::outline_width(float(radius)))});
    cairo_new_path(c);
    const auto corners = app::corners_of(mark);
    for (const auto [x, y] : corners) cairo_line_to(c, centre.x + radius * x, centre.y + radius * y);
    if (corners.empty()) cairo_arc(c, centre.x, centre.y, radius, 0.0, 2.0 * std::numbers::pi);
    cairo_close_path(c);
    if (filled)
        cairo_fill(c);
    else
        cairo_stroke(c);
}

void Canvas::cross(Point at, double radius, app::Rgb colour) {
    const double reach = app::cross_reach(float(radius));
    const Stroke stroke{.colour = colour, .width = 0.7 * double(app::cross_width(float(radius)))};
    line({at.x - reach, at.y - reach}, {at.x + reach, at.y + reach}, stroke);
    line({at.x - reach, at.y + reach}, {at.x + reach, at.y - reach}, stroke);
}

void Canvas::write(std::string_view text, Point at, const Words& words) {
    const std::string safe = readable(text);
    const double back = words.align == Align::left     ? 0.0
                        : words.align == Align::middle ? width_of(text, words) / 2.0
                                                       : width_of(text, words);
    at = {at.x - back * std::cos(words.angle), at.y - back * std::sin(words.angle)};
    if (parts_->kept != nullptr)
        return void(parts_->kept->emplace_back(
            KeptWords{safe, at, words.size, width_of(text, words), words.colour, words.bold, words.angle}));
    cairo_t* c = parts_->c();
    cairo_save(c);
    parts_->face(words);
    parts_->colour(words.colour);
    cairo_translate(c, at.x, at.y);
    cairo_rotate(c, words.angle);
    cairo_move_to(c, 0.0, 0.0);
    cairo_show_text(c, safe.c_str());
    cairo_restore(c);
    if (parts_->format == Format::svg) {
        const double unit = parts_->unit;
        parts_->words.push_back({safe, unit * at.x, unit * at.y, unit * words.size, words.angle});
    }
}

void Canvas::clip(const Box& box) {
    cairo_save(parts_->c());
    cairo_rectangle(parts_->c(), box.left, box.top, box.width(), box.height());
    cairo_clip(parts_->c());
}

void Canvas::unclip() { cairo_restore(parts_->c()); }

double Canvas::width_of(std::string_view text, const Words& words) const {
    parts_->face(words);
    cairo_text_extents_t extents{};
    cairo_text_extents(parts_->c(), readable(text).c_str(), &extents);
    return extents.x_advance;
}

double Canvas::ascent(const Words& words) const {
    parts_->face(words);
    cairo_font_extents_t extents{};
    cairo_font_extents(parts_->c(), &extents);
    return extents.ascent;
}

double Canvas::descent(const Words& words) const {
    parts_->face(words);
    cairo_font_extents_t extents{};
    cairo_font_extents(parts_->c(), &extents);
    return extents.descent;
}

std::vector<std::string> Canvas::wrapped(std::string_view text, const Words& words, double width) const {
    std::vector<std::string> lines;
    std::string now;
    while (!text.empty()) {
        const std::size_t blank = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, blank));
        text.remove_prefix(std::min(blank + 1, text.size()));
        const std::string longer = now.empty() ? word : now + " " + word;
        if (!now.empty() && width_of(longer, words) > width) {
            lines.push_back(now);
            now = word;
        } else {
            now = longer;
        }
    }
    if (!now.empty()) lines.push_back(now);
    for (std::string& line : lines) line = shortened(line, words, width); // a word may be longer than a line
    return lines;
}

std::string Canvas::shortened(std::string_view text, const Words& words, double width) const {
    std::string whole(text);
    if (width_of(whole, words) <= width) return whole;
    std::size_t fits = 0;
    for (std::size_t step = std::size_t{1} << 16; step > 0; step /= 2)
        if (fits + step < whole.size() && width_of(whole.substr(0, fits + step) + "...", words) <= width) fits += step;
    while (fits > 0 && (static_cast<unsigned char>(whole[fits]) & 0xc0) == 0x80) --fits; // not within a letter
    return whole.substr(0, fits) + "...";
}

std::string Canvas::finish(std::string_view title) {
    Parts& p = *parts_;
    const cairo_status_t drawing = cairo_status(p.c());
    if (p.format == Format::pdf)
        cairo_pdf_surface_set_metadata(p.surface.get(), CAIRO_PDF_METADATA_TITLE, readable(title).c_str());
    p.context.reset();
    if (p.format == Format::png)
        cairo_surface_write_to_png_stream(p.surface.get(), &append, &p.bytes);
    else
        cairo_surface_finish(p.surface.get());
    const cairo_status_t writing = cairo_surface_status(p.surface.get());
    for (const cairo_status_t status : {drawing, writing})
        if (status != CAIRO_STATUS_SUCCESS)
            throw std::runtime_error(fmt::format("drawing the chart failed: {}", cairo_status_to_string(status)));
    if (p.format == Format::svg) return with_words(std::move(p.bytes), readable(title), p.words);
    return std::move(p.bytes);
}

} // namespace pairscope::charts

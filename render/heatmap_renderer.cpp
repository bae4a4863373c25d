// SPDX-License-Identifier: MIT
#include "render/heatmap_renderer.h"

#include "render/pixel_values.h"
#include "render/tiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fmt/format.h>
#include <glad/gl.h>
#include <utility>
#include <vector>

namespace pairscope {

namespace {

constexpr double grid_from = 16.0; // [pixels per cell]

std::array<float, 4> floats(Rgba colour) {
    const auto unit = [](std::uint8_t channel) { return static_cast<float>(channel) / 255.0f; };
    return {unit(colour.r), unit(colour.g), unit(colour.b), unit(colour.a)};
}

struct Cells {
    double first;  ///< the cell at the picture's edge
    double count;  ///< the matrix's
    double origin; ///< the texture's first cell
    double factor; ///< cells per texel
    std::int64_t texels;
};
TexelAxis axis_of(const Cells& cells) {
    const double edge = (cells.first - cells.origin) / cells.factor;
    const double base = std::floor(edge);
    const double full = std::ceil(cells.count / cells.factor) * cells.factor;
    return {.base = static_cast<int>(base),
            .corner = static_cast<float>(edge - base),
            .begin = static_cast<float>(-cells.origin / cells.factor - base),
            .end = static_cast<float>((cells.count - cells.origin) / cells.factor - base),
            .last_weight = static_cast<float>(1.0 - (full - cells.count) / cells.factor),
            .texels = static_cast<int>(cells.texels)};
}

/// The texture that is drawn.
struct Source {
    std::uint32_t texture = 0;
    Position origin;
    std::int64_t factor = 1;
    MatrixShape texels;
    TexelLayout layout = TexelLayout::entries;
};
Source source_of(const MatrixPicture& matrix, Shown what) {
    if (matrix.tiled)
        return {matrix.tiled->tiles, {}, what.factor, overview_shape(matrix.shape, what.factor), TexelLayout::tiles};
    if (what.kind == Shown::Kind::exact) {
        const ExactTexture& exact = *matrix.exact;
        const Position origin{static_cast<double>(exact.region.row), static_cast<double>(exact.region.col)};
        return {exact.texture, origin, 1, {exact.region.rows, exact.region.cols}, TexelLayout::entries};
    }
    const OverviewTexture& overview = *matrix.overview;
    return {overview.texture, {}, overview.factor, overview.shape, TexelLayout::overview};
}

double texels_per_pixel(const Source& source, const HeatmapView& view) {
    return 1.0 / (view.pixels_per_cell * static_cast<double>(source.factor));
}

/// Is a pixel made of one or two texels of tiles in each direction? The level in sight is chosen so.
bool has_at_most_two(const Source& source, const HeatmapView& view) {
    const double texels = texels_per_pixel(source, view);
    return source.layout == TexelLayout::tiles && texels > 1.0 && texels < 2.0;
}

bool has_grid(const HeatmapLook& look, const Source& source) {
    return look.grid && source.layout != TexelLayout::overview && source.factor == 1 &&
           look.view.pixels_per_cell >= grid_from;
}

TexelGrid grid_of(const MatrixPicture& matrix, const Source& source, const HeatmapLook& look) {
    const Position first = position_at(look.view, {}, look.viewport);
    const auto factor = static_cast<double>(source.factor);
    const auto rows = static_cast<double>(matrix.shape.rows), cols = static_cast<double>(matrix.shape.cols);
    return {.x = axis_of({first.col, cols, source.origin.col, factor, source.texels.cols}),
            .y = axis_of({first.row, rows, source.origin.row, factor, source.texels.rows}),
            .texels_per_pixel = static_cast<float>(texels_per_pixel(source, look.view))};
}

void set_place(const gl::Program& program, const MatrixPicture& matrix, const Source& source, const HeatmapLook& look) {
    const TexelGrid place = grid_of(matrix, source, look);
    const TexelAxis &x = place.x, &y = place.y;
    program.set("base", std::array{x.base, y.base});
    program.set("corner", std::array{x.corner, y.corner});
    program.set("matrix_begin", std::array{x.begin, y.begin});
    program.set("matrix_end", std::array{x.end, y.end});
    program.set("last_weight", std::array{x.last_weight, y.last_weight});
    program.set("texels_per_pixel", place.texels_per_pixel);
    program.set("texels", std::array{x.texels, y.texels});
    if (matrix.tiled) {
        const Region& places = matrix.tiled->places;
        program.set("table_begin", std::array{static_cast<int>(places.col), static_cast<int>(places.row)});
        program.set("table_size", std::array{static_cast<int>(places.cols), static_cast<int>(places.rows)});
    }
    program.set("grid_colour", has_grid(look, source) ? floats(look.grid_colour) : std::array<float, 4>{});
}

/// The number by which the shader knows the dimming.
int dimming_number(const std::optional<Dimming>& dimming) { return !dimming ? 0 : dimming->above ? 1 : 2; }

void set_colours(const gl::Program& program, const HeatmapLook& look) {
    const Colouring& colouring = look.colouring;
    program.set("low", colouring.range.low);
    program.set("high", colouring.range.high);
    program.set("logarithmic_floor", logarithmic_floor(colouring.range));
    program.set("nan_colour", floats(colouring.special.nan));
    program.set("infinite_colour", floats(colouring.special.infinite));
    program.set("below_colour", floats(colouring.special.below));
    program.set("above_colour", floats(colouring.special.above));
    program.set("outside_colour", floats(look.outside));
    program.set("threshold", look.dimming ? look.dimming->threshold : 0.0f);
    program.set("outline_below", look.outline_below.value_or(0.0f));
    program.set("outline_colour", floats(look.outline_colour));
}

gl::Texels all_of(Viewport viewport) { return {0, 0, std::max(viewport.width, 1), std::max(viewport.height, 1)}; }

} // namespace

HeatmapRenderer::HeatmapRenderer(const std::filesystem::path& shaders)
    : vertex_(gl::load_shader(shaders / "heatmap.vert")), fragment_(gl::load_shader(shaders / "heatmap.frag")) {
    program_for({}, TexelLayout::entries, Writes::colours,
                false); // the one that is needed first, and a broken shader is found now
}

const gl::Program& HeatmapRenderer::program_for(const HeatmapLook& look, TexelLayout layout, Writes writes,
                                                bool at_most_two) {
    const std::string constants = fmt::format(
        "const int transform = {};\nconst int aggregate = {};\nconst bool is_overview = {};\n"
        "const bool is_tiled = {};\nconst int tile_bits = {};\nconst bool at_most_two = {};\n"
        "const int dimming = {};\n"
        "const bool outlines = {};\nconst bool writes_values = {};\n#line 2\n",
        static_cast<int>(look.colouring.transform), static_cast<int>(look.aggregate), layout == TexelLayout::overview,
        layout == TexelLayout::tiles, tile_bits, at_most_two, dimming_number(look.dimming),
        look.outline_below.has_value() && writes == Writes::colours, writes == Writes::values);
    const auto known = programs_.find(constants);
    if (known != programs_.end()) return known->second;
    gl::ShaderSource fragment = fragment_;
    fragment.text.insert(fragment.text.find('\n') + 1, constants); // #version must stay first
    return programs_.emplace(constants, gl::Program(vertex_, fragment)).first->second;
}

Shown HeatmapRenderer::draw(const MatrixPicture& matrix, const HeatmapLook& look, const HostTexels& texels) {
    resize(look.viewport);
    const Shown what = shown(matrix, look.view, look.viewport);
    if (what.kind == Shown::Kind::nothing) {
        whole_look_.reset();
        glClearNamedFramebufferfv(target_.id(), GL_COLOR, 0, floats(look.outside).data());
        return what;
    }
    draw_parts({matrix, look, texels}, std::array{all_of(look.viewport)});
    whole_look_ = look;
    whole_shown_ = what;
    moved_ = {};
    return what;
}

bool HeatmapRenderer::move(const MatrixPicture& matrix, const HeatmapLook& look, const HostTexels& texels) {
    if (!whole_look_ || look.outline_below) return false; // an outline depends on entries out of sight
    HeatmapLook same_place = look;
    same_place.view = whole_look_->view;
    const auto total = shift_between(whole_look_->view, look.view);
    if (same_place != *whole_look_ || !total || shown(matrix, look.view, look.viewport) != whole_shown_) return false;
    const int x = total->x - moved_.x, y = total->y - moved_.y;
    const int width = picture_.width(), height = picture_.height();
    const int kept_width = width - std::abs(x), kept_height = height - std::abs(y);
    if (kept_width <= 0 || kept_height <= 0) return false;
    moved_ = *total;
    if (x == 0 && y == 0) return true;
    if (other_picture_.width() != width || other_picture_.height() != height) {
        other_picture_ = gl::Texture(gl::Format::rgba8, width, height);
        other_target_.attach(other_picture_);
    }
    glCopyImageSubData(picture_.id(), GL_TEXTURE_2D, 0, std::max(-x, 0), std::max(-y, 0), 0, other_picture_.id(),
                       GL_TEXTURE_2D, 0, std::max(x, 0), std::max(y, 0), 0, kept_width, kept_height, 1);
    std::vector<gl::Texels> parts;
    if (x != 0) parts.push_back({x > 0 ? 0 : kept_width, 0, std::abs(x), height});
    if (y != 0) parts.push_back({0, y > 0 ? 0 : kept_height, width, std::abs(y)});
    std::swap(picture_, other_picture_);
    std::swap(target_, other_target_);
    draw_parts({matrix, look, texels}, parts);
    return true;
}

std::vector<float> HeatmapRenderer::pixel_values(const MatrixPicture& matrix, const HeatmapLook& look,
                                                 const HostTexels& texels) {
    const int width = look.viewport.width, height = look.viewport.height;
    const Shown what = shown(matrix, look.view, look.viewport);
    if (width < 1 || height < 1 || what.kind == Shown::Kind::nothing) return {};
    std::vector<float> pixels(static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
    if (texels.shown.read) {
        const TexelGrid grid = grid_of(matrix, source_of(matrix, what), look);
        work_out_pixels(grid, look.aggregate, texels.shown, all_of(look.viewport), pixels);
        return pixels;
    }
    if (values_.width() != width || values_.height() != height) {
        values_ = gl::Texture(gl::Format::r32f, width, height);
        values_target_.attach(values_);
    }
    draw_into(values_target_, {matrix, look, texels}, Writes::values, std::array{all_of(look.viewport)});
    values_.download({0, 0, width, height}, pixels.data(), pixels.size() * sizeof(float));
    return pixels;
}

std::optional<ValueRange> HeatmapRenderer::range_in_sight(const MatrixPicture& matrix, const HeatmapLook& look,
                                                          const HostTexels& texels) {
    std::vector<float> pixels = pixel_values(matrix, look, texels);
    std::erase_if(pixels, [](float value) { return !std::isfinite(value); });
    if (pixels.empty()) return {};
    const auto [least, most] = std::ranges::minmax(pixels);
    return ValueRange{least, most};
}

void HeatmapRenderer::draw_parts(const Scene& scene, std::span<const gl::Texels> parts) {
    if (scene.texels.shown.read)
        draw_by_cpu(scene, parts);
    else
        draw_into(target_, scene, Writes::colours, parts);
}

void HeatmapRenderer::draw_by_cpu(const Scene& scene, std::span<const gl::Texels> parts) {
    const auto& [matrix, look, texels] = scene;
    const Source source = source_of(matrix, shown(matrix, look.view, look.viewport));
    const TexelGrid grid = grid_of(matrix, source, look);
    for (const gl::Texels& part : parts) {
        pixel_values_.resize(static_cast<std::size_t>(part.width) * static_cast<std::size_t>(part.height));
        pixels_.resize(pixel_values_.size());
        work_out_pixels(grid, look.aggregate, texels.shown, part, pixel_values_);
        if (look.outline_below) draw_outline(grid, texels.least, *look.outline_below, part, pixel_values_);
        pixel_colours_.paint(grid, look, has_grid(look, source), part, pixel_values_, pixels_);
        picture_.upload(part, pixels_.data(), part.width);
    }
}

void HeatmapRenderer::draw_into(const gl::Framebuffer& target, const Scene& scene, Writes writes,
                                std::span<const gl::Texels> parts) {
    const MatrixPicture& matrix = scene.matrix;
    const HeatmapLook& look = scene.look;
    if (writes == Writes::colours) use_colormap(look.colouring.colormap);
    const Source source = source_of(matrix, shown(matrix, look.view, look.viewport));
    const gl::Program& program = program_for(look, source.layout, writes, has_at_most_two(source, look.view));
    set_place(program, matrix, source, look);
    set_colours(program, look);
    glBindTextureUnit(0, source.texture);
    if (scale_.id() != 0) scale_.bind(1);
    if (matrix.tiled) glBindTextureUnit(2, matrix.tiled->table);
    target.bind();
    glViewport(0, 0, std::max(look.viewport.width, 1), std::max(look.viewport.height, 1));
    for (const GLenum state : {GL_BLEND, GL_DEPTH_TEST, GL_CULL_FACE, GL_FRAMEBUFFER_SRGB}) glDisable(state);
    glEnable(GL_SCISSOR_TEST);
    program.use();
    nothing_.bind();
    for (const gl::Texels& part : parts) {
        glScissor(part.x, part.y, part.width, part.height);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
    glDisable(GL_SCISSOR_TEST);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
}

void HeatmapRenderer::resize(Viewport viewport) {
    const int width = std::max(viewport.width, 1), height = std::max(viewport.height, 1);
    if (picture_.width() == width && picture_.height() == height) return;
    picture_ = gl::Texture(gl::Format::rgba8, width, height);
    target_.attach(picture_);
}

void HeatmapRenderer::use_colormap(const Colormap& colormap) {
    if (colormap_ && colormap_->colours == colormap.colours) return;
    const auto count = static_cast<int>(colormap.colours.size());
    if (scale_.id() == 0) scale_ = gl::Texture(gl::Format::rgba8, count, 1);
    scale_.upload({0, 0, count, 1}, colormap.colours.data(), count);
    colormap_ = colormap;
}

Image HeatmapRenderer::image() const {
    Image image{picture_.width(), picture_.height(), {}};
    image.pixels.resize(static_cast<std::size_t>(image.width * image.height));
    const gl::Texels all{0, 0, picture_.width(), picture_.height()};
    picture_.download(all, image.pixels.data(), image.pixels.size() * sizeof(Rgba));
    return image;
}

} // namespace pairscope

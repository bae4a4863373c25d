// SPDX-License-Identifier: MIT
// Draws a matrix into a texture. Values become colours in the shader, so a change of view recomputes nothing.
#pragma once

#include "render/gl/framebuffer.h"
#include "render/gl/program.h"
#include "render/gl/texture.h"
#include "render/gl/vertex_array.h"
#include "render/heatmap_look.h"
#include "render/image.h"
#include "render/matrix_picture.h"
#include "render/pixel_colours.h"
#include "render/texel_lines.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope {

/// How the values lie in the texture that is drawn.
enum class TexelLayout : std::uint8_t { entries, overview, tiles };

class HeatmapRenderer {
public:
    /// `shaders` is the folder assets/shaders. Throws InputError if a shader is missing, gl::Error if it does not
    /// compile.
    explicit HeatmapRenderer(const std::filesystem::path& shaders);

    /// Draws now, and says what was drawn. Leaves the window's framebuffer bound, with the GL viewport of the picture.
    /// Here and below, `texels` are the texels of the picture. If they are given, no texture of the picture is read.
    Shown draw(const MatrixPicture& matrix, const HeatmapLook& look, const HostTexels& texels = {});

    /// Moves the last picture by whole pixels and draws only what comes into sight. Returns false and draws
    /// nothing if the result would differ from that of draw(). The matrix must show what it showed then (`agree`).
    [[nodiscard]] bool move(const MatrixPicture& matrix, const HeatmapLook& look, const HostTexels& texels = {});

    /// The values that the pixels of such a picture have, row by row; NaN outside. Colours do not matter. Without
    /// `texels`, the function draws and reads back, which takes about as long as draw().
    [[nodiscard]] std::vector<float> pixel_values(const MatrixPicture& matrix, const HeatmapLook& look,
                                                  const HostTexels& texels = {});
    /// The least and the largest of those values that are finite; absent if none is.
    [[nodiscard]] std::optional<ValueRange> range_in_sight(const MatrixPicture& matrix, const HeatmapLook& look,
                                                           const HostTexels& texels = {});

    /// The GL name of the last picture: RGBA8, its first row is the top one, so ImGui::Image shows it as it is. 0
    /// before the first draw; a draw of another size and a move give another name.
    [[nodiscard]] std::uint32_t texture() const { return picture_.id(); }
    [[nodiscard]] Viewport size() const { return {picture_.width(), picture_.height()}; }
    /// The last picture, read back.
    [[nodiscard]] Image image() const;

private:
    enum class Writes : std::uint8_t { colours, values };
    const gl::Program& program_for(const HeatmapLook& look, TexelLayout layout, Writes writes, bool at_most_two);
    void resize(Viewport viewport);
    /// What is drawn.
    struct Scene {
        const MatrixPicture& matrix;
        const HeatmapLook& look;
        const HostTexels& texels;
    };
    /// Draws these parts of the target.
    void draw_into(const gl::Framebuffer& target, const Scene& scene, Writes writes, std::span<const gl::Texels> parts);
    /// Draws these parts of the picture without a shader.
    void draw_by_cpu(const Scene& scene, std::span<const gl::Texels> parts);
    void draw_parts(const Scene& scene, std::span<const gl::Texels> parts);
    void use_colormap(const Colormap& colormap);

    gl::ShaderSource vertex_;
    gl::ShaderSource fragment_;
    std::map<std::string, gl::Program> programs_; // by the constants they were compiled with
    gl::VertexArray nothing_;                     // the triangle's corners come from the vertex number
    gl::Framebuffer target_;
    gl::Texture picture_;
    gl::Framebuffer other_target_; ///< takes turns with `target_` when the picture moves
    gl::Texture other_picture_;
    std::optional<HeatmapLook> whole_look_; ///< the look of the last draw of the whole picture
    Shown whole_shown_;                     ///< what was drawn then
    PixelShift moved_;                      ///< how far the picture has moved since
    gl::Framebuffer values_target_;
    gl::Texture values_;              ///< R32F: of pixel_values()
    std::vector<float> pixel_values_; ///< values of a part that the CPU draws
    std::vector<Rgba> pixels_;
    PixelColours pixel_colours_;
    gl::Texture scale_; // the colormap, 256 x 1
    std::optional<Colormap> colormap_;
};

} // namespace pairscope

// SPDX-License-Identifier: MIT
// The colours of pixels of which the CPU knows the values. The fragment shader does the same; a channel may differ by
// one, because here the colours between two of a colormap are worked out only once, for places close together.
#pragma once

#include "render/heatmap_look.h"
#include "render/pixel_values.h"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace pairscope {

class PixelColours {
public:
    /// Colours the values that work_out_pixels() and draw_outline() have written for a part of the picture.
    /// `has_grid`: whether lines between cells are drawn.
    void paint(const TexelGrid& grid, const HeatmapLook& look, bool has_grid, const gl::Texels& part,
               std::span<const float> values, std::span<Rgba> colours);

private:
    /// The colours of a scale, from its low end to its high end: as they are, and dimmed.
    struct Scale {
        std::array<Rgba, 256> colormap{};
        Rgba behind; ///< what dimmed colours are mixed with
        bool operator==(const Scale&) const = default;
    };
    void use(const Scale& scale);

    std::optional<Scale> scale_;
    std::vector<Rgba> plain_, dimmed_;
};

} // namespace pairscope

// SPDX-License-Identifier: MIT
// Colour scales of 256 colours, read from assets/colormaps, with one file per scale, named after it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace pairscope {

struct Rgba {
    std::uint8_t r = 0;
    std::uint8_t g = 0;
    std::uint8_t b = 0;
    std::uint8_t a = 255;
    auto operator<=>(const Rgba&) const = default;
};

struct Colormap {
    std::string name;
    std::array<Rgba, 256> colours{}; ///< from the low end to the high end
    bool operator==(const Colormap&) const = default;
};

/// One file: 256 lines "r,g,b" of whole numbers 0 to 255; lines that start with # are comments. Throws InputError.
[[nodiscard]] Colormap load_colormap(const std::filesystem::path& file);

/// Every .csv of the folder: viridis first, then by name. Throws InputError, also if there is none.
[[nodiscard]] std::vector<Colormap> load_colormaps(const std::filesystem::path& folder);

/// The colour at `position` (clamped to 0 .. 1), between the nearest two of the 256.
[[nodiscard]] Rgba colour_at(const Colormap& colormap, float position);

} // namespace pairscope

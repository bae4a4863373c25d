// SPDX-License-Identifier: MIT
// Charts as files for papers and slides: what the panels show, drawn on white paper as SVG, PNG or PDF.
#pragma once

#include "app/spine/commands.h"
#include "app/spine/state.h"
#include "kernels/data/names.h"

#include <array>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace pairscope::charts {

enum class Format : std::uint8_t { svg, png, pdf };
/// The name is the ending of the file, without its dot.
inline constexpr std::array<Name<Format>, 3> format_names{
    {{Format::svg, "svg", "SVG"}, {Format::png, "png", "PNG"}, {Format::pdf, "pdf", "PDF"}}};
static_assert(is_in_order(format_names));
/// By the ending of the name, in any case; absent: none of these.
[[nodiscard]] std::optional<Format> format_of(const std::filesystem::path& path);

struct Size {
    int width = 0, height = 0; ///< [px]
};

struct Request {
    std::string_view kind = "roofline"; ///< the id of its saver
    Format format = Format::svg;
    app::Theme theme = app::Theme::light;
    std::optional<Size> size{}; ///< absent: what suits the chart
    double pixels = 2.0;        ///< pixels of a PNG for each pixel of the size, along a side
    bool every_device = false;  ///< for speed-ups: a group for each device of the open recordings, not only the shown
};

/// The bytes of the file. Throws InputError with a sentence if there is nothing to draw, or if the size is too small or
/// too large.
[[nodiscard]] std::string drawn(const app::State& state, const Request& request);

} // namespace pairscope::charts

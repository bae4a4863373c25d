// SPDX-License-Identifier: MIT
#include "render/colormap.h"

#include "kernels/data/errors.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <optional>
#include <string_view>
#include <system_error>

namespace pairscope {

namespace {

std::optional<Rgba> parsed_colour(std::string_view line) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::array<std::uint8_t, 3> channels{};
    const char* next = line.data();
    const char* const end = next + line.size();
    for (std::size_t i = 0; i < channels.size(); ++i) {
        if (i > 0 && (next == end || *next++ != ',')) return std::nullopt;
        const auto [rest, error] = std::from_chars(next, end, channels[i]);
        if (error != std::errc()) return std::nullopt;
        next = rest;
    }
    if (next != end) return std::nullopt;
    return Rgba{channels[0], channels[1], channels[2]};
}

std::uint8_t between(std::uint8_t from, std::uint8_t to, float part) {
    const auto low = static_cast<float>(from), high = static_cast<float>(to);
    return static_cast<std::uint8_t>(std::lround(low + (high - low) * part));
}

} // namespace

Colormap load_colormap(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw InputError(fmt::format("{}: the colormap cannot be opened; reinstall Pairscope", file.string()));
    Colormap colormap;
    colormap.name = file.stem().string();
    std::size_t count = 0;
    std::string line;
    for (int number = 1; std::getline(in, line); ++number) {
        if (line.empty() || line.front() == '#') continue;
        const std::optional<Rgba> colour = parsed_colour(line);
        if (!colour || count == colormap.colours.size()) {
            throw InputError(fmt::format("{}:{}: found '{}' where {}", file.string(), number, line.substr(0, 40),
                                         colour ? "the file should end after 256 colours"
                                                : "a line 'r,g,b' of whole numbers 0 to 255 should be"));
        }
        colormap.colours[count++] = *colour;
    }
    if (count != colormap.colours.size()) {
        throw InputError(fmt::format("{}: found {} colours; a colormap has 256", file.string(), count));
    }
    return colormap;
}

std::vector<Colormap> load_colormaps(const std::filesystem::path& folder) {
    std::vector<Colormap> colormaps;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() == ".csv") colormaps.push_back(load_colormap(entry.path()));
    }
    if (colormaps.empty()) {
        throw InputError(fmt::format("{}: no colormap was found there; reinstall Pairscope", folder.string()));
    }
    std::ranges::sort(colormaps, [](const Colormap& a, const Colormap& b) {
        const bool a_later = a.name != "viridis", b_later = b.name != "viridis";
        return std::tie(a_later, a.name) < std::tie(b_later, b.name);
    });
    return colormaps;
}

Rgba colour_at(const Colormap& colormap, float position) {
    const float place = std::clamp(position, 0.0f, 1.0f) * 255.0f;
    const float first = std::min(std::floor(place), 254.0f);
    const Rgba a = colormap.colours[static_cast<std::size_t>(first)];
    const Rgba b = colormap.colours[static_cast<std::size_t>(first) + 1];
    const float part = place - first;
    return {between(a.r, b.r, part), between(a.g, b.g, part), between(a.b, b.b, part)};
}

} // namespace pairscope

// SPDX-License-Identifier: MIT
#include "app/paper/figure_paper.h"

#include "kernels/data/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace pairscope::charts {
namespace {

constexpr double millimetres_per_inch = 25.4, pixels_per_inch = 96.0, points_per_inch = 72.0;
constexpr double usual_resolution = 300.0; // [dpi], what journals ask for at least

constexpr int least_width = 300; // [px] for axes, colour bar and a small picture

/// The letters that a figure has without a choice [pt]: the figure shrinks, and they stay readable.
constexpr double usual_font = 7.0;

void append_whole(std::string& bytes, std::uint32_t number) {
    for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(number >> shift & 0xff);
}

/// CRC-32 as PNG has it.
std::uint32_t check_sum(std::string_view bytes) {
    std::uint32_t sum = 0xffffffff;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0u);
    }
    return ~sum;
}

} // namespace

FigurePaper paper_of(const FigureLook& look) {
    FigurePaper paper{.size = look.size, .pixels = look.pixels};
    const app::FigureSize& asked = look.paper;
    paper.is_free_in_height = !look.keeps_size;
    if (asked == app::FigureSize{}) return paper;
    if (asked.resolution > 0.0) paper.pixels = asked.resolution / pixels_per_inch;
    const double usual_unit = asked.width > 0.0 ? usual_font / (tick_size / pixels_per_inch * points_per_inch) : 1.0;
    paper.unit = asked.font > 0.0 ? asked.font / (tick_size / pixels_per_inch * points_per_inch) : usual_unit;
    const double width = asked.width > 0.0 ? asked.width / millimetres_per_inch * pixels_per_inch : look.size.width;
    const double shape = double(look.size.height) / double(look.size.width);
    const double units = width / paper.unit;
    paper.size.width = std::max(1, int(std::lround(units)));
    paper.size.height = std::max(1, int(std::lround(shape * units)));
    paper.unit = width / double(paper.size.width); // the width is exact
    if (asked.width > 0.0 && paper.size.width < least_width) refuse_small_figure(look);
    if (asked.width > 0.0 && asked.resolution <= 0.0) paper.pixels = usual_resolution / pixels_per_inch;
    return paper;
}

void refuse_small_figure(const FigureLook& look) {
    if (look.paper.width > 0.0)
        throw InputError(fmt::format("a figure of {:g} mm has no room for its labels: choose a larger width, or a "
                                     "smaller font",
                                     look.paper.width));
    throw InputError(fmt::format("a figure of {} x {} has no room for its labels: choose a larger size",
                                 look.size.width, look.size.height));
}

std::string with_resolution(std::string png, double dots_per_inch) {
    constexpr std::size_t header_end = 33; // the signature, and the chunk IHDR
    const auto per_metre = std::uint32_t(std::lround(dots_per_inch / millimetres_per_inch * 1000.0));
    std::string chunk = "pHYs";
    append_whole(chunk, per_metre);
    append_whole(chunk, per_metre);
    chunk += '\1'; // the unit is the metre
    std::string whole;
    append_whole(whole, std::uint32_t(chunk.size() - 4));
    whole += chunk;
    append_whole(whole, check_sum(chunk));
    if (png.size() > header_end) png.insert(header_end, whole);
    return png;
}

} // namespace pairscope::charts

// SPDX-License-Identifier: MIT
#include "app/cli/verbs/scale/pairs_picture.h"

#include "app/chart/number_text.h"
#include "app/cli/options/run_options.h"
#include "app/cli/verbs/image_parts.h"
#include "app/cli/verbs/matrix_image.h"
#include "app/cli/verbs/render_matrix.h"
#include "app/cli/verbs/scale/slab_picture.h"
#include "app/cli/verbs/unstored_image.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/save.h"
#include "kernels/matrix/unstored/blocks.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <string_view>

namespace pairscope::cli {
namespace {

struct Part {
    std::int64_t first = 0, end = 0;
};

std::optional<std::int64_t> whole_number_in(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// "100:200" of so many rows.
Part part_in(std::string_view option, const std::string& text, std::int64_t all) {
    if (text.empty()) return {0, all};
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto first = whole_number_in(std::string_view(text).substr(0, colon));
    const auto end = whole_number_in(std::string_view(text).substr(std::min(colon + 1, text.size())));
    if (first && end && 0 <= *first && *first < *end && *end <= all) return {*first, *end};
    throw InputError(fmt::format("{} is {}: give the first one and the one after the last, counted from 0 to {}, "
                                 "such as 0:{}",
                                 option, text, app::grouped(all), std::min<std::int64_t>(all, 1000)));
}

Region region_of(const PictureOptions& options, const LoadedData& data) {
    const Workload size = data.question.size();
    const Part rows = part_in("--rows-drawn", options.rows, size.rows),
               cols = part_in("--columns-drawn", options.cols, size.cols);
    return {.row = rows.first, .col = cols.first, .rows = rows.end - rows.first, .cols = cols.end - cols.first};
}

Device device_of(const PictureOptions& options, const WorkloadType& type) {
    if (!options.device.empty()) return device_named(options.device);
    return has_blocks_on_cpu_only(type) ? devices().back() : devices().front();
}

bool is_about_picture(const PictureOptions& options) {
    return !options.rows.empty() || !options.cols.empty() || !options.look.size.empty() || !options.device.empty() ||
           options.colormap != PictureOptions{}.colormap;
}

} // namespace

void add_picture_options(CLI::App& verb, PictureOptions& options) {
    constexpr const char* group = "Picture of the matrix";
    verb.add_option("-o,--output", options.output,
                    "Also draw the matrix, which is never stored, into this PNG file: a pixel is the mean of its cells")
        ->type_name("FILE.png")
        ->group(group);
    verb.add_option("--size", options.look.size, "Size of the picture in pixels [room for 1024x1024]")
        ->type_name("WxH")
        ->group(group);
    verb.add_option("--rows-drawn", options.rows,
                    "Rows of the matrix that are drawn: the first one and the one after the last [all]")
        ->type_name("FIRST:END")
        ->group(group);
    verb.add_option("--columns-drawn", options.cols,
                    "Columns of the matrix that are drawn: the first one and the one after the last [all]")
        ->type_name("FIRST:END")
        ->group(group);
    verb.add_option("--colormap", options.colormap, "Name of a colormap, such as cividis or grey [viridis]")
        ->type_name("NAME")
        ->group(group);
    verb.add_option("--device", options.device, "Device that draws: cpu, cuda:0, ... [the first]")->group(group);
}

void check_picture(const PictureOptions& options, const LoadedData& data) {
    if (options.output.empty()) {
        if (is_about_picture(options))
            throw InputError(
                "--rows-drawn, --columns-drawn, --size, --colormap and --device are about a picture: name its "
                "file with --output, or leave them out");
        return;
    }
    const WorkloadType& type = *find_workload(data.question.workload);
    if (!has_blocks(type))
        throw InputError(fmt::format("{} has no formula by which a matrix that is not stored can be drawn: leave "
                                     "--output out, or let pairscope render draw the stored matrix",
                                     type.id));
    if (options.output.extension() != ".png")
        throw InputError(fmt::format("cannot draw into {}: the picture is a PNG file, so end its name in .png",
                                     shown(options.output)));
    require_savable(options.output);
    static_cast<void>(region_of(options, data));
    static_cast<void>(size_of(options.look));
    static_cast<void>(device_of(options, type));
    static_cast<void>(colormaps_with(options.colormap));
}

namespace {

MatrixImage image_of(const PictureOptions& options, const LoadedData& data) {
    app::ColourSettings colours;
    colours.colormap = options.colormap;
    MatrixImage image{.data = data,
                      .variant = nullptr,
                      .device = device_of(options, type_of(data.question.workload)),
                      .colours = colours,
                      .colormaps = colormaps_with(options.colormap),
                      .output = options.output};
    image.part = region_of(options, data);
    if (const Size size = size_of(options.look); size.width > 0) image.size = charts::Size{size.width, size.height};
    return image;
}

} // namespace

void draw_pairs(const PictureOptions& options, const LoadedData& data) {
    if (!options.output.empty()) static_cast<void>(save_heatmap(image_of(options, data)));
}

void check_slab_picture(const PictureOptions& options, const SlabData& slabs) {
    check_picture(options, slabs.data);
    if (options.output.empty()) return;
    const MatrixImage image = image_of(options, slabs.data);
    require_room_for_block(slabs, scale_of(shape_of(image), room_for(image)).cells);
}

void draw_slabs(const PictureOptions& options, const SlabData& slabs, std::int64_t without_number) {
    if (options.output.empty()) return;
    MatrixImage image = image_of(options, slabs.data);
    image.without_number = without_number;
    image.blocks = [&](const BlockGrid& grid, const RunControl& control) {
        return blocks_of_files(slabs, image.device, grid, control);
    };
    static_cast<void>(save_heatmap(image));
}

} // namespace pairscope::cli

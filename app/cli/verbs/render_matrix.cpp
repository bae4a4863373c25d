// SPDX-License-Identifier: MIT
// The heatmap and the cells of pairscope render: which variant computes the matrix, or whether it is not stored.
#include "app/cli/verbs/render_matrix.h"

#include "app/cli/interrupt.h"
#include "app/cli/options/data.h"
#include "app/cli/options/run_options.h"
#include "app/cli/reports/output.h"
#include "app/cli/verbs/matrix_image.h"
#include "app/spine/files/paths.h"
#include "app/subjects/data/data_source.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/compare.h"
#include "kernels/matrix/unstored/blocks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

/// The variant and the device that were asked for, or a good pair.
struct Choice {
    const KernelVariant* variant = nullptr;
    std::optional<Device> device;
    std::string why_not;
};

/// The last variant that some device runs; if no device was named, the first device that runs anything is used.
Choice choice_of(const RenderOptions& options, const Workload& workload) {
    const std::vector<Device> there = options.device.empty() ? devices() : std::vector{device_named(options.device)};
    const KernelVariant* const wanted =
        options.variant.empty() ? nullptr : &variant_named(options.variant, std::string(workload.type));
    Choice choice;
    for (const Device& device : there) {
        for (const KernelVariant& variant : variants()) {
            if (wanted != nullptr && &variant != wanted) continue;
            if (variant.workload != workload.type) continue;
            const std::string reason = why_not(variant, workload, device, TargetKind::linear);
            if (reason.empty())
                choice = {&variant, device, {}};
            else if (!choice.device)
                choice.why_not = fmt::format("{} cannot run: {}", short_name(variant.id), reason);
        }
        if (choice.device) break;
    }
    return choice;
}

/// "one number", "a list of matches"
std::string output_in_words(OutputKind kind) {
    const bool is_one = kind == OutputKind::scalar || kind == OutputKind::pair;
    return fmt::format("{} {}", is_one ? "one" : "a list of", parts_of(kind, is_one ? 1 : 2));
}

/// Must the matrix of the workload be computed from its formula?
bool is_unstored(const Workload& workload) {
    return type_of(workload.type).output != OutputKind::matrix || !why_not_stored(workload).empty();
}

/// The matrix belongs to a workload whose output is another one, such as best_match.
void refuse_without_matrix(const RenderOptions& options, std::string_view workload) {
    if (!options.variant.empty())
        throw InputError(fmt::format("no variant of {0} computes a matrix; with --workload {0} and without --variant, "
                                     "each entry is computed from its formula",
                                     workload));
    if (options.content != MatrixContent::values)
        throw InputError(fmt::format("{} has no matrix output, so there are no errors to draw; leave --errors and "
                                     "--difference out",
                                     workload));
}

/// Throws InputError for options that need a stored matrix.
void check_unstored(const RenderOptions& options, const Workload& workload) {
    if (type_of(workload.type).output != OutputKind::matrix) return refuse_without_matrix(options, workload.type);
    const std::string size =
        fmt::format("it has {} x {} entries, and at most {} x {} can be stored", grouped(workload.rows),
                    grouped(workload.cols), grouped(max_stored_rows), grouped(max_stored_rows));
    if (!options.variant.empty())
        throw InputError(fmt::format("{} needs a stored matrix, and this one is too large: {}. Leave --variant out and "
                                     "give --workload {}, so that each entry is computed from its formula, or give "
                                     "fewer rows with --n",
                                     options.variant, size, workload.type));
    if (options.content != MatrixContent::values)
        throw InputError(fmt::format("--errors and --difference need a stored matrix, and this one is too large: {}. "
                                     "Give fewer rows with --n, or leave the option out",
                                     size));
}

/// Chooses the variant and the device, or the formula where the matrix is not stored. False: nothing can run.
bool choose(MatrixImage& image, const RenderOptions& options) {
    const Workload workload = image.data.question.size();
    if (is_unstored(workload) && has_blocks(type_of(workload.type))) {
        check_unstored(options, workload);
        // A metric of the workload's own is known to the CPU only, which is the last device.
        const Device usual = has_blocks_on_cpu_only(type_of(workload.type)) ? devices().back() : devices().front();
        image.device = options.device.empty() ? usual : device_named(options.device);
        return true;
    }
    const Choice choice = choice_of(options, workload);
    if (!choice.device) {
        say(choice.why_not);
        return false;
    }
    image.variant = choice.variant;
    image.device = *choice.device;
    if (options.against.empty()) return true;
    image.against = &variant_named(options.against, std::string(workload.type));
    if (const std::string cannot = why_not(*image.against, workload, image.device, TargetKind::linear); !cannot.empty())
        throw InputError(fmt::format("cannot compare with {}: {}", short_name(image.against->id), cannot));
    return true;
}

/// Where the memory does not suffice for the matrix, the picture is computed from the formula.
MatrixErrors save_picture(MatrixImage& image, const RenderOptions& options) {
    const auto save = [&] { return options.scene == Scene::cells ? save_cells(image) : save_heatmap(image); };
    try {
        return save();
    } catch (const MemoryError& error) {
        const bool is_replaceable = image.variant != nullptr && options.variant.empty() &&
                                    options.content == MatrixContent::values &&
                                    has_blocks(type_of(image.data.question.workload));
        if (!is_replaceable) throw;
        say(error.what());
        say("the matrix is not stored: each entry is computed from its formula");
    }
    image.variant = nullptr;
    return save();
}

} // namespace

std::vector<Colormap> colormaps_with(const std::string& wanted) {
    std::vector<Colormap> colormaps = load_colormaps(app::assets_folder() / "colormaps");
    if (std::ranges::find(colormaps, wanted, &Colormap::name) != colormaps.end()) return colormaps;
    std::vector<std::string> names;
    for (const Colormap& colormap : colormaps) names.push_back(colormap.name);
    throw InputError(fmt::format("there is no colormap {}; choose one of {}", wanted, fmt::join(names, ", ")));
}

ExitCode render_matrix(const RenderOptions& options, const Data& data) {
    Interrupt interrupt; // a signal ends the program: there is no part of a picture
    const Size size = size_of(options.look);
    std::vector<Colormap> colormaps = colormaps_with(options.colours.colormap);
    const WorkloadType& type = *data.type;
    if (type.output != OutputKind::matrix && !has_blocks(type))
        throw InputError(
            fmt::format("{} has no matrix to draw, because its output is {}: add --screen to draw the window", type.id,
                        output_in_words(type.output)));
    MatrixImage image{.data = load(data),
                      .variant = nullptr,
                      .device = {},
                      .content = options.content,
                      .colours = options.colours,
                      .order = options.order,
                      .colormaps = std::move(colormaps),
                      .output = options.output,
                      .figure = options.figure,
                      .title = options.title,
                      .caption = options.caption,
                      .paper = options.paper};
    if (size.width > 0) image.size = charts::Size{size.width, size.height};
    if (!choose(image, options)) return ExitCode::nothing_ran;
    if (const std::string sorted = app::sorted_how(image.data.source);
        !sorted.empty() && data.options.order.empty() && image.order.kind == app::OrderChoice{}.kind)
        say(fmt::format("rows and columns are sorted {}; --order as_loaded keeps the order of the file", sorted));
    if (image.variant != nullptr && simulated(*image.variant, image.device))
        say(fmt::format("{} is simulated on the CPU", short_name(image.variant->id)));
    const MatrixErrors saved = save_picture(image, options);
    interrupt.end_at_once();
    if (image.content != MatrixContent::values) say(describe(saved));
    print_text(options.output.string() + "\n");
    return ExitCode::ok;
}

} // namespace pairscope::cli

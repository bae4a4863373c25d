// SPDX-License-Identifier: MIT
#include "app/cli/options/start_options.h"

#include "app/cli/options/option_values.h"
#include "app/cli/options/run_options.h"
#include "app/spine/files/paths.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "render/colormap.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <utility>

namespace pairscope::cli {
namespace {

constexpr int min_side = 16, max_side = 16384;

/// The whole number that all of the text is; 0 if it is none.
int side_in(std::string_view text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : 0;
}

} // namespace

void add_look_options(CLI::App& verb, LookOptions& options, const std::string& usual_size, std::string_view needs) {
    verb.add_option("--size", options.size, fmt::format("Width and height in pixels [{}]", usual_size))
        ->type_name("WxH");
    const auto help = [&](std::string_view what) {
        return needs.empty() ? std::string(what) : fmt::format("{}; {}", what, needs);
    };
    verb.add_option("--theme", options.theme, help("Colours of the window: dark or light"))
        ->transform(one_of("--theme", app::theme_names))
        ->type_name(choices_in(app::theme_names));
    verb.add_option("--view", options.view,
                    help("Place, zoom and colours of the matrix, as View > Copy the view copies them"))
        ->type_name("TEXT");
}

Size size_of(const LookOptions& options) {
    if (options.size.empty()) return {};
    const std::string_view text = options.size;
    const std::size_t cross = std::min(text.find('x'), text.size());
    const Size size{side_in(text.substr(0, cross)), side_in(text.substr(std::min(cross + 1, text.size())))};
    const auto fits = [](int side) { return side >= min_side && side <= max_side; };
    if (fits(size.width) && fits(size.height)) return size;
    throw InputError(fmt::format("--size is {}: give width and height from {} to {} pixels, such as 1600x900",
                                 options.size, min_side, max_side));
}

#if PAIRSCOPE_HAS_GUI
namespace {

std::vector<std::string> colormap_names() {
    std::vector<std::string> names;
    for (const Colormap& colormap : load_colormaps(app::assets_folder() / "colormaps")) names.push_back(colormap.name);
    return names;
}

/// Takes out the files with kernels. Throws InputError for one that is not there.
std::vector<std::filesystem::path> kernels_among(std::vector<std::string>& files) {
    std::vector<std::filesystem::path> kernels;
    for (const std::string& file : files)
        if (app::is_kernel_file(file)) kernels.emplace_back(file);
    std::erase_if(files, [](const std::string& file) { return app::is_kernel_file(file); });
    for (const auto& kernel : kernels)
        if (!std::filesystem::exists(kernel))
            throw InputError(
                fmt::format("{} does not exist: pairscope new writes a kernel to begin with", shown(kernel)));
    return kernels;
}

} // namespace

app::StartOptions start_options(const StartChoice& choice) {
    app::StartOptions start;
    const bool names_workload = !choice.data.workload.empty() || !choice.variant.empty();
    // The window looks itself at what the file holds, so it is there at once, and asks where there is a question.
    const std::string& points = choice.data.points.empty() ? choice.data.a : choice.data.points;
    DataOptions asked = choice.data;
    start.kernels = kernels_among(asked.files);
    if (!points.empty()) asked.looked_at.push_back(look_at_file(asked, points));
    const bool is_recording = !points.empty() && asked.looked_at.back().is(FileFormat::recording);
    const bool is_proposed = choice.data.as == app::ReadAs::proposed && choice.data.symmetrise == Symmetrise::no &&
                             choice.data.similarity == Similarity::no && choice.data.missing == MissingPairs::refuse;
    const bool looks_itself = is_proposed && !is_recording && !names_workload && choice.may_ask;
    const Data data = looks_itself ? unread_data_of(asked, choice.variant) : data_of(asked, choice.variant);
    const DataOptions& options = data.options;
    if (options.features != app::FeatureFiles{} && data.type->output != OutputKind::matches)
        throw InputError(fmt::format("--picture-a and the options beside it are about matches of two sets, and {} has "
                                     "none: choose a workload of matches with --workload, or leave them out",
                                     data.type->id));
    if (names_workload || options.as == app::ReadAs::vectors) start.read_as = app::ReadAs::vectors;
    for (const std::string& file : options.files) start.files.push_back(app::file_among(options.looked_at, file));
    start.points = app::file_among(options.looked_at, options.points);
    start.reader = options.reader;
    start.header = options.header;
    start.vector_files = options.looked_at;
    start.workload = data.type->id;
    start.follow_recording = choice.data.workload.empty() && choice.variant.empty();
    const app::DataSource& source = data.sources.front();
    if (const auto* vectors = std::get_if<app::VectorSource>(&source)) start.vectors = *vectors;
    if (const auto* settings = std::get_if<GeneratorSettings>(&source)) start.generator = *settings;
    if (const auto* file = std::get_if<app::FileSource>(&source)) {
        start.columns = file->columns;
        start.tracks = file->tracks;
    }
    start.parameters = parameters_of(data);
    start.order = order_of(options);
    start.n = options.n;
    if (!choice.variant.empty()) start.variant = variant_named(choice.variant, start.workload).id;
    if (!choice.device.empty()) start.device = device_id(device_named(choice.device));
    start.theme = choice.look.theme;
    if (!choice.look.view.empty()) start.view = app::view_in_text(choice.look.view, {}, colormap_names());
    const Size size = size_of(choice.look);
    start.width = size.width;
    start.height = size.height;
    return start;
}
#endif

} // namespace pairscope::cli

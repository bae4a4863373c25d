// SPDX-License-Identifier: MIT
#include "app/page/page.h"

#include "app/chart/number_text.h"
#include "app/page/page_chart.h"
#include "app/page/page_document.h"
#include "app/page/page_facts.h"
#include "app/page/page_matrix.h"
#include "app/page/page_parts.h"
#include "app/page/page_runs.h"
#include "app/page/page_sources.h"
#include "app/page/page_trace.h"
#include "app/page/page_words.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/spine/version.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/page_block.h"
#include "render/colouring.h"
#include "render/png_bytes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace pairscope::page {
namespace {

using app::Json;

Json colormaps_json() {
    Json list = Json::array();
    for (const Colormap& colormap : load_colormaps(app::assets_folder() / "colormaps")) {
        std::string bytes;
        for (const Rgba colour : colormap.colours)
            for (const std::uint8_t part : {colour.r, colour.g, colour.b}) bytes += static_cast<char>(part);
        list.push_back(Json::array({colormap.name, profiling::in_base64(bytes)}));
    }
    return list;
}

Json special_json() {
    const SpecialColours special;
    const auto numbers = [](Rgba c) { return Json::array({c.r, c.g, c.b}); };
    return {{"nan", numbers(special.nan)},
            {"infinite", numbers(special.infinite)},
            {"below", numbers(special.below)},
            {"above", numbers(special.above)}};
}

/// What a browser calls the recording that it saves.
std::string saved_name(const std::filesystem::path& path, bool with_names) {
    return with_names ? path.stem().string() + ".pairscope" : std::string("recording.pairscope");
}

std::string title_of(const std::vector<ShownFile>& files, const WorkloadType& type) {
    std::vector<std::string> devices;
    for (const ShownFile& file : files) devices.push_back(app::names_of_devices(*file.recording));
    return fmt::format("{}: {}", type.title, fmt::join(devices, ", "));
}

std::vector<PlainTable> tables_of(app::State& state) {
    std::vector<PlainTable> tables;
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        state.run.target = target;
        std::vector<app::ResultRow> rows = app::recorded_rows(state);
        if (target == TargetKind::surface)
            std::erase_if(rows, [](const app::ResultRow& row) { return row.target != name_of(TargetKind::surface); });
        if (rows.empty()) continue;
        PlainTable table{.title = fmt::format("Times of runs that write into {}",
                                              target == TargetKind::surface ? "a texture" : "linear memory")};
        for (const auto& column : app::result_columns())
            if (column.text != nullptr) table.headings.push_back(heading_of(column));
        for (const app::ResultRow& row : rows) {
            std::vector<std::string> cells;
            for (const auto& column : app::result_columns())
                if (column.text != nullptr) cells.push_back(column.text(row));
            table.rows.push_back(std::move(cells));
        }
        tables.push_back(std::move(table));
    }
    return tables;
}

Json headings_json() {
    Json list = Json::array();
    for (const auto& column : app::result_columns())
        if (column.text != nullptr)
            list.push_back(Json::array({heading_of(column), column.align == app::Align::right}));
    return list;
}

/// What does not depend on the budget.
struct Constant {
    Json traces;
    PageMatrix matrix;
};

std::vector<const KernelVariant*> known(const std::vector<std::string>& ids) {
    std::vector<const KernelVariant*> variants;
    for (const std::string& id : ids)
        if (const KernelVariant* variant = find_variant(id)) variants.push_back(variant);
    return variants;
}

Json recordings_json(const std::vector<ShownFile>& files, bool with_names) {
    Json list = Json::array();
    int place = 0;
    for (const ShownFile& file : files)
        list.push_back({{"title", app::title_of(*file.recording)},
                        {"origin", app::origin_of(*file.recording)},
                        {"file", saved_name(file.path, with_names)},
                        {"block", profiling::recording_block_id(++place)},
                        {"conditions", conditions_json(*file.recording, file.path.filename().string(), with_names)}});
    return list;
}

std::vector<const profiling::Recording*> recordings_of(const std::vector<ShownFile>& files) {
    std::vector<const profiling::Recording*> recordings;
    for (const ShownFile& file : files) recordings.push_back(file.recording.get());
    return recordings;
}

std::vector<std::string> sentences_up_to(LeftOut part) {
    std::vector<std::string> sentences;
    for (int one = 1; one <= int(part); ++one) sentences.push_back(sentence_of(LeftOut(one)));
    return sentences;
}

std::string written_with(const std::vector<ShownFile>& files, const Request& request, LeftOut part,
                         const Json& sections, const Palette& palette, const Constant& constant) {
    app::State state = state_of(files);
    const WorkloadType& type = type_of(state.data.now.question.workload);
    Json view{{"version", profiling::page_format},
              {"made_by", fmt::format("pairscope {}", app::version())},
              {"title", title_of(files, type)},
              {"question", type.question},
              {"workload", type.id},
              {"words", words_json()},
              {"left_out", sentences_up_to(part)},
              {"recordings", recordings_json(files, request.labels)},
              {"headings", headings_json()},
              {"shapes", shapes_json()},
              {"packed", packed_sections(sections)}};
    const bool has_matrix = constant.matrix.why_not.empty() && part < LeftOut::coordinates;
    if (has_matrix) {
        view["matrix"] = constant.matrix.json;
        if (part >= LeftOut::labels)
            for (Json& set : view["matrix"]["sets"]) set.erase("has_labels");
        view["colormaps"] = colormaps_json();
        view["special"] = special_json();
    } else {
        view["no_matrix"] = constant.matrix.why_not.empty() ? sentence_of(part) : constant.matrix.why_not;
    }
    Document document{.title = view["title"],
                      .origin = fmt::format("{} {}", type.question,
                                            fmt::format("This page was made by pairscope {} from what was {}.",
                                                        app::version(), app::origin_of(*files.front().recording))),
                      .tables = tables_of(state),
                      .colours = palette.rules()};
    if (has_matrix) {
        document.picture = png_bytes(constant.matrix.picture);
        document.picture_text = fmt::format("The mean of each block of {0} x {0} {1}, from {2} to {3}",
                                            constant.matrix.json["side"].get<std::int64_t>(), type.matrix.entries,
                                            app::three_digits(constant.matrix.json["range"][0].get<double>()),
                                            app::three_digits(constant.matrix.json["range"][1].get<double>()));
    }
    const std::vector<std::string> ids = variants_in(sections);
    document.blocks = profiling::page_block("view", app::in_one_line(view));
    document.blocks += profiling::page_block(
        "more", app::in_one_line({{"sources", sources_json(recordings_of(files), ids)}, {"traces", constant.traces}}));
    if (has_matrix) {
        document.blocks += profiling::page_block("overview", constant.matrix.overview);
        if (!constant.matrix.coordinates.empty())
            document.blocks += profiling::page_block("coordinates", constant.matrix.coordinates);
    }
    int place = 0;
    for (const ShownFile& file : files)
        document.blocks += profiling::page_block(profiling::recording_block_id(++place), text_of(*file.recording));
    return html_of(document);
}

} // namespace

Page written(const Request& request) {
    Constant constant;
    for (const LeftOut part :
         {LeftOut::nothing, LeftOut::samples, LeftOut::timelines, LeftOut::labels, LeftOut::coordinates}) {
        std::vector<ShownFile> files;
        for (const ShownFile& file : request.files)
            files.push_back({file.path, reduced(*file.recording, part, request.labels)});
        Palette palette;
        app::State state = state_of(files);
        const Json sections = sections_json(
            state, palette, {.samples = part >= LeftOut::samples, .timelines = part >= LeftOut::timelines});
        if (part == LeftOut::nothing) {
            constant.matrix = matrix_of(*files.front().recording, request.labels);
            constant.traces = traces_json(*files.front().recording, known(variants_in(sections)), request.stop);
        }
        std::string html = written_with(files, request, part, sections, palette, constant);
        if (std::int64_t(html.size()) <= request.budget) return {std::move(html), sentences_up_to(part)};
        if (part == LeftOut::coordinates)
            throw InputError(
                fmt::format("the runs alone make a page of {}, and the budget is {}: give a larger one with "
                            "--budget, or record fewer sizes",
                            app::bytes_text(double(html.size())), app::bytes_text(double(request.budget))));
    }
    return {};
}

} // namespace pairscope::page

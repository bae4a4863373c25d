// SPDX-License-Identifier: MIT
#include "app/page/page.h"

#include "app/chart/number_text.h"
#include "app/page/page_assets.h"
#include "app/page/page_chart.h"
#include "app/page/page_code.h"
#include "app/page/page_document.h"
#include "app/page/page_facts.h"
#include "app/page/page_matrix.h"
#include "app/page/page_output.h"
#include "app/page/page_parts.h"
#include "app/page/page_runs.h"
#include "app/page/page_shared.h"
#include "app/page/page_sources.h"
#include "app/page/page_tables.h"
#include "app/page/page_trace.h"
#include "app/page/page_tracks.h"
#include "app/page/page_words.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/spine/version.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/errors.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"
#include "profiling/recording/kernel_fields.h"
#include "profiling/recording/page_block.h"
#include "render/colouring.h"
#include "render/png_bytes.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <future>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

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
    return with_names && path.has_stem() ? path.stem().string() + ".pairscope" : std::string("recording.pairscope");
}

std::string title_of(const std::vector<ShownFile>& files, const WorkloadType& type) {
    std::vector<std::string> devices;
    for (const ShownFile& file : files)
        if (std::string names = app::names_of_devices(*file.recording);
            !names.empty() && std::ranges::find(devices, names) == devices.end())
            devices.push_back(std::move(names));
    if (devices.empty()) return std::string(type.title);
    return fmt::format("{}: {}", type.title, fmt::join(devices, ", "));
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
    PageTraces traces;
    PageCodes codes;
    PageMatrix matrix;
    std::vector<std::string> stays{}; ///< what travels although no labels do, a sentence each
};

std::vector<const KernelVariant*> known(const std::vector<std::string>& ids) {
    std::vector<const KernelVariant*> variants;
    for (const std::string& id : ids)
        if (const KernelVariant* variant = find_variant(id)) variants.push_back(variant);
    return variants;
}

/// What each recording is called; no two are called alike.
std::vector<std::string> titles_of(const std::vector<ShownFile>& files, bool with_names) {
    const std::vector<std::string> distinct = distinctions(files, with_names);
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < files.size(); ++i) {
        titles.push_back(app::title_of(*files[i].recording));
        if (!distinct[i].empty() && titles.back() != distinct[i])
            titles.back() = fmt::format("{}, {}", titles.back(), distinct[i]);
    }
    return titles;
}

Json recordings_json(const std::vector<ShownFile>& files, bool with_names) {
    Json list = Json::array();
    const std::vector<std::string> titles = titles_of(files, with_names);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const ShownFile& file = files[i];
        list.push_back({{"title", titles[i]},
                        {"origin", app::origin_of(*file.recording)},
                        {"file", saved_name(file.path, with_names)},
                        {"block", profiling::recording_block_id(int(i) + 1)},
                        {"conditions", conditions_json(*file.recording, file.path.filename().string(), with_names)}});
    }
    return list;
}

std::vector<const profiling::Recording*> recordings_of(const std::vector<ShownFile>& files) {
    std::vector<const profiling::Recording*> recordings;
    for (const ShownFile& file : files) recordings.push_back(file.recording.get());
    return recordings;
}

std::vector<std::string> sentences_of(const LeftOut& left_out, const Request& request) {
    const bool with_tracks =
        std::ranges::any_of(request.files, [](const ShownFile& file) { return !file.recording->tracks.empty(); });
    std::vector<std::string> sentences;
    for (const Part part : all_parts)
        if (left_out.has(part)) sentences.push_back(sentence_of(part, with_tracks));
    return sentences;
}

/// Packing takes most of the time of a large page, and most blocks stay as they are when something else is left out.
class PackedBlocks {
public:
    /// `key` names all that the text depends on.
    template <class MakeText> const std::string& get(const std::string& id, const std::string& key, MakeText make) {
        const auto [found, is_new] = blocks_.try_emplace(id + key);
        if (is_new) found->second = profiling::page_block(id, make());
        return found->second;
    }

private:
    std::map<std::string, std::string> blocks_;
};

/// A recording in the page. `shared`: lines that the first recording has, too, and that are left out of the block.
struct PackedRecording {
    std::string block;
    std::vector<SharedLine> shared{};
};
using PackedRecordings = std::map<std::string, PackedRecording>;

/// A page that was laid out, and what its parts are made of.
struct Draft {
    const Request& request;
    const Constant& constant;
    PackedBlocks& packed;
    PackedRecordings& recordings;
    LeftOut left_out{};
    std::vector<ShownFile> files{}; ///< without what is left out
    Json sections{};
    std::string rules{}; ///< for the style sheet
};

/// A draft that has the recordings only; lay_out() adds the sections.
Draft drafted(Draft draft) {
    for (const ShownFile& file : draft.request.files)
        draft.files.push_back({file.path, reduced(*file.recording, draft.left_out, draft.request.labels)});
    return draft;
}

void lay_out(Draft& draft) {
    app::State state = state_of(draft.files);
    Palette palette;
    draft.sections =
        sections_json(state, palette,
                      {.left_out = draft.left_out,
                       .codes = draft.left_out.has(Part::instructions) ? std::span<const profiling::RecordedCode>()
                                                                       : draft.constant.codes.made,
                       .distinctions = distinctions(draft.files, draft.request.labels)});
    draft.rules = palette.rules();
}

bool has_matrix(const Draft& draft) {
    return draft.constant.matrix.why_not.empty() && !draft.left_out.has(Part::coordinates);
}

const PackedRecording& packed_recording(const Draft& draft, std::size_t place) {
    const std::string id = profiling::recording_block_id(int(place) + 1);
    std::string key = id;
    for (const Part part : {Part::instructions, Part::timelines, Part::labels, Part::coordinates})
        key += draft.left_out.has(part) ? '0' : '1';
    const auto [found, is_new] = draft.recordings.try_emplace(key);
    if (!is_new) return found->second;
    const std::string text = text_of(*draft.files[place].recording);
    if (place > 0) found->second.shared = shared_lines(text_of(*draft.files.front().recording), text);
    found->second.block = profiling::page_block(id, text_without(text, found->second.shared));
    return found->second;
}

/// The recordings, and what the matrix is drawn from.
std::string blocks_of_data(const Draft& draft) {
    std::string blocks;
    const PageMatrix& matrix = draft.constant.matrix;
    if (has_matrix(draft))
        for (const auto& [id, bytes] : {std::pair("overview", &matrix.overview),
                                        {"coordinates", &matrix.coordinates},
                                        {"orders", &matrix.orders}})
            if (!bytes->empty()) blocks += draft.packed.get(id, {}, [&] { return *bytes; });
    for (std::size_t place = 0; place < draft.files.size(); ++place) blocks += packed_recording(draft, place).block;
    return blocks;
}

Json view_json(const Draft& draft, const WorkloadType& type) {
    const Constant& constant = draft.constant;
    Json view{{"version", profiling::page_format},
              {"made_by", fmt::format("pairscope {}", app::version())},
              {"title", title_of(draft.files, type)},
              {"question", type.question},
              {"workload", type.id},
              {"words", words_json()},
              {"left_out", sentences_of(draft.left_out, draft.request)},
              {"recordings", recordings_json(draft.files, draft.request.labels)},
              {"headings", headings_json()},
              {"shapes", shapes_json()},
              {"packed", packed_sections(draft.sections)}};
    for (std::size_t place = 1; place < draft.files.size(); ++place)
        view["recordings"][place]["shared"] = shared_json(packed_recording(draft, place).shared);
    if (Json output = output_json(*draft.files.front().recording); !output.is_null())
        view["output"] = std::move(output);
    for (const std::string& note : constant.stays) view["left_out"].push_back(note);
    if (!has_matrix(draft)) {
        view["no_matrix"] = constant.matrix.why_not.empty() ? sentence_of(Part::coordinates) : constant.matrix.why_not;
        return view;
    }
    view["matrix"] = constant.matrix.json;
    for (const std::string& note : constant.matrix.notes) view["left_out"].push_back(note);
    if (draft.left_out.has(Part::labels)) {
        for (Json& set : view["matrix"]["sets"]) set.erase("has_labels");
        view["matrix"]["tracks"] = Json::array();
    }
    view["colormaps"] = colormaps_json();
    view["special"] = special_json();
    return view;
}

std::string blocks_of(const Draft& draft, const Json& view) {
    std::string blocks = profiling::page_block("view", app::in_one_line(view));
    blocks += draft.packed.get("font", {}, [] { return std::string(font_of_charts()); });
    const PageCodes& codes = draft.constant.codes;
    const bool with_code = !draft.left_out.has(Part::instructions);
    blocks += draft.packed.get("more", with_code ? "1" : "0", [&] {
        return app::in_one_line({{"sources", sources_json(recordings_of(draft.files), variants_in(draft.sections))},
                                 {"traces", draft.constant.traces.json},
                                 {"codes", with_code ? Json::parse(profiling::json_text(codes.made)) : Json::array()},
                                 {"no_code", codes.why_not}});
    });
    return blocks + blocks_of_data(draft);
}

std::string html_of(const Draft& draft) {
    const WorkloadType& type = type_of(*app::recorded_workload(*draft.files.front().recording));
    const PageMatrix& matrix = draft.constant.matrix;
    const Json view = view_json(draft, type);
    Document document{.title = view["title"],
                      .origin =
                          fmt::format("{} {}", type.question,
                                      fmt::format("This page was made by pairscope {} from what was {}.",
                                                  app::version(), app::origin_of(*draft.files.front().recording))),
                      .tables = tables_of(draft.files, titles_of(draft.files, draft.request.labels)),
                      .colours = draft.rules};
    if (has_matrix(draft)) {
        document.picture = png_bytes(matrix.picture);
        document.picture_text = fmt::format("The mean of each block of {0} x {0} {1}, from {2} to {3}",
                                            matrix.json["side"].get<std::int64_t>(), type.matrix.entries,
                                            app::three_digits(matrix.json["range"][0].get<double>()),
                                            app::three_digits(matrix.json["range"][1].get<double>()));
    }
    document.blocks = blocks_of(draft, view);
    return html_of(document);
}

bool is_in_page(const Request& request, const Constant& constant, Part part) {
    if (part == Part::instructions && !constant.codes.made.empty()) return true;
    return std::ranges::any_of(request.files, [&](const ShownFile& file) { return holds(*file.recording, part); });
}

/// Leaves out parts in their order until the page fits, and then puts those back that need not have been: the last one
/// may have made so much room that earlier ones fit again.
Page fitted(const Request& request, const Constant& constant) {
    PackedBlocks packed;
    PackedRecordings recordings;
    // The text is empty if the page does not fit. If the data alone does not fit, nothing else is laid out.
    const auto html_within = [&](const LeftOut& less, std::int64_t most) {
        Draft draft = drafted({request, constant, packed, recordings, less});
        if (std::int64_t(blocks_of_data(draft).size()) > most) return std::string();
        lay_out(draft);
        std::string html = html_of(draft);
        return std::int64_t(html.size()) > most ? std::string() : html;
    };
    LeftOut left_out;
    std::string html = html_within(left_out, request.budget);
    std::vector<Part> gone;
    for (const Part part : all_parts) {
        if (!html.empty()) break;
        if (!is_in_page(request, constant, part)) continue;
        left_out = left_out.with(part);
        gone.push_back(part);
        html = html_within(left_out, request.budget);
    }
    if (html.empty())
        throw InputError(
            fmt::format("the runs alone make a page of {}, and the budget is {}: give a larger one with --budget, or "
                        "record fewer sizes",
                        app::bytes_text(double(html_within(left_out, std::numeric_limits<std::int64_t>::max()).size())),
                        app::bytes_text(double(request.budget))));
    for (std::size_t i = gone.size(); i-- > 1;) {
        const Part part = gone[i - 1];
        const LeftOut less = left_out.without(part);
        if (part == Part::labels && left_out.has(Part::coordinates)) continue; // labels of nothing
        std::string other = html_within(less, request.budget);
        if (other.empty()) continue;
        left_out = less;
        html = std::move(other);
    }
    Page page{.html = std::move(html), .left_out = sentences_of(left_out, request)};
    if (!left_out.has(Part::coordinates)) page.notes = constant.matrix.notes; // they are about the matrix
    return page;
}

/// What the program has made because the recordings lack it.
std::vector<std::string> notes_of(const Constant& constant) {
    std::vector<std::string> notes;
    const int traces = constant.traces.made_here, kernels = int(constant.codes.made.size());
    if (traces == 1) notes.emplace_back("1 trace was made while the page was written, because no recording has it.");
    if (traces > 1)
        notes.push_back(
            fmt::format("{} traces were made while the page was written, because no recording has them.", traces));
    if (kernels > 0)
        notes.push_back(fmt::format("The instructions of {} were listed while the page was written, because no "
                                    "recording has them.",
                                    counted(kernels, "kernel")));
    return notes;
}

} // namespace

Page written(const Request& request) {
    Constant constant;
    std::vector<ShownFile> files;
    for (const ShownFile& file : request.files)
        files.push_back({file.path, reduced(*file.recording, {}, request.labels)});
    app::State state = state_of(files);
    Palette palette;
    const auto ids = variants_in(sections_json(state, palette, {}));
    // nvdisasm takes half a second for each variant, while this program does the rest.
    std::future<PageCodes> codes =
        std::async(std::launch::async, [&] { return codes_of(recordings_of(files), request.stop); });
    constant.matrix = matrix_of(*files.front().recording, request);
    constant.traces = traces_of(recordings_of(files), known(ids), request.stop);
    constant.codes = codes.get();
    for (std::size_t i = 0; !request.labels && i < files.size() && constant.stays.empty(); ++i)
        constant.stays = notes_on_names(*files[i].recording);
    Page page = fitted(request, constant);
    if (!constant.matrix.why_not.empty()) page.notes.push_back(constant.matrix.why_not);
    std::ranges::copy(constant.stays, std::back_inserter(page.notes));
    std::ranges::move(notes_of(constant), std::back_inserter(page.notes));
    return page;
}

} // namespace pairscope::page

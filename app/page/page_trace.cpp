// SPDX-License-Identifier: MIT
#include "app/page/page_trace.h"

#include "app/chart/number_text.h"
#include "app/spine/question.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/block_trace.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_words.h"
#include "app/subjects/trace/warp_picture.h"

#include <fmt/format.h>

namespace pairscope::page {
namespace {

using app::Json;

/// A film takes at most so many bytes of the page, before it is packed.
constexpr std::size_t most_film_bytes = 20'000;

/// The bytes of a sector by lane: "0:4 1:4 -:24". Lanes in runs, with so many bytes each.
std::string lanes_text(const app::TouchedSector& sector) {
    std::string text;
    for (std::size_t i = 0; i < sector.lane.size();) {
        std::size_t end = i;
        while (end < sector.lane.size() && sector.lane[end] == sector.lane[i]) ++end;
        if (!text.empty()) text += ' ';
        text += sector.lane[i] < 0 ? fmt::format("-:{}", end - i) : fmt::format("{}:{}", sector.lane[i], end - i);
        i = end;
    }
    return text;
}

Json sectors_json(const app::WarpPicture& picture) {
    Json list = Json::array();
    for (const app::TouchedSector& sector : picture.sectors)
        list.push_back(Json::array({sector.row, sector.col, lanes_text(sector)}));
    return list;
}

/// For each bank its words, as [word, lane] one after the other.
Json banks_json(const app::WarpPicture& picture) {
    Json banks = Json::array();
    for (const auto& bank : picture.banks) {
        Json words = Json::array();
        for (const app::BankWord& word : bank) words.push_back({word.word, word.lane});
        banks.push_back(std::move(words));
    }
    return banks;
}

Json request_json(const simt::Trace& trace, const simt::WarpRequest& request) {
    const simt::TraceLine& line = trace.lines.at(request.line);
    const app::WarpPicture picture = app::warp_picture(request, line);
    Json json{{"line", request.line}, {"phase", request.phase}, {"told", app::told(request, line)}};
    Json lanes = Json::array();
    for (int lane = 0; lane < simt::warp_size; ++lane)
        lanes.push_back(request.offset[std::size_t(lane)] < 0 ? std::string() : app::address_of(request, line, lane));
    json["lanes"] = std::move(lanes);
    if (picture.memory == app::WarpPicture::Memory::shared) {
        json["banks"] = banks_json(picture);
        json["free"] = picture.free_words;
    } else {
        json["sectors"] = sectors_json(picture);
        json["texture"] = picture.memory == app::WarpPicture::Memory::texture;
    }
    return json;
}

std::string average(const std::optional<double>& value) { return value ? app::three_digits(*value) : std::string("-"); }

Json rows_json(const std::vector<app::TraceRow>& rows, bool with_code) {
    Json list = Json::array();
    for (const app::TraceRow& row : rows)
        list.push_back({{"line", row.line},
                        {"code", with_code ? app::code_text(row) : row.file},
                        {"access", row.access},
                        {"requests", app::grouped(std::int64_t(row.requests))},
                        {"sectors", average(row.sectors)},
                        {"least", average(row.least)},
                        {"useful", average(row.useful)},
                        {"conflict", row.shared ? app::brief_conflict_text(row) : std::string("-")}});
    return list;
}

Json findings_json(const simt::Trace& trace) {
    Json found = Json::array();
    for (const simt::Finding& finding : trace.findings) found.push_back(simt::describe(finding));
    for (const simt::Finding& warning : trace.warnings)
        found.push_back(fmt::format("Warning: {}", simt::describe(warning)));
    return found;
}

/// `with_code`: the program has the source that was traced, so that lines have their code.
Json trace_json(const profiling::RecordedTrace& recorded, const KernelVariant& variant, bool with_code) {
    const simt::Trace& trace = recorded.trace;
    const auto& block = trace.chosen_block;
    Json json{{"size", app::size_text(trace.workload)},
              {"target", title_of(trace.target)},
              {"launches", app::launches_of(trace)},
              {"traffic", app::traffic_of(trace)},
              {"rows", rows_json(app::trace_rows(trace, variant), with_code)}};
    if (Json found = findings_json(trace); !found.empty()) json["findings"] = std::move(found);
    Json requests = Json::array();
    std::size_t bytes = app::in_one_line(json).size();
    for (const simt::WarpRequest& request : trace.warp) {
        Json one = request_json(trace, request);
        bytes += app::in_one_line(one).size();
        if (bytes > most_film_bytes) break;
        requests.push_back(std::move(one));
    }
    json["film"] =
        fmt::format("These are {} of {} requests of warp {} of block ({}, {}, {}): the first ones, and at most "
                    "{} of each line.",
                    requests.size(), app::grouped(recorded.requests), trace.chosen_warp, block.x, block.y, block.z,
                    app::most_requests_of_line);
    json["requests"] = std::move(requests);
    return json;
}

/// The trace that a recording has, or else one that is made now.
Json trace_of(const std::vector<const profiling::Recording*>& recordings, const KernelVariant& variant,
              const app::Question& question, PageTraces& made, const std::stop_token& stop) {
    for (const profiling::Recording* recording : recordings)
        if (const auto* recorded = app::recorded_trace(*recording, variant.id)) {
            const bool is_same = app::source_match(*recording, variant.id) != app::SourceMatch::other;
            Json json = trace_json(*recorded, variant, is_same);
            json["recorded"] = true;
            if (!is_same) json["of_other_source"] = true;
            return json;
        }
    const auto traced = app::block_trace(variant, question, stop);
    if (const auto* reason = std::get_if<std::string>(&traced)) return {{"why_not", *reason}};
    ++made.made_here;
    return trace_json(std::get<profiling::RecordedTrace>(traced), variant, true);
}

} // namespace

PageTraces traces_of(const std::vector<const profiling::Recording*>& recordings,
                     const std::vector<const KernelVariant*>& variants, const std::stop_token& stop) {
    PageTraces made{.json = Json::object()};
    const auto workload = app::recorded_workload(*recordings.front());
    const WorkloadType* const type = workload ? find_workload(*workload) : nullptr;
    if (type == nullptr || variants.empty()) return made;
    const app::Question question = app::question_to_trace(*type, *recordings.front());
    for (const KernelVariant* variant : variants)
        if (variant->backend == Backend::cuda && variant->workload == type->id)
            made.json[std::string(variant->id)] = trace_of(recordings, *variant, question, made, stop);
    return made;
}

} // namespace pairscope::page

// SPDX-License-Identifier: MIT
#include "app/page/page_trace.h"

#include "app/chart/number_text.h"
#include "app/page/page_parts.h"
#include "app/spine/question.h"
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_film.h"
#include "app/subjects/trace/trace_words.h"
#include "app/subjects/trace/warp_picture.h"
#include "kernels/data/globe.h"
#include "kernels/data/shapes/generators.h"
#include "kernels/data/vectors.h"
#include "kernels/engines/simt/executor.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>

namespace pairscope::page {
namespace {

using app::Json;
using Set = std::shared_ptr<const Dataset>;

constexpr int most_of_line = 3; // requests of each line that the film shows
constexpr std::int64_t most_accesses =
    1'000'000; // then a sample of the blocks is traced, and a page is written in time

/// The first vectors of the recording's own data, or else example data of the workload.
Set few_vectors(const WorkloadType& type, const std::vector<Set>& held, std::size_t set) {
    if (set < held.size() && holds_coordinates(*held[set]) && !counts_coordinates(type.inputs))
        return std::make_shared<const Dataset>(first_rows(*held[set], std::min(traced_rows, held[set]->rows)));
    const bool coordinates = counts_coordinates(type.inputs);
    const std::int64_t rows = coordinates ? type.inputs.rows.least : traced_rows;
    const std::int64_t dims = coordinates ? traced_rows : std::max<std::int64_t>(type.classic.dims, 1);
    if (type.example != nullptr) return std::make_shared<const Dataset>(type.example(int(set), rows, dims, {}));
    return std::make_shared<const Dataset>(generate(GeneratorSettings{.n = traced_rows}));
}

app::Question few(const WorkloadType& type, const profiling::Recording& recording) {
    const std::vector<Set> held = app::recorded_data(recording);
    app::Question question{.workload = type.id};
    question.first = few_vectors(type, held, 0);
    if (type.inputs.sets == 2 && held.size() != 1) question.second = few_vectors(type, held, 1);
    question.parameters = recording.parameters.empty() ? usual_parameters(type) : recording.parameters;
    bring_as_needed_by(type, question.first, question.second);
    return question;
}

/// The first requests of the chosen warp, at most a few of each line, in the order made.
std::vector<const simt::WarpRequest*> film_of(const simt::Trace& trace) {
    std::vector<const simt::WarpRequest*> film;
    std::map<std::size_t, int> shown;
    for (const simt::WarpRequest& request : trace.warp)
        if (++shown[request.line] <= most_of_line) film.push_back(&request);
    return film;
}

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

Json rows_json(const std::vector<app::TraceRow>& rows) {
    Json list = Json::array();
    for (const app::TraceRow& row : rows)
        list.push_back({{"line", row.line},
                        {"code", app::code_text(row)},
                        {"access", row.access},
                        {"requests", app::grouped(std::int64_t(row.requests))},
                        {"sectors", average(row.sectors)},
                        {"least", average(row.least)},
                        {"useful", average(row.useful)},
                        {"conflict", row.shared ? app::brief_conflict_text(row) : std::string("-")}});
    return list;
}

Json trace_json(const simt::Trace& trace, const KernelVariant& variant) {
    const auto& block = trace.chosen_block;
    const std::vector<const simt::WarpRequest*> film = film_of(trace);
    Json json{{"size", app::size_text(trace.workload)},
              {"target", title_of(trace.target)},
              {"launches", app::launches_of(trace)},
              {"traffic", app::traffic_of(trace)},
              {"rows", rows_json(app::trace_rows(trace, variant))}};
    if (!trace.findings.empty() || !trace.warnings.empty()) {
        Json found = Json::array();
        for (const simt::Finding& finding : trace.findings) found.push_back(simt::describe(finding));
        for (const simt::Finding& warning : trace.warnings)
            found.push_back(fmt::format("Warning: {}", simt::describe(warning)));
        json["findings"] = std::move(found);
    }
    Json requests = Json::array();
    std::size_t bytes = app::in_one_line(json).size();
    for (const simt::WarpRequest* request : film) {
        Json one = request_json(trace, *request);
        bytes += app::in_one_line(one).size();
        if (bytes > most_trace_bytes) break;
        requests.push_back(std::move(one));
    }
    json["film"] =
        fmt::format("These are {} of {} requests of warp {} of block ({}, {}, {}): the first ones, and at most "
                    "{} of each line.",
                    requests.size(), app::grouped(std::int64_t(trace.warp.size())), trace.chosen_warp, block.x, block.y,
                    block.z, most_of_line);
    json["requests"] = std::move(requests);
    return json;
}

Json traced(const KernelVariant& variant, const app::Question& question, const std::stop_token& stop) {
    if (const std::string reason = simt::why_not_simulated(variant); !reason.empty()) return {{"why_not", reason}};
    simt::TraceOptions how;
    how.target = variant.writes_linear ? TargetKind::linear : TargetKind::surface;
    how.most_accesses = most_accesses;
    how.stop = stop;
    try {
        const simt::Trace trace = simt::trace(variant, question.inputs(), how);
        if (trace.launches.empty()) return {{"why_not", "it launches nothing for so few vectors"}};
        return trace_json(trace, variant);
    } catch (const std::exception& error) {
        return {{"why_not", error.what()}};
    }
}

} // namespace

Json traces_json(const profiling::Recording& recording, const std::vector<const KernelVariant*>& variants,
                 const std::stop_token& stop) {
    Json traces = Json::object();
    const auto workload = app::recorded_workload(recording);
    const WorkloadType* const type = workload ? find_workload(*workload) : nullptr;
    if (type == nullptr || variants.empty()) return traces;
    const app::Question question = few(*type, recording);
    for (const KernelVariant* variant : variants)
        if (variant->backend == Backend::cuda && variant->workload == type->id)
            traces[std::string(variant->id)] = traced(*variant, question, stop);
    return traces;
}

} // namespace pairscope::page

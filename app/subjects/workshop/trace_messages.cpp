// SPDX-License-Identifier: MIT
#include "app/subjects/workshop/trace_messages.h"

#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <stdexcept>

namespace pairscope::app::workshop {
namespace {

using nlohmann::json;

constexpr std::int64_t most = std::int64_t{1} << 40;

json json_of(const simt::Index3& index) { return json::array({index.x, index.y, index.z}); }

simt::Index3 index_of(const json& message) {
    if (!message.is_array() || message.size() != 3) throw std::runtime_error("an index has three numbers");
    return {message[0].get<unsigned>(), message[1].get<unsigned>(), message[2].get<unsigned>()};
}

simt::FindingKind kind_of(const std::string& name) {
    for (int kind = 0; kind <= static_cast<int>(simt::FindingKind::left_barrier); ++kind)
        if (name == name_of(static_cast<simt::FindingKind>(kind))) return static_cast<simt::FindingKind>(kind);
    throw std::runtime_error(fmt::format("there is no finding {}", name));
}

simt::Finding finding_of(const json& message) {
    return {.kind = kind_of(message.at("kind").get<std::string>()),
            .file = message.at("file").get<std::string>(),
            .line = static_cast<int>(whole(message, "line", 0, 1 << 30)),
            .block = index_of(message.at("block")),
            .thread = index_of(message.at("thread")),
            .told = message.at("told").get<std::string>(),
            .count = whole(message, "count", 1, most)};
}

/// A count, which is scaled where blocks were sampled.
double count_in(const json& message, const char* name) {
    const double value = message.at(name).get<double>();
    if (!std::isfinite(value) || value < 0.0) throw std::runtime_error(fmt::format("{} is {}", name, value));
    return value;
}

json json_of(const simt::TraceLine& line) {
    return {{"file", line.file},
            {"line", line.line},
            {"kind", static_cast<int>(line.kind)},
            {"bytes_per_lane", line.bytes_per_lane},
            {"requests", line.requests},
            {"lanes", line.lanes},
            {"sectors", line.sectors},
            {"useful_bytes", line.useful_bytes},
            {"wavefronts", line.wavefronts},
            {"needed", line.needed}};
}

simt::TraceLine line_of(const json& message) {
    return {.file = message.at("file").get<std::string>(),
            .line = static_cast<int>(whole(message, "line", 0, 1 << 30)),
            .kind = static_cast<simt::AccessKind>(
                whole(message, "kind", 0, static_cast<int>(simt::AccessKind::surface_store))),
            .bytes_per_lane = static_cast<int>(whole(message, "bytes_per_lane", 0, 1 << 10)),
            .requests = count_in(message, "requests"),
            .lanes = count_in(message, "lanes"),
            .sectors = count_in(message, "sectors"),
            .useful_bytes = count_in(message, "useful_bytes"),
            .wavefronts = count_in(message, "wavefronts"),
            .needed = count_in(message, "needed")};
}

json json_of(const simt::WarpRequest& request) {
    return {{"line", request.line},       {"warp", request.warp},
            {"phase", request.phase},     {"memory", request.memory},
            {"offset", request.offset},   {"texel_bytes", request.texel_bytes},
            {"sectors", request.sectors}, {"wavefronts", request.wavefronts}};
}

simt::WarpRequest request_of(const json& message, std::size_t lines) {
    simt::WarpRequest request{
        .line = static_cast<std::size_t>(whole(message, "line", 0, static_cast<std::int64_t>(lines) - 1)),
        .warp = static_cast<int>(whole(message, "warp", 0, 1 << 20)),
        .phase = static_cast<int>(whole(message, "phase", 0, 1 << 30)),
        .memory = message.at("memory").get<std::string>(),
        .texel_bytes = static_cast<int>(whole(message, "texel_bytes", 0, 64)),
        .sectors = static_cast<int>(whole(message, "sectors", 0, 1 << 20)),
        .wavefronts = static_cast<int>(whole(message, "wavefronts", 0, 1 << 20))};
    const json& offsets = message.at("offset");
    if (!offsets.is_array() || offsets.size() != request.offset.size()) throw std::runtime_error("a warp has 32 lanes");
    for (std::size_t lane = 0; lane < request.offset.size(); ++lane)
        request.offset[lane] = offsets[lane].get<std::int64_t>();
    return request;
}

json json_of(const simt::TracedLaunch& launch) {
    return {{"kernel", launch.kernel},        {"grid", json_of(launch.grid)},
            {"block", json_of(launch.block)}, {"shared_bytes", launch.shared_bytes},
            {"blocks", launch.blocks},        {"blocks_traced", launch.blocks_traced}};
}

simt::TracedLaunch launch_of(const json& message) {
    return {.kernel = message.at("kernel").get<std::string>(),
            .grid = index_of(message.at("grid")),
            .block = index_of(message.at("block")),
            .shared_bytes = whole(message, "shared_bytes", 0, most),
            .blocks = whole(message, "blocks", 0, most),
            .blocks_traced = whole(message, "blocks_traced", 0, most)};
}

template <class Values> json list_of(const Values& values) {
    json list = json::array();
    for (const auto& value : values) list.push_back(json_of(value));
    return list;
}

json json_of(const simt::Trace& trace) {
    return {{"variant", trace.variant_id},
            {"workload", trace.workload.type},
            {"is_surface", trace.target == TargetKind::surface},
            {"size", {trace.workload.rows, trace.workload.cols, trace.workload.dims}},
            {"launches", list_of(trace.launches)},
            {"lines", list_of(trace.lines)},
            {"findings", workshop::json_of(trace.findings)},
            {"warnings", workshop::json_of(trace.warnings)},
            {"chosen_block", json_of(trace.chosen_block)},
            {"chosen_warp", trace.chosen_warp},
            {"warp", list_of(trace.warp)},
            {"requests", list_of(trace.block)},
            {"out_pitch", trace.out_pitch},
            {"entry_bytes", trace.entry_bytes},
            {"seconds", trace.seconds},
            {"left_launches_out", trace.left_launches_out}};
}

std::int64_t size_in(const json& sizes, std::size_t place) {
    const auto value = sizes.at(place).get<std::int64_t>();
    if (value < 0 || value > most) throw std::runtime_error("a size is outside of its range");
    return value;
}

simt::Trace trace_of(const json& message) {
    const json& size = message.at("size");
    const WorkloadType* const type = find_workload(message.at("workload").get<std::string>());
    if (type == nullptr) throw std::runtime_error("its workload does not exist");
    simt::Trace trace;
    trace.variant_id = message.at("variant").get<std::string>();
    trace.workload = {.type = type->id, .rows = size_in(size, 0), .cols = size_in(size, 1), .dims = size_in(size, 2)};
    trace.target = message.at("is_surface").get<bool>() ? TargetKind::surface : TargetKind::linear;
    for (const json& launch : message.at("launches")) trace.launches.push_back(launch_of(launch));
    for (const json& line : message.at("lines")) trace.lines.push_back(line_of(line));
    trace.findings = findings_of(message.at("findings"));
    trace.warnings = findings_of(message.at("warnings"));
    trace.chosen_block = index_of(message.at("chosen_block"));
    trace.chosen_warp = static_cast<int>(whole(message, "chosen_warp", 0, 1 << 20));
    for (const json& request : message.at("warp")) trace.warp.push_back(request_of(request, trace.lines.size()));
    for (const json& request : message.at("requests")) trace.block.push_back(request_of(request, trace.lines.size()));
    trace.out_pitch = whole(message, "out_pitch", 0, most);
    trace.entry_bytes = whole(message, "entry_bytes", 0, 64);
    trace.seconds = count_in(message, "seconds");
    trace.left_launches_out = message.at("left_launches_out").get<bool>();
    return trace;
}

} // namespace

std::int64_t whole(const json& message, const char* name, std::int64_t least, std::int64_t greatest) {
    const json& value = message.at(name);
    if (!value.is_number_integer() || value < least || value > greatest)
        throw std::runtime_error(fmt::format("{} is {}", name, value.dump()));
    return value.get<std::int64_t>();
}

json json_of(const std::vector<simt::Finding>& findings) {
    json list = json::array();
    for (const simt::Finding& finding : findings)
        list.push_back({{"kind", name_of(finding.kind)},
                        {"file", finding.file},
                        {"line", finding.line},
                        {"block", json_of(finding.block)},
                        {"thread", json_of(finding.thread)},
                        {"told", finding.told},
                        {"count", finding.count}});
    return list;
}

std::vector<simt::Finding> findings_of(const json& message) {
    std::vector<simt::Finding> findings;
    for (const json& finding : message) findings.push_back(finding_of(finding));
    return findings;
}

json json_of(const simt::EntryWriter& writer) {
    return {{"block", json_of(writer.block)},
            {"thread", json_of(writer.thread)},
            {"file", writer.file},
            {"line", writer.line}};
}

simt::EntryWriter writer_of(const json& message) {
    return {.block = index_of(message.at("block")),
            .thread = index_of(message.at("thread")),
            .file = message.at("file").get<std::string>(),
            .line = static_cast<int>(whole(message, "line", 0, 1 << 30))};
}

/// Values travel as their bits, because there is no NaN in JSON.
json json_of(const simt::TracedEntries& traced) {
    json places = json::array(), values = json::array();
    for (const MatrixEntry& place : traced.places) places.push_back({place.row, place.col});
    for (const float value : traced.values) values.push_back(std::bit_cast<std::uint32_t>(value));
    return {{"trace", json_of(traced.trace)}, {"places", std::move(places)}, {"values", std::move(values)}};
}

simt::TracedEntries traced_of(const json& message) {
    simt::TracedEntries traced{.trace = trace_of(message.at("trace")), .places = {}, .values = {}};
    for (const json& place : message.at("places"))
        traced.places.push_back({place.at(0).get<std::int32_t>(), place.at(1).get<std::int32_t>()});
    for (const json& value : message.at("values"))
        traced.values.push_back(std::bit_cast<float>(value.get<std::uint32_t>()));
    if (traced.places.size() != traced.values.size()) throw std::runtime_error("it has not one value for each place");
    return traced;
}

} // namespace pairscope::app::workshop

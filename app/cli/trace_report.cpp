// SPDX-License-Identifier: MIT
#include "app/cli/trace_report.h"

#include "app/cli/data_json.h"
#include "app/cli/output.h"
#include "app/model/numbers.h"
#include "app/model/tracing.h"
#include "kernels/core/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pairscope::cli {
namespace {

constexpr std::size_t longest_code = 56;

/// Absent is a dash, never a zero.
std::string decimals(const std::optional<double>& value, int places) {
    return value ? fmt::format("{:.{}f}", *value, places) : "-";
}

std::string count(double value) { return app::grouped(std::llround(value)); }

std::string text_of(const simt::Index3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string code_of(const app::TraceRow& row) {
    if (row.code.empty()) return row.file;
    if (row.code.size() <= longest_code) return row.code;
    return row.code.substr(0, longest_code - 3) + "...";
}

std::string table_of(const TraceReport& report) {
    using enum TextTable::Align;
    TextTable table({{"line", right},
                     {"source"},
                     {"access"},
                     {"requests", right},
                     {"sectors/request", right},
                     {"used of 32 B", right},
                     {"touched", right},
                     {"wavefronts/request", right},
                     {"conflicts", right}});
    for (const app::TraceRow& row : app::trace_rows(report.trace, report.variant))
        table.add({fmt::format("{}", row.line), code_of(row), row.access, count(row.requests), decimals(row.sectors, 2),
                   decimals(row.useful, 1), row.bytes ? app::bytes_text(*row.bytes) : "-", decimals(row.ways, 2),
                   row.conflicts ? count(*row.conflicts) : "-"});
    return table.text();
}

/// "lane 0 at 8 192, lane 1 at ...": runs of equal steps are told as one.
std::string addresses_of(const simt::WarpRequest& request, bool surface) {
    std::vector<std::string> parts;
    for (const std::int64_t offset : request.offset)
        parts.push_back(offset < 0 ? "-"
                        : surface  ? fmt::format("{}:{}", offset >> 32, offset & 0xffffffff)
                                   : fmt::format("{}", offset));
    return fmt::format("{}", fmt::join(parts, " "));
}

bool is_surface(simt::AccessKind kind) {
    return kind == simt::AccessKind::surface_load || kind == simt::AccessKind::surface_store;
}

std::string warp_of(const simt::Trace& trace) {
    std::string text = fmt::format("\nwarp {} of block {}, its requests in order; an address a lane [B], of a texture "
                                   "row:byte\n",
                                   trace.chosen_warp, text_of(trace.chosen_block));
    for (const simt::WarpRequest& request : trace.warp) {
        const simt::TraceLine& line = trace.lines[request.line];
        text += fmt::format("line {} {} {}, {}: {}\n", line.line, name_of(line.kind), request.memory,
                            is_shared(line.kind) ? fmt::format("{} wavefronts", request.wavefronts)
                                                 : fmt::format("{} sectors", request.sectors),
                            addresses_of(request, is_surface(line.kind)));
    }
    return text;
}

nlohmann::ordered_json json_of(const simt::Index3& index) { return {index.x, index.y, index.z}; }

nlohmann::ordered_json value_of(const std::optional<double>& value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

nlohmann::ordered_json lines_json(const TraceReport& report) {
    auto list = nlohmann::ordered_json::array();
    const auto rows = app::trace_rows(report.trace, report.variant);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const simt::TraceLine& line = report.trace.lines[i];
        list.push_back({{"file", line.file},
                        {"line", line.line},
                        {"code", rows[i].code},
                        {"kind", name_of(line.kind)},
                        {"bytes_per_lane", line.bytes_per_lane},
                        {"requests", line.requests},
                        {"lanes", line.lanes},
                        {"sectors", rows[i].shared ? nlohmann::ordered_json() : nlohmann::ordered_json(line.sectors)},
                        {"sectors_per_request", value_of(rows[i].sectors)},
                        {"useful_bytes_per_sector", value_of(rows[i].useful)},
                        {"bytes", value_of(rows[i].bytes)},
                        {"wavefronts_per_request", value_of(rows[i].ways)},
                        {"conflicts", value_of(rows[i].conflicts)}});
    }
    return list;
}

nlohmann::ordered_json findings_json(const simt::Trace& trace) {
    auto list = nlohmann::ordered_json::array();
    for (const simt::Finding& finding : trace.findings)
        list.push_back({{"kind", name_of(finding.kind)},
                        {"file", finding.file},
                        {"line", finding.line},
                        {"block", json_of(finding.block)},
                        {"thread", json_of(finding.thread)},
                        {"message", finding.told},
                        {"count", finding.count}});
    return list;
}

nlohmann::ordered_json warp_json(const simt::Trace& trace) {
    auto requests = nlohmann::ordered_json::array();
    for (const simt::WarpRequest& request : trace.warp)
        requests.push_back({{"line", request.line},
                            {"memory", request.memory},
                            {"texel_bytes", request.texel_bytes > 0 ? nlohmann::ordered_json(request.texel_bytes)
                                                                    : nlohmann::ordered_json()},
                            {"sectors", request.sectors},
                            {"wavefronts", request.wavefronts},
                            {"offsets", request.offset}});
    return {{"block", json_of(trace.chosen_block)}, {"warp", trace.chosen_warp}, {"requests", std::move(requests)}};
}

} // namespace

std::string text_of(const TraceReport& report) {
    const simt::Trace& trace = report.trace;
    std::string text = fmt::format(
        "{} of {}, simulated: executed on the CPU, written into {}\n"
        "grid {} of blocks {}{}, {}\n\n{}\n",
        short_name(trace.variant_id), describe(*report.data.dataset),
        trace.target == TargetKind::surface ? "a texture" : "linear memory", text_of(trace.grid), text_of(trace.block),
        trace.shared_bytes > 0 ? fmt::format(", {} B of shared memory", trace.shared_bytes) : "",
        app::coverage_of(trace), table_of(report));
    for (const std::string& sentence : app::traffic_of(trace)) text += sentence + "\n";
    if (trace.findings.empty()) text += "no faults found\n";
    for (const simt::Finding& finding : trace.findings) text += describe(finding) + "\n";
    if (report.warp) text += warp_of(trace);
    return text;
}

std::string csv_of(const TraceReport& report) {
    std::string text =
        "file,line,kind,bytes_per_lane,requests,sectors,useful_bytes,wavefronts,needed_wavefronts,code\n";
    const auto rows = app::trace_rows(report.trace, report.variant);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const simt::TraceLine& line = report.trace.lines[i];
        const std::string global =
            rows[i].shared ? "," : fmt::format("{:.10g},{:.10g}", line.sectors, line.useful_bytes);
        const std::string shared = rows[i].shared ? fmt::format("{:.10g},{:.10g}", line.wavefronts, line.needed) : ",";
        text += fmt::format("{},{},{},{},{:.10g},{},{},{}\n", csv_field(line.file), line.line, name_of(line.kind),
                            line.bytes_per_lane, line.requests, global, shared, csv_field(rows[i].code));
    }
    return text;
}

std::string json_of(const TraceReport& report) {
    const simt::Trace& trace = report.trace;
    nlohmann::ordered_json json{{"version", PAIRSCOPE_VERSION},
                                {"provenance", "simulated"},
                                {"variant", trace.variant_id},
                                {"target", name_of(trace.target)},
                                {"data", data_json(report.data)},
                                {"grid", json_of(trace.grid)},
                                {"block", json_of(trace.block)},
                                {"shared_bytes", trace.shared_bytes},
                                {"blocks", trace.blocks},
                                {"blocks_traced", trace.blocks_traced},
                                {"scaled", trace.blocks_traced < trace.blocks},
                                {"lines", lines_json(report)},
                                {"findings", findings_json(trace)}};
    if (report.warp) json["warp"] = warp_json(trace);
    return dumped(json);
}

} // namespace pairscope::cli

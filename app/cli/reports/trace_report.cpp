// SPDX-License-Identifier: MIT
#include "app/cli/reports/trace_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/data_json.h"
#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_words.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace pairscope::cli {
namespace {

using app::Json;

constexpr std::size_t longest_code = 56;

/// Absent is a dash, never a zero.
std::string decimals(const std::optional<double>& value, int places) {
    return value ? fmt::format("{:.{}f}", *value, places) : "-";
}

std::string count(double value) { return app::grouped(std::llround(value)); }

std::string text_of(const simt::Index3& index) { return fmt::format("({}, {}, {})", index.x, index.y, index.z); }

std::string code_of(const app::TraceRow& row) {
    const std::string code = app::code_text(row);
    return code.size() <= longest_code ? code : code.substr(0, longest_code - 3) + "...";
}

/// A line of the source: as the executor counted it, and as a user reads it.
struct TracedLine {
    const simt::TraceLine& counted;
    const app::TraceRow& row;
};

Json of_global_memory(const TracedLine& line, double value) { return line.row.shared ? Json() : Json(value); }
Json of_shared_memory(const TracedLine& line, double value) { return line.row.shared ? Json(value) : Json(); }

using LineColumn = app::TableColumn<TracedLine>;
using app::Programs;
constexpr std::array all_line_columns{
    LineColumn{.key = "file", .value = [](const TracedLine& line) { return Json(line.counted.file); }},
    LineColumn{.title = "line",
               .key = "line",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return fmt::format("{}", line.row.line); },
               .value = [](const TracedLine& line) { return Json(line.counted.line); }},
    LineColumn{.title = "source", .text = [](const TracedLine& line) { return code_of(line.row); }},
    LineColumn{.title = "access",
               .key = "kind",
               .text = [](const TracedLine& line) { return line.row.access; },
               .value = [](const TracedLine& line) { return Json(name_of(line.counted.kind)); }},
    LineColumn{.key = "bytes_per_lane",
               .value = [](const TracedLine& line) { return Json(line.counted.bytes_per_lane); }},
    LineColumn{.title = "requests",
               .key = "requests",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return count(line.row.requests); },
               .value = [](const TracedLine& line) { return Json(line.counted.requests); }},
    LineColumn{.key = "lanes",
               .value = [](const TracedLine& line) { return Json(line.counted.lanes); },
               .programs = Programs::json},
    LineColumn{.key = "sectors",
               .value = [](const TracedLine& line) { return of_global_memory(line, line.counted.sectors); }},
    LineColumn{.title = "sectors/request",
               .key = "sectors_per_request",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return decimals(line.row.sectors, 2); },
               .value = [](const TracedLine& line) { return app::or_null(line.row.sectors); },
               .programs = Programs::json},
    LineColumn{.title = "used of 32 B",
               .key = "useful_bytes_per_sector",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return decimals(line.row.useful, 1); },
               .value = [](const TracedLine& line) { return app::or_null(line.row.useful); },
               .programs = Programs::json},
    LineColumn{.title = "touched",
               .key = "bytes",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return line.row.bytes ? app::bytes_text(*line.row.bytes) : "-"; },
               .value = [](const TracedLine& line) { return app::or_null(line.row.bytes); },
               .programs = Programs::json},
    LineColumn{.key = "useful_bytes",
               .value = [](const TracedLine& line) { return of_global_memory(line, line.counted.useful_bytes); },
               .programs = Programs::csv},
    LineColumn{.key = "wavefronts",
               .value = [](const TracedLine& line) { return of_shared_memory(line, line.counted.wavefronts); },
               .programs = Programs::csv},
    LineColumn{.key = "needed_wavefronts",
               .value = [](const TracedLine& line) { return of_shared_memory(line, line.counted.needed); },
               .programs = Programs::csv},
    LineColumn{.title = "wavefronts/request",
               .key = "wavefronts_per_request",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return decimals(line.row.ways, 2); },
               .value = [](const TracedLine& line) { return app::or_null(line.row.ways); },
               .programs = Programs::json},
    LineColumn{.title = "conflicts",
               .key = "conflicts",
               .align = app::Align::right,
               .text = [](const TracedLine& line) { return line.row.conflicts ? count(*line.row.conflicts) : "-"; },
               .value = [](const TracedLine& line) { return app::or_null(line.row.conflicts); },
               .programs = Programs::json},
    LineColumn{.key = "code", .value = [](const TracedLine& line) { return Json(line.row.code); }}};
constexpr std::span<const LineColumn> line_columns = all_line_columns;

/// The lines of a report, which refer to `rows`.
std::vector<TracedLine> lines_of(const TraceReport& report, const std::vector<app::TraceRow>& rows) {
    std::vector<TracedLine> lines;
    for (std::size_t i = 0; i < rows.size(); ++i) lines.push_back({report.trace.lines[i], rows[i]});
    return lines;
}

std::vector<app::TraceRow> rows_of(const TraceReport& report) { return app::trace_rows(report.trace, report.variant); }

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
    std::string text = fmt::format(
        "\nwarp {} of block {}: its requests in order, with one address per lane in bytes (in a texture, row:byte)\n",
        trace.chosen_warp, text_of(trace.chosen_block));
    for (const simt::WarpRequest& request : trace.warp) {
        const simt::TraceLine& line = trace.lines[request.line];
        text += fmt::format("line {} {} {}, {}: {}\n", line.line, name_of(line.kind), request.memory,
                            is_shared(line.kind) ? counted(request.wavefronts, "wavefront")
                                                 : counted(request.sectors, "sector"),
                            addresses_of(request, is_surface(line.kind)));
    }
    return text;
}

Json json_of(const simt::Index3& index) { return {index.x, index.y, index.z}; }

Json launches_json(const simt::Trace& trace) {
    auto list = Json::array();
    for (const simt::TracedLaunch& launch : trace.launches)
        list.push_back({{"kernel", app::or_null(launch.kernel)},
                        {"grid", json_of(launch.grid)},
                        {"block", json_of(launch.block)},
                        {"shared_bytes", launch.shared_bytes},
                        {"blocks", launch.blocks},
                        {"blocks_traced", launch.blocks_traced}});
    return list;
}

Json findings_json(const std::vector<simt::Finding>& findings) {
    auto list = Json::array();
    for (const simt::Finding& finding : findings)
        list.push_back({{"kind", name_of(finding.kind)},
                        {"file", finding.file},
                        {"line", finding.line},
                        {"block", json_of(finding.block)},
                        {"thread", json_of(finding.thread)},
                        {"message", finding.told},
                        {"count", finding.count}});
    return list;
}

Json warp_json(const simt::Trace& trace) {
    auto requests = Json::array();
    for (const simt::WarpRequest& request : trace.warp)
        requests.push_back({{"line", request.line},
                            {"memory", request.memory},
                            {"texel_bytes", request.texel_bytes > 0 ? Json(request.texel_bytes) : Json()},
                            {"sectors", request.sectors},
                            {"wavefronts", request.wavefronts},
                            {"offsets", request.offset}});
    return {{"block", json_of(trace.chosen_block)}, {"warp", trace.chosen_warp}, {"requests", std::move(requests)}};
}

} // namespace

std::string text_of(const TraceReport& report) {
    const simt::Trace& trace = report.trace;
    const auto rows = rows_of(report);
    std::string text = fmt::format(
        "{} of {}, simulated: executed on the CPU, written into {}\n{}\n\n{}\n", short_name(trace.variant_id),
        describe(report.data), trace.target == TargetKind::surface ? "a texture" : "linear memory",
        fmt::join(app::launches_of(trace), "\n"), text_table(line_columns, lines_of(report, rows)));
    for (const std::string& sentence : app::traffic_of(trace)) text += sentence + "\n";
    if (trace.findings.empty()) text += "no faults found\n";
    for (const simt::Finding& finding : trace.findings) text += describe(finding) + "\n";
    for (const simt::Finding& warning : trace.warnings) text += fmt::format("Warning: {}\n", describe(warning));
    if (report.warp) text += warp_of(trace);
    return text;
}

std::string csv_of(const TraceReport& report) {
    constexpr int digits = 10; // counts of large grids
    const auto rows = rows_of(report);
    return rows_csv(line_columns, lines_of(report, rows), digits);
}

double bytes_in_sectors(const simt::Trace& trace) {
    double sectors = 0.0;
    for (const simt::TraceLine& line : trace.lines) sectors += line.sectors; // 0 for shared memory
    return simt::sector_bytes * sectors;
}

double shared_wavefronts(const simt::Trace& trace) {
    double wavefronts = 0.0;
    for (const simt::TraceLine& line : trace.lines) wavefronts += line.wavefronts; // 0 for other memory
    return wavefronts;
}

Json value_of(const TraceReport& report) {
    const simt::Trace& trace = report.trace;
    const auto rows = rows_of(report);
    Json json{{"version", PAIRSCOPE_VERSION},
              {"provenance", name_of(profiling::Provenance::simulated)},
              {"variant", trace.variant_id},
              {"target", name_of(trace.target)},
              {"data", data_json(report.data)},
              {"grid", json_of(trace.first_launch().grid)},
              {"block", json_of(trace.first_launch().block)},
              {"shared_bytes", trace.first_launch().shared_bytes},
              {"blocks", trace.blocks()},
              {"blocks_traced", trace.blocks_traced()},
              {"scaled", trace.blocks_traced() < trace.blocks()},
              {"launches", launches_json(trace)},
              {"lines", rows_json(line_columns, lines_of(report, rows))},
              {"findings", findings_json(trace.findings)},
              {"warnings", findings_json(trace.warnings)}};
    if (report.warp) json["warp"] = warp_json(trace);
    return json;
}

std::string json_of(const TraceReport& report) { return dumped(value_of(report)); }

} // namespace pairscope::cli

// SPDX-License-Identifier: MIT
#include "app/cli/reports/inside/source_report.h"

#include "app/cli/reports/output.h"
#include "app/spine/commands.h"
#include "app/subjects/source/code_rows.h"
#include "app/subjects/trace/trace.h"
#include "kernels/data/text.h"
#include "kernels/ladder/kernel_place.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/code_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <vector>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::CodePlace;
using profiling::CodePlaces;

/// "target_types.cuh:26, coalesced.cu:30": the line, and where it was inlined.
std::string place_text(const CodePlaces& places) {
    std::vector<std::string> texts;
    for (const CodePlace& place : places)
        texts.push_back(fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line));
    return fmt::format("{}", fmt::join(texts, ", "));
}

std::string architecture_of(const profiling::MachineCode& code) {
    return code.sass.architecture.empty() ? fmt::format("sm_{}", code.architecture) : code.sass.architecture;
}

std::string code_of(const KernelVariant& variant, const CodePlace& place) {
    const bool own = place.file == variant.source;
    return std::string(app::line_of_text(own ? variant.source_text : text_of_source(place.file), place.line));
}

std::string lines_text(const SourceReport& report) {
    TextTable table({{"file", app::Align::left},
                     {"line", app::Align::right},
                     {"SASS", app::Align::right},
                     {"PTX", app::Align::right},
                     {"source", app::Align::left}});
    for (const profiling::CodeLine& line : code_lines(report.code.sass, report.code.ptx)) {
        const std::string code = code_of(report.variant, line.place);
        if (code.empty()) continue; // a header of the toolkit
        table.add({std::filesystem::path(line.place.file).filename().string(), fmt::format("{}", line.place.line),
                   report.code.sass.instructions.empty() ? "-" : fmt::format("{}", line.sass),
                   report.code.ptx.empty() ? "-" : fmt::format("{}", line.ptx), code});
    }
    return table.text();
}

/// Instructions in a loop are indented by one bar per loop.
std::string sass_text(const profiling::MachineCode& code) {
    TextTable table({{"offset", app::Align::right}, {"SASS", app::Align::left}, {"source", app::Align::left}});
    const std::vector<int> depths = loop_depths(code.sass);
    for (std::size_t i = 0; i < code.sass.instructions.size(); ++i) {
        const profiling::SassInstruction& instruction = code.sass.instructions[i];
        std::string bars;
        for (int depth = 0; depth < depths[i]; ++depth) bars += "| ";
        if (!instruction.label.empty()) table.add({"", bars + instruction.label + ":"});
        table.add({fmt::format("{:04x}", instruction.offset), bars + instruction.text, place_text(instruction.places)});
    }
    return table.text();
}

std::string ptx_text(const profiling::MachineCode& code) {
    TextTable table({{"PTX", app::Align::left}, {"source", app::Align::left}});
    for (const profiling::PtxLine& line : code.ptx) {
        const bool is_label = line.text.ends_with(':');
        table.add({is_label ? line.text : "  " + line.text, is_label ? "" : place_text(line.places)});
    }
    return table.text();
}

Json json_of(const CodePlaces& places) {
    auto list = Json::array();
    for (const CodePlace& place : places) list.push_back({{"file", place.file}, {"line", place.line}});
    return list;
}

Json sass_json(const profiling::MachineCode& code) {
    auto list = Json::array();
    const std::vector<int> depths = loop_depths(code.sass);
    for (std::size_t i = 0; i < code.sass.instructions.size(); ++i) {
        const profiling::SassInstruction& instruction = code.sass.instructions[i];
        list.push_back({{"offset", instruction.offset},
                        {"text", instruction.text},
                        {"label", app::or_null(instruction.label)},
                        {"target", app::or_null(instruction.target)},
                        {"loops", depths[i]},
                        {"places", json_of(instruction.places)}});
    }
    return list;
}

Json ptx_json(const profiling::MachineCode& code) {
    auto list = Json::array();
    for (const profiling::PtxLine& line : code.ptx)
        list.push_back({{"text", line.text}, {"places", json_of(line.places)}});
    return list;
}

Json loops_json(const profiling::SassKernel& sass) {
    auto list = Json::array();
    for (const profiling::SassLoop& loop : sass.loops)
        list.push_back({{"first", sass.instructions[loop.first].offset},
                        {"last", sass.instructions[loop.last].offset},
                        {"loops", loop.depth}});
    return list;
}

Json lines_json(const SourceReport& report) {
    auto list = Json::array();
    const bool has_sass = !report.code.sass.instructions.empty();
    for (const profiling::CodeLine& line : code_lines(report.code.sass, report.code.ptx))
        list.push_back({{"file", line.place.file},
                        {"line", line.place.line},
                        {"sass", has_sass ? Json(line.sass) : Json()},
                        {"ptx", report.code.ptx.empty() ? Json() : Json(line.ptx)},
                        {"code", app::or_null(code_of(report.variant, line.place))}});
    return list;
}

} // namespace

std::string text_of(const SourceReport& report) {
    const profiling::MachineCode& code = report.code;
    std::string text =
        fmt::format("{} in {}, {} for {}\n{}", short_name(report.variant.id), kernel_place(report.variant).path,
                    profiling::brief_name(code.kernel.name), architecture_of(code), app::needs_of(code) + "\n");
    if (const std::size_t others = report.compiled.kernels.size() - 1; others > 0)
        text += fmt::format("--kernel NUMBER shows one of the other {}, which --json lists\n",
                            counted(std::int64_t(others), "kernel"));
    if (report.occupancy) text += "\n" + text_of(*report.occupancy);
    if (!report.sass && !report.ptx && !report.occupancy) text += "\n" + lines_text(report);
    if (report.sass && !code.sass.instructions.empty()) text += "\n" + sass_text(code);
    if (report.ptx && !code.ptx.empty()) text += "\n" + ptx_text(code);
    return text;
}

std::string json_of(const SourceReport& report) {
    const profiling::MachineCode& code = report.code;
    const bool has_sass = !code.sass.instructions.empty();
    const profiling::LocalAccesses local = local_accesses(code.sass);
    auto kernels = Json::array();
    for (const profiling::CubinKernel& kernel : report.compiled.kernels)
        kernels.push_back(profiling::brief_name(kernel.name));
    Json json{{"version", PAIRSCOPE_VERSION},
              {"variant", report.variant.id},
              {"file", kernel_place(report.variant).path},
              {"kernel", profiling::brief_name(code.kernel.name)},
              {"symbol", code.kernel.symbol},
              {"architecture", architecture_of(code)},
              {"kernels", std::move(kernels)},
              {"registers", app::or_null(code.kernel.registers)},
              {"static_shared_bytes", code.kernel.shared_bytes},
              {"local_bytes", app::or_null(code.kernel.stack_bytes)},
              {"local_loads", has_sass ? Json(local.loads) : Json()},
              {"local_stores", has_sass ? Json(local.stores) : Json()},
              {"code_bytes", code.kernel.code_bytes},
              {"disassembler", has_sass ? Json(code.tool) : Json()},
              {"why_no_sass", app::or_null(code.why_no_sass)},
              {"lines", lines_json(report)}};
    if (report.sass) {
        json["loops"] = loops_json(code.sass);
        json["sass"] = sass_json(code);
    }
    if (report.ptx) json["ptx"] = ptx_json(code);
    if (report.occupancy) json["occupancy"] = json_of(*report.occupancy);
    return app::dumped(json);
}

} // namespace pairscope::cli

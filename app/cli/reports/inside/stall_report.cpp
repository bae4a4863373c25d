// SPDX-License-Identifier: MIT
#include "app/cli/reports/inside/stall_report.h"

#include "app/chart/number_text.h"
#include "app/cli/reports/output.h"
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <filesystem>

namespace pairscope::cli {
namespace {

using app::Json;
using profiling::CodePlace;
using profiling::LineStalls;
using profiling::StalledPc;
using profiling::StallSamples;

constexpr std::size_t shown_reasons = 3, longest_line = 56;

double share(std::uint64_t part, std::uint64_t all) { return all > 0 ? double(part) / double(all) : 0.0; }

std::string code_at(const ProfileReport& report, const CodePlace& place) {
    if (place.line <= 0) return {};
    const bool own = place.file == report.variant.source;
    return std::string(app::line_of_text(own ? report.variant.source_text : text_of_source(place.file), place.line));
}

std::string file_text(const CodePlace& place) {
    if (place.line <= 0) return "no known line";
    return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

/// "long_scoreboard 61 %, barrier 20 %"
std::string reasons_text(const StallSamples& samples, const LineStalls& line) {
    std::string text;
    const auto reasons = sorted_reasons(samples, line.counts);
    for (std::size_t i = 0; i < std::min(reasons.size(), shown_reasons); ++i)
        text += fmt::format("{}{} {:.0f} %", text.empty() ? "" : ", ", samples.reasons[reasons[i]],
                            100.0 * share(line.counts[reasons[i]], line.samples));
    return text;
}

/// The instruction itself, where the disassembler printed it.
const profiling::SassInstruction* instruction_of(const ProfileReport& report, const StalledPc& pc) {
    for (const profiling::MachineCode& code : report.code) {
        if (code.kernel.symbol != pc.function) continue;
        const auto& all = code.sass.instructions;
        const auto found = std::ranges::lower_bound(all, pc.offset, {}, &profiling::SassInstruction::offset);
        if (found != all.end() && found->offset == pc.offset) return &*found;
    }
    return nullptr;
}

Json counts_json(const StallSamples& samples, const std::vector<std::uint64_t>& counts) {
    Json json = Json::object();
    for (const std::size_t reason : sorted_reasons(samples, counts)) json[samples.reasons[reason]] = counts[reason];
    return json;
}

Json lines_json(const ProfileReport& report, const StallSamples& samples, std::uint64_t all) {
    auto list = Json::array();
    for (const LineStalls& line : stalls_of_lines(samples)) {
        const bool known = line.place.line > 0;
        list.push_back({{"file", known ? Json(line.place.file) : Json()},
                        {"line", known ? Json(line.place.line) : Json()},
                        {"samples", line.samples},
                        {"share", share(line.samples, all)},
                        {"share_error", profiling::error_of_share(line.samples, all)},
                        {"reasons", counts_json(samples, line.counts)},
                        {"code", app::or_null(code_at(report, line.place))}});
    }
    return list;
}

Json instructions_json(const ProfileReport& report, const StallSamples& samples) {
    auto list = Json::array();
    for (const StalledPc& pc : samples.pcs) {
        const profiling::SassInstruction* const instruction = instruction_of(report, pc);
        const bool known = pc.place.line > 0;
        list.push_back({{"function", pc.function},
                        {"offset", pc.offset},
                        {"sass", instruction == nullptr ? Json() : Json(instruction->text)},
                        {"file", known ? Json(pc.place.file) : Json()},
                        {"line", known ? Json(pc.place.line) : Json()},
                        {"samples", profiling::total(pc.counts)},
                        {"reasons", counts_json(samples, pc.counts)}});
    }
    return list;
}

} // namespace

std::string stalls_text(const ProfileReport& report) {
    if (!report.stalls || !report.stalls->samples) return {};
    const StallSamples& samples = *report.stalls->samples;
    const std::uint64_t all = profiling::total(samples);
    TextTable table({{"line", app::Align::left},
                     {"share [%]", app::Align::right},
                     {"+- [%]", app::Align::right},
                     {"samples", app::Align::right},
                     {"reasons", app::Align::left},
                     {"source", app::Align::left}});
    for (const LineStalls& line : stalls_of_lines(samples)) {
        std::string code = code_at(report, line.place);
        if (code.size() > longest_line) code = code.substr(0, longest_line - 3) + "...";
        table.add({file_text(line.place), fmt::format("{:.1f}", 100.0 * share(line.samples, all)),
                   fmt::format("{:.1f}", 100.0 * profiling::error_of_share(line.samples, all)),
                   app::grouped(std::int64_t(line.samples)), reasons_text(samples, line), code});
    }
    std::string text = "\n" + table.text();
    text += fmt::format("{} samples of {} launches in {}, one per multiprocessor every {} cycles; the L2 was warm\n",
                        app::grouped(std::int64_t(all)), samples.launches, app::duration_text(samples.seconds),
                        app::grouped(std::int64_t{1} << samples.period));
    if (samples.dropped > 0)
        text +=
            fmt::format("the hardware had no room for {} more samples\n", app::grouped(std::int64_t(samples.dropped)));
    if (const std::string doubt = doubt_about(samples); !doubt.empty()) text += doubt + "\n";
    return text;
}

Json stalls_json(const ProfileReport& report) {
    const StallSamples& samples = *report.stalls->samples;
    const std::uint64_t all = profiling::total(samples);
    const profiling::StallCosts& costs = report.stalls->costs;
    return {{"samples", all},
            {"dropped", samples.dropped},
            {"launches", samples.launches},
            {"rounds", costs.rounds},
            {"period_cycles", std::int64_t{1} << samples.period},
            {"l2", "warm"},
            {"checksum", app::or_null(samples.checksum)},
            {"doubt", app::or_null(doubt_about(samples))},
            {"seconds",
             {{"enable", costs.enable}, {"launches", costs.launches}, {"read", costs.read}, {"places", costs.places}}},
            {"lines", lines_json(report, samples, all)},
            {"instructions", instructions_json(report, samples)}};
}

} // namespace pairscope::cli

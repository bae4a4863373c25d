// SPDX-License-Identifier: MIT
#include "app/subjects/source/code_rows.h"

#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state.h"
#include "app/spine/state_queries.h"
#include "app/subjects/trace/trace.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"
#include "profiling/machine_code/code_lines.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::CodePlace;
using profiling::CodePlaces;
using profiling::StallSamples;

struct ReasonGroup {
    std::string_view reason;
    StallGroup group;
};
constexpr std::array reason_groups{
    ReasonGroup{"long_scoreboard", StallGroup::memory},
    ReasonGroup{"lg_throttle", StallGroup::memory},
    ReasonGroup{"tex_throttle", StallGroup::memory},
    ReasonGroup{"drain", StallGroup::memory},
    ReasonGroup{"short_scoreboard", StallGroup::shared_memory},
    ReasonGroup{"mio_throttle", StallGroup::shared_memory},
    ReasonGroup{"barrier", StallGroup::barrier},
    ReasonGroup{"membar", StallGroup::barrier},
    ReasonGroup{"math_pipe_throttle", StallGroup::arithmetic},
    ReasonGroup{"wait", StallGroup::arithmetic},
    ReasonGroup{"dispatch_stall", StallGroup::arithmetic},
    ReasonGroup{"branch_resolving", StallGroup::instructions},
    ReasonGroup{"no_instruction", StallGroup::instructions},
    ReasonGroup{"no_instructions", StallGroup::instructions},
    ReasonGroup{"imc_miss", StallGroup::instructions},
    ReasonGroup{"gmma", StallGroup::tensor},
    ReasonGroup{"selected", StallGroup::none},
    ReasonGroup{"not_selected", StallGroup::none},
};

double share_of(std::uint64_t part, std::uint64_t all) { return all > 0 ? double(part) / double(all) : 0.0; }

/// The line alone where the file is open, and "target_types.cuh:26" for another file.
std::string place_text(const CodePlaces& places, std::string_view open) {
    if (places.empty()) return {};
    if (const auto here = std::ranges::find(places, open, &CodePlace::file); here != places.end())
        return fmt::format("{}", here->line);
    const CodePlace& place = places.front();
    return fmt::format("{}:{}", std::filesystem::path(place.file).filename().string(), place.line);
}

/// The file that the panel shows.
std::string_view open_file(const State& state) {
    const KernelVariant* const variant = selected_variant(state);
    return variant == nullptr ? std::string_view() : shown_source(state, *variant).path;
}

/// Lines of a trace whose accesses cost more than they must.
std::map<std::pair<std::string, int>, std::pair<std::string, std::string>> warnings_of(const State& state,
                                                                                       const KernelVariant& variant) {
    std::map<std::pair<std::string, int>, std::pair<std::string, std::string>> warnings;
    const simt::Trace* const trace = trace_of(state);
    if (trace == nullptr) return warnings;
    for (const TraceRow& row : trace_rows(*trace, variant)) {
        std::string brief, meaning;
        if (row.sectors && row.least && *row.sectors > 1.05 * *row.least) {
            brief = fmt::format("{:.1f}x", *row.sectors / *row.least);
            meaning = fmt::format("Not coalesced: each request touches {:.1f} sectors, and {:.1f} would do ({}, "
                                  "simulated).",
                                  *row.sectors, *row.least, row.access);
        } else if (row.ways && row.conflicts.value_or(0.0) > 0.0 && brief_conflict_text(row) != "none") {
            brief = brief_conflict_text(row);
            meaning = fmt::format("A {} in shared memory ({}, simulated).", conflict_text(row), row.access);
        }
        if (brief.empty()) continue;
        auto& found = warnings[{row.file, row.line}];
        if (found.first.empty()) found.first = brief;
        found.second += (found.second.empty() ? "" : "\n") + meaning;
    }
    return warnings;
}

/// The samples of an instruction, if they are of this very code.
const profiling::StalledPc* samples_at(const StallSamples* samples, const KernelCode& shown, std::int64_t offset) {
    if (samples == nullptr || shown.checksum.empty() || samples->checksum != shown.checksum) return nullptr;
    for (const profiling::StalledPc& pc : samples->pcs)
        if (pc.offset == offset && pc.function == shown.code.kernel.symbol) return &pc;
    return nullptr;
}

/// How many rows are folded away behind the first instruction of a loop.
std::size_t folded_behind(const profiling::SassKernel& sass, const SourceState& source, std::size_t first) {
    if (!source.folded.contains(first)) return 0;
    for (const profiling::SassLoop& loop : sass.loops)
        if (loop.first == first) return loop.last - loop.first;
    return 0;
}

std::vector<CodeRow> sass_rows(const State& state, const KernelCode& shown) {
    const profiling::SassKernel& sass = shown.code.sass;
    const StallSamples* const samples = shown_stalls(state);
    const KernelVariant* const variant = selected_variant(state);
    const auto warnings = variant == nullptr ? decltype(warnings_of(state, *variant)){} : warnings_of(state, *variant);
    const std::vector<int> depths = loop_depths(sass);
    const std::string_view open = open_file(state);
    std::vector<CodeRow> rows;
    for (std::size_t i = 0; i < sass.instructions.size(); ++i) {
        const profiling::SassInstruction& instruction = sass.instructions[i];
        CodeRow row{.index = i,
                    .offset = fmt::format("{:04x}", instruction.offset),
                    .text = instruction.text,
                    .place = place_text(instruction.places, open),
                    .places = instruction.places,
                    .loops = depths[i],
                    .lit = state.source.lit && comes_from(instruction.places, *state.source.lit),
                    .chosen = state.source.instruction == i};
        row.begins_loop = std::ranges::find(sass.loops, i, &profiling::SassLoop::first) != sass.loops.end();
        row.hidden = folded_behind(sass, state.source, i);
        row.folded = row.hidden > 0;
        if (const auto* pc = samples_at(samples, shown, instruction.offset)) {
            row.counts = pc->counts;
            row.stalls = parts_of(*samples, pc->counts);
        }
        constexpr std::array<std::string_view, 8> accesses{"LDG", "STG", "LDS", "STS", "LD", "ST", "SUST", "LDGSTS"};
        if (std::ranges::count(accesses, profiling::opcode(instruction.text)) > 0)
            for (const CodePlace& place : instruction.places)
                if (const auto found = warnings.find({place.file, place.line});
                    found != warnings.end() && row.warning.empty())
                    row.warning = found->second.first;
        i += row.hidden;
        rows.push_back(std::move(row));
    }
    return rows;
}

std::vector<CodeRow> ptx_rows(const State& state, const KernelCode& shown) {
    const std::string_view open = open_file(state);
    std::vector<CodeRow> rows;
    for (std::size_t i = 0; i < shown.code.ptx.size(); ++i) {
        const profiling::PtxLine& line = shown.code.ptx[i];
        const bool is_label = line.text.ends_with(':');
        rows.push_back({.index = i,
                        .text = is_label ? line.text : "  " + line.text,
                        .place = is_label ? "" : place_text(line.places, open),
                        .places = is_label ? CodePlaces{} : line.places,
                        .lit = !is_label && state.source.lit && comes_from(line.places, *state.source.lit),
                        .chosen = state.source.instruction == i});
    }
    return rows;
}

/// The text of the line, or the name of its file where this program has no copy of it.
std::string code_at(const KernelVariant& variant, const CodePlace& place) {
    const bool own = place.file == variant.source;
    const std::string_view text = own ? variant.source_text : text_of_source(place.file);
    return text.empty() ? std::filesystem::path(place.file).filename().string()
                        : std::string(line_of_text(text, place.line));
}

/// The samples of each line of a file, with those of what was inlined there where the code is known.
std::map<int, std::vector<std::uint64_t>> counts_of_lines(const State& state, const StallSamples& samples,
                                                          std::string_view file) {
    std::map<int, std::vector<std::uint64_t>> lines;
    const KernelCode* const shown = shown_code(state);
    for (const profiling::StalledPc& pc : samples.pcs) {
        CodePlaces places{pc.place};
        if (shown != nullptr && samples_at(&samples, *shown, pc.offset) == &pc) {
            const auto& all = shown->code.sass.instructions;
            const auto found = std::ranges::lower_bound(all, pc.offset, {}, &profiling::SassInstruction::offset);
            if (found != all.end() && found->offset == pc.offset && !found->places.empty()) places = found->places;
        }
        const auto here = std::ranges::find(places, file, &CodePlace::file);
        if (here == places.end() || here->line <= 0) continue;
        auto& counts = lines[here->line];
        counts.resize(samples.reasons.size(), 0);
        for (std::size_t i = 0; i < std::min(counts.size(), pc.counts.size()); ++i) counts[i] += pc.counts[i];
    }
    return lines;
}

} // namespace

StallGroup group_of(std::string_view reason) {
    const auto* const found = std::ranges::find(reason_groups, reason, &ReasonGroup::reason);
    return found == reason_groups.end() ? StallGroup::other : found->group;
}

std::string_view title_of(StallGroup group) {
    switch (group) {
    case StallGroup::memory:
        return "global memory";
    case StallGroup::shared_memory:
        return "shared memory, special functions";
    case StallGroup::barrier:
        return "barriers";
    case StallGroup::arithmetic:
        return "arithmetic";
    case StallGroup::instructions:
        return "instructions and constants";
    case StallGroup::tensor:
        return "tensor cores";
    case StallGroup::other:
        return "other reasons";
    case StallGroup::none:
        return "not waiting";
    }
    return {};
}

Rgb stall_rgb(StallGroup group, Theme theme) {
    return group == StallGroup::none ? theme_colours(theme).faint : group_rgb(std::size_t(group));
}

std::vector<StallPart> parts_of(const StallSamples& samples, const std::vector<std::uint64_t>& counts) {
    const std::uint64_t all = profiling::total(samples);
    std::map<StallGroup, std::uint64_t> groups;
    for (std::size_t i = 0; i < counts.size() && i < samples.reasons.size(); ++i)
        groups[group_of(samples.reasons[i])] += counts[i];
    std::vector<StallPart> parts;
    for (const auto& [group, count] : groups)
        if (count > 0) parts.push_back({group, share_of(count, all)});
    std::ranges::stable_sort(parts, [](const StallPart& a, const StallPart& b) {
        return std::pair(a.group != StallGroup::none, a.share) > std::pair(b.group != StallGroup::none, b.share);
    });
    return parts;
}

std::string reasons_in_words(const StallSamples& samples, const std::vector<std::uint64_t>& counts) {
    const std::uint64_t here = profiling::total(counts);
    std::string words;
    for (const std::size_t reason : sorted_reasons(samples, counts))
        words += fmt::format("{}{:.0f} %  {}", words.empty() ? "" : "\n", 100.0 * share_of(counts[reason], here),
                             profiling::title_of_reason(samples.reasons[reason]));
    return words;
}

std::vector<CodeRow> code_rows(const State& state, const KernelCode& shown) {
    return state.source.beside == CodeKind::ptx ? ptx_rows(state, shown) : sass_rows(state, shown);
}

std::vector<LineMargin> line_margins(const State& state, const KernelVariant& variant, std::string_view file) {
    std::map<int, LineMargin> margins;
    for (const auto& [place, warning] : warnings_of(state, variant)) {
        if (place.first != file) continue;
        LineMargin& margin = margins[place.second];
        margin.warning = warning.first;
        margin.meaning = warning.second;
    }
    if (const StallSamples* const samples = shown_stalls(state)) {
        const std::uint64_t all = profiling::total(*samples);
        for (const auto& [line, counts] : counts_of_lines(state, *samples, file)) {
            LineMargin& margin = margins[line];
            margin.stalls = parts_of(*samples, counts);
            margin.share = share_of(profiling::total(counts), all);
            margin.meaning +=
                fmt::format("{}Warps were here in {:.1f} % of the samples:\n{}", margin.meaning.empty() ? "" : "\n",
                            100.0 * margin.share, reasons_in_words(*samples, counts));
        }
    }
    std::vector<LineMargin> sorted;
    for (auto& [line, margin] : margins) {
        margin.line = line;
        sorted.push_back(std::move(margin));
    }
    return sorted;
}

std::vector<WaitingLine> waiting_lines(const KernelVariant& variant, const StallSamples& samples) {
    const std::uint64_t all = profiling::total(samples);
    std::vector<WaitingLine> lines;
    for (const profiling::LineStalls& line : stalls_of_lines(samples))
        lines.push_back({.place = line.place,
                         .code = line.place.line > 0 ? code_at(variant, line.place) : "instructions of no known line",
                         .share = share_of(line.samples, all),
                         .error = profiling::error_of_share(line.samples, all),
                         .samples = line.samples,
                         .stalls = parts_of(samples, line.counts),
                         .reasons = reasons_in_words(samples, line.counts)});
    return lines;
}

std::string needs_of(const profiling::MachineCode& code) {
    const profiling::CubinKernel& kernel = code.kernel;
    std::vector<std::string> sentences;
    if (kernel.registers)
        sentences.push_back(fmt::format("Each thread has {}.", counted(*kernel.registers, "register")));
    sentences.push_back(
        fmt::format("Each block has {} of static shared memory.", bytes_text(double(kernel.shared_bytes))));
    if (!code.sass.instructions.empty()) {
        const profiling::LocalAccesses local = local_accesses(code.sass);
        sentences.push_back(local.loads + local.stores == 0
                                ? "Nothing is spilled."
                                : fmt::format("Spilled registers or arrays lie in local memory: {} and {}.",
                                              counted(local.loads, "load"), counted(local.stores, "store")));
    }
    return fmt::format("{}", fmt::join(sentences, " "));
}

std::string sampled_words(const StallSamples& samples) {
    std::string words =
        fmt::format("{} samples of {} {} with a warm L2.", grouped(std::int64_t(profiling::total(samples))),
                    grouped(samples.launches), samples.launches == 1 ? "launch" : "launches");
    if (const std::string doubt = doubt_about(samples); !doubt.empty()) words += " " + doubt;
    return words;
}

} // namespace pairscope::app

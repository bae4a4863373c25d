// SPDX-License-Identifier: MIT
// What the panel shows beside and in the margin of the source, as values: instructions, warnings, waiting lines.
#pragma once

#include "app/chart/theme_colours.h"
#include "app/subjects/source/source.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pairscope::app {

/// Reasons to wait that have one colour.
enum class StallGroup : std::uint8_t { memory, shared_memory, barrier, arithmetic, instructions, tensor, other, none };
[[nodiscard]] StallGroup group_of(std::string_view reason);
[[nodiscard]] std::string_view title_of(StallGroup group);
[[nodiscard]] Rgb stall_rgb(StallGroup group, Theme theme);

/// A part of a bar.
struct StallPart {
    StallGroup group = StallGroup::other;
    double share = 0.0; ///< share of all samples
};
/// The parts of these counts, the largest first, `none` (it was no stall) last.
[[nodiscard]] std::vector<StallPart> parts_of(const profiling::StallSamples& samples,
                                              const std::vector<std::uint64_t>& counts);
/// "long_scoreboard 61 %, selected 20 %, ..." in words of the counters, one per line.
[[nodiscard]] std::string reasons_in_words(const profiling::StallSamples& samples,
                                           const std::vector<std::uint64_t>& counts);

/// A line of the list, of SASS or of PTX.
struct CodeRow {
    std::size_t index = 0; ///< in the list of all instructions
    std::string offset{};  ///< "0470"; empty for PTX
    std::string text{};
    std::string place{}; ///< "30" in the open file, else "target_types.cuh:26"
    profiling::CodePlaces places{};
    int loops = 0;       ///< around it
    bool lit = false;    ///< it comes from the line that the user chose
    bool chosen = false; ///< the user chose it
    bool begins_loop = false, folded = false;
    std::size_t hidden = 0;              ///< instructions behind it that are folded away
    std::vector<StallPart> stalls{};     ///< empty: none were seen there, or it is not known
    std::vector<std::uint64_t> counts{}; ///< samples per reason
    std::string warning{};               ///< what the trace says about its line
};
[[nodiscard]] std::vector<CodeRow> code_rows(const State& state, const KernelCode& shown);

/// What stands in the margin of a line.
struct LineMargin {
    int line = 0;
    std::string warning{};           ///< "8.0x": so many times the sectors that would do; "2-way": a bank conflict
    std::string meaning{};           ///< in one sentence or more
    std::vector<StallPart> stalls{}; ///< with those of what was inlined there
    double share = 0.0;
};
/// For the lines of a file that have any.
[[nodiscard]] std::vector<LineMargin> line_margins(const State& state, const KernelVariant& variant,
                                                   std::string_view file);

/// A row of the list of waiting lines.
struct WaitingLine {
    profiling::CodePlace place; ///< line 0: instructions of no known line
    std::string code{};         ///< the text of the line
    double share = 0.0, error = 0.0;
    std::uint64_t samples = 0;
    std::vector<StallPart> stalls{};
    std::string reasons{}; ///< in words
};
[[nodiscard]] std::vector<WaitingLine> waiting_lines(const KernelVariant& variant,
                                                     const profiling::StallSamples& samples);

/// What the kernel needs, in sentences: "Each thread has 24 registers. Nothing is spilled."
[[nodiscard]] std::string needs_of(const profiling::MachineCode& code);
/// "20 415 samples of 10 launches with a warm L2", and why they are doubtful.
[[nodiscard]] std::string sampled_words(const profiling::StallSamples& samples);

} // namespace pairscope::app

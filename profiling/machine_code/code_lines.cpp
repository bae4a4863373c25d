// SPDX-License-Identifier: MIT
#include "profiling/machine_code/code_lines.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace pairscope::profiling {
namespace {

/// A function that was inlined into itself has a line twice.
template <class Count> void count_each(const CodePlaces& places, const Count& count) {
    std::set<std::pair<std::string, int>> lines;
    for (const CodePlace& place : places)
        if (lines.emplace(place.file, place.line).second) count(place);
}

} // namespace

bool comes_from(const CodePlaces& places, const CodePlace& line) {
    return std::ranges::find(places, line) != places.end();
}

std::vector<CodeLine> code_lines(const SassKernel& sass, const std::vector<PtxLine>& ptx) {
    std::map<std::pair<std::string, int>, CodeLine> lines;
    const auto line_of = [&](const CodePlace& place) -> CodeLine& {
        CodeLine& line = lines[{place.file, place.line}];
        line.place = place;
        return line;
    };
    for (const SassInstruction& instruction : sass.instructions)
        count_each(instruction.places, [&](const CodePlace& place) { ++line_of(place).sass; });
    for (const PtxLine& line : ptx)
        if (!line.text.ends_with(':') && !line.text.starts_with('.')) // neither a label nor a declaration
            count_each(line.places, [&](const CodePlace& place) { ++line_of(place).ptx; });
    std::vector<CodeLine> sorted;
    for (auto& [place, line] : lines) sorted.push_back(std::move(line));
    return sorted;
}

std::vector<int> loop_depths(const SassKernel& sass) {
    std::vector<int> depths(sass.instructions.size(), 0);
    for (const SassLoop& loop : sass.loops)
        for (std::size_t i = loop.first; i <= loop.last && i < depths.size(); ++i) ++depths[i];
    return depths;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/roof_excess.h"

#include "app/chart/number_text.h"
#include "app/spine/commands.h"
#include "app/subjects/measuring/roofs.h"
#include "kernels/ladder/counted_variant.h"
#include "kernels/ladder/registry.h"
#include "profiling/input_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace pairscope::app {
namespace {

using profiling::CeilingKind;
using profiling::MemoryLevel;

constexpr double clearly = 1.05;

std::string why_busy(const Roof& roof) {
    return fmt::format("The machine was probably busy while the {} ceiling was measured. The menu Run measures the "
                       "ceilings again.",
                       roof.name);
}

/// Another roof of the chart that is higher and of the same kind: a bandwidth, or the same arithmetic.
bool has_higher(const RooflineChart& chart, const Roof& roof) {
    return std::ranges::any_of(chart.roofs, [&](const Roof& other) {
        const bool same = profiling::arithmetic_of(other.kind) == profiling::arithmetic_of(roof.kind);
        return other.level == roof.level && same && other.limit > roof.limit;
    });
}

std::string why_above_arithmetic(const RooflineChart& chart, const ChartDot& dot, const Roof& roof) {
    const KernelVariant* const variant = counted_variant(dot.id);
    if (variant != nullptr && variant->does_less)
        return "It leaves out work that the workload counts, or computes with narrower numbers.";
    if (has_higher(chart, roof))
        return "Other instructions do the same arithmetic faster, and they have a higher roof of their own.";
    return why_busy(roof);
}

/// The accesses with which a bandwidth was measured; empty for those of which this explains nothing.
std::string_view accesses_of(CeilingKind kind) {
    switch (kind) {
    case CeilingKind::copy:
        return "as many loads as stores";
    case CeilingKind::fill:
    case CeilingKind::l2_write:
        return "stores alone";
    case CeilingKind::read:
    case CeilingKind::l1_read:
    case CeilingKind::l2_read:
    case CeilingKind::shared_read:
        return "loads alone";
    default:
        return {};
    }
}

/// A100, H100 and their successors.
bool has_two_l2_parts(const Device& device) {
    constexpr std::array data_centre{80, 90, 100, 103};
    return std::ranges::find(data_centre, device.compute_capability) != data_centre.end();
}

/// The bytes of DRAM are fewer than a cache holds, or were only predicted.
std::string why_above_memory(const ChartDot& dot) {
    const profiling::Measurement& m = *dot.run;
    const double bytes = work_of(m.workload, m.entry).compulsory_bytes;
    const auto cache = double(m.device.cache_bytes);
    if (bytes < cache)
        return fmt::format("In this run, {} and the output take {} together and fit in the caches ({}), which are "
                           "faster than memory.",
                           profiling::inputs_in_words(type_of(m.workload.type)), bytes_text(bytes), bytes_text(cache));
    if (dot.bytes == profiling::Provenance::model)
        return "Its bytes are predicted and were not counted. It may have moved fewer bytes, because caches kept some.";
    return {};
}

std::string why_above_bandwidth(const RooflineChart& chart, const ChartDot& dot, const Roof& roof) {
    if (chart.level == MemoryLevel::dram)
        if (std::string reason = why_above_memory(dot); !reason.empty()) return reason;
    if (chart.level == MemoryLevel::l2 && has_two_l2_parts(dot.run->device))
        return "The L2 cache of this GPU has two parts. The counter counts bytes that pass from one part to the other "
               "twice, and the roof counts each byte once.";
    if (const std::string_view accesses = accesses_of(roof.kind); !accesses.empty() && has_higher(chart, roof))
        return fmt::format("The {} ceiling was measured with {}. Other accesses can be faster.", roof.name, accesses);
    return why_busy(roof);
}

} // namespace

bool is_above(const ChartDot& dot, const Roof& roof) {
    return dot.performance > clearly * (roof.level ? roof.limit : roof.limit * dot.intensity);
}

std::string why_above(const RooflineChart& chart, const ChartDot& dot, const Roof& roof) {
    return roof.level ? why_above_arithmetic(chart, dot, roof) : why_above_bandwidth(chart, dot, roof);
}

std::string excess_story(const RooflineChart& chart, const ChartDot& dot) {
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const Roof& roof : chart.roofs) {
        if (!is_above(dot, roof)) continue;
        const std::string reason = why_above(chart, dot, roof);
        const auto known = std::ranges::find(reasons, reason, [](const auto& one) { return one.first; });
        if (known == reasons.end())
            reasons.push_back({reason, {roof.name}});
        else
            known->second.push_back(roof.name);
    }
    std::string story;
    for (const auto& [reason, roofs] : reasons)
        story += fmt::format("{}It stands above the {} {}. {}", story.empty() ? "" : "\n",
                             fmt::join(roofs, " and the "), roofs.size() == 1 ? "roof" : "roofs", reason);
    return story;
}

std::string excess_note(const RooflineChart& chart) {
    const auto count = std::ranges::count_if(chart.dots, [&](const ChartDot& dot) {
        if (dot.selected || (chart.one_thread && dot.run->threads > 1)) return false;
        const Roof* const roof = limiting_roof(chart, dot.run->workload, counted_variant(dot.id), dot.intensity);
        return roof != nullptr && is_above(dot, *roof);
    });
    if (count == 0) return {};
    const bool are_others = std::ranges::any_of(chart.dots, &ChartDot::selected); // than the selected one
    if (count == 1) return are_others ? "another mark stands above its roof" : "one mark stands above its roof";
    return fmt::format("{} {}marks stand above their roofs", count, are_others ? "other " : "");
}

} // namespace pairscope::app

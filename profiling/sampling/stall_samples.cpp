// SPDX-License-Identifier: MIT
#include "profiling/sampling/stall_samples.h"

#include "profiling/cupti/catalogue.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

namespace pairscope::profiling {
namespace {

constexpr std::string_view no_stall = "selected";

const Quantity* quantity_of(const std::string& reason) { return find_quantity("stall_" + reason); }

} // namespace

std::uint64_t total(const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
}

std::uint64_t total(const StallSamples& samples) {
    std::uint64_t sum = 0;
    for (const StalledPc& pc : samples.pcs) sum += total(pc.counts);
    return sum;
}

std::optional<std::string> reason_of_counter(std::string_view counter) {
    constexpr std::array<std::string_view, 2> heads{"smsp__pcsamp_warp_stall_", "smsp__pcsamp_warps_issue_stalled_"};
    for (const std::string_view head : heads) {
        if (!counter.starts_with(head) || counter.ends_with("_not_issued") || counter.size() == head.size()) continue;
        const std::string_view reason = counter.substr(head.size());
        if (reason == "no_instructions") return "no_instruction"; // as the other counters call it
        if (reason == "warpgroup_arrive") return "gmma";
        return std::string(reason);
    }
    return {};
}

std::string_view title_of_reason(const std::string& reason) {
    const Quantity* const quantity = quantity_of(reason);
    return quantity == nullptr ? std::string_view(reason) : quantity->title;
}

std::string_view meaning_of_reason(const std::string& reason) {
    const Quantity* const quantity = quantity_of(reason);
    return quantity == nullptr ? std::string_view() : quantity->meaning;
}

std::vector<LineStalls> stalls_of_lines(const StallSamples& samples) {
    std::map<std::pair<std::string, int>, LineStalls> lines;
    for (const StalledPc& pc : samples.pcs) {
        const bool known = pc.place.line > 0;
        LineStalls& line = lines[known ? std::pair(pc.place.file, pc.place.line) : std::pair(std::string(), 0)];
        if (known) line.place = pc.place;
        line.counts.resize(samples.reasons.size(), 0);
        for (std::size_t i = 0; i < pc.counts.size() && i < line.counts.size(); ++i) line.counts[i] += pc.counts[i];
    }
    std::vector<LineStalls> sorted;
    for (auto& [place, line] : lines) {
        line.samples = total(line.counts);
        if (line.samples > 0) sorted.push_back(std::move(line));
    }
    std::ranges::stable_sort(sorted, std::ranges::greater(), &LineStalls::samples);
    return sorted;
}

std::vector<std::size_t> sorted_reasons(const StallSamples& samples, const std::vector<std::uint64_t>& counts) {
    std::vector<std::size_t> reasons;
    for (std::size_t i = 0; i < counts.size() && i < samples.reasons.size(); ++i)
        if (counts[i] > 0) reasons.push_back(i);
    std::ranges::stable_sort(reasons, [&](std::size_t a, std::size_t b) {
        return std::pair(samples.reasons[a] != no_stall, counts[a]) >
               std::pair(samples.reasons[b] != no_stall, counts[b]);
    });
    return reasons;
}

double error_of_share(std::uint64_t part, std::uint64_t all) {
    if (all == 0) return 0.0;
    const double share = double(part) / double(all);
    return std::sqrt(share * (1.0 - share) / double(all));
}

std::string doubt_about(const StallSamples& samples) {
    const std::uint64_t taken = total(samples);
    if (taken < least_stall_samples)
        return fmt::format(
            "Only {} samples were taken, and {} are needed before shares of lines mean something: choose "
            "more points.",
            taken, least_stall_samples);
    if (samples.dropped > taken)
        return fmt::format("The hardware had no room for {} samples, more than the {} that it kept, so that long "
                           "launches may be seen from their beginning only.",
                           samples.dropped, taken);
    return {};
}

} // namespace pairscope::profiling

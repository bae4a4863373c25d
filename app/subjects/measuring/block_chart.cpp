// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/block_chart.h"

#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/curve_collector.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/data/text.h"
#include "kernels/ladder/registry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace pairscope::app {
namespace {

using profiling::Measurement;

constexpr std::array tried_sizes{32, 64, 128, 256, 512, 1024}; // besides those that the variant has
constexpr double most_apart = 1.1;                             // the largest ratio of times that agree

struct Candidate {
    const Measurement* run = nullptr;
    std::string origin{};
};

int threads_of(const LaunchFacts& facts) { return facts.block[0] * facts.block[1] * facts.block[2]; }

/// The kernel with blocks of the size of the run; null if none was noted.
const LaunchFacts* facts_of(const Measurement& m) {
    const auto found =
        std::ranges::find_if(m.kernels, [&](const LaunchFacts& facts) { return threads_of(facts) == m.block; });
    return found == m.kernels.end() ? nullptr : &*found;
}

bool is_of(const State& state, const KernelVariant& variant, const Measurement& m) {
    return m.variant_id == variant.id && m.workload.type == current_workload(state).type && is_drawable(m) &&
           m.caches == profiling::CacheState::warm && m.device.backend == Backend::cuda && m.device.whole_units == 0 &&
           m.target == target_now(state) && facts_of(m) != nullptr && profiling::limits_of(m.device.compute_capability);
}

std::vector<Candidate> candidates(const State& state, const KernelVariant& variant) {
    std::vector<Candidate> found;
    for (const auto& [key, outcome] : state.run.outcomes)
        if (const auto* m = std::get_if<Measurement>(&outcome); m != nullptr && is_of(state, variant, *m))
            found.push_back({m, {}});
    for (const ShownRecording& shown : state.recordings.shown) {
        if (!shown.visible) continue;
        for (const profiling::RunOutcome& outcome : shown.recording->runs)
            if (const auto* m = std::get_if<Measurement>(&outcome); m != nullptr && is_of(state, variant, *m))
                found.push_back({m, origin_of(*shown.recording)});
    }
    return found;
}

/// The runs on one GPU at one size of the data: the group with most block sizes. Among equals, the current size comes
/// first.
std::vector<Candidate> best_group(const State& state, const std::vector<Candidate>& all) {
    const auto is_like = [](const Candidate& a, const Candidate& b) {
        return a.run->device == b.run->device && a.run->workload == b.run->workload && a.origin == b.origin;
    };
    std::pair<std::size_t, bool> most{};
    std::vector<Candidate> best;
    for (const Candidate& first : all) {
        std::vector<Candidate> group;
        std::set<int> blocks;
        for (const Candidate& one : all)
            if (is_like(first, one) && blocks.insert(one.run->block).second) group.push_back(one);
        const std::pair value(group.size(), first.run->workload == current_workload(state));
        if (value > most) most = value, best = std::move(group);
    }
    return best;
}

/// The sizes of the variant, and the usual ones.
std::set<int> sizes_of(const KernelVariant& variant) {
    std::set<int> sizes(variant.blocks.begin(), variant.blocks.end());
    sizes.insert(tried_sizes.begin(), tried_sizes.end());
    return sizes;
}

/// The times of the measured sizes of which a multiprocessor holds equally many warps.
struct TimesOfWarps {
    double shortest = 0.0, longest = 0.0;
    int sizes = 0;

    void add(double seconds) {
        shortest = sizes == 0 ? seconds : std::min(shortest, seconds);
        longest = std::max(longest, seconds);
        ++sizes;
    }
    [[nodiscard]] bool agree() const { return longest <= most_apart * shortest; }
    [[nodiscard]] double middle() const { return std::midpoint(shortest, longest); }
};

std::map<int, TimesOfWarps> times_by_warps(const std::vector<BlockPoint>& points) {
    std::map<int, TimesOfWarps> times;
    for (const BlockPoint& point : points)
        if (point.run != nullptr) times[point.occupancy.warps].add(profiling::seconds_of(*point.run));
    return times;
}

std::optional<double> predicted(const std::map<int, TimesOfWarps>& times, int warps) {
    const auto found = times.find(warps);
    return found == times.end() || found->second.sizes < 2 ? std::nullopt : std::optional(found->second.middle());
}

std::string_view words_of(profiling::OccupancyLimit limit) {
    switch (limit) {
        using enum profiling::OccupancyLimit;
    case warps:
        return "the number of warps";
    case blocks:
        return "the number of blocks";
    case registers:
        return "the registers";
    case shared_memory:
        return "the shared memory";
    }
    return {};
}

std::string needs_text(std::string_view name, const profiling::BlockNeeds& needs) {
    const std::string registers = counted(needs.registers, "register");
    if (needs.shared_bytes == 0)
        return fmt::format("With blocks of {} threads, {} takes {} per thread and no shared memory.", needs.threads,
                           name, registers);
    return fmt::format("With blocks of {} threads, {} takes {} per thread and {} of shared memory per block.",
                       needs.threads, name, registers, bytes_text(double(needs.shared_bytes)));
}

std::string sentence_of(const BlockChart& chart) {
    const auto time = [](const BlockPoint& point) { return profiling::seconds_of(*point.run); };
    const BlockPoint *best = nullptr, *worst = nullptr;
    for (const BlockPoint& point : chart.points) {
        if (point.run == nullptr) continue;
        if (best == nullptr || time(point) < time(*best)) best = &point;
        if (worst == nullptr || time(point) > time(*worst)) worst = &point;
    }
    const std::string needs = needs_text(short_name(chart.variant_id), chart.needs);
    if (best == worst)
        return fmt::format("{} It was measured with blocks of {}.", needs, counted(best->threads, "thread"));
    return fmt::format(
        "{} Blocks of {} are fastest: {}. Blocks of {} take {}.{}", needs, counted(best->threads, "thread"),
        time_of_run(time(*best)), counted(worst->threads, "thread"), time_of_run(time(*worst)),
        chart.warps_decide
            ? ""
            : " Block sizes with the same number of resident warps take different times, so occupancy alone does "
              "not decide, and no time is predicted.");
}

} // namespace

std::optional<BlockChart> block_chart(const State& state) {
    const KernelVariant* const variant = find_variant(state.run.variant_id);
    if (variant == nullptr || variant->blocks.size() < 2) return {};
    const std::vector<Candidate> runs = best_group(state, candidates(state, *variant));
    if (runs.empty()) return {};
    const Measurement& usual = *std::ranges::min_element(runs, {}, [&](const Candidate& one) {
                                    return std::ranges::find(variant->blocks, one.run->block);
                                })->run;
    const LaunchFacts& facts = *facts_of(usual);
    BlockChart chart{
        .variant_id = state.run.variant_id,
        .device = usual.device,
        .workload = usual.workload,
        .limits = *profiling::limits_of(usual.device.compute_capability),
        .needs = {.threads = usual.block, .registers = facts.registers, .shared_bytes = facts.shared_bytes},
        .points = {},
        .sentence = {}};
    for (const int threads : sizes_of(*variant)) {
        const auto found = std::ranges::find_if(runs, [&](const Candidate& one) { return one.run->block == threads; });
        BlockPoint point{.threads = threads, .occupancy = {}};
        profiling::BlockNeeds needs = chart.needs;
        needs.threads = threads;
        if (found != runs.end()) {
            point.run = found->run;
            point.origin = found->origin;
            needs.registers = facts_of(*found->run)->registers;
            needs.shared_bytes = facts_of(*found->run)->shared_bytes;
        }
        point.occupancy = profiling::occupancy_of(chart.limits, needs);
        chart.points.push_back(std::move(point));
    }
    const std::map<int, TimesOfWarps> times = times_by_warps(chart.points);
    chart.warps_decide = std::ranges::all_of(times, [](const auto& entry) { return entry.second.agree(); });
    for (BlockPoint& point : chart.points)
        if (chart.warps_decide && point.run == nullptr && point.occupancy.warps > 0)
            point.predicted_seconds = predicted(times, point.occupancy.warps);
    chart.sentence = sentence_of(chart);
    return chart;
}

std::string blocks_lack(const State& state) {
    if (block_chart(state)) return {};
    const KernelVariant* const variant = find_variant(state.run.variant_id);
    if (variant != nullptr && variant->blocks.size() < 2)
        return fmt::format("{} has no choice of block sizes. Select a variant with several of them.",
                           short_name(variant->id));
    return fmt::format(
        "There is no run of {} that can be used: it needs a whole GPU that this program knows, warm caches "
        "and the chosen output. Measure all block sizes with pairscope record blocks.pairscope --workload "
        "{} --block all, and draw the times with pairscope chart blocks blocks.pairscope.",
        short_name(state.run.variant_id), current_type(state).id);
}

std::vector<Chart> block_drawings(const BlockChart& chart) {
    constexpr double room = 1.3;
    const ChartAxis threads{
        .title = "threads per block",
        .unit = {},
        .range = {double(chart.points.front().threads) / room, double(chart.points.back().threads) * room},
        .logarithmic = true,
        .doubles = true};
    Chart times{.x = threads, .y = {.title = "time of a run", .unit = "ms"}};
    Chart warps{.x = threads,
                .y = {.title = "warps per multiprocessor", .unit = {}, .range = {0.0, 1.25 * chart.limits.warps}}};
    times.x.written = false;
    const ChartColour colour = colour_of_variant(chart.variant_id);
    double low = 0.0, high = 0.0;
    const BlockPoint* last = nullptr;
    const auto milliseconds = [](const BlockPoint& point) {
        return 1e3 * (point.run != nullptr ? profiling::seconds_of(*point.run) : *point.predicted_seconds);
    };
    for (const BlockPoint& point : chart.points) {
        warps.marks.push_back({.at = {double(point.threads), double(point.occupancy.warps)},
                               .shape = variant_mark(chart.variant_id),
                               .colour = colour,
                               .filled = point.run != nullptr,
                               .crossed = point.run != nullptr && !point.origin.empty()});
        if (point.run == nullptr && !point.predicted_seconds) continue;
        const double ms = milliseconds(point);
        low = low == 0.0 ? ms : std::min(low, ms);
        high = std::max(high, ms);
        times.marks.push_back({.at = {double(point.threads), ms},
                               .shape = variant_mark(chart.variant_id),
                               .colour = colour,
                               .filled = point.run != nullptr,
                               .crossed = point.run != nullptr && !point.origin.empty()});
        if (point.run == nullptr) continue;
        if (last != nullptr)
            times.lines.push_back({.from = {double(last->threads), milliseconds(*last)},
                                   .to = {double(point.threads), ms},
                                   .colour = colour,
                                   .width = 1.2});
        last = &point;
    }
    constexpr double wide = 4.0; // times that are less far apart are drawn from zero on
    times.y.logarithmic = high > wide * low;
    times.y.range = times.y.logarithmic ? AxisRange{low / 1.5, high * 1.5} : AxisRange{0.0, room * high};
    warps.lines.push_back({.from = {threads.range.low, double(chart.limits.warps)},
                           .to = {threads.range.high, double(chart.limits.warps)},
                           .colour = {Ink::dim},
                           .style = LineStyle::dotted,
                           .words = "all that a multiprocessor can hold",
                           .words_above = true});
    return {std::move(times), std::move(warps)};
}

std::string block_story(const BlockChart& chart, const BlockPoint& point) {
    const profiling::Occupancy& occupancy = point.occupancy;
    std::string story = fmt::format("Blocks of {}: ", counted(point.threads, "thread"));
    if (point.run != nullptr)
        story += fmt::format("{}, measured", time_of_run(profiling::seconds_of(*point.run)));
    else if (point.predicted_seconds)
        story += fmt::format("{}, predicted from measured block sizes with the same number of resident warps",
                             time_of_run(*point.predicted_seconds));
    else
        story += "not measured, and not predicted";
    std::vector<std::string> limits;
    for (const profiling::OccupancyLimit limit : occupancy.limited_by) limits.emplace_back(words_of(limit));
    const std::string holds = occupancy.blocks == 0
                                  ? "Not a single block fits on a multiprocessor."
                                  : fmt::format("A multiprocessor can hold {}: {} of {} warps, limited by {}.",
                                                counted(occupancy.blocks, "block"), occupancy.warps, chart.limits.warps,
                                                list_of(limits, limits.size()));
    return fmt::format("{}.\n{}", story, holds);
}

} // namespace pairscope::app

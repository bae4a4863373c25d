// SPDX-License-Identifier: MIT
#include "profiling/badges.h"

#include "kernels/data/text.h"
#include "profiling/input_words.h"
#include "profiling/machine/other_load.h"
#include "profiling/statistics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace pairscope::profiling {
namespace {

constexpr double agree_share = 0.03, agree_seconds = 4e-6;
constexpr double dropped_below = 0.97; // as a fraction of the highest clock

Badge badge_of(CacheState caches) {
    if (caches == CacheState::cold)
        return {BadgeKind::caches, "cold caches",
                "Before each timed run, other memory was written, so that the caches held none of its data."};
    return {BadgeKind::caches, "warm caches", "Each run found in the caches what the run before had left there."};
}

void add_difference(std::vector<Badge>& badges, const Measurement& m) {
    const std::string text = difference_text(m.check.comparison);
    if (text.empty()) return;
    badges.push_back({BadgeKind::another_output, text,
                      fmt::format("This variant computes with less precision than the others and gives {}. Its time is "
                                  "not the time of an exact variant.",
                                  text)});
}

void add_size(std::vector<Badge>& badges, const Measurement& m) {
    const double bytes = work_of(m.workload, m.entry).compulsory_bytes;
    const auto cache = static_cast<double>(m.device.cache_bytes);
    if (!(bytes < cache)) return;
    badges.push_back(
        {BadgeKind::fits_in_cache, "cache-sized data",
         fmt::format("In this run, {} and the output take {} together and fit in the last-level cache ({}), which is "
                     "faster than memory. If memory limits the run, its useful fraction can therefore exceed 1. If "
                     "arithmetic limits it, nothing changes.",
                     inputs_in_words(type_of(m.workload.type)), bytes_in_words(bytes), bytes_in_words(cache)),
         true});
}

/// The reasons are the names that the recording keeps, such as "power cap".
std::string why_slow_in_words(const std::vector<std::string>& reasons) {
    return fmt::format("While the variant was timed, the driver lowered the clock and gave the reason{} \"{}\".",
                       reasons.size() == 1 ? "" : "s", fmt::join(reasons, "\" and \""));
}

/// Whether the median clock stayed near the highest. Drivers give a reason as soon as a limit is near.
bool kept_its_clock(const Conditions& seen) {
    return seen.clock && seen.highest_clock && *seen.clock >= dropped_below * *seen.highest_clock;
}

void add_clocks(std::vector<Badge>& badges, const Conditions& seen) {
    if (!seen.slowed_by.empty() && !kept_its_clock(seen))
        badges.push_back({BadgeKind::slowed_down, fmt::format("slowed by {}", seen.slowed_by.front()),
                          why_slow_in_words(seen.slowed_by), true});
    if (seen.clock && seen.highest_clock && *seen.clock < dropped_below * *seen.highest_clock)
        badges.push_back(
            {BadgeKind::clock_dropped, fmt::format("{:.0f} MHz", 1e-6 * *seen.clock),
             fmt::format("The multiprocessors ran at {:.0f} MHz (median), not at their highest {:.0f} MHz.",
                         1e-6 * *seen.clock, 1e-6 * *seen.highest_clock),
             true});
    if (seen.other_load.value_or(0.0) >= much_other_load)
        badges.push_back(
            {BadgeKind::other_load, "busy machine",
             fmt::format("Other programs used {:.0f} % of the CPU time while the variant was timed, so its "
                         "time may be longer than on an idle machine.",
                         100.0 * *seen.other_load),
             true});
    if (seen.drew_the_screen)
        badges.push_back({BadgeKind::display, "draws the screen", "The same device also drew this window.", false});
}

constexpr double uneven_above = 0.1; // as a fraction of the median
constexpr int may_be_disturbed = 1;  // turns at each end: one alone does not move the interval

void add_turns(std::vector<Badge>& badges, const Measurement& m) {
    const TurnedSamples samples = samples_of(m);
    if (const auto change = speed_change(samples)) {
        badges.push_back(
            {BadgeKind::speed_changed, "speed changed",
             fmt::format("The time was measured in {} turns. From turn {} on, the variant took {:.2g} % {} "
                         "time than before. Something on this machine changed meanwhile, so the interval "
                         "may not hold for another run. Measure it again when no other program is busy.",
                         m.turns.size(), change->first_turn, 100.0 * std::abs(change->factor - 1.0),
                         change->factor > 1.0 ? "more" : "less"),
             true});
        return;
    }
    const auto spread = spread_of_turns(samples, may_be_disturbed);
    if (spread && *spread > uneven_above)
        badges.push_back({BadgeKind::uneven_turns, "uneven turns",
                          fmt::format("The time was measured in {} turns, and the medians of most turns lie up to "
                                      "{:.2g} % of the time apart. Something on this machine disturbed several of "
                                      "them. Measure it again when no other program is busy.",
                                      m.turns.size(), 100.0 * *spread),
                          true});
}

} // namespace

bool timers_agree(const Measurement& m) {
    if (m.seconds.empty() || m.activity_seconds.empty()) return true;
    const double timer = seconds_of(m), activity = median(m.activity_seconds);
    return std::abs(timer - activity) <= std::max(agree_share * activity, agree_seconds);
}

std::vector<std::string> warnings_of(const Measurement& m) {
    std::vector<std::string> words;
    for (Badge& badge : badges_of(m))
        if (badge.warning) words.push_back(std::move(badge.word));
    return words;
}

std::vector<Badge> badges_of(const Measurement& m) {
    std::vector<Badge> badges{badge_of(m.caches)};
    add_difference(badges, m);
    add_size(badges, m);
    if (m.launches > 1)
        badges.push_back(
            {BadgeKind::short_kernel, fmt::format("{} launches per run", m.launches),
             fmt::format("One launch is too short to time, so {} launches were timed together and the total "
                         "divided by {}.",
                         m.launches, m.launches)});
    if (m.conditions) add_clocks(badges, *m.conditions);
    if (m.counters && m.counters->passes > 1)
        badges.push_back(
            {BadgeKind::replayed, fmt::format("{} passes", m.counters->passes),
             fmt::format("The counters needed {} runs. The times were measured in other runs, without counters.",
                         m.counters->passes)});
    if (!timers_agree(m))
        badges.push_back({BadgeKind::timers_disagree, "timers disagree",
                          fmt::format("CUDA events say {:.4g} ms, but CUPTI's activity records say {:.4g} ms.",
                                      1e3 * seconds_of(m), 1e3 * median(m.activity_seconds)),
                          true});
    add_turns(badges, m);
    return badges;
}

} // namespace pairscope::profiling

// SPDX-License-Identifier: MIT
// What a list of ceilings tells, wherever they were measured.
#include "profiling/ceilings/ceilings.h"

#include "kernels/data/text.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

namespace pairscope::profiling {
namespace {

/// The fraction of the data sheet's figure that needs no explanation.
Interval plausible_shares(CeilingKind kind) {
    switch (kind) {
    case CeilingKind::tensor_fp16:
    case CeilingKind::tensor_tf32:
    case CeilingKind::tensor_int8:
        return {0.5, 1.02}; // mma.sync reaches about 0.6 on a Hopper GPU: only wgmma uses all of it
    default:
        return {0.7, 1.02};
    }
}

} // namespace

const Ceiling* find(const Ceilings& ceilings, CeilingKind kind, int threads) {
    const Ceiling* best = nullptr;
    for (const Ceiling& ceiling : ceilings.found) {
        if (ceiling.kind != kind) continue;
        if (threads != 0 && ceiling.threads != threads) continue;
        if (best == nullptr || ceiling.threads > best->threads) best = &ceiling;
    }
    return best;
}

const Ceiling* roof_for(const Ceilings& ceilings, CeilingKind kind, int threads) {
    const Ceiling* best = nullptr;
    for (const Ceiling& ceiling : ceilings.found) {
        if (ceiling.kind != kind || (threads != 0 && ceiling.threads > threads)) continue;
        if (best == nullptr || ceiling.value > best->value) best = &ceiling;
    }
    return best;
}

std::vector<const Ceiling*> slower_than_fewer_threads(const Ceilings& ceilings) {
    constexpr double noise = 0.05;
    std::vector<const Ceiling*> slower;
    for (const Ceiling& ceiling : ceilings.found)
        if (ceiling.value < (1.0 - noise) * roof_for(ceilings, ceiling.kind, ceiling.threads)->value)
            slower.push_back(&ceiling);
    return slower;
}

std::vector<int> threads_of(const Ceilings& ceilings) {
    std::vector<int> threads;
    for (const Ceiling& ceiling : ceilings.found)
        if (std::ranges::find(threads, ceiling.threads) == threads.end()) threads.push_back(ceiling.threads);
    std::ranges::sort(threads, std::greater{});
    return threads;
}

void add(Ceilings& ceilings, Ceiling ceiling) {
    for (Ceiling& known : ceilings.found) {
        if (known.kind != ceiling.kind || known.threads != ceiling.threads) continue;
        known = std::move(ceiling);
        return;
    }
    ceilings.found.push_back(std::move(ceiling));
}

Ceiling ceiling_from(CeilingKind kind, double amount, std::span<const double> seconds, std::string how, int threads) {
    Ceiling ceiling{.kind = kind,
                    .threads = threads,
                    .value = amount / median(seconds),
                    .samples = static_cast<int>(seconds.size()),
                    .how = std::move(how)};
    if (const auto interval = median_interval(seconds))
        ceiling.interval = Interval{.low = amount / interval->high, .high = amount / interval->low};
    return ceiling;
}

Ceilings better_of(Ceilings now, const Ceilings& before) {
    for (const Ceiling& old : before.found) {
        const auto same = std::ranges::find_if(
            now.found, [&](const Ceiling& c) { return c.kind == old.kind && c.threads == old.threads; });
        if (same == now.found.end() || old.value > same->value) add(now, old);
    }
    if (!now.clock) now.clock = before.clock;
    if (now.other_load && before.other_load) now.other_load = std::min(*now.other_load, *before.other_load);
    return now;
}

std::string disagreement(const Ceiling& ceiling) {
    if (!ceiling.peak) return {};
    const double share = ceiling.value / *ceiling.peak;
    const Interval plausible = plausible_shares(ceiling.kind);
    if (share > plausible.high)
        return fmt::format("{} is {:.0f} % of what the device's attributes promise: they may report a wrong clock or "
                           "number of units, or the data stayed in a cache",
                           title_of(ceiling.kind), 100.0 * share);
    if (share < plausible.low)
        return fmt::format("{} is only {:.0f} % of what the device's attributes promise: the device may have been "
                           "busy, too warm or at its power limit, or its attributes are wrong",
                           title_of(ceiling.kind), 100.0 * share);
    return {};
}

std::vector<std::string> doubts_about(const Ceilings& ceilings) {
    std::vector<std::string> doubts;
    for (const Ceiling& ceiling : ceilings.found)
        if (std::string words = disagreement(ceiling); !words.empty()) doubts.push_back(std::move(words));
    for (const Ceiling* slow : slower_than_fewer_threads(ceilings)) {
        const Ceiling& fast = *roof_for(ceilings, slow->kind, slow->threads);
        doubts.push_back(fmt::format(
            "the {} ceiling that was measured with {} threads is too low, because {} {} {:.0f} % faster; "
            "measure again when no other program is busy. Until then, fractions of variants with {} "
            "threads use the ceiling of {}",
            title_of(slow->kind), slow->threads, counted(fast.threads, "thread"), fast.threads == 1 ? "was" : "were",
            100.0 * (fast.value / slow->value - 1.0), slow->threads, counted(fast.threads, "thread")));
    }
    return doubts;
}

} // namespace pairscope::profiling

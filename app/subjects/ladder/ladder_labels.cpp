// SPDX-License-Identifier: MIT
// The labels of the groups, rows and bars of the ladder.
#include "app/chart/number_text.h"
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "kernels/data/text.h"
#include "profiling/roofline.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace pairscope::app {

std::string whole_title(const LadderSection& section) {
    return section.title + (section.facts.empty() ? "" : ", " + section.facts);
}

bool sizes_differ(const std::vector<LadderSection>& sections) {
    std::set<std::int64_t> sizes;
    bool are_one_pair = true; // then the time of a pair is that of the run
    for (const LadderSection& section : sections)
        for (const LadderRow& row : section.rows) {
            if (!row.timed) continue;
            sizes.insert(section.n);
            are_one_pair = are_one_pair && row.per_pair == row.seconds;
        }
    return sizes.size() > 1 && !are_one_pair;
}

std::string_view output_label(Entry entry, bool may_differ) {
    if (entry != Entry::float32) return "fp16 output";
    return may_differ ? "approximate output" : "";
}

std::string threads_label(const LadderSection& section, std::size_t row, Bars bars) {
    const int threads = section.rows[row].threads;
    const std::string label = fmt::format("full bar: all that {} can do", counted(threads, "thread"));
    const auto counts = [](const LadderRow& other) { return other.bar && other.threads != 0; };
    const auto differs = [&](const LadderRow& other) { return counts(other) && other.threads != threads; };
    if (bars != Bars::share || !counts(section.rows[row]) || std::ranges::none_of(section.rows, differs)) return {};
    while (row-- > 0)
        if (counts(section.rows[row])) return section.rows[row].threads == threads ? "" : label;
    return label;
}

bool ends_beyond_ceiling(const LadderRow& row, Bars bars) {
    return bars == Bars::share && row.share && *row.share > 1.0 + profiling::fraction_noise;
}

std::string bars_caption(const State& state) {
    if (state.look.bars == Bars::share) return "useful fraction";
    if (state.look.bars == Bars::time) return "time";
    if (state.look.bars == Bars::energy) return "energy of a run";
    const KernelVariant* first = first_measured(state);
    return first == nullptr ? "speed-up" : fmt::format("speed-up over {}", short_name(first->id));
}

bool have_energy(const std::vector<LadderSection>& sections) {
    return std::ranges::any_of(sections, [](const LadderSection& section) {
        return std::ranges::any_of(section.rows, [](const LadderRow& row) { return row.joules.has_value(); });
    });
}

Bars next_bars(Bars bars, bool has_energy) {
    switch (bars) {
    case Bars::share:
        return Bars::time;
    case Bars::time:
        return Bars::speedup;
    case Bars::speedup:
        return has_energy ? Bars::energy : Bars::share;
    case Bars::energy:
        return Bars::share;
    }
    return Bars::share;
}

} // namespace pairscope::app

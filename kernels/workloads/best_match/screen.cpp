// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/screen.h"

#include <utility>
#include <vector>

namespace pairscope::matching {
namespace {

FoundMatch match_of(const MatchSets& sets, const Screen& screen, std::int64_t row) {
    const float* const x = sets.a + row * sets.a_pitch;
    std::int32_t first = screen.best, second = screen.second;
    if (second >= 0 && second < first) std::swap(first, second); // equal scores go to the lowest row
    BestTwo best;
    for (const std::int32_t candidate : {first, second})
        if (candidate >= 0)
            best.offer(exact_score(x, sets.b + std::int64_t{candidate} * sets.b_pitch, sets.dims), candidate);
    return best.match();
}

} // namespace

void decide(const MatchSets& sets, std::span<const Screen> screens, const RowsOfThread& rows) {
    std::vector<std::int64_t> uncertain;
    for (std::int64_t row = rows.first; row < rows.last; ++row) {
        const Screen& screen = screens[static_cast<std::size_t>(row - rows.first)];
        if (sets.cols > 2 && !screen.is_certain(sets.dims))
            uncertain.push_back(row);
        else
            sets.matches[row] = match_of(sets, screen, row);
    }
    std::vector<FoundMatch> found(uncertain.size());
    find_exact_matches(sets, uncertain, found, 1, rows.stop);
    if (rows.stop.stop_requested()) return;
    for (std::size_t i = 0; i < uncertain.size(); ++i) sets.matches[uncertain[i]] = found[i];
}

} // namespace pairscope::matching

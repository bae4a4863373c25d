// SPDX-License-Identifier: MIT
#include "kernels/workloads/best_match/screen.h"

#include <utility>

namespace pairscope::matching {
namespace {

FoundMatch match_of(const MatchSets& sets, const Screen& screen, std::int64_t row) {
    const float* const x = sets.a + row * sets.a_pitch;
    std::int32_t first = screen.best, second = screen.second;
    if (second >= 0 && second < first) std::swap(first, second); // the lowest row wins among equal scores
    BestTwo best;
    for (const std::int32_t candidate : {first, second})
        if (candidate >= 0)
            best.offer(exact_score(x, sets.b + std::int64_t{candidate} * sets.b_pitch, sets.dims), candidate);
    return best.match();
}

} // namespace

void Decision::decide(std::span<const Screen> screens, std::int64_t first) {
    for (std::int64_t i = 0; i < std::ssize(screens); ++i) {
        const Screen& screen = screens[static_cast<std::size_t>(i)];
        if (sets_.cols <= 2 || screen.is_certain(sets_.dims)) {
            sets_.matches[first + i] = match_of(sets_, screen, first + i);
        } else {
            const std::scoped_lock lock(mutex_);
            uncertain_.push_back(first + i);
        }
    }
}

void Decision::finish(int threads, std::stop_token stop) {
    std::vector<FoundMatch> found(uncertain_.size());
    find_exact_matches(sets_, uncertain_, found, threads, stop);
    if (stop.stop_requested()) return;
    for (std::size_t i = 0; i < uncertain_.size(); ++i) sets_.matches[uncertain_[i]] = found[i];
}

} // namespace pairscope::matching

// SPDX-License-Identifier: MIT
// For CPU variants: scores in float32 choose, and double precision decides where they are too close to be sure.
#pragma once

#include "kernels/workloads/best_match/exact.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::matching {

/// What the scores in float32 say of one vector: its two best candidates, and the third highest score.
struct Screen {
    float best_score = no_score, second_score = no_score, third_score = no_score;
    std::int32_t best = -1, second = -1;

    void offer(float score, std::int32_t row) {
        if (!(score > third_score)) return;
        if (score > best_score)
            *this = {score, best_score, second_score, row, best};
        else if (score > second_score)
            third_score = second_score, second_score = score, second = row;
        else
            third_score = score;
    }
    /// Leaves the row to all exact scores, because too many candidates are close to the best two.
    void give_up() { third_score = second_score; }
    /// No third candidate can be among the two best.
    [[nodiscard]] bool is_certain(int dims) const { return second_score - third_score > 2.0f * error_of_score(dims); }
};

/// Makes matches of screens, which may come from several threads at once.
class Decision {
public:
    explicit Decision(const MatchSets& sets) : sets_(sets) {}

    /// Writes the matches of the rows from `first` on, one screen each, whose candidates are certain: their exact
    /// scores decide which one is the best. Remembers the other rows.
    void decide(std::span<const Screen> screens, std::int64_t first);
    /// Writes the matches of the remembered rows, by all exact scores.
    void finish(int threads, std::stop_token stop);

private:
    const MatchSets& sets_;
    std::mutex mutex_;
    std::vector<std::int64_t> uncertain_;
};

} // namespace pairscope::matching

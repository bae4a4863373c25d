// SPDX-License-Identifier: MIT
// For CPU variants: float32 scores choose the candidates, and double precision decides where they are too close to be
// certain.
#pragma once

#include "kernels/workloads/best_match/exact.h"

#include <cstdint>
#include <mutex>
#include <span>
#include <stop_token>
#include <vector>

namespace pairscope::matching {

/// What the float32 scores of one vector say: its two best candidates, and the third highest score.
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
    /// Says that all exact scores of this row are needed, because too many candidates are close to the best two.
    void give_up() { third_score = second_score; }
    /// Says whether it is certain that no third candidate is among the two best.
    [[nodiscard]] bool is_certain(int dims) const { return second_score - third_score > 2.0f * error_of_score(dims); }
};

/// Makes matches from screens. Several threads may call it at once.
class Decision {
public:
    explicit Decision(const MatchSets& sets) : sets_(sets) {}

    /// Takes one screen for each row from `first` on. Writes the matches of the rows whose candidates are certain:
    /// their exact scores decide which one is the best. Remembers the other rows.
    void decide(std::span<const Screen> screens, std::int64_t first);
    /// Writes the matches of the remembered rows from all of their exact scores.
    void finish(int threads, std::stop_token stop);

private:
    const MatchSets& sets_;
    std::mutex mutex_;
    std::vector<std::int64_t> uncertain_;
};

} // namespace pairscope::matching

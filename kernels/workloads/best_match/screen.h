// SPDX-License-Identifier: MIT
// For CPU variants: scores in float32 choose, and double precision decides where they are too close to be sure.
#pragma once

#include "kernels/workloads/best_match/exact.h"

#include <cstdint>
#include <span>
#include <stop_token>

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
    /// No third candidate can be among the two best.
    [[nodiscard]] bool is_certain(int dims) const { return second_score - third_score > 2.0f * error_of_score(dims); }
};

/// Which rows a thread works on, and how the others are told about a stop.
struct RowsOfThread {
    std::int64_t first = 0, last = 0;
    std::stop_token stop{};
};

/// Writes the matches of these rows, one screen each: the exact scores of the two candidates decide which one is the
/// best, and all exact scores where the screen is not certain. Row-major sets in host memory.
void decide(const MatchSets& sets, std::span<const Screen> screens, const RowsOfThread& rows);

} // namespace pairscope::matching

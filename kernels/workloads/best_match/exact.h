// SPDX-License-Identifier: MIT
// The exact output: all scores in double precision.
#pragma once

#include "kernels/ladder/workload.h"
#include "kernels/workloads/best_match/problem.h"

#include <cstdint>
#include <span>
#include <stop_token>

namespace pairscope::matching {

/// The score of two vectors in host memory.
[[nodiscard]] double exact_score(const float* x, const float* y, int dims);

/// The two best matches of one vector so far. If candidates are offered in ascending order of their rows, the lowest
/// row wins among equal scores.
struct BestTwo {
    double best_score = static_cast<double>(no_score), second_score = best_score;
    std::int32_t best = -1, second = -1;

    void offer(double score, std::int32_t row) {
        if (score > best_score)
            *this = {score, best_score, row, best};
        else if (score > second_score)
            second_score = score, second = row;
    }
    /// If there is no second best match, its value is 0.
    [[nodiscard]] FoundMatch match() const {
        return {best, second, static_cast<float>(best_score), second < 0 ? 0.0f : static_cast<float>(second_score)};
    }
};

/// Finds the matches of these rows of the first set from all of their scores. Both sets are row-major and in host
/// memory. If it is stopped, the matches are not changed.
void find_exact_matches(const MatchSets& sets, std::span<const std::int64_t> rows, std::span<FoundMatch> found,
                        int threads, std::stop_token stop);

} // namespace pairscope::matching

// SPDX-License-Identifier: MIT
// The nearest two vectors of a set, by bytes that are looked at in some way.
#pragma once

#include "tests/workloads/byte_matches/problem.h"

#include <cstdint>

namespace pairscope::ladder::byte_matches {

template <class Look>
FoundMatch nearest_two(const Input& queries, const Input& candidates, std::int64_t i, float weight, const Look& look) {
    FoundMatch match{.best = -1, .second = -1};
    for (std::int64_t j = 0; j < candidates.rows; ++j) {
        int sum = 0;
        for (std::int64_t k = 0; k < queries.dims; ++k) {
            const int d =
                look(queries.bytes()[i * queries.pitch + k]) - look(candidates.bytes()[j * candidates.pitch + k]);
            sum += d * d;
        }
        const float value = weight * static_cast<float>(sum);
        if (match.best < 0 || value < match.best_value) {
            match = {.best = static_cast<std::int32_t>(j),
                     .second = match.best,
                     .best_value = value,
                     .second_value = match.best_value};
        } else if (match.second < 0 || value < match.second_value) {
            match.second = static_cast<std::int32_t>(j);
            match.second_value = value;
        }
    }
    return match;
}

} // namespace pairscope::ladder::byte_matches

// SPDX-License-Identifier: MIT
// The farthest pair that was found so far, on the host.
#pragma once

#include "kernels/ladder/output.h"

#include <atomic>
#include <cstdint>
#include <mutex>

namespace pairscope::farthest {

/// The pair that is farther apart wins. If both are equally far apart, the pair with the lower first row wins, then the
/// pair with the lower second row.
[[nodiscard]] inline bool wins_over(const FoundPair& a, const FoundPair& b) {
    if (a.value != b.value) return a.value > b.value;
    return a.first < b.first || (a.first == b.first && a.second < b.second);
}

/// Below every pair of a set.
constexpr FoundPair no_pair{.first = -1, .second = -1, .value = -1.0};

/// The best pair that any thread has found.
class SharedBest {
public:
    void offer(const FoundPair& pair) {
        if (pair.value < value_) return;
        const std::scoped_lock lock(mutex_);
        if (!wins_over(pair, best_)) return;
        best_ = pair;
        value_ = pair.value;
    }
    /// The squared distance of the best pair. A pair with a smaller one cannot win any more.
    [[nodiscard]] double value() const { return value_; }
    /// Call this only when no thread offers pairs any more.
    [[nodiscard]] const FoundPair& best() const { return best_; }

private:
    std::mutex mutex_;
    FoundPair best_ = no_pair;
    std::atomic<double> value_ = no_pair.value;
};

} // namespace pairscope::farthest

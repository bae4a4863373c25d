// SPDX-License-Identifier: MIT
// The nearest or the farthest of the pairs that were offered, decided by their exact distances.
#pragma once

#include "kernels/scale/all_keys.h"
#include "kernels/scale/bytes.h"

#include <cstdint>

namespace pairscope::scale {

enum class Extreme : std::uint8_t { nearest, farthest };

struct ExtremePair {
    std::int64_t first = -1, second = -1; ///< rows; -1: no pair was offered
    double exact = 0.0;                   ///< the exact key of the pair
    double key = 0.0;                     ///< its cheap key

    [[nodiscard]] bool exists() const { return first >= 0; }
    bool operator==(const ExtremePair&) const = default;
};

/// Pairs whose distances are the same double are equally far apart. The one with the lower first row then wins, and
/// among those the one with the lower second row. So it does not matter in which order pairs are offered.
template <Extreme which> class PairContest {
public:
    /// The keys must outlive this.
    explicit PairContest(const AllKeys& keys) : keys_(&keys) {}

    [[nodiscard]] const ExtremePair& best() const { return best_; }
    /// A pair with this key need not be offered, because it cannot win.
    [[nodiscard]] bool cannot_win(double key) const {
        return best_.exists() && (which == Extreme::farthest ? key < limit_ : key > limit_);
    }
    /// The cheap key of the pair is not NaN.
    void offer(std::int64_t first, std::int64_t second, double key) {
        if (cannot_win(key)) return;
        if (keys_->are_exact() && best_.exists() && key == best_.exact && !is_before(first, second)) return;
        const double exact = keys_->are_exact() ? key : keys_->measure().exact_key(first, second);
        offer({.first = first, .second = second, .exact = exact, .key = key});
    }
    /// A pair that won elsewhere.
    void offer(const ExtremePair& pair) {
        if (!pair.exists() || (best_.exists() && !wins(pair))) return;
        best_ = pair;
        const double slack = keys_->slack().of(pair.key);
        limit_ = which == Extreme::farthest ? pair.key - slack : pair.key + slack;
    }

private:
    [[nodiscard]] bool is_before(std::int64_t first, std::int64_t second) const {
        return first < best_.first || (first == best_.first && second < best_.second);
    }
    [[nodiscard]] bool wins(const ExtremePair& pair) const {
        if (pair.exact != best_.exact)
            return which == Extreme::farthest ? pair.exact > best_.exact : pair.exact < best_.exact;
        return is_before(pair.first, pair.second);
    }

    const AllKeys* keys_;
    ExtremePair best_;
    double limit_ = 0.0;
};

} // namespace pairscope::scale

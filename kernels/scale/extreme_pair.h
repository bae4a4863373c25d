// SPDX-License-Identifier: MIT
// The nearest or the farthest of the pairs that were offered, decided by their exact distances.
#pragma once

#include "kernels/scale/all_keys.h"
#include "kernels/scale/bytes.h"

#include <cstdint>
#include <span>
#include <utility>

namespace pairscope::scale {

enum class Extreme : std::uint8_t { nearest, farthest };

struct ExtremePair {
    std::int64_t first = -1, second = -1; ///< rows; -1: no pair was offered
    double exact = 0.0;                   ///< the exact key of the pair
    double key = 0.0;                     ///< its cheap key

    [[nodiscard]] bool exists() const { return first >= 0; }
    bool operator==(const ExtremePair&) const = default;
};

/// Does the first pair win? Pairs whose distances are the same double are equally far apart. The one with the lower
/// first row then wins, and among those the one with the lower second row.
template <Extreme which> [[nodiscard]] bool wins(const ExtremePair& pair, const ExtremePair& best) {
    if (!pair.exists() || !best.exists()) return pair.exists();
    if (pair.exact != best.exact) return which == Extreme::farthest ? pair.exact > best.exact : pair.exact < best.exact;
    return pair.first != best.first ? pair.first < best.first : pair.second < best.second;
}

/// What the rows of a part of a set are called in the whole set.
struct RowNames {
    std::int64_t first = 0;                    ///< the first one; the others follow it
    std::span<const std::int64_t> listed = {}; ///< instead, where they do not follow each other

    [[nodiscard]] std::int64_t of(std::int64_t row) const {
        return listed.empty() ? first + row : listed[static_cast<std::size_t>(row)];
    }
};

/// It does not matter in which order pairs are offered.
template <Extreme which> class PairContest {
public:
    /// The keys must outlive this.
    explicit PairContest(const AllKeys& keys) : keys_(&keys) {}
    /// For keys of parts of sets, or of one set, of which a pair is named by its lower row first.
    PairContest(const AllKeys& keys, RowNames first, RowNames second, bool is_one_set)
        : keys_(&keys), first_(first), second_(second), is_one_set_(is_one_set) {}

    [[nodiscard]] const ExtremePair& best() const { return best_; }
    /// A pair with this key need not be offered, because it cannot win.
    [[nodiscard]] bool cannot_win(double key) const {
        return best_.exists() && (which == Extreme::farthest ? key < limit_ : key > limit_);
    }
    /// The cheap key of the pair is not NaN. The rows are those of the keys.
    void offer(std::int64_t first, std::int64_t second, double key) {
        if (cannot_win(key)) return;
        ExtremePair pair{.first = first_.of(first), .second = second_.of(second), .exact = key, .key = key};
        if (is_one_set_ && pair.first > pair.second) std::swap(pair.first, pair.second);
        if (keys_->are_exact() && best_.exists() && key == best_.exact && !wins<which>(pair, best_)) return;
        if (!keys_->are_exact()) pair.exact = keys_->measure().exact_key(first, second);
        offer(pair);
    }
    /// A pair that won elsewhere, by the rows of the whole sets.
    void offer(const ExtremePair& pair) {
        if (!wins<which>(pair, best_)) return;
        best_ = pair;
        const double slack = keys_->slack().of(pair.key);
        limit_ = which == Extreme::farthest ? pair.key - slack : pair.key + slack;
    }

private:
    const AllKeys* keys_;
    RowNames first_, second_;
    bool is_one_set_ = false;
    ExtremePair best_;
    double limit_ = 0.0;
};

} // namespace pairscope::scale

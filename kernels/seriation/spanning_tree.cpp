// SPDX-License-Identifier: MIT
#include "kernels/seriation/columns.h"
#include "kernels/seriation/given.h"
#include "kernels/seriation/seriation.h"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>

namespace pairscope::seriation {
namespace {

/// Vectors that are not in the tree yet lie at the front of the columns, in any order.
template <class Columns> class Prim {
public:
    using Key = typename Columns::Key;

    explicit Prim(Columns columns)
        : columns_(std::move(columns)), rows_(columns_.rows().rows), left_(columns_.count()),
          nearest_(rows_.size(), std::numeric_limits<Key>::infinity()), keys_(rows_.size()) {}

    [[nodiscard]] const RowsInOrder& rows() const { return columns_.rows(); }
    [[nodiscard]] std::int64_t left() const { return left_; }
    [[nodiscard]] std::int64_t first() {
        columns_.keys_from_mean(keys_);
        return std::ranges::max_element(keys_) - keys_.begin();
    }
    /// The vector nearest to the tree; of equals the first one of the set.
    [[nodiscard]] std::int64_t next() const {
        const std::span<const Key> open(nearest_.data(), static_cast<std::size_t>(left_));
        const Key least = least_of(open);
        std::int64_t found = -1;
        for (std::int64_t i = 0; i < left_; ++i)
            if (open[static_cast<std::size_t>(i)] == least && (found < 0 || row(i) < row(found))) found = i;
        return found;
    }
    /// Joins it to the tree, and returns its row.
    std::int32_t join(std::int64_t i) {
        const std::int32_t joined = row(i);
        const std::span<Key> keys(keys_.data(), static_cast<std::size_t>(left_));
        columns_.keys_from(i, 0, keys);
        Key* const nearest = nearest_.data();
        for (std::int64_t open = 0; open < left_; ++open) {
            const Key key = keys[static_cast<std::size_t>(open)];
            nearest[open] = key < nearest[open] ? key : nearest[open];
        }
        --left_;
        columns_.move(left_, i);
        rows_[static_cast<std::size_t>(i)] = row(left_);
        nearest_[static_cast<std::size_t>(i)] = nearest_[static_cast<std::size_t>(left_)];
        return joined;
    }
    /// The rows that are left, ascending.
    [[nodiscard]] std::vector<std::int32_t> rest() const {
        std::vector<std::int32_t> rows(rows_.begin(), rows_.begin() + left_);
        std::ranges::sort(rows);
        return rows;
    }

private:
    [[nodiscard]] std::int32_t row(std::int64_t i) const { return rows_[static_cast<std::size_t>(i)]; }

    Columns columns_;
    std::vector<std::int32_t> rows_;
    std::int64_t left_;
    std::vector<Key> nearest_; ///< the key of each one's distance from the tree
    std::vector<Key> keys_;
};

template <class Columns> Permutation joined_by(Prim<Columns> prim, const std::stop_token& stop) {
    Permutation order;
    if (prim.left() > 0) order.push_back(prim.join(prim.first()));
    while (prim.left() > 0 && !stop.stop_requested()) order.push_back(prim.join(prim.next()));
    const std::vector<std::int32_t> rest = prim.rest();
    order.insert(order.end(), rest.begin(), rest.end());
    order.insert(order.end(), prim.rows().left_out.begin(), prim.rows().left_out.end());
    return order;
}

} // namespace

Permutation spanning_tree(const Dataset& set, const std::stop_token& stop, const ComparedBy& by) {
    if (const std::string reason = why_no_tree(set); !reason.empty()) throw std::invalid_argument(reason);
    if (set.holds_distances) return spanning_tree_of_given(set, stop);
    return with_columns_of(
        set, by, [&]<class Columns>(Columns columns) { return joined_by(Prim<Columns>(std::move(columns)), stop); });
}

} // namespace pairscope::seriation

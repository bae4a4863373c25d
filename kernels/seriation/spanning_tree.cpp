// SPDX-License-Identifier: MIT
#include "kernels/seriation/columns.h"
#include "kernels/seriation/given.h"
#include "kernels/seriation/seriation.h"

#include <algorithm>
#include <limits>

namespace pairscope::seriation {
namespace {

/// Vectors that are not in the tree yet lie at the front of the columns, in any order.
class Prim {
public:
    explicit Prim(Columns columns)
        : columns_(std::move(columns)), rows_(columns_.rows), left_(columns_.count()),
          nearest_(columns_.rows.size(), std::numeric_limits<float>::infinity()), squares_(columns_.rows.size()) {}

    [[nodiscard]] std::int64_t left() const { return left_; }
    /// The vector farthest from the mean, which is the origin of the columns.
    [[nodiscard]] std::int64_t first() {
        const std::vector<float> mean(static_cast<std::size_t>(columns_.dims), 0.0f);
        squares_from(columns_, mean, 0, squares_);
        return std::ranges::max_element(squares_) - squares_.begin();
    }
    /// The vector nearest to the tree; of equals the first one of the set.
    [[nodiscard]] std::int64_t next() const {
        const std::span<const float> open(nearest_.data(), static_cast<std::size_t>(left_));
        const float least = least_of(open);
        std::int64_t found = -1;
        for (std::int64_t i = 0; i < left_; ++i)
            if (open[static_cast<std::size_t>(i)] == least && (found < 0 || row(i) < row(found))) found = i;
        return found;
    }
    /// Joins it to the tree, and returns its row.
    std::int32_t join(std::int64_t i) {
        const std::int32_t joined = row(i);
        const std::vector<float> vector = vector_of(columns_, i);
        --left_;
        for (std::int64_t k = 0; k < columns_.dims; ++k) columns_.column(k)[i] = columns_.column(k)[left_];
        rows_[static_cast<std::size_t>(i)] = row(left_);
        nearest_[static_cast<std::size_t>(i)] = nearest_[static_cast<std::size_t>(left_)];
        const std::span<float> squares(squares_.data(), static_cast<std::size_t>(left_));
        squares_from(columns_, vector, 0, squares);
        float* const nearest = nearest_.data();
        for (std::int64_t open = 0; open < left_; ++open)
            nearest[open] = squares[static_cast<std::size_t>(open)] < nearest[open]
                                ? squares[static_cast<std::size_t>(open)]
                                : nearest[open];
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
    std::vector<float> nearest_; ///< the squared distance of each from the tree
    std::vector<float> squares_;
};

} // namespace

Permutation spanning_tree(const Dataset& set, const std::stop_token& stop) {
    if (set.holds_distances) return spanning_tree_of_given(set, stop);
    Columns columns = columns_of(set);
    const std::vector<std::int32_t> left_out = columns.left_out;
    Prim prim(std::move(columns));
    Permutation order;
    order.reserve(static_cast<std::size_t>(set.rows));
    if (prim.left() > 0) order.push_back(prim.join(prim.first()));
    while (prim.left() > 0 && !stop.stop_requested()) order.push_back(prim.join(prim.next()));
    const std::vector<std::int32_t> rest = prim.rest();
    order.insert(order.end(), rest.begin(), rest.end());
    order.insert(order.end(), left_out.begin(), left_out.end());
    return order;
}

} // namespace pairscope::seriation

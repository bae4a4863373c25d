// SPDX-License-Identifier: MIT
// The nearest candidates that a search on the CPU has found so far for one vector, in their exact order.
#pragma once

#include "kernels/neighbours/exact/exact_keys.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace pairscope::neighbours {

struct Candidate {
    double key = 0.0; ///< the cheap key of the pair, as Measure::slack() describes it
    std::int32_t row = 0;
    std::int32_t place = 0;                                  ///< in a tree: what ExactKeys takes
    double exact = std::numeric_limits<double>::quiet_NaN(); ///< its exact key; NaN: not needed so far
};

/// Exact keys of the pairs with one vector.
class KeysFrom {
public:
    explicit KeysFrom(const Measure& measure) : measure_(measure) {}
    void begin(std::int64_t from) { from_ = from; }
    [[nodiscard]] double operator()(const Candidate& candidate) const {
        return measure_.exact_key(from_, candidate.row);
    }

private:
    const Measure& measure_;
    std::int64_t from_ = 0;
};

/// The `most` nearest of the candidates that were added. Few are kept in their order; many are a heap, whose first one
/// is the farthest, until they are written.
template <class ExactKeys = KeysFrom> class CandidateList {
public:
    /// The measure must outlive this.
    CandidateList(const Measure& measure, int most, ExactKeys exact_keys)
        : measure_(measure), exact_keys_(std::move(exact_keys)), slack_(measure.slack()), most_(most),
          is_heap_(most > most_in_order) {
        list_.reserve(static_cast<std::size_t>(most));
    }
    CandidateList(const Measure& measure, int most) requires std::is_same_v<ExactKeys, KeysFrom>
        : CandidateList(measure, most, KeysFrom(measure)) {}

    [[nodiscard]] ExactKeys& exact_keys() { return exact_keys_; }

    /// Empties the list for the neighbours of vector `from` of the first set.
    void begin(std::int64_t from) {
        from_ = from;
        exact_keys_.begin(from);
        list_.clear();
        limit_ = low_limit_ = std::numeric_limits<double>::infinity();
    }

    [[nodiscard]] bool is_full() const { return std::ssize(list_) == most_; }
    /// A candidate with a larger key is farther than all of a full list.
    [[nodiscard]] double limit() const { return limit_; }
    /// A candidate with a smaller key comes into the list.
    [[nodiscard]] double low_limit() const { return low_limit_; }
    void add(double key, std::int32_t row, std::int32_t place = 0) {
        if (!(key <= limit_) || is_after_parallel_ones(row)) return;
        Candidate candidate{.key = key, .row = row, .place = place};
        const bool was_full = is_full();
        if (was_full && !comes_before(candidate, last())) return;
        if (is_heap_)
            add_to_heap(candidate, was_full);
        else
            insert(candidate, was_full);
        if (std::ssize(list_) < most_) return;
        const double farthest = last().key, slack = slack_.of(farthest);
        limit_ = farthest + slack;
        low_limit_ = farthest - slack;
    }

    /// Can a vector come into the list that is in a box whose nearest point to `from` is this one? `key` is the cheap
    /// key of the point, and `least_row` the least row in the box.
    [[nodiscard]] bool may_take(double key, std::span<const double> point, std::int32_t least_row) {
        if (key < low_limit_) return true;
        if (!(key <= limit_)) return false;
        if (last().row > least_row) return true;
        if (measure_.has_exact_keys()) return key < last().key;
        // No vector of the box has a lower row, so it would have to be nearer than the last of the list.
        if (is_of_differences(measure_.metric())) return measure_.compare_point(from_, point, last().row) < 0;
        return distance_of_key(measure_.metric(), key - slack_.of(key)) < exact_key(last());
    }

    /// Writes the list into a row of the table.
    void write(NeighbourTable& table, std::int64_t row) {
        if (is_heap_)
            std::sort_heap(list_.begin(), list_.end(),
                           [this](Candidate& a, Candidate& b) { return comes_before(a, b); });
        auto at = static_cast<std::size_t>(row * table.k);
        for (Candidate& candidate : list_) {
            table.neighbours[at] = candidate.row;
            table.distances[at++] = measure_.distance_of_exact(exact_key(candidate));
        }
    }

private:
    static constexpr int most_in_order = 16;

    [[nodiscard]] Candidate& last() { return is_heap_ ? list_.front() : list_.back(); }
    [[nodiscard]] double exact_key(Candidate& candidate) const {
        if (std::isnan(candidate.exact))
            candidate.exact = measure_.has_exact_keys() ? candidate.key : exact_keys_(candidate);
        return candidate.exact;
    }
    [[nodiscard]] bool comes_before(Candidate& a, Candidate& b) const {
        if (slack_.are_apart(a.key, b.key) || std::abs(a.key - b.key) > slack_.of(std::max(a.key, b.key)))
            return a.key < b.key;
        return is_nearer_exactly(a, b);
    }
    [[nodiscard, gnu::noinline]] bool is_nearer_exactly(Candidate& a, Candidate& b) const {
        if (const double key_a = exact_key(a), key_b = exact_key(b); key_a != key_b) return key_a < key_b;
        const int order = measure_.compare_equal(from_, a.row, b.row);
        return order != 0 ? order < 0 : a.row < b.row;
    }
    /// Nothing is nearer than a parallel vector. Where many are parallel, all of their cheap keys are within the slack,
    /// and the exact key of each pair would cost a microsecond.
    [[nodiscard]] bool is_after_parallel_ones(std::int32_t row) {
        if (measure_.metric() != Metric::cosine || std::ssize(list_) < most_) return false;
        return last().exact == 0.0 && last().row < row;
    }
    void insert(Candidate& candidate, bool was_full) {
        if (!was_full) list_.push_back(candidate);
        std::size_t at = list_.size() - 1;
        for (; at > 0 && comes_before(candidate, list_[at - 1]); --at) list_[at] = list_[at - 1];
        list_[at] = candidate;
    }
    void add_to_heap(const Candidate& candidate, bool was_full) {
        const auto before = [this](Candidate& a, Candidate& b) { return comes_before(a, b); };
        if (was_full) {
            std::pop_heap(list_.begin(), list_.end(), before);
            list_.back() = candidate;
        } else {
            list_.push_back(candidate);
        }
        std::push_heap(list_.begin(), list_.end(), before);
    }

    const Measure& measure_;
    ExactKeys exact_keys_;
    Slack slack_;
    std::ptrdiff_t most_;
    bool is_heap_;
    std::int64_t from_ = 0;
    std::vector<Candidate> list_;
    double limit_ = std::numeric_limits<double>::infinity(), low_limit_ = limit_;
};

} // namespace pairscope::neighbours

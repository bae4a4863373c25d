// SPDX-License-Identifier: MIT
// The shortest order that a tree allows. The vectors of each cluster are a range of places in any order that the tree
// allows, so one square of lengths holds those of all clusters: a pair of places has one cluster in which it lies in
// different parts.
#include "kernels/engines/cpu/memory.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/seriation/tree_layout.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace pairscope::seriation {
namespace {

constexpr double not_reached = std::numeric_limits<double>::infinity();

/// Places from `begin` on, up to `end`. `middle` is where the second part begins; a single place has none.
struct Range {
    std::int64_t begin = 0, middle = 0, end = 0;

    [[nodiscard]] bool is_single() const { return end - begin == 1; }
    /// The places that can lie at the other end of an order of this cluster which begins at `place`.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> other_ends(std::int64_t place) const {
        if (is_single()) return {begin, end};
        return place < middle ? std::pair{middle, end} : std::pair{begin, middle};
    }
};

class Shortest {
public:
    Shortest(const std::vector<Merge>& merges, const PairDistances& distances, const RunControl& control)
        : control_(control), count_(distances.count) {
        const std::int64_t bytes = 2 * count_ * count_ * std::int64_t{sizeof(double)};
        cpu::require_memory("the shortest order of the clusters", bytes, cpu::free_memory());
        lay_out(merges);
        const auto entries = static_cast<std::size_t>(count_ * count_);
        apart_.resize(entries);
        lengths_.resize(entries);
        for (std::int64_t a = 0, at = 0; a < count_; ++a)
            for (std::int64_t b = a + 1; b < count_; ++b, ++at) {
                const std::int64_t i = place_[static_cast<std::size_t>(a)], k = place_[static_cast<std::size_t>(b)];
                row(apart_, i)[k] = row(apart_, k)[i] = distances.values[static_cast<std::size_t>(at)];
            }
    }

    Permutation found() {
        for (std::size_t merge = 0; merge < parts_.size(); ++merge) {
            measure(parts_[merge].first, parts_[merge].second);
            if (control_.stop.stop_requested()) return {};
            if (control_.rows_done != nullptr) control_.rows_done->fetch_add(1, std::memory_order_relaxed);
        }
        return ends_first();
    }

private:
    [[nodiscard]] double* row(std::vector<double>& of, std::int64_t i) const { return of.data() + i * count_; }

    /// Gives each cluster its range of places, where the lower cluster comes first.
    void lay_out(const std::vector<Merge>& merges) {
        const auto node = [&](std::int32_t at) { return static_cast<std::size_t>(at); };
        ranges_.resize(node(std::int32_t(count_)) + merges.size());
        std::vector<std::int64_t> sizes(ranges_.size(), 1), begins(ranges_.size(), 0);
        for (std::size_t i = 0; i < merges.size(); ++i) sizes[node(std::int32_t(count_)) + i] = merges[i].size;
        for (std::size_t i = merges.size(); i-- > 0;) { // parents come last
            begins[node(merges[i].left)] = begins[node(std::int32_t(count_)) + i];
            begins[node(merges[i].right)] = begins[node(merges[i].left)] + sizes[node(merges[i].left)];
        }
        for (std::size_t at = 0; at < ranges_.size(); ++at)
            ranges_[at] = {.begin = begins[at], .middle = 0, .end = begins[at] + sizes[at]};
        for (std::size_t i = 0; i < merges.size(); ++i) {
            ranges_[node(std::int32_t(count_)) + i].middle = begins[node(merges[i].right)];
            parts_.emplace_back(node(merges[i].left), node(merges[i].right));
        }
        place_.assign(begins.begin(), begins.begin() + count_);
        vectors_.resize(static_cast<std::size_t>(count_));
        for (std::size_t i = 0; i < place_.size(); ++i)
            vectors_[static_cast<std::size_t>(place_[i])] = static_cast<std::int32_t>(i);
    }

    /// The lengths of the shortest orders of two clusters side by side, from each place of the first one to each place
    /// of the second one.
    void measure(std::size_t first, std::size_t second) {
        const Range left = ranges_[first], right = ranges_[second];
        constexpr std::int64_t many = 4096;
        const bool is_large = (left.end - left.begin) * (right.end - right.begin) >= many;
        cpu::for_rows({.rows = left.end - left.begin,
                       .step = is_large ? 1 : left.end - left.begin,
                       .threads = is_large ? control_.threads : 1,
                       .stop = control_.stop},
                      [&](std::int64_t begin, std::int64_t end) {
                          std::vector<double> reached;
                          for (std::int64_t i = begin; i < end; ++i) measure_from(left.begin + i, left, right, reached);
                      });
    }
    void measure_from(std::int64_t start, const Range& left, const Range& right, std::vector<double>& reached) {
        // From `start` through all of the left cluster, to each first place of the right one.
        reached.assign(static_cast<std::size_t>(right.end - right.begin), not_reached);
        const auto [low, high] = left.other_ends(start);
        for (std::int64_t last = low; last < high; ++last) {
            const double length = row(lengths_, start)[last];
            const double* const steps = row(apart_, last) + right.begin;
            for (std::size_t k = 0; k < reached.size(); ++k) reached[k] = std::min(reached[k], length + steps[k]);
        }
        double* const lengths = row(lengths_, start);
        for (std::int64_t end = right.begin; end < right.end; ++end) lengths[end] = not_reached;
        for (std::int64_t begin = right.begin; begin < right.end; ++begin) {
            const double length = reached[static_cast<std::size_t>(begin - right.begin)];
            const double* const through = row(lengths_, begin);
            const auto [first, last] = right.other_ends(begin);
            for (std::int64_t end = first; end < last; ++end)
                lengths[end] = std::min(lengths[end], length + through[end]);
        }
        for (std::int64_t end = right.begin; end < right.end; ++end) row(lengths_, end)[start] = lengths[end];
    }

    /// Both ends of a cluster, and where its order begins in the result.
    struct Asked {
        std::size_t node;
        std::int64_t first, last;
    };
    [[nodiscard]] Permutation ends_first() {
        const Range& all = ranges_.back();
        Asked whole{.node = ranges_.size() - 1, .first = 0, .last = 0};
        double least = not_reached;
        for (std::int64_t i = all.begin; i < all.middle; ++i)
            for (std::int64_t k = all.middle; k < all.end; ++k)
                if (const double length = row(lengths_, i)[k]; length < least) {
                    least = length;
                    whole.first = i;
                    whole.last = k;
                }
        Permutation order;
        std::vector<Asked> open{whole};
        while (!open.empty()) {
            const Asked asked = open.back();
            open.pop_back();
            if (ranges_[asked.node].is_single()) {
                order.push_back(vectors_[static_cast<std::size_t>(asked.first)]);
                continue;
            }
            const auto [before, after] = parts_of(asked);
            open.push_back(after);
            open.push_back(before);
        }
        return order;
    }
    /// The two orders side by side that have the length which was found.
    [[nodiscard]] std::pair<Asked, Asked> parts_of(const Asked& asked) {
        auto [first, second] = parts_[asked.node - static_cast<std::size_t>(count_)];
        if (asked.first >= ranges_[asked.node].middle) std::swap(first, second);
        Asked before{.node = first, .first = asked.first, .last = asked.first},
            after{.node = second, .first = asked.last, .last = asked.last};
        const auto [low, high] = ranges_[first].other_ends(asked.first);
        const auto [begin, end] = ranges_[second].other_ends(asked.last);
        double least = not_reached;
        for (std::int64_t i = low; i < high; ++i)
            for (std::int64_t k = begin; k < end; ++k) {
                const double length = row(lengths_, asked.first)[i] + row(apart_, i)[k] + row(lengths_, k)[asked.last];
                if (!(length < least)) continue;
                least = length;
                before.last = i;
                after.first = k;
            }
        return {before, after};
    }

    const RunControl& control_;
    std::int64_t count_;
    std::vector<Range> ranges_;                              ///< one for each cluster
    std::vector<std::pair<std::size_t, std::size_t>> parts_; ///< one for each merge
    std::vector<std::int64_t> place_;                        ///< where each vector is
    std::vector<std::int32_t> vectors_;                      ///< at each place
    std::vector<double> apart_;                              ///< distances between the vectors at two places
    std::vector<double>
        lengths_; ///< how long the shortest order between two places is, in the least cluster that has both
};

} // namespace

Permutation shortest_order(const std::vector<Merge>& merges, const PairDistances& distances,
                           const RunControl& control) {
    if (distances.count < 2) return identity(distances.count);
    return Shortest(merges, distances, control).found();
}

} // namespace pairscope::seriation

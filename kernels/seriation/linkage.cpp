// SPDX-License-Identifier: MIT
// The generic algorithm of Muellner (2011) with the tie rule of linkage.h: each cluster knows its nearest one among
// those with higher numbers, or a bound for that distance, which is made exact when it is the least of all.
#include "kernels/seriation/linkage.h"

#include "kernels/seriation/columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>
#include <utility>

namespace pairscope::seriation {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// The sizes of two clusters that join, and of a third one.
struct Sizes {
    double a = 1.0, b = 1.0, other = 1.0;
};
/// What is kept about the pairs of these clusters.
struct Kept {
    double a = 0.0, b = 0.0; ///< for the third cluster and each of the two
    double both = 0.0;       ///< for the two
};

/// What is kept for a pair is its distance, unless a linkage says otherwise.
struct KeepsDistance {
    static constexpr bool keeps_sums = false;
    static double kept(double distance) { return distance; }
    static double height(double apart) { return apart; }
};
struct KeepsSquare {
    static constexpr bool keeps_sums = false;
    static double kept(double distance) { return distance * distance; }
    static double height(double apart) { return std::sqrt(apart); }
};
struct Average : KeepsDistance {
    static constexpr bool keeps_sums = true; // sums of the distances between the vectors of two clusters
    static double joined(const Kept& kept, const Sizes&) { return kept.a + kept.b; }
};
struct Complete : KeepsDistance {
    static double joined(const Kept& kept, const Sizes&) { return std::max(kept.a, kept.b); }
};
struct Single : KeepsDistance {
    static double joined(const Kept& kept, const Sizes&) { return std::min(kept.a, kept.b); }
};
struct Weighted : KeepsDistance {
    static double joined(const Kept& kept, const Sizes&) { return 0.5 * kept.a + 0.5 * kept.b; }
};
struct Ward : KeepsSquare {
    static double joined(const Kept& kept, const Sizes& n) {
        const double sum = (n.a + n.other) * kept.a + (n.b + n.other) * kept.b - n.other * kept.both;
        return std::max(0.0, sum / (n.a + n.b + n.other));
    }
};
struct Centroid : KeepsSquare {
    static double joined(const Kept& kept, const Sizes& n) {
        const double all = n.a + n.b;
        return std::max(0.0, (n.a * kept.a + n.b * kept.b - n.a * n.b * kept.both / all) / all);
    }
};
struct Median : KeepsSquare {
    static double joined(const Kept& kept, const Sizes&) {
        return std::max(0.0, 0.5 * kept.a + 0.5 * kept.b - 0.25 * kept.both);
    }
};

template <class Rule> class Joining {
public:
    Joining(PairDistances distances, const RunControl& control)
        : control_(control), vectors_(static_cast<std::size_t>(distances.count)), count_(vectors_),
          values_(std::move(distances.values)), sizes_(count_, 1.0), closed_(count_, 0.0), candidates_(count_),
          least_(count_, infinite), nearest_(count_, 0), is_bound_(count_, false), nodes_(count_) {
        for (double& value : values_) value = Rule::kept(value);
        for (std::size_t i = 0; i < count_; ++i) nodes_[i] = static_cast<std::int32_t>(i);
        lay_out_rows();
    }

    std::vector<Merge> all() {
        for (std::size_t i = 0; i < count_ && !control_.stop.stop_requested(); ++i) search(i);
        while (merges_.size() + 1 < vectors_) {
            if (control_.stop.stop_requested()) return {};
            const std::size_t a = nearest_pair();
            join(a, nearest_[a]);
            tell_progress();
            const std::size_t open = vectors_ - merges_.size();
            if (4 * open <= 3 * count_) leave_out_closed();
        }
        return std::move(merges_);
    }

private:
    /// values_[begin_of(i) + k] is that of the pair (i, k), i < k.
    [[nodiscard]] double* row_of(std::size_t i) { return values_.data() + rows_[i]; }
    [[nodiscard]] double& pair(std::size_t low, std::size_t high) { return row_of(low)[high]; }
    void lay_out_rows() {
        rows_.resize(count_);
        std::ptrdiff_t begin = -1; // where column 0 would be, which no row has
        for (std::size_t i = 0; i < count_; ++i) {
            rows_[i] = begin;
            begin += static_cast<std::ptrdiff_t>(count_) - static_cast<std::ptrdiff_t>(i) - 2;
        }
    }
    [[nodiscard]] double apart(double kept, std::size_t i, std::size_t k) const {
        return Rule::keeps_sums ? kept / (sizes_[i] * sizes_[k]) : kept;
    }

    /// Finds the nearest one of the clusters behind `i`; of equals the first one.
    void search(std::size_t i) {
        const double* const row = row_of(i);
        const double size = sizes_[i];
        double *const found = candidates_.data(), *const closed = closed_.data(), *const sizes = sizes_.data();
        for (std::size_t k = i + 1; k < count_; ++k)
            found[k] = (Rule::keeps_sums ? row[k] / (size * sizes[k]) : row[k]) + closed[k];
        const std::span<const double> behind(found + i + 1, found + count_);
        least_[i] = least_of(behind);
        nearest_[i] = i + 1 + static_cast<std::size_t>(std::ranges::find(behind, least_[i]) - behind.begin());
        is_bound_[i] = false;
    }
    /// The lower one of the nearest two clusters.
    std::size_t nearest_pair() {
        for (;;) {
            const double least = least_of(std::span<const double>(least_));
            const auto i = static_cast<std::size_t>(std::ranges::find(least_, least) - least_.begin());
            if (!is_bound_[i]) return i;
            search(i);
        }
    }

    void join(std::size_t a, std::size_t b) {
        record(a, b);
        const Sizes sizes{.a = sizes_[a], .b = sizes_[b]};
        const double both = pair(a, b);
        const auto joined = [&](std::size_t other, double with_a, double with_b) {
            return Rule::joined({.a = with_a, .b = with_b, .both = both},
                                {.a = sizes.a, .b = sizes.b, .other = sizes_[other]});
        };
        closed_[b] = infinite;
        least_[b] = infinite;
        is_bound_[b] = false;
        sizes_[a] += sizes.b;
        for (std::size_t k = 0; k < a; ++k) {
            if (closed_[k] != 0.0) continue;
            double& with_a = pair(k, a);
            with_a = joined(k, with_a, pair(k, b));
            take_change(k, {a, b}, apart(with_a, k, a));
        }
        double* const row = row_of(a);
        least_[a] = infinite;
        for (std::size_t k = a + 1; k < count_; ++k) {
            if (closed_[k] != 0.0) continue;
            row[k] = joined(k, row[k], k < b ? pair(k, b) : pair(b, k));
            if (k < b && nearest_[k] == b) is_bound_[k] = true;
            const double distance = apart(row[k], a, k);
            if (!(distance < least_[a])) continue;
            least_[a] = distance;
            nearest_[a] = k;
        }
        is_bound_[a] = false;
    }
    /// The cluster `k` lies before the pair, which became one at this distance from it.
    void take_change(std::size_t k, std::pair<std::size_t, std::size_t> joined, double distance) {
        if (is_bound_[k]) {
            least_[k] = std::min(least_[k], distance);
            return;
        }
        const bool was_nearest = nearest_[k] == joined.first || nearest_[k] == joined.second;
        if (distance < least_[k] || (distance == least_[k] && (was_nearest || joined.first < nearest_[k]))) {
            least_[k] = distance;
            nearest_[k] = joined.first;
        } else if (was_nearest) {
            is_bound_[k] = true; // the others are not nearer than the two were
        }
    }
    void record(std::size_t a, std::size_t b) {
        const auto [low, high] = std::minmax(nodes_[a], nodes_[b]);
        merges_.push_back({.left = low,
                           .right = high,
                           .height = Rule::height(least_[a]),
                           .size = static_cast<std::int32_t>(sizes_[a] + sizes_[b])});
        nodes_[a] = static_cast<std::int32_t>(vectors_ + merges_.size() - 1);
    }

    /// Moves what is known of the open clusters together, in their order: the loops above get shorter.
    void leave_out_closed() {
        std::vector<std::size_t> open, place(count_, 0);
        for (std::size_t i = 0; i < count_; ++i) {
            place[i] = open.size();
            if (closed_[i] == 0.0) open.push_back(i);
        }
        double* to = values_.data();
        for (std::size_t i = 0; i < open.size(); ++i) {
            const double* const from = row_of(open[i]);
            for (std::size_t k = i + 1; k < open.size(); ++k) *to++ = from[open[k]];
        }
        for (std::size_t i = 0; i < open.size(); ++i) {
            sizes_[i] = sizes_[open[i]];
            least_[i] = least_[open[i]];
            nearest_[i] = place[std::min(nearest_[open[i]], count_ - 1)]; // for a closed one, only a bound is known
            is_bound_[i] = is_bound_[open[i]];
            nodes_[i] = nodes_[open[i]];
        }
        count_ = open.size();
        sizes_.resize(count_);
        least_.resize(count_);
        closed_.assign(count_, 0.0);
        lay_out_rows();
    }
    /// What is left to do falls with the square of the clusters that are left.
    void tell_progress() {
        if (control_.rows_done == nullptr) return;
        const double all = static_cast<double>(vectors_), left = all - static_cast<double>(merges_.size());
        const auto done = static_cast<std::int64_t>(all - left * left / all);
        control_.rows_done->fetch_add(done - told_, std::memory_order_relaxed);
        told_ = done;
    }

    const RunControl& control_;
    std::size_t vectors_, count_; ///< `count_`: clusters that have a row now
    std::vector<double> values_;
    std::vector<std::ptrdiff_t> rows_;
    std::vector<double> sizes_;
    std::vector<double> closed_; ///< infinite for clusters that became a part of another one, else 0
    std::vector<double> candidates_;
    std::vector<double> least_; ///< the distance of the nearest cluster behind each one, or a lower bound
    std::vector<std::size_t> nearest_;
    std::vector<bool> is_bound_;
    std::vector<std::int32_t> nodes_; ///< the number of each cluster in the merges
    std::vector<Merge> merges_;
    std::int64_t told_ = 0;
};

/// Rounding must not let a cluster be joined below one of its parts where the linkage does not do this.
void raise_to_parts(std::vector<Merge>& merges, std::int64_t vectors) {
    const auto height_of = [&](std::int32_t node) {
        return node < vectors ? 0.0 : merges[static_cast<std::size_t>(node - vectors)].height;
    };
    double highest = 0.0;
    for (Merge& merge : merges) {
        highest = std::max({highest, merge.height, height_of(merge.left), height_of(merge.right)});
        merge.height = highest;
    }
}

std::vector<Merge> joined_by(PairDistances distances, Linkage linkage, const RunControl& control) {
    switch (linkage) {
    case Linkage::average:
        return Joining<Average>(std::move(distances), control).all();
    case Linkage::complete:
        return Joining<Complete>(std::move(distances), control).all();
    case Linkage::single:
        return Joining<Single>(std::move(distances), control).all();
    case Linkage::ward:
        return Joining<Ward>(std::move(distances), control).all();
    case Linkage::weighted:
        return Joining<Weighted>(std::move(distances), control).all();
    case Linkage::centroid:
        return Joining<Centroid>(std::move(distances), control).all();
    case Linkage::median:
        return Joining<Median>(std::move(distances), control).all();
    }
    return {};
}

} // namespace

std::string_view meaning_of_height(Linkage linkage) {
    switch (linkage) {
    case Linkage::average:
        return "the mean distance between their vectors";
    case Linkage::complete:
        return "the largest distance between their vectors";
    case Linkage::single:
        return "the smallest distance between their vectors";
    case Linkage::ward:
        return "a height that grows with how much the squared distances from the centres increase";
    case Linkage::weighted:
        return "the mean of the distances that their two parts have";
    case Linkage::centroid:
        return "the distance between their centres";
    case Linkage::median:
        return "the distance between their centres, where both parts of a cluster count the same";
    }
    return {};
}

std::string why_no_linkage(Linkage linkage, Metric metric, bool given, std::string_view title) {
    const bool needs_euclidean = linkage == Linkage::ward || may_invert(linkage);
    if (!needs_euclidean || (metric == Metric::euclidean && !given)) return {};
    const std::string_view kind = linkage == Linkage::ward       ? "Ward's linkage"
                                  : linkage == Linkage::centroid ? "Centroid linkage"
                                                                 : "Median linkage";
    if (given)
        return fmt::format("{} is only right for Euclidean distances between vectors, and these distances were given "
                           "without vectors.",
                           kind);
    return fmt::format("{} is only right for Euclidean distances, and these vectors are compared by the {}.", kind,
                       title.empty() ? title_of(metric) : title);
}

std::vector<Merge> join_clusters(PairDistances distances, Linkage linkage, const RunControl& control) {
    if (distances.count < 2) return {};
    const std::int64_t vectors = distances.count;
    std::vector<Merge> merges = joined_by(std::move(distances), linkage, control);
    if (!may_invert(linkage)) raise_to_parts(merges, vectors);
    return merges;
}

} // namespace pairscope::seriation

// SPDX-License-Identifier: MIT
#include "kernels/neighbours/row_neighbours.h"

#include "kernels/neighbours/given.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/scale.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

namespace pairscope::neighbours {
namespace {

/// The vectors of two sets, by which distances are computed.
class Distances {
public:
    enum class Of : bool { one_pair, all_pairs };

    /// For one pair it is not worth the time to look at all coordinates for a scale.
    Distances(const Dataset& from, const Dataset& to, Of of = Of::all_pairs)
        : plane_(is_plane(from)), dims_(plane_ ? 2 : static_cast<std::size_t>(from.dims)),
          from_(plane_ ? plane_of(from, room_) : floats_of(from, room_)),
          to_(plane_ ? plane_of(to, room_to_) : floats_of(to, room_to_)),
          scale_(plane_ && of == Of::all_pairs ? scale_for(from_, to_) : 1.0) {}
    Distances(const Distances&) = delete; // the spans may lie in the rooms
    Distances& operator=(const Distances&) = delete;

    /// NaN where a coordinate is not finite.
    [[nodiscard]] double squared(std::int64_t row, std::int64_t col) const {
        const std::span<const float> here = vector(from_, row), there = vector(to_, col);
        if (!are_finite(here) || !are_finite(there)) return std::numeric_limits<double>::quiet_NaN();
        return plane_ ? reliable_squared({here[0], here[1]}, {there[0], there[1]}, scale_)
                      : squared_distance(here, there);
    }

private:
    [[nodiscard]] std::span<const float> vector(std::span<const float> all, std::int64_t row) const {
        return all.subspan(static_cast<std::size_t>(row) * dims_, dims_);
    }
    static bool are_finite(std::span<const float> vector) {
        return std::ranges::all_of(vector, [](float x) { return std::isfinite(x); });
    }

    bool plane_;
    std::size_t dims_;
    std::vector<float> room_, room_to_;
    std::span<const float> from_, to_;
    double scale_;
};

/// The keys of the pairs of vectors of the first set with all of the second one, of `question` as it is asked.
class Keys {
public:
    explicit Keys(const NeighbourQuestion& question) : rows_(question.across().rows) {
        if (question.first.holds_distances) {
            given_ = &question.first;
            return;
        }
        if (is_euclidean(question.metric)) {
            squares_.emplace(question.first, question.across());
            return;
        }
        first_.emplace(question.first, question.metric);
        if (question.second != nullptr) second_.emplace(*question.second, question.metric);
    }

    [[nodiscard]] std::vector<double> of(std::int64_t row) const {
        if (given_ != nullptr) return given_squares(*given_, row);
        std::vector<double> keys;
        keys.reserve(static_cast<std::size_t>(rows_));
        for (std::int64_t col = 0; col < rows_; ++col)
            keys.push_back(squares_ ? squares_->squared(row, col)
                                    : first_->key(row, second_ ? *second_ : *first_, col));
        return keys;
    }

private:
    std::int64_t rows_;
    const Dataset* given_ = nullptr; ///< its entries are read
    std::optional<Distances> squares_;
    std::optional<MetricVectors> first_, second_;
};

double key_of_pair(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    const MetricReader here(question.first, question.metric), there(question.across(), question.metric);
    std::vector<double> own(here.length()), other(there.length());
    here.read(row, own);
    there.read(col, other);
    return metric_key(question.metric, own, other);
}

/// The keys of one row. The other vectors are prepared one after the other: all of them together may need much memory.
std::vector<double> keys_by_metric(const NeighbourQuestion& question, std::int64_t row) {
    const MetricReader here(question.first, question.metric), there(question.across(), question.metric);
    std::vector<double> own(here.length()), other(there.length()), keys;
    here.read(row, own);
    keys.reserve(static_cast<std::size_t>(there.rows()));
    for (std::int64_t col = 0; col < there.rows(); ++col) {
        there.read(col, other);
        keys.push_back(metric_key(question.metric, own, other));
    }
    return keys;
}

/// How many vectors come before this one, by distance and then by row. `own` is left out; -1: none.
std::int64_t count_before(std::span<const double> keys, std::int64_t of, std::int64_t own) {
    const double limit = keys[static_cast<std::size_t>(of)];
    std::int64_t before = 0;
    for (std::int64_t i = 0; i < std::ssize(keys); ++i) {
        const double value = keys[static_cast<std::size_t>(i)];
        before += (value < limit || (value == limit && i < of)) && i != own ? 1 : 0;
    }
    return before;
}

std::int64_t own_of(const NeighbourQuestion& question, std::int64_t row) { return question.second ? -1 : row; }

/// The rows that can be neighbours.
std::vector<std::int64_t> candidates_in(std::span<const double> keys, std::int64_t own) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < std::ssize(keys); ++i)
        if (i != own && !std::isnan(keys[static_cast<std::size_t>(i)])) rows.push_back(i);
    return rows;
}

} // namespace

std::vector<double> keys_of(const NeighbourQuestion& question, std::int64_t row) {
    if (question.first.holds_distances || is_euclidean(question.metric)) return Keys(question).of(row);
    return keys_by_metric(question, row);
}

RowNeighbours neighbours_of_row(const NeighbourQuestion& question, std::int64_t row, bool with_mutual) {
    return neighbours_by_keys(question, row, keys_of(question, row), with_mutual);
}

RowNeighbours neighbours_by_keys(const NeighbourQuestion& question, std::int64_t row, std::span<const double> keys,
                                 bool with_mutual) {
    const std::int64_t own = own_of(question, row);
    std::vector<std::int64_t> rows = candidates_in(keys, own);
    const auto value = [&](std::int64_t i) { return keys[static_cast<std::size_t>(i)]; };
    const auto found = [&](std::int64_t i, std::int64_t rank) {
        const double distance = distance_of_key(question.metric, value(i));
        return RowNeighbour{.row = i, .distance = static_cast<float>(distance), .rank = rank};
    };
    RowNeighbours result{.nearest = {}, .farthest = {}, .others = std::ssize(rows)};
    const std::vector<bool> usable = usable_vectors(question.across(), question.metric);
    result.left_out = std::ranges::count(usable, false);
    result.finite = question.second == nullptr
                        ? usable[static_cast<std::size_t>(row)]
                        : usable_vectors(question.first, question.metric)[static_cast<std::size_t>(row)];
    if (rows.empty()) return result;
    const auto farthest = std::ranges::max_element(rows, {}, value); // the first one of equals
    result.farthest = found(*farthest, count_before(keys, *farthest, own) + 1);
    const auto kept = std::min<std::ptrdiff_t>(std::clamp(question.k, 1, most_neighbours), std::ssize(rows));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(),
                      [&](std::int64_t a, std::int64_t b) { return std::pair(value(a), a) < std::pair(value(b), b); });
    for (std::ptrdiff_t i = 0; i < kept; ++i) result.nearest.push_back(found(rows[static_cast<std::size_t>(i)], i + 1));
    if (!with_mutual) return result;
    const Keys backward(turned(question));
    for (RowNeighbour& neighbour : result.nearest) {
        const std::vector<double> back = backward.of(neighbour.row);
        neighbour.mutual = count_before(back, row, question.second ? -1 : neighbour.row) < question.k;
    }
    return result;
}

std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    return as_neighbour(question, row, col, keys_of(question, row));
}

std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row, std::int64_t col,
                                         std::span<const double> keys) {
    if (row == own_of(question, col)) return {};
    const double value = keys[static_cast<std::size_t>(col)];
    if (std::isnan(value)) return {};
    return RowNeighbour{.row = col,
                        .distance = static_cast<float>(distance_of_key(question.metric, value)),
                        .rank = count_before(keys, col, own_of(question, row)) + 1};
}

std::optional<float> distance_between(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    if (question.first.holds_distances) return given_distance(question.first, row, col);
    const double key = is_euclidean(question.metric)
                           ? Distances(question.first, question.across(), Distances::Of::one_pair).squared(row, col)
                           : key_of_pair(question, row, col);
    return std::isnan(key) ? std::nullopt : std::optional(static_cast<float>(distance_of_key(question.metric, key)));
}

} // namespace pairscope::neighbours

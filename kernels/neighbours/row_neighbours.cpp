// SPDX-License-Identifier: MIT
#include "kernels/neighbours/row_neighbours.h"

#include "kernels/neighbours/given.h"
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

/// The squared distances from a vector of one set to all of another one.
std::vector<double> squared_distances(const Dataset& from, std::int64_t row, const Dataset& to) {
    if (from.holds_distances) return given_squares(from, row);
    const Distances distances(from, to);
    std::vector<double> squared(static_cast<std::size_t>(to.rows));
    for (std::size_t i = 0; i < squared.size(); ++i) squared[i] = distances.squared(row, static_cast<std::int64_t>(i));
    return squared;
}

/// How many vectors come before this one, by distance and then by row. `own` is left out; -1: none.
std::int64_t count_before(std::span<const double> squared, std::int64_t of, std::int64_t own) {
    const double limit = squared[static_cast<std::size_t>(of)];
    std::int64_t before = 0;
    for (std::int64_t i = 0; i < std::ssize(squared); ++i) {
        const double value = squared[static_cast<std::size_t>(i)];
        before += (value < limit || (value == limit && i < of)) && i != own ? 1 : 0;
    }
    return before;
}

std::int64_t own_of(const NeighbourQuestion& question, std::int64_t row) { return question.second ? -1 : row; }

/// The rows that can be neighbours.
std::vector<std::int64_t> candidates_in(std::span<const double> squared, std::int64_t own) {
    std::vector<std::int64_t> rows;
    for (std::int64_t i = 0; i < std::ssize(squared); ++i)
        if (i != own && !std::isnan(squared[static_cast<std::size_t>(i)])) rows.push_back(i);
    return rows;
}

} // namespace

std::vector<double> squared_distances_of(const NeighbourQuestion& question, std::int64_t row) {
    return squared_distances(question.first, row, question.across());
}

RowNeighbours neighbours_of_row(const NeighbourQuestion& question, std::int64_t row, bool with_mutual) {
    const std::vector<double> squared = squared_distances_of(question, row);
    const std::int64_t own = own_of(question, row);
    std::vector<std::int64_t> rows = candidates_in(squared, own);
    const auto value = [&](std::int64_t i) { return squared[static_cast<std::size_t>(i)]; };
    const auto found = [&](std::int64_t i, std::int64_t rank) {
        return RowNeighbour{.row = i, .distance = static_cast<float>(std::sqrt(value(i))), .rank = rank};
    };
    RowNeighbours result{.nearest = {}, .farthest = {}, .others = std::ssize(rows)};
    result.left_out = std::ranges::count(finite_vectors(question.across()), false);
    result.finite = finite_vectors(question.first)[static_cast<std::size_t>(row)];
    if (rows.empty()) return result;
    const auto farthest = std::ranges::max_element(rows, {}, value); // the first one of equals
    result.farthest = found(*farthest, count_before(squared, *farthest, own) + 1);
    const auto kept = std::min<std::ptrdiff_t>(std::clamp(question.k, 1, most_neighbours), std::ssize(rows));
    std::partial_sort(rows.begin(), rows.begin() + kept, rows.end(),
                      [&](std::int64_t a, std::int64_t b) { return std::pair(value(a), a) < std::pair(value(b), b); });
    for (std::ptrdiff_t i = 0; i < kept; ++i) result.nearest.push_back(found(rows[static_cast<std::size_t>(i)], i + 1));
    if (!with_mutual) return result;
    for (RowNeighbour& neighbour : result.nearest) {
        const auto back = squared_distances(question.across(), neighbour.row, question.first);
        neighbour.mutual = count_before(back, row, question.second ? -1 : neighbour.row) < question.k;
    }
    return result;
}

std::optional<RowNeighbour> as_neighbour(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    if (row == own_of(question, col)) return {};
    const std::vector<double> squared = squared_distances_of(question, row);
    const double value = squared[static_cast<std::size_t>(col)];
    if (std::isnan(value)) return {};
    return RowNeighbour{.row = col,
                        .distance = static_cast<float>(std::sqrt(value)),
                        .rank = count_before(squared, col, own_of(question, row)) + 1};
}

std::optional<float> distance_between(const NeighbourQuestion& question, std::int64_t row, std::int64_t col) {
    if (question.first.holds_distances) return given_distance(question.first, row, col);
    const double squared = Distances(question.first, question.across(), Distances::Of::one_pair).squared(row, col);
    return std::isnan(squared) ? std::nullopt : std::optional(static_cast<float>(std::sqrt(squared)));
}

} // namespace pairscope::neighbours

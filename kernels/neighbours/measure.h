// SPDX-License-Identifier: MIT
// The exact order of the pairs that a question is about. Searches compare cheap keys first, which are doubles with a
// proven error; where two keys are too near to each other for this error, the functions here decide.
#pragma once

#include "kernels/ladder/workload.h"
#include "kernels/metrics/places.h"
#include "kernels/neighbours/nearest.h"
#include "kernels/neighbours/vectors.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace pairscope::neighbours {

/// How far two cheap keys must be apart so that their order is sure. Half of this is the error of one key: a part of
/// the key, a part of its root (an error of the chord whose square the key is), and a constant.
struct Slack {
    double relative = 0.0, root = 0.0, constant = 0.0;

    [[nodiscard]] double of(double key) const {
        const double of_root = root == 0.0 ? 0.0 : root * std::sqrt(std::max(key, 0.0));
        return relative * key + of_root + constant;
    }
    /// Are two keys surely farther apart than the slack of the greater one? It needs no root, and may answer no.
    [[nodiscard]] bool are_apart(double a, double b) const {
        constexpr double about = 0x1p-10; // sqrt(x) <= x / (2 a) + a / 2 for every a above 0
        const double of_key = relative + root * (0.5 / about), rest = constant + root * (0.5 * about);
        return std::abs(a - b) > 1.001 * (of_key * std::max(a, b) + rest);
    }
    /// No key above this one belongs to a pair that is as near as the pair of `key`.
    [[nodiscard]] double above(double key) const { return key + of(key); }
};
/// The slack of the keys that metric_vectors.h makes of vectors with so many coordinates.
[[nodiscard]] Slack slack_of(Metric metric, std::int64_t dims);

/// An exact key orders the pairs of a question: squared distances for the Euclidean metric, and the distances
/// themselves for all others. It depends on the two vectors alone, whichever comes first, and whoever asks.
///
/// Euclidean, squared, Manhattan, Chebyshev: the exact sum or maximum over the coordinates, rounded once to double.
/// Where the rows were prepared (kernels/data/prepared), their coordinates are rounded already, so the order of two
/// pairs with the same distance in double means nothing: the exact key is the square of the distance that is shown.
/// Where all numbers are decimals of few digits (Dataset::decimals), coordinates are whole numbers of the last
/// decimal place, which have all digits of the file. Then keys are in these units, and distances are divided by them.
/// Canberra: the double nearest to the sum.
/// Cosine: computed with an error below 2^-44 of it, then rounded to 40 significant bits. Parallel vectors have 0.
/// Great circle: in kilometres, with an error below 1e-10, then rounded to a whole number of micrometres.
/// A workload's own metric, and given distances: as they are.
class Measure {
public:
    /// The sets must outlive this.
    explicit Measure(const NeighbourQuestion& question);
    Measure(const Measure&) = delete; // its problem refers to its parameters
    Measure& operator=(const Measure&) = delete;

    /// NaN where one of the two vectors is not usable.
    [[nodiscard]] double exact_key(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] double distance_of_exact(double exact_key) const;
    /// The distance of a pair with this cheap key, without its last digits.
    [[nodiscard]] double distance_of_cheap(double key) const;
    /// A distance between the coordinates of first() and across(), which may be decimal places, in the units of the
    /// file.
    [[nodiscard]] double in_units_of_file(double distance) const {
        return metric_ == Metric::squared ? distance / (units_ * units_) : distance / units_;
    }
    /// The cheap key that a pair at this distance has, apart from rounding.
    [[nodiscard]] double cheap_key_of(double distance) const;
    [[nodiscard]] double distance(std::int64_t row, std::int64_t col) const {
        return distance_of_exact(exact_key(row, col));
    }

    /// Where both have the same exact key: which vector of the second set is nearer to `row`. Negative: `a`; positive:
    /// `b`; 0: none.
    [[nodiscard]] int compare_equal(std::int64_t row, std::int64_t a, std::int64_t b) const;
    /// Is the point at least as near to vector `row` as vector `b` of the second set is? Its numbers are those of the
    /// prepared vectors; it need not be in a set.
    [[nodiscard]] int compare_point(std::int64_t row, std::span<const double> point, std::int64_t b) const;

    /// Negative: the pair is closer than the radius. Positive: it is farther apart. 0: it lies at the radius, which
    /// cannot be told from its distance after the numbers of the file were rounded to double. A pair of
    /// decimals lies at the radius if the double nearest to its distance is the radius.
    [[nodiscard]] int compare_with_radius(std::int64_t row, std::int64_t col, double radius) const;
    /// The farthest from the radius that a distance can be for the last one to be 0.
    [[nodiscard]] double widest_rounding(double radius) const;

    /// By a workload's own metric that compares vectors of doubles.
    [[nodiscard]] double own_distance(std::span<const double> a, std::span<const double> b) const {
        return own_.of_rows(a, b, own_.parameters);
    }

    [[nodiscard]] Slack slack() const { return slack_; }
    /// From now on keys count as exact if the coordinates are whole multiples of a number and so small that neither a
    /// difference nor a sum needs to be rounded. This looks at all coordinates.
    void look_for_exact_keys();
    /// Looks up the cosine of each latitude now, which makes exact great-circle distances quicker.
    void prepare_places();
    [[nodiscard]] bool has_exact_keys() const { return has_exact_keys_; }
    /// Are squared distances exact in float32, too? Then the numbers of the sets are in LoadedVectors::floats().
    [[nodiscard]] bool has_exact_float_keys() const { return has_exact_float_keys_; }

    /// Are coordinates and keys in units of the last decimal place of the file?
    [[nodiscard]] bool counts_decimals() const { return units_ != 1.0; }

    [[nodiscard]] Metric metric() const { return metric_; }
    [[nodiscard]] bool is_of_one_set() const { return is_one_set_; }
    [[nodiscard]] bool is_own() const { return own_.pair != nullptr; }
    /// The exact key of a pair whose sum of squares, rounded once, is this one.
    [[nodiscard]] double key_of_square(double square) const {
        constexpr double least = 1e-290; // below, the square of a root may lose digits
        if (!is_prepared_ || square < least) return square;
        const double distance = std::sqrt(square);
        return distance * distance;
    }
    [[nodiscard]] const LoadedVectors& first() const { return first_; }
    [[nodiscard]] const LoadedVectors& across() const { return across_; }

private:
    [[nodiscard]] double rounding_of(std::int64_t row, std::int64_t col, double distance) const;
    /// Each term is a quotient, so the rounding of large numbers does not hide small ones.
    [[nodiscard]] double rounding_of_canberra(std::int64_t row, std::int64_t col) const;
    [[nodiscard]] bool decides_by_coordinates() const;
    void count_in_decimals(const Dataset& first, const Dataset& across);

    Metric metric_;
    LoadedVectors first_, across_;
    OwnDistance own_;
    Problem problem_; ///< for a workload's own metric
    const Dataset* given_ = nullptr;
    GlobeAxes axes_, axes_across_;
    bool is_one_set_, is_prepared_; ///< is_prepared_: Euclidean distances of rows that were prepared
    std::vector<globe::Place<double>> places_, places_across_; ///< empty: not prepared
    Slack slack_;
    bool has_exact_keys_ = false, has_exact_float_keys_ = false;
    double units_ = 1.0; ///< how many units of the last decimal place are 1; 1: coordinates are those that were loaded
};

} // namespace pairscope::neighbours

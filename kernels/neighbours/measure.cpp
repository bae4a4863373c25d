// SPDX-License-Identifier: MIT
#include "kernels/neighbours/measure.h"

#include "kernels/data/globe.h"
#include "kernels/metrics/great_circle.h"
#include "kernels/neighbours/exact/exact_keys.h"
#include "kernels/neighbours/exact/number_grid.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/neighbours/given.h"
#include "kernels/neighbours/metric_vectors.h"

#include <algorithm>

namespace pairscope::neighbours {
namespace {

constexpr double unit_roundoff = 0x1p-53;
constexpr double rounding_of_file =
    0x1p-48; ///< relative, of a number in a file: its decimals in double, and what low parts hold
constexpr double rounding_of_float = 0x1p-24;
constexpr double steps_per_kilometre = 1e9;   ///< micrometres
constexpr double rounding_of_places = 1.5e-9; // [km]
static_assert(0.5 / steps_per_kilometre + globe::great_circle_error < rounding_of_places);

/// The nearest whole number, as std::nearbyint gives it for numbers from 0 to 2^51, without a call.
double whole(double number) {
    constexpr double units = 0x1p52; // from here on the steps between doubles are 1
    return (number + units) - units;
}

LoadedVectors::Origin origin_for(const NeighbourQuestion& question) {
    const bool needs_zero =
        is_seen_from_zero(question.metric) || question.metric == Metric::great_circle || question.metric == Metric::own;
    const bool differs = question.first.origin != question.across().origin;
    return needs_zero || differs ? LoadedVectors::Origin::added : LoadedVectors::Origin::left_out;
}

globe::Place<double> place_in(const LoadedVectors& set, const GlobeAxes& axes, std::int64_t row) {
    return globe::place_in_double(axes.latitude_first, set.at(row, 0), set.at(row, 1));
}

std::optional<DecimalDigits> decimals_of(const Dataset& set) {
    constexpr DecimalDigits of_bytes{.behind_point = 0, .most_behind_point = 10};
    return std::holds_alternative<std::vector<std::uint8_t>>(set.values) ? std::optional(of_bytes) : set.decimals;
}

/// What WorkloadType::pair_nearly may differ by, twice.
Slack slack_of_nearly(std::int64_t dims) {
    return {.relative = 4.0 * (static_cast<double>(dims) + 8.0) * unit_roundoff};
}

} // namespace

Slack slack_of(Metric metric, std::int64_t dims) {
    const auto d = static_cast<double>(dims);
    switch (metric) {
    case Metric::chebyshev:
        return {.relative = 8.0 * unit_roundoff};
    case Metric::cosine: // half a squared chord of unit vectors, whose ends are right to (d + 6) roundings
        return {.relative = 0x1p-38 + 4.0 * (d + 8.0) * unit_roundoff,
                .root = 8.0 * (d + 8.0) * unit_roundoff,
                .constant = 16.0 * (d + 8.0) * (d + 8.0) * unit_roundoff * unit_roundoff};
    case Metric::great_circle: // the grid is 1.6e-13 of the Earth's radius, and unit vectors are right to 4e-15
        return {.relative = 16.0 * unit_roundoff, .root = 8e-13, .constant = 2e-25};
    case Metric::own:
        return {};
    default: // a difference, a square and fewer than dims sums; twice, because two keys are compared
        return {.relative = 2.0 * (d + 8.0) * unit_roundoff};
    }
}

Measure::Measure(const NeighbourQuestion& question)
    : metric_(question.metric), first_(question.first, origin_for(question)),
      across_(question.across(), origin_for(question)), own_(question.own),
      given_(question.first.holds_distances ? &question.first : nullptr), axes_(globe_axes(question.first)),
      axes_across_(globe_axes(question.across())), is_one_set_(question.second == nullptr),
      is_prepared_(question.metric == Metric::euclidean && question.first.original != nullptr),
      slack_(given_ == nullptr ? slack_of(question.metric, question.first.dims) : Slack{}) {
    if (metric_ == Metric::own && own_.nearly != nullptr && given_ == nullptr)
        slack_ = slack_of_nearly(question.first.dims);
    if (decides_by_coordinates() && !is_prepared_) count_in_decimals(question.first, question.across());
    if (is_prepared_) slack_.relative += 8.0 * unit_roundoff; // the root and its square are rounded, for two keys
    Inputs inputs = inputs_of(question.first, question.across());
    problem_ = problem_of(inputs, LinearMemory{});
    problem_.parameters = own_.parameters;
}

bool Measure::decides_by_coordinates() const { return given_ == nullptr && is_of_differences(metric_); }

/// Coordinates that were not rounded are the numbers of the file already, and so are whole numbers.
void Measure::count_in_decimals(const Dataset& first, const Dataset& across) {
    const std::optional<DecimalDigits> digits = decimals_of(first), digits_across = decimals_of(across);
    if (!digits || !digits_across || (!first_.are_rounded() && !across_.are_rounded())) return;
    const int places = std::max(digits->behind_point, digits_across->behind_point);
    if (places == 0 || places > std::min(digits->most_behind_point, digits_across->most_behind_point)) return;
    first_.count_in_decimals(places);
    across_.count_in_decimals(places);
    units_ = std::pow(10.0, places);
}

double Measure::exact_key(std::int64_t row, std::int64_t col) const {
    if (given_ != nullptr) return given_distance(*given_, row, col);
    if (metric_ == Metric::great_circle) {
        const bool are_ready = !places_.empty();
        const std::vector<globe::Place<double>>& across = places_across_.empty() ? places_ : places_across_;
        const auto here = are_ready ? places_[static_cast<std::size_t>(row)] : place_in(first_, axes_, row);
        const auto there = are_ready ? across[static_cast<std::size_t>(col)] : place_in(across_, axes_across_, col);
        const double kilometres = globe::great_circle(here, there);
        return whole(kilometres * steps_per_kilometre) / steps_per_kilometre;
    }
    if (!first_.is_finite(row) || !across_.is_finite(col)) return std::numeric_limits<double>::quiet_NaN();
    if (metric_ == Metric::own && own_.of_rows == nullptr) return own_.pair(problem_, row, col);
    VectorRoom room_a, room_b;
    const std::span<double> a = room_a.of(first_.dims()), b = room_b.of(across_.dims());
    first_.read(row, a);
    across_.read(col, b);
    if (metric_ == Metric::own) return own_distance(a, b);
    if (metric_ == Metric::cosine) return cosine_key(a, b);
    if (metric_ == Metric::canberra) return canberra_distance(a, b);
    return is_of_differences(metric_) ? key_of_square(rounded_key(metric_, a, b)) : metric_key(metric_, a, b);
}

double Measure::cheap_key_of(double distance) const {
    if (given_ != nullptr) return distance;
    return key_of_distance(metric_, distance * (metric_ == Metric::squared ? units_ * units_ : units_));
}

double Measure::distance_of_exact(double exact_key) const {
    return in_units_of_file(metric_ == Metric::euclidean && given_ == nullptr ? std::sqrt(exact_key) : exact_key);
}

double Measure::distance_of_cheap(double key) const {
    return given_ != nullptr ? key : in_units_of_file(distance_of_key(metric_, key));
}

int Measure::compare_equal(std::int64_t row, std::int64_t a, std::int64_t b) const {
    if (!decides_by_coordinates() || has_exact_keys_ || is_prepared_) return 0;
    VectorRoom room, room_a, room_b;
    const std::span<double> from = room.of(first_.dims()), to_a = room_a.of(first_.dims()),
                            to_b = room_b.of(first_.dims());
    first_.read(row, from);
    across_.read(a, to_a);
    across_.read(b, to_b);
    return compare_exactly(metric_, from, to_a, to_b);
}

int Measure::compare_point(std::int64_t row, std::span<const double> point, std::int64_t b) const {
    VectorRoom room, room_b;
    const std::span<double> from = room.of(point.size()), to = room_b.of(point.size());
    std::ranges::fill(from, 0.0); // a vector of one number is a point on an axis of the plane
    std::ranges::fill(to, 0.0);
    first_.read(row, from.first(first_.dims()));
    across_.read(b, to.first(first_.dims()));
    return compare_exactly(metric_, from, point, to);
}

int Measure::compare_with_radius(std::int64_t row, std::int64_t col, double radius) const {
    const double key = exact_key(row, col), distance = distance_of_exact(key);
    const double rounding = rounding_of(row, col, distance);
    const int by_distance = distance < radius ? -1 : distance == radius ? 0 : 1; // for NaN it is 1
    if (counts_decimals()) return by_distance;
    if (rounding > 0.0) return std::abs(distance - radius) <= rounding ? 0 : by_distance;
    // A distance that was printed, and is given as a radius, is at the radius, on whichever side it was rounded to.
    if (by_distance == 0 || !decides_by_coordinates()) return by_distance;
    const double wanted = metric_ == Metric::euclidean ? radius * radius : radius;
    if (!(std::abs(key - wanted) <= 8.0 * unit_roundoff * wanted)) return key < wanted ? -1 : 1;
    VectorRoom room_a, room_b;
    const std::span<double> a = room_a.of(first_.dims()), b = room_b.of(across_.dims());
    first_.read(row, a);
    across_.read(col, b);
    return compare_exactly(metric_, a, b, radius);
}

double Measure::rounding_of(std::int64_t row, std::int64_t col, double distance) const {
    if (given_ != nullptr) // whole numbers, and those with low parts, are what they were in the file
        return !given_->low.empty() || distance == std::floor(distance) ? 0.0 : rounding_of_float * distance;
    if (counts_decimals()) return 0.0;
    // Distances are whole multiples of 2^-40.
    if (metric_ == Metric::cosine && !first_.are_rounded() && !across_.are_rounded()) return 0x1p-41;
    if (metric_ == Metric::own || (!first_.are_rounded() && !across_.are_rounded())) return 0.0;
    if (metric_ == Metric::great_circle) return rounding_of_places;
    if (metric_ == Metric::cosine) return rounding_of_file * std::sqrt(8.0 * distance) + 0x1p-39 * distance;
    if (metric_ == Metric::hamming) return 0.0; // equal numbers of a file stay equal
    if (metric_ == Metric::canberra) return rounding_of_canberra(row, col);
    double squares = 0.0, sum = 0.0, most = 0.0;
    for (std::size_t k = 0; k < first_.dims(); ++k) {
        const double of_coordinate =
            rounding_of_file * (std::abs(first_.in_file(row, k)) + std::abs(across_.in_file(col, k)));
        squares += of_coordinate * of_coordinate;
        sum += of_coordinate;
        most = std::max(most, of_coordinate);
    }
    if (metric_ == Metric::manhattan) return sum;
    if (metric_ == Metric::chebyshev) return most;
    const double of_length = std::sqrt(squares);
    return metric_ == Metric::euclidean ? of_length : (2.0 * std::sqrt(distance) + of_length) * of_length;
}

double Measure::rounding_of_canberra(std::int64_t row, std::int64_t col) const {
    double sum = 0.0;
    for (std::size_t k = 0; k < first_.dims(); ++k) {
        const double a = std::abs(first_.in_file(row, k)), b = std::abs(across_.in_file(col, k));
        const auto [less, more] = std::minmax(a, b);
        if (less == 0.0) continue; // the term is 1, whatever the other number is
        const double ratio = less / more;
        sum += 4.0 * ratio / ((1.0 + ratio) * (1.0 + ratio)) * rounding_of_file;
    }
    return sum;
}

double Measure::widest_rounding(double radius) const {
    if (given_ != nullptr) return 2.0 * rounding_of_float * radius;
    if (counts_decimals()) return 0.0;
    if (metric_ == Metric::own || (!first_.are_rounded() && !across_.are_rounded())) return 0.0;
    if (metric_ == Metric::great_circle) return rounding_of_places;
    if (metric_ == Metric::cosine) return 0x1p-30; // distances near the radius are at most 2
    if (metric_ == Metric::hamming) return 0.0;
    if (metric_ == Metric::canberra) return 1.001 * static_cast<double>(first_.dims()) * rounding_of_file;
    double squares = 0.0, sum = 0.0;
    for (std::size_t k = 0; k < first_.dims(); ++k) {
        double largest = 0.0, largest_across = 0.0;
        const auto look = [k](const LoadedVectors& set, double& most) {
            for (std::int64_t row = 0; row < set.rows(); ++row)
                if (const double size = std::abs(set.in_file(row, k)); size > most && std::isfinite(size)) most = size;
        };
        look(first_, largest);
        look(across_, largest_across);
        const double of_coordinate = rounding_of_file * (largest + largest_across);
        squares += of_coordinate * of_coordinate;
        sum += of_coordinate;
    }
    constexpr double generous = 1.001;
    if (metric_ == Metric::manhattan || metric_ == Metric::chebyshev) return generous * sum;
    const double of_length = generous * std::sqrt(squares);
    return metric_ == Metric::euclidean ? of_length : (2.0 * std::sqrt(radius) + 2.0 * of_length) * of_length;
}

void Measure::prepare_places() {
    if (metric_ != Metric::great_circle || given_ != nullptr) return;
    const auto prepare = [](const LoadedVectors& set, const GlobeAxes& axes, auto& places) {
        places.reserve(static_cast<std::size_t>(set.rows()));
        for (std::int64_t row = 0; row < set.rows(); ++row) places.push_back(place_in(set, axes, row));
    };
    prepare(first_, axes_, places_);
    if (!is_one_set_) prepare(across_, axes_across_, places_across_);
}

void Measure::look_for_exact_keys() {
    if (!decides_by_coordinates() || is_prepared_) return;
    const auto dims = static_cast<double>(first_.dims());
    constexpr std::int64_t rows_of_look = 64;
    NumberGrid grid;
    const auto look = [&](const LoadedVectors& set) {
        if (set.are_bytes()) {
            grid.include_bytes();
            return true;
        }
        for (std::int64_t row = 0; row < set.rows(); ++row) {
            for (std::size_t k = 0; k < set.dims(); ++k) grid.include(set.at(row, k));
            if (row % rows_of_look == 0 && !are_exact(metric_, grid.steps(), dims)) return false;
        }
        return are_exact(metric_, grid.steps(), dims);
    };
    has_exact_keys_ = look(first_) && (is_one_set_ || look(across_));
    if (!has_exact_keys_) return;
    slack_ = {};
    constexpr int least_exponent = -60; // squares neither underflow nor overflow
    constexpr double most = 0x1p60;
    has_exact_float_keys_ = is_euclidean(metric_) && !first_.floats().empty() && !across_.floats().empty() &&
                            grid.exponent >= least_exponent && grid.largest <= most &&
                            are_exact(metric_, grid.steps(), dims, most_in_float);
}

} // namespace pairscope::neighbours

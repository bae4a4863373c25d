// SPDX-License-Identifier: MIT
#include "kernels/seriation/columns.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/globe.h"
#include "kernels/engines/cpu/parallel.h"
#include "kernels/metrics/formulas.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::seriation {
namespace {

constexpr std::int64_t together = 1024; // sums that stay in the first cache

/// Also where there is no distance.
double at_most_largest(double distance) {
    constexpr double largest = std::numeric_limits<float>::max();
    return distance <= largest ? distance : largest;
}

/// Adds a coordinate to the keys of some vectors.
template <class Number, class Add> void add_terms(const Number* column, Number there, std::span<Number> sums, Add add) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = add(sums[i], column[i] - there);
}
template <class Number> void add_column(Metric metric, const Number* column, Number there, std::span<Number> sums) {
    switch (metric) {
    case Metric::manhattan:
        return add_terms(column, there, sums, [](Number sum, Number x) { return sum + std::abs(x); });
    case Metric::chebyshev:
        return add_terms(column, there, sums, [](Number most, Number x) { return std::max(most, std::abs(x)); });
    case Metric::euclidean:
    case Metric::squared:
    case Metric::cosine:
    case Metric::great_circle:
    case Metric::own:
        return add_terms(column, there, sums, [](Number sum, Number x) { return sum + x * x; });
    default:
        metrics::for_each_formula([&]<class Formula>(Formula) {
            if (Formula::metric != metric) return;
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = Formula::added(sums[i], column[i], there);
        });
    }
}

/// Two floats hold numbers of a file to about 2^-49. Equal differences of decimal numbers then round apart from those
/// that other programs compute, and other clusters join first: the doubles that other programs read are found again.
bool has_digits_of_file(const Dataset& set, Metric metric) {
    return is_of_differences(metric) && !set.low.empty() && set.original == nullptr && set.scales.empty();
}

} // namespace

bool is_exact_in_float32(const Dataset& set, Metric metric) {
    if (!neighbours::LoadedVectors(set).are_bytes()) return false;
    constexpr std::int64_t largest = 255, exact = std::int64_t{1} << std::numeric_limits<float>::digits;
    switch (metric) {
    case Metric::manhattan:
    case Metric::chebyshev:
        return set.dims * largest <= exact;
    case Metric::euclidean:
    case Metric::squared:
        return set.dims * largest * largest <= exact;
    default:
        return false;
    }
}

RowsInOrder rows_with_distances(const Dataset& set, const ComparedBy& by) {
    const std::vector<bool> usable = neighbours::usable_vectors(set, by.metric);
    Inputs inputs = inputs_of(set);
    inputs.parameters = by.own.parameters;
    const Problem asked = problem_of(inputs, LinearMemory{});
    const bool is_own = by.metric == Metric::own && by.own.pair != nullptr;
    const auto is_apart = [&](std::int32_t a, std::int32_t b) { return !std::isnan(by.own.pair(asked, a, b)); };
    RowsInOrder result;
    std::vector<std::int32_t> without_own; // rows that may have a distance from every other row
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(std::ssize(usable)); ++row) {
        const bool is_usable = usable[static_cast<std::size_t>(row)], has_own = !is_own || is_apart(row, row);
        if (is_usable && !has_own) without_own.push_back(row);
        (is_usable && has_own ? result.rows : result.left_out).push_back(row);
    }
    if (without_own.size() != 1) return result; // two of them have no distance from each other
    const std::int32_t only = without_own.front();
    if (!std::ranges::all_of(result.rows, [&](std::int32_t row) { return is_apart(only, row); })) return result;
    std::erase(result.left_out, only);
    result.rows.insert(std::ranges::lower_bound(result.rows, only), only);
    return result;
}

template <class Number>
Columns<Number>::Columns(const Dataset& set, const ComparedBy& by, RowsInOrder rows)
    : metric_(by.metric), rows_(std::move(rows)) {
    const neighbours::MetricReader reader(set, metric_);
    dims_ = static_cast<std::int64_t>(reader.length());
    stride_ = count();
    values_.resize(static_cast<std::size_t>(dims_ * stride_));
    if (metric_ == Metric::cosine) zero_.resize(rows_.rows.size());
    const bool has_digits = has_digits_of_file(set, metric_);
    cpu::for_rows({.rows = stride_, .step = 64, .threads = 0}, [&](std::int64_t first, std::int64_t last) {
        std::vector<double> numbers(reader.length());
        for (std::int64_t i = first; i < last; ++i) {
            const std::int64_t row = rows_.rows[static_cast<std::size_t>(i)];
            reader.read(row, numbers);
            for (std::size_t k = 0; has_digits && k < numbers.size(); ++k)
                numbers[k] = coordinate_in_file(set, row, static_cast<std::int64_t>(k));
            for (std::int64_t k = 0; k < dims_; ++k)
                values_[static_cast<std::size_t>(k * stride_ + i)] =
                    static_cast<Number>(numbers[static_cast<std::size_t>(k)]);
            if (metric_ == Metric::cosine)
                zero_[static_cast<std::size_t>(i)] =
                    std::ranges::all_of(numbers, [](double x) { return x == 0.0; }) ? 1 : 0;
        }
    });
}

template <class Number> std::vector<Number> Columns<Number>::vector_at(std::int64_t i) const {
    std::vector<Number> vector;
    for (std::int64_t k = 0; k < dims_; ++k) vector.push_back(column(k)[i]);
    return vector;
}

template <class Number>
void Columns<Number>::keys_from(std::span<const Number> from, std::int64_t first, std::span<Number> out) const {
    for (std::size_t begin = 0; begin < out.size(); begin += together) {
        const std::span<Number> sums = out.subspan(begin, std::min<std::size_t>(together, out.size() - begin));
        std::ranges::fill(sums, Number{0});
        for (std::int64_t k = 0; k < dims_; ++k)
            add_column(metric_, column(k) + first + begin, from[static_cast<std::size_t>(k)], sums);
    }
}

template <class Number>
void Columns<Number>::keys_from(std::int64_t i, std::int64_t first, std::span<Number> out) const {
    keys_from(vector_at(i), first, out);
    constexpr auto key_of_zero = static_cast<Number>(2); // a cosine distance of 1: see distance_of()
    for (std::size_t at = 0; at < out.size() && !zero_.empty(); ++at)
        if (zero_[static_cast<std::size_t>(i)] != 0 || zero_[static_cast<std::size_t>(first) + at] != 0)
            out[at] = key_of_zero;
}

template <class Number> void Columns<Number>::keys_from_mean(std::span<Number> out) const {
    std::vector<Number> mean;
    for (std::int64_t k = 0; k < dims_; ++k) {
        double sum = 0.0;
        for (std::int64_t i = 0; i < count(); ++i) sum += static_cast<double>(column(k)[i]);
        mean.push_back(static_cast<Number>(sum / static_cast<double>(std::max<std::int64_t>(count(), 1))));
    }
    keys_from(mean, 0, out);
}

/// A key of the cosine distance is the squared chord, of which the cheap keys of neighbours are the half.
template <class Number> void Columns<Number>::distances_of(std::span<const Number> keys, std::span<double> out) const {
    if (metric_ == Metric::euclidean) {
        for (std::size_t i = 0; i < keys.size(); ++i) out[i] = at_most_largest(std::sqrt(static_cast<double>(keys[i])));
        return;
    }
    if (metric_ == Metric::hamming) { // keys count the coordinates that differ
        for (std::size_t i = 0; i < keys.size(); ++i)
            out[i] = at_most_largest(static_cast<double>(keys[i]) / static_cast<double>(dims_));
        return;
    }
    const double part = metric_ == Metric::cosine ? 0.5 : 1.0;
    for (std::size_t i = 0; i < keys.size(); ++i)
        out[i] = at_most_largest(neighbours::distance_of_key(metric_, part * static_cast<double>(keys[i])));
}

template <class Number> void Columns<Number>::move(std::int64_t from, std::int64_t to) {
    for (std::int64_t k = 0; k < dims_; ++k)
        values_[static_cast<std::size_t>(k * stride_ + to)] = values_[static_cast<std::size_t>(k * stride_ + from)];
    if (!zero_.empty()) zero_[static_cast<std::size_t>(to)] = zero_[static_cast<std::size_t>(from)];
}

OwnColumns::OwnColumns(const Dataset& set, const ComparedBy& by, RowsInOrder rows)
    : own_(by.own), inputs_(inputs_of(set)), rows_(std::move(rows)), dims_(set.dims), places_(rows_.rows) {
    inputs_.parameters = own_.parameters;
    if (own_.of_rows == nullptr) return;
    numbers_.reserve(rows_.rows.size() * static_cast<std::size_t>(dims_));
    for (const std::int32_t row : rows_.rows)
        for (std::int64_t dim = 0; dim < dims_; ++dim) numbers_.push_back(whole_coordinate(set, row, dim));
    const auto terms = neighbours::quick_terms_of(own_);
    if (!terms || !neighbours::QuickSums::have_room(count(), dims_)) return;
    quick_.emplace(neighbours::QuickQuestion{
        .terms = *terms, .dims = static_cast<std::size_t>(dims_), .first = numbers_, .across = numbers_});
}

std::span<const double> OwnColumns::numbers_of(std::int64_t i) const {
    return {numbers_.data() + i * dims_, static_cast<std::size_t>(dims_)};
}

void OwnColumns::keys_from(std::int64_t i, std::int64_t first, std::span<double> out) const {
    const Problem asked = problem_of(inputs_, LinearMemory{});
    const auto row = [&](std::int64_t at) { return places_[static_cast<std::size_t>(at)]; };
    constexpr std::size_t many = 8; // pairs, from which on the quick sums are quicker
    const bool has_quick_ones = quick_ && out.size() >= many;
    if (has_quick_ones) quick_->read(std::array{neighbours::QuickSums::Part{numbers_of(i), first, out}});
    for (std::size_t at = 0; at < out.size(); ++at) {
        if (has_quick_ones && !std::isnan(out[at])) continue;
        const std::int64_t other = first + static_cast<std::int64_t>(at);
        out[at] = numbers_.empty() ? own_.pair(asked, row(i), row(other))
                                   : own_.of_rows(numbers_of(i), numbers_of(other), own_.parameters);
    }
}

void OwnColumns::distances_of(std::span<const double> keys, std::span<double> out) const {
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = at_most_largest(keys[i]);
}

void OwnColumns::keys_from_mean(std::span<double> out) const {
    if (!out.empty()) keys_from(0, 0, out);
}

void OwnColumns::move(std::int64_t from, std::int64_t to) {
    places_[static_cast<std::size_t>(to)] = places_[static_cast<std::size_t>(from)];
    if (!numbers_.empty()) std::ranges::copy(numbers_of(from), numbers_.begin() + to * dims_);
    if (quick_) quick_->move(from, to);
}

template <class Number> Number least_of(std::span<const Number> numbers) {
    constexpr std::size_t lanes = 16; // independent minima: a single one cannot become SIMD
    std::array<Number, lanes> least;
    least.fill(std::numeric_limits<Number>::infinity());
    const std::size_t whole = numbers.size() / lanes * lanes;
    for (std::size_t i = 0; i < whole; i += lanes)
        for (std::size_t lane = 0; lane < lanes; ++lane) {
            const Number number = numbers[i + lane];
            least[lane] = number < least[lane] ? number : least[lane];
        }
    Number smallest = *std::ranges::min_element(least);
    for (std::size_t i = whole; i < numbers.size(); ++i) smallest = std::min(smallest, numbers[i]);
    return smallest;
}

template class Columns<float>;
template class Columns<double>;
template float least_of(std::span<const float>);
template double least_of(std::span<const double>);

} // namespace pairscope::seriation

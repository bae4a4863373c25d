// SPDX-License-Identifier: MIT
#include "kernels/seriation/columns.h"

#include "kernels/data/globe.h"
#include "kernels/metrics/formulas.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/plane.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::seriation {
namespace {

constexpr std::int64_t together = 1024; // sums that stay in the first cache

template <class Number> float as_float(Number distance) {
    constexpr float largest = std::numeric_limits<float>::max();
    return distance <= static_cast<Number>(largest) ? static_cast<float>(distance) : largest;
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

/// Is a coordinate so far from most others that float32 could not tell its distances from them apart? Sums over all
/// coordinates must also stay far from the largest float.
bool has_far_values(std::span<const float> floats, std::size_t k, std::size_t dims) {
    constexpr float largest = 0x1p50f, far = 64.0f; // times the range of the middle half
    constexpr std::size_t samples = 1000;
    std::vector<float> sample;
    float low = std::numeric_limits<float>::max(), high = -low;
    const std::size_t rows = floats.size() / dims, step = rows / samples + 1;
    for (std::size_t row = 0; row < rows; ++row) {
        const float x = floats[row * dims + k];
        if (!std::isfinite(x)) continue;
        low = std::min(low, x);
        high = std::max(high, x);
        if (row % step == 0) sample.push_back(x);
    }
    if (sample.empty() || low == high) return false;
    std::ranges::sort(sample);
    const float range = sample[3 * (sample.size() - 1) / 4] - sample[(sample.size() - 1) / 4];
    return !(high - low <= far * range) || std::max(-low, high) > largest;
}

} // namespace

bool suits_float32(const Dataset& set, Metric metric) {
    // Unit vectors are rounded, and so are numbers to which an origin was added.
    if (is_seen_from_zero(metric) || metric == Metric::great_circle) return false;
    const neighbours::LoadedVectors vectors(set);
    if (vectors.are_bytes()) return true;
    const std::span<const float> floats = vectors.floats();
    if (floats.empty() || !neighbours::suits_float32(floats)) return false;
    for (std::int64_t k = 0; k < set.dims; ++k)
        if (has_far_values(floats, static_cast<std::size_t>(k), static_cast<std::size_t>(set.dims))) return false;
    return true;
}

RowsInOrder rows_with_distances(const Dataset& set, Metric metric) {
    const std::vector<bool> usable = neighbours::usable_vectors(set, metric);
    RowsInOrder result;
    for (std::size_t row = 0; row < usable.size(); ++row)
        (usable[row] ? result.rows : result.left_out).push_back(static_cast<std::int32_t>(row));
    return result;
}

template <class Number>
Columns<Number>::Columns(const Dataset& set, const ComparedBy& by, RowsInOrder rows)
    : metric_(by.metric), rows_(std::move(rows)) {
    const neighbours::MetricReader reader(set, metric_);
    dims_ = static_cast<std::int64_t>(reader.length());
    stride_ = count();
    values_.resize(static_cast<std::size_t>(dims_ * stride_));
    std::vector<double> numbers(reader.length());
    for (std::int64_t i = 0; i < stride_; ++i) {
        reader.read(rows_.rows[static_cast<std::size_t>(i)], numbers);
        for (std::int64_t k = 0; k < dims_; ++k)
            values_[static_cast<std::size_t>(k * stride_ + i)] =
                static_cast<Number>(numbers[static_cast<std::size_t>(k)]);
        if (metric_ == Metric::cosine)
            zero_.push_back(std::ranges::all_of(numbers, [](double x) { return x == 0.0; }) ? 1 : 0);
    }
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
template <class Number>
void Columns<Number>::distances_of(std::span<const Number> keys, double scale, std::span<float> out) const {
    if (metric_ == Metric::euclidean) {
        const auto factor = static_cast<Number>(1.0 / scale);
        for (std::size_t i = 0; i < keys.size(); ++i) out[i] = as_float(std::sqrt(keys[i]) * factor);
        return;
    }
    const double part = metric_ == Metric::cosine ? 0.5 : 1.0;
    for (std::size_t i = 0; i < keys.size(); ++i)
        out[i] = as_float(neighbours::distance_of_key(metric_, part * static_cast<double>(keys[i])) / scale);
}

template <class Number> void Columns<Number>::move(std::int64_t from, std::int64_t to) {
    for (std::int64_t k = 0; k < dims_; ++k)
        values_[static_cast<std::size_t>(k * stride_ + to)] = values_[static_cast<std::size_t>(k * stride_ + from)];
    if (!zero_.empty()) zero_[static_cast<std::size_t>(to)] = zero_[static_cast<std::size_t>(from)];
}

OwnColumns::OwnColumns(const Dataset& set, const ComparedBy& by, RowsInOrder rows)
    : own_(by.own), inputs_(inputs_of(set)), rows_(std::move(rows)), places_(rows_.rows) {
    inputs_.parameters = own_.parameters;
}

void OwnColumns::keys_from(std::int64_t i, std::int64_t first, std::span<double> out) const {
    const Problem asked = problem_of(inputs_, LinearMemory{});
    const auto row = [&](std::int64_t at) { return places_[static_cast<std::size_t>(at)]; };
    for (std::size_t at = 0; at < out.size(); ++at)
        out[at] = own_.pair(asked, row(i), row(first + static_cast<std::int64_t>(at)));
}

void OwnColumns::distances_of(std::span<const double> keys, double scale, std::span<float> out) const {
    for (std::size_t i = 0; i < keys.size(); ++i) out[i] = as_float(keys[i] / scale);
}

void OwnColumns::keys_from_mean(std::span<double> out) const {
    if (!out.empty()) keys_from(0, 0, out);
}

void OwnColumns::move(std::int64_t from, std::int64_t to) {
    places_[static_cast<std::size_t>(to)] = places_[static_cast<std::size_t>(from)];
}

template <class AnyColumns> double scale_for(const AnyColumns& columns) {
    using Key = typename AnyColumns::Key;
    if (columns.count() == 0) return 1.0;
    std::vector<Key> keys(static_cast<std::size_t>(columns.count()));
    columns.keys_from(0, 0, keys);
    const Key most = *std::ranges::max_element(keys);
    constexpr int moderate = 60; // no distance is much larger than the largest one from the first vector
    const int exponent = most > Key{0} && std::isfinite(most) ? std::ilogb(most) : 0;
    return std::abs(exponent) <= moderate ? 1.0 : std::ldexp(1.0, exponent);
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
template double scale_for(const Columns<float>&);
template double scale_for(const Columns<double>&);
template double scale_for(const OwnColumns&);
template float least_of(std::span<const float>);
template double least_of(std::span<const double>);

} // namespace pairscope::seriation

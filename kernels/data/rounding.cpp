// SPDX-License-Identifier: MIT
#include "kernels/data/rounding.h"

#include "kernels/data/coordinates.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr double what_matters = 1e-6;
constexpr std::int64_t most_sampled = 1000;

/// The finisher of SplitMix64 (Steele, Lea and Flood 2014).
std::uint64_t scrambled(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

std::uint64_t hash_of(std::span<const float> vector) {
    std::uint64_t hash = 0;
    for (const float x : vector) hash = scrambled(hash + std::bit_cast<std::uint32_t>(x + 0.0f) + 1); // -0 equals 0
    return hash;
}

std::span<const float> row_of(const std::vector<float>& all, const Dataset& data, std::int64_t row) {
    return std::span(all).subspan(static_cast<std::size_t>(row * data.dims), static_cast<std::size_t>(data.dims));
}

bool is_finite(std::span<const float> vector) {
    return std::ranges::all_of(vector, [](float x) { return std::isfinite(x); });
}

/// The rows whose values may be those of another row: all that are, and a few more. A sort of all hashes would take
/// longer than everything else here.
std::vector<std::int64_t> rows_that_may_be_equal(const Dataset& data) {
    constexpr std::size_t places_per_row = 16;
    const auto& values = std::get<std::vector<float>>(data.values);
    const std::size_t places = std::bit_ceil(places_per_row * static_cast<std::size_t>(data.rows));
    std::vector<bool> once(places), twice(places);
    std::vector<std::uint32_t> at; // places are at most 2^32 for 2^28 rows
    at.reserve(static_cast<std::size_t>(data.rows));
    for (std::int64_t row = 0; row < data.rows; ++row) {
        at.push_back(static_cast<std::uint32_t>(hash_of(row_of(values, data, row)) & (places - 1)));
        if (once[at.back()]) twice[at.back()] = true;
        once[at.back()] = true;
    }
    std::vector<std::int64_t> rows;
    for (std::int64_t row = 0; row < data.rows; ++row)
        if (twice[at[static_cast<std::size_t>(row)]]) rows.push_back(row);
    return rows;
}

std::int64_t count_merged(const Dataset& data) {
    const auto& values = std::get<std::vector<float>>(data.values);
    std::vector<std::pair<std::uint64_t, std::uint64_t>> vectors; // the hashes of values and of low parts
    for (const std::int64_t row : rows_that_may_be_equal(data))
        if (const auto vector = row_of(values, data, row); is_finite(vector))
            vectors.emplace_back(hash_of(vector), hash_of(row_of(data.low, data, row)));
    std::ranges::sort(vectors);
    std::int64_t merged = 0;
    for (auto first = vectors.begin(); first != vectors.end();) {
        const auto last =
            std::find_if(first, vectors.end(), [first](const auto& vector) { return vector.first != first->first; });
        if (first->second != std::prev(last)->second) merged += last - first; // sorted: not all lost the same
        first = last;
    }
    return merged;
}

/// The rows that others are compared with, sorted by the coordinate along which they lie farthest from each other.
class SampledRows {
public:
    explicit SampledRows(const Dataset& data) : dims_(static_cast<std::size_t>(data.dims)) {
        std::vector<std::int64_t> rows;
        const std::int64_t count = std::min(most_sampled, data.rows);
        for (std::int64_t i = 0; i < count; ++i)
            if (const std::int64_t row = i * data.rows / count; is_finite(vector_at(data, row))) rows.push_back(row);
        axis_ = widest_axis(data, rows);
        std::ranges::sort(rows, {}, [&](std::int64_t row) { return held_coordinate(data, row, axis_); });
        for (const std::int64_t row : rows) {
            keys_.push_back(held_coordinate(data, row, axis_));
            for (std::int64_t k = 0; k < data.dims; ++k) items_.push_back(held_coordinate(data, row, k));
        }
    }

    /// Is one of them nearer to the vector than this, and not at distance 0?
    [[nodiscard]] bool has_near(std::span<const double> vector, double radius) const {
        const double at = vector[static_cast<std::size_t>(axis_)];
        auto key = std::ranges::lower_bound(keys_, at - radius);
        for (; key != keys_.end() && *key <= at + radius; ++key) {
            const auto first = static_cast<std::size_t>(key - keys_.begin()) * dims_;
            if (is_near(std::span(items_).subspan(first, dims_), vector, radius * radius)) return true;
        }
        return false;
    }

private:
    static std::span<const float> vector_at(const Dataset& data, std::int64_t row) {
        return row_of(std::get<std::vector<float>>(data.values), data, row);
    }
    static std::int64_t widest_axis(const Dataset& data, const std::vector<std::int64_t>& rows) {
        std::int64_t found = 0;
        double widest = -1.0;
        for (std::int64_t k = 0; k < data.dims; ++k) {
            double low = std::numeric_limits<double>::infinity(), high = -low;
            for (const std::int64_t row : rows) {
                low = std::min(low, held_coordinate(data, row, k));
                high = std::max(high, held_coordinate(data, row, k));
            }
            if (!(high - low > widest)) continue;
            widest = high - low;
            found = k;
        }
        return found;
    }
    static bool is_near(std::span<const double> a, std::span<const double> b, double square_of_radius) {
        double squares = 0.0;
        for (std::size_t k = 0; k < a.size() && squares < square_of_radius; ++k)
            squares += (a[k] - b[k]) * (a[k] - b[k]);
        return squares > 0.0 && squares < square_of_radius;
    }

    std::size_t dims_;
    std::int64_t axis_ = 0;
    std::vector<double> keys_{};  ///< coordinate `axis_` of each sampled row, ascending
    std::vector<double> items_{}; ///< all coordinates of each sampled row
};

/// The length of the vector that float32 rounded away.
double rounding_of_row(const Dataset& data, std::int64_t row) {
    double squares = 0.0;
    for (const float lost : row_of(data.low, data, row)) squares += double{lost} * double{lost};
    return std::sqrt(squares);
}

void count_near(RoundingLoss& loss, const Dataset& data, const Dataset& across) {
    constexpr std::int64_t most_numbers = 1'000'000; // in a fraction of the time that reading them takes
    const std::int64_t rows = std::min(data.rows, std::max<std::int64_t>(1, most_numbers / data.dims));
    const SampledRows sampled(across);
    std::vector<double> vector(static_cast<std::size_t>(data.dims));
    for (std::int64_t i = 0; i < rows; ++i) {
        const std::int64_t row = i * data.rows / rows;
        ++loss.looked_at;
        const double rounding = rounding_of_row(data, row);
        if (rounding == 0.0) continue;
        for (std::int64_t k = 0; k < data.dims; ++k)
            vector[static_cast<std::size_t>(k)] = held_coordinate(data, row, k);
        loss.near += sampled.has_near(vector, rounding / what_matters) ? 1 : 0;
    }
}

} // namespace

RoundingLoss rounding_loss(const Dataset& data, const Dataset& across) {
    RoundingLoss loss;
    const bool are_comparable = !data.low.empty() && data.dims == across.dims && !data.holds_distances &&
                                std::holds_alternative<std::vector<float>>(across.values);
    if (!are_comparable) return loss;
    loss.rows = data.rows;
    loss.merged = count_merged(data);
    if (across.rows > most_sampled) loss.sampled = most_sampled;
    count_near(loss, data, across);
    return loss;
}

std::string note_on(const RoundingLoss& loss, std::string_view what, bool are_listed) {
    std::string note;
    const std::string looked_at = loss.looked_at < loss.rows
                                      ? fmt::format("{} in a sample", counted(loss.looked_at, what))
                                      : counted(loss.looked_at, what);
    if (loss.near > 0)
        note = loss.sampled > 0
                   ? fmt::format("float32 rounds the coordinates of at least {} of {} by more than a millionth of the "
                                 "distance to the nearest of {} that were sampled; kernels use the rounded coordinates",
                                 grouped(loss.near), looked_at, counted(loss.sampled, what))
                   : fmt::format("float32 rounds the coordinates of {} of {} by more than a millionth of the distance "
                                 "to a nearby {}; kernels use the rounded coordinates",
                                 grouped(loss.near), looked_at, what);
    if (loss.near > 0 && are_listed) note = fmt::format("{}, and lists of neighbours use all digits", note);
    if (loss.merged > 0)
        note += fmt::format("{}{} have equal coordinates in float32 but not in the file, so kernels find the distance "
                            "0 between them",
                            note.empty() ? "" : "; ", counted(loss.merged, what));
    return note;
}

} // namespace pairscope

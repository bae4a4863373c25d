// SPDX-License-Identifier: MIT
#include "kernels/data/distances/distance_entries.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <string>

namespace pairscope {
namespace {

constexpr double equal_fraction = 1e-6;
constexpr double float_rounding = 0x1p-22; // as a fraction of a usual entry

/// Calls visit(row, col) for each pair with col <= row, block by block, so that the cache holds a block and its mirror
/// image.
template <class Visit> void for_each_pair(std::int64_t rows, Visit visit) {
    constexpr std::int64_t side = 64;
    for (std::int64_t first_row = 0; first_row < rows; first_row += side)
        for (std::int64_t first_col = 0; first_col <= first_row; first_col += side)
            for (std::int64_t row = first_row; row < std::min(first_row + side, rows); ++row)
                for (std::int64_t col = first_col; col <= std::min(first_col + side - 1, row); ++col) visit(row, col);
}

/// The finite entries beside the diagonal, or an even sample of them.
std::vector<double> sample_of(const SquareView& entries) {
    constexpr std::int64_t most = std::int64_t{1} << 22;
    const std::int64_t side = entries.side(), all = side * side;
    std::int64_t step = std::max<std::int64_t>(1, all / most);
    while (step > 1 && std::gcd(step, side) > 1) ++step; // so that all columns are met
    std::vector<double> sample;
    sample.reserve(static_cast<std::size_t>(all / step + 1));
    for (std::int64_t at = 0; at < all; at += step) {
        const double value = entries(at / side, at % side);
        if (at / side != at % side && std::isfinite(value)) sample.push_back(value);
    }
    return sample;
}

double percentile_99(std::vector<double>& sample) {
    if (sample.empty()) return 0.0;
    const auto at = sample.begin() + static_cast<std::ptrdiff_t>((sample.size() - 1) * 99 / 100);
    std::ranges::nth_element(sample, at);
    return *at;
}

/// The mean of the middle two of an even number.
double median_of(std::vector<double>& values) {
    if (values.empty()) return 0.0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    if (values.size() % 2 == 1) return *middle;
    return (*std::max_element(values.begin(), middle) + *middle) / 2.0;
}

/// 999, 99.9: how many nines it has if it has no other digit; else 0.
std::ptrdiff_t nines_in(double value, bool is_float32) {
    std::string text = is_float32 ? fmt::format("{}", static_cast<float>(value)) : fmt::format("{}", value);
    std::erase(text, '.');
    return text.find_first_not_of('9') == std::string::npos ? std::ssize(text) : 0;
}

/// How often the largest entries stand in the table.
struct LargeEntries {
    std::map<double, std::int64_t> far{}; ///< at least 1000 times the 99th percentile; not more than a few
    double largest = 0.0, next = 0.0;     ///< the two largest of the others
    std::int64_t times = 0;               ///< how often that largest one stands there

    /// Nearly all entries are smaller than the two largest ones.
    [[nodiscard]] bool may_take(double value) const { return !(value <= next) || value == largest; }
    void add(double value, double far_from) {
        constexpr std::size_t most = 1024; // different values: more of them are no marks
        if (far_from > 0.0 && value >= far_from) {
            if (far.size() < most || far.contains(value)) ++far[value];
        } else if (value > largest) {
            next = std::exchange(largest, value);
            times = 1;
        } else if (value == largest) {
            ++times;
        } else {
            next = std::max(next, value);
        }
    }
};

std::vector<Sentinel> sentinels_in(const SquareView& entries, double percentile) {
    constexpr double far_away = 1000.0;
    LargeEntries large;
    for_each_pair(entries.side(), [&](std::int64_t row, std::int64_t col) {
        if (row == col) return;
        for (const double value : {entries(row, col), entries(col, row)})
            if (large.may_take(value) && std::isfinite(value)) large.add(value, far_away * percentile);
    });
    std::vector<Sentinel> found;
    for (const auto& [value, times] : large.far)
        if (times >= 2) found.push_back({value, times});
    // 9 and 99 are usual distances, so two nines count only where they are far from the next number.
    const std::ptrdiff_t nines = nines_in(large.largest, entries.is_float32());
    const bool is_mark = nines >= 3 || (nines == 2 && large.largest >= 2.0 * large.next);
    if (is_mark && large.times >= 2) found.push_back({large.largest, large.times});
    return found;
}

/// The entries on one side of the diagonal.
struct OneSide {
    bool all_missing = true, some_missing = false, all_zero = true;
    void add(double value) {
        all_missing = all_missing && std::isnan(value);
        some_missing = some_missing || !std::isfinite(value);
        all_zero = all_zero && value == 0.0;
    }
};

class Looker {
public:
    explicit Looker(const SquareView& entries)
        : entries_(entries),
          least_of_row_(static_cast<std::size_t>(entries.side()), std::numeric_limits<double>::infinity()) {
        std::vector<double> sample = sample_of(entries);
        found_.sentinels = sentinels_in(entries, percentile_99(sample));
        std::erase_if(sample, [&](double value) {
            return value == 0.0 ||
                   std::ranges::find(found_.sentinels, value, &Sentinel::value) != found_.sentinels.end();
        });
        found_.scale = std::abs(median_of(sample));
    }

    [[nodiscard]] EntryFindings findings() {
        for_each_pair(entries_.side(), [&](std::int64_t row, std::int64_t col) {
            if (row != col) look_at({col, row}, entries_(col, row), entries_(row, col));
        });
        decide_triangles();
        for (std::int64_t row = 0; row < entries_.side(); ++row) look_at_diagonal(row);
        found_.has_near_zero_diagonal = found_.scale > 0.0 && has_near_zero_diagonal_;
        decide_similarities();
        return std::move(found_);
    }

private:
    [[nodiscard]] static bool are_alike(double a, double b) {
        return std::abs(a - b) <= equal_fraction * std::max(std::abs(a), std::abs(b));
    }
    [[nodiscard]] bool are_equal(double a, double b) const {
        return are_alike(a, b) || std::abs(a * a - b * b) <= equal_fraction * found_.scale * found_.scale;
    }
    [[nodiscard]] bool is_near_zero(double a) const { return are_equal(a, 0.0); }

    /// `place` is above the diagonal, and `there` is its mirror image.
    void look_at(EntryPlace place, double here, double there) {
        const EntryPlace mirrored{place.col, place.row};
        look_at_entry(place, here, there);
        look_at_entry(mirrored, there, here);
        above_.add(here);
        below_.add(there);
        if (!std::isfinite(here) || !std::isfinite(there)) return;
        if (here == there) return;
        EntryGroup& group = are_alike(here, there)   ? found_.rounded_pairs
                            : are_equal(here, there) ? found_.near_pairs
                                                     : found_.unequal;
        group.add(place, std::abs(here - there));
    }

    void look_at_entry(EntryPlace place, double value, double mirrored) {
        if (!std::isfinite(value)) {
            const bool is_gap = std::isnan(value) && std::isfinite(mirrored);
            (is_gap ? found_.one_sided : found_.missing).add(place, 0.0);
            return;
        }
        double& least = least_of_row_[static_cast<std::size_t>(place.row)];
        least = std::min(least, value);
        largest_ = std::max(largest_, value);
        if (value >= 0.0) return;
        (value >= -equal_fraction * found_.scale ? found_.rounded_negative : found_.negative).add(place, -value);
    }

    /// One side has all its numbers, and the other none.
    void decide_triangles() {
        if (entries_.side() < 2) return;
        if (below_.all_missing && !above_.some_missing) found_.filled = Triangles::upper;
        if (above_.all_missing && !below_.some_missing) found_.filled = Triangles::lower;
        if (below_.all_zero && !above_.all_zero) found_.not_zero = Triangles::upper;
        if (above_.all_zero && !below_.all_zero) found_.not_zero = Triangles::lower;
    }

    void look_at_diagonal(std::int64_t row) {
        const EntryPlace place{row, row};
        const double value = entries_(row, row);
        const double least = least_of_row_[static_cast<std::size_t>(row)];
        if (!std::isfinite(value)) {
            const bool is_gap = std::isnan(value) && found_.filled != Triangles::both;
            if (!is_gap) {
                found_.missing.add(place, 0.0);
                ++found_.missing_on_diagonal;
            }
            has_near_zero_diagonal_ = has_near_zero_diagonal_ && std::isnan(value);
            is_constant_ = false;
            return;
        }
        if (row == 0) found_.diagonal_value = value;
        is_constant_ = is_constant_ && found_.diagonal_value && are_equal(value, *found_.diagonal_value);
        has_near_zero_diagonal_ = has_near_zero_diagonal_ && is_near_zero(value);
        if (value == 0.0) return;
        const double size = std::abs(value);
        // Equal rows may be nearer to each other than the rounding of their own entries.
        const bool is_rounded = is_near_zero(value) && (size < least || size <= float_rounding * found_.scale);
        (is_rounded ? found_.rounded_diagonal : found_.off_zero).add(place, size);
    }

    void decide_similarities() {
        found_.are_similarities = is_constant_ && found_.diagonal_value.value_or(0.0) > 0.0 &&
                                  !found_.has_near_zero_diagonal && found_.unequal.count == 0 &&
                                  largest_ <= *found_.diagonal_value * (1.0 + equal_fraction);
        if (!found_.are_similarities) found_.diagonal_value.reset();
    }

    const SquareView& entries_;
    std::vector<double> least_of_row_; ///< beside the diagonal
    double largest_ = -std::numeric_limits<double>::infinity();
    OneSide above_, below_;
    bool has_near_zero_diagonal_ = true, is_constant_ = true;
    EntryFindings found_;
};

} // namespace

void EntryGroup::add(EntryPlace place, double size) {
    if (count == 0 || place < first) first = place;
    if (count == 0 || size > largest || (size == largest && place < worst)) {
        largest = size;
        worst = place;
    }
    ++count;
}

EntryFindings look_at_entries(const SquareView& entries) { return Looker(entries).findings(); }

double distance_of_pair(double here, double there, Symmetrise symmetrise) {
    if (std::isnan(here)) here = there;
    if (std::isnan(there)) there = here;
    double value = here;
    if (here != there) {
        value = here / 2.0 + there / 2.0;
        if (symmetrise == Symmetrise::min) value = std::min(here, there);
        if (symmetrise == Symmetrise::max) value = std::max(here, there);
    }
    return std::max(value, 0.0) + 0.0; // -0 becomes 0
}

} // namespace pairscope

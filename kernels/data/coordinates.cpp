// SPDX-License-Identifier: MIT
#include "kernels/data/coordinates.h"

#include "kernels/data/decimal_places.h"
#include "kernels/data/readable.h"
#include "kernels/data/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

namespace pairscope {

namespace {

double parsed(const char* begin, const char* end) {
    double number = 0.0;
    std::from_chars(begin, end, number);
    return number;
}

/// A number as two of float32. Their sum has no more digits than a double has, because the low part holds only digits
/// of the number itself.
struct TwoFloats {
    float value = 0.0f, low = 0.0f;
    bool operator==(const TwoFloats&) const = default;
};
TwoFloats two_floats(double x) {
    const auto value = static_cast<float>(x);
    return {value, std::isfinite(value) ? static_cast<float>(x - static_cast<double>(value)) : 0.0f};
}

/// Takes coordinates in any order. The low parts need no memory until one of them is not 0.
class Taker {
public:
    Taker(std::int64_t rows, std::int64_t dims, std::span<const ColumnOrigin> origins)
        : dims_(static_cast<std::size_t>(dims)), values_(static_cast<std::size_t>(rows * dims)), origins_(origins) {}

    void take(std::size_t row, std::size_t k, double x) {
        const TwoFloats parts = two_floats(k < origins_.size() ? x - origins_[k].origin : x);
        values_[row * dims_ + k] = parts.value;
        if (std::abs(parts.value) < static_cast<float>(least_whole)) look_for_loss(row, k, x, parts);
        if (parts.low == 0.0f) return;
        if (low_.empty()) low_.resize(values_.size());
        low_[row * dims_ + k] = parts.low;
    }
    void give(Dataset& data) {
        data.values = std::move(values_);
        data.low = std::move(low_);
    }
    [[nodiscard]] const SmallNumbers& small() const { return small_; }

private:
    void look_for_loss(std::size_t row, std::size_t k, double x, const TwoFloats& parts) {
        const double shifted = k < origins_.size() ? x - origins_[k].origin : x;
        const double lost = shifted - (static_cast<double>(parts.value) + static_cast<double>(parts.low));
        if (loses_by_size(shifted, lost, precision_of_two_floats))
            small_.add(static_cast<std::int64_t>(row), static_cast<std::int64_t>(k), x);
    }

    std::size_t dims_;
    std::vector<float> values_, low_{};
    std::span<const ColumnOrigin> origins_;
    SmallNumbers small_{};
};

/// The digits of numbers that were written as decimals.
std::optional<DecimalDigits> digits_of(const FileNumbers& numbers) {
    DecimalPlaces places;
    for (std::int64_t row = 0; row < numbers.rows(); ++row)
        for (std::int64_t k = 0; k < numbers.dims(); ++k) places.include(numbers.at(row, k));
    return places.found();
}

/// A quick look at numbers of all parts of the file.
std::vector<double> sample_of(std::span<const FileNumbers* const> sets, std::int64_t k) {
    constexpr std::int64_t most = 1024;
    std::vector<double> sample;
    for (const FileNumbers* set : sets) {
        if (k >= set->dims()) continue;
        const std::int64_t step = std::max<std::int64_t>(1, set->rows() / most);
        for (std::int64_t row = 0; row < set->rows(); row += step)
            if (const double x = set->at(row, k); std::isfinite(x)) sample.push_back(x);
    }
    return sample;
}

bool has_varying_column(const FileNumbers& numbers) {
    for (std::int64_t k = 0; k < numbers.dims(); ++k)
        for (std::int64_t row = 1; row < numbers.rows(); ++row)
            if (numbers.at(row, k) != numbers.at(0, k)) return true;
    return false;
}

std::vector<double> finite_numbers(std::span<const FileNumbers* const> sets, std::int64_t k) {
    std::vector<double> finite, room;
    for (const FileNumbers* set : sets) {
        if (k >= set->dims()) continue;
        for (const double x : set->column(k, room))
            if (std::isfinite(x)) finite.push_back(x);
    }
    return finite;
}

} // namespace

std::vector<ColumnOrigin> origins_for(std::span<const FileNumbers* const> sets) {
    std::int64_t dims = 0;
    for (const FileNumbers* set : sets) dims = std::max(dims, set->dims());
    std::vector<ColumnOrigin> origins(static_cast<std::size_t>(dims));
    for (std::int64_t k = 0; k < dims; ++k)
        if (may_need_origin(sample_of(sets, k)))
            if (auto numbers = finite_numbers(sets, k); !numbers.empty())
                origins[static_cast<std::size_t>(k)] = origin_for(std::move(numbers));
    return origins;
}

std::string note_on_origin(std::span<const ColumnOrigin> origins, std::span<const std::string> axes) {
    constexpr std::size_t most_names = 3;
    std::vector<std::string> names;
    std::int64_t count = 0;
    double worst = 0.0;
    for (std::size_t k = 0; k < origins.size(); ++k) {
        if (origins[k].origin == 0.0) continue;
        ++count;
        worst = std::max(worst, origins[k].worst);
        if (names.size() == most_names) continue;
        const std::string name = k < axes.size() ? excerpt(axes[k]) : fmt::format("{}", k + 1);
        names.push_back(names.empty() ? fmt::format("{:.15g} was subtracted from column {}", origins[k].origin, name)
                                      : fmt::format("{:.15g} from column {}", origins[k].origin, name));
    }
    if (count == 0) return {};
    if (count > std::ssize(names))
        names.push_back(fmt::format("other numbers from {}", counted(count - std::ssize(names), "more column")));
    const std::string last = names.back();
    names.pop_back();
    return fmt::format("{}{}{}, because float32 would otherwise move coordinates by up to {:.2g}; shown coordinates "
                       "have it added again",
                       fmt::join(names, ", "), names.empty() ? "" : " and ", last, worst);
}

SmallNumbers set_coordinates(Dataset& data, FileNumbers numbers, std::span<const ColumnOrigin> origins) {
    data.rows = numbers.rows();
    data.dims = numbers.dims();
    data.origin.clear();
    data.low.clear();
    data.decimals = numbers.are_texts() ? digits_of(numbers) : std::nullopt;
    const auto dims = static_cast<std::size_t>(data.dims), rows = static_cast<std::size_t>(data.rows);
    const bool is_shifted = std::ranges::any_of(origins, [](const ColumnOrigin& o) { return o.origin != 0.0; });
    if (is_shifted)
        for (std::size_t k = 0; k < dims; ++k) data.origin.push_back(origins[k].origin);
    if (std::vector<float>* const floats = numbers.floats(); floats != nullptr && !is_shifted) {
        data.values = std::move(*floats);
        return {};
    }
    Taker taker(data.rows, data.dims, is_shifted ? origins : std::span<const ColumnOrigin>());
    if (numbers.holds_columns()) {
        std::vector<double> room;
        for (std::size_t k = 0; k < dims; ++k) {
            const std::span<const double> column = numbers.column(static_cast<std::int64_t>(k), room);
            for (std::size_t row = 0; row < rows; ++row) taker.take(row, k, column[row]);
        }
    } else {
        for (std::size_t row = 0; row < rows; ++row)
            for (std::size_t k = 0; k < dims; ++k)
                taker.take(row, k, numbers.at(static_cast<std::int64_t>(row), static_cast<std::int64_t>(k)));
    }
    taker.give(data);
    SmallNumbers small = taker.small();
    if (small.count > 0) // different texts become the smallest double
        small.do_vary =
            std::abs(small.first) == std::numeric_limits<double>::denorm_min() || has_varying_column(numbers);
    return small;
}

SmallNumbers set_coordinates(Dataset& data, std::span<const std::span<const double>> columns) {
    FileNumbers numbers(std::vector(columns.begin(), columns.end()));
    const FileNumbers* const one = &numbers;
    const std::vector<ColumnOrigin> origins = origins_for({&one, 1});
    return set_coordinates(data, std::move(numbers), origins);
}

double whole_coordinate(const Dataset& data, std::int64_t row, std::int64_t k) {
    const double held = held_coordinate(data, row, k);
    return data.origin.empty() ? held : data.origin[static_cast<std::size_t>(k)] + held;
}

double coordinate_in_file(const Dataset& data, std::int64_t row, std::int64_t k) {
    if (data.original) return coordinate_in_file(*data.original, row, k);
    const double number = whole_coordinate(data, row, k);
    if (!std::holds_alternative<std::vector<float>>(data.values) || !std::isfinite(number)) return number;
    const auto at = static_cast<std::size_t>(row * data.dims + k);
    const float value = coordinates(data)[at];
    const double origin = data.origin.empty() ? 0.0 : data.origin[static_cast<std::size_t>(k)];
    std::array<char, 64> text{};
    if (origin == 0.0 && data.low.empty())
        return parsed(text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr);
    const TwoFloats parts{value, data.low.empty() ? 0.0f : data.low[at]};
    const auto rounded_to = [&](int digits) {
        const auto [end, error] =
            std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::general, digits);
        return parsed(text.data(), end);
    };
    int too_few = 0, enough = 17; // numbers of digits: more digits come nearer to the number
    while (enough - too_few > 1) {
        const int digits = (too_few + enough) / 2;
        (two_floats(rounded_to(digits) - origin) == parts ? enough : too_few) = digits;
    }
    return rounded_to(enough);
}

Dataset with_origin_added(Dataset data) {
    if (data.origin.empty()) return data;
    auto& values = std::get<std::vector<float>>(data.values);
    if (data.low.empty()) data.low.resize(values.size());
    for (std::int64_t row = 0; row < data.rows; ++row)
        for (std::int64_t k = 0; k < data.dims; ++k) {
            const auto at = static_cast<std::size_t>(row * data.dims + k);
            const TwoFloats parts = two_floats(whole_coordinate(data, row, k));
            values[at] = parts.value;
            data.low[at] = parts.low;
        }
    data.origin.clear();
    return data;
}

} // namespace pairscope

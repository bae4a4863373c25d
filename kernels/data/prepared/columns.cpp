// SPDX-License-Identifier: MIT
// Coordinates on scales of their own: by the deviation of each column, and by the covariance of all of them.
#include "kernels/data/prepared/preparation.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pairscope {
namespace {

struct ColumnFigures {
    double mean = 0.0, deviation = 0.0; ///< with n - 1, as for a sample
};

/// The mean and the deviation of the numbers of a column that are finite.
ColumnFigures figures_of(std::span<const double> numbers, std::int64_t dims, std::int64_t k) {
    double scale = 0.0;
    const auto step = static_cast<std::size_t>(dims);
    const auto for_finite = [&](auto use) {
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += step)
            if (std::isfinite(numbers[at])) use(numbers[at]);
    };
    double least = INFINITY, most = -INFINITY, sum = 0.0, squares = 0.0, count = 0.0;
    for_finite([&](double x) {
        least = std::min(least, x);
        most = std::max(most, x);
        scale = std::max(scale, std::abs(x));
        ++count;
    });
    if (!(most > least)) return {.mean = count > 0 ? least : 0.0};
    const int exponent = std::ilogb(scale); // so that neither sums nor squares overflow
    for_finite([&](double x) { sum += std::ldexp(x, -exponent); });
    const double mean = sum / count;
    for_finite([&](double x) {
        const double difference = std::ldexp(x, -exponent) - mean;
        squares += difference * difference;
    });
    return {.mean = std::ldexp(mean, exponent), .deviation = std::ldexp(std::sqrt(squares / (count - 1.0)), exponent)};
}

/// The number in the middle of the finite numbers of a column.
double median_of(std::span<const double> numbers, std::int64_t dims, std::int64_t k) {
    std::vector<double> finite;
    for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims))
        if (std::isfinite(numbers[at])) finite.push_back(numbers[at]);
    if (finite.empty()) return 0.0;
    const auto middle = finite.begin() + std::ssize(finite) / 2;
    std::ranges::nth_element(finite, middle);
    return *middle;
}

/// Columns with deviation 1, about 0 as the number in their middle. One number far away moves the mean away from all
/// others, whose differences would then lose their digits.
std::vector<ColumnFigures> standardise_columns(std::span<double> numbers, std::int64_t dims) {
    std::vector<ColumnFigures> figures;
    for (std::int64_t k = 0; k < dims; ++k) {
        const ColumnFigures of_column = figures_of(numbers, dims, k);
        const double middle = median_of(numbers, dims, k);
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims)) {
            const double difference = numbers[at] - middle;
            numbers[at] = of_column.deviation > 0.0 ? difference / of_column.deviation : 0.0 * difference;
        }
        figures.push_back(of_column);
    }
    return figures;
}

std::int64_t constant_columns(const std::vector<ColumnFigures>& figures) {
    return std::ranges::count_if(figures, [](const ColumnFigures& column) { return !(column.deviation > 0.0); });
}

/// What the condition of the columns takes from the digits of a distance must not reach those that a double has.
using Long = long double;

/// A symmetric matrix, or the lower triangle of a factor of one, row by row.
class SquareMatrix {
public:
    explicit SquareMatrix(std::int64_t side) : side_(static_cast<std::size_t>(side)), entries_(side_ * side_) {}

    [[nodiscard]] std::size_t side() const { return side_; }
    [[nodiscard]] Long* row(std::size_t i) { return entries_.data() + i * side_; }
    [[nodiscard]] const Long* row(std::size_t i) const { return entries_.data() + i * side_; }

private:
    std::size_t side_;
    std::vector<Long> entries_;
};

/// Rows as standardise_columns() would leave them, with more digits.
class StandardisedRows {
public:
    StandardisedRows(std::span<const double> numbers, std::int64_t dims) : numbers_(numbers) {
        for (std::int64_t k = 0; k < dims; ++k) {
            figures_.push_back(figures_of(numbers, dims, k));
            medians_.push_back(median_of(numbers, dims, k));
        }
    }
    [[nodiscard]] const std::vector<ColumnFigures>& figures() const { return figures_; }
    [[nodiscard]] std::size_t count() const { return numbers_.size() / figures_.size(); }
    [[nodiscard]] std::span<const double> numbers(std::size_t row) const {
        return numbers_.subspan(row * figures_.size(), figures_.size());
    }
    void read(std::size_t row, std::span<Long> out) const {
        const std::span<const double> from = numbers(row);
        for (std::size_t k = 0; k < from.size(); ++k)
            out[k] = (Long{from[k]} - Long{medians_[k]}) / Long{figures_[k].deviation};
    }

private:
    std::span<const double> numbers_;
    std::vector<ColumnFigures> figures_;
    std::vector<double> medians_;
};

/// The correlations of the columns, by the rows without a missing number; and how many rows these are.
std::int64_t add_correlations(const StandardisedRows& all, SquareMatrix& correlations) {
    const std::size_t dims = correlations.side();
    std::vector<Long> sums(dims), row(dims);
    std::int64_t rows = 0;
    const auto for_whole_rows = [&](auto use) {
        for (std::size_t i = 0; i < all.count(); ++i) {
            if (!std::ranges::all_of(all.numbers(i), [](double x) { return std::isfinite(x); })) continue;
            all.read(i, row);
            use();
        }
    };
    for_whole_rows([&] {
        ++rows;
        for (std::size_t k = 0; k < dims; ++k) sums[k] += row[k];
    });
    for (Long& sum : sums) sum /= static_cast<Long>(std::max<std::int64_t>(rows, 1));
    for_whole_rows([&] {
        for (std::size_t k = 0; k < dims; ++k) row[k] -= sums[k];
        for (std::size_t i = 0; i < dims; ++i)
            for (std::size_t k = 0; k <= i; ++k) correlations.row(i)[k] += row[i] * row[k];
    });
    for (std::size_t i = 0; i < dims; ++i)
        for (std::size_t k = 0; k <= i; ++k) {
            correlations.row(i)[k] /= static_cast<Long>(std::max<std::int64_t>(rows - 1, 1));
            correlations.row(k)[i] = correlations.row(i)[k];
        }
    return rows;
}

/// Cholesky's factor, in the lower triangle; false if there is none.
bool factorise(SquareMatrix& a) {
    for (std::size_t i = 0; i < a.side(); ++i)
        for (std::size_t k = 0; k <= i; ++k) {
            Long sum = a.row(i)[k];
            for (std::size_t j = 0; j < k; ++j) sum -= a.row(i)[j] * a.row(k)[j];
            if (i > k)
                a.row(i)[k] = sum / a.row(k)[k];
            else if (sum > 0.0L)
                a.row(i)[i] = std::sqrt(sum);
            else
                return false;
        }
    return true;
}

/// x becomes the solution y of factor y = x.
void solve_lower(const SquareMatrix& factor, std::span<Long> x) {
    for (std::size_t i = 0; i < factor.side(); ++i) {
        Long sum = x[i];
        for (std::size_t k = 0; k < i; ++k) sum -= factor.row(i)[k] * x[k];
        x[i] = sum / factor.row(i)[i];
    }
}
/// x becomes the solution y of (the transposed factor) y = x.
void solve_upper(const SquareMatrix& factor, std::span<Long> x) {
    for (std::size_t i = factor.side(); i-- > 0;) {
        x[i] /= factor.row(i)[i];
        for (std::size_t k = 0; k < i; ++k) x[k] -= factor.row(i)[k] * x[i];
    }
}

/// The length that a vector has after many steps, each of which scales it to length 1 first: a power iteration finds
/// the largest eigenvalue of a symmetric matrix.
template <class Step> double largest_eigenvalue(std::size_t dims, Step step) {
    constexpr int steps = 100;
    std::vector<Long> x(dims);
    for (std::size_t k = 0; k < dims; ++k) x[k] = 1.0 + 0.37 * std::sin(static_cast<double>(k * k + 1));
    Long length = 0.0L;
    for (int i = 0; i < steps; ++i) {
        step(x);
        Long squares = 0.0L;
        for (const Long number : x) squares += number * number;
        length = std::sqrt(squares);
        for (Long& number : x) number /= length;
    }
    return static_cast<double>(length);
}

double condition_of(const SquareMatrix& correlations, const SquareMatrix& factor) {
    const double largest = largest_eigenvalue(factor.side(), [&](std::vector<Long>& x) {
        const std::vector<Long> from = x;
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = 0.0L;
            for (std::size_t k = 0; k < x.size(); ++k) x[i] += correlations.row(i)[k] * from[k];
        }
    });
    return largest * largest_eigenvalue(factor.side(), [&](std::vector<Long>& x) {
               solve_lower(factor, x);
               solve_upper(factor, x);
           });
}

/// Do float32 and what it takes away hold each number of a column also after this was subtracted?
bool keeps_all_digits(std::span<const double> numbers, std::int64_t dims, std::int64_t k, double middle) {
    for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims)) {
        const double moved = numbers[at] - middle, value = static_cast<double>(static_cast<float>(moved));
        const bool is_exact = moved + middle == numbers[at] && numbers[at] - moved == middle;
        const bool is_held = value + static_cast<double>(static_cast<float>(moved - value)) == moved;
        if (std::isfinite(numbers[at]) && !(is_exact && is_held)) return false;
    }
    return true;
}

} // namespace

Preparation bring_near_zero(std::span<double> numbers, std::int64_t dims) {
    constexpr double far_from_zero = 4.0; // deviations
    for (std::int64_t k = 0; k < dims; ++k) {
        const ColumnFigures of_column = figures_of(numbers, dims, k);
        const bool is_far = std::abs(of_column.mean) > far_from_zero * of_column.deviation;
        const double middle = is_far ? std::nearbyint(of_column.mean) : 0.0; // whole numbers stay whole
        if (middle == 0.0 || !keeps_all_digits(numbers, dims, k, middle)) continue;
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims))
            numbers[at] -= middle;
    }
    return {};
}

Preparation divide_by_deviations(std::span<double> numbers, std::int64_t dims) {
    const std::int64_t constant = constant_columns(standardise_columns(numbers, dims));
    if (constant == dims) return {.why_not = "all its rows are equal, so no column has a deviation"};
    if (constant == 0) return {};
    return {.note = constant == 1 ? std::string("1 column has equal numbers only, and adds nothing to a distance")
                                  : fmt::format("{} have equal numbers only, and add nothing to a distance",
                                                counted(constant, "column"))};
}

Preparation whiten(std::span<double> numbers, std::int64_t dims) {
    constexpr std::string_view advice = "leave out columns that follow from the others, or take another metric";
    const StandardisedRows all(numbers, dims);
    if (const std::int64_t constant = constant_columns(all.figures()); constant > 0)
        return {.why_not =
                    constant == 1
                        ? fmt::format("1 column has equal numbers only, so the covariance has no inverse; {}", advice)
                        : fmt::format("{} have equal numbers only, so the covariance has no inverse; {}",
                                      counted(constant, "column"), advice)};
    SquareMatrix correlations(dims);
    const std::int64_t rows = add_correlations(all, correlations);
    if (rows <= dims)
        return {.why_not = fmt::format("it has {} without a missing number, and the covariance of {} needs more than "
                                       "{}; take fewer columns, or another metric",
                                       counted(rows, "row"), counted(dims, "column"), grouped(dims))};
    SquareMatrix factor = correlations;
    const double condition = factorise(factor) ? condition_of(correlations, factor) : INFINITY;
    if (!(condition <= most_condition))
        return {.why_not = fmt::format("its columns depend on each other, and the condition of their correlations is "
                                       "{:.2g}, which is above 1e12; {}",
                                       condition, advice)};
    std::vector<Long> row(factor.side());
    for (std::size_t i = 0; i < all.count(); ++i) {
        all.read(i, row);
        solve_lower(factor, row);
        std::ranges::transform(row, numbers.begin() + std::ssize(row) * static_cast<std::ptrdiff_t>(i),
                               [](Long x) { return static_cast<double>(x); });
    }
    return {};
}

} // namespace pairscope

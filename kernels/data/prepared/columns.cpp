// SPDX-License-Identifier: MIT
// Coordinates on scales of their own: by the deviation of each column, and by the covariance of all of them.
#include "kernels/data/prepared/column_preparation.h"
#include "kernels/data/prepared/preparation.h"
#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

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

ColumnFigures figures_with_middle(std::span<const double> numbers, std::int64_t dims, std::int64_t k) {
    ColumnFigures of_column = figures_of(numbers, dims, k);
    of_column.middle = median_of(numbers, dims, k);
    return of_column;
}

/// Columns with deviation 1, about 0 as the number in their middle. One number far away moves the mean away from all
/// others, whose differences would then lose their digits.
std::vector<ColumnFigures> standardise_columns(std::span<double> numbers, std::int64_t dims) {
    std::vector<ColumnFigures> figures;
    for (std::int64_t k = 0; k < dims; ++k) {
        const ColumnFigures of_column = figures_with_middle(numbers, dims, k);
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims))
            numbers[at] = standardised(numbers[at], of_column);
        figures.push_back(of_column);
    }
    return figures;
}

std::int64_t constant_columns(std::span<const ColumnFigures> figures) {
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

double subtracted_near_zero(std::span<const double> numbers, std::int64_t dims, std::int64_t k) {
    constexpr double far_from_zero = 4.0; // deviations
    const ColumnFigures of_column = figures_of(numbers, dims, k);
    const bool is_far = std::abs(of_column.mean) > far_from_zero * of_column.deviation;
    const double middle = is_far ? std::nearbyint(of_column.mean) : 0.0; // whole numbers stay whole
    return middle != 0.0 && keeps_all_digits(numbers, dims, k, middle) ? middle : 0.0;
}

constexpr std::string_view advice_on_columns = "leave out columns that follow from the others, or take another metric";

} // namespace

ColumnFigures figures_of_column(std::span<const double> numbers) { return figures_with_middle(numbers, 1, 0); }

double standardised(double number, const ColumnFigures& column) {
    const double difference = number - column.middle;
    return column.deviation > 0.0 ? difference / column.deviation : 0.0 * difference;
}

std::string why_not_standardised(std::span<const ColumnFigures> columns) {
    return constant_columns(columns) == std::ssize(columns) ? "all its rows are equal, so no column has a deviation"
                                                            : "";
}

std::string note_on_constant(std::span<const ColumnFigures> columns) {
    const std::int64_t constant = constant_columns(columns);
    if (constant == 0) return {};
    if (constant == 1) return "1 column has equal numbers only, and adds nothing to a distance";
    return fmt::format("{} have equal numbers only, and add nothing to a distance", counted(constant, "column"));
}

double subtracted_from_column(std::span<const double> numbers) { return subtracted_near_zero(numbers, 1, 0); }

Preparation bring_near_zero(std::span<double> numbers, std::int64_t dims) {
    for (std::int64_t k = 0; k < dims; ++k) {
        const double middle = subtracted_near_zero(numbers, dims, k);
        if (middle == 0.0) continue;
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims))
            numbers[at] -= middle;
    }
    return {};
}

Preparation divide_by_deviations(std::span<double> numbers, std::int64_t dims) {
    const std::vector<ColumnFigures> columns = standardise_columns(numbers, dims);
    if (std::string why_not = why_not_standardised(columns); !why_not.empty()) return {.why_not = std::move(why_not)};
    return {.note = note_on_constant(columns)};
}

/// Rows as standardise_columns() would leave them, with more digits.
struct Whitening::Parts {
    std::vector<ColumnFigures> columns;
    SquareMatrix correlations; ///< at first sums of products
    SquareMatrix factor;
    std::vector<Long> sums, room; ///< `sums` become means before products are added
    std::int64_t rows = 0, with_products = 0;

    /// Has the row no missing number?
    [[nodiscard]] static bool is_whole(std::span<const double> row) {
        return std::ranges::all_of(row, [](double x) { return std::isfinite(x); });
    }
    void read(std::span<const double> row, std::span<Long> out) const {
        for (std::size_t k = 0; k < row.size(); ++k)
            out[k] = (Long{row[k]} - Long{columns[k].middle}) / Long{columns[k].deviation};
    }
};

Whitening::Whitening(std::vector<ColumnFigures> columns) {
    const std::int64_t dims = std::ssize(columns);
    const auto length = static_cast<std::size_t>(dims);
    parts_ = std::make_unique<Parts>(Parts{.columns = std::move(columns),
                                           .correlations = SquareMatrix(dims),
                                           .factor = SquareMatrix(dims),
                                           .sums = std::vector<Long>(length),
                                           .room = std::vector<Long>(length)});
}
Whitening::~Whitening() = default;
Whitening::Whitening(Whitening&&) noexcept = default;
Whitening& Whitening::operator=(Whitening&&) noexcept = default;

std::string Whitening::why_not() const {
    const std::int64_t constant = constant_columns(parts_->columns);
    if (constant == 0) return {};
    if (constant == 1)
        return fmt::format("1 column has equal numbers only, so the covariance has no inverse; {}", advice_on_columns);
    return fmt::format("{} have equal numbers only, so the covariance has no inverse; {}", counted(constant, "column"),
                       advice_on_columns);
}

void Whitening::add_to_means(std::span<const double> row) {
    Parts& parts = *parts_;
    if (!Parts::is_whole(row)) return;
    parts.read(row, parts.room);
    ++parts.rows;
    for (std::size_t k = 0; k < row.size(); ++k) parts.sums[k] += parts.room[k];
}

/// Rows with a missing number are passed over here, too.
void Whitening::add_to_products(std::span<const double> row) {
    Parts& parts = *parts_;
    if (parts.with_products == 0)
        for (Long& sum : parts.sums) sum /= static_cast<Long>(std::max<std::int64_t>(parts.rows, 1));
    ++parts.with_products;
    if (!Parts::is_whole(row)) return;
    parts.read(row, parts.room);
    for (std::size_t k = 0; k < row.size(); ++k) parts.room[k] -= parts.sums[k];
    for (std::size_t i = 0; i < row.size(); ++i)
        for (std::size_t k = 0; k <= i; ++k) parts.correlations.row(i)[k] += parts.room[i] * parts.room[k];
}

std::string Whitening::finish() {
    Parts& parts = *parts_;
    SquareMatrix& correlations = parts.correlations;
    const auto dims = static_cast<std::int64_t>(correlations.side());
    for (std::size_t i = 0; i < correlations.side(); ++i)
        for (std::size_t k = 0; k <= i; ++k) {
            correlations.row(i)[k] /= static_cast<Long>(std::max<std::int64_t>(parts.rows - 1, 1));
            correlations.row(k)[i] = correlations.row(i)[k];
        }
    if (parts.rows <= dims)
        return fmt::format("it has {} without a missing number, and the covariance of {} needs more than {}; take "
                           "fewer columns, or another metric",
                           counted(parts.rows, "row"), counted(dims, "column"), grouped(dims));
    parts.factor = correlations;
    const double condition = factorise(parts.factor) ? condition_of(correlations, parts.factor) : INFINITY;
    if (condition <= most_condition) return {};
    return fmt::format("its columns depend on each other, and the condition of their correlations is {:.2g}, which is "
                       "above 1e12; {}",
                       condition, advice_on_columns);
}

void Whitening::change(std::span<double> row) const {
    std::vector<Long> whitened(row.size());
    parts_->read(row, whitened);
    solve_lower(parts_->factor, whitened);
    std::ranges::transform(whitened, row.begin(), [](Long x) { return static_cast<double>(x); });
}

Preparation whiten(std::span<double> numbers, std::int64_t dims) {
    std::vector<ColumnFigures> columns;
    for (std::int64_t k = 0; k < dims; ++k) columns.push_back(figures_with_middle(numbers, dims, k));
    Whitening whitening(std::move(columns));
    if (std::string why_not = whitening.why_not(); !why_not.empty()) return {.why_not = std::move(why_not)};
    const auto length = static_cast<std::size_t>(dims);
    for (std::size_t at = 0; at < numbers.size(); at += length) whitening.add_to_means(numbers.subspan(at, length));
    for (std::size_t at = 0; at < numbers.size(); at += length) whitening.add_to_products(numbers.subspan(at, length));
    if (std::string why_not = whitening.finish(); !why_not.empty()) return {.why_not = std::move(why_not)};
    for (std::size_t at = 0; at < numbers.size(); at += length) whitening.change(numbers.subspan(at, length));
    return {};
}

} // namespace pairscope

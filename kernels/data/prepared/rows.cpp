// SPDX-License-Identifier: MIT
// Rows that are changed one after the other.
#include "kernels/data/prepared/preparation.h"

#include "kernels/data/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace pairscope {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool is_whole(std::span<const double> row) {
    return std::ranges::all_of(row, [](double x) { return std::isfinite(x); });
}

/// Calls change(row) for the rows whose numbers are all finite. It says whether the row has distances; one without
/// becomes NaN. Gives the number of these.
template <class Change> std::int64_t change_rows(std::span<double> numbers, std::int64_t dims, Change change) {
    std::int64_t without = 0;
    const auto length = static_cast<std::size_t>(dims);
    for (std::size_t at = 0; at < numbers.size(); at += length) {
        const std::span<double> row = numbers.subspan(at, length);
        if (!is_whole(row) || change(row)) continue;
        std::ranges::fill(row, nan);
        ++without;
    }
    return without;
}

std::string note_on_rows(std::int64_t without, std::string_view what, std::string_view why) {
    if (without == 0) return {};
    if (without == 1) return fmt::format("1 row has no {}, because {}; its distances are NaN", what, why);
    return fmt::format("{} have no {}, because {}; their distances are NaN", counted(without, "row"), what, why);
}

/// The sum does not depend on the order of the numbers, so rows of the same numbers have the same shares.
double sum_in_order_of_size(std::vector<double> numbers) {
    std::ranges::sort(numbers, {}, [](double x) { return std::pair(std::abs(x), x); });
    double sum = 0.0;
    for (const double x : numbers) sum += x;
    return sum;
}

/// The sum of a row that is a distribution; 0 if it is none.
double sum_of_shares(std::span<const double> row) {
    if (std::ranges::any_of(row, [](double x) { return x < 0.0; })) return 0.0;
    const double sum = sum_in_order_of_size({row.begin(), row.end()});
    return std::isfinite(sum) ? sum : 0.0;
}
constexpr std::string_view no_distribution = "a number is negative, or all of them are 0";

} // namespace

Preparation subtract_row_means(std::span<double> numbers, std::int64_t dims) {
    const std::int64_t without = change_rows(numbers, dims, [](std::span<double> row) {
        double largest = 0.0;
        for (const double x : row) largest = std::max(largest, std::abs(x));
        if (largest == 0.0) return false;
        const int exponent = std::ilogb(largest); // so that neither sums nor squares overflow
        for (double& x : row) x = std::ldexp(x, -exponent);
        const double mean = sum_in_order_of_size({row.begin(), row.end()}) / static_cast<double>(row.size());
        std::vector<double> squares;
        for (double& x : row) {
            x -= mean;
            squares.push_back(x * x);
        }
        const auto [least, most] = std::ranges::minmax(row);
        constexpr double rounding = 0x1p-46; // the numbers are below 2
        if (most - least <= rounding) return false;
        const double length = std::sqrt(sum_in_order_of_size(std::move(squares)));
        for (double& x : row) x /= length;
        return true;
    });
    return {.note = note_on_rows(without, "correlation", "a row of equal numbers has none")};
}

Preparation divide_by_row_sums(std::span<double> numbers, std::int64_t dims) {
    const std::int64_t without = change_rows(numbers, dims, [](std::span<double> row) {
        const double sum = sum_of_shares(row);
        for (double& x : row) x /= sum;
        return sum > 0.0;
    });
    return {.note = note_on_rows(without, "distribution", no_distribution)};
}

Preparation take_roots_of_shares(std::span<double> numbers, std::int64_t dims) {
    Preparation done = divide_by_row_sums(numbers, dims);
    for (double& x : numbers) x = std::sqrt(0.5 * x);
    return done;
}

Preparation number_categories(std::span<double> numbers, std::int64_t dims) {
    for (std::int64_t k = 0; k < dims; ++k) {
        std::unordered_map<double, double> found{{0.0, 0.0}};
        for (auto at = static_cast<std::size_t>(k); at < numbers.size(); at += static_cast<std::size_t>(dims))
            if (double& x = numbers[at]; !std::isnan(x)) {
                const auto number = static_cast<double>(found.size());
                x = found.try_emplace(x, number).first->second;
            }
    }
    return {};
}

Preparation number_categories_of_sets(std::span<double> numbers, std::int64_t dims) {
    const bool are_truths =
        std::ranges::all_of(numbers, [](double x) { return x == 0.0 || x == 1.0 || std::isnan(x); });
    Preparation done = number_categories(numbers, dims);
    std::int64_t empty = 0;
    for (auto row = numbers.begin(); row != numbers.end(); row += dims)
        empty += std::all_of(row, row + dims, [](double x) { return x == 0.0; }) ? 1 : 0;
    const std::string note_on_empty =
        empty == 0   ? std::string()
        : empty == 1 ? std::string("1 row is an empty set; the distance of two empty sets is not defined, and is NaN")
                     : fmt::format("{} are empty sets; the distance of two such rows is not defined, and is NaN",
                                   counted(empty, "row"));
    done.note = note_on_empty;
    if (!are_truths)
        done.note = fmt::format("{}{}its numbers stand for categories, so 3 differs from 4 as much as from 90; for "
                                "counts, choose Bray-Curtis dissimilarities",
                                note_on_empty, note_on_empty.empty() ? "" : "; ");
    return done;
}

} // namespace pairscope

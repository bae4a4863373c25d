// SPDX-License-Identifier: MIT
#include "kernels/neighbours/exact/quick_sums.h"

#include "kernels/engines/cpu/memory.h"
#include "kernels/neighbours/exact/pair_sums.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace pairscope::neighbours {
namespace {

constexpr double undecided = std::numeric_limits<double>::quiet_NaN(), roundoff = 0x1p-53;
constexpr double second_order = 1.01; ///< a factor that covers products of roundings
constexpr int digits_of_sums = 52;    ///< whole numbers with so many bits need no rounding; a bit is left

int ceiling_of_log2(std::size_t number) {
    int bits = 0;
    while ((std::size_t{1} << bits) < number) ++bits;
    return bits;
}

/// How many bits a difference of two high parts has, counted in steps.
int bits_of_differences(QuickTerms terms, std::size_t dims) {
    const int left = digits_of_sums - ceiling_of_log2(dims);
    constexpr int enough = 40;
    return terms == QuickTerms::squares ? left / 2 : std::min(left, enough);
}

/// How many roundings follow each other where so many terms are added up in blocks; 8 more are for the terms and the
/// end.
double roundings_of_blocks(std::size_t dims) {
    return static_cast<double>(std::min(dims, dims_of_block) + dims / dims_of_block + 8);
}

/// The nearest multiple of a step, which is a power of two.
double nearest_multiple(double number, double step) {
    const double large = 0x1.8p52 * step;
    return std::abs(number) < 0x1p50 * step ? (number + large) - large : std::nearbyint(number / step) * step;
}

/// The median of a few of the numbers, which lie `stride` apart.
double median_of_some(std::span<const double> numbers, std::size_t first, std::size_t stride) {
    constexpr std::size_t most = 33;
    std::array<double, most> some;
    const std::size_t all = numbers.size() / stride, count = std::min(all, most);
    for (std::size_t i = 0; i < count; ++i) some[i] = numbers[all * i / count * stride + first];
    const auto finite = std::partition(some.begin(), some.begin() + count, [](double x) { return std::isfinite(x); });
    const auto middle = some.begin() + (finite - some.begin()) / 2;
    if (finite == some.begin()) return 0.0;
    std::nth_element(some.begin(), middle, finite);
    return *middle;
}

bool has_usual_size(double x) {
    constexpr double least = 0x1p-300, most = 0x1p300;
    const double size = std::abs(x);
    return size == 0.0 || (size >= least && size <= most);
}

} // namespace

QuickSums::QuickSums(const QuickQuestion& question)
    : terms_(question.terms), ending_(question.ending), dims_(question.dims),
      count_(static_cast<std::int64_t>(question.across.size() / std::max<std::size_t>(question.dims, 1))) {
    if (dims_ == 0 || count_ == 0 || (terms_ == QuickTerms::fractions && !has_fused_products())) return;
    find_middle(question.across);
    NumberGrid grid;
    if (!takes_all_sizes()) {
        largest_ = largest_of_most(question);
        constexpr double least = 0x1p-300, most = 0x1p300; // squares neither overflow nor underflow
        if (largest_ != 0.0 && !(largest_ >= least && largest_ <= most)) return;
        if (is_split()) choose_steps(largest_);
        grid = look_at_parts(question);
    }
    exist_ = true;
    find_errors(grid, is_split() ? usual_difference(question.across) : 0.0);
    fill_panels(question.across);
}

/// Finds out which digits the numbers have, and whether there are low parts.
NumberGrid QuickSums::look_at_parts(const QuickQuestion& question) {
    NumberGrid grid;
    std::vector<double> parts(2 * dims_);
    const auto look_at = [&](std::span<const double> numbers) {
        for (std::size_t at = 0; at < numbers.size(); at += dims_) {
            const std::span<const double> vector = numbers.subspan(at, dims_);
            if (!split(vector, parts.data())) continue;
            for (const double x : vector) grid.include(x);
            for (std::size_t k = 0; k < dims_ && is_split(); ++k) has_low_ = has_low_ || parts[2 * k + 1] != 0.0;
        }
    };
    look_at(question.across);
    if (question.first.data() != question.across.data()) look_at(question.first);
    return grid;
}

/// Differences are the same from wherever numbers are counted, and smaller numbers leave more digits.
void QuickSums::find_middle(std::span<const double> numbers) {
    middle_.assign(dims_, 0.0);
    if (!is_split()) return;
    for (std::size_t k = 0; k < dims_; ++k) middle_[k] = median_of_some(numbers, k, dims_);
}

double QuickSums::size_of(std::span<const double> vector) const {
    double largest = 0.0;
    for (std::size_t k = 0; k < dims_; ++k) {
        const double size = std::abs(vector[k] - middle_[k]);
        largest = size <= largest ? largest : size; // also NaN
        if (std::isnan(size)) return size;
    }
    return largest;
}

/// A few vectors that are far from the others must not take digits from them.
double QuickSums::largest_of_most(const QuickQuestion& question) const {
    constexpr double far = 64.0, part_that_is_near = 0.9;
    std::vector<double> sizes;
    const auto look_at = [&](std::span<const double> numbers) {
        for (std::size_t at = 0; at < numbers.size(); at += dims_)
            if (const double size = size_of(numbers.subspan(at, dims_)); std::isfinite(size)) sizes.push_back(size);
    };
    look_at(question.across);
    if (question.first.data() != question.across.data()) look_at(question.first);
    if (sizes.empty()) return 0.0;
    const auto near = sizes.begin() + static_cast<std::ptrdiff_t>(part_that_is_near * double(sizes.size() - 1));
    std::nth_element(sizes.begin(), near, sizes.end());
    const double limit = *near == 0.0 ? std::numeric_limits<double>::infinity() : far * *near;
    double largest = 0.0;
    for (const double size : sizes)
        if (size <= limit) largest = std::max(largest, size);
    return largest;
}

/// The root of the mean square of the differences of some vectors.
double QuickSums::usual_difference(std::span<const double> numbers) const {
    constexpr std::size_t most = 64;
    const auto count = static_cast<std::size_t>(count_), pairs = std::min(most, count / 2);
    double sum = 0.0, added = 0.0;
    for (std::size_t i = 0; i < pairs; ++i) {
        const std::size_t row = (count / 2) * i / pairs;
        const auto a = numbers.subspan(row * dims_, dims_), b = numbers.subspan((row + count / 2) * dims_, dims_);
        if (!(size_of(a) <= largest_ && size_of(b) <= largest_)) continue;
        for (std::size_t k = 0; k < dims_; ++k) sum += (a[k] - b[k]) * (a[k] - b[k]);
        added += static_cast<double>(dims_);
    }
    return added > 0.0 ? std::sqrt(sum / added) : 0.0;
}

void QuickSums::choose_steps(double largest) {
    const int bits = bits_of_differences(terms_, dims_) - 1; // a high part has one less
    if (largest == 0.0) return;
    int exponent = std::ilogb(largest) + 1 - bits;
    // Rounding moves a number and its middle by half a step each.
    if (largest + std::ldexp(2.0, exponent) > std::ldexp(1.0, exponent + bits)) ++exponent;
    step_ = std::ldexp(1.0, exponent);
    most_ = std::ldexp(1.0, exponent + bits);
    for (double& middle : middle_) middle = nearest_multiple(middle, step_);
}

/// The errors are proven as follows; e is the roundoff 2^-53, n the number of coordinates, and s the step.
/// * Squares: (2 h + l) l is computed with four roundings and has the size A = |l| (2 |h| + |l|), where |l| <= s. By
///   2 |h| <= h^2 / t + t, the sum of all A is at most s (S / t + n (t + s)) for each t above 0, where S is the sum of
///   all h^2. A quarter of a usual difference as t serves near and far vectors. Adding up in blocks rounds each term
///   block + n / block + 1 times.
/// * Sizes: l is rounded once, and adding up rounds each of them n times at most.
/// * Fractions: a quotient of q digits leaves a rest below (2^-q-1 + 2^-50) (|a| + |b|). It is computed with three
///   roundings, multiplied by a reciprocal with two more, and added up with n more. The terms of pair_sums.h have an
///   error below 2^-100.
/// * Bray-Curtis: what an addition loses is at most e (n + 1) start; n of these are rounded n times.
/// In the end, high + low is known to 2^-105 of it.
void QuickSums::find_errors(const NumberGrid& grid, double usual) {
    const auto n = static_cast<double>(dims_);
    const int log_n = ceiling_of_log2(dims_);
    constexpr double of_end = 0x1p-103;
    const double blocks = roundings_of_blocks(dims_) * roundoff * second_order;
    const auto lowest = static_cast<double>(grid.exponent);
    const double log_step = std::log2(step_), bits = bits_of_differences(terms_, dims_);
    bool is_exact = false; // do the low parts have so few digits that nothing is rounded?
    switch (terms_) {
    case QuickTerms::squares: {
        const double t = std::clamp(0.25 * usual, most_ > 0.0 ? 0x1p-8 * most_ : step_, std::max(most_, step_));
        relative_ = blocks * step_ / t + of_end;
        constant_ = 2.0 * blocks * step_ * n * (t + step_);
        const double digits_of_low = log_step - lowest;
        is_exact = 2.0 * digits_of_low + bits + 2.0 + log_n <= 53.0;
        break;
    }
    case QuickTerms::sizes:
        relative_ = of_end;
        constant_ = (n + 16.0) * n * roundoff * second_order * step_;
        is_exact = log_step - lowest + 1.0 + log_n <= 53.0;
        break;
    case QuickTerms::largest:
        return;
    case QuickTerms::fractions: {
        const int digits_of_quotient = digits_of_sums - 1 - log_n;
        start_ = std::ldexp(1.5, 52 - digits_of_quotient); // the last digit of numbers near it is the last one
        relative_ = of_end;
        constant_ =
            (n + 16.0) * n * roundoff * second_order * (std::ldexp(0.5, -digits_of_quotient) + 0x1p-50) + n * 0x1p-99;
        return;
    }
    case QuickTerms::bray_curtis: {
        const int exponent = largest_ == 0.0 ? 0 : std::ilogb(largest_) + 2;
        start_ = std::ldexp(1.0, exponent);
        constant_ = (n + 16.0) * n * (n + 2.0) * 0x1p-106 * second_order * start_;
        is_exact = exponent + 2.0 * log_n + 2.0 - 53.0 - lowest <= 53.0;
        break;
    }
    }
    if (is_exact) relative_ = constant_ = 0.0;
}

/// Writes a high and a low part of each number, or the numbers. False: they are not finite, or far from most others.
bool QuickSums::split(std::span<const double> vector, double* parts) const {
    if (ending_ == QuickEnding::cosine && std::ranges::all_of(vector, [](double x) { return x == 0.0; })) return false;
    if (!is_split()) {
        std::ranges::copy(vector, parts);
        return std::ranges::all_of(vector, [this](double x) {
            if (terms_ == QuickTerms::fractions) return has_usual_size(x);
            return terms_ == QuickTerms::largest ? std::isfinite(x) : std::abs(x) <= largest_;
        });
    }
    bool are_small = true, are_near = true;
    const double large = 0x1.8p52 * step_;
    for (const double x : vector) are_small = are_small & (std::abs(x) < 0x1p50 * step_);
    for (std::size_t k = 0; k < dims_; ++k) {
        const double x = vector[k], multiple = are_small ? (x + large) - large : nearest_multiple(x, step_);
        const double high = multiple - middle_[k];
        are_near = are_near & (std::abs(high) <= most_);
        parts[2 * k] = high;
        parts[2 * k + 1] = x - multiple;
    }
    return are_near;
}

void QuickSums::fill_panels(std::span<const double> numbers) {
    const auto panels = (static_cast<std::size_t>(count_) + panel_width - 1) / panel_width;
    const std::size_t rows = parts_per_vector();
    panels_.assign(panels * panel_width * rows, undecided); // a sum with NaN decides nothing
    std::vector<double> split_parts(2 * dims_);
    for (std::size_t i = 0; i < static_cast<std::size_t>(count_); ++i) {
        if (!split(numbers.subspan(i * dims_, dims_), split_parts.data())) continue;
        double* const panel = panels_.data() + i / panel_width * panel_width * rows + i % panel_width;
        const std::size_t stride = is_split() && !has_low_ ? 2 : 1; // low parts are left out
        for (std::size_t row = 0; row < rows; ++row) panel[row * panel_width] = split_parts[row * stride];
    }
}

bool QuickSums::have_room(std::int64_t rows, std::int64_t dims) {
    constexpr double part = 0.25;
    const double bytes = 2.0 * sizeof(double) * static_cast<double>(rows) * static_cast<double>(dims);
    return bytes <= part * static_cast<double>(cpu::free_memory());
}

void QuickSums::read(std::span<const Part> parts) const {
    for (std::size_t first = 0; first < parts.size(); first += most_vectors)
        read_few(parts.subspan(first, std::min(most_vectors, parts.size() - first)));
}

void QuickSums::read_few(std::span<const Part> parts) const {
    std::vector<double> numbers(parts.size() * 2 * dims_);
    std::array<bool, most_vectors> are_split{};
    std::size_t first_panel = std::numeric_limits<std::size_t>::max(), last_panel = 0; // and the one behind the last
    const auto begin_of = [&](std::size_t i) { return static_cast<std::size_t>(parts[i].first); };
    for (std::size_t i = 0; i < parts.size(); ++i) {
        std::ranges::fill(parts[i].results, undecided);
        double* const of_vector = numbers.data() + i * 2 * dims_;
        are_split[i] = exist_ && !parts[i].results.empty() && split(parts[i].vector, of_vector);
        if (!are_split[i]) continue;
        first_panel = std::min(first_panel, begin_of(i) / panel_width);
        last_panel = std::max(last_panel, (begin_of(i) + parts[i].results.size() - 1) / panel_width + 1);
    }
    QuickPanel asked{.terms = terms_,
                     .ending = ending_,
                     .has_low = has_low_,
                     .dims = dims_,
                     .relative = relative_,
                     .constant = constant_,
                     .start = start_};
    std::array<std::array<double, panel_width>, most_vectors> at_edges;
    for (std::size_t panel = first_panel; panel < last_panel; ++panel) {
        const std::size_t begin = panel * panel_width, end = begin + panel_width;
        asked.panel = panels_.data() + begin * parts_per_vector();
        asked.count = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t from = begin_of(i), to = from + parts[i].results.size();
            if (!are_split[i] || to <= begin || from >= end) continue;
            asked.vectors[asked.count] = numbers.data() + i * 2 * dims_;
            const bool is_whole = from <= begin && to >= end;
            asked.results[asked.count++] = is_whole ? parts[i].results.data() + (begin - from) : at_edges[i].data();
        }
        sum_panel(asked);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t from = std::max(begin_of(i), begin), to = begin_of(i) + parts[i].results.size();
            if (!are_split[i] || to <= begin || from >= end || (from == begin && to >= end)) continue;
            std::copy_n(at_edges[i].begin() + static_cast<std::ptrdiff_t>(from - begin), std::min(to, end) - from,
                        parts[i].results.begin() + static_cast<std::ptrdiff_t>(from - begin_of(i)));
        }
    }
}

void QuickSums::move(std::int64_t from, std::int64_t to) {
    const std::size_t rows = parts_per_vector();
    const auto place_of = [&](std::int64_t i) {
        const auto at = static_cast<std::size_t>(i);
        return panels_.data() + at / panel_width * panel_width * rows + at % panel_width;
    };
    if (!exist_) return;
    for (std::size_t row = 0; row < rows; ++row) place_of(to)[row * panel_width] = place_of(from)[row * panel_width];
}

std::optional<QuickTerms> quick_terms_of(const OwnDistance& own) {
    if (own.of_rows == bray_curtis_of_rows) return QuickTerms::bray_curtis;
    return own.of_rows == canberra_of_rows ? std::optional(QuickTerms::fractions) : std::nullopt;
}

} // namespace pairscope::neighbours

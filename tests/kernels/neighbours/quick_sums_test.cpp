// SPDX-License-Identifier: MIT
// Quick sums are the exact ones, to the last bit, or undecided: on numbers that are chosen to mislead them, and with
// every set of vector instructions that this machine has. On usual numbers few are undecided.
#include "kernels/data/shapes/pcg32.h"
#include "kernels/neighbours/exact/exact_keys.h"
#include "kernels/neighbours/exact/exact_sum.h"
#include "kernels/neighbours/exact/number_grid.h"
#include "kernels/neighbours/exact/pair_sums.h"
#include "kernels/neighbours/exact/quick_sums.h"
#include "kernels/neighbours/measure.h"
#include "kernels/neighbours/metric_vectors.h"
#include "kernels/neighbours/rows/distance_rows.h"

#include <gmock/gmock.h>
#include <hwy/targets.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string_view>
#include <utility>
#include <vector>

namespace pairscope::neighbours {
namespace {

using Coordinates = std::span<const double>;

struct SumForm {
    std::string_view name;
    QuickTerms terms;
    QuickEnding ending;
    double (*exact)(Coordinates a, Coordinates b);
};
double exact_squares(Coordinates a, Coordinates b) {
    ExactSum sum;
    for (std::size_t k = 0; k < a.size(); ++k) sum.add_square_of_difference(a[k], b[k]);
    return sum.rounded();
}
double exact_sizes(Coordinates a, Coordinates b) {
    ExactSum sum;
    for (std::size_t k = 0; k < a.size(); ++k) sum.add_size_of_difference(a[k], b[k]);
    return sum.rounded();
}
const SumForm sum_forms[] = {
    {"squared", QuickTerms::squares, QuickEnding::sum, exact_squares},
    {"euclidean", QuickTerms::squares, QuickEnding::root,
     [](Coordinates a, Coordinates b) { return std::sqrt(exact_squares(a, b)); }},
    {"manhattan", QuickTerms::sizes, QuickEnding::sum, exact_sizes},
    {"chebyshev", QuickTerms::largest, QuickEnding::sum,
     [](Coordinates a, Coordinates b) { return rounded_key(Metric::chebyshev, a, b); }},
    {"canberra", QuickTerms::fractions, QuickEnding::sum, canberra_distance},
    {"bray_curtis", QuickTerms::bray_curtis, QuickEnding::sum, bray_curtis_distance},
};

/// Vectors, one after the other.
struct VectorSet {
    std::string_view name;
    std::size_t dims;
    std::vector<double> numbers;

    [[nodiscard]] std::int64_t rows() const { return static_cast<std::int64_t>(numbers.size() / dims); }
    [[nodiscard]] Coordinates vector(std::int64_t row) const {
        return Coordinates(numbers).subspan(static_cast<std::size_t>(row) * dims, dims);
    }
};
template <class Number> VectorSet made_of(std::string_view name, std::int64_t rows, std::size_t dims, Number number) {
    Pcg32 random(11 + dims);
    VectorSet set{.name = name, .dims = dims, .numbers = {}};
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows) * dims; ++i) set.numbers.push_back(number(random, i));
    return set;
}
double random_sign(Pcg32& random) { return random.next() % 2 == 0 ? 1.0 : -1.0; }
double of_53_bits(Pcg32& random) {
    return std::ldexp(static_cast<double>((std::uint64_t{random.next()} << 32 | random.next()) >> 11), -53);
}

std::vector<VectorSet> usual_sets(std::int64_t rows, std::size_t dims) {
    return {
        made_of("doubles", rows, dims, [](Pcg32& r, std::size_t) { return of_53_bits(r); }),
        made_of("two decimals", rows, dims, [](Pcg32& r, std::size_t) { return double(r.next() % 800) / 100.0; }),
        made_of("floats", rows, dims, [](Pcg32& r, std::size_t) { return double(float(of_53_bits(r))); }),
        made_of("counts", rows, dims, [](Pcg32& r, std::size_t) { return double(r.next() % 50); }),
        made_of("sparse", rows, dims, [](Pcg32& r, std::size_t) { return r.next() % 8 == 0 ? of_53_bits(r) : 0.0; }),
        made_of("years", rows, dims, [](Pcg32& r, std::size_t) { return 1990.0 + 30.0 * of_53_bits(r); })};
}

std::vector<VectorSet> misleading_sets(std::int64_t rows, std::size_t dims) {
    std::vector<VectorSet> sets = {
        made_of("twelve decades", rows, dims,
                [](Pcg32& r, std::size_t) { return random_sign(r) * std::pow(10.0, 12.0 * of_53_bits(r) - 6.0); }),
        made_of("six hundred decades", rows, dims,
                [](Pcg32& r, std::size_t) { return random_sign(r) * std::pow(10.0, 600.0 * of_53_bits(r) - 300.0); }),
        made_of("far from zero", rows, dims,
                [](Pcg32& r, std::size_t) { return 1e15 + std::floor(9.0 * of_53_bits(r)); }),
        made_of("subnormal", rows, dims, [](Pcg32& r, std::size_t) { return double(r.next() % 1000) * 0x1p-1074; }),
        made_of("small", rows, dims, [](Pcg32& r, std::size_t) { return random_sign(r) * of_53_bits(r) * 0x1p-500; }),
        made_of("huge", rows, dims, [](Pcg32& r, std::size_t) { return random_sign(r) * of_53_bits(r) * 0x1p1021; }),
        made_of("zeros", rows, dims, [](Pcg32& r, std::size_t) { return r.next() % 9 == 0 ? -0.0 : 0.0; }),
        made_of("a far vector", rows, dims,
                [&](Pcg32& r, std::size_t i) { return of_53_bits(r) * (i / dims == 3 ? 1e12 : 1.0); }),
        made_of("a huge vector", rows, dims,
                [&](Pcg32& r, std::size_t i) { return of_53_bits(r) * (i / dims == 3 ? 1e300 : 1.0); }),
        made_of("two clusters", rows, dims,
                [&](Pcg32& r, std::size_t i) { return (i / dims % 2 == 0 ? 1.0 : 1e9) + 1e-3 * of_53_bits(r); }),
        made_of("a large column", rows, dims,
                [&](Pcg32& r, std::size_t i) { return i % dims == 0 ? 1e7 * double(r.next() % 3) : of_53_bits(r); }),
        made_of("not finite", rows, dims,
                [](Pcg32& r, std::size_t) {
                    const double x = of_53_bits(r), infinite = std::numeric_limits<double>::infinity();
                    return x < 0.004 ? std::numeric_limits<double>::quiet_NaN() : x < 0.008 ? infinite : x;
                }),
        // One large difference and small ones: the sum lies between two doubles, or beside the middle.
        made_of("halves of the last digit", rows, dims,
                [&](Pcg32& r, std::size_t i) {
                    if (i % dims == 0) return double(r.next() % 4);
                    return random_sign(r) * std::exp2(-double(r.next() % 64)) * double(r.next() % 3);
                }),
        made_of("squares at halves of the last digit", rows, dims,
                [&](Pcg32& r, std::size_t i) {
                    return i % dims == 0 ? double(r.next() % 2) : std::exp2(-25.0 - double(r.next() % 8));
                }),
        made_of("a digit far behind a half", rows, dims,
                [&](Pcg32& r, std::size_t i) {
                    const double small[] = {0.0, 0x1p-26, 0x1p-52, 0x1p-120};
                    return i % dims == 0 ? 1.0 + 2.0 * double(r.next() % 2) : small[r.next() % 4];
                }),
        made_of("nearly equal", rows, dims, [](Pcg32& r, std::size_t) { return 1.0 + double(r.next() % 5) * 0x1p-52; }),
        made_of("nearly opposite", rows, dims,
                [](Pcg32& r, std::size_t) { return random_sign(r) * (1.0 + double(r.next() % 5) * 0x1p-52); })};
    return sets;
}

struct DecidedCounts {
    std::int64_t all = 0, undecided = 0;
    [[nodiscard]] double part() const { return double(undecided) / double(all); }
};
/// Compares each result with the exact one, and counts.
DecidedCounts compare_with_exact(const SumForm& form, const VectorSet& first, const VectorSet& across) {
    const QuickSums sums({.terms = form.terms,
                          .ending = form.ending,
                          .dims = first.dims,
                          .first = first.numbers,
                          .across = across.numbers});
    DecidedCounts counts;
    const auto cols = static_cast<std::size_t>(across.rows());
    std::vector<double> results(static_cast<std::size_t>(first.rows()) * cols);
    std::vector<QuickSums::Part> parts;
    for (std::int64_t row = 0; row < first.rows(); ++row) { // parts begin at different columns, as in a triangle
        const std::size_t begin = static_cast<std::size_t>(row) % 40;
        const std::span<double> of_row = std::span(results).subspan(static_cast<std::size_t>(row) * cols, cols - begin);
        parts.push_back({first.vector(row), static_cast<std::int64_t>(begin), of_row});
    }
    sums.read(parts);
    for (std::int64_t row = 0; row < first.rows(); ++row) {
        const QuickSums::Part& part = parts[static_cast<std::size_t>(row)];
        for (std::size_t i = 0; i < part.results.size(); ++i) {
            const std::int64_t col = part.first + static_cast<std::int64_t>(i);
            ++counts.all;
            if (std::isnan(part.results[i])) {
                ++counts.undecided;
                continue;
            }
            const Coordinates a = first.vector(row), b = across.vector(col);
            const double exact = form.exact(a, b), turned = form.exact(b, a);
            EXPECT_EQ(std::bit_cast<std::uint64_t>(part.results[i]), std::bit_cast<std::uint64_t>(exact))
                << part.results[i] << " and " << exact << ", " << row << ", " << col;
            EXPECT_EQ(exact, turned);
            if (testing::Test::HasFailure()) return counts;
        }
    }
    return counts;
}

/// Runs a check once with each set of vector instructions that this machine has.
template <class Check> void on_every_target(Check check) {
    for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
        hwy::SetSupportedTargetsForTest(target);
        SCOPED_TRACE(hwy::TargetName(target));
        check();
    }
    hwy::SetSupportedTargetsForTest(0);
}

TEST(QuickSums, are_the_exact_ones_or_undecided) {
    on_every_target([] {
        for (const std::size_t dims : {1, 2, 3, 40})
            for (const auto& sets : {misleading_sets(50, dims), usual_sets(50, dims)})
                for (const VectorSet& set : sets)
                    for (const SumForm& form : sum_forms) {
                        SCOPED_TRACE(testing::Message() << form.name << ", " << set.name << ", " << dims);
                        compare_with_exact(form, set, set);
                        if (testing::Test::HasFailure()) return;
                    }
    });
}

TEST(QuickSums, of_usual_numbers_are_decided) {
    for (const std::size_t dims : {2, 4, 16, 64, 784})
        for (const VectorSet& set : usual_sets(dims < 100 ? 90 : 35, dims))
            for (const SumForm& form : sum_forms) {
                if (form.terms == QuickTerms::fractions && !has_fused_products()) continue;
                SCOPED_TRACE(testing::Message() << form.name << ", " << set.name << ", " << dims);
                const DecidedCounts counts = compare_with_exact(form, set, set);
                std::int64_t equal = 0; // a sum of zeros is left to the exact ones
                for (std::int64_t row = 0; row < set.rows(); ++row)
                    for (std::int64_t col = row % 40; col < set.rows(); ++col)
                        equal += std::ranges::equal(set.vector(row), set.vector(col)) ? 1 : 0;
                EXPECT_LE(double(counts.undecided - equal), 0.06 * double(counts.all));
            }
}

TEST(QuickSums, of_whole_numbers_are_all_decided) {
    const VectorSet set = made_of("counts", 100, 12, [](Pcg32& r, std::size_t) { return double(r.next() % 1000); });
    for (const SumForm& form : sum_forms)
        if (form.terms == QuickTerms::squares || form.terms == QuickTerms::sizes || form.terms == QuickTerms::largest) {
            EXPECT_EQ(compare_with_exact(form, set, set).undecided, 0) << form.name;
        }
}

TEST(QuickSums, of_one_far_vector_do_not_take_digits_from_the_others) {
    for (const std::size_t dims : {4, 40}) {
        VectorSet set = usual_sets(100, dims).front();
        for (std::size_t k = 0; k < dims; ++k) set.numbers[7 * dims + k] += 1e12;
        for (const SumForm& form : sum_forms) {
            if (form.terms == QuickTerms::fractions) continue;
            const DecidedCounts counts = compare_with_exact(form, set, set);
            EXPECT_LE(counts.part(), 0.06) << form.name;
        }
    }
}

TEST(QuickSums, of_two_sets_are_the_exact_ones_or_undecided) {
    for (const std::size_t dims : {2, 5, 70}) {
        const std::vector<VectorSet> usual = usual_sets(45, dims), misleading = misleading_sets(70, dims);
        for (const SumForm& form : sum_forms)
            for (std::size_t i = 0; i < misleading.size(); ++i) {
                const VectorSet &one = usual[i % usual.size()], &other = misleading[i];
                SCOPED_TRACE(testing::Message() << form.name << ", " << one.name << ", " << other.name);
                compare_with_exact(form, one, other);
                compare_with_exact(form, other, one);
            }
    }
}

TEST(QuickSums, of_a_vector_that_was_moved_are_its_own) {
    for (const SumForm& form : sum_forms) {
        const VectorSet set = usual_sets(70, 5).front();
        QuickSums sums({.terms = form.terms,
                        .ending = form.ending,
                        .dims = set.dims,
                        .first = set.numbers,
                        .across = set.numbers});
        sums.move(66, 3);
        double result = 0.0;
        sums.read(std::vector<QuickSums::Part>{{set.vector(20), 3, std::span(&result, 1)}});
        EXPECT_EQ(result, form.exact(set.vector(20), set.vector(66))) << form.name;
    }
}

TEST(RoundedKeys, are_the_exact_sums_of_misleading_numbers) {
    for (const std::size_t dims : {1, 2, 7, 90})
        for (const auto& sets : {misleading_sets(50, dims), usual_sets(50, dims)})
            for (const VectorSet& set : sets) {
                if (set.name == "not finite") continue;
                SCOPED_TRACE(testing::Message() << set.name << ", " << dims);
                for (std::int64_t row = 0; row < set.rows(); ++row)
                    for (std::int64_t col = 0; col < set.rows(); ++col) {
                        const Coordinates a = set.vector(row), b = set.vector(col);
                        ASSERT_EQ(rounded_key(Metric::squared, a, b), exact_squares(a, b)) << row << ", " << col;
                        ASSERT_EQ(rounded_key(Metric::manhattan, a, b), exact_sizes(a, b)) << row << ", " << col;
                    }
            }
}

TEST(WholeSquares, are_rounded_as_exact_sums_are) {
    for (const std::size_t dims : {1, 2, 6, 50}) {
        std::vector<VectorSet> sets = usual_sets(60, dims);
        sets.push_back(made_of("halves", 60, dims, [](Pcg32& r, std::size_t) {
            return std::exp2(-double(r.next() % 30)) * double(r.next() % 5);
        }));
        int fitting = 0;
        for (const VectorSet& set : sets) {
            NumberGrid grid;
            for (const double x : set.numbers) grid.include(x);
            if (!have_whole_squares(grid, double(dims))) continue;
            ++fitting;
            for (std::int64_t row = 0; row < set.rows(); ++row)
                for (std::int64_t col = 0; col < set.rows(); ++col)
                    ASSERT_EQ(rounded_square_of_steps(set.vector(row), set.vector(col), grid.exponent),
                              exact_squares(set.vector(row), set.vector(col)))
                        << set.name << ", " << dims;
        }
        EXPECT_GE(fitting, 3);
    }
}

/// The vectors in float32; `low` has what float32 rounded away.
Dataset with_low_parts(const VectorSet& set) {
    Dataset data{.name = "numbers", .rows = set.rows(), .dims = static_cast<std::int64_t>(set.dims)};
    std::vector<float> values;
    for (const double x : set.numbers) {
        values.push_back(static_cast<float>(x));
        const double rest = x - static_cast<double>(values.back());
        data.low.push_back(std::isfinite(rest) ? static_cast<float>(rest) : 0.0f);
    }
    data.values = std::move(values);
    return data;
}

TEST(DistanceRows, of_misleading_numbers_are_the_measured_distances) {
    for (const std::size_t dims : {2, 5, 40})
        for (const auto& sets : {misleading_sets(70, dims), usual_sets(70, dims)})
            for (const VectorSet& set : sets)
                for (const Metric metric : {Metric::euclidean, Metric::squared, Metric::manhattan, Metric::chebyshev,
                                            Metric::cosine, Metric::canberra}) {
                    SCOPED_TRACE(testing::Message() << name_of(metric) << ", " << set.name << ", " << dims);
                    const Dataset data = with_low_parts(set);
                    const NeighbourQuestion question{.first = data, .k = 1, .metric = metric};
                    const DistanceRows rows(question);
                    const Measure measure(question);
                    constexpr std::size_t count = 70;
                    std::vector<double> matrix(count * count);
                    std::vector<DistanceRows::Part> parts;
                    for (std::size_t i = 0; i < count; ++i)
                        parts.push_back({static_cast<std::int64_t>(i), 0, std::span(matrix).subspan(i * count, count)});
                    rows.read(parts);
                    for (std::size_t i = 0; i < matrix.size(); ++i) {
                        const double right = measure.distance(std::int64_t(i / count), std::int64_t(i % count));
                        if (std::isnan(right))
                            ASSERT_TRUE(std::isnan(matrix[i])) << i;
                        else
                            ASSERT_EQ(matrix[i], right) << i;
                    }
                }
}

} // namespace
} // namespace pairscope::neighbours

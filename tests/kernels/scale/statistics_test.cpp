// SPDX-License-Identifier: MIT
#include "kernels/scale/statistics.h"

#include "kernels/data/errors.h"
#include "kernels/scale/farthest.h"
#include "tests/kernels/scale/scale_samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace pairscope::scale {
namespace {

ExtremePair farthest_of(const neighbours::NeighbourQuestion& question) {
    const AllKeys keys(question, PlaceKeys::chords);
    FarthestSearch search(keys);
    EXPECT_TRUE(run_here(search.work(), {}));
    return search.found();
}

/// From the exact distance of one pair after the other.
struct Looked {
    Statistics found;
    long double sum = 0.0L;
    double largest = -std::numeric_limits<double>::infinity();
};
Looked by_looking(const neighbours::NeighbourQuestion& question, const StepBins& bins) {
    const neighbours::Measure measure(question);
    Looked looked;
    Statistics& all = looked.found;
    all.counts.resize(static_cast<std::size_t>(bins.count));
    samples::for_each_pair(question, [&](std::int64_t row, std::int64_t col) {
        const double exact = measure.exact_key(row, col), distance = measure.distance_of_exact(exact);
        if (std::isnan(distance)) {
            ++all.without;
            return;
        }
        if (std::isinf(distance)) {
            ++all.infinite;
            return;
        }
        ++all.pairs;
        looked.sum += distance;
        looked.largest = std::max(looked.largest, distance);
        all.steps.add(static_cast<std::int64_t>(std::floor(distance / (2.0 * bins.step) + 0.5)));
        if (!all.nearest.exists() || exact < all.nearest.exact)
            all.nearest = {.first = row, .second = col, .exact = exact};
        if (distance < bins.edge(0)) {
            ++all.below;
            return;
        }
        if (distance >= bins.edge(bins.count)) {
            ++all.above;
            return;
        }
        int bin = 0;
        while (distance >= bins.edge(bin + 1)) ++bin;
        ++all.counts[static_cast<std::size_t>(bin)];
    });
    return looked;
}

void expect_equal(Statistics found, const Looked& expected) {
    found.nearest.key = 0.0; // the cheap key, which looking does not know
    EXPECT_EQ(found.pairs, expected.found.pairs);
    EXPECT_EQ(found.without, expected.found.without);
    EXPECT_EQ(found.infinite, expected.found.infinite);
    EXPECT_EQ(found.counts, expected.found.counts);
    EXPECT_EQ(found.nearest, expected.found.nearest);
    EXPECT_EQ(found, expected.found);
}

TEST(Statistics, are_those_of_looking_at_one_pair_after_the_other) {
    for (const samples::PairSample& sample : samples::pair_samples()) {
        SCOPED_TRACE(sample.name);
        const AllKeys keys(sample.question(), PlaceKeys::kilometres);
        const StepBins bins = bins_for(keys, farthest_of(sample.question()), {.count = 7});
        StatisticsSearch search(keys, bins);
        ASSERT_TRUE(run_here(search.work(), {.threads = 2}));
        const Looked expected = by_looking(sample.question(), bins);
        expect_equal(search.found(), expected);
        if (expected.found.pairs == 0) continue; // then there is no mean
        EXPECT_EQ(search.found().below + search.found().above, 0);
        const auto mean = static_cast<double>(expected.sum / static_cast<long double>(expected.found.pairs));
        EXPECT_LE(std::abs(mean_of(search.found(), bins) - mean), bins.step * (1.0 + 1e-9) + 1e-15 * mean);
        EXPECT_LE(bins.step, expected.largest > 0.0 ? 1e-7 * expected.largest : 1.0);
    }
}

TEST(Statistics, have_the_same_bits_whoever_computes_which_piece) {
    for (const samples::PairSample& sample : samples::pair_samples()) {
        SCOPED_TRACE(sample.name);
        const AllKeys keys(sample.question(), PlaceKeys::kilometres);
        const StepBins bins = bins_for(keys, farthest_of(sample.question()), {.count = 64});
        StatisticsSearch one(keys, bins), here(keys, bins), there(keys, bins);
        ASSERT_TRUE(run_here(one.work(), {.threads = 1}));
        samples::run_in_disorder(here.work(), there.work(), 11);
        EXPECT_EQ(here.found(), one.found());
        EXPECT_EQ(here.work().merged(), one.work().merged());
    }
}

TEST(Statistics, count_pairs_outside_of_a_range) {
    const Dataset data = samples::vectors_of({0, 0, 1, 0, 3, 0, 7, 0}, 2); // distances 1, 2, 3, 4, 6, 7
    const AllKeys keys({.first = data}, PlaceKeys::kilometres);
    const StepBins bins = bins_for(keys, farthest_of({.first = data}), {.count = 2, .low = 2.0, .high = 4.0});
    EXPECT_EQ(bins.edge(0), 2.0);
    EXPECT_EQ(bins.edge(1), 3.0);
    EXPECT_EQ(bins.edge(2), 4.0);
    StatisticsSearch search(keys, bins);
    ASSERT_TRUE(run_here(search.work(), {}));
    EXPECT_EQ(search.found().below, 1);
    EXPECT_EQ(search.found().above, 3);
    EXPECT_EQ(search.found().counts, (std::vector<std::int64_t>{1, 1}));
    EXPECT_EQ(mean_of(search.found(), bins), 23.0 / 6.0);
}

TEST(Statistics, refuse_a_range_that_ends_before_it_begins) {
    const Dataset data = samples::vectors_of({0, 0, 1, 0}, 2);
    const AllKeys keys({.first = data}, PlaceKeys::kilometres);
    const ExtremePair farthest = farthest_of({.first = data});
    EXPECT_THROW((void)bins_for(keys, farthest, {.count = 2, .low = 4.0, .high = 2.0}), InputError);
    EXPECT_THROW((void)bins_for(keys, farthest, {.count = 2, .low = 4.0, .high = {}}), InputError);
}

TEST(WideSum, holds_more_than_64_bits_and_divides) {
    WideSum sum;
    for (int i = 0; i < 1000; ++i) sum.add(std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(sum.divided_by(1000), 0x1p63);
    EXPECT_EQ(sum.high(), 499);
    WideSum negative;
    negative.add(-7);
    EXPECT_EQ(negative.divided_by(2), -3.5);
    sum.add(negative);
    EXPECT_EQ(sum.low(), static_cast<std::uint64_t>(-1000 - 7));
}

} // namespace
} // namespace pairscope::scale

// SPDX-License-Identifier: MIT
#include "kernels/scale/farthest.h"

#include "tests/kernels/scale/scale_samples.h"

#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::scale {
namespace {

ExtremePair farthest_by_looking(const neighbours::NeighbourQuestion& question) {
    const neighbours::Measure measure(question);
    ExtremePair best;
    samples::for_each_pair(question, [&](std::int64_t row, std::int64_t col) {
        const double exact = measure.exact_key(row, col);
        if (!std::isfinite(exact) || (best.exists() && !(exact > best.exact))) return;
        best = {.first = row, .second = col, .exact = exact};
    });
    return best;
}

void expect_equal(const ExtremePair& found, const ExtremePair& expected) {
    EXPECT_EQ(found.first, expected.first);
    EXPECT_EQ(found.second, expected.second);
    EXPECT_EQ(found.exact, expected.exact);
}

TEST(Farthest, is_the_pair_that_looking_at_all_pairs_finds) {
    int with_pair = 0;
    for (const samples::PairSample& sample : samples::pair_samples()) {
        SCOPED_TRACE(sample.name);
        const AllKeys keys(sample.question(), PlaceKeys::chords);
        const ExtremePair expected = farthest_by_looking(sample.question());
        with_pair += expected.exists() ? 1 : 0;
        FarthestSearch search(keys);
        ASSERT_TRUE(run_here(search.work(), {.threads = 2}));
        expect_equal(search.found(), expected);
    }
    EXPECT_GT(with_pair, 90);
}

TEST(Farthest, does_not_depend_on_who_computes_which_piece) {
    for (const samples::PairSample& sample : samples::pair_samples()) {
        SCOPED_TRACE(sample.name);
        const AllKeys keys(sample.question(), PlaceKeys::chords);
        FarthestSearch here(keys), there(keys);
        samples::run_in_disorder(here.work(), there.work(), 5);
        expect_equal(here.found(), farthest_by_looking(sample.question()));
    }
}

TEST(Farthest, takes_the_lowest_rows_of_many_equal_pairs) {
    // The corners of a square, again and again: both diagonals are the longest distance.
    std::vector<float> corners;
    for (int i = 0; i < 300; ++i)
        for (const float value : {0.0f, 0.0f, 0.1f, 0.0f, 0.1f, 0.1f, 0.0f, 0.1f}) corners.push_back(value);
    const Dataset data = samples::vectors_of(std::move(corners), 2);
    const AllKeys keys({.first = data}, PlaceKeys::chords);
    FarthestSearch search(keys);
    ASSERT_TRUE(run_here(search.work(), {.threads = 2}));
    EXPECT_EQ(search.found().first, 0);
    EXPECT_EQ(search.found().second, 2);
}

TEST(Farthest, stops_when_it_is_asked_to) {
    const Dataset data = samples::vectors(2000, 20, 1);
    const AllKeys keys({.first = data}, PlaceKeys::chords);
    FarthestSearch search(keys);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(run_here(search.work(), {.stop = stop.get_token(), .threads = 2}));
}

} // namespace
} // namespace pairscope::scale

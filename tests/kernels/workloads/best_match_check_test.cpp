// SPDX-License-Identifier: MIT
// The check of best_match: what is wrong, what is approximate output within a stated bound, and that outputs of both
// directions are judged and found exactly.
#include "kernels/engines/outputs.h"
#include "kernels/ladder/registry.h"
#include "kernels/workloads/best_match/exact.h"
#include "tests/kernels/match_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace pairscope {
namespace {

using samples::expected_matches;
using samples::features;
using samples::random_features;
using samples::simulated_matches;
using samples::verdict_on;
using ::testing::HasSubstr;

TEST(BestMatch, check_refuses_what_is_nearly_right) {
    const Dataset a = random_features(30, 16, 1), b = random_features(50, 16, 2);
    const std::vector<FoundMatch> right = expected_matches(a, b);
    EXPECT_TRUE(verdict_on(a, b, right).right());
    const auto with = [&](const std::function<void(FoundMatch&)>& change) {
        std::vector<FoundMatch> changed = right;
        change(changed[7]);
        return verdict_on(a, b, changed);
    };
    EXPECT_EQ(with([](FoundMatch& m) { std::swap(m.best, m.second); }).wrong_entries, 1);
    EXPECT_EQ(with([](FoundMatch& m) { m.second = m.second == 0 ? 1 : 0; }).wrong_entries, 1);
    EXPECT_EQ(with([](FoundMatch& m) { m.second_value += 1e-4f; }).wrong_entries, 1);
    EXPECT_THAT(describe(with([](FoundMatch& m) { m.best = 49; })), HasSubstr("match 7 is row 49 with"));
    EXPECT_EQ(with([](FoundMatch& m) {
                  m = std::bit_cast<FoundMatch>(std::array{poison_bits, poison_bits, poison_bits, poison_bits});
              }).unwritten_entries,
              1);
}

/// One vector, and candidates that have these scores with it.
std::pair<Dataset, Dataset> with_scores(const std::vector<float>& scores) {
    const Dataset a = features(1, 2, [](auto, std::int64_t k) { return k == 0 ? 1.0f : 0.0f; });
    const auto coordinate = [&](std::int64_t j, std::int64_t k) {
        const float score = scores[std::size_t(j)];
        return k == 0 ? score : std::sqrt(1.0f - score * score);
    };
    return {a, features(std::ssize(scores), 2, coordinate)};
}

TEST(BestMatch, check_counts_choices_within_the_bound_as_different_and_others_as_wrong) {
    constexpr double error = 0.01;
    const auto [a, b] = with_scores({0.5f, 0.6f, 0.585f, 0.57f, -0.9f});
    const auto verdict = [&](const FoundMatch& found) { return verdict_on(a, b, {found}, error); };
    const auto expect = [&](const FoundMatch& found, std::int64_t different, std::int64_t wrong) {
        const Comparison said = verdict(found);
        EXPECT_EQ(said.different_entries, different) << found.best << ", " << found.second;
        EXPECT_EQ(said.wrong_entries, wrong) << found.best << ", " << found.second;
    };
    expect({1, 2, 0.6f, 0.585f}, 0, 0);
    expect({1, 2, 0.608f, 0.577f}, 0, 0); // the scores are off by less than the error
    expect({1, 2, 0.612f, 0.585f}, 0, 1); // by more
    expect({2, 1, 0.585f, 0.6f}, 1, 0);
    expect({1, 3, 0.6f, 0.57f}, 1, 0); // 0.015 below the second best: less than twice the error
    expect({3, 1, 0.57f, 0.6f}, 0, 1); // 0.03 below the best
    expect({1, 0, 0.6f, 0.5f}, 0, 1);  // 0.085 below the second best
    expect({2, 2, 0.585f, 0.585f}, 0, 1);
    expect({1, -1, 0.6f, 0.0f}, 0, 1);
    expect({1, 5, 0.6f, 0.585f}, 0, 1); // there is no such candidate
    expect({-3, 1, 0.6f, 0.6f}, 0, 1);
    expect({1, 2, std::nanf(""), 0.585f}, 0, 1);
    const Comparison swapped = verdict({2, 1, 0.585f, 0.6f});
    EXPECT_TRUE(swapped.right());
    EXPECT_EQ(difference_text(swapped), "approximate output: the row differs");
    EXPECT_THAT(describe(swapped), HasSubstr("match 0 is row 2 with 0.58"));
    EXPECT_EQ(swapped.different.entries().size(), 1u);
    EXPECT_FALSE(verdict_on(a, b, {{2, 1, 0.585f, 0.6f}}).right()) << "a variant that states no bound";
    EXPECT_FALSE(verdict_on(a, b, {{1, 2, 0.6f, 0.585f}}).different_entries);
    const auto poison = std::bit_cast<FoundMatch>(std::array{poison_bits, poison_bits, poison_bits, poison_bits});
    EXPECT_EQ(verdict(poison).unwritten_entries, 1);
}

/// As cvt.rna.tf32 does: to 11 significant bits, ties away from zero.
float as_tf32(float number) {
    return std::bit_cast<float>((std::bit_cast<std::uint32_t>(number) + 0x1000u) & 0xffffe000u);
}

TEST(BestMatch, bound_of_tf32_holds_for_every_pair_and_is_not_generous) {
    double largest = 0.0;
    for (const int dims : {1, 3, 17, 128}) {
        const Dataset set = random_features(120, dims, unsigned(60 + dims));
        for (std::int64_t i = 0; i < set.rows; ++i)
            for (std::int64_t j = 0; j < set.rows; ++j) {
                double rounded = 0.0;
                const float *const x = coordinates(set).data() + i * dims, *const y =
                                                                               coordinates(set).data() + j * dims;
                for (int k = 0; k < dims; ++k) rounded += double{as_tf32(x[k])} * double{as_tf32(y[k])};
                const double error = std::abs(rounded - matching::exact_score(x, y, dims));
                ASSERT_LE(error, matching::error_of_tf32_score(dims)) << dims << ": " << i << ", " << j;
                largest = std::max(largest, error / matching::error_of_tf32_score(dims));
            }
    }
    // A coordinate just below the middle of two tf32 numbers is rounded by nearly a part in 2^11.
    const float worst = std::bit_cast<float>(std::bit_cast<std::uint32_t>(0.5f) + 0xfffu);
    const double error = std::abs(double{as_tf32(worst)} * as_tf32(worst) - double{worst} * worst) / (worst * worst);
    EXPECT_GT(error, 0.99 * 0x1p-10);
    EXPECT_LE(error, matching::error_of_tf32_score(1));
    EXPECT_GT(largest, 0.05);
}

TEST(BestMatch, says_how_many_rows_differ) {
    Comparison found{.kind = OutputKind::matches, .entries_checked = 16384, .different_entries = 37};
    EXPECT_EQ(difference_text(found), "approximate output: 37 of 16 384 rows differ");
    found.different_entries = 1;
    EXPECT_EQ(difference_text(found), "approximate output: 1 of 16 384 rows differs");
    found.different_entries = 0;
    EXPECT_EQ(difference_text(found), "approximate output: none of 16 384 rows differs");
    EXPECT_THAT(describe(found), HasSubstr("none of 16 384 rows differs, worst error"));
    found.different_entries.reset();
    EXPECT_EQ(difference_text(found), "");
}

const KernelVariant& two_sided() { return *std::ranges::find(variants(), "best_match/two_sided", &KernelVariant::id); }

TEST(TwoSidedMatch, is_found_where_many_blocks_have_the_same_candidates) {
    for (const auto& [rows, cols, dims] : std::array<std::array<int, 3>, 5>{
             {{700, 130, 7}, {130, 700, 16}, {520, 520, 17}, {385, 385, 48}, {1000, 3, 5}}}) {
        const Dataset a = random_features(rows, dims, unsigned(rows)),
                      b = random_features(cols, dims, unsigned(cols + 1));
        std::vector<FoundMatch> expected = expected_matches(a, b);
        std::ranges::copy(expected_matches(b, a), std::back_inserter(expected));
        EXPECT_EQ(simulated_matches(two_sided(), a, b), expected) << rows << " x " << cols << " x " << dims;
    }
}

TEST(TwoSidedMatch, is_exact_for_candidates_whose_rows_come_in_any_order) {
    // The score of a row rises, falls, or is the same for all rows, with a single candidate and with many.
    for (const int cols : {1, 129}) {
        const auto candidate = [](std::int64_t j, std::int64_t k) { return k == 0 ? 1.0f : 0.01f * float(j % 7); };
        for (const float step : {1.0f, -1.0f, 0.0f}) {
            const auto row = [&](std::int64_t i, std::int64_t k) {
                return k == 0 ? 1.0f : (step < 0 ? 2.0f + float(i) : 302.0f - step * float(i)) / 300.0f;
            };
            const Dataset a = features(300, 3, row), b = features(cols, 3, candidate);
            std::vector<FoundMatch> expected = expected_matches(a, b);
            std::ranges::copy(expected_matches(b, a), std::back_inserter(expected));
            EXPECT_EQ(simulated_matches(two_sided(), a, b), expected) << cols << ", " << step;
        }
    }
}

TEST(TwoSidedMatch, is_judged_in_both_directions) {
    const Dataset a = random_features(30, 16, 1), b = random_features(20, 16, 2);
    const std::vector<FoundMatch> forward = expected_matches(a, b), backward = expected_matches(b, a);
    std::vector<FoundMatch> both = forward;
    std::ranges::copy(backward, std::back_inserter(both));
    const auto judged = [&](std::vector<FoundMatch> matches) {
        return judge_output(two_sided(), inputs_of(a, b), LinearMemory{reinterpret_cast<float*>(matches.data()), 4});
    };
    const Comparison right = judged(both);
    EXPECT_TRUE(right.right()) << describe(right);
    EXPECT_EQ(right.entries_checked, 50);
    EXPECT_EQ(right.rows, 50);
    both[33].best = both[33].best == 0 ? 1 : 0;
    const Comparison wrong = judged(both);
    EXPECT_EQ(wrong.wrong_entries, 1);
    EXPECT_THAT(describe(wrong), HasSubstr("in the other direction, match 3 is row"));
    both[2].best = 40;
    EXPECT_EQ(judged(both).wrong_entries, 2);
    EXPECT_THAT(describe(judged(both)), ::testing::StartsWith("match 2 is row 40"));
}

} // namespace
} // namespace pairscope

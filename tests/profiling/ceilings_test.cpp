// SPDX-License-Identifier: MIT
#include "profiling/ceilings/ceilings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

using enum CeilingKind;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Ceiling made(CeilingKind kind, int threads, double value) {
    return {.kind = kind, .threads = threads, .value = value, .samples = 9, .how = "made in a test"};
}

double value_of(const Ceilings& ceilings, CeilingKind kind, int threads = 0) {
    const Ceiling* ceiling = find(ceilings, kind, threads);
    return ceiling == nullptr ? -1.0 : ceiling->value;
}

TEST(CeilingKinds, have_names_that_lead_back_to_them_and_words_for_people) {
    for (const CeilingKind kind : ceiling_kinds) {
        EXPECT_EQ(ceiling_kind_named(name_of(kind)), kind);
        EXPECT_FALSE(title_of(kind).empty());
        EXPECT_TRUE(meaning_of(kind).ends_with('.')) << name_of(kind);
        EXPECT_TRUE(unit_of(kind) == "B/s" || unit_of(kind) == "flop/s" || unit_of(kind) == "op/s");
    }
    EXPECT_FALSE(ceiling_kind_named("l4_read"));
    EXPECT_EQ(name_of(l2_read), "l2_read");
    EXPECT_EQ(unit_of(tensor_int8), "op/s");
}

TEST(CeilingKinds, are_essential_or_not_and_none_is_forgotten) {
    const auto first = essential_ceilings(), rest = other_ceilings();
    EXPECT_EQ(first.size() + rest.size(), ceiling_kinds.size());
    EXPECT_THAT(first, testing::IsSupersetOf({fill, fma}));
}

TEST(Ceilings, are_found_by_kind_and_threads) {
    Ceilings ceilings;
    EXPECT_EQ(find(ceilings, fill), nullptr);
    add(ceilings, made(fill, 1, 10.0));
    add(ceilings, made(fill, 16, 40.0));
    add(ceilings, made(fma, 1, 7.0));
    EXPECT_EQ(value_of(ceilings, fill), 40.0) << "with the most threads";
    EXPECT_EQ(value_of(ceilings, fill, 1), 10.0);
    EXPECT_EQ(find(ceilings, fill, 8), nullptr);
    EXPECT_THAT(threads_of(ceilings), ElementsAre(16, 1));
    add(ceilings, made(fill, 1, 11.0));
    EXPECT_EQ(ceilings.found.size(), 3u) << "the same one again is replaced";
    EXPECT_EQ(value_of(ceilings, fill, 1), 11.0);
}

TEST(Ceilings, of_two_measurements_each_better_figure_is_kept) {
    Ceilings before, now;
    before.found = {made(fill, 2, 5.0), made(fill, 1, 3.0), made(fma, 2, 7.0)};
    now.found = {made(fill, 2, 6.0), made(fill, 1, 2.0), made(read, 2, 1.0)};
    const Ceilings kept = better_of(now, before);
    EXPECT_EQ(value_of(kept, fill, 2), 6.0);
    EXPECT_EQ(value_of(kept, fill, 1), 3.0);
    EXPECT_EQ(value_of(kept, fma), 7.0);
    EXPECT_EQ(value_of(kept, read), 1.0);
    EXPECT_EQ(find(kept, copy), nullptr);
}

TEST(Ceilings, carry_the_interval_of_their_median_as_a_rate) {
    const std::vector<double> seconds{1.0, 2.0, 2.0, 2.0, 2.0, 2.0, 4.0, 2.0};
    const Ceiling ceiling = ceiling_from(fill, 8.0, seconds, "made in a test");
    EXPECT_EQ(ceiling.value, 4.0);
    EXPECT_EQ(ceiling.samples, 8);
    ASSERT_TRUE(ceiling.interval);
    EXPECT_LE(ceiling.interval->low, ceiling.value);
    EXPECT_GE(ceiling.interval->high, ceiling.value);
    EXPECT_FALSE(ceiling_from(fill, 8.0, std::vector{1.0, 2.0}, "too few").interval);
}

TEST(Ceilings, of_many_threads_are_at_least_those_of_fewer) {
    Ceilings ceilings;
    ceilings.found = {made(fill, 4, 6.0), made(fill, 2, 8.0), made(fill, 1, 3.0), made(read, 4, 9.7),
                      made(read, 1, 10.0)};
    EXPECT_EQ(roof_for(ceilings, fill, 4)->value, 8.0);
    EXPECT_EQ(roof_for(ceilings, fill)->value, 8.0);
    EXPECT_EQ(roof_for(ceilings, fill, 2)->value, 8.0);
    EXPECT_EQ(roof_for(ceilings, fill, 1)->value, 3.0);
    EXPECT_EQ(roof_for(ceilings, copy, 1), nullptr);
    EXPECT_EQ(find(ceilings, fill, 4)->value, 6.0) << "the table shows what was measured";
    const auto slower = slower_than_fewer_threads(ceilings);
    ASSERT_EQ(slower.size(), 1u) << "3 % is noise";
    EXPECT_EQ(slower.front()->threads, 4);
    ASSERT_EQ(doubts_about(ceilings).size(), 1u);
    EXPECT_THAT(doubts_about(ceilings).front(), HasSubstr("2 threads were 33 % faster"));
}

TEST(Ceilings, that_disagree_with_the_data_sheet_say_so) {
    Ceiling ceiling = made(fill, 0, 4.6e12);
    EXPECT_THAT(disagreement(ceiling), IsEmpty()) << "without a data sheet nobody can say";
    ceiling.peak = 4.9e12;
    EXPECT_THAT(disagreement(ceiling), IsEmpty());
    ceiling.peak = 4.0e12;
    EXPECT_THAT(disagreement(ceiling), HasSubstr("115 %"));
    ceiling.peak = 9.2e12;
    EXPECT_THAT(disagreement(ceiling), HasSubstr("only 50 %"));
}

} // namespace
} // namespace pairscope::profiling

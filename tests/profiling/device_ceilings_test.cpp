// SPDX-License-Identifier: MIT
#include "kernels/data/errors.h"
#include "profiling/device_ceilings.h"

#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

Ceilings figures(CeilingKind kind, double value) {
    Ceilings ceilings;
    add(ceilings, {.kind = kind, .value = value, .samples = 1, .how = "for the test"});
    return ceilings;
}

double value_of(const DeviceCeilings& known, CeilingKind kind) { return find(*known.figures, kind)->value; }

/// Needs 4.008 MB and 6 Mflop, in a millisecond: 4.008 GB/s, 6 Gflop/s.
Measurement thousand_points_in_a_millisecond(std::int64_t cache_bytes) {
    Measurement m;
    m.workload = {.type = "distance_matrix", .rows = 1000, .cols = 1000, .dims = 2};
    m.device.cache_bytes = cache_bytes;
    m.seconds = {1e-3};
    return m;
}
/// Faster than a fill of 1 B/s allows.
Measurement fast_run() { return thousand_points_in_a_millisecond(0); }

TEST(DeviceCeilings, that_are_unknown_are_measured_the_essential_ones_first) {
    DeviceCeilings known;
    EXPECT_TRUE(lack_essential(known));
    EXPECT_FALSE(lack_others(known)) << "they follow the essential ones";
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_TRUE(lack_others(known));
    take_measured(known, figures(CeilingKind::read, 7.0), true);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_FALSE(lack_others(known));
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_EQ(value_of(known, CeilingKind::read), 7.0);
}

TEST(DeviceCeilings, of_a_workload_are_lacking_until_they_were_tried) {
    using enum CeilingKind;
    const std::vector<CeilingKind> kinds = ceilings_of(type_of("farthest_pair"));
    EXPECT_EQ(kinds, (std::vector{read, int8_dot, tensor_int8}));
    DeviceCeilings known;
    EXPECT_EQ(kinds_lacking(known, kinds), kinds);
    take_measured(known, figures(fill, 5.0), false, {fill, read, int8_dot});
    EXPECT_EQ(kinds_lacking(known, kinds), std::vector{tensor_int8});
    take_measured(known, figures(read, 5.0), false, {tensor_int8});
    EXPECT_TRUE(kinds_lacking(known, kinds).empty()) << "a CPU has none, and it is not tried for ever";
    EXPECT_TRUE(kinds_lacking(DeviceCeilings{.figures = {}, .complete = true}, kinds).empty());
    EXPECT_TRUE(kinds_lacking(DeviceCeilings{.figures = {}, .failure = "there is no memory"}, kinds).empty());
    EXPECT_TRUE(kinds_lacking(DeviceCeilings{}, ceilings_of(type_of("distance_matrix"))).empty())
        << "they are essential ones";
}

TEST(DeviceCeilings, of_an_earlier_session_are_measured_again_and_replaced_even_by_lower_figures) {
    DeviceCeilings known{.figures = figures(CeilingKind::fill, 9.0), .stored = true};
    EXPECT_EQ(measured_now(known), nullptr);
    EXPECT_TRUE(lack_essential(known));
    EXPECT_FALSE(lack_others(known));
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    ASSERT_NE(measured_now(known), nullptr);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
}

TEST(DeviceCeilings, of_an_earlier_session_stay_when_measuring_fails) {
    DeviceCeilings known{.figures = figures(CeilingKind::fill, 9.0), .stored = true};
    take_failure(known, "there is no memory", false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 9.0);
    EXPECT_TRUE(known.stored);
    EXPECT_FALSE(lack_essential(known)) << "a failure is not tried again";
}

TEST(DeviceCeilings, that_are_doubted_are_measured_again_twice_and_the_better_figure_stays) {
    DeviceCeilings known;
    for (const double value : {5.0, 8.0, 6.0}) {
        EXPECT_TRUE(lack_essential(known)) << value;
        take_measured(known, figures(CeilingKind::fill, value), false);
        doubt(known, fast_run());
    }
    EXPECT_FALSE(lack_essential(known)) << "then they are believed";
    EXPECT_EQ(value_of(known, CeilingKind::fill), 8.0);
}

TEST(DeviceCeilings, that_were_measured_beside_other_programs_are_measured_again_at_most_twice) {
    DeviceCeilings known;
    Ceilings busy = figures(CeilingKind::fill, 5.0);
    busy.other_load = 0.5;
    int measured = 0;
    measure_lacking(known, [&](const std::vector<CeilingKind>&) {
        ++measured;
        return busy;
    });
    EXPECT_EQ(measured, 3);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_EQ(known.figures->other_load, 0.5);
}

TEST(DeviceCeilings, by_which_all_threads_write_slower_than_one_are_measured_again) {
    DeviceCeilings known;
    Ceilings impossible = figures(CeilingKind::fill, 5.0);
    impossible.found.front().threads = 2;
    add(impossible, {.kind = CeilingKind::fill, .threads = 1, .value = 6.0, .samples = 1, .how = "for the test"});
    take_measured(known, impossible, false);
    EXPECT_TRUE(lack_essential(known));
    impossible.found.front().value = 7.0;
    take_measured(known, impossible, false);
    EXPECT_FALSE(lack_essential(known));
}

TEST(DeviceCeilings, that_several_runs_doubt_before_they_are_measured_are_doubted_once) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    for (int i = 0; i < 5; ++i) doubt(known, fast_run());
    EXPECT_EQ(known.doubts, 1);
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    doubt(known, fast_run());
    EXPECT_TRUE(lack_essential(known)) << "once more";
}

TEST(DeviceCeilings, of_memory_are_not_doubted_by_a_run_whose_bytes_stay_in_the_caches) {
    const Ceilings slow = figures(CeilingKind::fill, 1e9), fast = figures(CeilingKind::fill, 4e9);
    EXPECT_EQ(doubtful_ceiling(thousand_points_in_a_millisecond(2'000'000), slow), CeilingKind::fill);
    EXPECT_EQ(doubtful_ceiling(thousand_points_in_a_millisecond(2'000'000), fast), std::nullopt) << "not beaten";
    EXPECT_EQ(doubtful_ceiling(thousand_points_in_a_millisecond(2'004'000), slow), std::nullopt) << "half in caches";
    DeviceCeilings known{.figures = slow};
    doubt(known, thousand_points_in_a_millisecond(4'008'000));
    EXPECT_FALSE(lack_essential(known));
    EXPECT_EQ(known.doubts, 0);
}

TEST(DeviceCeilings, of_arithmetic_are_not_doubted_by_a_variant_that_does_less) {
    Ceilings ceilings = figures(CeilingKind::fill, 1e12);
    add(ceilings, {.kind = CeilingKind::fma, .value = 1e9, .samples = 1, .how = "for the test"});
    Measurement run = thousand_points_in_a_millisecond(1 << 30);
    run.variant_id = "farthest_pair/cpu_pruned";
    EXPECT_EQ(doubtful_ceiling(run, ceilings), std::nullopt);
    run.variant_id = "farthest_pair/cpu_parallel";
    EXPECT_EQ(doubtful_ceiling(run, ceilings), CeilingKind::fma);
}

TEST(DeviceCeilings, of_arithmetic_are_doubted_wherever_the_bytes_are) {
    Ceilings ceilings = figures(CeilingKind::fill, 1e12);
    add(ceilings, {.kind = CeilingKind::fma, .value = 1e9, .samples = 1, .how = "for the test"});
    EXPECT_EQ(doubtful_ceiling(thousand_points_in_a_millisecond(1 << 30), ceilings), CeilingKind::fma);
}

TEST(DeviceCeilings, that_were_beaten_are_measured_again_also_if_they_are_not_essential) {
    DeviceCeilings known{.figures = figures(CeilingKind::fill, 1.0)};
    EXPECT_EQ(kinds_to_measure(known), essential_ceilings());
    known.beaten = {CeilingKind::fill, CeilingKind::int8_dot};
    std::vector<CeilingKind> kinds = essential_ceilings();
    kinds.push_back(CeilingKind::int8_dot);
    EXPECT_EQ(kinds_to_measure(known), kinds);
    take_measured(known, figures(CeilingKind::fill, 2.0), false);
    EXPECT_EQ(kinds_to_measure(known), essential_ceilings());
}

TEST(DeviceCeilings, are_measured_with_arrays_as_large_as_the_output_but_larger_than_the_caches) {
    Workload workload{.type = "distance_matrix", .rows = 1000, .cols = 1000, .dims = 2};
    EXPECT_EQ(ceiling_bytes(workload), std::int64_t{1} << 28);
    workload.rows = workload.cols = 20'000;
    EXPECT_EQ(ceiling_bytes(workload), 4 * 20'000LL * 20'000 + 8 * 20'000);
}

TEST(DeviceCeilings, that_are_lacking_are_all_measured_at_first_and_the_essential_ones_when_they_are_doubted) {
    DeviceCeilings known;
    std::vector<std::vector<CeilingKind>> asked;
    double value = 5.0;
    const auto measure = [&](std::vector<CeilingKind> kinds) {
        asked.push_back(std::move(kinds));
        return figures(CeilingKind::fill, value);
    };
    measure_lacking(known, measure);
    measure_lacking(known, measure);
    ASSERT_EQ(asked.size(), 1u) << "nothing was lacking";
    EXPECT_EQ(asked[0].size(), ceiling_kinds.size());
    EXPECT_TRUE(known.complete);
    doubt(known, fast_run());
    value = 4.0;
    measure_lacking(known, measure);
    ASSERT_EQ(asked.size(), 2u);
    EXPECT_EQ(asked[1], essential_ceilings());
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0) << "the better figure stays";
}

TEST(DeviceCeilings, that_cannot_be_measured_say_why_and_are_not_tried_again) {
    DeviceCeilings known;
    int tries = 0;
    for (int i = 0; i < 2; ++i)
        measure_lacking(known, [&](std::vector<CeilingKind>) -> Ceilings {
            ++tries;
            throw MemoryError("there is no memory");
        });
    EXPECT_EQ(tries, 1);
    EXPECT_EQ(known.failure, "there is no memory");
    EXPECT_FALSE(known.figures);
}

TEST(DeviceCeilings, are_measured_with_smaller_arrays_where_memory_is_short) {
    std::vector<std::int64_t> tried;
    const auto measure = [&](const CeilingRequest& request) {
        tried.push_back(request.bytes);
        EXPECT_EQ(request.kinds, essential_ceilings());
        if (request.bytes > least_ceiling_bytes) throw MemoryError("there is no memory");
        return figures(CeilingKind::fill, 5.0);
    };
    const CeilingRequest request{.bytes = 4 * least_ceiling_bytes, .kinds = essential_ceilings()};
    EXPECT_EQ(measure_in_free_memory(request, measure).found.size(), 1u);
    EXPECT_EQ(tried, (std::vector{4 * least_ceiling_bytes, least_ceiling_bytes}));
}

TEST(DeviceCeilings, fail_where_not_even_small_arrays_have_memory) {
    int tries = 0;
    const auto measure = [&](const CeilingRequest&) -> Ceilings {
        ++tries;
        throw MemoryError("there is no memory");
    };
    EXPECT_THROW((void)measure_in_free_memory({.bytes = 4 * least_ceiling_bytes}, measure), MemoryError);
    EXPECT_EQ(tries, 2);
    EXPECT_THROW((void)measure_in_free_memory({.bytes = least_ceiling_bytes}, measure), MemoryError);
    EXPECT_EQ(tries, 3) << "there is nothing smaller to try";
}

TEST(DeviceCeilings, keep_their_figures_when_they_are_doubted_and_measuring_fails) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    doubt(known, fast_run());
    take_failure(known, "there is no memory", false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_FALSE(lack_essential(known));
    EXPECT_TRUE(lack_others(known));
}

TEST(DeviceCeilings, the_others_that_fail_are_not_tried_again_and_are_no_failure_of_the_essential_ones) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    take_failure(known, "there is no memory", true);
    EXPECT_FALSE(lack_others(known));
    EXPECT_TRUE(known.failure.empty());
}

TEST(DeviceCeilings, that_somebody_asks_for_are_measured_anew_and_may_be_doubted_again) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 9.0), false);
    take_measured(known, figures(CeilingKind::read, 9.0), true);
    for (int i = 0; i < 3; ++i) doubt(known, fast_run());
    take_failure(known, "there is no memory", false);
    measure_anew(known);
    EXPECT_FALSE(known.figures);
    EXPECT_TRUE(lack_essential(known));
    take_measured(known, figures(CeilingKind::fill, 5.0), false);
    EXPECT_EQ(value_of(known, CeilingKind::fill), 5.0);
    EXPECT_TRUE(lack_others(known));
    doubt(known, fast_run());
    EXPECT_TRUE(lack_essential(known));
}

TEST(DeviceCeilings, whose_others_arrive_after_somebody_asked_anew_still_lack_the_essential_ones) {
    DeviceCeilings known;
    take_measured(known, figures(CeilingKind::fill, 9.0), false);
    measure_anew(known);
    take_measured(known, figures(CeilingKind::read, 9.0), true); // was on its way
    EXPECT_TRUE(lack_essential(known));
}

} // namespace
} // namespace pairscope::profiling

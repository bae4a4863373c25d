// SPDX-License-Identifier: MIT
#include "profiling/roofline.h"
#include "profiling/work_rule.h"

#include <gtest/gtest.h>

namespace pairscope::profiling {
namespace {

Measurement thousand_points_in(double seconds) {
    Measurement m;
    m.workload = {.type = "distance_matrix", .rows = 1000, .cols = 1000, .dims = 2};
    m.seconds = {seconds, seconds, 10 * seconds};
    m.predicted_bytes = 8.0e6;
    return m;
}

TEST(Roofline, is_the_lower_of_slope_and_ceiling) {
    EXPECT_EQ(attainable(0.5, 100.0, 1000.0), 50.0);
    EXPECT_EQ(attainable(50.0, 100.0, 1000.0), 1000.0);
    EXPECT_EQ(attainable(10.0, 100.0, 1000.0), 1000.0);
}

TEST(Roofline, places_a_measurement_by_its_predicted_bytes) {
    const RooflinePoint point = place(thousand_points_in(1e-3));
    EXPECT_DOUBLE_EQ(point.intensity, 6.0e6 / 8.0e6);
    EXPECT_DOUBLE_EQ(point.performance, 6.0e9);
    EXPECT_EQ(point.bytes, Provenance::model);
}

TEST(Roofline, counts_what_the_workload_has_work_of) {
    const Measurement m = thousand_points_in(1e-3);
    EXPECT_EQ(units_of(m.workload), (std::vector{WorkUnit::flop, WorkUnit::pair}));
    EXPECT_EQ(unit_for(m.workload, WorkUnit::operation), WorkUnit::flop) << "it has no integer work";
    EXPECT_EQ(unit_for(m.workload, WorkUnit::pair), WorkUnit::pair);
    EXPECT_DOUBLE_EQ(place(m, MemoryLevel::dram, WorkUnit::pair)->performance, 1e9);
    EXPECT_DOUBLE_EQ(place(m, MemoryLevel::dram, WorkUnit::pair)->intensity, 1e6 / 8e6);
}

TEST(Roofline, rates_a_run_by_the_work_that_limits_it) {
    const Measurement m = thousand_points_in(1e-3); // 6 Mflop, 4.008 MB
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 8.016e9},
                      Ceiling{.kind = CeilingKind::fma, .value = 8e9}};
    EXPECT_EQ(useful_rate(m, &ceilings).unit, "flop/s");
    EXPECT_DOUBLE_EQ(useful_rate(m, &ceilings).value, 6e9);
    EXPECT_EQ(useful_rate(m, nullptr).unit, "B/s");
    EXPECT_DOUBLE_EQ(useful_rate(m, nullptr).value, compulsory_bandwidth(m));
}

TEST(Measurement, derives_its_figures_from_the_median) {
    Measurement m = thousand_points_in(1e-3);
    EXPECT_EQ(seconds_of(m), 1e-3);
    EXPECT_DOUBLE_EQ(nanoseconds_per_pair(m), 1.0);
    EXPECT_DOUBLE_EQ(compulsory_bandwidth(m), 4.008e9);
    m.entry = Entry::float16;
    EXPECT_DOUBLE_EQ(compulsory_bandwidth(m), 2.008e9);
    EXPECT_DOUBLE_EQ(flops_per_second(m), 6.0e9);
}

TEST(Measurement, sums_what_a_trace_stored_and_loaded) {
    using enum simt::AccessKind;
    simt::Trace trace;
    const auto add = [&](simt::AccessKind kind, double sectors) {
        simt::TraceLine line;
        line.kind = kind;
        line.requests = 1.0;
        line.sectors = sectors;
        line.useful_bytes = 8.0 * sectors;
        trace.lines.push_back(line);
    };
    add(global_store, 1.0);
    add(global_atomic, 10.0);
    add(surface_store, 100.0);
    add(global_load, 2.0);
    add(async_copy, 20.0);
    add(surface_load, 200.0);
    const TraceSummary summary = summary_of(trace);
    EXPECT_EQ(summary.stores.sectors, 111.0);
    EXPECT_EQ(summary.loads.sectors, 222.0);
    EXPECT_EQ(traced_bytes(summary), 32 * 333.0);
    EXPECT_EQ(sectors_per_store(summary), 37.0);
    EXPECT_EQ(used_of_stores(summary), 0.25) << "8 of the 32 bytes of each sector";
}

TEST(Roofline, gives_no_share_of_a_ceiling_that_was_not_measured) {
    const Measurement m = thousand_points_in(1e-3);
    Ceilings ceilings;
    EXPECT_FALSE(useful_fraction(m, ceilings));
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 8.016e9}};
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.5);
}

TEST(Roofline, knows_a_run_that_no_fill_could_be) {
    const Measurement m = thousand_points_in(1e-3); // 4.008 GB/s
    Ceilings ceilings;
    EXPECT_FALSE(beats_its_ceiling(m, ceilings)) << "without a ceiling nobody can say";
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 3.9e9}};
    EXPECT_FALSE(beats_its_ceiling(m, ceilings)) << "within 5 %";
    ceilings.found.front().value = 3.5e9;
    EXPECT_TRUE(beats_its_ceiling(m, ceilings));
}

TEST(Roofline, compares_a_run_with_the_fill_of_as_many_threads) {
    Measurement m = thousand_points_in(1e-3); // 4.008 GB/s
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .threads = 1, .value = 5.01e9},
                      Ceiling{.kind = CeilingKind::fill, .threads = 8, .value = 16.032e9}};
    m.threads = 8;
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.25);
    m.threads = 1;
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.8);
    m.threads = 4;
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.8) << "four reach what fewer threads reach";
}

TEST(Roofline, compares_a_run_with_the_ceiling_that_limits_it) {
    const Measurement m = thousand_points_in(1e-3); // 6 Mflop, 4.008 MB
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 8.016e9},
                      Ceiling{.kind = CeilingKind::fma, .value = 24e9}};
    EXPECT_EQ(limit_for(m, ceilings)->ceiling->kind, CeilingKind::fill) << "0.5 ms beside 0.25 ms";
    ceilings.found.back().value = 8e9;
    EXPECT_EQ(limit_for(m, ceilings)->ceiling->kind, CeilingKind::fma) << "0.5 ms beside 0.75 ms";
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.75);
    ceilings.found.erase(ceilings.found.begin());
    EXPECT_FALSE(useful_fraction(m, ceilings)) << "the first of the workload's ceilings is missing";
}

TEST(Roofline, counts_exponentials_apart_from_other_arithmetic) {
    Measurement m;
    m.workload = {.type = "rbf_density", .rows = 1000, .cols = 1000, .dims = 2};
    m.seconds = {1e-3}; // 8 Mflop and a million exponentials
    EXPECT_EQ(units_of(m.workload), (std::vector{WorkUnit::flop, WorkUnit::exponential, WorkUnit::pair}));
    EXPECT_EQ(arithmetic_of(CeilingKind::special_function), WorkUnit::exponential);
    EXPECT_EQ(arithmetic_of(CeilingKind::int8_dot), WorkUnit::operation);
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::read, .value = 1e12},
                      Ceiling{.kind = CeilingKind::fma, .value = 32e9}};
    EXPECT_EQ(limit_for(m, ceilings)->ceiling->kind, CeilingKind::fma);
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.25);
    ceilings.found.push_back({.kind = CeilingKind::special_function, .value = 2e9});
    EXPECT_EQ(limit_for(m, ceilings)->ceiling->kind, CeilingKind::special_function) << "0.5 ms beside 0.25 ms";
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 0.5);
}

TEST(Workloads, name_ceilings_that_exist) {
    for (const WorkloadType& type : workload_types()) {
        EXPECT_FALSE(type.ceilings.empty()) << type.id;
        for (const std::string_view name : type.ceilings)
            EXPECT_TRUE(ceiling_kind_named(name)) << type.id << " " << name;
    }
}

/// 2 048 x 2 048 vectors of 256 coordinates, on a GPU whose fp16 rate is ten times its FMA rate.
Measurement cross_distances_by(const char* variant) {
    Measurement m;
    m.variant_id = variant;
    m.workload = {.type = "cross_distance", .rows = 2048, .cols = 2048, .dims = 256};
    m.seconds = {1e-3};
    return m;
}
Ceilings tensor_ceilings() {
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 4e12},
                      Ceiling{.kind = CeilingKind::fma, .value = 6e13},
                      Ceiling{.kind = CeilingKind::squared_difference, .value = 4.5e13},
                      Ceiling{.kind = CeilingKind::tensor_fp16, .value = 6e14}};
    return ceilings;
}

TEST(Roofline, counts_each_form_of_the_same_distances_by_its_own_work_and_ceiling) {
    const double pairs = 2048.0 * 2048.0;
    const Ceilings ceilings = tensor_ceilings();
    const auto fraction = [&](const char* variant) {
        return useful_fraction(cross_distances_by(variant), ceilings).value();
    };
    EXPECT_DOUBLE_EQ(fraction("cross_distance/register_tile"), (3 * 256 + 1) * pairs / 1e-3 / 4.5e13);
    EXPECT_DOUBLE_EQ(fraction("cross_distance/expanded"), 2 * 256 * pairs / 1e-3 / 6e13);
    EXPECT_NEAR(fraction("cross_distance/tensor_wgmma"), 2 * 256 * pairs / 1e-3 / (6e14 / 3), 1e-12);
    const auto limit = limit_for(cross_distances_by("cross_distance/tensor_wgmma"), ceilings);
    EXPECT_EQ(limit->ceiling->kind, CeilingKind::tensor_fp16);
    EXPECT_NEAR(limit->rate(), 2e14, 1.0) << "three products for one";
}

TEST(Roofline, of_few_coordinates_is_limited_by_the_fill_whatever_the_form) {
    for (const char* variant : {"cross_distance/tensor_wgmma", "cross_distance/expanded"}) {
        Measurement m = cross_distances_by(variant);
        m.workload.dims = 8;
        EXPECT_EQ(limit_for(m, tensor_ceilings())->ceiling->kind, CeilingKind::fill) << variant;
    }
}

TEST(Roofline, gives_no_fraction_without_a_ceiling_that_fits) {
    Ceilings ceilings = tensor_ceilings();
    std::erase_if(ceilings.found, [](const Ceiling& c) { return c.kind == CeilingKind::squared_difference; });
    EXPECT_FALSE(useful_fraction(cross_distances_by("cross_distance/register_tile"), ceilings));
    EXPECT_TRUE(useful_fraction(cross_distances_by("cross_distance/expanded"), ceilings));
}

TEST(Roofline, holds_a_variant_that_leaves_out_work_against_memory_alone) {
    Measurement m;
    m.variant_id = "farthest_pair/pruned";
    m.workload = {.type = "farthest_pair", .rows = 60000, .cols = 60000, .dims = 784};
    m.seconds = {1e-3};
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::read, .value = 4e12},
                      Ceiling{.kind = CeilingKind::int8_dot, .value = 1e14},
                      Ceiling{.kind = CeilingKind::tensor_int8, .value = 1e15}};
    const auto limit = limit_for(m, ceilings);
    EXPECT_EQ(limit->ceiling->kind, CeilingKind::read);
    EXPECT_NEAR(useful_fraction(m, ceilings).value(), (60000.0 * 784 + sizeof(FoundPair)) / 1e-3 / 4e12, 1e-12);
    m.variant_id = "farthest_pair/tensor_u8";
    EXPECT_EQ(limit_for(m, ceilings)->ceiling->kind, CeilingKind::tensor_int8);
}

TEST(Roofline, shows_a_fraction_a_little_above_1_as_it_was_measured) {
    const Measurement m = thousand_points_in(1e-3); // 4.008 GB/s
    Ceilings ceilings;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 4.008e9 / 1.025}};
    EXPECT_DOUBLE_EQ(useful_fraction(m, ceilings).value(), 1.025);
}

TEST(WorkRule, gives_old_recordings_what_the_multiply_adds_let_differences_reach) {
    Ceilings ceilings;
    ceilings.device.backend = Backend::cuda;
    ceilings.found = {Ceiling{.kind = CeilingKind::fill, .value = 4e12, .samples = 25},
                      Ceiling{.kind = CeilingKind::fma, .value = 6e13, .samples = 25}};
    add_derived_ceilings(ceilings);
    ASSERT_NE(find(ceilings, CeilingKind::squared_difference), nullptr);
    EXPECT_DOUBLE_EQ(find(ceilings, CeilingKind::squared_difference)->value, 4.5e13);
    EXPECT_DOUBLE_EQ(find(ceilings, CeilingKind::absolute_difference)->value, 3e13);
    EXPECT_EQ(find(ceilings, CeilingKind::absolute_difference)->samples, 0) << "it was not measured";
    EXPECT_TRUE(useful_fraction(cross_distances_by("cross_distance/register_tile"), ceilings));
    EXPECT_EQ(work_rule_note(rule_of_today), "");
    EXPECT_NE(work_rule_note(1).find("with rule 2"), std::string::npos);
}

} // namespace
} // namespace pairscope::profiling

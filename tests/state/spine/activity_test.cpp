// SPDX-License-Identifier: MIT
#include "app/spine/activity.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

const std::string naive = "distance_matrix/cpu_naive", simd = "distance_matrix/cpu_simd";

TEST(Activity, is_told_in_words) {
    EXPECT_EQ(describe({TaskKind::computing, {naive}}), "computing cpu_naive");
    EXPECT_EQ(describe({TaskKind::simulating, {naive}}), "simulating cpu_naive");
    EXPECT_EQ(describe({TaskKind::computing, {naive}, "matrix.npy"}), "computing cpu_naive for matrix.npy");
    EXPECT_EQ(describe({TaskKind::checking, {naive, simd}}), "checking cpu_naive and cpu_simd");
    EXPECT_EQ(describe({TaskKind::warming_up, {naive}}), "warming up cpu_naive");
    EXPECT_EQ(describe({TaskKind::timing, {naive}}), "timing cpu_naive");
    EXPECT_EQ(describe({TaskKind::flushing_and_timing, {naive}}), "flushing the caches and timing cpu_naive");
    EXPECT_EQ(describe({TaskKind::comparing, {naive, simd}}), "comparing cpu_naive and cpu_simd");
    EXPECT_EQ(describe({TaskKind::counting, {naive}}), "counting cpu_naive");
    EXPECT_EQ(describe({TaskKind::tracing, {naive}}), "tracing cpu_naive");
    EXPECT_EQ(describe({TaskKind::measuring_ceilings, {}, "measuring fill"}), "measuring fill");
    EXPECT_EQ(describe({TaskKind::asking_for_counters}), "reading the list of counters");
    EXPECT_EQ(describe({TaskKind::opening, {}, "NVIDIA H200"}), "opening NVIDIA H200");
    EXPECT_EQ(describe({TaskKind::reading, {}, "iris.csv"}), "reading iris.csv");
    EXPECT_EQ(describe({TaskKind::writing, {}, "matrix.npy"}), "writing matrix.npy");
}

TEST(Activity, of_each_stage_of_the_runner_measures_its_variants_and_no_others) {
    using profiling::Stage;
    for (const Stage stage :
         {Stage::checking, Stage::warming_up, Stage::timing, Stage::flushing_and_timing, Stage::comparing}) {
        const Task task{kind_of(stage), {naive}};
        EXPECT_EQ(describe(task), std::string(name_of(stage)) + " cpu_naive");
        EXPECT_TRUE(measures(task, naive)) << describe(task);
        EXPECT_FALSE(measures(task, simd)) << describe(task);
    }
    EXPECT_TRUE(measures({TaskKind::counting, {naive}}, naive));
    EXPECT_FALSE(measures({TaskKind::computing, {naive}}, naive));
    EXPECT_FALSE(measures({TaskKind::not_stopping, {naive}}, naive));
}

} // namespace
} // namespace pairscope::app

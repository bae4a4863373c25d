// SPDX-License-Identifier: MIT
// What each chip can sample in the one pass that a launch has. Built where CUPTI's headers are.
#include "profiling/counting/chip_counters.h"
#include "profiling/cupti/reasons.h"
#include "profiling/cupti/sampled_quantities.h"
#include "profiling/cupti/sampling_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::profiling::cupti {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

const SampledCounters::Column* column_named(const SampledCounters& counters, std::string_view name) {
    const auto found = std::ranges::find(counters.columns, name, &SampledCounters::Column::name);
    return found == counters.columns.end() ? nullptr : &*found;
}

TEST(SampledCounters, fit_into_one_pass_on_every_chip) {
    const Library library = open_library();
    if (library.functions == nullptr) GTEST_SKIP() << library.why_not;
    for (const std::string& chip : ChipCounters::chips()) {
        if (chip.starts_with("GV")) continue; // Volta cannot be sampled
        const SampledCounters counters = counters_to_sample(Host(library, chip, {}, CUPTI_PROFILER_TYPE_PM_SAMPLING));
        EXPECT_EQ(counters.list.passes(), 1) << chip;
        EXPECT_NE(column_named(counters, series_name::busy_sms), nullptr) << chip;
        EXPECT_NE(column_named(counters, series_name::l2_bytes), nullptr) << chip;
        EXPECT_NE(column_named(counters, series_name::l1_bytes), nullptr) << chip;
        const bool integrated = chip == "GA10B" || chip == "GB10B" || chip == "GB20B"; // has no memory of its own
        EXPECT_EQ(column_named(counters, series_name::dram_written) == nullptr, integrated) << chip;
        EXPECT_EQ(column_named(counters, series_name::dram_read) == nullptr, integrated) << chip;
    }
}

TEST(SampledCounters, of_a_data_centre_chip_are_all_there_with_their_limits) {
    const Library library = open_library();
    if (library.functions == nullptr) GTEST_SKIP() << library.why_not;
    const SampledCounters counters = counters_to_sample(Host(library, "GH100", {}, CUPTI_PROFILER_TYPE_PM_SAMPLING));
    EXPECT_THAT(counters.columns, SizeIs(sampled_quantities.size()));
    EXPECT_EQ(column_named(counters, series_name::dram_written)->counter, "dram__bytes_write.sum");
    EXPECT_EQ(column_named(counters, series_name::dram_written)->limit_counter,
              "dram__bytes_write.sum.pct_of_peak_sustained_elapsed");
    EXPECT_THAT(column_named(counters, series_name::l1_bytes)->limit_counter, IsEmpty());
    const SampledCounters other = counters_to_sample(Host(library, "GB202", {}, CUPTI_PROFILER_TYPE_PM_SAMPLING));
    EXPECT_EQ(column_named(other, series_name::dram_written)->counter, "dram__bytes_op_write.sum");
}

TEST(SampledCounters, of_a_chip_that_cannot_be_sampled_are_refused_with_a_sentence) {
    const Library library = open_library();
    if (library.functions == nullptr) GTEST_SKIP() << library.why_not;
    EXPECT_THROW((void)counters_to_sample(Host(library, "GV100", {}, CUPTI_PROFILER_TYPE_PM_SAMPLING)), Error);
}

} // namespace
} // namespace pairscope::profiling::cupti

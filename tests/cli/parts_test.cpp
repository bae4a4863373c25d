// SPDX-License-Identifier: MIT
// Which runs bench plans on parts of a GPU. The GPU here is invented: nothing runs on it.
#include "app/cli/verbs/sweep.h"
#include "kernels/data/errors.h"
#include "kernels/ladder/registry.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::cli {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

/// Sets eight multiprocessors apart at a time, as a GPU of compute capability 9.0 does.
Device eight_at_a_time(const Device& whole, int wanted) {
    Device part = whole;
    part.units = std::min((wanted + 7) / 8 * 8, whole.units);
    if (part.units < whole.units) part.whole_units = whole.units;
    return part;
}

Planned planned_on(const Device& device, const char* id) {
    return {.id = id, .variant = find_variant(id), .device = device, .reason = {}};
}
std::vector<Planned> both() {
    return {planned_on(profiling::sample_gpu(), "distance_matrix/coalesced"),
            planned_on(profiling::sample_cpu(), "distance_matrix/cpu_naive")};
}

std::vector<int> units_of(const std::vector<std::vector<Planned>>& groups) {
    std::vector<int> units;
    for (const auto& group : groups) units.push_back(group.front().device->units);
    return units;
}

TEST(PlannedOnParts, all_runs_are_planned_once_where_no_number_was_asked_for) {
    const auto groups = planned_on_parts(both(), {}, eight_at_a_time);
    ASSERT_THAT(groups, SizeIs(1));
    EXPECT_THAT(groups[0], SizeIs(2));
    EXPECT_EQ(groups[0][0].device, profiling::sample_gpu());
}

TEST(PlannedOnParts, only_runs_of_the_gpu_are_planned_on_each_part) {
    testing::internal::CaptureStderr();
    const auto groups = planned_on_parts(both(), {.multiprocessors = {8, 64, 132}}, eight_at_a_time);
    EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("cpu_naive is left out, because --sms"));
    EXPECT_THAT(units_of(groups), ElementsAre(8, 64, 132));
    for (const auto& group : groups) EXPECT_THAT(group, SizeIs(1));
    EXPECT_EQ(groups[0][0].device->whole_units, 132);
    EXPECT_EQ(groups[2][0].device->whole_units, 0) << "all of them are the GPU itself";
}

TEST(PlannedOnParts, numbers_that_the_gpu_cannot_set_apart_are_said_and_none_is_used_twice) {
    testing::internal::CaptureStderr();
    const auto groups = planned_on_parts(both(), {.multiprocessors = {10, 16, 200}}, eight_at_a_time);
    EXPECT_THAT(testing::internal::GetCapturedStderr(),
                AllOf(HasSubstr("cuda:0 runs on 16 multiprocessors where --sms asks for 10"),
                      HasSubstr("cuda:0 runs on 132 multiprocessors where --sms asks for 200")));
    EXPECT_THAT(units_of(groups), ElementsAre(16, 132));
}

TEST(PlannedOnParts, without_a_run_on_a_gpu_nothing_can_be_planned) {
    std::vector<Planned> on_cpu = both();
    on_cpu.erase(on_cpu.begin());
    EXPECT_THROW((void)planned_on_parts(on_cpu, {.multiprocessors = {8}}, eight_at_a_time), InputError);
}

TEST(PlannedOnParts, each_part_is_a_group_with_a_heading_of_its_own) {
    Setting few, all;
    few.multiprocessors = 8;
    all.multiprocessors = 132;
    const std::vector<Setting> settings{few, all};
    EXPECT_EQ(heading_of(few, varying(settings)), "8 multiprocessors");
    EXPECT_EQ(common_text(few, varying(std::span(settings).first(1))), "8 multiprocessors");
}

} // namespace
} // namespace pairscope::cli

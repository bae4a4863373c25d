// SPDX-License-Identifier: MIT
// A run of the window that is wrong changes what the latest try of the kernel says.
#include "app/spine/state.h"
#include "app/subjects/workshop/workshop.h"
#include "profiling/check_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace pairscope::app {
namespace {

/// A kernel that the full check has called right.
OwnKernel right_kernel() {
    OwnKernel kernel;
    kernel.path = "/home/a/mine.cu";
    kernel.id = "own/mine";
    kernel.number = 1;
    kernel.stage = TryStage::ended;
    kernel.report.workload = "rbf_density";
    kernel.report.first_size = {"rbf_density", 256, 256, 2};
    kernel.report.first = workshop::Judged{.reply = {}, .comparison = Comparison{.kind = OutputKind::values}};
    kernel.report.planned = kernel.report.tried = 30;
    return kernel;
}

profiling::CheckVerdict wrong_verdict() {
    return {.comparison = {.kind = OutputKind::values,
                           .entries_checked = 4096,
                           .wrong_entries = 4096,
                           .row = 0,
                           .first_wrong = "the sum of row 0 is 0 but should be 3"}};
}

TEST(WrongRuns, of_the_window_make_a_right_kernel_wrong_everywhere) {
    State state;
    state.workshop.kernels.push_back(right_kernel());
    const OwnKernel& kernel = state.workshop.kernels.front();
    ASSERT_EQ(verdict_of(kernel), "right");
    note_wrong_run(state, "own/other", {"rbf_density", 4096, 4096, 2}, wrong_verdict());
    EXPECT_EQ(verdict_of(kernel), "right");
    note_wrong_run(state, "own/mine", {"rbf_density", 4096, 4096, 2}, wrong_verdict());
    EXPECT_EQ(verdict_of(kernel), "wrong");
    EXPECT_EQ(kind_of_told(kernel), Told::wrong);
    EXPECT_FALSE(may_be_timed(kernel));
    EXPECT_EQ(kernel.history.front().verdict, "wrong");
    EXPECT_THAT(told_of(kernel), testing::HasSubstr("The sum of row 0 is 0 but should be 3"));
}

TEST(WrongRuns, during_the_full_check_are_kept_when_it_ends) {
    State state;
    state.workshop.kernels.push_back(right_kernel());
    OwnKernel& kernel = state.workshop.kernels.front();
    const workshop::TryReport of_check = kernel.report;
    kernel.stage = TryStage::checking;
    kernel.report.tried = 3;
    note_wrong_run(state, kernel.id, {"rbf_density", 4096, 4096, 2}, wrong_verdict());
    EXPECT_EQ(verdict_of(kernel), "wrong");
    event::take(event::KernelChecked{.path = kernel.path, .number = 1, .report = of_check}, state);
    EXPECT_EQ(verdict_of(kernel), "wrong");
}

} // namespace
} // namespace pairscope::app

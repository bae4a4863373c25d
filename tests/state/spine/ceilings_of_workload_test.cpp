// SPDX-License-Identifier: MIT
// The ceilings that the bars of the open workload refer to are measured before its variants.
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace pairscope::app {
namespace {

/// Its bars refer to the ceilings of reading, of multiply-adds and of exponentials.
State laptop_with_density() {
    State state = laptop_with_points();
    state.data.now.question.workload = "rbf_density";
    state.run.variant_id = "rbf_density/cpu_naive";
    return state;
}

TEST(CeilingsOfWorkload, the_roofs_that_the_bars_of_the_workload_refer_to_are_measured_before_its_variants) {
    State state = laptop_with_density();
    make_picture(state);
    auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    const auto kinds = job->what.get<job::MeasureCeilings>().request.kinds;
    for (const auto kind : {profiling::CeilingKind::fill, profiling::CeilingKind::read, profiling::CeilingKind::fma,
                            profiling::CeilingKind::special_function})
        EXPECT_EQ(std::ranges::count(kinds, kind), 1) << name_of(kind);
    apply(state, event::CeilingsMeasured{0, profiling::Ceilings{}, false, kinds});
    job = next(state);
    ASSERT_TRUE(job && job->what.is<job::Measure>());
}

TEST(CeilingsOfWorkload, the_roofs_of_another_workload_are_added_to_those_that_are_known) {
    using enum profiling::CeilingKind;
    State state = laptop_with_density();
    state.run.ceilings[0].figures.emplace();
    make_picture(state);
    const auto job = next(state);
    ASSERT_TRUE(job && job->what.is<job::MeasureCeilings>());
    EXPECT_EQ(job->what.get<job::MeasureCeilings>().request.kinds, (std::vector{read, special_function}));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Which runs of a recording stand in the ladder of a machine without a GPU, and what the ladder says about outputs.
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/recordings/recordings.h"
#include "kernels/ladder/registry.h"
#include "tests/profiling/sample_recording.h"
#include "tests/state/sample_state.h"

#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

/// The sample recording has runs that write textures.
State laptop_that_writes_textures() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    state.run.target = TargetKind::surface;
    return state;
}

TEST(RecordedTargets, of_a_workload_without_a_matrix_have_bars_whatever_target_was_chosen_for_matrices) {
    for (const TargetKind target : {TargetKind::linear, TargetKind::surface}) {
        State state = laptop_that_writes_textures();
        state.data.now.question.workload = "rbf_density";
        state.run.variant_id = "rbf_density/row_per_thread";
        state.run.target = target;
        profiling::Recording recording = profiling::sample_recording();
        profiling::Measurement m = profiling::sample_measurement();
        m.variant_id = "rbf_density/row_per_thread";
        m.workload.type = type_of("rbf_density").id;
        m.target = TargetKind::linear;
        recording.workload = m.workload.type;
        recording.runs = {m};
        open(state, recording);
        const auto sections = ladder_sections(state);
        ASSERT_FALSE(sections.empty());
        EXPECT_EQ(whole_title(sections[0]).find("texture"), std::string::npos) << whole_title(sections[0]);
        const LadderRow* row = row_named(sections[0], "row_per_thread");
        ASSERT_NE(row, nullptr);
        EXPECT_TRUE(row->recorded);
        EXPECT_TRUE(row->seconds.has_value());
    }
}

TEST(RecordedTargets, say_that_outputs_are_simulated_only_where_the_data_is_small_enough) {
    for (const std::int64_t n : {std::int64_t{1000}, most_simulated_rows + 1}) {
        State state = laptop_that_writes_textures();
        make_points(state, n);
        open(state, profiling::sample_recording());
        const std::string title = whole_title(ladder_sections(state)[0]);
        EXPECT_EQ(title.find("simulated") != std::string::npos, n == 1000) << title;
    }
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The matrix on the screen holds values or errors.
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/results_table.h"
#include "app/subjects/matrix/wrong_entries.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

State with_picture() {
    State state = laptop_with_points();
    choose_cpu_variant(state);
    make_picture(state);
    return state;
}

void ask_for(State& state, MatrixContent content) { (void)update(state, command::ShowContent{content}); }

const job::MakeOutput* next_picture(const std::optional<Job>& job) {
    return job ? job->what.as<job::MakeOutput>() : nullptr;
}

TEST(MatrixContent, that_is_asked_for_is_made_at_once_also_while_nothing_is_live) {
    State state = with_picture();
    state.run.live = false;
    EXPECT_EQ(next_picture(next(state)), nullptr);
    ask_for(state, MatrixContent::errors);
    EXPECT_FALSE(output_is_current(state));
    const auto job = next(state);
    ASSERT_NE(next_picture(job), nullptr);
    EXPECT_EQ(next_picture(job)->content, MatrixContent::errors);
}

TEST(MatrixContent, has_colours_of_its_own_and_those_of_the_values_come_back) {
    State state = with_picture();
    state.view.colours.range = RangeMode::fixed;
    const ColourSettings values = state.view.colours;
    ask_for(state, MatrixContent::errors);
    EXPECT_EQ(state.view.colours, error_colours());
    EXPECT_EQ(state.view.colours.aggregate, Aggregate::maximum);
    ask_for(state, MatrixContent::errors);
    EXPECT_EQ(state.view.colours, error_colours()) << "a second time changes nothing";
    ask_for(state, MatrixContent::values);
    EXPECT_EQ(state.view.colours, values);
}

TEST(MatrixContent, is_named_in_a_saved_picture) {
    State state = with_picture();
    const auto title = [&] { return picture_facts(state).front().text; };
    EXPECT_THAT(title(), HasSubstr("64 x 64 distances of"));
    state.output.content = MatrixContent::errors;
    EXPECT_THAT(title(), HasSubstr("64 x 64 errors of the distances of"));
}

TEST(MatrixContent, of_an_output_that_is_no_matrix_is_its_values) {
    State state = with_picture();
    ask_for(state, MatrixContent::errors);
    state.data.now.question.workload = "rbf_density";
    EXPECT_EQ(wanted_content(state), MatrixContent::values);
}

} // namespace
} // namespace pairscope::app

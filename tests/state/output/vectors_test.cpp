// SPDX-License-Identifier: MIT
// The charts of two vectors: when they are made, what they show, and what they say.
#include "app/spine/worker/workbench.h"
#include "app/subjects/output/output.h"
#include "app/subjects/output/output_words.h"
#include "app/subjects/output/vectors_chart.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// Of the first workload that asks about two vectors: it is the workload's example.
State state_with_vectors(std::int64_t coordinates) {
    State state = laptop_with_points();
    const auto type = std::ranges::find_if(workload_types(), asks_about_two_vectors);
    set_dataset(state, {.source = VectorSource{},
                        .question = {.workload = type->id,
                                     .first = std::make_shared<const Dataset>(type->example(0, 1, coordinates, {})),
                                     .second = std::make_shared<const Dataset>(type->example(1, 1, coordinates, {})),
                                     .parameters = usual_parameters(*type)}});
    choose_cpu_variant(state);
    return state;
}

/// Does the jobs of the schedule until the vectors are reduced.
void reduce_now(State& state) {
    Workbench bench([](const Task&, double) {});
    for (int i = 0; i < 20 && vectors_job(state); ++i) app::apply(state, bench.carry_out(*next(state), {}));
}

TEST(Vectors, are_reduced_once_after_the_picture_and_before_any_time_is_measured) {
    State state = state_with_vectors(5000);
    EXPECT_TRUE(next(state)->what.is<job::MakeOutput>());
    reduce_now(state);
    ASSERT_TRUE(reduced_vectors(state));
    EXPECT_TRUE(output_is_current(state));
    EXPECT_TRUE(state.run.outcomes.empty());
    EXPECT_FALSE(vectors_job(state));
    (void)update(state, command::SetParameter{0, 2.0});
    EXPECT_FALSE(vectors_job(state)) << "the vectors are the same";
    state.data.now.question.second = state.data.now.question.first;
    EXPECT_EQ(reduced_vectors(state), nullptr) << "those are of other vectors";
    EXPECT_TRUE(vectors_job(state));
}

TEST(Vectors, a_zoom_reduces_only_what_is_in_sight) {
    State state = state_with_vectors(1 << 20);
    reduce_now(state);
    const auto blocks = reduced_vectors(state)->blocks;
    (void)update(state, command::SetCoordinates{AxisRange{99.5, 1099.5}});
    const auto job = vectors_job(state);
    ASSERT_TRUE(job);
    EXPECT_EQ(job->what.get<job::ReduceVectors>().vectors.blocks, blocks);
    job::Measure measure;
    job::Compare compare;
    measure.question = compare.question = state.data.now.question;
    measure.revision = compare.revision = state.data.revision;
    EXPECT_TRUE(gives_way(state, measure)) << "the user waits for the charts";
    EXPECT_FALSE(gives_way(state, compare));
    reduce_now(state);
    EXPECT_EQ(reduced_vectors(state)->range, (CoordinateRange{100, 1100}));
    EXPECT_TRUE(reduced_vectors(state)->is_exact());
    EXPECT_FALSE(gives_way(state, measure));
    (void)update(state, command::FitView{});
    EXPECT_EQ(shown_coordinates(state).high, double(1 << 20) - 0.5);
}

TEST(Vectors, a_range_of_longer_vectors_is_forgotten_with_them) {
    State state = state_with_vectors(100);
    state.view.coordinates = AxisRange{1000.0, 2000.0};
    EXPECT_EQ(shown_coordinates(state).high, 99.5);
}

TEST(Vectors, points_have_none) {
    const State state = laptop_with_points();
    EXPECT_FALSE(vectors_job(state));
    EXPECT_FALSE(vectors_chart(state));
    EXPECT_THAT(vectors_await(state), HasSubstr("the current one does not"));
}

TEST(Vectors, a_failed_reduction_is_told_and_not_tried_again) {
    State state = state_with_vectors(100);
    apply(state, failed(event::VectorsReduced{nullptr, state.data.revision},
                        {.message = "Preparing the charts: out of memory"}));
    EXPECT_FALSE(vectors_job(state));
    EXPECT_EQ(state.notices.back().text, "Preparing the charts: out of memory");
    EXPECT_THAT(vectors_await(state), HasSubstr("could not be prepared"));
}

TEST(VectorsChart, says_what_the_sum_is_and_what_the_workload_answers) {
    State state = state_with_vectors(4000);
    reduce_now(state);
    const auto chart = vectors_chart(state);
    ASSERT_TRUE(chart);
    const double sum = reduced_vectors(state)->blocks->ends.back();
    EXPECT_THAT(chart->sentence, HasSubstr(value_text(sum) + ", is the squared distance of x and y."));
    EXPECT_THAT(chart->sentence, Not(HasSubstr("left out")));
    EXPECT_THAT(chart->note, HasSubstr("32 parts of 125 each"));
    EXPECT_THAT(chart->note, HasSubstr("of up to 2 coordinates"));
    EXPECT_THAT(output_sentence(state), HasSubstr(current_type(state).title));
    EXPECT_THAT(output_sentence(state), HasSubstr(value_text(std::get<double>(state.output.values))));
    state.output.revision = 0;
    EXPECT_THAT(output_sentence(state), IsEmpty()) << "it belongs to other data";
}

TEST(VectorsChart, has_plots_of_one_axis_whose_last_sum_is_the_squared_distance) {
    State state = state_with_vectors(10'000);
    reduce_now(state);
    const auto drawings = vectors_drawings(*vectors_chart(state));
    ASSERT_THAT(drawings, SizeIs(4));
    for (const Chart& drawing : drawings) {
        EXPECT_EQ(drawing.x.range.low, -0.5);
        EXPECT_EQ(drawing.x.range.high, 9999.5);
        EXPECT_EQ(drawing.x.written, &drawing == &drawings.back());
    }
    EXPECT_THAT(drawings.back().bands, SizeIs(sum_blocks));
    const double sum = reduced_vectors(state)->blocks->ends.back();
    EXPECT_EQ(drawings.back().curves.front().spans.back().high, sum);
    EXPECT_GT(drawings.back().y.range.high, sum);
}

TEST(VectorsChart, shows_both_vectors_in_one_plot_only_if_neither_hides_the_other) {
    State state = state_with_vectors(10'000);
    reduce_now(state);
    const auto dense = vectors_drawings(*vectors_chart(state));
    for (const std::size_t vector : {0u, 1u}) {
        EXPECT_THAT(dense[vector].curves, SizeIs(1)) << "its bars reach from the least to the greatest value";
        EXPECT_EQ(dense[vector].curves.front().name, vector == 0 ? "x" : "y");
    }
    EXPECT_EQ(dense[0].y.range.high, dense[1].y.range.high) << "so that they can be compared";
    state = state_with_vectors(100);
    reduce_now(state);
    const auto few = vectors_drawings(*vectors_chart(state));
    ASSERT_THAT(few, SizeIs(3));
    EXPECT_THAT(few[0].curves, SizeIs(2)) << "lines leave room between them";
}

TEST(VectorsChart, tells_a_coordinate_with_its_sum_and_its_block) {
    State state = state_with_vectors(10'000);
    reduce_now(state);
    const auto chart = vectors_chart(state);
    const std::string story = coordinate_story(*chart, 5000);
    EXPECT_THAT(story, HasSubstr("coordinate 5 000\nx = "));
    EXPECT_THAT(story, HasSubstr("running sum = "));
    EXPECT_THAT(story, HasSubstr("part 17 of 32"));
    (void)update(state, command::SetCoordinates{AxisRange{0.0, 100.0}});
    reduce_now(state);
    EXPECT_THAT(coordinate_story(*vectors_chart(state), 5000), HasSubstr("it is being computed"));
}

TEST(VectorsChart, one_coordinate_and_equal_vectors_are_drawn) {
    for (const std::int64_t n : {1, 7}) {
        State state = state_with_vectors(n);
        state.data.now.question.second = state.data.now.question.first;
        reduce_now(state);
        for (const Chart& drawing : vectors_drawings(*vectors_chart(state)))
            EXPECT_LT(drawing.y.range.low, drawing.y.range.high) << n;
    }
}

TEST(OutputError, is_that_of_the_check_with_these_vectors) {
    State state = state_with_vectors(1000);
    Workbench bench([](const Task&, double) {});
    for (int i = 0; i < 20 && !output_is_current(state); ++i) app::apply(state, bench.carry_out(*next(state), {}));
    EXPECT_FALSE(output_error(state)) << "it was not checked yet";
    for (int i = 0; i < 20 && verdict_on(state, *selected_variant(state)) == nullptr; ++i)
        app::apply(state, bench.carry_out(*next(state), {}));
    const auto error = output_error(state);
    ASSERT_TRUE(error);
    EXPECT_THAT(error->shown, HasSubstr("relative error "));
    EXPECT_THAT(error->meaning, HasSubstr("double-precision"));
    (void)update(state, command::SetParameter{0, 2.0});
    EXPECT_TRUE(output_error(state)) << "the output on the screen is still the one that was checked";
    state.output.revision = state.data.revision;
    EXPECT_FALSE(output_error(state));
}

} // namespace
} // namespace pairscope::app

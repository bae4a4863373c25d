// SPDX-License-Identifier: MIT
// Differences from the reference or from another variant: what is asked for, what is known, and where the worst is.
#include "app/spine/state_queries.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/matrix/colour_settings.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/differences/written_cell.h"
#include "app/subjects/matrix/order/order.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

void show(State& state, MatrixContent content, std::string against = {}) {
    (void)update(state, command::ShowContent{content, std::move(against)});
}

void let_worker_draw(State& state, Workbench& bench) {
    for (int jobs = 0; jobs < 10; ++jobs) {
        const auto job = next_job(state, Clock::now() + std::chrono::hours(1), {});
        if (!job || !(job->what.is<job::MakeOutput>() || job->what.is<job::MakeOrder>())) return;
        app::apply(state, bench.carry_out(*job, {}));
    }
}

State with_the_naive_variant() {
    State state = laptop_with_points();
    state.run.variant_id = "distance_matrix/cpu_naive";
    return state;
}

TEST(DifferencesState, from_another_variant_are_asked_for_and_made) {
    State state = with_the_naive_variant();
    Workbench bench([](const Task&, double) {});
    let_worker_draw(state, bench);
    EXPECT_FALSE(difference_figures(state)) << "values are shown";
    show(state, MatrixContent::difference, "distance_matrix/cpu_rsqrt_newton");
    EXPECT_FALSE(output_is_current(state));
    let_worker_draw(state, bench);
    EXPECT_TRUE(output_is_current(state));
    EXPECT_EQ(state.output.against, "distance_matrix/cpu_rsqrt_newton");
    EXPECT_EQ(words_of_other(state), "cpu_rsqrt_newton");
    const auto figures = difference_figures(state);
    ASSERT_TRUE(figures);
    EXPECT_EQ(figures->entries, 64 * 64);
    EXPECT_EQ(figures->sampled, 64 * 64) << "of few entries all are the sample";
    EXPECT_LE(figures->percentiles[0], figures->percentiles[2]);
    EXPECT_LE(figures->percentiles[2], figures->worst);
    EXPECT_LT(figures->worst, 1e-5);
    show(state, MatrixContent::difference);
    EXPECT_FALSE(output_is_current(state)) << "from the reference is another picture";
}

TEST(DifferencesState, signed_ones_have_colours_around_zero_and_values_keep_theirs) {
    State state = with_the_naive_variant();
    const ColourSettings values = state.view.colours;
    show(state, MatrixContent::ulps);
    EXPECT_EQ(state.view.colours, difference_colours());
    MatrixSummary summary;
    summary.min = -3.0f;
    summary.max = 2.0f;
    EXPECT_EQ(range_of(state.view.colours, summary), (ValueRange{-3.0f, 3.0f}));
    summary.min = summary.max = 0.0f;
    EXPECT_EQ(range_of(state.view.colours, summary), (ValueRange{-1.0f, 1.0f})) << "zero is still in the middle";
    show(state, MatrixContent::errors);
    EXPECT_EQ(state.view.colours, error_colours());
    show(state, MatrixContent::values);
    EXPECT_EQ(state.view.colours, values);
}

TEST(ColourRange, has_room_for_the_rounded_mean_of_equal_entries) {
    MatrixSummary summary, zeros;
    summary.min = 0.0382f;
    summary.max = 0.83255464f;
    ColourSettings largest;
    largest.aggregate = Aggregate::maximum;
    const auto has_room = [&](const ColourSettings& settings, float value) {
        const Colouring colouring = colouring_of(settings, summary, {});
        return value >= colouring.range.low && value <= colouring.range.high;
    };
    bool is_rounded_up = false;
    float sum = summary.max;
    for (int count = 2; count <= 256; ++count) { // as many entries as a pixel may stand for
        sum += summary.max;
        const float mean = sum / float(count);
        is_rounded_up |= mean > summary.max;
        EXPECT_TRUE(has_room({}, mean)) << count;
    }
    EXPECT_TRUE(is_rounded_up) << "else the test says nothing";
    EXPECT_FALSE(has_room({}, 1.001f * summary.max));
    EXPECT_FALSE(has_room(largest, std::nextafter(summary.max, 1.0f))) << "the largest entry is not rounded";
    EXPECT_EQ(colouring_of({}, zeros, {}).range, (ValueRange{0.0f, 0.0f}));
}

TEST(DifferencesState, a_variant_is_not_compared_with_itself_or_with_one_that_cannot_run) {
    State state = with_the_naive_variant();
    EXPECT_THAT(why_not_compared(state, *selected_variant(state)), HasSubstr("selected variant"));
    EXPECT_THAT(why_not_compared(state, *find_variant("cross_distance/cpu_naive")), HasSubstr("another workload"));
    EXPECT_THAT(why_not_compared(state, *find_variant("distance_matrix/cpu_simd")), IsEmpty());
    show(state, MatrixContent::difference, "distance_matrix/cpu_naive");
    EXPECT_EQ(compared_variant(state), nullptr) << "the reference takes its place";
}

TEST(DifferencesState, the_worst_entry_is_pinned_in_any_order) {
    State state = with_the_naive_variant();
    Workbench bench([](const Task&, double) {});
    let_worker_draw(state, bench);
    EXPECT_FALSE(worst_cell(state));
    (void)update(state, command::FindWorst{});
    EXPECT_FALSE(state.view.pinned);
    show(state, MatrixContent::errors);
    let_worker_draw(state, bench);
    const auto as_loaded_worst = worst_cell(state);
    const double worst = state.output.errors.worst;
    ASSERT_TRUE(as_loaded_worst);
    (void)update(state, command::FindWorst{});
    EXPECT_EQ(state.view.pinned, as_loaded_worst);
    EXPECT_EQ(state.view.reveal, as_loaded_worst);
    (void)update(state, command::OrderMatrix{{OrderKind::by_x}});
    let_worker_draw(state, bench);
    ASSERT_TRUE(state.output.order);
    EXPECT_EQ(state.output.errors.worst, worst);
    const Cell ordered = *worst_cell(state);
    const bool same = ordered == *as_loaded_worst || ordered == Cell{as_loaded_worst->col, as_loaded_worst->row};
    const auto written = written_cell(state);
    ASSERT_TRUE(written);
    EXPECT_TRUE(same || state.output.errors.worst == worst) << "an entry with the same error is as good";
}

TEST(DifferencesState, the_written_cell_ends_at_what_is_expected) {
    State state = with_the_naive_variant();
    EXPECT_FALSE(written_cell(state)) << "nothing is pinned";
    state.view.pinned = Cell{3, 8};
    const auto written = written_cell(state);
    ASSERT_TRUE(written);
    ASSERT_EQ(written->forms.size(), 1u);
    EXPECT_DOUBLE_EQ(written->forms.front().steps.back().exact, written->expected);
    EXPECT_EQ(off_by({"", 2.0f, 2.0}), "exact");
    EXPECT_EQ(off_by({"", 1.0f, 2.0}), "-5.00e-01");
    EXPECT_EQ(off_by({"", 0.5f, 0.0}), "+0.5");
}

TEST(DifferencesState, a_preset_asks_for_its_data_its_variant_and_the_differences) {
    State state = laptop_with_points();
    state.data.now.question.workload = type_of("cross_distance").id;
    state.run.variant_id = "cross_distance/cpu_naive";
    const Effects effects = update(state, command::UsePreset{"far_lattice"});
    ASSERT_EQ(effects.files.size(), 1u);
    const auto& load = effects.files.front().what.get<job::Load>();
    EXPECT_EQ(std::get<VectorSource>(load.source).preset, "far_lattice");
    EXPECT_EQ(state.run.variant_id, "cross_distance/expanded");
    EXPECT_EQ(state.view.content, MatrixContent::difference);
    Workbench bench([](const Task&, double) {});
    app::apply(state, bench.carry_out(load, {}));
    EXPECT_EQ(state.data.now.question.first->rows, 256);
    EXPECT_EQ(state.data.now.question.second->dims, 2);
    (void)update(state, command::UsePreset{"no such preset"});
    EXPECT_EQ(state.data.now.question.first->rows, 256);
}

TEST(DifferencesState, give_way_to_values_in_their_own_colours_where_the_matrix_is_too_large) {
    State state = with_the_naive_variant();
    ColourSettings chosen = state.view.colours;
    chosen.transform = Transform::logarithmic;
    (void)update(state, command::SetColours{chosen});
    show(state, MatrixContent::difference);
    EXPECT_NE(state.view.colours, chosen);
    (void)update(state, command::SetSource{default_settings(Shape::ring, max_stored_rows + 1)});
    ASSERT_TRUE(is_deep(state));
    EXPECT_EQ(state.view.content, MatrixContent::values);
    EXPECT_EQ(state.view.colours, chosen);
    ASSERT_FALSE(state.notices.empty());
    EXPECT_THAT(state.notices.back().text, HasSubstr("too large to store"));
    (void)update(state, command::Undo{});
    EXPECT_EQ(state.view.content, MatrixContent::difference) << "the smaller matrix has differences again";
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The charts of the panel Nearest as files.
#include "app/paper/chart.h"
#include "app/paper/savers.h"
#include "app/spine/update/update.h"
#include "app/spine/worker/workbench.h"
#include "app/subjects/data/data.h"
#include "app/subjects/neighbours/marked_pair.h"
#include "kernels/data/errors.h"
#include "tests/charts/svg.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::charts {
namespace {

using app::State;
using testing::Contains;
using testing::HasSubstr;

State state_with_nearest() {
    State state;
    state.run.devices = {Device{}};
    const GeneratorSettings settings = default_settings(Shape::two_moons, 300);
    set_dataset(state, {.source = settings,
                        .table = nullptr,
                        .question = {.first = std::make_shared<const Dataset>(generate(settings))}});
    state.neighbours.found =
        app::find_neighbours(state.data.now.question, {state.data.revision, state.neighbours.k}, Device{}, {});
    state.neighbours.shown = app::NeighbourView::row;
    state.view.marked = marked_pair(state, {5, 9}, 0.5f);
    return state;
}

std::vector<std::string> words_of(const State& state, std::string_view kind) {
    return words_in(drawn(state, {.kind = kind, .format = Format::svg}));
}

TEST(NearestChart, a_histogram_has_its_axes_its_sentence_and_its_source) {
    State state = state_with_nearest();
    const auto words = words_of(state, "nearest");
    EXPECT_THAT(words, Contains(HasSubstr("distance to the nearest neighbour")));
    EXPECT_THAT(words, Contains(HasSubstr("Half of the 300 points have their nearest neighbour within")));
    EXPECT_THAT(words, Contains(HasSubstr("300 vectors")));
    state.neighbours.radius = 0.01;
    EXPECT_THAT(words_of(state, "nearest"), Contains("radius"));
}

TEST(NearestChart, a_row_has_both_curves_and_says_what_the_mark_is) {
    const auto words = words_of(state_with_nearest(), "row");
    EXPECT_THAT(words, Contains(HasSubstr("all distances of row 5")));
    EXPECT_THAT(words, Contains(HasSubstr("sorted, nearest first")));
    EXPECT_THAT(words, Contains(HasSubstr("The mark is row 9")));
    EXPECT_THAT(words, Contains(HasSubstr("of 299")));
}

TEST(NearestChart, what_was_not_looked_at_is_refused_with_what_to_do) {
    State state = state_with_nearest();
    state.view.marked.reset();
    state.neighbours.found = nullptr;
    EXPECT_THAT(why_no_chart(state, "row"), HasSubstr("Open it in the Nearest panel"));
    EXPECT_THAT(why_no_chart(state, "nearest"), HasSubstr("Open it in the Nearest panel"));
    EXPECT_THROW((void)drawn(state, {.kind = "row"}), InputError);
}

} // namespace
} // namespace pairscope::charts

// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_words.h"
#include "tests/state/sample_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr Shown by_ten{.kind = Shown::Kind::reduced, .factor = 10};

State state_of_picture(std::int64_t rows, double zoom) {
    State state = state_with_origin_points(16);
    state.output.shape = {rows, rows};
    state.view.drawn_zoom = zoom;
    return state;
}

TEST(MatrixWords, name_the_entries_under_a_pixel_and_not_the_blocks_of_which_the_picture_is_made) {
    EXPECT_THAT(caption(state_of_picture(20'000, 0.03125), by_ten), HasSubstr("reduced, 32 x 32 entries per pixel"));
    EXPECT_THAT(caption(state_of_picture(3'000, 0.2), {.kind = Shown::Kind::reduced, .factor = 2}),
                HasSubstr("reduced, 5 x 5 entries per pixel"));
    EXPECT_THAT(caption(state_of_picture(20'000, 0.035), by_ten), HasSubstr("28.6 x 28.6 entries per pixel"));
    EXPECT_THAT(caption(state_of_picture(20'000, 1.0), {.kind = Shown::Kind::exact}), Not(HasSubstr("per pixel")));
}

TEST(MatrixWords, name_the_blocks_while_they_are_larger_than_a_pixel_or_nothing_was_drawn) {
    EXPECT_THAT(caption(state_of_picture(20'000, 0.5), by_ten), HasSubstr("10 x 10 entries per pixel"));
    EXPECT_THAT(caption(state_of_picture(20'000, 0.0), by_ten), HasSubstr("10 x 10 entries per pixel"));
}

} // namespace
} // namespace pairscope::app

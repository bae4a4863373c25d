// SPDX-License-Identifier: MIT
// How many decimals a list of values has.
#include "app/subjects/output/output_words.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace pairscope::app {
namespace {

std::optional<int> decimals_of(const std::vector<float>& values) { return common_decimals(values); }

TEST(OutputWords, values_of_a_list_have_as_many_decimals_as_the_largest_has_room_for) {
    EXPECT_EQ(decimals_of({1.0f, 149.25f, 11.5f}), 6);
    EXPECT_EQ(decimals_of({0.5f, 0.25f}), 8);
    EXPECT_EQ(decimals_of({30336.0f, -40.0f}), 4);
    EXPECT_EQ(decimals_of({0.0f, 0.0f}), 0);
    EXPECT_EQ(decimals_of({}), 0);
}

TEST(OutputWords, values_that_differ_much_or_are_not_finite_are_written_one_by_one) {
    EXPECT_FALSE(decimals_of({1e-6f, 1000.0f})) << "the small one would have no digits left";
    EXPECT_FALSE(decimals_of({1e30f, 1.0f}));
    EXPECT_FALSE(decimals_of({1.0f, std::numeric_limits<float>::quiet_NaN()}));
    EXPECT_FALSE(decimals_of({1.0f, std::numeric_limits<float>::infinity()}));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Which bar of the ladder the guided tour asks about, and how long it stays covered.
#include "app/subjects/ladder/asked_bar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::app {
namespace {

LadderRow row(const char* id, std::optional<double> bar, bool selected = false) {
    return {.id = id, .name = id, .selected = selected, .timed = bar.has_value(), .bar = bar};
}

std::vector<LadderSection> cpu_rows(std::vector<LadderRow> rows) {
    return {LadderSection{.device = {}, .title = "on this CPU", .facts = {}, .reason = {}, .rows = std::move(rows)}};
}

TourState asking() {
    TourState tour;
    tour.shown = true;
    tour.step = std::size_t(TourStep::predict_bar);
    return tour;
}

TEST(AskedBar, is_the_next_one_with_a_time_below_the_selected_row) {
    const auto sections = cpu_rows({row("a", 0.1), row("b", 0.2, true), row("c", {}), row("d", 0.4), row("e", 0.5)});
    const auto asked = bar_to_ask_about(sections, asking());
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->variant_id, "d");
    EXPECT_EQ(asked->bar, 0.4);
}

TEST(AskedBar, is_another_one_where_the_last_row_is_selected) {
    const auto asked = bar_to_ask_about(cpu_rows({row("a", 0.1), row("b", 0.2), row("c", 0.3, true)}), asking());
    ASSERT_TRUE(asked);
    EXPECT_EQ(asked->variant_id, "a");
}

TEST(AskedBar, waits_until_a_row_has_a_time) {
    EXPECT_FALSE(bar_to_ask_about(cpu_rows({row("a", {}), row("b", 0.2, true)}), asking()));
}

TEST(AskedBar, is_asked_in_its_step_only) {
    TourState tour = asking();
    const auto sections = cpu_rows({row("a", 0.1, true), row("b", 0.2)});
    ASSERT_TRUE(bar_to_ask_about(sections, tour));
    tour.step = 0;
    EXPECT_FALSE(bar_to_ask_about(sections, tour));
    tour = asking();
    tour.shown = false;
    EXPECT_FALSE(bar_to_ask_about(sections, tour));
}

TEST(AskedBar, stays_the_same_while_its_row_is_there) {
    TourState tour = asking();
    tour.asked = bar_to_ask_about(cpu_rows({row("a", 0.1, true), row("b", {}), row("c", 0.3)}), tour);
    ASSERT_TRUE(tour.asked);
    EXPECT_FALSE(bar_to_ask_about(cpu_rows({row("a", 0.1, true), row("b", 0.2), row("c", 0.3)}), tour))
        << "a row that was measured meanwhile does not take its place";
    const auto other = bar_to_ask_about(cpu_rows({row("a", 0.1, true), row("b", 0.2)}), tour);
    ASSERT_TRUE(other) << "its row is gone";
    EXPECT_EQ(other->variant_id, "b");
}

TEST(AskedBar, is_covered_until_it_is_predicted_and_then_shows_the_guess) {
    TourState tour = asking();
    tour.asked = AskedBar{.variant_id = "b", .bar = 0.2};
    auto sections = cpu_rows({row("a", 0.1, true), row("b", 0.2)});
    mark_asked_bar(sections, tour);
    EXPECT_FALSE(sections[0].rows[0].covered);
    EXPECT_TRUE(sections[0].rows[1].covered);
    tour.guessed = 0.6;
    mark_asked_bar(sections, tour);
    EXPECT_FALSE(sections[0].rows[1].covered);
    EXPECT_EQ(sections[0].rows[1].guessed, 0.6);
    EXPECT_FALSE(sections[0].rows[0].guessed);
}

TEST(AskedBar, of_a_recording_is_not_that_of_this_session) {
    TourState tour = asking();
    auto sections = cpu_rows({row("a", 0.1, true), row("b", 0.2)});
    sections.push_back(sections.front());
    sections[1].own = false;
    sections[1].recording = 7;
    tour.asked = AskedBar{.variant_id = "b", .recording = 7, .bar = 0.2};
    mark_asked_bar(sections, tour);
    EXPECT_FALSE(sections[0].rows[1].covered);
    EXPECT_TRUE(sections[1].rows[1].covered);
}

} // namespace
} // namespace pairscope::app

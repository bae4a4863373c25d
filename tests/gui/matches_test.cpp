// SPDX-License-Identifier: MIT
// Two views of a photograph are opened and matched; filters, lines and table show the matches.
#include "app/spine/state_queries.h"
#include "app/subjects/matches/match_list.h"
#include "app/subjects/matches/photographs.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <chrono>
#include <limits>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

class Matches : public WindowTest {};

/// Without a file and a size: the two views.
StartOptions matching(VectorSource source = {}) {
    StartOptions options;
    options.workload = "best_match";
    options.variant = "best_match/cpu_parallel";
    options.device = "cpu";
    options.vectors = std::move(source);
    return options;
}

[[nodiscard]] bool has_matches(Gui& gui, ImGuiTestContext& person, std::int64_t count) {
    if (!Gui::wait_until(person, [&] { return gui.state().matches.counts.all == count; })) return false;
    gui.wait_for_picture_alone(person);
    person.Yield(3);
    return gui.state().matches.counts.all == count;
}

double percent_right(const Gui& gui) {
    const MatchCounts& counts = gui.state().matches.counts;
    return 100.0 * double(counts.right) / double(counts.judged);
}

/// On the screen, of a feature in the first picture.
ImVec2 place_of_feature(Gui& gui, ImGuiTestContext& person, std::int64_t row) {
    const ImRect box = person.ItemInfo("//Matches/##lines").RectFull;
    const FeatureView& view = gui.state().data.now.views->first;
    const float scale = box.GetHeight() / float(view.picture->height);
    const float width = 2.0f * scale * float(view.picture->width); // both pictures have one size
    const float gap = gui.session().style().px(16.0f), left = box.Min.x + 0.5f * (box.GetWidth() - width - gap);
    const PicturePlace place = view.places[std::size_t(row)];
    return {left + scale * (place.x + 0.5f), box.Min.y + scale * (place.y + 0.5f)};
}

TEST_F(Matches, of_two_views_are_opened_and_filtered_until_the_wrong_ones_vanish) {
    Gui gui(matching(VectorSource{.a = {}, .b = {}, .n = 40, .m = 30}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_matches(gui, person, 40));
        gui.keep_screen(person, "matches_without_pictures");
        person.ItemClick("//Data/##source");
        person.ItemClick("//$FOCUSED/two views of a photograph");
        ASSERT_TRUE(has_matches(gui, person, 1738));
        EXPECT_NEAR(percent_right(gui), 53.0, 1.0);
        EXPECT_EQ(match_sentence(gui.state().matches.counts), "All 1 738 matches are shown, 53 % of them are right.");
        gui.keep_screen(person, "matches_all");
        person.ItemClick("//Matches/mutual only##mutual");
        person.Yield(2);
        EXPECT_NEAR(percent_right(gui), 88.0, 1.0);
        gui.keep_screen(person, "matches_mutual");
        person.ItemInputValue("//Matches/##ratio exact", 0.8f);
        person.Yield(2);
        EXPECT_EQ(gui.state().view.match_filter.most_ratio, 0.8);
        EXPECT_NEAR(percent_right(gui), 98.0, 1.0);
        EXPECT_THAT(match_sentence(gui.state().matches.counts),
                    HasSubstr(" of 1 738 matches are shown, 98 % of them are right."));
        gui.keep_screen(person, "matches_filtered");
        std::int64_t before = gui.state().matches.counts.shown;
        person.MouseMove("//Matches/##ratio");
        person.MouseDown();
        person.MouseMoveToPos({person.ItemInfo("//Matches/##ratio").RectFull.Min.x + 20.0f, ImGui::GetIO().MousePos.y});
        person.Yield(2);
        EXPECT_LT(gui.state().matches.counts.shown, before) << "it follows the slider before it is let go";
        person.MouseUp();
    }));
}

TEST_F(Matches, are_marked_in_the_table_and_between_the_pictures_alike) {
    Gui gui(matching());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_matches(gui, person, 1738));
        gui.session().push(command::SetMatchFilter{{.most_ratio = 0.5, .mutual = true}});
        person.Yield(3);
        const std::int64_t row = gui.state().matches.shown.back();
        const Match* match = match_of_row(gui.state().matches, row);
        ASSERT_NE(match, nullptr);
        person.MouseMoveToPos(place_of_feature(gui, person, row));
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        person.MouseClick();
        person.Yield(6);
        ASSERT_TRUE(gui.state().view.pinned);
        const Cell pinned = *gui.state().view.pinned;
        const Match* under_mouse = match_of_row(gui.state().matches, pinned.row);
        EXPECT_EQ(pinned, cell_of_match(*under_mouse));
        gui.keep_screen(person, "matches_pinned");
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(2);
        EXPECT_FALSE(gui.state().view.pinned) << "Escape lets go";

        gui.session().push(command::SetMatchFilter{});
        gui.session().push(command::SortMatches{{.by = MatchColumn::ratio, .descending = true}});
        person.Yield(3);
        const std::int64_t worst = gui.state().matches.shown.front();
        EXPECT_GT(match_of_row(gui.state().matches, worst)->ratio.value(), 0.99);
        gui.session().push(command::PinCell{cell_of_match(*match_of_row(gui.state().matches, worst))});
        person.Yield(3);
        gui.keep_screen(person, "matches_worst");
    }));
}

TEST_F(Matches, are_sorted_by_a_click_on_a_heading_and_marked_by_a_click_on_a_row) {
    Gui gui(matching(VectorSource{.a = {}, .b = {}, .n = 40, .m = 30}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_matches(gui, person, 40));
        person.SetRef("//Matches");
        person.ItemClick("**/ratio");
        person.Yield(2);
        EXPECT_EQ(gui.state().view.match_order, (MatchOrder{.by = MatchColumn::ratio}));
        person.ItemClick("**/ratio");
        person.Yield(2);
        EXPECT_EQ(gui.state().view.match_order, (MatchOrder{.by = MatchColumn::ratio, .descending = true}));
        const std::int64_t first = gui.state().matches.shown.front();
        person.ItemClick("**/##match");
        person.Yield(2);
        ASSERT_TRUE(gui.state().view.pinned);
        EXPECT_EQ(gui.state().view.pinned->row, first);
    }));
}

TEST_F(Matches, of_vectors_in_the_plane_are_lines_between_two_scatters) {
    Gui gui(matching(VectorSource{.a = {}, .b = {}, .n = 60, .m = 50, .dims = 2}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_matches(gui, person, 60));
        EXPECT_TRUE(person.ItemExists("//Matches/##lines"));
        gui.keep_screen(person, "matches_scatters");
    }));
}

TEST_F(Matches, of_16384_vectors_keep_the_window_quick_while_the_filter_moves) {
    using namespace std::chrono;
    constexpr int frames = 20;
    constexpr double infinite = std::numeric_limits<double>::infinity();
    Gui gui(matching(VectorSource{.a = {}, .b = {}, .n = 16384, .m = 64, .dims = 2}));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_matches(gui, person, 16384));
        // Every frame does the same work, so the least disturbed one tells what it costs.
        double quickest = infinite;
        for (int i = 0; i < frames; ++i) {
            const auto before = steady_clock::now();
            gui.session().push(command::SetMatchFilter{{.most_ratio = 1.0 - 0.02 * i, .mutual = false}});
            person.Yield();
            quickest = std::min(quickest, duration<double>(steady_clock::now() - before).count());
        }
        EXPECT_LT(quickest, 0.1); // [s], drawn by a CPU
        EXPECT_LT(gui.state().matches.counts.shown, 16384);
        gui.keep_screen(person, "matches_many");
    }));
}

} // namespace
} // namespace pairscope::app

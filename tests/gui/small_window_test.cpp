// SPDX-License-Identifier: MIT
// Small windows: what has no room is left out or shortened with "...", and never cut inside of a number. With
// PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "tests/gui/gui.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

StartOptions window_of(int width, int height, const char* variant) {
    StartOptions options = with_points(Shape::two_moons, 300);
    options.variant = variant;
    options.device = "cpu";
    options.width = width;
    options.height = height;
    return options;
}

/// All of the item, not only what its window shows of it.
void expect_whole(ImGuiTestContext& person, const char* item) {
    const ImGuiTestItemInfo info = person.ItemInfo(item);
    ASSERT_NE(info.ID, 0u) << item;
    EXPECT_FLOAT_EQ(info.RectFull.Max.x, info.RectClipped.Max.x) << item << " is cut";
}

} // namespace

TEST(SmallWindow, the_status_line_ends_with_dots_instead_of_half_a_number) {
    Gui gui(window_of(560, 400, "distance_matrix/cpu_rsqrt_newton"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.keep_screen(person, "small_560");
        expect_whole(person, "//Status/##status_time");
        for (const char* fact : {"//Status/##status_useful", "//Status/##status_bandwidth"})
            if (person.ItemExists(fact)) expect_whole(person, fact);
        EXPECT_FALSE(person.ItemExists("//Status/##status_bandwidth")) << "there is no room for it";
    }));
}

TEST(SmallWindow, in_a_narrow_ladder_only_the_last_column_stays_beside_the_names) {
    Gui gui(window_of(640, 400, "distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_FALSE(person.ItemExists("//Ladder###Ladder, narrow/**/time"));
        EXPECT_TRUE(person.ItemExists("//Ladder###Ladder, narrow/**/value"));
    }));
}

TEST(SmallWindow, the_figures_of_the_time_panel_are_whole) {
    Gui gui(window_of(1280, 800, "distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(6);
        gui.keep_screen(person, "small_time");
        for (const char* fact : {"median", "95 % interval", "checked entries", "useful fraction"})
            expect_whole(person, (std::string("//Time/facts/") + fact).c_str());
    }));
}

TEST(SmallWindow, the_buttons_of_the_trace_panel_are_whole) {
    Gui gui(window_of(1280, 800, "distance_matrix/row_per_thread"));
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Trace"});
        gui.wait_for_rest(person);
        person.Yield(6);
        gui.keep_screen(person, "small_trace");
        expect_whole(person, "//Trace/>##request_after");
    }));
}

TEST(SmallWindow, nothing_of_the_trace_panel_is_clipped) {
    for (const auto& [workload, variant] :
         {std::pair("rbf_pair", "rbf_pair/reduce_modulo"), std::pair("cross_distance", "cross_distance/register_tile"),
          std::pair("rbf_pair", "rbf_pair/fused")}) {
        StartOptions options = window_of(1280, 720, variant);
        options.data = {};
        options.workload = workload;
        Gui gui(options);
        if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_rest(person);
            gui.session().push(command::FocusPanel{"Trace"});
            gui.wait_for_rest(person);
            ASSERT_NE(trace_of(gui.state()), nullptr) << variant;
            for (std::size_t line = 0; line < trace_of(gui.state())->lines.size(); ++line) {
                gui.session().push(command::ChooseTraceLine{line});
                person.Yield(6);
                EXPECT_EQ(person.GetWindowByRef("//Trace")->ScrollMax.y, 0.0f) << variant << ", line " << line;
            }
            gui.keep_screen(person, std::string("small_trace_") + variant.substr(variant.find('/') + 1));
        }));
    }
}

TEST(SmallWindow, cpu_variants_have_keys_beside_those_of_cuda) {
    Gui gui(window_of(1280, 800, "distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.KeyPress(ImGuiMod_Shift | ImGuiKey_1);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.variant_id, "distance_matrix/cpu_naive");
        person.KeyPress(ImGuiKey_1);
        person.Yield(3);
        EXPECT_NE(gui.state().run.variant_id, "distance_matrix/cpu_naive");
    }));
}

} // namespace pairscope::app

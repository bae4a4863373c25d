// SPDX-License-Identifier: MIT
// Small windows: what has no room is left out or shortened with "...", and never cut inside of a number. With
// PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "app/subjects/trace/trace.h"
#include "tests/gui/gui.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>
#include <string_view>

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

TEST(SmallWindow, no_lesson_of_the_published_variants_makes_the_ladder_scroll) {
    Gui gui(window_of(1600, 900, "distance_matrix/cpu_simd"));
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "with a GPU the ladder has other rows";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        for (const char* name : {"row_per_thread", "coalesced", "shared_tile", "no_division", "pipeline_static"}) {
            gui.session().push(command::SelectVariant{std::string("distance_matrix/") + name});
            gui.session().push(command::CancelWork{});
            person.Yield(6);
            const ImGuiWindow* rows = nullptr;
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
                if (window->WasActive && std::string_view(window->Name).starts_with("Ladder/rows")) rows = window;
            ASSERT_NE(rows, nullptr);
            EXPECT_EQ(rows->ScrollMax.y, 0.0f) << name;
        }
        gui.keep_screen(person, "small_lesson");
    }));
}

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

/// How far the table of lines is scrolled beyond a whole row [px].
float cut_of_first_row() {
    const float row = 40.0f + 2.0f * ImGui::GetStyle().CellPadding.y;
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && std::string_view(window->Name).starts_with("Trace/lines"))
            return std::abs(std::remainder(window->Scroll.y, row));
    return row;
}

/// The table of lines as it was drawn in the last frame.
const ImGuiTable* table_of_lines() {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    for (int i = 0; i < context.Tables.GetMapSize(); ++i)
        if (const ImGuiTable* const table = context.Tables.TryGetMapData(i);
            table != nullptr && table->LastFrameActive >= context.FrameCount - 1 &&
            std::string_view(table->InnerWindow->Name).starts_with("Trace/lines"))
            return table;
    return nullptr;
}

/// The kind of access of each line, such as "global store, 4 B", has its room, even if it begins below the number.
void expect_room_for_accesses(const Gui& gui) {
    const ImGuiTable* const table = table_of_lines();
    ASSERT_NE(table, nullptr);
    const float room = table->Columns[1].WorkMaxX - table->Columns[0].WorkMinX;
    ImGui::PushFont(nullptr, 13.0f); // the small size of the style
    for (const TraceRow& row : trace_rows(*trace_of(gui.state()), *selected_variant(gui.state())))
        EXPECT_LE(ImGui::CalcTextSize(row.access.c_str()).x, room) << row.access;
    ImGui::PopFont();
}

/// The height of the empty part at the bottom of the panel, whose colour is that of its lower left corner [px].
int empty_below(Gui& gui, ImGuiTestContext& person, const char* panel) {
    const Image screen = gui.screen(person);
    const ImRect box = person.WindowInfo(panel).Window->Rect();
    const auto left = std::int64_t(box.Min.x) + 4, right = std::int64_t(box.Max.x) - 4;
    const auto bottom = std::int64_t(box.Max.y) - 3;
    const Rgba ground = screen.at(left, bottom);
    for (std::int64_t y = bottom; y > std::int64_t(box.Min.y); --y)
        for (std::int64_t x = left; x < right; ++x)
            if (screen.at(x, y) != ground) return int(bottom - y);
    return int(box.GetHeight());
}

StartOptions window_of_register_tile() {
    StartOptions options = window_of(1280, 720, "cross_distance/register_tile");
    options.generator.reset();
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 300, .m = 200};
    return options;
}

/// The panel in front, after the simulation has ended.
void show_with_trace(Gui& gui, ImGuiTestContext& person, const char* panel) {
    gui.wait_for_rest(person);
    gui.session().push(command::FocusPanel{panel});
    gui.wait_for_rest(person);
}

TEST(SmallWindow, the_picture_of_a_request_uses_the_room_below_it) {
    Gui gui(window_of_register_tile());
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_with_trace(gui, person, "Trace");
        ASSERT_NE(trace_of(gui.state()), nullptr);
        const auto& lines = trace_of(gui.state())->lines;
        const auto store = std::ranges::find(lines, simt::AccessKind::global_store, &simt::TraceLine::kind);
        ASSERT_NE(store, lines.end());
        gui.session().push(command::ChooseTraceLine{std::size_t(store - lines.begin())});
        person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
        person.Yield(6);
        EXPECT_LE(empty_below(gui, person, "//Trace"), 24);
        expect_room_for_accesses(gui);
        gui.keep_screen(person, "small_trace_store");
    }));
}

TEST(SmallWindow, the_source_begins_with_a_whole_line_when_it_scrolls_to_a_line) {
    Gui gui(window_of_register_tile());
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        show_with_trace(gui, person, "Source");
        ASSERT_NE(trace_of(gui.state()), nullptr);
        constexpr float line_height = 13.0f * 1.15f;
        float farthest = 0.0f;
        for (std::size_t line = 0; line < trace_of(gui.state())->lines.size(); ++line) {
            gui.session().push(command::ChooseTraceLine{line});
            person.Yield(6);
            for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
                if (!window->WasActive || !std::string_view(window->Name).starts_with("Source/source_text")) continue;
                farthest = std::max(farthest, window->Scroll.y);
                EXPECT_LE(std::abs(std::remainder(window->Scroll.y, line_height)), 1.0f) << "line " << line;
            }
        }
        EXPECT_GT(farthest, 0.0f) << "the text scrolled";
        gui.keep_screen(person, "small_source");
    }));
}

class SmallTrace : public testing::TestWithParam<std::string> {};

TEST_P(SmallTrace, nothing_of_the_panel_is_clipped) {
    StartOptions options = window_of(1280, 720, GetParam().c_str());
    options.generator.reset();
    options.vectors = GetParam().starts_with("rbf_pair")
                          ? VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .dims = 100'003}
                          : VectorSource{.a = {}, .b = {}, .n = 300, .m = 200};
    Gui gui(options);
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "the trace is the same with a GPU, but the ladder is not";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Trace"});
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        for (std::size_t line = 0; line < trace_of(gui.state())->lines.size(); ++line) {
            gui.session().push(command::ChooseTraceLine{line});
            person.Yield(6);
            EXPECT_EQ(person.GetWindowByRef("//Trace")->ScrollMax.y, 0.0f) << "line " << line;
            EXPECT_LE(cut_of_first_row(), 2.0f) << "line " << line;
        }
        gui.keep_screen(person, "small_trace_" + GetParam().substr(GetParam().find('/') + 1));
    }));
}

INSTANTIATE_TEST_SUITE_P(Variants, SmallTrace,
                         testing::Values("rbf_pair/reduce_modulo", "rbf_pair/fused", "cross_distance/register_tile"),
                         [](const auto& each) { return each.param.substr(each.param.find('/') + 1); });

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

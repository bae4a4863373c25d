// SPDX-License-Identifier: MIT
// The charts below an output about two vectors. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/subjects/output/output.h"
#include "app/subjects/output/vectors_chart.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class VectorCharts : public FolderTest {};

StartOptions with_vectors(std::int64_t coordinates) {
    StartOptions options;
    options.workload = std::ranges::find_if(workload_types(), asks_about_two_vectors)->id;
    options.vectors = VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .dims = coordinates};
    return options;
}

double width_of(AxisRange range) { return range.high - range.low; }

bool is_reduced(const Gui& gui) { return vectors_chart(gui.state()) && !vectors_job(gui.state()); }

TEST_F(VectorCharts, the_mouse_zooms_moves_and_chooses_the_range_that_is_reduced) {
    Gui gui(with_vectors(100'000));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_reduced(gui); }));
        person.Yield(4);
        person.MouseMove("//Output/##vectors");
        person.MouseWheelY(6.0f);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return width_of(shown_coordinates(gui.state())) < 50'000.0; }));
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_reduced(gui); })) << "also while runs are timed";
        const AxisRange before = shown_coordinates(gui.state());
        EXPECT_EQ(reduced_vectors(gui.state())->range, coordinates_on(before, 100'000));
        person.MouseDragWithDelta({100, 0});
        person.Yield(3);
        EXPECT_LT(shown_coordinates(gui.state()).low, before.low) << "the charts follow the mouse";
        EXPECT_NEAR(width_of(shown_coordinates(gui.state())), width_of(before), 1e-3);
        person.MouseDragWithDelta({60, 10}, ImGuiMouseButton_Right);
        person.Yield(3);
        EXPECT_LT(width_of(shown_coordinates(gui.state())), 0.2 * width_of(before));
        gui.keep_screen(person, "vectors_zoomed");
        person.KeyPress(ImGuiKey_F);
        person.Yield(3);
        EXPECT_EQ(width_of(shown_coordinates(gui.state())), 100'000.0);
        gui.wait_for_rest(person);
        gui.keep_screen(person, "vectors");
    }));
}

TEST_F(VectorCharts, leave_the_window_as_a_file_by_the_link_beside_them) {
    Gui gui(with_vectors(1000));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.ItemClick("//Output/export_vectors");
        person.Yield(4);
        EXPECT_EQ(gui.state().look.dialog, Dialog::save);
        EXPECT_EQ(gui.state().look.saver, "vectors");
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_A);
        person.KeyChars((folder() / "vectors.svg").c_str());
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(3);
        gui.wait_for_rest(person);
        EXPECT_TRUE(std::filesystem::exists(folder() / "vectors.svg"));
    }));
}

} // namespace
} // namespace pairscope::app

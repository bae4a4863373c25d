// SPDX-License-Identifier: MIT
// What stands in one line stands at one height.
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class Alignment : public WindowTest {};

ImRect box_of(ImGuiTestContext& person, const std::string& item) {
    const ImGuiTestItemInfo info = person.ItemInfo(item.c_str());
    EXPECT_NE(info.ID, 0u) << item;
    return info.RectFull;
}

void expect_one_line(ImGuiTestContext& person, const std::string& first, const std::string& second) {
    const ImRect a = box_of(person, first), b = box_of(person, second);
    EXPECT_EQ(a.Min.y, b.Min.y) << first << " and " << second;
    EXPECT_EQ(a.Max.y, b.Max.y) << first << " and " << second;
    EXPECT_LE(a.Max.x, b.Min.x) << first << " and " << second;
}

TEST_F(Alignment, controls_of_one_line_have_one_top_and_one_bottom) {
    StartOptions options = with_points(Shape::clusters, 128);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        expect_one_line(person, "//Ladder/output_linear", "//Ladder/output_texture");
        expect_one_line(person, "//Data/##seed", "//Data/new##seed");
        expect_one_line(person, "//Data/##points", "//Data/##points exact");
        expect_one_line(person, "//Data/label points", "//Data/##points");
        expect_one_line(person, "//Data/label seed", "//Data/##seed");
    }));
}

TEST_F(Alignment, the_heading_of_an_output_is_not_behind_its_tab) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 200, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const ImGuiWindow* const window = person.WindowInfo("//Output").Window;
        ASSERT_NE(window, nullptr);
        EXPECT_GE(box_of(person, "//Output/heading Output").Min.y, window->InnerRect.Min.y);
        EXPECT_GE(box_of(person, "//Output/save_output").Min.y, window->InnerRect.Min.y);
        gui.keep_screen(person, "output_heading");
    }));
}

} // namespace
} // namespace pairscope::app

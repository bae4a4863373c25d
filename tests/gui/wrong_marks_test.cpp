// SPDX-License-Identifier: MIT
// A wrong entry is seen in the matrix from afar, and its mark can be hidden.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/wrong_entries.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class WrongMarks : public WindowTest {};

/// No variant of the ladder is wrong: this is what the worker's answer leaves in the state when one is.
void find_an_entry_wrong(Gui& gui, MatrixEntry entry) {
    auto& state = const_cast<State&>(gui.state());
    const RunKey key = *key_for(state, *selected_variant(state));
    profiling::CheckVerdict verdict;
    verdict.comparison.entries_checked = key.workload.rows * key.workload.rows;
    verdict.comparison.wrong_entries = 1;
    verdict.comparison.wrong.add(entry);
    state.run.outcomes.insert_or_assign(key, profiling::Failed{key.variant_id, describe(verdict), verdict});
    state.run.checked_at.insert_or_assign(key, state.data.revision);
}

/// Pixels of the matrix that are as red as a mark.
int red_pixels(Gui& gui, ImGuiTestContext& person) {
    const ImRect box = person.ItemInfo("//Matrix/##heatmap").RectFull;
    const Image screen = gui.screen(person);
    const ImVec4 red = gui.session().style().palette.error;
    int count = 0;
    for (int y = int(box.Min.y); y < int(box.Max.y); ++y)
        for (int x = int(box.Min.x); x < int(box.Max.x); ++x) {
            const Rgba pixel = screen.pixels[std::size_t(y * screen.width + x)];
            const auto near = [](std::uint8_t channel, float wanted) {
                return std::abs(float(channel) - 255.0f * wanted) < 3.0f;
            };
            count += near(pixel.r, red.x) && near(pixel.g, red.y) && near(pixel.b, red.z);
        }
    return count;
}

TEST_F(WrongMarks, show_a_single_wrong_entry_from_afar_and_can_be_hidden) {
    StartOptions options = with_points(Shape::ring, 400);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_parallel";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_FALSE(wrong_entries(gui.state()));
        EXPECT_FALSE(person.ItemExists("//Matrix/hide marks##wrong"));
        const int before = red_pixels(gui, person);
        find_an_entry_wrong(gui, {250, 300});
        person.Yield(2);
        EXPECT_GE(red_pixels(gui, person), before + 9) << "a mark is larger than a cell here";
        gui.keep_screen(person, "wrong_entry");
        person.ItemClick("//Matrix/hide marks##wrong");
        person.Yield(2);
        EXPECT_FALSE(gui.state().view.wrong_marks);
        EXPECT_EQ(red_pixels(gui, person), before);
        person.KeyPress(ImGuiKey_W);
        person.Yield(2);
        EXPECT_TRUE(gui.state().view.wrong_marks);
    }));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// A person looks at two matrices of the same items. Every cell has the colour of its entry.
#include "app/subjects/matrix/relation/two_matrices.h"
#include "render/colouring.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cmath>
#include <fstream>

namespace pairscope::app {
namespace {

class TwoMatricesPanel : public WindowTest {
protected:
    /// Five vectors of three numbers, compared by Manhattan distances.
    StartOptions five_vectors() {
        std::ofstream(path("a.csv")) << "name,u,v,w\np,0,0,0\nq,3,4,0\nr,0,0,9\ns,1,1,1\nt,2,9,2\n";
        StartOptions options;
        options.workload = "manhattan_distance";
        options.vectors = VectorSource{.a = path("a.csv"), .b = {}, .n = {}, .m = {}};
        options.device = "cpu";
        options.variant = "manhattan_distance/cpu_naive";
        return options;
    }
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }

private:
    TemporaryFolder folder_;
};

[[nodiscard]] bool has_two(Gui& gui, ImGuiTestContext& person) {
    const bool made = Gui::wait_until(person, [&] { return two_now(gui.state()) != nullptr; });
    gui.wait_for_rest(person);
    return made;
}

void choose_metric(ImGuiTestContext& person, const char* title) {
    person.SetRef("//Two matrices");
    person.ComboClick(fmt::format("##second metric/{}", title).c_str());
}

/// The colour of the middle of a cell in one of the pictures.
Rgba seen_at(Gui& gui, ImGuiTestContext& person, int picture, Cell cell) {
    const ImRect box = person.ItemInfo(fmt::format("//Two matrices/##two matrices {}", picture).c_str()).RectFull;
    const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
    const MatrixShape shape = two_now(gui.state())->matrices[0].entries.shape;
    const auto& place = gui.state().two.look.place;
    const HeatmapView view = place ? clamped(*place, viewport, shape) : fitted(shape, viewport);
    const Pixel at = pixel_at(view, {double(cell.row) + 0.4, double(cell.col) + 0.6}, viewport);
    const Image screen = gui.screen(person);
    return screen.at(std::int64_t(double(box.Min.x) + at.x), std::int64_t(double(box.Min.y) + at.y));
}

/// Is it the colour of this entry on a scale between the least entry and the largest?
void expect_colour(const Rgba& seen, const TwoMatrices& two, std::size_t which, Cell cell) {
    const LinearMemory memory = two.matrices[which].entries.memory();
    const float value = memory.data[cell.row * memory.pitch + cell.col];
    Colouring colouring;
    colouring.range = {two.matrices[which].summary.min, two.matrices[which].summary.max};
    for (const Colormap& map : load_colormaps("assets/colormaps"))
        if (map.name == "viridis") colouring.colormap = map;
    const Rgba expected = colour_of(value, colouring);
    EXPECT_NEAR(seen.r, expected.r, 2) << which << ": " << cell.row << ", " << cell.col;
    EXPECT_NEAR(seen.g, expected.g, 2) << which << ": " << cell.row << ", " << cell.col;
    EXPECT_NEAR(seen.b, expected.b, 2) << which << ": " << cell.row << ", " << cell.col;
}

TEST_F(TwoMatricesPanel, shows_all_of_its_choices_in_a_small_window) {
    std::ofstream(path("d.csv")) << ",p,q,r,s,t\np,0,1,2,3,4\nq,1,0,1,2,3\nr,2,1,0,1,2\ns,3,2,1,0,1\nt,4,3,2,1,0\n";
    StartOptions options = five_vectors();
    options.width = 1280;
    options.height = 720;
    options.second.other = OtherMatrix{.file = path("d.csv")};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_two(gui, person));
        person.WindowFocus("//Two matrices");
        person.Yield(3);
        gui.keep_screen(person, "two_small");
        for (const char* item : {"##second similarity", "##second symmetrise", "close_other"}) {
            const ImGuiTestItemInfo info = person.ItemInfo(fmt::format("//Two matrices/{}", item).c_str());
            ASSERT_NE(info.ID, 0u) << item;
            EXPECT_FLOAT_EQ(info.RectFull.Max.x, info.RectClipped.Max.x) << item << " is cut";
        }
    }));
}

TEST_F(TwoMatricesPanel, shows_another_metric_side_by_side_split_and_swiped) {
    Gui gui(five_vectors());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::FocusPanel{"Two matrices"});
        person.Yield(3);
        choose_metric(person, "Chebyshev distance");
        ASSERT_TRUE(has_two(gui, person));
        const TwoMatrices& two = *two_now(gui.state());
        const Cell above{.row = 1, .col = 3}, below{.row = 3, .col = 1};
        person.MouseMoveToPos({2.0f, 2.0f});
        for (const Cell cell : {above, below}) {
            expect_colour(seen_at(gui, person, 0, cell), two, 0, cell);
            expect_colour(seen_at(gui, person, 1, cell), two, 1, cell);
        }
        gui.keep_screen(person, "two_beside");
        person.ItemClick("//Two matrices/two_split");
        person.MouseMoveToPos({2.0f, 2.0f});
        person.Yield(3);
        expect_colour(seen_at(gui, person, 0, above), two, 0, above);
        expect_colour(seen_at(gui, person, 0, below), two, 1, below);
        gui.keep_screen(person, "two_split");
        person.ItemClick("//Two matrices/two_swipe");
        person.Yield(3);
        const ImRect box = person.ItemInfo("//Two matrices/##two matrices 0").RectFull;
        person.MouseMoveToPos({box.GetCenter().x, box.Min.y + 40.0f});
        person.MouseDown(0);
        person.MouseMoveToPos({box.Max.x - 10.0f, box.Min.y + 40.0f});
        person.MouseUp(0);
        person.MouseMoveToPos({2.0f, 2.0f});
        person.Yield(3);
        EXPECT_GT(gui.state().two.look.swipe, 0.9) << "the line was dragged to the right";
        EXPECT_FALSE(gui.state().two.look.place) << "the matrix did not move with it";
        expect_colour(seen_at(gui, person, 0, below), two, 0, below);
        gui.session().push(command::LookAtTwo{{.view = TwoView::swipe, .swipe = 0.05}});
        person.Yield(3);
        expect_colour(seen_at(gui, person, 0, above), two, 1, above);
    }));
}

TEST_F(TwoMatricesPanel, zooms_both_pictures_together) {
    Gui gui(five_vectors());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::CompareMatrix{{.workload = "chebyshev_distance"}});
        ASSERT_TRUE(has_two(gui, person));
        person.MouseMove("//Two matrices/##two matrices 1");
        person.MouseWheelY(3.0f);
        person.MouseMoveToPos({2.0f, 2.0f});
        person.Yield(3);
        ASSERT_TRUE(gui.state().two.look.place);
        const Cell middle{.row = 2, .col = 2}, beside{.row = 2, .col = 1};
        for (const Cell cell : {middle, beside}) {
            expect_colour(seen_at(gui, person, 0, cell), *two_now(gui.state()), 0, cell);
            expect_colour(seen_at(gui, person, 1, cell), *two_now(gui.state()), 1, cell);
        }
    }));
}

TEST_F(TwoMatricesPanel, shows_a_difference_on_a_symmetric_scale) {
    Gui gui(five_vectors());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::CompareMatrix{{.workload = "chebyshev_distance"}});
        ASSERT_TRUE(has_two(gui, person));
        person.ItemClick("//Two matrices/two_difference");
        person.MouseMoveToPos({2.0f, 2.0f});
        person.Yield(3);
        const Rgba zero = seen_at(gui, person, 0, {.row = 0, .col = 0});
        EXPECT_GT(std::min({zero.r, zero.g, zero.b}), 200) << "zero has the light colour in the middle";
        const Rgba larger = seen_at(gui, person, 0, {.row = 0, .col = 4});
        EXPECT_GT(larger.r, larger.b + 40) << "Manhattan distances are larger, which is orange";
        gui.keep_screen(person, "two_difference");
    }));
}

TEST_F(TwoMatricesPanel, says_why_another_file_has_nothing_in_common) {
    Gui gui(five_vectors());
    std::ofstream(path("b.csv")) << "name,u,v\nA,1,2\nB,2,3\nC,3,4\nD,3,9\n";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::CompareMatrix{{.file = path("b.csv")}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().two.failure.empty(); }));
        gui.wait_for_rest(person);
        gui.keep_screen(person, "two_nothing_in_common");
        person.ItemClick("//Two matrices/close_other");
        person.Yield(3);
        EXPECT_FALSE(gui.state().two.other);
        EXPECT_TRUE(gui.state().two.failure.empty());
    }));
}

TEST_F(TwoMatricesPanel, turns_similarities_of_the_second_file_into_distances) {
    Gui gui(five_vectors());
    std::ofstream(path("kin.csv")) << ",p,q,r,s,t\np,1,.5,.25,.5,.5\nq,.5,1,.5,.5,.25\nr,.25,.5,1,.5,.5\n"
                                      "s,.5,.5,.5,1,.5\nt,.5,.25,.5,.5,1\n";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::CompareMatrix{{.file = path("kin.csv")}});
        ASSERT_TRUE(Gui::wait_until(
            person, [&] { return !gui.state().two.failure.empty() || two_now(gui.state()) != nullptr; }));
        gui.wait_for_rest(person);
        gui.keep_screen(person, "two_similarities_before");
        person.SetRef("//Two matrices");
        person.ComboClick("##second similarity/1 - s");
        ASSERT_TRUE(has_two(gui, person));
        EXPECT_EQ(gui.state().two.other->similarity, Similarity::one_minus);
        const LinearMemory memory = two_now(gui.state())->matrices[1].entries.memory();
        EXPECT_EQ(memory.data[2], 0.75f) << "p and r";
        EXPECT_EQ(memory.data[memory.pitch + 1], 0.0f);
        EXPECT_EQ(side_words(two_now(gui.state())->sets, 1), "kin.csv (1 - s of given similarities s)");
        gui.keep_screen(person, "two_similarities_after");
    }));
}

} // namespace
} // namespace pairscope::app

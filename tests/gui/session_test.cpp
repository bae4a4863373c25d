// SPDX-License-Identifier: MIT
// A session that was saved in the window comes back as the same picture, pixel by pixel.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/relation/two_matrices.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/subjects/points/points.h"
#include "tests/gui/flowers.h"
#include "tests/gui/gui.h"
#include "tests/gui/picture_difference.h"
#include "tests/gui/window_fixture.h"
#include "tests/kernels/temporary_folder.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fstream>

namespace pairscope::app {
namespace {

class SessionInTheWindow : public WindowTest {
protected:
    [[nodiscard]] std::filesystem::path path(const std::string& name) const { return folder_.path() / name; }
    [[nodiscard]] std::filesystem::path flowers() const { return write_flowers(folder_.path()); }

    /// What a person sees of the matrix and of the points while the mouse is elsewhere.
    struct Seen {
        Image heatmap, matrix, points; ///< the picture alone, and both panels
        std::string view;
    };
    static Seen seen(Gui& gui, ImGuiTestContext& person) {
        person.MouseMoveToPos({2.0f, 2.0f});
        gui.wait_for_picture_alone(person);
        gui.wait_for_rest(person);
        person.Yield(3);
        const Image screen = gui.screen(person);
        const auto part = [&](const ImRect& box) {
            return cropped(screen, {std::int64_t(box.Min.x), std::int64_t(box.Min.y), std::int64_t(box.GetWidth()),
                                    std::int64_t(box.GetHeight())});
        };
        const auto panel = [&](const char* window) { return part(person.GetWindowByRef(window)->InnerClipRect); };
        return {part(person.ItemInfo("//Matrix/##heatmap").RectClipped), panel("//Matrix"), panel("//Points"),
                view_text_of(gui.state())};
    }
    static std::int64_t different_pixels(const Image& a, const Image& b) {
        if (a.width != b.width || a.height != b.height) return -1;
        std::int64_t count = 0;
        for (std::size_t i = 0; i < a.pixels.size(); ++i) count += a.pixels[i] != b.pixels[i] ? 1 : 0;
        return count;
    }

    /// Looks at the data as `look` says, saves a session, and opens it in another window.
    void expect_it_comes_back(StartOptions options, const std::vector<Command>& look) {
        const std::filesystem::path file = path("s.pairscope");
        options.device = "cpu";
        Seen before, after;
        {
            Gui gui(options);
            EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
                gui.wait_for_picture_alone(person);
                for (const Command& command : look) {
                    gui.session().push(command);
                    person.Yield(2);
                    gui.wait_for_rest(person);
                }
                before = seen(gui, person);
                gui.keep_screen(person, "session_before");
                gui.session().push(command::SaveSession{file});
                ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(file); }));
                gui.wait_for_rest(person);
            }));
        }
        StartOptions again;
        again.files = {InputFile(file)};
        again.device = "cpu";
        again.theme = options.theme;
        again.variant = options.variant; // a session is of data, and not of kernels
        Gui gui(again);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_picture_alone(person);
            gui.wait_for_rest(person);
            after = seen(gui, person);
            gui.keep_screen(person, "session_after");
        }));
        EXPECT_EQ(after.view, before.view);
        EXPECT_EQ(different_pixels(after.heatmap, before.heatmap), 0);
        // The edge of a letter depends on what other letters have been drawn before.
        EXPECT_EQ(difference(after.matrix, before.matrix).different, 0);
        EXPECT_EQ(difference(after.points, before.points).different, 0);
    }

private:
    TemporaryFolder folder_;
};

StartOptions vectors_of(const std::filesystem::path& file, Theme theme) {
    StartOptions options;
    options.workload = "manhattan_distance";
    options.variant = "manhattan_distance/cpu_parallel";
    options.vectors = VectorSource{.a = file, .b = {}, .n = {}, .m = {}};
    options.theme = theme;
    return options;
}

TEST_F(SessionInTheWindow, comes_back_with_clusters_colours_and_place) {
    ColourSettings colours;
    colours.colormap = "cividis";
    colours.range = RangeMode::percentile;
    for (const Theme theme : {Theme::dark, Theme::light})
        expect_it_comes_back(
            vectors_of(flowers(), theme),
            {command::OrderMatrix{{.kind = OrderKind::clusters, .cut = {.by = TreeCut::By::number, .number = 4}}},
             command::SetColours{colours}, command::PinCell{Cell{3, 40}},
             command::SetView{{.center = {20.0, 30.0}, .pixels_per_cell = 14.0}}});
}

TEST_F(SessionInTheWindow, comes_back_with_the_points_of_a_file) {
    StartOptions options;
    options.files = {InputFile(flowers())};
    expect_it_comes_back(
        options, {command::OrderMatrix{{.kind = OrderKind::spanning_tree}}, command::PinPair{}, command::FitView{}});
}

TEST_F(SessionInTheWindow, comes_back_with_distances_as_they_stand) {
    std::ofstream(path("d.csv")) << ",p,q,r,s\np,0,1,2,3\nq,4,0,5,6\nr,2,5,0,\ns,3,6,,0\n";
    VectorSource source{.a = path("d.csv"), .b = {}, .n = {}, .m = {}, .as = ReadAs::matrix};
    source.symmetrise = Symmetrise::keep;
    source.missing = MissingPairs::nan;
    StartOptions options;
    options.workload = "given_matrix";
    options.vectors = source;
    expect_it_comes_back(options, {command::PinCell{Cell{1, 2}}});
}

/// The picture of two matrices while the mouse is elsewhere.
Image two_seen(Gui& gui, ImGuiTestContext& person, const std::string& name) {
    EXPECT_TRUE(
        Gui::wait_until(person, [&] { return two_now(gui.state()) != nullptr && two_now(gui.state())->is_tested; }));
    gui.wait_for_rest(person);
    person.MouseMoveToPos({2.0f, 2.0f});
    person.Yield(3);
    gui.keep_screen(person, name.c_str());
    const ImRect box = person.ItemInfo("//Two matrices/##two matrices 0").RectClipped;
    return cropped(gui.screen(person), {std::int64_t(box.Min.x), std::int64_t(box.Min.y), std::int64_t(box.GetWidth()),
                                        std::int64_t(box.GetHeight())});
}

TEST_F(SessionInTheWindow, comes_back_with_its_second_matrix) {
    std::ofstream(path("towns.csv")) << "name,a,b,c\np,0,0,5\nq,10,4,6\nr,0,1,7\ns,10,0,8\nt,0,3,9\n";
    std::ofstream(path("kin.csv")) << ",q,p,r,s,t\nq,1,.5,.2,.1,.4\np,.5,1,.3,.6,.2\nr,.2,.3,1,.7,.1\n"
                                      "s,.1,.6,.7,1,.3\nt,.4,.2,.1,.3,1\n";
    const TwoLook looks[]{
        {.view = TwoView::swipe, .swipe = 0.3, .same_range = true},
        {.view = TwoView::split, .place = HeatmapView{.center = {2.0, 3.0}, .pixels_per_cell = 300.0}}};
    for (const TwoLook& look : looks) {
        const OtherMatrix other{.file = path("kin.csv"), .similarity = Similarity::one_minus};
        Image before, after;
        {
            Gui gui(vectors_of(path("towns.csv"), Theme::light));
            EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
                gui.wait_for_picture_alone(person);
                gui.session().push(command::CompareMatrix{other});
                gui.session().push(command::LookAtTwo{look});
                before = two_seen(gui, person, "session_two_before");
                gui.session().push(command::SaveSession{path("two.pairscope")});
                ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(path("two.pairscope")); }));
                gui.wait_for_rest(person);
            }));
        }
        StartOptions again;
        again.files = {InputFile(path("two.pairscope"))};
        again.device = "cpu";
        again.theme = Theme::light;
        Gui gui(again);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            // What follows cancels everything else, the test of the two matrices, too.
            EXPECT_TRUE(Gui::wait_until(
                person, [&] { return two_now(gui.state()) != nullptr && two_now(gui.state())->is_tested; }));
            gui.wait_for_picture_alone(person);
            after = two_seen(gui, person, "session_two_after");
        }));
        EXPECT_EQ(gui.state().two.other, other);
        EXPECT_EQ(different_pixels(after, before), 0);
        std::filesystem::remove(path("two.pairscope"));
    }
}

} // namespace
} // namespace pairscope::app

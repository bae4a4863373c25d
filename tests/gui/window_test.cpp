// SPDX-License-Identifier: MIT
// What the mouse and the keys do in the window, and what the next start remembers.
#include "profiling/recording/file.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>

namespace pairscope::app {
namespace {

class WindowTest : public FolderTest {
protected:
    /// Points with names that a person may look for.
    [[nodiscard]] std::filesystem::path towns() const {
        std::ofstream file(folder() / "towns.csv");
        file << "name,x,y\n";
        for (int i = 0; i < 200; ++i) file << "town" << i << "," << i << "," << (i * i) % 97 << "\n";
        return folder() / "towns.csv";
    }
    /// To read it takes longer than a frame.
    [[nodiscard]] std::filesystem::path large() const {
        std::string rows = "x,y\n";
        for (int i = 0; i < 400'000; ++i) rows += "0.25,0.75\n";
        std::ofstream(folder() / "large.csv") << rows;
        return folder() / "large.csv";
    }
    /// A recording of generated points.
    [[nodiscard]] std::filesystem::path recording(const profiling::RecordedPoints& points) const {
        profiling::Recording made =
            profiling::load_recording("assets/recordings/NVIDIA H200/distance_matrix.pairscope");
        made.points = points;
        made.label = "H200";
        profiling::save_recording(folder() / "h200.pairscope", made);
        return folder() / "h200.pairscope";
    }
    /// Lets frames pass until the condition holds, and three more, in which the panels show it.
    static void wait_until(ImGuiTestContext& person, const std::function<bool()>& condition) {
        EXPECT_TRUE(Gui::wait_until(person, condition));
        person.Yield(3);
    }
};

TEST_F(WindowTest, the_mark_of_the_mouse_ends_when_it_jumps_out_of_the_matrix) {
    Gui gui(with_points(Shape::ring, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        for (const ImVec2 outside : {ImVec2{1590, 890}, ImVec2{-1, -1}, ImVec2{-FLT_MAX, -FLT_MAX}}) {
            person.MouseTeleportToPos(person.ItemInfo("//Matrix/##heatmap").RectFull.GetCenter());
            person.Yield(3);
            ASSERT_TRUE(gui.state().view.hovered);
            person.MouseTeleportToPos(outside);
            person.Yield(3);
            EXPECT_FALSE(gui.state().view.hovered) << outside.x;
        }
    }));
}

TEST_F(WindowTest, the_mouse_that_jumps_from_the_matrix_to_a_point_marks_the_point) {
    Gui gui(with_points(Shape::uniform_square, 12));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.MouseTeleportToPos(person.ItemInfo("//Matrix/##heatmap").RectFull.GetCenter());
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered_in, HoverPlace::matrix);
        const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
        const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
        const auto points = coordinates(*gui.state().data.now.question.first);
        const Pixel at = to_pixel(gui.state().view.scatter, {double(points[0]), double(points[1])}, viewport);
        person.MouseTeleportToPos({box.Min.x + float(at.x), box.Min.y + float(at.y)});
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        EXPECT_EQ(gui.state().view.hovered_in, HoverPlace::points);
        EXPECT_EQ(gui.state().view.hovered->row, 0);
    }));
}

TEST_F(WindowTest, a_point_that_is_found_is_marked_and_comes_into_view) {
    StartOptions options;
    options.files = {towns()};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        wait_until(person, [&] { return gui.session().picture_ready(); });
        const ImRect box = person.ItemInfo("//Matrix/##heatmap").RectFull;
        const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
        gui.session().push(command::SetView{zoomed_to({0, 0, 20, 20}, viewport, gui.state().output.shape)});
        person.MouseTeleportToPos(box.GetCenter()); // and there it stays
        person.Yield(3);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
        person.Yield(3);
        person.KeyCharsAppend("town170");
        person.Yield(2);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(5);
        ASSERT_TRUE(gui.state().view.pinned);
        const Cell found = *gui.state().view.pinned;
        EXPECT_EQ(gui.state().data.now.question.first->labels[std::size_t(found.row)], "town170");
        const Pixel at =
            pixel_at(gui.state().view.heatmap, {double(found.row) + 0.5, double(found.col) + 0.5}, viewport);
        EXPECT_GE(at.x, 0.0);
        EXPECT_GE(at.y, 0.0);
        EXPECT_LT(at.x, viewport.width);
        EXPECT_LT(at.y, viewport.height);
        person.MouseTeleportToPos({1590, 890});
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_EQ(gui.state().view.marked->cell, found);
    }));
}

TEST_F(WindowTest, the_strip_with_an_error_goes_when_a_file_is_read) {
    std::ofstream(folder() / "broken.csv") << "not a table";
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        const auto is_shown = [&] {
            return person.WindowInfo("//Notices", ImGuiTestOpFlags_NoError).Window != nullptr &&
                   person.WindowInfo("//Notices").Window->WasActive;
        };
        gui.wait_for_picture(person);
        gui.session().open({folder() / "broken.csv"});
        wait_until(person, is_shown);
        gui.session().open({towns()});
        wait_until(person, [&] { return gui.state().data.now.question.first->rows == 200; });
        EXPECT_FALSE(is_shown());
        EXPECT_EQ(std::ranges::count(gui.state().notices, Severity::error, &Notice::severity), 1) << "the log has it";
    }));
}

TEST_F(WindowTest, a_file_that_is_opened_while_another_is_read_takes_its_place) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().open({large()});
        gui.session().open({towns()});
        wait_until(person, [&] { return gui.state().data.now.question.first->rows == 200; });
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().data.now.question.first->rows, 200);
        EXPECT_EQ(gui.state().data.recent, std::vector{folder() / "towns.csv"}) << "the other was not read";
        EXPECT_EQ(std::ranges::count(gui.state().notices, Severity::error, &Notice::severity), 0);
    }));
}

TEST_F(WindowTest, points_that_are_chosen_while_a_file_is_read_stay) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().open({large()});
        gui.session().push(command::SetSource{default_settings(Shape::spiral, 77)});
        person.Yield(2);
        EXPECT_FALSE(gui.state().data.loading);
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().data.now.question.first->rows, 77);
    }));
}

/// Keys as X delivers them: a modifier is sent as a key and as what it does.
void send(ImGuiKey key, bool down) {
    ImGuiIO& io = ImGui::GetIO();
    if (key == ImGuiKey_LeftCtrl) io.AddKeyEvent(ImGuiMod_Ctrl, down);
    io.AddKeyEvent(key, down);
}

TEST_F(WindowTest, a_chord_whose_ctrl_is_released_before_the_frame_that_sees_its_key_is_done) {
    Gui gui(with_points(Shape::ring, 60));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) { gui.wait_for_picture(person); }));
    const auto chord = [&](const std::function<void()>& frame, bool ctrl_a_frame_before, bool ctrl_first) {
        send(ImGuiKey_LeftCtrl, true);
        if (ctrl_a_frame_before) frame();
        send(ImGuiKey_O, true);
        send(ctrl_first ? ImGuiKey_LeftCtrl : ImGuiKey_O, false);
        send(ctrl_first ? ImGuiKey_O : ImGuiKey_LeftCtrl, false);
        for (int i = 0; i < 6; ++i) frame();
    };
    gui.frames_by_hand([&](const std::function<void()>& frame) {
        for (const bool ctrl_a_frame_before : {false, true})
            for (const bool ctrl_first : {false, true}) {
                chord(frame, ctrl_a_frame_before, ctrl_first);
                EXPECT_EQ(gui.state().look.dialog, Dialog::open_file) << ctrl_a_frame_before << ctrl_first;
                EXPECT_EQ(gui.state().run.target, TargetKind::linear) << "O alone is another key";
                gui.session().push(command::ShowDialog{Dialog::none});
                for (int i = 0; i < 6; ++i) frame();
            }
        send(ImGuiKey_O, true); // and the other way round: Ctrl comes after the key
        send(ImGuiKey_LeftCtrl, true);
        for (int i = 0; i < 3; ++i) frame();
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
        EXPECT_EQ(gui.state().run.target, TargetKind::surface);
    });
}

TEST_F(WindowTest, its_points_in_the_title_of_a_recording_makes_them_this_session_s) {
    const GeneratorSettings settings = default_settings(Shape::two_moons, 77);
    auto data = std::make_shared<Dataset>(generate(default_settings(Shape::spiral, 55)));
    data->name = "of a file";
    const std::vector<std::pair<profiling::RecordedPoints, std::int64_t>> cases{
        {settings, 77}, {std::shared_ptr<const Dataset>(data), 55}};
    for (const auto& [points, rows] : cases) {
        Gui gui(with_points(Shape::ring, 60));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.session().open({recording(points)});
            wait_until(person, [&] { return gui.state().recordings.shown.size() == 1; });
            person.ItemClick(person.GetID("points of recording 1 NVIDIA H200", person.WindowInfo("//Ladder/rows").ID));
            wait_until(person, [&] { return gui.state().data.now.question.first->rows == rows; });
            EXPECT_EQ(gui.state().recordings.shown.size(), 1u) << "it is not opened again";
        }));
    }
}

TEST_F(WindowTest, one_switch_in_the_ladder_chooses_the_output_of_all_panels) {
    StartOptions options = with_points(Shape::ring, 60);
    options.variant = "distance_matrix/coalesced";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().open({recording(default_settings(Shape::ring, 60))});
        wait_until(person, [&] { return gui.state().recordings.shown.size() == 1; });
        EXPECT_EQ(gui.state().run.target, TargetKind::linear) << "linear memory is shown first";
        person.ItemClick("//Ladder/output_texture");
        person.Yield(3);
        EXPECT_EQ(gui.state().run.target, TargetKind::surface);
        for (const char* panel : {"Roofline", "Time", "Counters", "Trace"}) {
            gui.session().push(command::FocusPanel{panel});
            person.Yield(4);
            gui.keep_screen(person, std::string("output_texture_") + panel);
        }
        person.ItemClick("//Ladder/output_linear");
        person.Yield(3);
        EXPECT_EQ(gui.state().run.target, TargetKind::linear);
        person.KeyPress(ImGuiKey_O);
        person.Yield(3);
        EXPECT_EQ(gui.state().run.target, TargetKind::surface);
    }));
}

TEST_F(WindowTest, the_next_start_remembers_the_output_and_the_recordings) {
    keep_settings_in_folder();
    const auto file = recording(default_settings(Shape::ring, 60));
    {
        Gui gui(with_points(Shape::ring, 60), Gui::Settings::kept);
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.session().open({file});
            gui.session().push(command::SetTarget{TargetKind::surface});
            wait_until(person, [&] { return gui.state().recordings.shown.size() == 1; });
        }));
    }
    Gui gui(with_points(Shape::ring, 60), Gui::Settings::kept);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        wait_until(person, [&] { return gui.state().recordings.shown.size() == 1; });
        EXPECT_EQ(gui.state().run.target, TargetKind::surface);
        EXPECT_EQ(gui.state().recordings.shown.front().path, file);
    }));
}

} // namespace
} // namespace pairscope::app

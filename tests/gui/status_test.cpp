// SPDX-License-Identifier: MIT
// The status line confirms what was saved, and the menu bar says what the program does.
#include "app/spine/pulse.h"
#include "app/window/status/frame_rate.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace pairscope::app {
namespace {

class Status : public FolderTest {};

TEST_F(Status, confirms_what_was_saved_and_opens_its_folder) {
    const std::filesystem::path tools = folder() / "tools", told = folder() / "told.txt";
    std::filesystem::create_directories(tools);
    std::ofstream(tools / "xdg-open") << "#!/bin/sh\nprintf %s \"$1\" > '" << told.string() << "'\n";
    std::filesystem::permissions(tools / "xdg-open", std::filesystem::perms::owner_all);
    const std::string path = std::getenv("PATH");
    setenv("PATH", (tools.string() + ":" + path).c_str(), 1);
    Gui gui(with_points(Shape::clusters, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_FALSE(person.ItemExists("//Status/open_folder"));
        gui.session().push(command::SavePicture{folder() / "picture.png"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().look.saved.has_value(); }));
        person.Yield(3);
        EXPECT_EQ(gui.state().look.saved->path, folder() / "picture.png");
        gui.keep_screen(person, "saved");
        person.ItemClick("//Status/open_folder");
        ASSERT_TRUE(Gui::wait_until(
            person, [&] { return std::filesystem::exists(told) && std::filesystem::file_size(told) > 0; }));
        std::ifstream stream(told);
        EXPECT_EQ(std::string(std::istreambuf_iterator<char>(stream), {}), folder().string());
        person.ItemClick("//Status/hide_saved");
        person.Yield(3);
        EXPECT_FALSE(person.ItemExists("//Status/open_folder"));
    }));
    setenv("PATH", path.c_str(), 1);
}

TEST_F(Status, says_at_rest_only_at_rest) {
    Gui gui(with_points(Shape::clusters, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        bool measured = false;
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            const bool works = gui.state().run.activity.has_value();
            EXPECT_FALSE(pulse_text(gui.state()) == "idle" && works);
            measured = measured || pulse_text(gui.state()) == "measuring";
            return gui.session().at_rest() && measured;
        }));
        EXPECT_EQ(pulse_text(gui.state()), "idle");
    }));
}

TEST(FrameRate, is_that_of_frames_without_a_pause_and_ends_with_them) {
    using std::chrono::milliseconds;
    FrameRate rate;
    const Clock::time_point start{};
    double last = 0.0;
    for (int i = 0; i <= 60; ++i) last = rate.after_frame(false, start + i * milliseconds(40));
    EXPECT_NEAR(last, 25.0, 0.5);
    EXPECT_EQ(rate.after_frame(true, start + milliseconds(2500)), 0.0) << "nothing moves any more";
}

} // namespace
} // namespace pairscope::app

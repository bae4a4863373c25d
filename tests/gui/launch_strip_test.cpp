// SPDX-License-Identifier: MIT
// What happens inside a launch, as a person sees it: from a recording without a GPU, sampled where there is one. With
// PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/measuring.h"
#include "profiling/recording/file.h"
#include "tests/gui/folder_test.h"
#include "tests/profiling/sample_recording.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using testing::SizeIs;

constexpr const char* slow = "distance_matrix/row_per_thread";
constexpr const char* quick = "distance_matrix/vec4_rows";

class LaunchStripStory : public FolderTest {
protected:
    /// Two variants on an H200, each with the samples of one launch.
    [[nodiscard]] std::filesystem::path recorded() const {
        profiling::Recording recording = profiling::sample_recording();
        recording.label = "H200";
        recording.devices = {profiling::sample_gpu()};
        recording.ceilings.resize(1);
        recording.runs.clear();
        for (const char* id : {slow, quick}) {
            profiling::Measurement m = profiling::sample_measurement();
            m.variant_id = id;
            m.target = TargetKind::linear;
            if (id == slow) // the same launch, four times as long
                for (auto* times : {&m.timeline->begins, &m.timeline->ends})
                    for (double& time : *times) time *= 4.0;
            if (id == slow) m.timeline->seconds *= 4.0;
            recording.runs.push_back(m);
        }
        profiling::save_recording(folder() / "h200.pairscope", recording);
        return folder() / "h200.pairscope";
    }
};

/// The rectangle of the charts, wherever the panel was scrolled to.
ImRect strip_of(ImGuiTestContext& person) {
    person.ScrollToItemY("//Time/##launch");
    return person.ItemInfo("//Time/##launch").RectFull;
}

bool tooltip_is_shown() {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
        if (window->WasActive && (window->Flags & ImGuiWindowFlags_Tooltip) != 0) return true;
    return false;
}

TEST_F(LaunchStripStory, a_recording_shows_its_launches_above_each_other) {
    Gui gui(with_points(Shape::two_moons, 600));
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "this machine has a GPU, whose own runs are shown";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(3);
        EXPECT_FALSE(person.ItemExists("//Time/##launch")) << "a sentence says what would be there";
        EXPECT_FALSE(launch_awaits(gui.state()).empty());
        gui.keep_screen(person, "launch_nothing");
        gui.session().open({recorded()});
        gui.wait_for_rest(person);
        gui.session().push(command::SelectVariant{quick});
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        ASSERT_THAT(shown_launches(gui.state()), SizeIs(1));
        const float one = strip_of(person).GetHeight();
        person.MouseMoveToPos(strip_of(person).GetCenter());
        person.Yield(3);
        EXPECT_TRUE(tooltip_is_shown());
        gui.keep_screen(person, "launch_recorded");
        gui.session().push(command::CompareWith{.id = slow});
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        ASSERT_THAT(shown_launches(gui.state()), SizeIs(2));
        EXPECT_GT(strip_of(person).GetHeight(), 1.5f * one);
        person.MouseMoveToPos({2, 2});
        person.Yield(3);
        gui.keep_screen(person, "launch_compared");
    }));
}

TEST_F(LaunchStripStory, the_shipped_recordings_show_a_launch_of_each_kernel_of_the_ladder) {
    Gui gui(with_points(Shape::two_moons, 600));
    if (gui.state().run.no_gpu.empty()) GTEST_SKIP() << "this machine has a GPU, whose own runs are shown";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        for (const char* machine : {"NVIDIA H100", "NVIDIA H200"}) {
            gui.session().open({assets_folder() / "recordings" / machine / "distance_matrix.pairscope"});
            gui.wait_for_rest(person);
            for (const char* id : {slow, "distance_matrix/tile16", quick}) {
                gui.session().push(command::SelectVariant{id});
                gui.session().push(command::FocusPanel{"Time"});
                person.Yield(4);
                EXPECT_THAT(shown_launches(gui.state()), SizeIs(1)) << machine << ", " << id;
                ASSERT_TRUE(person.ItemExists("//Time/##launch")) << machine << ", " << id;
                const ImRect panel = person.WindowInfo("//Time").Window->InnerRect;
                EXPECT_TRUE(panel.Contains(person.ItemInfo("//Time/##launch").RectFull))
                    << machine << ", " << id << ": nobody has to scroll to see it";
            }
        }
        gui.keep_screen(person, "launch_shipped");
    }));
}

TEST_F(LaunchStripStory, a_laptop_shows_all_of_the_panel_at_once_in_a_window_of_the_usual_size) {
    StartOptions options = with_points(Shape::clusters, 1024);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_rsqrt_newton";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        EXPECT_EQ(person.WindowInfo("//Time").Window->ScrollMax.y, 0.0f);
        gui.keep_screen(person, "launch_laptop");
    }));
}

TEST_F(LaunchStripStory, a_gpu_samples_a_launch_and_shows_it) {
    StartOptions options = with_points(Shape::clusters, 8192);
    options.variant = quick;
    Gui gui(options);
    if (!gui.state().run.no_gpu.empty()) GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        if (!launch_awaits(gui.state()).empty()) { // forbidden here, and the panel says why
            gui.keep_screen(person, "launch_forbidden");
            return;
        }
        EXPECT_THAT(shown_launches(gui.state()), SizeIs(1));
        EXPECT_TRUE(person.ItemExists("//Time/##launch"));
        gui.keep_screen(person, "launch_sampled");
        gui.session().push(command::CompareWith{.id = slow});
        gui.wait_for_rest(person);
        gui.session().push(command::FocusPanel{"Time"});
        person.Yield(4);
        EXPECT_THAT(shown_launches(gui.state()), SizeIs(2));
        gui.keep_screen(person, "launch_sampled_compared");
    }));
}

} // namespace
} // namespace pairscope::app

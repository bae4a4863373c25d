// SPDX-License-Identifier: MIT
// The window with workloads that only the tests have. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gmock/gmock.h>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

class WorkloadWindow : public WindowTest {};

bool is_there(ImGuiTestContext& person, const char* window) {
    const ImGuiWindow* found = person.GetWindowByRef(window);
    return found != nullptr && found->WasActive;
}

void visit_panels(Gui& gui, ImGuiTestContext& person, const std::string& workload) {
    for (const char* panel : {"Roofline", "Time", "Counters", "Trace", "Compare", "Source"}) {
        gui.session().push(command::FocusPanel{panel});
        person.Yield(4);
        EXPECT_TRUE(is_there(person, (std::string("//") + panel).c_str())) << panel;
        gui.keep_screen(person, workload + "_" + panel);
    }
}

TEST_F(WorkloadWindow, the_picker_changes_the_workload_and_the_panels_follow) {
    Gui gui(with_points(Shape::ring, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        EXPECT_TRUE(is_there(person, "//Matrix"));
        EXPECT_FALSE(is_there(person, "//Output"));
        person.SetRef("//Data");
        person.ItemClick("##workload");
        person.ItemClick("//$FOCUSED/Byte matches");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.workload == "byte_matches"; }));
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(gui.state()); }));
        person.Yield(3);
        EXPECT_TRUE(is_there(person, "//Matches"));
        EXPECT_EQ(gui.state().matches.counts.all, 256);
        gui.keep_screen(person, "byte_matches");
        for (const char* gone : {"//Matrix", "//Nearest", "//Output"}) EXPECT_FALSE(is_there(person, gone)) << gone;
        gui.wait_for_rest(person);
        for (const KernelVariant* variant : ladder(gui.state()))
            EXPECT_NE(outcome_for(gui.state(), *variant), nullptr) << variant->id;
        visit_panels(gui, person, "matches_cpu");
        gui.session().push(command::SelectVariant{"byte_matches/query_per_thread"});
        gui.wait_for_rest(person);
        EXPECT_TRUE(gui.state().trace.trace);
        visit_panels(gui, person, "matches_cuda");
    }));
}

TEST_F(WorkloadWindow, a_parameter_has_a_slider_and_an_entry) {
    StartOptions options;
    options.workload = "byte_matches";
    options.vectors = VectorSource{};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(gui.state()); }));
        person.SetRef("//Data");
        person.ItemInputValue("##weight exact", 2.0f);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.parameters.front() == 2.0; }));
        person.ItemInputValue("##candidates exact", 50);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return current_workload(gui.state()).cols == 50; }));
        EXPECT_EQ(current_workload(gui.state()).rows, 256) << "the other set keeps its size";
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return current_workload(gui.state()).cols == 128; }));
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.parameters.front() == 1.0; }));
    }));
}

TEST_F(WorkloadWindow, a_number_is_shown_and_the_matrix_comes_back) {
    StartOptions options = with_points(Shape::clusters, 300);
    options.variant = "distance_sum/cpu_sum";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return output_is_current(gui.state()); }));
        EXPECT_EQ(gui.state().data.now.question.workload, "distance_sum") << "the variant says which";
        EXPECT_TRUE(std::holds_alternative<double>(gui.state().output.values));
        gui.wait_for_rest(person);
        visit_panels(gui, person, "sum");
        gui.session().push(command::ChooseWorkload{"distance_matrix"});
        gui.wait_for_picture(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{300, 300}));
        person.Yield(3);
        EXPECT_TRUE(is_there(person, "//Matrix"));
        EXPECT_FALSE(is_there(person, "//Output"));
        gui.keep_screen(person, "matrix_again");
    }));
}

} // namespace
} // namespace pairscope::app

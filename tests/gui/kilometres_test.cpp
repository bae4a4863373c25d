// SPDX-License-Identifier: MIT
// A person with a list of places: the screen says that degrees are compared as if the Earth were flat, and one click
// gives kilometres.
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/data_source.h"
#include "app/subjects/matrix/differences/differences.h"
#include "kernels/data/globe.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/gui.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fmt/format.h>
#include <fstream>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

class KilometresWindow : public FolderTest {
protected:
    std::filesystem::path file;

    void SetUp() override {
        FolderTest::SetUp();
        if (IsSkipped()) return;
        file = folder() / "houses.csv";
        std::ofstream text(file);
        text << "name,lat,lon\n";
        for (int i = 0; i < 300; ++i)
            text << fmt::format("house {:03},{:.5f},{:.5f}\n", i, 52.4 + 0.0007 * ((i * 37) % 300),
                                13.2 + 0.0011 * ((i * 101) % 300));
    }
    [[nodiscard]] StartOptions of_file() const {
        StartOptions options;
        options.files = {file};
        options.device = "cpu";
        return options;
    }
    static bool is_in_kilometres(const Gui& gui) { return current_type(gui.state()).metric == Metric::great_circle; }
};

TEST_F(KilometresWindow, a_click_in_the_data_panel_shows_kilometres_everywhere) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        ASSERT_TRUE(offers_kilometres(gui.state()));
        EXPECT_TRUE(person.ItemExists("//Matrix/###kilometres")) << "the matrix panel says so, too";
        gui.keep_screen(person, "flat_degrees");
        person.ItemClick("//Data/kilometres");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_in_kilometres(gui) && output_is_current(gui.state()); }));
        person.Yield(3);
        EXPECT_FALSE(person.ItemExists("//Matrix/###kilometres"));
        person.MouseMove("//Matrix/##heatmap"); // marks a row, whose neighbours are listed
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().view.marked.has_value(); }));
        person.Yield(4);
        gui.keep_screen(person, "kilometres");
        EXPECT_EQ(unit_of_content(gui.state()), "km") << "of the colour bar";
        const auto& nearest = gui.state().view.marked->neighbours.front();
        EXPECT_LT(nearest.distance, 3.0f);
        EXPECT_GT(nearest.distance, 0.0f);
        const float largest = gui.state().output.summary.max;
        EXPECT_GT(largest, 20.0f) << "the city is 23 km by 22 km";
        EXPECT_LT(largest, 40.0f);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !is_in_kilometres(gui); }));
    }));
}

TEST_F(KilometresWindow, so_does_the_button_above_the_matrix_and_the_way_back_is_undo) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Matrix/###kilometres");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_in_kilometres(gui); }));
        gui.wait_for_picture_alone(person);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        EXPECT_FALSE(is_in_kilometres(gui));
        EXPECT_TRUE(offers_kilometres(gui.state()));
    }));
}

TEST_F(KilometresWindow, columns_of_other_names_become_places_by_a_check_box) {
    std::ofstream text(file);
    text << "name,east,north\n";
    for (int i = 0; i < 40; ++i)
        text << fmt::format("house {},{:.4f},{:.4f}\n", i, 13.2 + 0.01 * i, 52.4 + 0.007 * (i % 7));
    text.close();
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_FALSE(offers_kilometres(gui.state())) << "the names do not tell";
        person.ItemClick("//Data/##columns");
        person.ItemClick("//$FOCUSED/longitude and latitude##places");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return offers_kilometres(gui.state()); }));
        person.Yield(2);
        gui.keep_screen(person, "columns_of_places");
        person.KeyPress(ImGuiKey_Escape);
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Data/kilometres");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return is_in_kilometres(gui); }));
        gui.wait_for_picture_alone(person);
        gui.keep_screen(person, "named_places");
        EXPECT_EQ(place_names(*gui.state().data.now.question.first).latitude, "north");
    }));
}

TEST_F(KilometresWindow, every_metric_is_chosen_in_the_list_of_workloads_and_keeps_the_points) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto points = gui.state().data.now.question.first;
        for (const Metric metric : {Metric::manhattan, Metric::chebyshev, Metric::cosine, Metric::squared}) {
            const WorkloadType& type = *workload_of_metric(metric);
            person.SetRef("//Data");
            person.ItemClick("##workload");
            person.ItemClick(fmt::format("//$FOCUSED/{}", type.title).c_str());
            gui.wait_for_picture_alone(person);
            EXPECT_EQ(current_type(gui.state()).id, type.id);
            EXPECT_EQ(gui.state().data.now.question.first->labels, points->labels);
            EXPECT_TRUE(output_is_current(gui.state())) << type.id;
            gui.keep_screen(person, std::string(name_of(metric)));
        }
    }));
}

} // namespace
} // namespace pairscope::app

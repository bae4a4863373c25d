// SPDX-License-Identifier: MIT
// A person with a table of her own: she chooses columns, sets a threshold, sorts a list and hides what is not about
// data.
#include "app/spine/state_queries.h"
#include "app/subjects/data/column_words.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/gui.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>

namespace pairscope::app {
namespace {

using testing::ElementsAre;

class DataColumns : public FolderTest {
protected:
    std::filesystem::path file;

    void SetUp() override {
        FolderTest::SetUp();
        if (IsSkipped()) return;
        file = folder() / "people.csv";
        std::ofstream text(file);
        text << "name,id,mass [kg],height [m],age [years],income,same\n";
        for (int i = 0; i < 40; ++i)
            text << fmt::format("person {:02},{},{},{},{},{},1\n", i, 1000 + i, 50 + (i * 37) % 45,
                                1.5 + 0.01 * ((i * 17) % 45), 20 + (i * 11) % 60, 20000 + 700 * ((i * 23) % 40));
    }
    [[nodiscard]] StartOptions of_file() const {
        StartOptions options;
        options.files = {file};
        options.device = "cpu";
        return options;
    }
};

TEST_F(DataColumns, a_table_with_five_columns_is_compared_by_all_of_them_and_by_chosen_ones) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.SetRef("//Data");
        person.ItemClick("##columns");
        gui.keep_screen(person, "columns_of_points");
        person.ItemClick("//$FOCUSED/###more columns");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->dims == 5; }));
        gui.wait_for_picture_alone(person);
        EXPECT_THAT(used_columns(*gui.state().data.now.question.first),
                    ElementsAre("mass [kg]", "height [m]", "age [years]", "income", "same"));
        person.ItemClick("##columns");
        person.ItemClick("//$FOCUSED/standardise##standardise");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().data.now.question.first->scales.empty(); }));
        person.Yield(2);
        gui.keep_screen(person, "columns_of_vectors");
        person.ItemClick("//$FOCUSED/columns/###use 6");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->dims == 4; }));
        person.KeyPress(ImGuiKey_Escape);
        gui.wait_for_picture_alone(person);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        EXPECT_EQ(gui.state().data.now.question.first->dims, 5) << "undo brings the column back";
    }));
}

TEST_F(DataColumns, a_panel_says_that_only_two_columns_are_compared_and_offers_all) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Data/compare_all_columns");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->dims == 5; }));
        gui.wait_for_picture_alone(person);
        EXPECT_FALSE(person.ItemExists("//Data/compare_all_columns")) << "all are compared";
    }));
}

/// The panel as a small window shows it, for each of these workloads.
void expect_no_scrolling(StartOptions options, const char* picture, bool offers_all) {
    options.width = 1280;
    options.height = 720;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        for (const char* workload : {"rbf_matrix", "rbf_density", "distance_matrix"}) {
            gui.session().push(command::ChooseWorkload{workload});
            gui.wait_for_picture_alone(person);
            person.Yield(4);
            EXPECT_EQ(person.WindowInfo("//Data").Window->ScrollMax.y, 0.0f) << workload;
            EXPECT_EQ(person.ItemExists("//Data/compare_all_columns"), offers_all) << workload;
            gui.keep_screen(person, fmt::format("{}_{}", picture, workload));
        }
    }));
}

TEST_F(DataColumns, all_controls_of_a_file_are_in_sight_in_a_small_window) {
    expect_no_scrolling(of_file(), "columns_of_people", true);
}

TEST_F(DataColumns, places_are_not_offered_to_be_compared_by_other_columns_than_longitude_and_latitude) {
    StartOptions options = of_file();
    options.files = {"assets/datasets/cities.csv.gz"};
    options.n = 300;
    expect_no_scrolling(options, "columns_of_places", false);
    options.workload = "great_circle_distance";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_FALSE(person.ItemExists("//Data/compare_all_columns"));
        person.ItemClick("//Data/##columns");
        person.Yield(2);
        EXPECT_FALSE(person.ItemExists("//$FOCUSED/###more columns"));
    }));
}

TEST_F(DataColumns, a_threshold_dims_values_and_counts_the_others) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.SetRef("//Matrix");
        person.ItemClick("##histogram");
        EXPECT_TRUE(gui.state().view.colours.histogram);
        person.ItemClick("##bar");
        ASSERT_TRUE(gui.state().view.colours.dimming);
        EXPECT_TRUE(gui.state().view.colours.dimming->above);
        gui.keep_screen(person, "threshold");
        person.ItemClick("###dim side");
        EXPECT_FALSE(gui.state().view.colours.dimming->above);
        person.ItemInputValue("##threshold", "0.5");
        EXPECT_FLOAT_EQ(gui.state().view.colours.dimming->threshold, 0.5f);
        person.ItemClick("##bar", ImGuiMouseButton_Right);
        EXPECT_FALSE(gui.state().view.colours.dimming);
    }));
}

TEST_F(DataColumns, one_key_hides_the_panels_about_kernels_and_brings_them_back) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_NE(person.GetWindowByRef("//Ladder"), nullptr);
        const float before = person.ItemInfo("//Matrix/##heatmap").RectFull.GetWidth();
        person.KeyPress(ImGuiKey_A);
        person.Yield(6);
        EXPECT_TRUE(gui.state().look.data_arrangement);
        gui.keep_screen(person, "only_data");
        EXPECT_FALSE(person.GetWindowByRef("//Ladder")->WasActive);
        EXPECT_GT(person.ItemInfo("//###Matrix, data alone/##heatmap").RectFull.GetWidth(), before);
        const ImGuiWindow* const matrix = person.GetWindowByRef("//###Matrix, data alone");
        const ImGuiWindow* const nearest = person.GetWindowByRef("//###Nearest, data alone");
        EXPECT_GE(nearest->Pos.x, matrix->Pos.x + matrix->Size.x) << "the list stands beside the matrix";
        EXPECT_EQ(nearest->Size.y, matrix->Size.y);
        person.KeyPress(ImGuiKey_A);
        person.Yield(6);
        EXPECT_TRUE(person.GetWindowByRef("//Ladder")->WasActive);
    }));
}

TEST_F(DataColumns, all_neighbours_of_a_row_are_saved_in_the_order_of_the_list) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Matrix/##heatmap");
        ASSERT_TRUE(gui.state().view.pinned);
        person.MouseMove("//Nearest/sort_name");
        person.ItemClick("//Nearest/sort_name");
        EXPECT_EQ(gui.state().neighbours.order.key, NeighbourOrder::Key::name);
        person.ItemClick("//Nearest/sort_name");
        EXPECT_TRUE(gui.state().neighbours.order.falling);
        gui.keep_screen(person, "sorted_neighbours");
        gui.session().push(command::SaveRow{folder() / "row.csv"});
        gui.session().push(command::SaveFigure{folder() / "figure.pdf"});
        gui.session().push(command::SaveFigure{folder() / "figure.svg"});
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            return std::filesystem::exists(folder() / "row.csv") && std::filesystem::exists(folder() / "figure.svg");
        }));
        std::ifstream saved(folder() / "row.csv");
        std::string heading, first;
        std::getline(saved, heading);
        std::getline(saved, first);
        EXPECT_EQ(heading, "row,id,label,rank,neighbour,neighbour_id,neighbour_label,distance");
        EXPECT_NE(first.find("person 39"), std::string::npos) << first;
    }));
}

TEST_F(DataColumns, the_column_of_labels_is_kept_when_all_columns_are_compared_and_can_be_chosen_there) {
    std::ofstream(file) << "id,name,kind,mass,height,age\n0,a,cat,3,45,10\n1,b,cow,612,257,5\n2,c,cow,619,264,8\n"
                           "3,d,dog,19,78,11\n4,e,cat,4,47,12\n5,f,dog,20,77,9\n6,g,cat,5,44,3\n7,h,cow,600,250,4\n";
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.SetRef("//Data");
        person.ComboClick("##labels/mass");
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            const std::vector<std::string>& labels = gui.state().data.now.question.first->labels;
            return std::ranges::find(labels, "612") != labels.end();
        }));
        gui.wait_for_picture_alone(person);
        person.ComboClick("##labels/kind");
        gui.wait_for_picture_alone(person);
        person.ItemClick("compare_all_columns");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->dims == 3; }));
        gui.wait_for_picture_alone(person);
        EXPECT_THAT(gui.state().view.label_groups.names, ElementsAre("cat", "cow", "dog"));
        person.ItemClick("##columns");
        person.ItemClick("//$FOCUSED/columns/###label 1");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->labels[0] == "a"; }));
        person.Yield(2);
        gui.keep_screen(person, "labels_of_vectors");
        EXPECT_EQ(gui.state().view.label_groups.names.size(), 8u) << "the colours are those of the names";
        person.ItemClick("//$FOCUSED/columns/###label 0");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->labels[7] == "7"; }));
    }));
}

} // namespace
} // namespace pairscope::app

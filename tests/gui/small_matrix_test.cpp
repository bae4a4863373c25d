// SPDX-License-Identifier: MIT
// A person with a few named points: the names stand beside the matrix, they are found, and they stay when the file is
// chosen again.
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/data/find_label.h"
#include "app/subjects/matrix/order/edge_labels.h"
#include "app/subjects/matrix/order/order.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fstream>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

class SmallMatrix : public FolderTest {
protected:
    [[nodiscard]] std::filesystem::path towns() const {
        const std::filesystem::path path = folder() / "towns.csv";
        std::ofstream(path) << "name,lon,lat\nParis,2.35,48.85\nKoeln,6.96,50.94\nOslo,10.75,59.91\nRoma,12.5,41.9\n"
                               "Madrid,-3.7,40.42\nLisbon,-9.14,38.72\nWien,16.37,48.21\nBern,7.45,46.95\n";
        return path;
    }
    [[nodiscard]] StartOptions of_towns() const {
        StartOptions options;
        options.files = {towns()};
        options.device = "cpu";
        return options;
    }
};

ImRect rect_of_item(ImGuiTestContext& person, const char* edge) { return person.ItemInfo(edge).RectFull; }

void expect_names_beside_all_entries(StartOptions options, int width, int height) {
    options.width = width;
    options.height = height;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        person.Yield(3);
        gui.keep_screen(person, "small_matrix_" + std::to_string(width));
        ASSERT_TRUE(gui.state().view.fit);
        ASSERT_TRUE(person.ItemExists("//Matrix/##row labels"));
        ASSERT_TRUE(person.ItemExists("//Matrix/##column labels"));
        const ImRect rows = rect_of_item(person, "//Matrix/##row labels"),
                     columns = rect_of_item(person, "//Matrix/##column labels");
        const double zoom = gui.state().view.drawn_zoom;
        EXPECT_NEAR(rows.GetHeight(), 8.0 * zoom, 2.0) << "a name for each row";
        EXPECT_NEAR(columns.GetWidth(), 8.0 * zoom, 2.0);
        person.MouseMoveToPos({rows.Max.x + float(zoom) / 2, columns.Max.y + float(zoom) / 2});
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered, (Cell{0, 0})) << "the names cover no entry";
        person.MouseMoveToPos({rows.GetCenter().x, rows.Min.y + float(2.5 * zoom)});
        person.Yield(3);
        EXPECT_EQ(gui.state().view.hovered, (Cell{2, 2})) << "a name stands beside its row";
    }));
}

TEST_F(SmallMatrix, names_stand_beside_it_while_all_of_it_is_in_sight) {
    expect_names_beside_all_entries(of_towns(), 1600, 900);
    expect_names_beside_all_entries(of_towns(), 1280, 720);
}

TEST_F(SmallMatrix, trees_of_clusters_stand_outside_of_the_names) {
    Gui gui(of_towns());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::OrderMatrix{{.kind = OrderKind::clusters}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return person.ItemExists("//Matrix/##row tree"); }));
        person.Yield(4);
        gui.keep_screen(person, "small_matrix_trees");
        EXPECT_LE(rect_of_item(person, "//Matrix/##row tree").Max.x,
                  rect_of_item(person, "//Matrix/##row labels").Min.x + 1);
        EXPECT_LE(rect_of_item(person, "//Matrix/##column tree").Max.y,
                  rect_of_item(person, "//Matrix/##column labels").Min.y + 1);
    }));
}

TEST_F(SmallMatrix, going_to_a_label_never_makes_the_entries_smaller) {
    Gui gui(of_towns());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const double before = gui.state().view.drawn_zoom;
        ASSERT_GT(before, 40.0);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_G);
        person.KeyCharsAppendEnter("Oslo");
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.pinned);
        const std::int64_t found = gui.state().view.pinned->row;
        EXPECT_EQ(gui.state().data.now.question.first->labels[std::size_t(found)], "Oslo");
        EXPECT_GE(gui.state().view.drawn_zoom, before);
        gui.session().push(command::SetView{{{4.0, 4.0}, 150.0}});
        person.Yield(3);
        gui.session().push(command::GoTo{5, 5});
        person.Yield(3);
        EXPECT_EQ(gui.state().view.drawn_zoom, 150.0);
        EXPECT_EQ(gui.state().view.heatmap.center, (Position{5.5, 5.5}));
    }));
}

TEST_F(SmallMatrix, choosing_the_open_file_again_keeps_its_labels_and_reads_what_changed) {
    Gui gui(of_towns());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        std::ofstream(folder() / "towns.csv", std::ios::app) << "Athina,23.73,37.98\n";
        person.SetRef("//Data");
        person.ComboClick("##source/towns.csv");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->rows == 9; }));
        EXPECT_EQ(std::get<FileSource>(gui.state().data.now.source).columns.label, "name");
        ASSERT_EQ(gui.state().data.now.question.first->labels.size(), 9u);
        EXPECT_EQ(gui.state().data.now.question.first->labels.back(), "Athina");
    }));
}

TEST_F(SmallMatrix, a_shipped_file_is_chosen_again_with_labels_and_in_a_size_that_can_be_stored) {
    StartOptions options = of_towns();
    options.files = {large_dataset()};
    options.n = 300;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        const auto choose = [&](const std::filesystem::path& file, std::int64_t least) {
            person.SetRef("//Data");
            person.ComboClick(("##source/" + file.filename().string()).c_str());
            return Gui::wait_until(person, [&] {
                return !gui.state().data.loading && gui.state().data.now.question.first->rows >= least &&
                       std::get<FileSource>(gui.state().data.now.source).path == file;
            });
        };
        ASSERT_TRUE(choose(large_dataset(), 100'000));
        EXPECT_FALSE(gui.state().data.now.question.first->labels.empty());
        ASSERT_TRUE(choose(default_dataset(), 1));
        EXPECT_EQ(gui.state().data.now.question.first->rows, usual_rows(gui.state().run))
            << "as many as the window begins with";
        EXPECT_FALSE(gui.state().data.now.question.first->labels.empty());
    }));
}

TEST_F(SmallMatrix, where_rows_have_no_labels_the_search_says_so) {
    Gui gui(of_towns());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_THAT(why_not_found(gui.state().data.now), HasSubstr("No label has these letters"));
        FileSource source = std::get<FileSource>(gui.state().data.now.source);
        source.columns.label.reset();
        gui.session().push(command::SetSource{source});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->labels.empty(); }));
        EXPECT_THAT(why_not_found(gui.state().data.now),
                    HasSubstr("have no labels: the menu \"labels\" of the Data panel"));
        gui.session().push(command::SetSource{default_settings(Shape::ring, 50)});
        person.Yield(2);
        EXPECT_THAT(why_not_found(gui.state().data.now), HasSubstr("have no labels. Type a row"));
    }));
}

TEST(EdgeLabels, leave_the_matrix_in_the_middle_where_there_is_room_beside_it) {
    const Viewport wide{1000, 500};
    const auto corner = [&](const HeatmapView& view) { return pixel_at(view, {0.0, 0.0}, wide); };
    const HeatmapView beside = fitted_beside({100.0, 0.0}, {5, 5}, wide);
    EXPECT_DOUBLE_EQ(beside.pixels_per_cell, 100.0);
    EXPECT_NEAR(corner(beside).x, 250.0, 1e-9);
    const HeatmapView below = fitted_beside({300.0, 50.0}, {5, 5}, wide);
    EXPECT_DOUBLE_EQ(below.pixels_per_cell, 90.0);
    EXPECT_NEAR(corner(below).x, 300.0, 1e-9);
    EXPECT_NEAR(corner(below).y, 50.0, 1e-9);
}

} // namespace
} // namespace pairscope::app

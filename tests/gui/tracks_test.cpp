// SPDX-License-Identifier: MIT
// A person who chooses the class and the tracks of her rows, reads them at the edges of the matrix, and saves a figure.
#include "app/subjects/matrix/order/order.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/gui.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <fmt/format.h>
#include <fstream>

namespace pairscope::app {
namespace {

class TracksOfRows : public FolderTest {
protected:
    std::filesystem::path file, traits;

    void SetUp() override {
        FolderTest::SetUp();
        if (IsSkipped()) return;
        file = folder() / "plants.csv";
        traits = folder() / "traits.csv";
        std::ofstream text(file), more(traits);
        text << "specimen,species,year,site,x,y\n";
        more << "name,height\n";
        constexpr const char* species[] = {"setosa", "versicolor", "virginica"};
        for (int i = 0; i < 60; ++i) {
            text << fmt::format("s{:02},{},{},site {},{},{}\n", i, species[i % 3], 2007 + i % 4, i,
                                i % 3 * 10 + (i * 7) % 5, (i * 11) % 7);
            if (i % 2 == 0) more << fmt::format("s{:02},{}\n", i, 0.5 * i);
        }
    }
    [[nodiscard]] StartOptions of_file(int width = 0, int height = 0) const {
        StartOptions options;
        options.files = {file};
        options.device = "cpu";
        options.width = width;
        options.height = height;
        return options;
    }
};

TEST_F(TracksOfRows, are_chosen_in_the_data_panel_drawn_along_the_matrix_and_order_it) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        EXPECT_FALSE(person.ItemExists("//Matrix/##row tracks"));
        person.ItemClick("//Data/##tracks");
        person.ItemClick("//$FOCUSED/tracks of columns/###class species");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return class_of_rows(gui.state()) != nullptr; }));
        person.ItemClick("//$FOCUSED/tracks of columns/###track x");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return tracks_of(gui.state()).size() == 2; }));
        person.Yield(2);
        gui.keep_screen(person, "tracks_choice");
        person.KeyPress(ImGuiKey_Escape);
        gui.wait_for_picture_alone(person);
        ASSERT_TRUE(person.ItemExists("//Matrix/##row tracks"));
        person.ItemClick("//Matrix/###order");
        person.ItemClick("//$FOCUSED/by class");
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            return gui.session().picture_ready() && gui.state().output.order &&
                   !gui.state().output.order->row_gaps.empty();
        }));
        EXPECT_EQ(gui.state().output.order->row_gaps, (std::vector<std::int64_t>{20, 40}));
        EXPECT_FALSE(gui.state().view.label_groups.names.empty()) << "class colours stay in every order";
        EXPECT_FALSE(person.ItemExists("//Points/##values"));
        gui.keep_screen(person, "tracks_by_class");
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        person.Yield(4);
        EXPECT_EQ(tracks_of(gui.state()).size(), 1u) << "undo takes the track away";
    }));
}

TEST_F(TracksOfRows, that_were_asked_for_are_there_from_the_start_also_of_points) {
    StartOptions options = of_file();
    options.tracks = {.classes = "species", .columns = {"year"}, .file = {}};
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return class_of_rows(gui.state()) != nullptr; }));
        EXPECT_EQ(tracks_of(gui.state()).size(), 2u);
        EXPECT_TRUE(is_of_points(gui.state().data.now.source));
    }));
}

TEST_F(TracksOfRows, a_click_on_a_category_selects_its_rows) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::ChooseTracks{{.classes = "species"}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return class_of_rows(gui.state()) != nullptr; }));
        gui.wait_for_picture_alone(person);
        gui.session().push(command::OrderMatrix{{.kind = OrderKind::by_class}});
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            return gui.session().picture_ready() && gui.state().output.order &&
                   !gui.state().output.order->row_gaps.empty();
        }));
        person.Yield(4);
        person.MouseMoveToPos(gui.center_of(person, "//Matrix/##row tracks"));
        person.Yield(4);
        gui.keep_screen(person, "tracks_tooltip");
        person.MouseClick();
        person.Yield(2);
        const Dataset& set = *gui.state().data.now.question.first;
        ASSERT_EQ(gui.state().data.selected.size(), 20u);
        for (const std::int64_t row : gui.state().data.selected)
            EXPECT_EQ(value_in_track(*class_of_rows(gui.state()), 0, set, row).category, 1)
                << "the middle is versicolor";
    }));
}

TEST_F(TracksOfRows, of_a_second_table_are_joined_and_left_out_again) {
    Gui gui(of_file(1280, 720));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::OpenTracks{traits});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return tracks_of(gui.state()).size() == 1; }));
        gui.wait_for_picture_alone(person);
        EXPECT_EQ(tracks_of(gui.state()).front().name, "height");
        gui.keep_screen(person, "tracks_joined_1280");
        person.ItemClick("//Data/##tracks");
        person.ItemClick("//$FOCUSED/Leave it out##no tracks file");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return tracks_of(gui.state()).empty(); }));
    }));
}

TEST_F(TracksOfRows, stand_in_the_figure_that_is_saved_from_the_menu_in_the_size_that_was_chosen) {
    Gui gui(of_file());
    const std::filesystem::path saved = folder() / "figure.svg";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::ChooseTracks{{.classes = "species"}});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return class_of_rows(gui.state()) != nullptr; }));
        gui.wait_for_picture_alone(person);
        person.MenuClick("//##MainMenuBar/File/Size of figures/two columns: 175 mm, 8 pt, 600 dpi");
        person.Yield(2);
        EXPECT_EQ(gui.state().look.figure.width, 175.0);
        gui.session().push(command::SaveFigure{saved});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(saved); }));
        person.Yield(4);
    }));
    std::ifstream stream(saved);
    const std::string svg{std::istreambuf_iterator<char>(stream), {}};
    EXPECT_THAT(svg, testing::HasSubstr("width=\"661.4"));
    EXPECT_THAT(svg, testing::HasSubstr("versicolor"));
}

} // namespace
} // namespace pairscope::app

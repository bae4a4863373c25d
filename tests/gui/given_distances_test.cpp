// SPDX-License-Identifier: MIT
// A person with a table of distances of her own: she opens it, looks at the picture and at neighbours, and reads it the
// other way.
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/order/order.h"
#include "kernels/data/save.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/gui.h"
#include "tests/kernels/distance_samples.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

/// Sites of four regions: near within a region, far between regions.
Dataset sites() {
    Dataset given = samples::random_distances(120);
    auto& values = std::get<std::vector<float>>(given.values);
    for (std::int64_t row = 0; row < given.rows; ++row)
        for (std::int64_t col = 0; col < given.rows; ++col) {
            const auto apart = static_cast<float>((row % 4 - col % 4) * (row % 4 - col % 4));
            values[std::size_t(row * given.rows + col)] += 2.0f * apart;
        }
    return given;
}

class GivenMatrix : public FolderTest {
protected:
    std::filesystem::path file;

    void SetUp() override {
        FolderTest::SetUp();
        file = folder() / "sites.csv";
        std::ofstream(file) << samples::csv_of(sites(), true);
    }
    [[nodiscard]] static StartOptions usual() {
        StartOptions options = with_points(Shape::ring, 50);
        options.device = "cpu";
        return options;
    }
    [[nodiscard]] StartOptions of_file() const {
        StartOptions options;
        options.files = {file};
        options.device = "cpu";
        return options;
    }
};

TEST_F(GivenMatrix, is_opened_like_any_file_and_shown_with_its_neighbours) {
    Gui gui(usual());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::OpenFile{file}); // what a dropped file becomes
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{120, 120}));
        gui.keep_screen(person, "given_matrix");
        person.MouseMove("//Matrix/##heatmap");
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.hovered);
        const Cell cell = *gui.state().view.hovered;
        const Dataset given = sites();
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_EQ(gui.state().view.marked->value, coordinates(given)[std::size_t(cell.row * 120 + cell.col)]);
        person.MouseClick();
        person.Yield(3);
        ASSERT_TRUE(gui.state().view.pinned);
        const auto& nearest = gui.state().view.marked->neighbours;
        ASSERT_EQ(nearest.size(), 8u);
        for (const Neighbour& neighbour : nearest) {
            EXPECT_EQ(static_cast<float>(neighbour.distance),
                      coordinates(given)[std::size_t(cell.row * 120 + neighbour.row)]);
            EXPECT_EQ(neighbour.row % 4, cell.row % 4) << "sites of one region are near";
        }
        EXPECT_TRUE(person.ItemExists(fmt::format("//Nearest/nearest/$${}/##pair", nearest.front().row).c_str()));
        gui.keep_screen(person, "given_neighbours");
    }));
}

TEST_F(GivenMatrix, opens_without_a_recording_of_something_else) {
    StartOptions options = of_file();
    options.offer_recording = true;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        EXPECT_TRUE(gui.state().recordings.shown.empty());
    }));
}

TEST_F(GivenMatrix, of_a_file_of_vectors_on_the_command_line_is_told_too) {
    StartOptions options;
    options.workload = "distance_matrix"; // what the program starts with
    options.vectors = VectorSource{.a = file, .b = {}, .n = {}, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
    }));
}

TEST_F(GivenMatrix, is_ordered_by_clusters_with_a_tree) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        for (const OrderKind kind : {OrderKind::clusters, OrderKind::spanning_tree, OrderKind::by_x}) {
            gui.session().push(command::OrderMatrix{{.kind = kind}});
            ASSERT_TRUE(Gui::wait_until(person, [&] {
                const auto& order = gui.state().output.order;
                return order && gui.state().order.made_for->choice.kind == kind && order == gui.state().order.made &&
                       gui.session().picture_ready();
            }));
            const std::size_t branches = kind == OrderKind::clusters ? 119 : 0;
            EXPECT_EQ(gui.state().output.order->row_branches.size(), branches) << name_of(kind);
            ASSERT_TRUE(seriation::is_permutation(gui.state().output.order->rows));
            gui.keep_screen(person, fmt::format("given_order_{}", name_of(kind)));
        }
    }));
}

TEST_F(GivenMatrix, that_is_not_symmetric_is_asked_about) {
    Dataset odd = sites();
    std::get<std::vector<float>>(odd.values)[5] = 90.0f;
    const std::filesystem::path path = folder() / "odd.csv";
    std::ofstream(path) << samples::csv_of(odd, true);
    Gui gui(usual());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().push(command::OpenFile{path});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().look.dialog == Dialog::reading; }));
        person.Yield(3);
        gui.keep_screen(person, "given_question");
        person.ItemClick("//Reading/Cancel");
        person.Yield(3);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
        EXPECT_EQ(gui.state().data.now.question.first->rows, 50) << "what was open stays open";
        gui.session().push(command::OpenFile{path});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().look.dialog == Dialog::reading; }));
        person.Yield(3);
        person.ItemClick("//Reading/###use_max");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        EXPECT_EQ(coordinates(*gui.state().data.now.question.first)[5], 90.0f);
        EXPECT_EQ(coordinates(*gui.state().data.now.question.first)[5 * 120], 90.0f);
    }));
}

TEST_F(GivenMatrix, in_an_array_with_the_name_of_pictures_is_asked_about) {
    const std::filesystem::path path = folder() / "sites-idx3-ubyte";
    const Dataset given = sites();
    save_npy(folder() / "sites.npy", {120, 120}, [&](std::int64_t row, std::int64_t count) {
        const auto rows = coordinates(given).subspan(std::size_t(row * 120), std::size_t(count * 120));
        return std::vector<float>(rows.begin(), rows.end());
    });
    std::filesystem::rename(folder() / "sites.npy", path);
    Gui gui(usual());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().open({path});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().look.dialog == Dialog::reading; }));
        person.Yield(3);
        gui.keep_screen(person, "reader_question");
        EXPECT_TRUE(person.ItemExists("//Reading/###read_idx"));
        person.ItemClick("//Reading/###read_npy");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
        EXPECT_EQ(gui.state().data.now.question.first->rows, 120);
    }));
}

TEST_F(GivenMatrix, is_read_as_vectors_by_one_click_and_shown_again_by_another) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        person.ItemClick("//Data/read_as_vectors");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !shows_given_distances(gui.state()); }));
        gui.wait_for_picture_alone(person);
        EXPECT_EQ(gui.state().data.now.question.first->dims, 120);
        EXPECT_FALSE(ladder(gui.state()).empty());
        EXPECT_NE(person.GetWindowByRef("//Roofline"), nullptr);
        gui.keep_screen(person, "given_as_vectors");
        person.ItemClick("//Data/show_as_matrix");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        person.Yield(3);
        EXPECT_FALSE(shows_given_distances(gui.state())) << "undo";
    }));
}

TEST_F(GivenMatrix, beside_which_a_first_row_of_numbers_becomes_names_by_one_click) {
    const std::filesystem::path path = folder() / "spectra.csv";
    std::ofstream(path) << "400,410,420\n1.5,2.5,3.5\n2.5,1.5,0.5\n7.5,2.25,1.5\n4,5,6\n";
    Gui gui(usual());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().open({path});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->rows == 5; }));
        gui.wait_for_picture_alone(person);
        gui.keep_screen(person, "first_row");
        person.ItemClick("//Data/first_row_names");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->rows == 4; }));
        gui.wait_for_picture_alone(person);
        person.ItemClick("//Data/first_row_is_row");
        ASSERT_TRUE(Gui::wait_until(person, [&] { return gui.state().data.now.question.first->rows == 5; }));
    }));
}

TEST_F(GivenMatrix, leaves_the_ladder_empty_and_offers_its_room) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        EXPECT_TRUE(gui.state().run.outcomes.empty()) << "nothing was measured";
        person.KeyPress(ImGuiKey_2); // keys of the ladder do nothing
        person.KeyPress(ImGuiKey_DownArrow);
        person.KeyPress(ImGuiKey_Space);
        person.Yield(3);
        EXPECT_TRUE(shows_given_distances(gui.state()));
        person.ItemClick("//Ladder/arrange_for_data");
        person.Yield(6);
        EXPECT_TRUE(gui.state().look.data_arrangement);
        gui.keep_screen(person, "given_data_arrangement");
    }));
}

TEST_F(GivenMatrix, is_shown_in_part_if_the_program_was_started_with_a_number_of_rows) {
    StartOptions options = of_file();
    options.n = 20;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        EXPECT_EQ(gui.state().data.now.question.first->rows, 20);
        const auto is_told = [](const Notice& notice) {
            return notice.text == "The first 20 of the 120 rows and columns of sites.csv are used.";
        };
        EXPECT_TRUE(std::ranges::any_of(gui.state().notices, is_told));
    }));
}

TEST_F(GivenMatrix, is_saved_in_all_ways_in_which_a_matrix_is) {
    Gui gui(of_file());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
        gui.wait_for_rest(person);
        const auto saved = [&](const char* name) { return folder() / name; };
        gui.session().push(command::SaveMatrix{saved("matrix.npy")});
        gui.session().push(command::SaveCells{saved("cells.png")});
        gui.session().push(command::SaveNeighbours{saved("neighbours.csv")});
        gui.session().push(command::SaveRecording{saved("session.pairscope")});
        gui.session().push(command::SaveMatrix{saved("matrix.csv")});
        for (const char* name : {"matrix.npy", "cells.png", "neighbours.csv", "session.pairscope", "matrix.csv"})
            ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(saved(name)); })) << name;
        for (const char* name : {"matrix.npy", "matrix.csv"}) {
            gui.session().push(command::OpenFile{saved(name)});
            ASSERT_TRUE(Gui::wait_until(person,
                                        [&] {
                                            return gui.state().data.now.question.first->name == name &&
                                                   shows_given_distances(gui.state());
                                        }))
                << name << ": what was saved is a table of distances, too";
            EXPECT_EQ(gui.state().data.now.question.first->values, sites().values) << name;
        }
        EXPECT_EQ(gui.state().data.now.question.first->labels.at(7), "p7") << "CSV keeps the names";
    }));
}

TEST_F(GivenMatrix, looks_right_in_every_size_and_theme) {
    for (const auto& [width, height] : {std::pair(1280, 720), std::pair(1600, 900), std::pair(2560, 1440)})
        for (const Theme theme : {Theme::dark, Theme::light}) {
            StartOptions options = of_file();
            options.width = width;
            options.height = height;
            options.theme = theme;
            Gui gui(options);
            EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
                ASSERT_TRUE(Gui::wait_until(person, [&] { return shows_given_distances(gui.state()); }));
                gui.wait_for_rest(person);
                person.MouseMove("//Matrix/##heatmap");
                person.MouseClick();
                person.Yield(3);
                EXPECT_TRUE(gui.state().view.pinned);
                gui.keep_screen(person, fmt::format("given_{}_{}", width, name_of(theme)));
            }));
        }
}

} // namespace
} // namespace pairscope::app

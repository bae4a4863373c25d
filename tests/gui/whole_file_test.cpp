// SPDX-License-Identifier: MIT
// A person opens a file with more rows than the window begins with, and a session that was saved.
#include "app/spine/state_queries.h"
#include "app/subjects/data/data.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "kernels/data/text.h"
#include "tests/gui/folder_test.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <fmt/format.h>

#include <cmath>
#include <fstream>

namespace pairscope::app {
namespace {

using ::testing::HasSubstr;

class WholeFile : public FolderTest {
protected:
    /// Rows on a spiral.
    [[nodiscard]] std::filesystem::path spiral(int rows) const {
        const std::filesystem::path path = folder() / "spiral.csv";
        std::ofstream file(path);
        file << "name,x,y\n";
        for (int row = 0; row < rows; ++row)
            file << fmt::format("p{},{},{}\n", row, row * std::cos(row * 0.01), row * std::sin(row * 0.01));
        return path;
    }
    [[nodiscard]] static StartOptions of(const std::filesystem::path& file) {
        StartOptions options;
        options.files = {file};
        options.device = "cpu";
        options.follow_recording = true;
        return options;
    }
    static bool has_data(Gui& gui, ImGuiTestContext& person, std::int64_t rows) {
        return Gui::wait_until(person, [&] {
            const DataState& data = gui.state().data;
            return !data.loading && data.now.question.first && data.now.question.first->rows == rows;
        });
    }
};

} // namespace

TEST_F(WholeFile, is_in_the_picture_and_the_ladder_says_how_much_of_it_is_measured) {
    Gui gui(of(spiral(5000)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_data(gui, person, 5000));
        const State& state = gui.state();
        ASSERT_TRUE(Gui::wait_until(
            person, [&] { return is_deep(state) && has_first_picture(state) && tile_progress(state).is_complete(); }));
        EXPECT_EQ(shown_shape(state).rows, 5000);
        EXPECT_EQ(current_workload(state).rows, usual_rows(state.run));
        bool is_told = false;
        for (const LadderSection& section : ladder_sections(state))
            is_told |= section.facts.find(fmt::format("the first {} of 5 000 rows", grouped(usual_rows(state.run)))) !=
                       std::string::npos;
        EXPECT_TRUE(is_told);
        gui.session().push(command::SelectVariant{"distance_matrix/cpu_simd"});
        ASSERT_TRUE(Gui::wait_until(person, [&] {
            const KernelVariant* variant = selected_variant(state);
            return variant != nullptr && measurement_for(state, *variant) != nullptr;
        })) << "the variants are measured";
        gui.keep_screen(person, "whole_file");
    }));
}

TEST_F(WholeFile, dropped_on_the_window_is_whole_too) {
    Gui gui(with_points(Shape::ring, 50));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_data(gui, person, 50));
        gui.session().open({spiral(2500)});
        EXPECT_TRUE(has_data(gui, person, 2500));
    }));
}

TEST_F(WholeFile, given_distances_that_were_saved_are_there_when_the_recording_is_opened) {
    const std::filesystem::path file = folder() / "sq.csv", saved = folder() / "sq.pairscope";
    std::ofstream(file) << ",A,B,C,D\nA,0,5,1,4\nB,5,0,7,2\nC,1,7,0,6\nD,4,2,6,0\n";
    {
        Gui gui(of(file));
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            ASSERT_TRUE(has_data(gui, person, 4));
            gui.session().push(command::SaveRecording{saved});
            ASSERT_TRUE(Gui::wait_until(person, [&] { return std::filesystem::exists(saved); }));
            gui.wait_for_rest(person);
        }));
    }
    Gui gui(of(saved));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(has_data(gui, person, 4));
        EXPECT_TRUE(shows_given_distances(gui.state()));
        EXPECT_EQ(gui.state().data.now.question.first->labels.at(3), "D");
        gui.wait_for_rest(person);
        gui.keep_screen(person, "reopened_distances");
    }));
}

} // namespace pairscope::app

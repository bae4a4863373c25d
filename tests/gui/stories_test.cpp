// SPDX-License-Identifier: MIT
// What people do with Pairscope, done by a person made of code.
#include "app/spine/state_queries.h"
#include "render/png.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <cmath>
#include <cstdlib>
#include <fstream>

namespace pairscope::app {
namespace {

class Stories : public FolderTest {
protected:
    std::filesystem::path write(const std::string& name, const std::string& text) {
        std::ofstream(folder() / name) << text;
        return folder() / name;
    }
};

ImGuiKey digit(int value) { return ImGuiKey(ImGuiKey_0 + value); }

/// The keys of the variants that run here.
std::vector<int> keys_that_run(const State& state) {
    std::vector<int> keys;
    const auto rungs = ladder(state);
    for (std::size_t i = 0; i < rungs.size() && i < 9; ++i)
        if (why_not_now(state, *rungs[i]).empty()) keys.push_back(int(i) + 1);
    return keys;
}

/// Where a cell of the matrix is on the screen, for the whole matrix in sight.
ImVec2 place_of(ImGuiTestContext& person, const State& state, Cell cell) {
    const ImRect box = person.ItemInfo("//Matrix/##heatmap").RectFull;
    const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
    const HeatmapView view = fitted(state.output.shape, viewport);
    const Pixel at = pixel_at(view, {double(cell.row) + 0.5, double(cell.col) + 0.5}, viewport);
    return {box.Min.x + float(at.x), box.Min.y + float(at.y)};
}

TEST_F(Stories, a_class_of_thirty_sees_each_variant_fill_the_same_matrix) {
    Gui gui(with_points(Shape::two_moons, 300));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const float max = gui.state().output.summary.max;
        for (const int key : keys_that_run(gui.state())) {
            person.KeyPress(digit(key));
            gui.wait_for_picture(person);
            EXPECT_EQ(gui.state().run.variant_id, ladder(gui.state())[std::size_t(key - 1)]->id);
            EXPECT_EQ(gui.state().output.variant_id, gui.state().run.variant_id);
            const bool half = ladder(gui.state())[std::size_t(key - 1)]->entry == Entry::float16;
            EXPECT_NEAR(gui.state().output.summary.max, max, (half ? 1e-3f : 1e-6f) * max);
        }
        gui.wait_for_rest(person);
        for (const KernelVariant* variant : ladder(gui.state()))
            if (why_not_now(gui.state(), *variant).empty()) {
                if (is_simulated(gui.state().run, *variant)) {
                    const auto* s = simulation_for(gui.state(), *variant);
                    ASSERT_NE(s, nullptr) << variant->id;
                    EXPECT_TRUE(s->check.right()) << variant->id;
                    continue;
                }
                const auto* m = measurement_for(gui.state(), *variant);
                ASSERT_NE(m, nullptr) << variant->id;
                EXPECT_TRUE(m->check.right()) << variant->id;
            }
        person.KeyPress(ImGuiKey_F11);
        person.Yield(3);
        EXPECT_TRUE(gui.state().look.presentation);
        person.KeyPress(ImGuiKey_F11);
        person.Yield(3);
        EXPECT_FALSE(gui.state().look.presentation);
    }));
}

TEST_F(Stories, a_dragged_point_moves_its_row_and_undo_brings_it_back) {
    Gui gui(with_points(Shape::uniform_square, 12));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const auto before = gui.state().data.now.question.first;
        const ImRect box = person.ItemInfo("//Points/##scatter").RectFull;
        const Viewport viewport{int(box.GetWidth()), int(box.GetHeight())};
        std::optional<std::int64_t> grabbed;
        for (int y = 4; y < viewport.height && !grabbed; y += 6)
            for (int x = 4; x < viewport.width && !grabbed; x += 6) {
                person.MouseTeleportToPos({box.Min.x + float(x), box.Min.y + float(y)});
                person.Yield(2);
                if (gui.state().view.hovered) grabbed = gui.state().view.hovered->row;
            }
        ASSERT_TRUE(grabbed);
        person.MouseDown(ImGuiMouseButton_Left);
        const ImVec2 from = ImGui::GetIO().MousePos;
        for (int step = 1; step <= 10; ++step) {
            person.MouseMoveToPos({from.x + (box.GetCenter().x - from.x) * float(step) / 10.0f + 5.0f,
                                   from.y + (box.GetCenter().y - from.y) * float(step) / 10.0f + 5.0f});
            person.Yield();
        }
        person.MouseUp(ImGuiMouseButton_Left);
        gui.wait_for_picture(person);
        const auto moved = gui.state().data.now.question.first;
        const auto at = std::size_t(2 * *grabbed);
        EXPECT_NE(coordinates(*moved)[at], coordinates(*before)[at]);
        EXPECT_EQ(gui.state().data.undo.size(), 1u) << "one drag is one step";
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        gui.wait_for_picture(person);
        EXPECT_EQ(coordinates(*gui.state().data.now.question.first)[at], coordinates(*before)[at]);
    }));
}

TEST_F(Stories, my_own_table_is_opened_read_and_saved) {
    std::string text = "name;height;weight;id\n";
    for (int i = 0; i < 60; ++i)
        text += "person " + std::to_string(i) + ";" + std::to_string(i * 3 % 50) + "," + std::to_string(i % 10) + ";" +
                std::to_string(i * i % 71) + ";" + std::to_string(i) + "\n";
    const auto file = write("people.csv", text);
    Gui gui;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().open({file});
        gui.wait_for_picture(person);
        ASSERT_EQ(gui.state().data.now.question.first->rows, 60);
        EXPECT_EQ(gui.state().data.now.question.first->labels.size(), 60u);
        const Cell cell{10, 40};
        person.MouseTeleportToPos(place_of(person, gui.state(), cell));
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        EXPECT_EQ(gui.state().view.marked->cell, cell);
        const auto points = coordinates(*gui.state().data.now.question.first);
        const double expected =
            std::hypot(double(points[20]) - double(points[80]), double(points[21]) - double(points[81]));
        EXPECT_NEAR(gui.state().view.marked->value, expected, 1e-5);
        ASSERT_FALSE(gui.state().view.marked->neighbours.empty());
        gui.session().push(command::SavePicture{folder() / "picture.png"});
        gui.session().push(command::SaveCells{folder() / "cells.png"});
        gui.session().push(command::SavePoints{folder() / "points.csv"});
        gui.wait_for_rest(person);
    }));
    EXPECT_GT(load_png(folder() / "picture.png").image.width, 300);
    const Image cells = load_png(folder() / "cells.png").image;
    EXPECT_EQ(cells.width, 60);
    EXPECT_EQ(cells.height, 60);
    EXPECT_EQ(cells.at(7, 7), cells.at(20, 20)) << "distance 0 on the diagonal";
    EXPECT_EQ(load_table(folder() / "points.csv").rows, 60);
}

TEST_F(Stories, a_wrong_file_is_one_sentence_and_nothing_is_lost) {
    const auto file = write("paper.pdf", "%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n");
    Gui gui(with_points(Shape::ring, 100));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const auto before = gui.state().data.now.question.first;
        gui.session().open({file});
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().data.now.question.first, before);
        ASSERT_FALSE(gui.state().notices.empty());
        const Notice& notice = gui.state().notices.back();
        EXPECT_EQ(notice.severity, Severity::error);
        EXPECT_FALSE(notice.read);
        EXPECT_NE(notice.text.find("paper.pdf"), std::string::npos) << notice.text;
        EXPECT_NE(notice.text.find("PDF"), std::string::npos) << notice.text;
        person.ItemClick("//Notices/Dismiss");
        person.Yield(2);
        EXPECT_TRUE(gui.state().notices.back().read);
    }));
}

TEST_F(Stories, data_is_made_by_choosing_a_shape_and_a_size) {
    Gui gui;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        GeneratorSettings settings = default_settings(Shape::spiral, 500, 7);
        gui.session().push(command::SetSource{settings});
        gui.wait_for_picture(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{500, 500}));
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        gui.wait_for_picture(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{256, 256}));
        person.KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
        gui.wait_for_picture(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{500, 500}));
        const Dataset again = generate(settings);
        EXPECT_EQ(coordinates(*gui.state().data.now.question.first).front(), coordinates(again).front());
    }));
}

TEST_F(Stories, the_wheel_zooms_about_the_cell_under_the_mouse_and_f_fits) {
    Gui gui(with_points(Shape::clusters, 200));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const Cell cell{50, 120};
        person.MouseTeleportToPos(place_of(person, gui.state(), cell));
        person.Yield(3);
        for (int i = 0; i < 6; ++i) {
            person.MouseWheelY(1.0f);
            person.Yield(2);
        }
        EXPECT_FALSE(gui.state().view.fit);
        ASSERT_TRUE(gui.state().view.hovered);
        EXPECT_EQ(*gui.state().view.hovered, cell);
        person.KeyPress(ImGuiKey_F);
        person.Yield(2);
        EXPECT_TRUE(gui.state().view.fit);
        person.KeyPress(ImGuiKey_H);
        person.Yield(3);
        EXPECT_DOUBLE_EQ(gui.state().view.heatmap.pixels_per_cell, 1.0);
    }));
}

TEST_F(Stories, the_palette_finds_and_does_what_is_typed) {
    Gui gui;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
        person.Yield(3);
        EXPECT_EQ(gui.state().look.dialog, Dialog::palette);
        person.KeyChars("light");
        person.Yield(2);
        person.KeyPress(ImGuiKey_Enter);
        person.Yield(3);
        EXPECT_EQ(gui.state().look.theme, Theme::light);
        EXPECT_EQ(gui.state().look.dialog, Dialog::none);
    }));
}

TEST_F(Stories, a_matrix_too_large_to_upload_is_shown_reduced_and_exact_on_hover) {
    Gui gui(with_points(Shape::uniform_disk, 4500));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const Cell cell{1000, 3000};
        person.MouseTeleportToPos(place_of(person, gui.state(), cell));
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        const Cell found = gui.state().view.marked->cell;
        const auto p = coordinates(*gui.state().data.now.question.first);
        const auto i = std::size_t(2 * found.row), j = std::size_t(2 * found.col);
        EXPECT_NEAR(gui.state().view.marked->value,
                    std::hypot(double(p[i]) - double(p[j]), double(p[i + 1]) - double(p[j + 1])), 1e-6);
    }));
}

} // namespace
} // namespace pairscope::app

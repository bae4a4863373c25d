// SPDX-License-Identifier: MIT
// Panels without measured numbers, compared with the committed pictures in tests/gui/golden as a person would compare
// them. When a change is meant, PAIRSCOPE_WRITE_GOLDEN=1 writes them anew: look at each before it is committed. Trace
// and source show lines of coalesced.cu, so they change with that file.
#include "app/subjects/trace/trace.h"
#include "kernels/ladder/device.h"
#include "render/png.h"
#include "tests/golden_files.h"
#include "tests/gui/folder_test.h"
#include "tests/gui/picture_difference.h"

#include <gtest/gtest.h>

#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <cstdlib>
#include <fstream>

namespace pairscope::app {
namespace {

// Blocks that differed, of 2 432 to 42 400 blocks of a panel. Between two runs on one machine: 0. Between Mesa's two
// renderers, llvmpipe and softpipe: 1 in the trace, 0 elsewhere. With a fault: 6 without the label "0" of the colour
// bar, 15 with a line of text 2 pixels off, 53 with all controls of a panel 2 pixels off, 103 with another marked
// point, 21 769 with another colour scale.
constexpr std::int64_t most_different_blocks = 3;

struct PanelPicture {
    Image image;
    std::string place; ///< place of the panel in the window
};

/// The panel as it is on the screen, while the mouse is nowhere.
PanelPicture picture_of(Gui& gui, ImGuiTestContext& person, const std::string& panel) {
    person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
    person.Yield(3);
    const Image screen = gui.screen(person);
    const ImRect rect = person.WindowInfo(("//" + panel).c_str()).Window->Rect();
    const ImageBox box{std::int64_t(rect.Min.x), std::int64_t(rect.Min.y), std::int64_t(rect.GetWidth()),
                       std::int64_t(rect.GetHeight())};
    return {cropped(screen, box), std::to_string(box.width) + " x " + std::to_string(box.height) + " at " +
                                      std::to_string(box.x) + ", " + std::to_string(box.y)};
}

std::filesystem::path path_of_golden(const std::string& name) {
    return std::filesystem::current_path() / "tests/gui/golden" / (name + ".png");
}

/// Keeps the picture for a person to look at; returns a sentence that says where.
std::string kept_for_a_look(const Image& image, const std::string& name) {
    const char* asked = std::getenv("PAIRSCOPE_SCREENSHOTS");
    const auto folder = asked != nullptr ? std::filesystem::path(asked)
                                         : std::filesystem::temp_directory_path() / "pairscope_golden_screens";
    std::filesystem::create_directories(folder);
    save_png(folder / (name + ".actual.png"), image);
    return "The panel as it is now was saved as " + (folder / (name + ".actual.png")).string() + ".";
}

void expect_golden(const PanelPicture& now, const std::string& name) {
    const auto path = path_of_golden(name);
    if (writes_golden_files()) {
        save_png(path, now.image, {{"Place", now.place}});
        return;
    }
    ASSERT_TRUE(std::filesystem::exists(path)) << missing_golden_file(path);
    const PngFile golden = load_png(path);
    const std::vector<PngText> place{{"Place", now.place}};
    ASSERT_EQ(golden.text, place) << name << " has moved. " << kept_for_a_look(now.image, name) << " It "
                                  << differs_from_golden_file(path);
    const PictureDifference found = difference(golden.image, now.image);
    if (found.different <= most_different_blocks) return;
    const ImageBox& around = found.around;
    ADD_FAILURE() << name << ": " << found.different << " of " << found.blocks << " blocks of 4 x 4 pixels differ, all "
                  << "within " << around.width << " x " << around.height << " pixels at " << around.x << ", "
                  << around.y << ". " << kept_for_a_look(now.image, name) << " It " << differs_from_golden_file(path);
}

class GoldenScreens : public FolderTest {
protected:
    void SetUp() override {
        FolderTest::SetUp();
        if (!IsSkipped() && why_no_gpu().empty())
            GTEST_SKIP() << "the pictures are those of a machine without a CUDA GPU";
    }
    /// Points on a bent line, each with a name.
    [[nodiscard]] std::filesystem::path towns() const {
        std::ofstream file(folder() / "towns.csv");
        file << "name,easting_m,northing_m\n";
        for (int i = 0; i < 60; ++i)
            file << "town " << i << "," << 10 * i + (i * i) % 7 << "," << 5 * ((i * 11) % 17) + 2 * i << "\n";
        return folder() / "towns.csv";
    }
};

StartOptions small_window(const char* variant) {
    StartOptions options = with_points(Shape::spiral, 48);
    options.device = "cpu";
    options.variant = variant;
    options.theme = Theme::dark;
    options.width = 1280;
    options.height = 720;
    return options;
}

/// Waits for the picture, stops all other work, and pins a pair of points.
void pin(Gui& gui, ImGuiTestContext& person, Cell cell) {
    gui.wait_for_picture(person);
    gui.session().push(command::CancelWork{});
    gui.session().push(command::PinCell{cell});
    const auto& marked = gui.state().view.marked;
    ASSERT_TRUE(Gui::wait_until(person, [&] { return marked && marked->cell == cell; }));
}

TEST_F(GoldenScreens, generated_points_in_the_dark_theme) {
    Gui gui(small_window("distance_matrix/cpu_naive"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        pin(gui, person, {12, 40});
        for (const char* panel : {"Data", "Points", "Nearest", "Matrix"})
            expect_golden(picture_of(gui, person, panel), std::string("dark_") + panel);
    }));
}

TEST_F(GoldenScreens, the_trace_and_the_source_of_a_cuda_variant) {
    Gui gui(small_window("distance_matrix/coalesced"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return trace_of(gui.state()) != nullptr; }));
        for (const char* panel : {"Trace", "Source"}) {
            gui.session().push(command::FocusPanel{panel});
            person.Yield(4);
            expect_golden(picture_of(gui, person, panel), std::string("dark_") + panel);
        }
    }));
}

TEST_F(GoldenScreens, a_file_with_names_in_the_light_theme) {
    StartOptions options;
    options.files = {towns()};
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_naive";
    options.theme = Theme::light;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ColourSettings colours;
        colours.colormap = "cividis";
        colours.range = RangeMode::percentile;
        gui.session().push(command::SetColours{colours});
        pin(gui, person, {10, 42});
        for (const char* panel : {"Data", "Points", "Nearest", "Matrix"})
            expect_golden(picture_of(gui, person, panel), std::string("light_") + panel);
    }));
}

void fill(Image& image, const ImageBox& box, Rgba colour) {
    for (std::int64_t y = box.y; y < box.y + box.height; ++y)
        for (std::int64_t x = box.x; x < box.x + box.width; ++x)
            image.pixels[std::size_t(y * image.width + x)] = colour;
}

/// The rows of pixels from `top` on, moved to the right.
void shift_rows(Image& image, std::int64_t top, std::int64_t height, std::int64_t by) {
    for (std::int64_t y = top; y < top + height; ++y) {
        const auto row = image.pixels.begin() + y * image.width;
        std::move_backward(row, row + image.width - by, row + image.width);
    }
}

TEST_F(GoldenScreens, notice_a_planted_difference) {
    Gui gui(small_window("distance_matrix/cpu_naive"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        pin(gui, person, {12, 40});
        const Image data = picture_of(gui, person, "Data").image, points = picture_of(gui, person, "Points").image,
                    matrix = picture_of(gui, person, "Matrix").image;

        Image without_label = matrix;
        const ImRect panel = person.WindowInfo("//Matrix").Window->Rect(),
                     bar = person.ItemInfo("//Matrix/##bar").RectFull;
        const ImageBox label{4, std::int64_t(bar.Min.y - panel.Min.y), std::int64_t(bar.Min.x - panel.Min.x) - 4,
                             std::int64_t(bar.GetHeight())};
        fill(without_label, label, without_label.at(1, label.y));
        EXPECT_GT(difference(matrix, without_label).different, most_different_blocks) << "a label is gone";

        Image shifted = data;
        shift_rows(shifted, 36, 18, 2);
        EXPECT_GT(difference(data, shifted).different, most_different_blocks) << "a line of text is 2 pixels off";

        pin(gui, person, {12, 41});
        const Image with_another_point = picture_of(gui, person, "Points").image;
        EXPECT_GT(difference(points, with_another_point).different, most_different_blocks);

        pin(gui, person, {12, 40});
        EXPECT_EQ(difference(matrix, picture_of(gui, person, "Matrix").image).different, 0) << "it is as before";
        ColourSettings colours = gui.state().view.colours;
        colours.transform = Transform::square_root;
        gui.session().push(command::SetColours{colours});
        person.Yield(3);
        const auto recoloured = difference(matrix, picture_of(gui, person, "Matrix").image);
        EXPECT_GT(recoloured.different, recoloured.blocks / 2) << "the colours are spread in another way";
    }));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The window on a machine whose GPU draws it: kernels write the texture on the screen. Figures are printed, not judged:
// tests/gpu_acceptance reads them. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "render/png.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

bool is_direct(const Gui& gui) { return gui.state().run.interop_device >= 0 && gui.state().look.no_interop.empty(); }

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// The entry on the screen against the points.
void expect_right_entry(const Gui& gui, Cell cell, float value, Entry entry = Entry::float32) {
    const auto p = coordinates(*gui.state().data.now.question.first);
    const auto i = std::size_t(2 * cell.row), j = std::size_t(2 * cell.col);
    const double expected = std::hypot(double(p[i]) - double(p[j]), double(p[i + 1]) - double(p[j + 1]));
    const double rounding = entry == Entry::float16 ? 1.0 / 2048 : 1e-6;
    EXPECT_NEAR(value, expected, rounding * expected + 1e-12);
}

/// Drags a point for 300 frames and prints how many frames and pictures that were per second.
void drag_for_figures(Gui& gui, ImGuiTestContext& person, const char* name) {
    constexpr int frames = 300;
    const std::uint64_t revision = gui.state().data.revision;
    std::uint64_t pictures = 0, last = gui.state().output.revision;
    const auto start = Clock::now();
    for (int i = 0; i < frames; ++i) {
        const float t = float(i) * 0.02f;
        gui.session().push(
            command::MovePoint{17, 0.5f + 0.4f * std::cos(t), 0.5f + 0.4f * std::sin(t), i + 1 == frames});
        person.Yield();
        if (gui.state().output.revision != last) ++pictures;
        last = gui.state().output.revision;
    }
    const double seconds = seconds_since(start);
    EXPECT_GT(gui.state().data.revision, revision);
    std::printf("figure %s_frames_per_second %.1f\nfigure %s_pictures_per_second %.1f\n", name, frames / seconds, name,
                double(pictures) / seconds);
}

class Direct : public WindowTest {};

TEST_F(Direct, every_gpu_variant_writes_the_texture_on_the_screen) {
    Gui gui(with_points(Shape::clusters, 3001));
    if (!is_direct(gui)) GTEST_SKIP() << gui.state().look.no_interop;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        for (const KernelVariant* variant : ladder(gui.state())) {
            if (variant->backend != Backend::cuda || !why_not_now(gui.state(), *variant).empty()) continue;
            gui.session().push(command::SelectVariant{std::string(variant->id)});
            gui.wait_for_picture(person);
            const PicturePath path = variant->writes_surface ? PicturePath::interop : PicturePath::device_copy;
            EXPECT_EQ(gui.state().output.path, path) << variant->id;
            const Cell cell{1234, 2999};
            gui.session().push(command::HoverCell{cell});
            person.Yield(4);
            ASSERT_TRUE(gui.state().view.marked) << variant->id;
            expect_right_entry(gui, cell, gui.state().view.marked->value, variant->entry);
        }
    }));
}

TEST_F(Direct, all_ways_to_the_screen_show_the_same_picture) {
    struct Way {
        PicturePath path;
        bool no_interop;
        const char* variant;
    };
    std::vector<Image> pictures;
    for (const Way way :
         {Way{PicturePath::interop, false, "vec4_rows"}, Way{PicturePath::host_copy, true, "vec4_rows"},
          Way{PicturePath::device_copy, false, "bulk_store"}, Way{PicturePath::host_copy, true, "bulk_store"}}) {
        StartOptions options = with_points(Shape::spiral, 1500);
        options.no_interop = way.no_interop;
        options.variant = way.variant;
        Gui gui(options);
        if (gui.state().run.interop_device < 0) GTEST_SKIP() << gui.state().look.no_interop;
        EXPECT_EQ(is_direct(gui), !way.no_interop);
        const auto file = std::filesystem::temp_directory_path() / "pairscope_direct.png";
        EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
            gui.wait_for_rest(person);
            EXPECT_EQ(gui.state().output.path, way.path);
            gui.session().push(command::SavePicture{file});
            gui.wait_for_rest(person);
        }));
        pictures.push_back(load_png(file).image);
        std::filesystem::remove(file);
    }
    for (const std::size_t of_variant : {0u, 2u}) { // two variants may differ in the last digit
        ASSERT_EQ(pictures[of_variant].pixels.size(), pictures[of_variant + 1].pixels.size());
        EXPECT_EQ(pictures[of_variant].pixels, pictures[of_variant + 1].pixels);
    }
}

TEST_F(Direct, dragging_a_point_and_switching_variants_is_quick) {
    Gui gui(with_points(Shape::clusters, 8192));
    if (!is_direct(gui)) GTEST_SKIP() << gui.state().look.no_interop;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().push(command::SetCounting{false}); // tests/gui/counters_test.cpp drags with them
        gui.wait_for_rest(person);
        drag_for_figures(gui, person, "drag");
        gui.wait_for_rest(person);
        for (const KernelVariant* variant : ladder(gui.state())) {
            if (variant->backend != Backend::cuda) continue;
            const auto pressed = Clock::now();
            gui.session().push(command::SelectVariant{std::string(variant->id)});
            person.Yield();
            while (!gui.session().picture_ready() && seconds_since(pressed) < 10.0) person.Yield();
            std::printf("figure switch_ms %s %.1f\n", std::string(short_name(variant->id)).c_str(),
                        seconds_since(pressed) * 1e3);
            gui.wait_for_rest(person);
        }
        gui.keep_screen(person, "window_8192");
        gui.session().push(command::SelectVariant{"distance_matrix/bulk_store"});
        gui.wait_for_rest(person);
        drag_for_figures(gui, person, "copied_drag"); // through linear memory into the texture
    }));
}

TEST_F(Direct, the_published_size_is_shown_from_real_cities) {
    StartOptions options;
    options.files = {"assets/datasets/cities.csv.gz"};
    options.n = 30336;
    Gui gui(options);
    if (!is_direct(gui)) GTEST_SKIP() << gui.state().look.no_interop;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{30336, 30336}));
        EXPECT_EQ(gui.state().output.path, PicturePath::interop);
        const Cell cell{18420, 9317};
        gui.session().push(command::HoverCell{cell});
        person.Yield(4);
        ASSERT_TRUE(gui.state().view.marked);
        expect_right_entry(gui, cell, gui.state().view.marked->value);
        gui.keep_screen(person, "window_30336_dark");
        gui.session().push(command::SetTheme{Theme::light});
        person.Yield(4);
        gui.keep_screen(person, "window_30336_light");
        gui.session().push(command::SetPresentation{true});
        person.Yield(6);
        gui.keep_screen(person, "window_30336_presentation");
    }));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// A CUDA variant on any machine: its picture, and what its warps touch. The CPU is chosen as the device, so that the
// same happens with a GPU. With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/trace/trace_words.h"
#include "kernels/engines/simt/executor.h"
#include "kernels/ladder/registry.h"
#include "tests/contrast.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

constexpr const char* coalesced = "distance_matrix/coalesced";

StartOptions on_the_cpu(std::int64_t n, const char* variant) {
    StartOptions options = with_points(Shape::clusters, n);
    options.device = "cpu";
    options.variant = variant;
    return options;
}

/// The line of the first access of a kind.
std::size_t first_line(const simt::Trace& trace, simt::AccessKind kind) {
    for (std::size_t i = 0; i < trace.lines.size(); ++i)
        if (trace.lines[i].kind == kind) return i;
    ADD_FAILURE() << "no " << name_of(kind);
    return 0;
}

class TraceStory : public WindowTest {};

TEST_F(TraceStory, a_cuda_variant_without_a_gpu_fills_the_matrix_and_shows_what_its_warps_touch) {
    Gui gui(on_the_cpu(300, "distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const float max = gui.state().output.summary.max;
        gui.session().push(command::SelectVariant{coalesced});
        gui.wait_for_picture(person);
        EXPECT_EQ(gui.state().output.variant_id, coalesced);
        EXPECT_TRUE(gui.state().output.simulated);
        EXPECT_NEAR(gui.state().output.summary.max, max, 1e-6f * max);
        person.KeyPress(ImGuiKey_T);
        gui.wait_for_rest(person);
        const simt::Trace* trace = trace_of(gui.state());
        ASSERT_NE(trace, nullptr);
        EXPECT_TRUE(trace->findings.empty());
        const std::size_t store = first_line(*trace, simt::AccessKind::global_store);
        person.ItemClick(("//Trace/**/##line_" + std::to_string(store)).c_str());
        person.Yield(2);
        EXPECT_EQ(gui.state().trace.line, store);
        gui.keep_screen(person, "trace_coalesced");
        ASSERT_NE(simulation_for(gui.state(), *find_variant(coalesced)), nullptr);
        EXPECT_EQ(measurement_for(gui.state(), *find_variant(coalesced)), nullptr) << "what is simulated has no time";
    }));
}

/// The digits of the lanes that the mouse is not on are written on pale boxes, which need another ink.
TEST_F(TraceStory, the_numbers_of_pale_lanes_can_be_read_in_both_themes) {
    Gui gui(on_the_cpu(300, coalesced));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        gui.session().push(
            command::ChooseTraceLine{first_line(*trace_of(gui.state()), simt::AccessKind::global_store)});
        for (const Theme theme : {Theme::light, Theme::dark}) {
            gui.session().push(command::SetTheme{theme});
            person.Yield(3);
            const ImRect lanes = person.ItemInfo("//Trace/lanes").RectFull;
            const float width = lanes.GetWidth() / 32.0f;
            person.MouseMoveToPos({lanes.Min.x + 1.5f * width, lanes.GetCenter().y});
            person.Yield(3);
            const Image screen = gui.screen(person);
            for (const int lane : {0, 8, 20, 28}) {
                const float left = lanes.Min.x + float(lane) * width;
                const ImRect box{left + 3.0f, lanes.Min.y + 3.0f, left + width - 3.0f, lanes.Max.y - 3.0f};
                EXPECT_GE(contrast_in(screen, box), 4.5) << "lane " << lane << ", " << name_of(theme);
            }
            gui.keep_screen(person, fmt::format("trace_pale_lanes_{}", name_of(theme)));
        }
    }));
}

TEST_F(TraceStory, another_block_and_warp_are_typed_and_their_addresses_follow) {
    Gui gui(on_the_cpu(300, "distance_matrix/grid2d"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        person.Yield(3);
        person.ItemInputValue("//Trace/##trace_block", "2");
        gui.wait_for_rest(person);
        person.ItemInputValue("//Trace/##trace_warp", "3");
        gui.wait_for_rest(person);
        const simt::Trace* trace = trace_of(gui.state());
        ASSERT_NE(trace, nullptr);
        EXPECT_EQ(gui.state().trace.block, 2);
        EXPECT_EQ(trace->chosen_warp, 3);
    }));
}

TEST_F(TraceStory, a_block_is_played_and_the_cells_that_it_fills_light_up) {
    Gui gui(on_the_cpu(300, "distance_matrix/grid2d"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        person.Yield(3);
        person.ItemClick("//Trace/Play block##film");
        person.Yield(2);
        const FilmState& film = gui.state().trace.film;
        ASSERT_NE(film_step(film), nullptr);
        ASSERT_GT(film.film->cells.rows, 0);
        const std::size_t last = film.film->steps.size() - 1;
        const auto moves = [&] { return film.step > 0; };
        for (int i = 0; i < 200 && !moves(); ++i) person.SleepNoSkip(0.05f, 0.05f);
        EXPECT_TRUE(moves()) << "it plays by itself";
        person.ItemClick("//Trace/Find cells##film");
        person.Yield(3);
        if (film.playing) person.ItemClick("//Trace/**/Pause##film_play");
        gui.session().push(command::StepFilm{last});
        person.Yield(2);
        EXPECT_EQ(film.step, last);
        EXPECT_FALSE(film.playing);
        gui.keep_screen(person, "trace_film");
        person.ItemClick("//Trace/<##film_before");
        person.Yield(2);
        EXPECT_EQ(film.step, last - 1);
        person.ItemClick("//Trace/Leave the film##film");
        person.Yield(2);
        EXPECT_EQ(film_step(film), nullptr);
    }));
}

TEST_F(TraceStory, every_variant_has_a_trace_or_a_sentence_and_none_has_faults) {
    Gui gui(on_the_cpu(200, "distance_matrix/cpu_simd"));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        for (const KernelVariant* variant : ladder(gui.state())) {
            gui.session().push(command::SelectVariant{std::string(variant->id)});
            gui.wait_for_rest(person);
            const simt::Trace* trace = trace_of(gui.state());
            if (trace == nullptr) {
                EXPECT_FALSE(trace_awaits(gui.state()).empty());
                EXPECT_NE(variant->simulate == nullptr, false) << variant->id << trace_awaits(gui.state());
                continue;
            }
            EXPECT_TRUE(trace->findings.empty()) << variant->id;
            EXPECT_FALSE(trace->lines.empty()) << variant->id;
            gui.keep_screen(person, "trace_" + std::string(short_name(variant->id)));
        }
    }));
}

TEST_F(TraceStory, a_request_is_drawn_as_sectors_texels_or_banks_in_every_look) {
    Gui gui(on_the_cpu(300, coalesced));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        gui.session().push(command::SelectVariant{"distance_matrix/tile16"});
        gui.session().push(command::SetTarget{TargetKind::surface});
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        EXPECT_EQ(trace_of(gui.state())->target, TargetKind::surface);
        (void)first_line(*trace_of(gui.state()), simt::AccessKind::surface_store);
        gui.keep_screen(person, "trace_texture");
        gui.session().push(command::SelectVariant{"distance_matrix/half_output"});
        gui.wait_for_rest(person);
        gui.keep_screen(person, "trace_texture_of_halves");
        gui.session().push(command::SelectVariant{"distance_matrix/shared_tile"});
        gui.session().push(command::SetTheme{Theme::light});
        gui.wait_for_rest(person);
        gui.session().push(
            command::ChooseTraceLine{first_line(*trace_of(gui.state()), simt::AccessKind::shared_store)});
        person.Yield(3);
        person.MouseMove("//Trace/lanes");
        gui.keep_screen(person, "trace_banks");
        gui.session().push(command::FocusPanel{"Source"});
        person.Yield(3);
        gui.keep_screen(person, "trace_source");
        person.KeyPress(ImGuiKey_F11);
        gui.session().push(command::FocusPanel{"Trace"});
        gui.wait_for_rest(person);
        gui.keep_screen(person, "trace_presentation");
    }));
}

TEST_F(TraceStory, with_a_gpu_its_times_and_the_simulated_trace_stand_side_by_side) {
    StartOptions options = with_points(Shape::clusters, 2048);
    options.variant = coalesced;
    Gui gui(options);
    if (gui.state().run.devices.size() < 2) GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_T);
        for (const char* variant : {coalesced, "distance_matrix/shared_tile", "distance_matrix/tile16"}) {
            gui.session().push(command::SelectVariant{variant});
            gui.wait_for_rest(person);
            EXPECT_EQ(gui.state().run.devices[gui.state().run.device].backend, Backend::cuda);
            EXPECT_NE(measurement_for(gui.state(), *find_variant(variant)), nullptr) << variant;
            ASSERT_NE(trace_of(gui.state()), nullptr) << variant;
            EXPECT_EQ(trace_of(gui.state())->workload.rows, 2048);
            gui.keep_screen(person, "trace_gpu_" + std::string(short_name(variant)));
        }
    }));
}

TEST_F(TraceStory, above_the_limit_the_old_picture_stays_and_a_sentence_says_why) {
    Gui gui(on_the_cpu(300, coalesced));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        gui.session().push(command::SetSource{default_settings(Shape::clusters, most_simulated_rows + 1)});
        person.Yield(10);
        EXPECT_EQ(gui.state().run.variant_id, coalesced);
        EXPECT_EQ(gui.state().output.shape, (MatrixShape{300, 300}));
        EXPECT_FALSE(why_not_now(gui.state(), *find_variant(coalesced)).empty());
        gui.keep_screen(person, "trace_too_large");
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        gui.wait_for_picture(person);
        EXPECT_TRUE(gui.session().picture_ready());
    }));
}

} // namespace
} // namespace pairscope::app

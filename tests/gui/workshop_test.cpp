// SPDX-License-Identifier: MIT
// The Workshop in the real window: a person types kernels, saves them with another editor, makes errors and corrects
// them.
#include "app/spine/state_queries.h"
#include "app/subjects/recordings/recordings.h"
#include "app/subjects/workshop/remote_kernel.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/ladder/own_variants.h"
#include "profiling/recording/recording.h"
#include "tests/gui/gui.h"
#include "tests/gui/workshop_window.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <sstream>

#include <imgui_internal.h>
#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

constexpr const char* right_kernel = R"(// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y;
    if (col >= n) return;
    const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
)";

constexpr const char* racing_kernel = R"(// workload: distance_matrix   block: 64   grid: (n + 63) / 64, n
__global__ void mine(const float2* points, int n, float* out, size_t pitch) {
    __shared__ float2 tile[64];
    const int col = blockIdx.x * 64 + threadIdx.x, row = blockIdx.y;
    tile[threadIdx.x] = points[min(col, n - 1)];
    const float2 q = tile[63 - threadIdx.x];
    if (col >= n) return;
    const float dx = points[row].x - points[col].x + 0.0f * q.x, dy = points[row].y - points[col].y;
    out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
}
)";

std::string replaced(std::string text, const std::string& what, const std::string& with) {
    const std::size_t at = text.find(what);
    EXPECT_NE(at, std::string::npos) << what;
    return text.replace(at, what.size(), with);
}

class WorkshopPanel : public WorkshopWindow {
protected:
    [[nodiscard]] std::filesystem::path write(const std::string& text) const { return write_file("mine.cu", text); }
    [[nodiscard]] static std::string text_in(const std::filesystem::path& path) {
        std::ostringstream text;
        text << std::ifstream(path).rdbuf();
        return text.str();
    }
};

/// Opens a window with the file, and goes on when it was tried for the first time.
void after_first_try(const std::filesystem::path& path, const std::function<void(Gui&, ImGuiTestContext&)>& go_on) {
    Gui gui(with_kernel(path));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        try_first(gui, person);
        go_on(gui, person);
    }));
}

std::vector<int> marked_lines(const OwnKernel& kernel) {
    std::vector<int> lines;
    for (const KernelMark& mark : marks_of(kernel)) lines.push_back(mark.line);
    return lines;
}

TEST_F(WorkshopPanel, asks_once_and_then_shows_picture_trace_and_row_of_a_right_kernel) {
    Gui gui(with_kernel(write(right_kernel)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        ASSERT_FALSE(is_trusted(gui.state(), kernel_in(gui)));
        EXPECT_EQ(kernel_in(gui).number, 0) << "nothing runs before the user has agreed";
        gui.keep_screen(person, "workshop_question");
        try_first(gui, person);
        ASSERT_EQ(verdict_of(kernel_in(gui)), "right") << told_of(kernel_in(gui));
        EXPECT_EQ(gui.state().run.variant_id, "own/mine");
        gui.wait_for_rest(person);
        EXPECT_TRUE(output_is_current(gui.state()));
        ASSERT_NE(trace_of(gui.state()), nullptr);
        EXPECT_EQ(trace_of(gui.state())->variant_id, "own/mine");
        const auto* simulated = simulation_for(gui.state(), *find_own_variant("own/mine"));
        ASSERT_NE(simulated, nullptr) << "it is checked with the data of now, too";
        gui.keep_screen(person, "workshop_right");
        const profiling::Recording recording = session_recording(gui.state());
        ASSERT_EQ(recording.kernels.size(), 1u) << "a recording keeps the source";
        EXPECT_EQ(recording.kernels[0].source, right_kernel);
        EXPECT_EQ(recording.kernels[0].variant_id, "own/mine");
        EXPECT_NE(recording.kernels[0].compiler.find("-std=c++20"), std::string::npos);
        EXPECT_EQ(profiling::recording_in(profiling::text_of(recording)).kernels, recording.kernels);
    }));
}

TEST_F(WorkshopPanel, marks_the_line_of_an_error_and_keeps_the_picture_until_it_is_mended) {
    const auto path = write(right_kernel);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        const std::string broken = replaced(right_kernel, "return;", "retrun;");
        gui.session().push(command::EditKernel{path, broken});
        person.Yield(2);
        EXPECT_TRUE(is_edited(kernel_in(gui)));
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 2);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "not compiled");
        EXPECT_EQ(marked_lines(kernel_in(gui)), std::vector<int>{4}) << told_of(kernel_in(gui));
        EXPECT_EQ(text_in(path), broken) << "a try saves the text";
        EXPECT_TRUE(output_is_current(gui.state())) << "the last picture stays";
        gui.keep_screen(person, "workshop_error");
        gui.session().push(command::EditKernel{path, right_kernel});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 3);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "right");
        ASSERT_EQ(kernel_in(gui).history.size(), 3u);
        EXPECT_EQ(kernel_in(gui).history[1].verdict, "not compiled");
    });
}

TEST_F(WorkshopPanel, tries_what_another_editor_saves) {
    const auto path = write(right_kernel);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        static_cast<void>(write(racing_kernel));
        wait_for_try(gui, person, 2);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "faulty");
        EXPECT_EQ(kernel_in(gui).text, racing_kernel);
        const std::vector<int> lines = marked_lines(kernel_in(gui));
        EXPECT_EQ(std::ranges::count(lines, 5), 1) << "the store";
        EXPECT_EQ(std::ranges::count(lines, 6), 1) << "the load";
        gui.wait_for_rest(person);
        EXPECT_EQ(outcome_for(gui.state(), *find_own_variant("own/mine")), nullptr) << "a faulty kernel is not right";
        gui.keep_screen(person, "workshop_race");
    });
}

TEST_F(WorkshopPanel, asks_which_text_counts_where_both_were_changed) {
    const auto path = write(right_kernel);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        const std::string edited = std::string(right_kernel) + "// edited here\n";
        gui.session().push(command::EditKernel{path, edited});
        person.Yield(2);
        static_cast<void>(write(racing_kernel));
        ASSERT_TRUE(Gui::wait_until(person, [&] { return kernel_in(gui).elsewhere.has_value(); }));
        EXPECT_EQ(kernel_in(gui).text, edited);
        EXPECT_EQ(kernel_in(gui).number, 1) << "nothing is tried before the user has chosen";
        person.Yield(4);
        person.ItemClick("//Workshop/Show the saved text##settle");
        wait_for_try(gui, person, 2);
        EXPECT_EQ(kernel_in(gui).text, racing_kernel);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "faulty");
    });
}

TEST_F(WorkshopPanel, ends_a_kernel_without_end_and_goes_on) {
    const auto path = write(replaced(right_kernel, "if (col >= n) return;", "while (col < n) {}"));
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        EXPECT_NE(verdict_of(kernel_in(gui)), "right");
        EXPECT_NE(told_of(kernel_in(gui)).find("mine.cu:4"), std::string::npos) << told_of(kernel_in(gui));
        gui.session().push(command::EditKernel{path, right_kernel});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 2);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "right");
    });
}

TEST_F(WorkshopPanel, lets_a_child_end_that_nobody_uses_and_starts_another) {
    after_first_try(write(right_kernel), [&](Gui& gui, ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        ASSERT_NE(kernel_in(gui).runs, nullptr) << told_of(kernel_in(gui));
        ASSERT_TRUE(kernel_in(gui).runs->has_child());
        kernel_in(gui).runs->rest_if_unused_for(std::chrono::seconds(0));
        EXPECT_FALSE(kernel_in(gui).runs->has_child());
        gui.session().push(command::ChooseWarp{3, 1});
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        EXPECT_EQ(trace_of(gui.state())->chosen_warp, 1);
        EXPECT_TRUE(kernel_in(gui).runs->has_child());
    });
}

TEST_F(WorkshopPanel, tries_again_when_a_slider_rests) {
    std::string text = replaced(right_kernel, "block: 64", "block: SIZE");
    text = replaced(text, "(n + 63) / 64", "(n + SIZE - 1) / SIZE");
    text = replaced(text, "blockIdx.x * 64", "blockIdx.x * SIZE");
    const auto path = write("// slider: SIZE = 64 from 32 to 256\n" + text);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        ASSERT_EQ(verdict_of(kernel_in(gui)), "right");
        for (const std::int64_t size : {100, 120, 128}) {
            gui.session().push(command::SetKernelSlider{path, "SIZE", size});
            person.Yield();
        }
        wait_for_try(gui, person, 2);
        EXPECT_EQ(kernel_in(gui).number, 2) << "it waits until the slider rests";
        EXPECT_EQ(verdict_of(kernel_in(gui)), "right");
        gui.wait_for_rest(person);
        ASSERT_NE(trace_of(gui.state()), nullptr);
        EXPECT_EQ(trace_of(gui.state())->first_launch().block.x, 128u);
    });
}

TEST_F(WorkshopPanel, keeps_a_slider_while_the_text_is_refused) {
    const std::string text = std::string("// slider: SIZE = 4 from 1 to 8\n") + right_kernel;
    const auto path = write(text);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        gui.session().push(command::EditKernel{path, replaced(text, "workload: distance_matrix", "workload: nothing")});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 2);
        ASSERT_EQ(verdict_of(kernel_in(gui)), "not compiled");
        gui.session().push(command::SetKernelSlider{path, "SIZE", 6});
        wait_for_try(gui, person, 3);
        gui.session().push(command::EditKernel{path, text});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 4);
        EXPECT_EQ(kernel_in(gui).sliders.at(0).value, 6) << "the choice holds for the same line";
    });
}

TEST_F(WorkshopPanel, writes_what_is_typed_and_gives_the_keys_back) {
    const auto path = write(right_kernel);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        const std::string variant = gui.state().run.variant_id;
        const ImGuiWindow* editor = person.WindowInfo("//Workshop/##kernel_text").Window;
        ASSERT_NE(editor, nullptr);
        person.MouseMoveToPos({editor->Pos.x + 200.0f, editor->Pos.y + editor->Size.y - 20.0f});
        person.MouseClick();
        person.Yield(2);
        person.KeyChars("1 // 2");
        person.Yield(4);
        EXPECT_EQ(gui.state().run.variant_id, variant) << "a digit is written, and selects no variant";
        EXPECT_NE(kernel_in(gui).text.find("1 // 2"), std::string::npos);
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Enter);
        wait_for_try(gui, person, 2);
        EXPECT_EQ(kernel_in(gui).text, std::string(right_kernel) + "1 // 2") << "Ctrl+Enter begins no line";
        EXPECT_EQ(verdict_of(kernel_in(gui)), "not compiled");
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        person.Yield(4);
        EXPECT_EQ(kernel_in(gui).text, std::string(right_kernel) + "1 // ") << "undo goes by words";
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
        person.Yield(4);
        EXPECT_EQ(kernel_in(gui).text, std::string(right_kernel) + "1 ");
        person.KeyPress(ImGuiMod_Ctrl | ImGuiKey_Y);
        person.Yield(4);
        EXPECT_EQ(kernel_in(gui).text, std::string(right_kernel) + "1 // ") << "and so does redo";
        EXPECT_EQ(gui.state().data.undo.size(), 0u) << "it takes back what was typed";
        person.KeyPress(ImGuiKey_Escape);
        person.Yield(4);
        person.KeyPress(ImGuiKey_1);
        person.Yield(4);
        EXPECT_EQ(gui.state().run.variant_id, "distance_matrix/row_per_thread");
    });
}

TEST_F(WorkshopPanel, edits_a_copy_of_a_rung) {
    StartOptions options = with_points(Shape::clusters, 200);
    options.device = "cpu";
    options.variant = "distance_matrix/shared_tile";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::EditCopy{"distance_matrix/shared_tile", folder()});
        wait_for_try(gui, person, 1);
        EXPECT_EQ(kernel_in(gui).id, "own/my_shared_tile");
        ASSERT_EQ(verdict_of(kernel_in(gui)), "right") << told_of(kernel_in(gui));
        EXPECT_EQ(find_own_variant("own/my_shared_tile")->parent, "distance_matrix/shared_tile");
        gui.session().push(command::CloseKernel{kernel_in(gui).path});
        gui.wait_for_rest(person);
        EXPECT_EQ(find_own_variant("own/my_shared_tile"), nullptr);
        EXPECT_TRUE(std::filesystem::exists(folder() / "my_shared_tile.cu"));
        EXPECT_NE(selected_variant(gui.state()), nullptr);
    }));
}

TEST_F(WorkshopPanel, changes_to_the_workload_of_the_file) {
    const auto path = write("// workload: best_match\n__global__ void mine(int n) {}\n");
    after_first_try(path, [&](Gui& gui, ImGuiTestContext&) {
        EXPECT_EQ(verdict_of(kernel_in(gui)), "not compiled");
        EXPECT_NE(told_of(kernel_in(gui)).find("matches"), std::string::npos)
            << "no parameter takes the output: " << told_of(kernel_in(gui));
    });
}

TEST_F(WorkshopPanel, says_that_a_file_is_gone_and_saves_it_again) {
    const auto path = write(right_kernel);
    after_first_try(path, [&](Gui& gui, ImGuiTestContext& person) {
        std::filesystem::remove(path);
        ASSERT_TRUE(Gui::wait_until(person, [&] { return kernel_in(gui).is_gone; }));
        EXPECT_EQ(kernel_in(gui).text, right_kernel);
        gui.session().push(command::EditKernel{path, std::string(right_kernel) + "// again\n"});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 2);
        gui.wait_for_rest(person);
        EXPECT_TRUE(std::filesystem::exists(path));
        EXPECT_FALSE(kernel_in(gui).is_gone);
    });
}

TEST_F(WorkshopPanel, on_a_gpu_times_a_right_kernel_and_compares_it_in_turns) {
    StartOptions options = with_points(Shape::clusters, 2048);
    options.kernels = {write(right_kernel)};
    Gui gui(options);
    if (!gui.state().run.no_gpu.empty()) GTEST_SKIP() << "there is no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        const auto is_timed = [&] {
            const KernelVariant* const own = find_own_variant("own/mine");
            return own != nullptr && measurement_for(gui.state(), *own) != nullptr;
        };
        try_first(gui, person);
        ASSERT_TRUE(Gui::wait_until(person, is_timed)) << told_of(kernel_in(gui));
        const KernelVariant& own = *find_own_variant("own/mine");
        EXPECT_EQ(measurement_for(gui.state(), own)->device.backend, Backend::cuda);
        EXPECT_FALSE(kernel_in(gui).report.gpu_compiler.empty());
        gui.wait_for_rest(person);
        EXPECT_TRUE(output_is_current(gui.state())) << "the picture comes by way of the host";
        gui.keep_screen(person, "workshop_gpu");
        std::printf("figure own_counters %d\n", measurement_for(gui.state(), own)->counters ? 1 : 0);
        ASSERT_FALSE(measurement_for(gui.state(), own)->kernels.empty());
        EXPECT_GT(measurement_for(gui.state(), own)->kernels.front().registers, 0);
        gui.session().push(command::CompareWith{"distance_matrix/row_per_thread"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return comparison_of(gui.state()) != nullptr; }));
        EXPECT_LT(comparison_of(gui.state())->ratio.value, 1e9);
        gui.wait_for_rest(person);
        gui.keep_screen(person, "workshop_gpu_compare");
    }));
}

} // namespace
} // namespace pairscope::app

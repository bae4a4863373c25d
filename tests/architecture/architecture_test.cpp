// SPDX-License-Identifier: MIT
// Reads every #include of the house and enforces the arrows. Violations are planted too, to know that they are found.
#include "tests/architecture/source_rules.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace pairscope::architecture {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SourceFile file(std::string path, const std::string& text) {
    return {std::move(path), "// SPDX-License-Identifier: MIT\n" + text};
}

/// The complaints about one file among files that are right.
std::vector<std::string> about(const SourceFile& planted) {
    return complaints({file("kernels/ladder/variant.h", ""), file("kernels/engines/cuda/engine.h", ""),
                       file("kernels/engines/cuda/check.h", ""), file("profiling/runner.h", ""),
                       file("render/colormap.h", ""), file("app/spine/state.h", ""), file("app/paper/chart.h", ""),
                       file("app/window/layout.h", ""), file("app/window/widgets/style.h", ""),
                       file("app/subjects/ladder/ladder_rows.h", ""), file("app/subjects/ladder/ladder_panel.h", ""),
                       file("app/subjects/ladder/ladder_words.h", ""), file("app/subjects/ladder/ladder.h", ""),
                       file("app/subjects/panels.h", ""), file("app/cli/verbs/verbs.h", ""),
                       file("tests/kernels/points.h", ""), planted});
}

TEST(Architecture, holds_in_this_repository) {
    const auto sources = sources_of(std::filesystem::current_path());
    ASSERT_GT(sources.size(), 50u) << "run this test from the root of the repository";
    for (const std::string& complaint : complaints(sources)) ADD_FAILURE() << complaint;
}

TEST(Architecture, lets_everybody_see_what_is_below) {
    EXPECT_THAT(about(file("profiling/a.cpp", "#include \"kernels/ladder/variant.h\"\n")), IsEmpty());
    EXPECT_THAT(about(file("render/a.cpp", "#include \"kernels/ladder/variant.h\"\n#include <glad/gl.h>\n")),
                IsEmpty());
    EXPECT_THAT(about(file("app/window/a.cpp", "#include \"profiling/runner.h\"\n#include <imgui.h>\n")), IsEmpty());
    EXPECT_THAT(about(file("tests/app/a.cpp", "#include \"app/spine/state.h\"\n#include <imgui.h>\n")), IsEmpty());
    EXPECT_THAT(about(file("profiling/cupti/a.cpp", "#include <cupti.h>\n")), IsEmpty());
    EXPECT_THAT(about(file("kernels/workloads/distance_matrix/ladder/a.cu", "#include <cuda_runtime.h>\n")), IsEmpty());
}

TEST(Architecture, keeps_profiling_and_render_apart) {
    EXPECT_THAT(about(file("profiling/a.cpp", "\n#include \"render/colormap.h\"\n")),
                ElementsAre("profiling/a.cpp:3 includes render/colormap.h, which profiling must not see"));
    EXPECT_THAT(about(file("render/a.cpp", "#  include \"profiling/runner.h\"\n")),
                ElementsAre(HasSubstr("which render must not see")));
}

TEST(Architecture, keeps_kernels_below_everything) {
    for (const char* above : {"profiling/runner.h", "render/colormap.h", "app/spine/state.h", "tests/kernels/points.h"})
        EXPECT_THAT(about(file("kernels/engines/cpu/a.cpp", std::string("#include \"") + above + "\"\n")),
                    ElementsAre(HasSubstr("which kernels must not see")));
    EXPECT_THAT(about(file("app/cli/a.cpp", "#include \"tests/kernels/points.h\"\n")),
                ElementsAre(HasSubstr("which app must not see")));
}

TEST(Architecture, keeps_libraries_at_home) {
    EXPECT_THAT(about(file("render/a.cpp", "#include <imgui.h>\n")), ElementsAre(HasSubstr("ImGui lives elsewhere")));
    EXPECT_THAT(about(file("profiling/a.cpp", "#include \"imgui_internal.h\"\n")),
                ElementsAre(HasSubstr("ImGui lives elsewhere")));
    EXPECT_THAT(about(file("profiling/a.cpp", "#include <cupti_range_profiler.h>\n")),
                ElementsAre(HasSubstr("CUPTI lives elsewhere")));
    for (const char* header : {"glad/gl.h", "GL/gl.h", "EGL/egl.h", "GLFW/glfw3.h", "cuda_gl_interop.h"})
        EXPECT_THAT(about(file("app/subjects/a/a_panel.cpp", std::string("#include <") + header + ">\n")),
                    ElementsAre(HasSubstr("OpenGL lives elsewhere")))
            << header;
}

TEST(Architecture, keeps_cairo_with_the_charts_and_the_charts_away_from_the_window) {
    EXPECT_THAT(about(file("app/paper/a.cpp", "#include <cairo-svg.h>\n#include \"app/spine/state.h\"\n")), IsEmpty());
    EXPECT_THAT(about(file("app/window/a.cpp", "#include \"app/paper/chart.h\"\n")), IsEmpty());
    for (const char* folder : {"app/window", "app/spine", "render", "profiling"})
        EXPECT_THAT(about(file(std::string(folder) + "/a.cpp", "#include <cairo.h>\n")),
                    ElementsAre(HasSubstr("Cairo lives elsewhere")));
    EXPECT_THAT(about(file("app/paper/a.cpp", "#include <imgui.h>\n")),
                ElementsAre(HasSubstr("ImGui lives elsewhere")));
    EXPECT_THAT(about(file("app/paper/a.cpp", "#include \"render/colormap.h\"\n")),
                IsEmpty()); // a figure has a picture
    for (const char* above : {"app/window/widgets/style.h", "app/window/layout.h"})
        EXPECT_THAT(about(file("app/paper/a.cpp", std::string("#include \"") + above + "\"\n")),
                    ElementsAre(HasSubstr("which app/paper must not see")));
}

TEST(Architecture, lets_one_back_end_draw_the_charts_of_all_subjects_in_the_window) {
    EXPECT_THAT(about(file("app/window/widgets/chart_view.cpp", "#include <implot.h>\n")), IsEmpty());
    for (const char* path : {"app/subjects/measuring/roofline_panel.cpp", "app/paper/a.cpp", "app/chart/a.cpp"})
        EXPECT_THAT(about(file(path, "#include <implot.h>\n")), ElementsAre(HasSubstr("ImPlot lives elsewhere")))
            << path;
}

std::string including(const char* header) { return std::string("#include \"") + header + "\"\n"; }

TEST(Architecture, keeps_the_spine_below_what_a_person_sees) {
    for (const char* above : {"app/window/widgets/style.h", "app/window/layout.h", "app/paper/chart.h"})
        EXPECT_THAT(about(file("app/spine/update/a.cpp", including(above))),
                    ElementsAre(HasSubstr("which app/spine/update must not see")));
    for (const char* seen : {"app/subjects/ladder/ladder_panel.h", "app/subjects/ladder/ladder_words.h"})
        EXPECT_THAT(about(file("app/spine/update/a.cpp", including(seen))), ElementsAre(HasSubstr(seen)));
    EXPECT_THAT(about(file("app/spine/a.cpp", "#include <imgui.h>\n")),
                ElementsAre(HasSubstr("ImGui lives elsewhere")));
    for (const char* seen : {"app/spine/state.h", "app/subjects/ladder/ladder_rows.h"})
        EXPECT_THAT(about(file("app/spine/update/a.cpp", including(seen))), IsEmpty());
}

TEST(Architecture, keeps_a_subject_from_what_another_one_draws_and_says) {
    EXPECT_THAT(about(file("app/subjects/ladder/ladder_panel.cpp",
                           including("app/spine/state.h") + including("app/window/widgets/style.h") +
                               including("app/subjects/ladder/ladder_words.h") +
                               including("app/subjects/ladder/ladder_panel.h") + "#include <imgui.h>\n")),
                IsEmpty());
    EXPECT_THAT(
        about(file("app/subjects/trace/a_panel.cpp", including("app/subjects/ladder/ladder_panel.h"))),
        ElementsAre("app/subjects/trace/a_panel.cpp:2 includes app/subjects/ladder/ladder_panel.h, the panel of "
                    "another subject"));
    EXPECT_THAT(about(file("app/subjects/trace/a.cpp", including("app/subjects/ladder/ladder_words.h"))),
                ElementsAre(HasSubstr("the words of another subject")));
    EXPECT_THAT(about(file("app/subjects/trace/a.cpp", including("app/subjects/ladder/ladder_rows.h"))),
                ElementsAre(HasSubstr("of another subject, whose door is app/subjects/ladder/ladder.h")));
    EXPECT_THAT(about(file("app/subjects/trace/a.cpp", including("app/subjects/ladder/ladder.h"))), IsEmpty());
    for (const char* above : {"app/window/layout.h", "app/paper/chart.h"})
        EXPECT_THAT(about(file("app/subjects/trace/a_panel.cpp", including(above))),
                    ElementsAre(HasSubstr("which app/subjects/trace must not see")));
}

TEST(Architecture, keeps_the_window_out_of_the_models_of_subjects) {
    EXPECT_THAT(about(file("app/subjects/measuring/a.cpp", including("app/window/widgets/style.h"))),
                ElementsAre(HasSubstr("only files named ..._panel... may")));
    EXPECT_THAT(about(file("app/subjects/measuring/a.cpp", "#include <imgui.h>\n")),
                ElementsAre(HasSubstr("ImGui lives elsewhere")));
    for (const char* path : {"app/subjects/ladder/a.cpp", "app/paper/a.cpp", "app/cli/verbs/a.cpp"})
        for (const char* drawn : {"app/subjects/ladder/ladder_panel.h", "app/subjects/panels.h"})
            EXPECT_THAT(about(file(path, including(drawn))), ElementsAre(HasSubstr("which only the window may")));
    for (const char* path : {"app/paper/a.cpp", "app/cli/verbs/a.cpp"})
        EXPECT_THAT(about(file(path, including("app/subjects/ladder/ladder_rows.h"))), IsEmpty());
}

TEST(Architecture, keeps_charts_free_of_the_program_and_widgets_of_the_window) {
    EXPECT_THAT(about(file("app/chart/a.cpp", including("app/spine/state.h"))),
                ElementsAre(HasSubstr("which app/chart must not see")));
    for (const char* above : {"app/window/layout.h", "app/paper/chart.h"})
        EXPECT_THAT(about(file("app/window/widgets/a.cpp", including(above))),
                    ElementsAre(HasSubstr("which app/window/widgets must not see")));
    for (const char* seen : {"app/window/layout.h", "app/window/widgets/style.h", "app/subjects/ladder/ladder_panel.h"})
        EXPECT_THAT(about(file("app/window/a.cpp", including(seen))), IsEmpty());
    EXPECT_THAT(about(file("app/window/a.cpp", including("app/cli/verbs/verbs.h"))),
                ElementsAre(HasSubstr("which app/window must not see")));
}

TEST(Architecture, keeps_readers_of_files_below_the_ladder) {
    EXPECT_THAT(about(file("kernels/data/readers/a.cpp", including("kernels/ladder/variant.h"))),
                ElementsAre(HasSubstr("which kernels/data/readers must not see")));
    EXPECT_THAT(about(file("kernels/data/a.cpp", including("kernels/ladder/variant.h"))),
                ElementsAre(HasSubstr("which kernels/data must not see")));
}

TEST(Architecture, keeps_cuda_out_of_data_and_ladder) {
    EXPECT_THAT(about(file("kernels/ladder/a.cpp", "#include <cuda_runtime.h>\n")),
                ElementsAre(HasSubstr("cuda_runtime.h")));
    EXPECT_THAT(about(file("kernels/ladder/a.h", "#include \"kernels/engines/cuda/engine.h\"\n")),
                ElementsAre(HasSubstr("which kernels/ladder must not see")));
    EXPECT_THAT(about(file("kernels/engines/engine.cpp", "#include \"kernels/engines/cuda/engine.h\"\n")), IsEmpty());
}

TEST(Architecture, keeps_the_three_engines_apart) {
    EXPECT_THAT(about(file("kernels/engines/cpu/a.cpp", "#include \"kernels/engines/cuda/engine.h\"\n")),
                ElementsAre(HasSubstr("which kernels/engines/cpu must not see")));
    EXPECT_THAT(about(file("kernels/engines/simt/a.cpp", "#include \"kernels/engines/cuda/engine.h\"\n")),
                ElementsAre(HasSubstr("which kernels/engines/simt must not see")));
    EXPECT_THAT(about(file("kernels/matrix/gpu_a.cpp", "#include \"kernels/engines/cuda/engine.h\"\n")), IsEmpty());
}

TEST(Architecture, keeps_a_workload_in_its_folder) {
    const SourceFile problem = file("kernels/workloads/any_pairs/problem.h", "");
    const auto complaints_about = [&](const SourceFile& planted) { return complaints({problem, planted}); };
    EXPECT_THAT(
        complaints_about(file("kernels/workloads/any_pairs/ladder/a.cu",
                              "#include \"kernels/workloads/any_pairs/problem.h\"\nauto id = \"any_pairs\";\n")),
        IsEmpty());
    EXPECT_THAT(complaints_about(file("kernels/workloads/other/workload.cpp",
                                      "#include \"kernels/workloads/any_pairs/problem.h\"\n")),
                ElementsAre(HasSubstr("which only any_pairs may")));
    EXPECT_THAT(complaints_about(file("profiling/a.cpp", "#include \"kernels/workloads/any_pairs/problem.h\"\n")),
                ElementsAre(HasSubstr("which only any_pairs may")));
    EXPECT_THAT(complaints_about(file("app/spine/a.cpp", "// such as any_pairs\nauto id = \"any_pairs\";\n")),
                ElementsAre("app/spine/a.cpp:3 names the workload any_pairs, which only its folder may"));
}

TEST(Architecture, finds_cuda_behind_another_header) {
    const auto found =
        complaints({file("kernels/engines/engine.cpp", "#include \"kernels/engines/cuda/engine.h\"\n"),
                    file("kernels/engines/cuda/engine.h", "#include \"kernels/engines/cuda/stream.h\"\n"),
                    file("kernels/engines/cuda/stream.h", "#include <cuda_runtime_api.h>\n")});
    EXPECT_THAT(found, ElementsAre(HasSubstr(
                           "reaches the CUDA header cuda_runtime_api.h through kernels/engines/cuda/stream.h")));
}

TEST(Architecture, wants_full_paths_that_exist) {
    EXPECT_THAT(about(file("kernels/ladder/a.cpp", "#include \"variant.h\"\n")),
                ElementsAre(HasSubstr("write the full path \"kernels/ladder/variant.h\"")));
    EXPECT_THAT(about(file("kernels/ladder/a.cpp", "#include \"kernels/ladder/gone.h\"\n")),
                ElementsAre(HasSubstr("includes a missing kernels/ladder/gone.h")));
}

TEST(Architecture, wants_a_licence_line_and_short_files) {
    EXPECT_THAT(complaints({{"render/a.cpp", "int a;\n"}}), ElementsAre(HasSubstr("SPDX")));
    EXPECT_THAT(complaints({file("render/a.cpp", std::string(400, '\n'))}),
                ElementsAre(HasSubstr("longer than 400 lines")));
    EXPECT_THAT(complaints({file("render/a.cpp", std::string(399, '\n'))}), IsEmpty());
}

TEST(Architecture, wants_folders_that_an_eye_can_hold) {
    std::vector<SourceFile> sources;
    for (int i = 0; i < 40; ++i) sources.push_back(file("render/a" + std::to_string(i) + ".cpp", ""));
    EXPECT_THAT(complaints(sources), IsEmpty());
    sources.push_back(file("render/b.cpp", ""));
    EXPECT_THAT(complaints(sources), ElementsAre("render has more than 40 files: look for the second subject"));
}

} // namespace
} // namespace pairscope::architecture

// SPDX-License-Identifier: MIT
// A function for the CPU in the Workshop: it is opened, tried, timed, and has a row beside the variants for the CPU.
#include "app/spine/state_queries.h"
#include "app/subjects/ladder/ladder_rows.h"
#include "app/subjects/trace/trace.h"
#include "app/subjects/workshop/workshop.h"
#include "kernels/ladder/own_variants.h"
#include "tests/gui/gui.h"
#include "tests/gui/workshop_window.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include <imgui_te_context.h>

namespace pairscope::app {
namespace {

using testing::HasSubstr;

constexpr const char* right_function = R"(// workload: distance_matrix   threads: all
void mine(const float2* points, int n, float* out, size_t pitch, int thread, int threads) {
    for (int row = thread; row < n; row += threads)
        for (int col = 0; col < n; ++col) {
            const float dx = points[row].x - points[col].x, dy = points[row].y - points[col].y;
            out[row * pitch + col] = sqrtf(dx * dx + dy * dy);
        }
}
)";

class CpuFunctionInTheWorkshop : public WorkshopWindow {};

TEST_F(CpuFunctionInTheWorkshop, is_right_timed_and_has_a_row_on_the_cpu) {
    Gui gui(with_kernel(write_file("mine.cpp", right_function)));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        try_first(gui, person);
        ASSERT_EQ(verdict_of(kernel_in(gui)), "right") << told_of(kernel_in(gui));
        EXPECT_THAT(told_of(kernel_in(gui)), HasSubstr("Its accesses were not watched"));
        EXPECT_THAT(told_of(kernel_in(gui)), HasSubstr("It takes "));
        EXPECT_THAT(told_of(kernel_in(gui)), HasSubstr("-march=native"));
        EXPECT_EQ(gui.state().run.variant_id, "own/mine");
        gui.wait_for_rest(person);
        EXPECT_TRUE(output_is_current(gui.state()));
        const KernelVariant* const variant = find_own_variant("own/mine");
        ASSERT_NE(variant, nullptr);
        EXPECT_EQ(variant->backend, Backend::cpu);
        EXPECT_FALSE(is_simulated(gui.state().run, *variant));
        const profiling::Measurement* const m = measurement_for(gui.state(), *variant);
        ASSERT_NE(m, nullptr) << "it is timed with the data of now, too";
        EXPECT_EQ(m->device.backend, Backend::cpu);
        EXPECT_GT(profiling::seconds_of(*m), 0.0);
        const auto sections = ladder_sections(gui.state());
        const auto of_user = std::ranges::find_if(sections, [](const LadderSection& each) { return each.of_user; });
        ASSERT_NE(of_user, sections.end());
        EXPECT_EQ(of_user->title, "your functions, on this CPU");
        ASSERT_EQ(of_user->rows.size(), 1u);
        EXPECT_EQ(of_user->rows.front().state, RowState::measured);
        gui.keep_screen(person, "workshop_cpu_right");
    }));
}

TEST_F(CpuFunctionInTheWorkshop, that_is_wrong_is_told_and_then_mended) {
    const std::string wrong =
        std::string(right_function)
            .replace(std::string(right_function).find("dx * dx + dy * dy"), 17, "dx * dx + dy * dx");
    const auto path = write_file("mine.cpp", wrong);
    Gui gui(with_kernel(path));
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        try_first(gui, person);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "wrong");
        EXPECT_THAT(told_of(kernel_in(gui)), HasSubstr("The output is wrong at "));
        const KernelVariant* const variant = find_own_variant("own/mine");
        ASSERT_NE(variant, nullptr);
        gui.wait_for_rest(person);
        EXPECT_EQ(measurement_for(gui.state(), *variant), nullptr) << "a wrong function has no time";
        gui.session().push(command::EditKernel{path, right_function});
        gui.session().push(command::TryKernel{path});
        wait_for_try(gui, person, 2);
        EXPECT_EQ(verdict_of(kernel_in(gui)), "right") << told_of(kernel_in(gui));
    }));
}

} // namespace
} // namespace pairscope::app

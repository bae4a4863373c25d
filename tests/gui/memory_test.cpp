// SPDX-License-Identifier: MIT
// How much memory a large matrix takes: hardly more than itself, while it is computed, shown, measured and computed
// anew.
#include "app/spine/state_queries.h"
#include "tests/gui/gui.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <cstdio>
#include <fstream>
#include <string>

namespace pairscope::app {
namespace {

/// A line of /proc/self/status [bytes]; 0 if there is none.
double status_bytes(const std::string& key) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with(key + ":")) return 1024.0 * std::stod(line.substr(key.size() + 1));
    return 0.0;
}

/// From here on VmHWM is the most that is resident. False where the kernel does not allow it.
bool forget_peak() {
    std::ofstream file("/proc/self/clear_refs");
    file << "5" << std::flush;
    return bool(file);
}

// The textures of the overview and of the exact cells are at most 0.25 GB, whatever the matrix: beside a matrix of 1
// GiB they are a quarter, beside one of 4 GiB a sixteenth.
TEST(Memory, of_a_large_matrix_is_at_most_1_3_times_the_matrix) {
    if (const std::string reason = why_no_window(); !reason.empty()) GTEST_SKIP() << reason;
    constexpr std::int64_t n = 16384;
    constexpr double matrix = 4.0 * n * n;
    StartOptions options = with_points(Shape::ring, 300);
    options.device = "cpu";
    options.variant = "distance_matrix/cpu_parallel";
    options.seconds = 0.05;
    Gui gui(options);
    double before = 0.0, peak = 0.0;
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person); // with the ceilings, which have memory of their own
        before = status_bytes("VmRSS");
        ASSERT_TRUE(forget_peak());
        gui.session().push(command::SetSource{default_settings(Shape::ring, n)});
        gui.wait_for_picture(person);
        for (int i = 0; i < 3; ++i) { // computed anew, as in a drag
            gui.session().push(command::MovePoint{5, 0.1f * float(i), 0.2f, i == 2});
            gui.wait_for_picture(person);
        }
        gui.wait_for_rest(person); // all CPU variants are measured
        peak = status_bytes("VmHWM");
        EXPECT_FALSE(gui.state().output.values_gone) << "the values are there again";
        person.MouseTeleportToPos(person.ItemInfo("//Matrix/##heatmap").RectFull.GetCenter());
        person.Yield(4);
        EXPECT_TRUE(gui.state().view.marked);
        for (const KernelVariant* variant : ladder(gui.state()))
            EXPECT_TRUE(variant->backend != Backend::cpu || measurement_for(gui.state(), *variant) != nullptr)
                << variant->id;
    }));
    std::printf("figure memory_over_matrix %.2f\n", (peak - before) / matrix);
    EXPECT_GT(peak - before, 0.9 * matrix) << "it was computed";
    EXPECT_LE(peak - before, 1.3 * matrix);
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Does the window cost the kernels time? The same variant is timed while the window draws 60 frames a second, and while
// it is hidden and draws none.
#include "app/spine/state_queries.h"
#include "profiling/statistics.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

namespace pairscope::app {
namespace {

using namespace std::chrono_literals;
constexpr const char* timed = "distance_matrix/tile16";

class Disturbance : public WindowTest {};

/// The median of a new measurement [s]; 0 if there was none.
double seconds_now(Gui& gui, ImGuiTestContext& person, bool on_screen) {
    gui.session().push(command::RunAgain{});
    person.Yield(); // the job is on its way
    if (!on_screen) {
        auto* window = static_cast<GLFWwindow*>(ImGui::GetMainViewport()->PlatformHandle);
        glfwHideWindow(window);
        std::this_thread::sleep_for(2s); // more than the rule's time: the worker needs no frames
        glfwShowWindow(window);
    }
    auto next = Clock::now();
    const auto end = next + 10s;
    while (!gui.session().at_rest() && Clock::now() < end) {
        person.Yield();
        std::this_thread::sleep_until(next += 16667us);
    }
    const auto* m = measurement_for(gui.state(), *find_variant(timed));
    return m == nullptr ? 0.0 : profiling::seconds_of(*m);
}

TEST_F(Disturbance, the_window_on_the_screen_costs_a_kernel_less_than_three_percent) {
    StartOptions options = with_points(Shape::clusters, 16384);
    options.variant = timed;
    Gui gui(options);
    if (gui.state().run.devices[gui.state().run.device].backend != Backend::cuda)
        GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.session().push(command::SetCounting{false});
        gui.wait_for_rest(person);
        std::vector<double> shown, hidden;
        for (int turn = 0; turn < 5; ++turn) {
            shown.push_back(seconds_now(gui, person, true));
            hidden.push_back(seconds_now(gui, person, false));
        }
        ASSERT_GT(*std::ranges::min_element(shown), 0.0);
        ASSERT_GT(*std::ranges::min_element(hidden), 0.0);
        const double difference = 100.0 * (profiling::median(shown) / profiling::median(hidden) - 1.0);
        std::printf("figure shown_ms %.4f\nfigure hidden_ms %.4f\nfigure disturbance_percent %.2f\n",
                    1e3 * profiling::median(shown), 1e3 * profiling::median(hidden), std::abs(difference));
        EXPECT_LT(std::abs(difference), 3.0);
    }));
}

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The counters panel: the browser of counters on any machine, counts where there is a GPU that lets itself be counted.
// With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "app/spine/state_queries.h"
#include "app/subjects/counters/counters.h"
#include "profiling/counting/chip_counters.h"
#include "profiling/statistics.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

namespace pairscope::app {
namespace {

bool has_gpu(const Gui& gui) {
    return std::ranges::any_of(gui.state().run.devices, [](const Device& d) { return d.backend == Backend::cuda; });
}

class CountersStory : public WindowTest {};

TEST_F(CountersStory, every_counter_of_a_chip_can_be_searched_read_and_picked) {
    if (profiling::ChipCounters::chips().empty()) GTEST_SKIP() << "CUPTI is not installed";
    StartOptions options = with_points(Shape::clusters, 200);
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_C);
        person.Yield(3);
        person.ItemClick("//Counters/More counters");
        gui.wait_for_rest(person);
        const CounterState& counters = gui.state().counters;
        ASSERT_TRUE(counters.listed) << counters.no_counters;
        EXPECT_GT(counters.listed->size(), 1000u);
        person.ItemInputValue("//Counters/##counter_search", "dram bytes written");
        person.Yield(3);
        EXPECT_EQ(counters.search, "dram bytes written");
        const auto found = profiling::matching(*counters.listed, counters.search);
        ASSERT_FALSE(found.empty());
        gui.session().push(command::ChooseCounter{found.front()->name});
        gui.wait_for_rest(person);
        ASSERT_FALSE(counters.endings.empty());
        gui.session().push(command::PickCounter{found.front()->name + counters.endings.front(), true});
        gui.wait_for_rest(person);
        EXPECT_GE(counters.passes, 1);
        gui.keep_screen(person, "counters_browser");
    }));
}

TEST_F(CountersStory, a_gpu_s_counts_fill_the_panel_and_the_roofline) {
    StartOptions options = with_points(Shape::clusters, 8192);
    options.variant = "distance_matrix/vec4_rows";
    Gui gui(options);
    if (!has_gpu(gui)) GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_C);
        gui.wait_for_rest(person);
        for (const char* variant : {"distance_matrix/row_per_thread", "distance_matrix/vec4_rows"}) {
            gui.session().push(command::SelectVariant{variant});
            gui.wait_for_rest(person);
            gui.session().push(command::CountMore{profiling::CounterSet::speed_of_light});
            gui.wait_for_rest(person);
            const auto* m = measurement_for(gui.state(), *find_variant(variant));
            ASSERT_NE(m, nullptr);
            ASSERT_TRUE(m->counters) << counters_await(gui.state());
            EXPECT_TRUE(value_of(*m->counters, "dram_bytes_written"));
            EXPECT_TRUE(value_of(*m->counters, "instructions"));
            EXPECT_FALSE(m->activity_seconds.empty());
            gui.keep_screen(person, "counters_" + std::string(short_name(variant)));
        }
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        gui.keep_screen(person, "roofline_counted");
    }));
}

/// A screen shows 60 frames a second; the window's own swap waits for it, the test's does not.
TEST_F(CountersStory, the_dot_follows_a_drag) {
    StartOptions options = with_points(Shape::clusters, 8192);
    options.variant = "distance_matrix/tile16";
    Gui gui(options);
    if (!has_gpu(gui)) GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        constexpr int frames = 240;
        constexpr auto screen = std::chrono::microseconds(16667);
        std::vector<double> costs; // [s]
        auto last = gui.state().counters.live ? gui.state().counters.live->when : Clock::time_point{};
        std::uint64_t shown = gui.state().output.revision, pictures = 0;
        auto first = Clock::now(), next = first;
        const auto start = first;
        for (int i = 0; i < frames; ++i) {
            const float t = float(i) * 0.02f;
            gui.session().push(
                command::MovePoint{17, 0.5f + 0.4f * std::cos(t), 0.5f + 0.4f * std::sin(t), i + 1 == frames});
            person.Yield();
            std::this_thread::sleep_until(next += screen);
            if (gui.state().output.revision != shown) ++pictures;
            shown = gui.state().output.revision;
            const auto& live = gui.state().counters.live;
            if (!live || live->when == last) continue;
            if (costs.empty()) first = Clock::now(); // the profiler had to be switched on for it
            last = live->when;
            costs.push_back(live->cost);
        }
        const auto since = [](Clock::time_point then) {
            return std::chrono::duration<double>(Clock::now() - then).count();
        };
        std::printf("figure live_frames_per_second %.1f\nfigure live_dots_per_second %.1f\n", frames / since(start),
                    double(pictures) / since(start));     // every picture moves the dot
        if (!counters_await(gui.state()).empty()) return; // forbidden here, and the panel says why
        ASSERT_GT(costs.size(), 2u);
        std::printf("figure live_counts_per_second %.1f\nfigure live_count_ms %.1f\n",
                    double(costs.size() - 1) / since(first), 1e3 * profiling::median(costs));
    }));
}

} // namespace
} // namespace pairscope::app

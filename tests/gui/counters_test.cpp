// SPDX-License-Identifier: MIT
// The counters panel: the browser of metrics on any machine, counts where there is a GPU that lets itself be counted.
// With PAIRSCOPE_SCREENSHOTS set, pictures go to that folder.
#include "tests/gui/gui.h"

#include "app/model/counting_jobs.h"
#include "app/model/schedule.h"
#include "profiling/metrics.h"
#include "render/png.h"

#include <gtest/gtest.h>

#include <imgui_te_context.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace pairscope::app {
namespace {

void keep_screen(Gui& gui, ImGuiTestContext& person, const std::string& name) {
    if (const char* folder = std::getenv("PAIRSCOPE_SCREENSHOTS"))
        save_png(std::filesystem::path(folder) / (name + ".png"), gui.screen(person));
}

bool has_gpu(const Gui& gui) {
    return std::ranges::any_of(gui.state().run.devices, [](const Device& d) { return d.backend == Backend::cuda; });
}

class CountersStory : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string reason = why_no_window(); !reason.empty()) GTEST_SKIP() << reason;
    }
};

TEST_F(CountersStory, every_metric_of_a_chip_can_be_searched_read_and_picked) {
    if (profiling::Metrics::chips().empty()) GTEST_SKIP() << "CUPTI is not installed";
    StartOptions options = with_points(Shape::clusters, 200);
    options.variant = "distance_matrix/cpu_simd";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        person.KeyPress(ImGuiKey_C);
        person.Yield(3);
        person.ItemClick("//Counters/More metrics");
        gui.wait_for_rest(person);
        const CounterState& counters = gui.state().counters;
        ASSERT_TRUE(counters.metrics) << counters.no_metrics;
        EXPECT_GT(counters.metrics->size(), 1000u);
        person.ItemInputValue("//Counters/##metric_search", "dram bytes written");
        person.Yield(3);
        EXPECT_EQ(counters.search, "dram bytes written");
        const auto found = profiling::matching(*counters.metrics, counters.search);
        ASSERT_FALSE(found.empty());
        gui.session().push(command::ChooseMetric{found.front()->name});
        gui.wait_for_rest(person);
        ASSERT_FALSE(counters.endings.empty());
        gui.session().push(command::PickMetric{found.front()->name + counters.endings.front(), true});
        gui.wait_for_rest(person);
        EXPECT_GE(counters.passes, 1);
        keep_screen(gui, person, "counters_browser");
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
            keep_screen(gui, person, "counters_" + std::string(short_name(variant)));
        }
        gui.session().push(command::FocusPanel{"Roofline"});
        person.Yield(4);
        keep_screen(gui, person, "roofline_counted");
    }));
}

TEST_F(CountersStory, the_dot_follows_a_drag) {
    StartOptions options = with_points(Shape::clusters, 8192);
    options.variant = "distance_matrix/tile16";
    Gui gui(options);
    if (!has_gpu(gui)) GTEST_SKIP() << "this machine has no GPU";
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_rest(person);
        constexpr int frames = 300;
        int counts = 0, slow = 0;
        auto last = gui.state().counters.live ? gui.state().counters.live->when : Clock::time_point{};
        const auto start = Clock::now();
        auto frame = start, first = start;
        for (int i = 0; i < frames; ++i) {
            const float t = float(i) * 0.02f;
            gui.session().push(
                command::MovePoint{17, 0.5f + 0.4f * std::cos(t), 0.5f + 0.4f * std::sin(t), i + 1 == frames});
            person.Yield();
            const auto now = Clock::now();
            slow += now - frame > std::chrono::milliseconds(17) ? 1 : 0;
            frame = now;
            const bool counted = gui.state().counters.live && gui.state().counters.live->when != last;
            if (counted && counts++ == 0) first = now; // the profiler had to be switched on for it
            if (gui.state().counters.live) last = gui.state().counters.live->when;
        }
        const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
        std::printf("figure live_counts_per_second %.1f\nfigure live_drag_frames_per_second %.1f\n"
                    "figure live_frames_over_17_ms %d\n",
                    (counts - 1) / std::chrono::duration<double>(frame - first).count(), frames / seconds, slow);
        if (counters_await(gui.state()).empty()) {
            EXPECT_GT(counts, 0);
        }
    }));
}

} // namespace
} // namespace pairscope::app

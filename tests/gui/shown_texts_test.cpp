// SPDX-License-Identifier: MIT
// No text of the window is cut or lies on another one, in every panel, workload, size and arrangement. A text that has
// no room is shortened with "...".
#include "app/spine/state_queries.h"
#include "app/subjects/trace/trace.h"
#include "app/window/panels.h"
#include "kernels/ladder/registry.h"
#include "tests/gui/gui.h"
#include "tests/gui/shown_texts.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <functional>
#include <ostream>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace pairscope::app {
namespace {

/// The sizes at which the program is meant to be used.
struct ScreenSize {
    int width, height;
};
constexpr ScreenSize screen_1280{1280, 720}, screen_1600{1600, 900}, screen_2560{2560, 1440};

/// Frames of the window, with nobody at the mouse, and what is wrong in them.
class Looker {
public:
    explicit Looker(Gui& gui) : gui_(gui) { ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX); }

    void frames(int count) {
        gui_.frames_by_hand([&](const std::function<void()>& frame) {
            for (int i = 0; i < count; ++i) frame();
        });
    }
    bool until(const std::function<bool()>& condition, std::chrono::seconds longest = std::chrono::seconds(60)) {
        const auto end = Clock::now() + longest;
        while (!condition() && Clock::now() < end) {
            frames(1);
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return condition();
    }
    template <class Each> void push(Each command) { gui_.session().push(std::move(command)); }

    void resize(ScreenSize size) {
        size_ = size;
        ASSERT_TRUE(gui_.resize(size.width, size.height));
    }
    void present(bool on) {
        presented_ = on;
        push(command::SetPresentation{on});
        frames(8);
    }
    /// What is wrong in the frame of now; each fault is told once.
    void look(const std::string& what) {
        for (const std::string& fault : faults_of(shown_texts())) {
            if (!told_.insert(fault).second) continue;
            ADD_FAILURE() << what << " of " << short_name(gui_.state().run.variant_id) << " at " << size_.width << "x"
                          << size_.height << (presented_ ? ", presented" : "") << ": " << fault;
        }
    }
    /// `about_kernels`: only the panels whose content changes from variant to variant.
    void look_at_panels(bool about_kernels = false) {
        for (const Panel& panel : panels()) {
            const bool is_detail = panel.dock == Panel::Dock::details;
            const bool has_large_half = is_detail || panel.dock == Panel::Dock::matrix;
            if (!belongs(panel, gui_.state()) || (presented_ && !has_large_half)) continue;
            if (about_kernels && !is_detail && panel.name != std::string_view("Output")) continue;
            if (presented_) push(command::PresentOutput{!is_detail});
            push(command::FocusPanel{panel.name});
            settle();
            look(panel.name);
            if (presented_) expect_no_scrolling(panel.name, is_detail ? ", presented large" : ", presented");
        }
    }

private:
    /// What the last frame draws, as a number.
    static std::size_t drawing() {
        std::size_t number = 0;
        for (const ImDrawList* const list : ImGui::GetDrawData()->CmdLists) {
            const std::string_view bytes(reinterpret_cast<const char*>(list->VtxBuffer.Data),
                                         std::size_t(list->VtxBuffer.size_in_bytes()));
            number = 31 * number + std::hash<std::string_view>{}(bytes);
        }
        return number;
    }
    /// Lets frames pass until a panel that was asked for is in front, and two frames are equal.
    void settle() {
        constexpr int least = 4, most = 7;
        std::size_t before = 0;
        for (int i = 1; i <= most; ++i) {
            frames(1);
            const std::size_t now = drawing();
            if (i >= least && now == before) return;
            before = now;
        }
    }
    /// A class cannot scroll.
    void expect_no_scrolling(const std::string& panel, const char* arrangement) {
        constexpr std::array whole{"Trace", "Roofline", "Compare", "Output"};
        if (std::ranges::find(whole, panel) == whole.end()) return;
        const ImGuiWindow* const window =
            ImGui::FindWindowByName(fmt::format("{0}###{0}{1}", panel, arrangement).c_str());
        ASSERT_NE(window, nullptr) << panel;
        EXPECT_TRUE(window->WasActive && !window->Hidden) << panel;
        EXPECT_EQ(window->ScrollMax.y, 0.0f) << panel << " of " << short_name(gui_.state().run.variant_id)
                                             << " scrolls at " << size_.width << "x" << size_.height;
    }

    Gui& gui_;
    ScreenSize size_ = screen_1600;
    bool presented_ = false;
    std::set<std::string> told_;
};

/// A few vectors of the workload, so that all of its variants are traced within a second.
StartOptions few(const std::string& workload) {
    StartOptions options;
    options.workload = workload;
    options.device = "cpu";
    options.offer_recording = true;
    const WorkloadType& type = type_of(workload);
    if (takes_points(type)) {
        options.generator = default_settings(Shape::clusters, 300);
        return options;
    }
    options.vectors = usual_vectors(type);
    options.vectors->n = 300, options.vectors->m = 200;
    if (counts_coordinates(type.inputs))
        options.vectors = VectorSource{.a = {}, .b = {}, .n = {}, .m = {}, .dims = 10'007};
    return options;
}

class ShownTexts : public WindowTest {};

struct QuickCase {
    ScreenSize size;
    bool presented;
    friend void PrintTo(const QuickCase& each, std::ostream* out) { *out << each.size.width; }
};
class ShownTextsAtSize : public ShownTexts, public testing::WithParamInterface<QuickCase> {};

/// Two variants that are compared, so that every panel has something to say.
void compare_first_two(Gui& gui, Looker& looker) {
    looker.push(command::SelectVariant{"distance_matrix/coalesced"});
    looker.push(command::CompareWith{"distance_matrix/row_per_thread"});
    EXPECT_TRUE(looker.until([&] { return other_trace_of(gui.state()) != nullptr; }));
}

TEST_P(ShownTextsAtSize, are_whole_in_every_panel) {
    Gui gui(few("distance_matrix"));
    Looker looker(gui);
    looker.until([&] { return gui.session().picture_ready(); });
    compare_first_two(gui, looker);
    looker.resize(GetParam().size);
    looker.present(GetParam().presented);
    looker.look_at_panels();
}

INSTANTIATE_TEST_SUITE_P(Sizes, ShownTextsAtSize,
                         testing::Values(QuickCase{screen_1280, false}, QuickCase{screen_1280, true},
                                         QuickCase{screen_1600, false}, QuickCase{screen_1600, true},
                                         QuickCase{screen_2560, false}, QuickCase{screen_2560, true}),
                         [](const auto& tried) {
                             return fmt::format("{}{}", tried.param.size.width,
                                                tried.param.presented ? "_presented" : "");
                         });

class ShownTextsOfWorkload : public ShownTexts, public testing::WithParamInterface<std::string> {};

TEST_P(ShownTextsOfWorkload, are_whole_for_every_variant_in_every_panel_size_and_arrangement) {
    Gui gui(few(GetParam()));
    Looker looker(gui);
    looker.until([&] { return gui.session().at_rest(); }, std::chrono::seconds(90));
    const bool is_published = type_of(GetParam()).is_published;
    std::string before;
    for (const KernelVariant* variant : ladder(gui.state())) {
        looker.push(command::SelectVariant{std::string(variant->id)});
        const bool is_first = before.empty();
        if (!is_first) looker.push(command::CompareWith{before});
        before = variant->id;
        looker.frames(2);
        looker.until([&] { return gui.session().at_rest(); });
        for (const ScreenSize size : {screen_1280, screen_1600, screen_2560}) {
            if (!is_first && size.width == screen_2560.width) continue;                  // it has the most room
            if (!is_first && size.width != screen_1280.width && !is_published) continue; // metrics have equal panels
            looker.resize(size);
            for (const bool presented : {false, true}) {
                looker.present(presented);
                looker.look_at_panels(!is_first);
            }
            looker.present(false);
        }
    }
}

std::vector<std::string> all_workloads() {
    std::vector<std::string> ids;
    for (const WorkloadType& type : workload_types()) ids.emplace_back(type.id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Workloads, ShownTextsOfWorkload, testing::ValuesIn(all_workloads()),
                         [](const auto& each) { return each.param; });

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// The pictures of the window in the README. Each file holds, as text, which variants and panels were on the screen when
// it was made; a test fails when a variant is gone or the panels are others now. A new variant is in them when they are
// made anew. PAIRSCOPE_WRITE_GOLDEN=1 makes the pictures anew, on the
// machine at hand: look at each before it is committed.
#include "app/spine/state_queries.h"
#include "app/window/panels.h"
#include "kernels/ladder/device.h"
#include "render/png.h"
#include "tests/golden_files.h"
#include "tests/gui/gui.h"
#include "tests/gui/window_fixture.h"

#include <gtest/gtest.h>

#include <fmt/ranges.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <ostream>
#include <regex>
#include <set>
#include <sstream>

namespace pairscope::app {
namespace {

struct Scene {
    const char* name; ///< name of the file in assets/screenshots
    StartOptions (*start)();
    const char* panel = nullptr; ///< in front of others
    friend void PrintTo(const Scene& scene, std::ostream* out) { *out << scene.name; }
};

StartOptions usual(const char* workload) {
    StartOptions options;
    options.workload = workload;
    options.theme = Theme::dark;
    options.offer_recording = true;
    options.width = 1600;
    options.height = 900;
    return options;
}

StartOptions with_example(const char* workload) {
    StartOptions options = usual(workload);
    options.vectors = usual_vectors(type_of(workload));
    return options;
}

StartOptions cities() {
    StartOptions options = usual("distance_matrix");
    options.files = {"assets/datasets/cities.csv.gz"};
    options.n = why_no_gpu().empty() ? 30'336 : 8'192;
    return options;
}

const Scene scenes[] = {
    {"pairscope", cities, "Roofline"},
    {"farthest_pair", [] { return with_example("farthest_pair"); }, "Output"},
    {"best_match", [] { return with_example("best_match"); }, "Matches"},
};

std::filesystem::path path_of(const std::string& name) {
    return std::filesystem::current_path() / "assets/screenshots" / (name + ".png");
}

/// The names of the panels whose inside is on the screen, in the order of the View menu.
std::vector<std::string> panels_on_screen() {
    std::vector<std::string> names;
    for (const Panel& panel : panels()) {
        const ImGuiWindow* const window = ImGui::FindWindowByName(panel.name);
        if (window != nullptr && window->WasActive && !window->Hidden) names.emplace_back(panel.name);
    }
    return names;
}

std::vector<PngText> what_is_shown(const State& state) {
    std::vector<std::string> variants;
    for (const KernelVariant* variant : ladder(state)) variants.emplace_back(variant->id);
    return {{"Variants", fmt::format("{}", fmt::join(variants, " "))},
            {"Panels", fmt::format("{}", fmt::join(panels_on_screen(), ", "))}};
}

std::string text_with(const std::vector<PngText>& texts, const std::string& keyword) {
    const auto found = std::ranges::find(texts, keyword, &PngText::keyword);
    return found == texts.end() ? "" : found->text;
}

std::set<std::string> names_in(const std::string& text) {
    std::istringstream words(text);
    return {std::istream_iterator<std::string>(words), {}};
}

class ReadmePictures : public NeedsWindow<testing::TestWithParam<Scene>> {};

TEST_P(ReadmePictures, show_the_panels_of_today_and_no_variant_that_is_gone) {
    const Scene& scene = GetParam();
    Gui gui(scene.start());
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture(person);
        gui.session().push(command::FocusPanel{scene.panel});
        person.Yield(4);
    }));
    if (writes_golden_files()) {
        ASSERT_TRUE(gui.wait_until_measured(std::chrono::minutes(30))) << "some variants have no time yet";
    }
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        if (writes_golden_files()) {
            person.MouseTeleportToPos({-FLT_MAX, -FLT_MAX});
            person.Yield(4);
            save_png(path_of(scene.name), gui.screen(person), what_is_shown(gui.state()));
            return;
        }
        const PngFile kept = load_png(path_of(scene.name));
        const std::vector<PngText> shown = what_is_shown(gui.state());
        EXPECT_EQ(text_with(kept.text, "Panels"), text_with(shown, "Panels"))
            << "the picture is out of date; it " << differs_from_golden_file(path_of(scene.name));
        const auto then = names_in(text_with(kept.text, "Variants"));
        auto now = names_in(text_with(shown, "Variants"));
        for (const LeftOut& variant : left_out_here(gui.state())) now.emplace(variant.id); // in a build without CUDA
        EXPECT_FALSE(then.empty());
        EXPECT_TRUE(std::ranges::includes(now, then))
            << "the picture shows a variant that is gone; it " << differs_from_golden_file(path_of(scene.name));
    }));
}
INSTANTIATE_TEST_SUITE_P(Scenes, ReadmePictures, testing::ValuesIn(scenes),
                         [](const auto& scene) { return std::string(scene.param.name); });

TEST(ReadmePictureFiles, are_those_that_the_readme_names) {
    std::ifstream file(std::filesystem::current_path() / "README.md");
    std::stringstream text;
    text << file.rdbuf();
    const std::string readme = text.str();
    const std::regex pattern(R"(assets/screenshots/(\w+)\.png)");
    std::set<std::string> named, made;
    for (auto at = std::sregex_iterator(readme.begin(), readme.end(), pattern); at != std::sregex_iterator(); ++at)
        named.insert((*at)[1]);
    for (const Scene& scene : scenes) made.insert(scene.name);
    EXPECT_EQ(named, made);
}

} // namespace
} // namespace pairscope::app

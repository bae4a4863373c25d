// SPDX-License-Identifier: MIT
// No word of the roofline covers another word, a mark or a roof, and no tooltip covers a word. The chart is laid out
// again in the area where it was drawn, with the fonts of the window: this is what was drawn.
#include "app/chart/label_places.h"
#include "app/spine/files/paths.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/roofline_chart.h"
#include "app/window/widgets/chart_view.h"
#include "tests/gui/folder_test.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <imgui_internal.h>
#include <imgui_te_context.h>
#include <implot.h>
#include <implot_internal.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

/// Words as they are turned: corner, width, height, angle.
struct Label {
    std::string text;
    std::array<Pixel, 4> corners;
};

Label label_of(const DrawnWords& words, const ChartMedium& medium) {
    const TextExtent extent = medium.extent_of(words.text, words.look);
    const double c = std::cos(words.angle), s = std::sin(words.angle);
    const auto at = [&](double x, double y) {
        return Pixel{words.corner.x + c * x - s * y, words.corner.y + s * x + c * y};
    };
    return {words.text, {at(0, 0), at(extent.width, 0), at(extent.width, extent.height), at(0, extent.height)}};
}

/// Two convex shapes are apart if the side of one of them separates them.
template <std::size_t n> bool are_apart(const std::array<Pixel, 4>& a, const std::array<Pixel, n>& b) {
    const auto separates = [](const auto& sides, const auto& one, const auto& other) {
        for (std::size_t i = 0; i < sides.size(); ++i) {
            const Pixel from = sides[i], to = sides[(i + 1) % sides.size()];
            const Pixel normal{to.y - from.y, from.x - to.x};
            const auto range = [&](const auto& shape) {
                double low = 1e300, high = -1e300;
                for (const Pixel p : shape) {
                    const double d = p.x * normal.x + p.y * normal.y;
                    low = std::min(low, d);
                    high = std::max(high, d);
                }
                return std::pair(low, high);
            };
            const auto [low_a, high_a] = range(one);
            const auto [low_b, high_b] = range(other);
            if (high_a <= low_b + 1e-6 || high_b <= low_a + 1e-6) return true;
        }
        return false;
    };
    return separates(a, a, b) || (n > 1 && separates(b, a, b));
}

PlotBox area_in(const char* window_name) {
    const ImGuiWindow* window = ImGui::FindWindowByName(window_name);
    if (window == nullptr) return {};
    ImPlotPlot* plot = ImPlot::GetCurrentContext()->Plots.GetByKey(ImHashStr("##roofline", 0, window->ID));
    if (plot == nullptr) return {};
    const ImRect& box = plot->PlotRect;
    return {box.Min.x, box.Min.y, box.Max.x, box.Max.y};
}

void expect_labels_apart(const std::vector<Drawn>& drawn, const ChartMedium& medium, const RooflineChart& chart,
                         const PlotBox& area, const std::string& where) {
    const Chart drawing = drawing_of(chart);
    std::vector<Label> labels;
    for (const Drawn& one : drawn)
        if (const auto* words = std::get_if<DrawnWords>(&one)) labels.push_back(label_of(*words, medium));
    EXPECT_FALSE(labels.empty()) << where;
    for (std::size_t i = 0; i < labels.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_TRUE(are_apart(labels[i].corners, labels[j].corners))
                << where << ": " << labels[i].text << " covers " << labels[j].text;
    // The lines of roofs as they were drawn, with their gaps: those that have the colour and the width of a roof.
    std::vector<DrawnLine> roofs;
    for (const Drawn& one : drawn)
        if (const auto* line = std::get_if<DrawnLine>(&one)) {
            const bool is_roof = std::ranges::any_of(chart.roofs, [&](const Roof& roof) {
                const auto [from, to] = line_of(chart, roof);
                const Pixel a = pixel_at(drawing, area, from), b = pixel_at(drawing, area, to);
                const auto off = [&](Pixel p) {
                    return std::abs((b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)) /
                           std::hypot(b.x - a.x, b.y - a.y);
                };
                return off(line->from) < 0.1 && off(line->to) < 0.1 && line->dashes.empty();
            });
            if (is_roof) roofs.push_back(*line);
        }
    EXPECT_GE(roofs.size(), chart.roofs.size()) << where;
    for (const Label& label : labels)
        for (const DrawnLine& roof : roofs) {
            const std::array<Pixel, 2> ends{roof.from, roof.to};
            EXPECT_TRUE(are_apart(label.corners, ends)) << where << ": " << label.text << " covers a roof";
        }
    for (const Label& label : labels)
        for (const Pixel corner : label.corners) {
            EXPECT_GE(corner.x, area.left - 1.0) << where << ": " << label.text << " is cut";
            EXPECT_LE(corner.x, area.right + 1.0) << where << ": " << label.text << " is cut";
        }
}

using RooflineWithoutMarks = FolderTest;

/// Many bytes: the roofs are known long before a variant has a time.
TEST_F(RooflineWithoutMarks, is_a_sentence_instead_of_an_empty_frame) {
    StartOptions options;
    options.workload = "farthest_pair";
    options.vectors = VectorSource{.a = {}, .b = {}, .n = 60'000, .m = {}};
    options.device = "cpu";
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        ASSERT_TRUE(Gui::wait_until(person, [&] { return roofline_chart(gui.state()).has_value(); }));
        ASSERT_TRUE(roofline_chart(gui.state())->dots.empty()) << "a variant is faster than expected";
        person.Yield(3);
        EXPECT_EQ(person.ItemInfo("//Roofline/##roofline", ImGuiTestOpFlags_NoError).ID, 0u);
        const auto expect_words = [&](const char* words) {
            EXPECT_NE(mark_awaits(gui.state(), *roofline_chart(gui.state())).find(words), std::string::npos)
                << mark_awaits(gui.state(), *roofline_chart(gui.state()));
        };
        expect_words("is being checked and will then be timed");
        gui.keep_screen(person, "roofline_without_marks");
        gui.session().push(command::CancelWork{});
        person.Yield(4);
        expect_words("Space times it");
    }));
}

struct Case {
    int width, height;
    bool presented;
};

class RooflineAtSize : public FolderTest, public testing::WithParamInterface<Case> {};

TEST_P(RooflineAtSize, has_no_word_on_a_word_on_a_roof_or_under_the_tooltip) {
    const Case size = GetParam();
    StartOptions options = with_points(Shape::clusters, 300);
    options.device = "cpu";
    options.width = size.width;
    options.height = size.height;
    Gui gui(options);
    EXPECT_TRUE(gui.act([&](ImGuiTestContext& person) {
        gui.wait_for_picture_alone(person);
        gui.session().open({assets_folder() / "recordings" / "NVIDIA H200/distance_matrix.pairscope"});
        ASSERT_TRUE(Gui::wait_until(person, [&] { return !gui.state().recordings.shown.empty(); }));
        gui.wait_for_picture_alone(person);
        gui.session().push(command::FocusPanel{"Roofline"});
        gui.session().push(command::SetPresentation{size.presented});
        person.Yield(8);
        const char* const window = size.presented ? "Roofline###Roofline, presented large" : "Roofline";
        std::string with_chart;
        for (const KernelVariant* variant : ladder(gui.state())) {
            gui.session().push(command::SelectVariant{std::string(variant->id)});
            gui.session().push(command::CancelWork{});
            gui.session().push(command::FocusPanel{"Roofline"});
            person.Yield(4);
            const auto chart = roofline_chart(gui.state());
            if (!chart) continue;
            with_chart = variant->id;
            const PlotBox area = area_in(window);
            ASSERT_GT(area.width(), 100.0);
            const Style& style = gui.session().style();
            const ChartMedium medium = window_medium(style, gui.state().look.theme);
            const std::string where = fmt::format("{} at {}x{}{}", short_name(variant->id), size.width, size.height,
                                                  size.presented ? ", presented" : "");
            expect_labels_apart(lay_out(drawing_of(*chart), area, medium), medium, *chart, area, where);
        }
        gui.keep_screen(person, fmt::format("roofline_{}{}", size.width, size.presented ? "_presented" : ""));
        // The mouse on the selected mark: the tooltip is beside the plot.
        ASSERT_FALSE(with_chart.empty());
        gui.session().push(command::SelectVariant{with_chart});
        person.Yield(4);
        const auto chart = roofline_chart(gui.state());
        ASSERT_TRUE(chart);
        const PlotBox area = area_in(window);
        const auto dot = std::ranges::find_if(chart->dots, &ChartDot::selected);
        if (dot == chart->dots.end()) return;
        const Pixel at = pixel_at(drawing_of(*chart), area, {dot->intensity, dot->performance});
        person.MouseTeleportToPos({float(at.x), float(at.y)});
        person.Yield(4);
        gui.keep_screen(person, fmt::format("roofline_story_{}{}", size.width, size.presented ? "_presented" : ""));
        bool shown = false;
        for (const ImGuiWindow* each : ImGui::GetCurrentContext()->Windows) {
            if (!each->WasActive || (each->Flags & ImGuiWindowFlags_Tooltip) == 0) continue;
            shown = true;
            const ImRect box = each->Rect();
            EXPECT_TRUE(double(box.Max.x) <= area.left || double(box.Min.x) >= area.right) << "it covers the plot";
        }
        EXPECT_TRUE(shown);
    }));
}

INSTANTIATE_TEST_SUITE_P(Sizes, RooflineAtSize,
                         testing::Values(Case{1280, 720, false}, Case{1600, 900, false}, Case{2560, 1440, false},
                                         Case{1600, 900, true}, Case{2560, 1440, true}),
                         [](const auto& tried) {
                             return fmt::format("{}{}", tried.param.width, tried.param.presented ? "_presented" : "");
                         });

} // namespace
} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/subjects/measuring/time_panel_launch.h"

#include "app/subjects/measuring/launch_strip.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <algorithm>
#include <string>
#include <vector>

namespace pairscope::app {
namespace {

constexpr float strip_height = 76.0f, axis_height = 40.0f; // [px], before scale

/// Each sentence is one paragraph.
std::vector<std::string> sentences_of(const State& state, const std::vector<ShownLaunch>& launches) {
    std::vector<std::string> sentences;
    for (const ShownLaunch& launch : launches) sentences.push_back(launch_sentence(launch));
    if (const std::string awaited = launch_awaits(state); !awaited.empty()) sentences.push_back(awaited);
    return sentences;
}

float charts_height(const Frame& frame, std::size_t launches) {
    return launches == 0 ? 0.0f : frame.style.px(strip_height * float(launches) + axis_height);
}

constexpr const char* what_the_strip_shows =
    "How busy the GPU is in the course of one launch. DRAM and L2 show their traffic as a share of what the chip can "
    "do. The curve of the multiprocessors shows how many of them hold at least one warp. The dotted lines are the "
    "beginning and the end of the launch.";

/// The sample under the mouse, which is over the charts.
void explain_sample(const Frame& frame, const std::vector<ShownLaunch>& launches, const std::vector<Chart>& drawings,
                    const std::vector<ChartView>& views) {
    if (!ImGui::IsItemHovered()) return;
    std::string story;
    for (std::size_t i = 0; i < views.size(); ++i) {
        if (!views[i].mouse) continue;
        const PlotBox& area = views[i].area;
        const double share = (views[i].mouse->x - area.left) / std::max(1.0, area.right - area.left);
        const AxisRange& range = drawings[i].x.range;
        story = launch_story(launches[i], seconds_at(drawings[i], range.low + share * (range.high - range.low)));
    }
    show_story(frame, story.empty() ? what_the_strip_shows : story);
}

} // namespace

float launch_strip_height(const Frame& frame) {
    const std::vector<ShownLaunch> launches = shown_launches(frame.state);
    float height = ImGui::GetTextLineHeightWithSpacing() + charts_height(frame, launches.size()) + frame.style.px(10);
    for (const std::string& sentence : sentences_of(frame.state, launches))
        height += small_text_height(frame, sentence);
    return height;
}

void draw_launch_strip(const Frame& frame) {
    const std::vector<ShownLaunch> launches = shown_launches(frame.state);
    heading(frame, "Inside a launch", launches.size() > 1 ? "of both variants" : "", what_the_strip_shows);
    const std::string why_not = why_not_sampled_again(frame.state);
    if (heading_button(frame, {.id = "sample_launch",
                               .word = "Sample again",
                               .meaning = "Launches the selected variant once more while the hardware is sampled, and "
                                          "then the variant that it is compared with. A click starts it.",
                               .why_not = why_not}))
        frame.push(command::SampleLaunch{});
    if (!launches.empty()) {
        const std::vector<Chart> drawings = launch_drawings(launches);
        const ImVec2 size{ImGui::GetContentRegionAvail().x, charts_height(frame, launches.size())};
        explain_sample(frame, launches, drawings, draw_charts(frame, "##launch", drawings, size));
    }
    for (const std::string& sentence : sentences_of(frame.state, launches))
        small_text(frame, sentence, launches.empty() ? frame.style.palette.dim : frame.style.palette.text);
}

} // namespace pairscope::app

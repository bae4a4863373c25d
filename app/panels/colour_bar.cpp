// SPDX-License-Identifier: MIT
#include "app/panels/colour_bar.h"

#include "app/panels/controls.h"
#include "app/panels/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float bar_height = 10.0f; // [px]

ImU32 packed(Rgba c) { return IM_COL32(c.r, c.g, c.b, c.a); }

/// A combo of named choices; returns the chosen index if it changed.
std::optional<int> choose(const Frame& frame, const char* id, std::span<const char* const> names, int now,
                          const char* tip) {
    float width = 0.0f;
    for (const char* name : names) width = std::max(width, ImGui::CalcTextSize(name).x);
    ImGui::SetNextItemWidth(width + frame.style.px(22) + ImGui::GetStyle().FramePadding.x * 2.0f);
    std::optional<int> chosen;
    if (begin_combo(frame, id, names[std::size_t(now)])) {
        for (int i = 0; i < int(names.size()); ++i)
            if (ImGui::Selectable(names[std::size_t(i)], i == now)) chosen = i;
        ImGui::EndCombo();
    }
    explain(frame, tip);
    return chosen;
}

void choose_colormap(const Frame& frame, ColourSettings settings) {
    std::vector<const char*> names;
    int now = 0;
    for (const Colormap& map : frame.colormaps) {
        if (map.name == settings.colormap) now = int(names.size());
        names.push_back(map.name.c_str());
    }
    if (const auto chosen =
            choose(frame, "##colormap", names, now,
                   "Colour scale. Viridis and cividis keep their order in grey print and for colour-blind eyes.")) {
        settings.colormap = names[std::size_t(*chosen)];
        frame.push(command::SetColours{settings});
    }
}

void choose_transform(const Frame& frame, ColourSettings settings) {
    static constexpr std::array names{"linear", "square root", "logarithmic"};
    if (const auto chosen =
            choose(frame, "##transform", names, int(settings.transform),
                   "How values are spread over the scale: the roots and logarithms open up small distances.")) {
        settings.transform = Transform(*chosen);
        frame.push(command::SetColours{settings});
    }
}

void choose_aggregate(const Frame& frame, ColourSettings settings) {
    static constexpr std::array names{"mean", "minimum", "maximum"};
    if (const auto chosen = choose(frame, "##aggregate", names, int(settings.aggregate),
                                   "What several entries that share a pixel show. Minimum keeps single near pairs, "
                                   "maximum single far ones.")) {
        settings.aggregate = Aggregate(*chosen);
        frame.push(command::SetColours{settings});
    }
}

void choose_range(const Frame& frame, ColourSettings settings) {
    static constexpr std::array names{"min to max", "percentile", "fixed"};
    if (const auto chosen = choose(frame, "##range", names, int(settings.range),
                                   "Range of the scale: all finite values, all but the outermost, or fixed by you. "
                                   "Clipped values have colours of their own.")) {
        if (RangeMode(*chosen) == RangeMode::fixed) settings.fixed = range_of(settings, frame.state.picture.summary);
        settings.range = RangeMode(*chosen);
        frame.push(command::SetColours{settings});
    }
    if (settings.range == RangeMode::percentile) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(frame.style.px(64));
        if (ImGui::DragFloat("##percentile", &settings.percentile, 0.1f, 50.0f, 100.0f, "%.1f %%",
                             ImGuiSliderFlags_AlwaysClamp))
            frame.push(command::SetColours{settings});
        explain(frame,
                fmt::format("From {:.1f} to {:.1f} percent of the entries, by a sample of {} taken at equal steps.",
                            100.0 - double(settings.percentile), settings.percentile,
                            grouped(std::ssize(frame.state.picture.summary.sample))));
    } else if (settings.range == RangeMode::fixed) {
        ImGui::SameLine();
        ImGui::SetNextItemWidth(frame.style.px(140));
        std::array<float, 2> ends{settings.fixed.low, settings.fixed.high};
        if (ImGui::InputFloat2("##fixed", ends.data(), "%.4g", ImGuiInputTextFlags_EnterReturnsTrue) &&
            ends[0] < ends[1]) {
            settings.fixed = {ends[0], ends[1]};
            frame.push(command::SetColours{settings});
        }
        explain(frame, "The values at the two ends of the scale. Enter sets them.");
    }
}

/// The bar itself, with a tick under the mouse and the marked value on it.
void draw_bar(const Frame& frame, const Colouring& colouring, float width) {
    const float height = frame.style.px(bar_height);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float top = std::floor(at.y + (ImGui::GetFrameHeight() - height) / 2.0f);
    ImGui::InvisibleButton("##bar", {width, ImGui::GetFrameHeight()});
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& colours = colouring.colormap.colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float x0 = at.x + width * float(i) / 256.0f, x1 = at.x + width * float(i + 1) / 256.0f;
        list.AddRectFilled({x0, top}, {x1, top + height}, packed(colours[i]));
    }
    if (frame.state.view.marked) {
        const float x =
            at.x + width * position_of(frame.state.view.marked->value, colouring.range, colouring.transform);
        list.AddTriangleFilled({x - 5, top - 7}, {x + 5, top - 7}, {x, top},
                               ImGui::GetColorU32(frame.style.palette.text));
    }
    if (ImGui::IsItemHovered()) {
        const float position = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
        explain(
            frame,
            fmt::format(
                "{:.4g} {}\nNaN, infinite, clipped below and above have colours of their own: pink, cyan, blue, red.",
                value_at(position, colouring.range, colouring.transform),
                frame.state.data.now.dataset ? frame.state.data.now.dataset->unit : ""));
    }
}

} // namespace

float colour_bar_height(const Frame&) { return ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y; }

void draw_colour_bar(const Frame& frame) {
    const ColourSettings& settings = frame.state.view.colours;
    const Colouring colouring = colouring_of(settings, frame.state.picture.summary, frame.colormaps);
    const std::string low = three_digits(double(colouring.range.low)),
                      high = three_digits(double(colouring.range.high));
    const std::string unit = frame.state.data.now.dataset ? frame.state.data.now.dataset->unit : "";
    const float controls = frame.style.px(settings.range == RangeMode::automatic ? 470.0f
                                          : settings.range == RangeMode::fixed   ? 620.0f
                                                                                 : 545.0f);
    const float spacing = ImGui::GetStyle().ItemSpacing.x;
    const float words = ImGui::CalcTextSize((low + high + unit).c_str()).x + 4 * spacing;
    const float width = std::max(frame.style.px(60), ImGui::GetContentRegionAvail().x - words - controls);
    ImGui::Spacing();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(low.c_str());
    ImGui::SameLine();
    draw_bar(frame, colouring, width);
    ImGui::SameLine();
    ImGui::TextUnformatted((high + (unit.empty() ? "" : " " + unit)).c_str());
    ImGui::SameLine();
    choose_colormap(frame, settings);
    ImGui::SameLine();
    choose_transform(frame, settings);
    ImGui::SameLine();
    choose_range(frame, settings);
    ImGui::SameLine();
    choose_aggregate(frame, settings);
}

} // namespace pairscope::app

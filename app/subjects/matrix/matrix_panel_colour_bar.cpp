// SPDX-License-Identifier: MIT
#include "app/subjects/matrix/matrix_panel_colour_bar.h"

#include "app/chart/distance_number.h"
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/value_counts.h"
#include "app/subjects/matrix/zoom/zoom.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float colour_bar_height = 10.0f; // [px]
constexpr float least_bar_width = 60.0f;
constexpr float strip_height = 30.0f; // for the histogram

float histogram_height(const Frame& frame) {
    return frame.state.view.colours.histogram ? frame.style.px(strip_height) : 0.0f;
}
float switch_width(const Frame& frame) { return frame.style.px(16.0f); }

ImU32 packed(Rgba c) { return IM_COL32(c.r, c.g, c.b, c.a); }

/// The titles as the controls have them. Each is a literal, and so ends in the zero that ImGui looks for.
template <class Enum, std::size_t count>
constexpr std::array<const char*, count> titles_in(const std::array<Name<Enum>, count>& names) {
    std::array<const char*, count> titles{};
    for (std::size_t i = 0; i < count; ++i) titles[i] = title_in(names, names[i].value).data();
    return titles;
}
constexpr std::array transforms = titles_in(transform_names);
constexpr std::array aggregates = titles_in(aggregate_names);
constexpr std::array ranges{"min to max", "percentile", "fixed", "symmetric", "in sight"}; // as RangeMode

/// Widths of the controls, from left to right [px].
struct Widths {
    float colormap, transform, range, ends, aggregate;
    [[nodiscard]] float all(float gap) const {
        return colormap + transform + range + aggregate + 3 * gap + (ends > 0.0f ? ends + gap : 0.0f);
    }
};

float combo_width(const Frame& frame, std::span<const char* const> names) {
    float width = 0.0f;
    for (const char* name : names) width = std::max(width, ImGui::CalcTextSize(name).x);
    return width + frame.style.px(22) + ImGui::GetStyle().FramePadding.x * 2.0f;
}

std::vector<const char*> names_of(std::span<const Colormap> colormaps) {
    std::vector<const char*> names;
    for (const Colormap& map : colormaps) names.push_back(map.name.c_str());
    return names;
}

/// As wide as their longest choices.
Widths usual_widths(const Frame& frame) {
    const RangeMode mode = frame.state.view.colours.range;
    return {.colormap = combo_width(frame, names_of(frame.colormaps)),
            .transform = combo_width(frame, transforms),
            .range = combo_width(frame, ranges),
            .ends = mode == RangeMode::percentile ? frame.style.px(64)
                    : mode == RangeMode::fixed    ? frame.style.px(140)
                                                  : 0.0f,
            .aggregate = combo_width(frame, aggregates)};
}

/// All of them narrower by the same factor where they do not fit.
Widths fitted(Widths widths, float room, float gap) {
    const float gaps = widths.all(gap) - widths.all(0.0f);
    const float factor = std::min(1.0f, std::max(0.0f, room - gaps) / widths.all(0.0f));
    for (float* width : {&widths.colormap, &widths.transform, &widths.range, &widths.ends, &widths.aggregate})
        *width = std::floor(*width * factor);
    return widths;
}

/// A combo of named choices; returns the chosen index if it changed.
std::optional<int> choose(const Frame& frame, const char* id, std::span<const char* const> names, int now,
                          const char* tip) {
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
    const auto found = std::ranges::find(frame.colormaps, settings.colormap, &Colormap::name);
    const int now = found == frame.colormaps.end() ? 0 : int(found - frame.colormaps.begin());
    if (const auto chosen =
            choose(frame, "##colormap", names_of(frame.colormaps), now,
                   "Colour scale. Viridis and cividis keep their order in grey print and for colour-blind eyes. "
                   "The two from blue to orange are for differences: their middle is 0 in a symmetric range.")) {
        settings.colormap = frame.colormaps[std::size_t(*chosen)].name;
        frame.push(command::SetColours{settings});
    }
}

void choose_transform(const Frame& frame, ColourSettings settings) {
    if (const auto chosen = choose(frame, "##transform", transforms, int(settings.transform),
                                   "How values are mapped to the colour scale. Sqrt and logarithm make differences "
                                   "between small values visible.")) {
        settings.transform = Transform(*chosen);
        frame.push(command::SetColours{settings});
    }
}

void choose_aggregate(const Frame& frame, ColourSettings settings) {
    if (const auto chosen =
            choose(frame, "##aggregate", aggregates, int(settings.aggregate),
                   "How entries that share a pixel are combined. Minimum keeps single near pairs visible, and maximum "
                   "keeps single far pairs. Farthest from 0 keeps the largest differences of both signs.")) {
        settings.aggregate = Aggregate(*chosen);
        frame.push(command::SetColours{settings});
    }
}

void choose_range(const Frame& frame, ColourSettings settings) {
    if (const auto chosen = choose(frame, "##range", ranges, int(settings.range),
                                   "The range of the colour scale. It can be all finite values, all but the outermost "
                                   "ones, or only the values in sight. It can also be as wide below 0 as above it, or "
                                   "lie between two values that you set. Clipped values have colours of their own.")) {
        if (RangeMode(*chosen) == RangeMode::fixed) settings.fixed = shown_range(frame.state);
        settings.range = RangeMode(*chosen);
        frame.push(command::SetColours{settings});
    }
}

/// Shows the numbers of the range that a user can set. The automatic range has none.
void choose_ends(const Frame& frame, ColourSettings settings, float width) {
    if (settings.range != RangeMode::percentile && settings.range != RangeMode::fixed) return;
    ImGui::SameLine();
    ImGui::SetNextItemWidth(width);
    if (settings.range == RangeMode::percentile) {
        if (ImGui::DragFloat("##percentile", &settings.percentile, 0.1f, 50.0f, 100.0f, "%.1f %%",
                             ImGuiSliderFlags_AlwaysClamp))
            frame.push(command::SetColours{settings});
        explain(frame,
                fmt::format("From {:.1f} to {:.1f} percent of the entries, by a sample of {} taken at equal steps.",
                            100.0 - double(settings.percentile), settings.percentile,
                            grouped(std::ssize(shown_summary(frame.state).sample))));
    } else {
        std::array<float, 2> ends{settings.fixed.low, settings.fixed.high};
        if (ImGui::InputFloat2("##fixed", ends.data(), "%.4g", ImGuiInputTextFlags_EnterReturnsTrue) &&
            ends[0] < ends[1]) {
            settings.fixed = {ends[0], ends[1]};
            frame.push(command::SetColours{settings});
        }
        explain(frame, "The values at the two ends of the scale. Enter sets them.");
    }
}

void draw_controls(const Frame& frame, const Widths& widths) {
    const ColourSettings& settings = frame.state.view.colours;
    ImGui::SetNextItemWidth(widths.colormap);
    choose_colormap(frame, settings);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(widths.transform);
    choose_transform(frame, settings);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(widths.range);
    choose_range(frame, settings);
    choose_ends(frame, settings, widths.ends);
    ImGui::SameLine();
    ImGui::SetNextItemWidth(widths.aggregate);
    choose_aggregate(frame, settings);
}

/// Where the bar is, and what it shows.
struct Bar {
    ImVec2 at; ///< the upper left corner of its line
    float width = 0.0f;
    const Colouring& colouring;

    [[nodiscard]] float x_of(float value) const {
        return at.x + width * position_of(value, colouring.range, colouring.transform);
    }
    [[nodiscard]] float value_under_mouse() const {
        const float position = std::clamp((ImGui::GetIO().MousePos.x - at.x) / width, 0.0f, 1.0f);
        return value_at(position, colouring.range, colouring.transform);
    }
};

/// A click or a drag sets the threshold, the right button removes it.
void set_threshold(const Frame& frame, const Bar& bar) {
    ColourSettings changed = frame.state.view.colours;
    if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left))
        changed.dimming =
            Dimming{.threshold = bar.value_under_mouse(), .above = !changed.dimming || changed.dimming->above};
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) changed.dimming.reset();
    if (changed != frame.state.view.colours) frame.push(command::SetColours{changed});
}

/// The share of entries over each part of the bar, the largest as high as the strip.
void draw_histogram(const Frame& frame, const Bar& bar, float top, float bottom) {
    const int parts = std::clamp(int(bar.width / frame.style.px(3.0f)), 8, 256);
    const std::vector<double> shares = value_histogram(shown_summary(frame.state), bar.colouring, parts);
    const double largest = *std::ranges::max_element(shares);
    if (!(largest > 0.0)) return;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.dim);
    for (int i = 0; i < parts; ++i) {
        const double share = shares[std::size_t(i)];
        if (!(share > 0.0)) continue;
        const float x0 = bar.at.x + bar.width * float(i) / float(parts);
        const float x1 = bar.at.x + bar.width * float(i + 1) / float(parts);
        const float height = std::max(1.0f, (bottom - top) * float(share / largest));
        list.AddRectFilled({x0, bottom - height}, {std::max(x0 + 1.0f, x1 - 1.0f), bottom}, colour);
    }
}

/// A line at the threshold, and a shade over what is dimmed.
void draw_threshold(const Frame& frame, const Bar& bar, float top, float bottom) {
    const auto& dimming = frame.state.view.colours.dimming;
    if (!dimming) return;
    const float x = bar.x_of(dimming->threshold), end = dimming->above ? bar.at.x + bar.width : bar.at.x;
    ImVec4 shade = frame.style.palette.background;
    shade.w = 0.8f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({std::min(x, end), top}, {std::max(x, end), bottom}, ImGui::GetColorU32(shade));
    list.AddLine({x, top - frame.style.px(2.0f)}, {x, bottom + frame.style.px(3.0f)},
                 ImGui::GetColorU32(frame.style.palette.text), frame.style.px(2.0f));
}

/// The bar itself, with a tick under the mouse and the marked value on it; above it the histogram.
void draw_bar(const Frame& frame, const Colouring& colouring, float width) {
    const float height = frame.style.px(colour_bar_height), strip = histogram_height(frame);
    const Bar bar{ImGui::GetCursorScreenPos(), width, colouring};
    const float top = std::floor(bar.at.y + (ImGui::GetFrameHeight() - height) / 2.0f);
    ImGui::InvisibleButton("##bar", {width, ImGui::GetFrameHeight()},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    const bool hovered = ImGui::IsItemHovered();
    set_threshold(frame, bar);
    if (hovered)
        explain(frame,
                fmt::format("{:.4g} {}\nA click or a drag sets a threshold: values beyond it are drawn faintly, and "
                            "the others are counted. The right button removes it.\nNot-a-number, infinite values, and "
                            "values below and above the range have colours of their own: pink, cyan, blue, red.",
                            bar.value_under_mouse(), unit_of_content(frame.state)));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const auto& colours = colouring.colormap.colours;
    for (std::size_t i = 0; i < colours.size(); ++i) {
        const float x0 = bar.at.x + width * float(i) / 256.0f, x1 = bar.at.x + width * float(i + 1) / 256.0f;
        list.AddRectFilled({x0, top}, {x1, top + height}, packed(colours[i]));
    }
    if (strip > 0.0f) draw_histogram(frame, bar, top - strip, top - 1.0f);
    draw_threshold(frame, bar, top - std::max(0.0f, strip - 1.0f), top + height);
    if (frame.state.view.marked) {
        const float x = bar.x_of(frame.state.view.marked->value);
        list.AddTriangleFilled({x - 5, top - 7}, {x + 5, top - 7}, {x, top},
                               ImGui::GetColorU32(frame.style.palette.text));
    }
}

/// Three bars that stand for a histogram.
void draw_histogram_switch(const Frame& frame) {
    ColourSettings changed = frame.state.view.colours;
    const float side = switch_width(frame);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton("##histogram", {side, ImGui::GetFrameHeight()}, ImGuiButtonFlags_EnableNav)) {
        changed.histogram = !changed.histogram;
        frame.push(command::SetColours{changed});
    }
    const bool hovered = ImGui::IsItemHovered();
    explain(frame, changed.histogram ? "Hides the histogram of the values."
                                     : "Shows over the colour bar how often each value occurs, by a sample of at most "
                                       "65 536 entries. Drag over the bar to set a threshold.");
    const Palette& palette = frame.style.palette;
    const ImU32 colour = ImGui::GetColorU32(hovered ? palette.accent : changed.histogram ? palette.text : palette.dim);
    const float bottom = std::floor(at.y + 0.72f * ImGui::GetFrameHeight()), third = std::floor(side / 4.0f);
    const std::array heights{0.25f, 0.45f, 0.33f};
    for (std::size_t i = 0; i < heights.size(); ++i)
        ImGui::GetWindowDrawList()->AddRectFilled(
            {at.x + third * float(i), bottom - heights[i] * ImGui::GetFrameHeight()},
            {at.x + third * float(i) + third - 1.0f, bottom}, colour);
}

/// The threshold as a number, what it leaves, and what can be done with it.
void draw_threshold_line(const Frame& frame) {
    ColourSettings changed = frame.state.view.colours;
    if (!changed.dimming) return;
    const Dimming now = *changed.dimming;
    ImGui::AlignTextToFramePadding();
    ImGui::TextColored(frame.style.palette.dim, "threshold");
    ImGui::SameLine();
    if (const auto typed = entry("##threshold", fmt::format("{:.6g}", now.threshold), frame.style.px(72.0f)))
        if (const auto number = number_in(*typed)) changed.dimming->threshold = float(*number);
    explain(frame, "The value beyond which entries are drawn faintly. Enter sets it.");
    ImGui::SameLine();
    if (ImGui::SmallButton(now.above ? "dim below###dim side" : "dim above###dim side"))
        changed.dimming->above = !now.above;
    explain(frame, now.above ? "Draws the values below the threshold faintly, instead of those above it."
                             : "Draws the values above the threshold faintly, instead of those below it.");
    ImGui::SameLine();
    if (ImGui::SmallButton("remove##threshold")) changed.dimming.reset();
    explain(frame, "Draws all values in full colour again. The right button on the colour bar does the same.");
    ImGui::SameLine();
    const ThresholdCount count = count_kept(shown_summary(frame.state), shown_shape(frame.state), now);
    small_line(frame, threshold_words(count, now, unit_of_content(frame.state)), frame.style.palette.text);
    if (changed != frame.state.view.colours) frame.push(command::SetColours{changed});
}

/// What stands at the two ends of the bar.
struct Ends {
    std::string low, high;
    /// With the switch of the histogram, which stands before them.
    [[nodiscard]] float width(const Frame& frame) const {
        return switch_width(frame) + ImGui::CalcTextSize(low.c_str()).x + ImGui::CalcTextSize(high.c_str()).x +
               3 * ImGui::GetStyle().ItemSpacing.x;
    }
};

Ends ends_now(const Frame& frame) {
    const ValueRange range = shown_range(frame.state);
    const std::string unit = unit_of_content(frame.state);
    return {distance_number(double(range.low), unit),
            distance_number(double(range.high), unit) + (unit.empty() ? "" : " " + unit)};
}

/// The controls stand beside the bar, or below it where they would leave too little of it.
bool has_two_lines(const Frame& frame, const Ends& ends) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float beside = ends.width(frame) + gap + usual_widths(frame).all(gap);
    return ImGui::GetContentRegionAvail().x - beside < frame.style.px(least_bar_width);
}

} // namespace

float colour_bar_height(const Frame& frame) {
    const float lines = has_two_lines(frame, ends_now(frame)) ? 2.0f : 1.0f;
    const float threshold = frame.state.view.colours.dimming ? 1.0f : 0.0f;
    return (lines + threshold) * ImGui::GetFrameHeightWithSpacing() + ImGui::GetStyle().ItemSpacing.y +
           histogram_height(frame);
}

void draw_colour_bar(const Frame& frame) {
    const Colouring colouring = shown_colouring(frame.state, frame.colormaps);
    const Ends ends = ends_now(frame);
    const float room = ImGui::GetContentRegionAvail().x, gap = ImGui::GetStyle().ItemSpacing.x;
    const bool two_lines = has_two_lines(frame, ends);
    const Widths widths = fitted(usual_widths(frame), room, gap);
    ImGui::Spacing();
    if (const float strip = histogram_height(frame); strip > 0.0f) ImGui::SetCursorPosY(ImGui::GetCursorPosY() + strip);
    draw_histogram_switch(frame);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    ImGui::TextUnformatted(ends.low.c_str());
    ImGui::SameLine();
    draw_bar(frame, colouring,
             std::max(frame.style.px(least_bar_width),
                      room - ends.width(frame) - (two_lines ? 0.0f : gap + widths.all(gap))));
    ImGui::SameLine();
    ImGui::TextUnformatted(ends.high.c_str());
    if (!two_lines) ImGui::SameLine();
    draw_controls(frame, widths);
    draw_threshold_line(frame);
}

} // namespace pairscope::app

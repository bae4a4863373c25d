// SPDX-License-Identifier: MIT
#include "app/window/widgets/chart_view.h"

#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <implot.h>
#include <implot_internal.h> // where a title is drawn

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace pairscope::app {
namespace {

constexpr float tick_size = 12.0f;    // [px], before scale
constexpr float story_width = 340.0f; // width of tooltips
constexpr float axis_room = 64.0f;    // left of a plot, for the numbers and the title of its axis
constexpr float slack = 3.0f;         // around the area, for marks on its edge

ImVec2 at(Pixel p) { return {float(p.x), float(p.y)}; }
ImU32 packed(Rgb colour) { return IM_COL32(colour >> 16 & 255, colour >> 8 & 255, colour & 255, 255); }

ImFont* face(const Style& style, bool bold) { return bold ? style.fonts.bold : style.fonts.text; }

void draw(ImDrawList& list, const DrawnLine& line) {
    const ImU32 colour = packed(line.colour);
    if (line.dashes.size() < 2) {
        list.AddLine(at(line.from), at(line.to), colour, float(line.width));
        return;
    }
    const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y, length = std::hypot(dx, dy);
    for (double way = 0.0; way < length; way += line.dashes[0] + line.dashes[1]) {
        const double first = way / length, last = std::min(way + line.dashes[0], length) / length;
        list.AddLine(at({line.from.x + first * dx, line.from.y + first * dy}),
                     at({line.from.x + last * dx, line.from.y + last * dy}), colour, float(line.width));
    }
}

/// Letters are turned after they are written, inside the clipping rectangle: outside it they would be left out.
void draw_turned(const Frame& frame, ImDrawList& list, const DrawnWords& words, ImVec2 inside) {
    const int first = list.VtxBuffer.Size;
    list.AddText(face(frame.style, words.look.bold), float(words.look.size), inside, packed(words.colour),
                 words.text.c_str());
    const auto c = float(std::cos(words.angle)), s = float(std::sin(words.angle));
    const ImVec2 start = at(words.corner);
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& corner = list.VtxBuffer[i].pos;
        const ImVec2 d{corner.x - inside.x, corner.y - inside.y};
        corner = {start.x + c * d.x - s * d.y, start.y + s * d.x + c * d.y};
    }
}

void draw_words(const Frame& frame, ImDrawList& list, const DrawnWords& words, ImVec2 inside) {
    if (words.angle != 0.0) {
        draw_turned(frame, list, words, inside);
        return;
    }
    const ImVec2 corner{float(std::floor(words.corner.x)), float(std::floor(words.corner.y))};
    list.AddText(face(frame.style, words.look.bold), float(words.look.size), corner, packed(words.colour),
                 words.text.c_str());
}

void draw_all(const Frame& frame, const std::vector<Drawn>& drawn, ImVec2 inside) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    for (const Drawn& one : drawn)
        std::visit(
            [&](const auto& it) {
                using Kind = std::decay_t<decltype(it)>;
                if constexpr (std::is_same_v<Kind, DrawnLine>)
                    draw(list, it);
                else if constexpr (std::is_same_v<Kind, DrawnBox>)
                    list.AddRectFilled(at({it.box.left, it.box.top}), at({it.box.right, it.box.bottom}),
                                       packed(it.colour));
                else if constexpr (std::is_same_v<Kind, DrawnMark>)
                    draw_mark(list, it.shape, at(it.centre), float(it.radius), packed(it.colour), it.filled);
                else if constexpr (std::is_same_v<Kind, DrawnCross>)
                    draw_cross(list, at(it.centre), float(it.radius), packed(it.colour));
                else
                    draw_words(frame, list, it, inside);
            },
            one);
}

/// `room` [px] is the axis' length, `each` that of a label.
void set_axis(ImAxis which, const ChartAxis& axis, float room, float each) {
    if (axis.logarithmic) ImPlot::SetupAxisScale(which, ImPlotScale_Log10);
    ImPlot::SetupAxisLimits(which, axis.range.low, axis.range.high, ImPlotCond_Always);
    std::vector<double> values;
    std::vector<const char*> labels;
    const auto ticks = ticks_of(axis, room / each);
    for (const Tick& tick : ticks) {
        values.push_back(tick.value);
        labels.push_back(tick.label.c_str());
    }
    if (!ticks.empty()) ImPlot::SetupAxisTicks(which, values.data(), int(values.size()), labels.data());
}

/// Rows have their names where other charts have an axis.
void set_rows(const Chart& chart) {
    std::vector<double> rows;
    std::vector<const char*> names;
    for (const ChartBar& bar : chart.bars) {
        rows.push_back(double(rows.size()));
        names.push_back(bar.name.c_str());
    }
    ImPlot::SetupAxisLimits(ImAxis_Y1, -0.5, double(rows.size()) - 0.5, ImPlotCond_Always);
    ImPlot::SetupAxisTicks(ImAxis_Y1, rows.data(), int(rows.size()), names.data());
}

/// The unit alone where the axis is too short for the title. Nothing where it is too short for the unit as well: the
/// title would reach into the next chart.
std::string fitting_title(const ChartAxis& axis, float room) {
    for (const std::string& title : {full_title(axis), axis.unit})
        if (ImGui::CalcTextSize(title.c_str()).x < room) return title;
    return {};
}

void set_axes(const Frame& frame, const Chart& chart, ImVec2 size) {
    constexpr ImPlotAxisFlags still = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;
    constexpr ImPlotAxisFlags rows =
        still | ImPlotAxisFlags_Invert | ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks;
    constexpr ImPlotAxisFlags bare = still | ImPlotAxisFlags_NoTickLabels | ImPlotAxisFlags_NoLabel;
    const float below = chart.x.written ? 44.0f : 20.0f;
    const ImVec2 room{size.x - frame.style.px(60), size.y - frame.style.px(below)}; // what is left beside the labels
    const std::string x = fitting_title(chart.x, room.x), y = fitting_title(chart.y, room.y);
    const bool bars = !chart.bars.empty();
    ImPlot::SetupAxes(x.c_str(), bars ? nullptr : y.c_str(), chart.x.written ? still : bare, bars ? rows : still);
    set_axis(ImAxis_X1, chart.x, room.x, frame.style.px(chart.x.indices ? 80 : chart.x.counts ? 36 : 26));
    if (bars)
        set_rows(chart);
    else
        set_axis(ImAxis_Y1, chart.y, room.y, frame.style.px(20));
}

/// The title of the horizontal axis of the plot of now, and where the toolkit is about to write it.
struct AxisTitle {
    std::string text;
    ImVec2 at;
};
AxisTitle title_below_plot() {
    const ImPlotPlot& plot = *ImPlot::GetCurrentPlot();
    const ImPlotAxis& axis = plot.Axes[ImAxis_X1];
    if (!axis.HasLabel() || axis.IsOpposite()) return {};
    const float padding = ImPlot::GetStyle().LabelPadding.y;
    const float ticks = axis.HasTickLabels() ? axis.Ticker.MaxSize.y + padding : 0.0f;
    const std::string text = plot.GetAxisLabel(axis);
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    return {text, {plot.PlotRect.GetCenter().x - width / 2, axis.Datum1 + ticks + padding}};
}

/// Without the mouse.
std::optional<ChartView> draw_plot(const Frame& frame, const char* id, const Chart& chart, ImVec2 size) {
    if (!ImPlot::BeginPlot(id, size, ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame | ImPlotFlags_NoInputs)) return {};
    set_axes(frame, chart, size);
    const ImVec2 corner = ImPlot::GetPlotPos(), extent = ImPlot::GetPlotSize();
    const ChartView view{{corner.x, corner.y, corner.x + extent.x, corner.y + extent.y}};
    ImPlot::PushPlotClipRect(frame.style.px(slack));
    draw_all(frame, lay_out(chart, view.area, window_medium(frame.style, frame.state.look.theme)), corner);
    ImPlot::PopPlotClipRect();
    ImPlot::EndPlot();
    return view;
}

/// The mouse in the plot that it is over, and a line through all of them at its place.
void find_mouse(const Frame& frame, std::vector<ChartView>& views) {
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto is_beside = [&](const ChartView& view) {
        return double(mouse.x) >= view.area.left && double(mouse.x) < view.area.right;
    };
    if (!ImGui::IsItemHovered() || views.empty() || !is_beside(views.front())) return;
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.faint);
    for (ChartView& view : views) {
        const auto top = float(view.area.top), bottom = float(view.area.bottom);
        if (mouse.y >= top && mouse.y < bottom) view.mouse = {mouse.x, mouse.y};
        ImGui::GetWindowDrawList()->AddLine({mouse.x, top}, {mouse.x, bottom}, colour);
    }
}

} // namespace

std::vector<ChartView> draw_charts(const Frame& frame, const char* id, std::span<const Chart> charts, ImVec2 size) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float axis = frame.style.px(34), gap = ImGui::GetStyle().ItemSpacing.y;
    const float height = (size.y - axis - gap * float(charts.size() - 1)) / float(charts.size());
    std::vector<ChartView> views;
    ImGui::PushFont(nullptr, tick_size);
    ImGui::PushID(id);
    if (ImPlot::BeginAlignedPlots("##aligned")) {
        for (const Chart& chart : charts) {
            ImGui::PushID(int(&chart - charts.data()));
            if (auto view = draw_plot(frame, "##plot", chart, {size.x, height + (chart.x.written ? axis : 0.0f)}))
                views.push_back(*view);
            ImGui::PopID();
        }
        ImPlot::EndAlignedPlots();
    }
    ImGui::PopID();
    ImGui::PopFont();
    ImGui::SetCursorScreenPos(start);
    ImGui::InvisibleButton(id, size, ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
    find_mouse(frame, views);
    return views;
}

std::optional<ChartView> draw_chart(const Frame& frame, const char* id, const Chart& chart, ImVec2 size) {
    const ImVec2 left = ImGui::GetContentRegionAvail();
    size = {size.x > 0.0f ? size.x : left.x, size.y > 0.0f ? size.y : left.y};
    std::optional<ChartView> view;
    ImGui::PushFont(nullptr, tick_size);
    if (ImPlot::BeginPlot(id, size, ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame)) {
        set_axes(frame, chart, size);
        const ImVec2 corner = ImPlot::GetPlotPos(), extent = ImPlot::GetPlotSize();
        view = ChartView{{corner.x, corner.y, corner.x + extent.x, corner.y + extent.y}};
        ImPlot::PushPlotClipRect(frame.style.px(slack));
        draw_all(frame, lay_out(chart, view->area, window_medium(frame.style, frame.state.look.theme)), corner);
        ImPlot::PopPlotClipRect();
        if (const ImVec2 mouse = ImGui::GetMousePos(); ImPlot::IsPlotHovered()) view->mouse = {mouse.x, mouse.y};
        const AxisTitle title = title_below_plot();
        ImPlot::EndPlot();
        mark_terms(frame, {.text = title.text, .at = title.at}, ImGui::IsWindowHovered(ImGuiHoveredFlags_Stationary));
    }
    ImGui::PopFont();
    return view;
}

ChartMedium window_medium(const Style& style, Theme theme) {
    return {.theme = theme,
            .scale = style.scale,
            .radius = 4.5,
            .large_radius = 7.0,
            .can_hover = true,
            .extent_of = [&style](const std::string& text, TextLook look) -> TextExtent {
                const ImVec2 extent = face(style, look.bold)->CalcTextSizeA(float(look.size), 1e9f, 0.0f, text.c_str());
                return {extent.x, extent.y};
            }};
}

void show_story_beside(const Frame& frame, const std::string& story, const ChartView& plot) {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = frame.style.px(story_width) + 2 * ImGui::GetStyle().WindowPadding.x;
    const float left = float(plot.area.left) - frame.style.px(axis_room),
                right = float(plot.area.right) + frame.style.px(8);
    const ImVec2 mouse = ImGui::GetMousePos();
    const float upwards = mouse.y > viewport.WorkPos.y + viewport.WorkSize.y / 2 ? 1.0f : 0.0f;
    if (left - width >= viewport.WorkPos.x)
        ImGui::SetNextWindowPos({left, mouse.y}, ImGuiCond_Always, {1.0f, upwards});
    else if (right + width <= viewport.WorkPos.x + viewport.WorkSize.x)
        ImGui::SetNextWindowPos({right, mouse.y}, ImGuiCond_Always, {0.0f, upwards});
    show_story(frame, story);
}

void show_story(const Frame& frame, const std::string& story) {
    if (!begin_tooltip(frame)) return;
    ImGui::PushTextWrapPos(frame.style.px(story_width));
    tooltip_text(frame, story, frame.style.palette.text);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/features/roofline/roofline_panel.h"

#include "app/features/roofline/label_places.h"
#include "app/features/roofline/roofline_chart.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/state/state_queries.h"

#include <implot.h>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float label_size = 12.0f; // [px], before scale
constexpr float reach = 9.0f;       // [px] how near to a mark or a line the mouse has to be

ImVec2 pixels(ChartPoint point) { return ImPlot::PlotToPixels(point.intensity, point.performance); }

/// Text from `start` in the direction of `angle` [radians, downwards].
void write_along(const Frame& frame, const std::string& words, ImVec2 start, float angle, ImU32 colour) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImVec2 written = ImPlot::GetPlotPos(); // inside the clipping rectangle, or letters would be left out
    const int first = list.VtxBuffer.Size;
    list.AddText(frame.style.fonts.text, frame.style.px(label_size), written, colour, words.c_str());
    const float c = std::cos(angle), s = std::sin(angle);
    for (int i = first; i < list.VtxBuffer.Size; ++i) {
        ImVec2& at = list.VtxBuffer[i].pos;
        const ImVec2 d{at.x - written.x, at.y - written.y};
        at = {start.x + c * d.x - s * d.y, start.y + s * d.x + c * d.y};
    }
}

ImVec2 label_extent(const Frame& frame, const std::string& words) {
    return frame.style.fonts.text->CalcTextSizeA(frame.style.px(label_size), 1e9f, 0.0f, words.c_str());
}

std::pair<ImVec2, ImVec2> ends_of(const RooflineChart& chart, const Roof& roof) {
    const auto line = line_of(chart, roof);
    return {pixels(line.front()), pixels(line.back())};
}

void draw_roofs(const Frame& frame, const RooflineChart& chart) {
    for (const Roof& roof : chart.roofs) {
        const auto [from, to] = ends_of(chart, roof);
        ImPlot::GetPlotDrawList()->AddLine(
            from, to, ImGui::GetColorU32(roof.binds ? frame.style.palette.text : frame.style.palette.faint),
            frame.style.px(roof.binds ? 2.0f : 1.0f));
    }
}

PlotBox plot_box() {
    const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    return {corner.x, corner.y, corner.x + size.x, corner.y + size.y};
}

/// In the middle of a way that has room for it: where it leads.
void draw_arrow(const Frame& frame, ImVec2 from, ImVec2 to, ImU32 colour) {
    const float length = std::hypot(to.x - from.x, to.y - from.y), size = frame.style.px(5);
    if (length < 6 * size) return;
    const ImVec2 along{(to.x - from.x) / length, (to.y - from.y) / length};
    const ImVec2 middle{(from.x + to.x) / 2, (from.y + to.y) / 2};
    const ImVec2 tip{middle.x + size * along.x, middle.y + size * along.y};
    const ImVec2 foot{middle.x - size * along.x, middle.y - size * along.y};
    const float half = 0.6f * size;
    ImPlot::GetPlotDrawList()->AddTriangleFilled(tip, {foot.x - half * along.y, foot.y + half * along.x},
                                                 {foot.x + half * along.y, foot.y - half * along.x}, colour);
}

void draw_trail(const Frame& frame, const RooflineChart& chart) {
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.dim);
    const float step = frame.style.px(5);
    for (std::size_t i = 1; i < chart.trail.size(); ++i) {
        const ChartDot& before = chart.dots[chart.trail[i - 1]];
        const ChartDot& after = chart.dots[chart.trail[i]];
        const ImVec2 from = pixels({before.intensity, before.performance}),
                     to = pixels({after.intensity, after.performance});
        const float length = std::hypot(to.x - from.x, to.y - from.y);
        for (float at = step; at < length; at += step) {
            const float part = at / length;
            ImPlot::GetPlotDrawList()->AddCircleFilled(
                {from.x + part * (to.x - from.x), from.y + part * (to.y - from.y)}, frame.style.px(0.9f), colour);
        }
        draw_arrow(frame, from, to, colour);
    }
}

std::string simulated_label(const RooflineChart& chart) {
    return fmt::format("{}, simulated: {} {}/B predicted, no time", short_name(chart.simulated->id),
                       three_digits(chart.simulated->intensity), unit_name(chart));
}

/// A simulated variant has an intensity and no performance: a dashed line as high as the plot.
void draw_simulated(const Frame& frame, const RooflineChart& chart, std::vector<PlotBox>& written) {
    if (!chart.simulated) return;
    const ImU32 colour = variant_colour(chart.simulated->id, frame.state.look.theme);
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float x = pixels({chart.simulated->intensity, chart.performance.low}).x;
    const ImVec2 corner = ImPlot::GetPlotPos(), size = ImPlot::GetPlotSize();
    const float dash = frame.style.px(6), gap = frame.style.px(4);
    for (float y = corner.y; y < corner.y + size.y; y += dash + gap)
        list.AddLine({x, y}, {x, std::min(y + dash, corner.y + size.y)}, colour, frame.style.px(1.5f));
    const std::string words = simulated_label(chart);
    const ImVec2 extent = label_extent(frame, words);
    const float room = frame.style.px(6);
    const bool on_left = x - room - extent.x > corner.x; // the arithmetic roof's label is on the right
    const float left = on_left ? x - room - extent.x : std::min(x + room, corner.x + size.x - extent.x);
    const float top = corner.y + frame.style.px(4);
    list.AddRectFilled({left - 2, top}, {left + extent.x + 2, top + extent.y},
                       ImGui::GetColorU32(frame.style.palette.panel));
    list.AddText(frame.style.fonts.text, frame.style.px(label_size), {std::floor(left), std::floor(top)},
                 ImGui::GetColorU32(frame.style.palette.text), words.c_str());
    written.push_back({left - 2, top, left + extent.x + 2, top + extent.y});
}

float radius_of(const Frame& frame, const ChartDot& dot) { return frame.style.px(dot.selected ? 7.0f : 4.5f); }

void draw_dot(const Frame& frame, const ChartDot& dot) {
    const bool counted = dot.bytes == profiling::Provenance::counter;
    const ImVec2 at = pixels({dot.intensity, dot.performance});
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    if (dot.interval) // of 95 %; often smaller than the mark
        list.AddLine(pixels({dot.intensity, dot.interval->low}), pixels({dot.intensity, dot.interval->high}),
                     variant_colour(dot.id, frame.state.look.theme), frame.style.px(1.5f));
    list.AddCircleFilled(at, radius_of(frame, dot),
                         ImGui::GetColorU32(frame.style.palette.panel)); // roofs end at the mark
    draw_mark(list, variant_mark(dot.id), at, radius_of(frame, dot), variant_colour(dot.id, frame.state.look.theme),
              counted);
    if (dot.recording != 0)
        draw_cross(list, at, radius_of(frame, dot),
                   counted ? ImGui::GetColorU32(frame.style.palette.panel)
                           : variant_colour(dot.id, frame.state.look.theme));
}

void draw_dots(const Frame& frame, const RooflineChart& chart) {
    for (const ChartDot& dot : chart.dots)
        if (!dot.selected) draw_dot(frame, dot);
    for (const ChartDot& dot : chart.dots)
        if (dot.selected) draw_dot(frame, dot);
}

PlotBox box_of(const Frame& frame, const ChartDot& dot) {
    const ImVec2 at = pixels({dot.intensity, dot.performance});
    return box_around(at.x, at.y, radius_of(frame, dot));
}

std::vector<PlotLine> roof_lines(const RooflineChart& chart) {
    std::vector<PlotLine> lines;
    for (const Roof& roof : chart.roofs) {
        const auto [from, to] = ends_of(chart, roof);
        lines.push_back({from.x, from.y, to.x, to.y});
    }
    return lines;
}

/// Room for words on a line.
void interrupt_line(const LineWordsPlace& place, const LineWords& words, ImU32 colour) {
    const PlotLine middle = middle_of(place, words);
    ImPlot::GetPlotDrawList()->AddLine({middle.x0, middle.y0}, {middle.x1, middle.y1}, colour, words.height);
}

/// None on a mark or on what is `written`, to which they are added.
void label_roofs(const Frame& frame, const RooflineChart& chart, std::vector<PlotBox>& written) {
    std::vector<PlotBox> taken = written;
    for (const ChartDot& dot : chart.dots) taken.push_back(box_of(frame, dot));
    const auto lines = roof_lines(chart);
    std::vector<LineWords> words;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const ImVec2 extent = label_extent(frame, chart.roofs[i].label);
        words.push_back(roof_words(lines[i], extent.x, extent.y, chart.roofs[i].kind == RoofKind::fma, i == 0));
    }
    const auto places = place_line_words(words, taken, plot_box(), frame.style.px(12));
    for (std::size_t i = 0; i < places.size(); ++i) {
        const Palette& palette = frame.style.palette;
        if (places[i].on_line) interrupt_line(places[i], words[i], ImGui::GetColorU32(palette.panel));
        write_along(frame, chart.roofs[i].label, {places[i].x, places[i].y}, places[i].angle,
                    ImGui::GetColorU32(chart.roofs[i].binds ? palette.text : palette.dim));
        written.insert(written.end(), places[i].covers.begin(), places[i].covers.end());
    }
}

void write_name(const Frame& frame, const ChartDot& dot, const LabelPlace& place) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const PlotBox& box = place.box;
    const ImVec2 at = pixels({dot.intensity, dot.performance});
    if (place.moved)
        list.AddLine(at, {place.on_left ? box.right + 1 : box.left - 1, (box.top + box.bottom) / 2},
                     ImGui::GetColorU32(frame.style.palette.faint));
    list.AddRectFilled({box.left - 2, box.top}, {box.right + 2, box.bottom},
                       ImGui::GetColorU32(frame.style.palette.panel));
    const ImVec4 colour = dot.selected ? frame.style.palette.text : frame.style.palette.dim;
    list.AddText(frame.style.fonts.text, frame.style.px(label_size), {std::floor(box.left), std::floor(box.top)},
                 ImGui::GetColorU32(colour), std::string(short_name(dot.id)).c_str());
}

void label_dots(const Frame& frame, const RooflineChart& chart, std::vector<PlotBox> taken) {
    std::vector<LabelAnchor> anchors;
    std::vector<const ChartDot*> named;
    for (const ChartDot& dot : chart.dots) {
        if (!dot.named) {
            taken.push_back(box_of(frame, dot));
            continue;
        }
        named.push_back(&dot);
        const ImVec2 at = pixels({dot.intensity, dot.performance});
        const ImVec2 extent = label_extent(frame, std::string(short_name(dot.id)));
        anchors.push_back({at.x, at.y, radius_of(frame, dot), extent.x, extent.y});
    }
    const auto places = place_labels(anchors, roof_lines(chart), plot_box(), taken);
    for (std::size_t i = 0; i < places.size(); ++i) write_name(frame, *named[i], places[i]);
}

std::string dot_story(const RooflineChart& chart, const ChartDot& dot) {
    const profiling::Measurement& m = *dot.run;
    const bool flops = chart.unit == profiling::WorkUnit::flop;
    const double units = profiling::units_per_flop(m.workload, chart.unit);
    const double bytes = units * work_of(m.workload).flops / dot.intensity;
    const bool counted = dot.bytes == profiling::Provenance::counter;
    const std::string from = counted
                                 ? fmt::format("counted on {}", m.counters ? m.counters->chip : std::string("the GPU"))
                                 : std::string("predicted by its own model, so its mark is hollow");
    std::string story = fmt::format(
        "{}, n = {}\n{}: its {} in {} ms\n{} {} per byte of {} traffic; its {} are {}\n", short_name(dot.id),
        grouped(m.workload.rows), flops ? performance(dot.performance) : pair_rate(dot.performance),
        flops ? "flops" : "pairs", milliseconds(profiling::seconds_of(m)), three_digits(dot.intensity),
        unit_name(chart), title_of(chart.level), bytes_text(bytes), from);
    if (dot.ceilings != nullptr) {
        if (const auto useful = profiling::useful_fraction(m, *dot.ceilings))
            story += fmt::format("useful fraction {} of the fill ceiling\n", share_text(*useful));
        if (const auto used = profiling::bandwidth_used(m, *dot.ceilings))
            story += fmt::format("bandwidth used {} of the fill ceiling\n", share_text(*used));
    }
    return story + provenance_of(m, dot.origin);
}

float distance_to_line(ImVec2 at, ImVec2 from, ImVec2 to) {
    const ImVec2 d{to.x - from.x, to.y - from.y};
    const float length2 = d.x * d.x + d.y * d.y;
    const float part =
        length2 > 0 ? std::clamp(((at.x - from.x) * d.x + (at.y - from.y) * d.y) / length2, 0.0f, 1.0f) : 0.0f;
    return std::hypot(at.x - from.x - part * d.x, at.y - from.y - part * d.y);
}

void show_story(const Frame& frame, const std::string& story) {
    if (!ImGui::BeginTooltip()) return;
    ImGui::PushFont(nullptr, frame.style.text_size); // the plot's labels are smaller
    ImGui::PushTextWrapPos(frame.style.px(340));
    ImGui::TextUnformatted(story.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

void select(const Frame& frame, const ChartDot& dot) {
    if (dot.recording == 0)
        frame.push(command::SelectVariant{dot.id});
    else
        frame.push(command::SelectRecorded{dot.recording, dot.run->device, dot.id});
}

/// The mark or the roof under the mouse tells everything; a click on a mark selects its variant.
void answer_mouse(const Frame& frame, const RooflineChart& chart) {
    if (!ImPlot::IsPlotHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    const float near = frame.style.px(reach);
    const ChartDot* nearest = nullptr;
    float least = near;
    for (const ChartDot& dot : chart.dots) {
        const ImVec2 at = pixels({dot.intensity, dot.performance});
        if (const float away = std::hypot(mouse.x - at.x, mouse.y - at.y); away < least) {
            least = away;
            nearest = &dot;
        }
    }
    if (nearest != nullptr) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        show_story(frame, dot_story(chart, *nearest));
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) select(frame, *nearest);
        return;
    }
    for (const Roof& roof : chart.roofs) {
        const auto [from, to] = ends_of(chart, roof);
        if (distance_to_line(mouse, from, to) > near / 2) continue;
        show_story(frame,
                   roof.label + "\n" + roof.provenance + (roof.binds ? "\nIt limits the selected variant." : ""));
        return;
    }
}

void set_axis(ImAxis axis, AxisRange range, std::size_t most) {
    const auto ticks = log_ticks(range, most);
    std::vector<double> values;
    std::vector<const char*> labels;
    for (const Tick& tick : ticks) {
        values.push_back(tick.value);
        labels.push_back(tick.label.c_str());
    }
    ImPlot::SetupAxisScale(axis, ImPlotScale_Log10);
    ImPlot::SetupAxisLimits(axis, range.low, range.high, ImPlotCond_Always);
    ImPlot::SetupAxisTicks(axis, values.data(), int(values.size()), labels.data());
}

void draw_chart(const Frame& frame, const RooflineChart& chart) {
    ImGui::PushFont(nullptr, label_size);
    constexpr ImPlotFlags flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame;
    if (ImPlot::BeginPlot("##roofline", {-1, -1}, flags)) {
        constexpr ImPlotAxisFlags still = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;
        ImPlot::SetupAxes(intensity_title(chart).c_str(), performance_title(chart).c_str(), still, still);
        set_axis(ImAxis_X1, chart.intensity, 11);
        set_axis(ImAxis_Y1, chart.performance, 7);
        ImPlot::PushPlotClipRect(frame.style.px(2));
        draw_roofs(frame, chart);
        draw_trail(frame, chart);
        std::vector<PlotBox> written;
        draw_simulated(frame, chart, written);
        label_roofs(frame, chart, written);
        label_dots(frame, chart, std::move(written));
        draw_dots(frame, chart);
        ImPlot::PopPlotClipRect();
        answer_mouse(frame, chart);
        ImPlot::EndPlot();
    }
    ImGui::PopFont();
}

/// One of a few that stand side by side; true if it was clicked.
bool draw_choice(const Frame& frame, const std::string& name, bool chosen, const char* meaning) {
    const float width = ImGui::CalcTextSize(name.c_str()).x + frame.style.px(16);
    ImGui::PushStyleVar(ImGuiStyleVar_SelectableTextAlign, {0.5f, 0.5f});
    const bool clicked = ImGui::Selectable(name.c_str(), chosen, 0, {width, 0});
    ImGui::PopStyleVar();
    explain(frame, meaning);
    ImGui::SameLine(0.0f, frame.style.px(4));
    return clicked;
}

/// Which memory's bytes the roofline counts, and what its vertical axis does.
void draw_choices(const Frame& frame) {
    using profiling::MemoryLevel;
    using profiling::WorkUnit;
    for (const MemoryLevel level : {MemoryLevel::dram, MemoryLevel::l2, MemoryLevel::l1})
        if (draw_choice(frame, std::string(title_of(level)), frame.state.look.level == level,
                        level == MemoryLevel::dram
                            ? "Bytes that DRAM moves: counted, or predicted by the variant's model."
                            : "Bytes between this cache and the multiprocessors: they have to be counted."))
            frame.push(command::SetMemoryLevel{level});
    ImGui::SameLine(0.0f, frame.style.px(16));
    if (draw_choice(frame, "flop/s", frame.state.look.unit == WorkUnit::flop,
                    "The arithmetic that the question needs."))
        frame.push(command::SetWorkUnit{WorkUnit::flop});
    if (draw_choice(frame, "pairs/s", frame.state.look.unit == WorkUnit::pair,
                    "The pairs of points that are looked at: how fast the question itself is answered."))
        frame.push(command::SetWorkUnit{WorkUnit::pair});
    export_link(frame, "export_roofline", Dialog::save_roofline, "Save this chart as SVG, PNG or PDF.");
}

} // namespace

void draw_roofline_panel(const Frame& frame) {
    const auto chart = roofline_chart(frame.state);
    if (!chart) {
        ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
        ImGui::PushTextWrapPos(0.0f);
        ImGui::TextUnformatted(roofline_awaits(frame.state).c_str());
        ImGui::PopTextWrapPos();
        ImGui::PopStyleColor();
        return;
    }
    // The addition says whose roofs these are, where they are not this machine's.
    const std::string whose = chart->origin.empty() ? "" : fmt::format("{}, {}", chart->device, chart->origin);
    heading(frame, title_with_target(frame.state, "Roofline", frame.state.run.target).c_str(), whose);
    draw_choices(frame);
    const std::string sentence = roofline_sentence(frame.state, *chart);
    ImGui::PushFont(nullptr, frame.style.small_size);
    wrapped_text(sentence, frame.style.palette.text);
    ImGui::PopFont();
    draw_chart(frame, *chart);
}

} // namespace pairscope::app

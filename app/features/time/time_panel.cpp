// SPDX-License-Identifier: MIT
#include "app/features/time/time_panel.h"

#include "app/features/time/time_charts.h"
#include "app/features/time/time_panel_badges.h"
#include "app/features/time/time_panel_facts.h"
#include "app/shell/widgets/controls.h"
#include "app/state/recorded_runs.h"
#include "app/state/state_queries.h"

#include <implot.h>

#include <algorithm>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float label_size = 12.0f; // [px], before scale
constexpr float bar_height = 17.0f;
constexpr float least_strip = 92.0f;
constexpr ImPlotFlags plot_flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame;
constexpr ImPlotAxisFlags still = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;

void say(const Frame& frame, const std::string& words) {
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(words.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

/// What will fill the facts.
std::string awaited(const State& state, const KernelVariant& variant) {
    const std::string name(short_name(variant.id));
    if (const std::string reason = why_not_measured(state, variant); !reason.empty())
        return name + " has no time. " + reason;
    const auto* outcome = outcome_for(state, variant);
    if (const auto* s = simulation_for(state, variant))
        return fmt::format(
            "{} is simulated: the CPU executes its source, which says nothing about its time on a GPU. Its "
            "answer is right, and by its own model it moves {} of DRAM traffic. What its warps touch is in "
            "the Trace panel.",
            name, bytes_text(s->predicted_bytes));
    if (outcome == nullptr && is_simulated(state.run, variant))
        return name + " is simulated on this CPU: it is checked, and has no time.";
    if (outcome == nullptr) return name + " is checked, then timed: its figures appear here in a moment.";
    if (const auto* failed = std::get_if<profiling::Failed>(outcome))
        return fmt::format("{} {}: {}", name,
                           failed->verdict ? fmt::format("is {}", name_of(failed->verdict->judgement())) : "failed",
                           failed->message);
    if (const auto* skipped = std::get_if<profiling::Skipped>(outcome))
        return name + " was skipped: " + skipped->reason;
    return {};
}

void draw_facts(const Frame& frame, const std::vector<NamedFact>& facts) {
    if (!ImGui::BeginTable("facts", 4)) return;
    for (const char* column : {"name", "value", "second name", "second value"}) {
        const bool name = std::string_view(column).ends_with("name");
        ImGui::TableSetupColumn(column, name ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch);
    }
    const std::size_t rows = (facts.size() + 1) / 2;
    for (std::size_t i = 0; i < 2 * rows; ++i) {
        ImGui::TableNextColumn();
        const std::size_t at = i / 2 + (i % 2) * rows; // down the left half, then down the right
        if (at >= facts.size()) continue;
        if (i % 2 == 1) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + frame.style.px(12));
        ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
        ImGui::TextUnformatted(facts[at].name);
        ImGui::PopStyleColor();
        ImGui::TableNextColumn();
        draw_fact(frame, facts[at].name, facts[at].fact);
    }
    ImGui::EndTable();
}

void set_log_ticks(ImAxis axis, AxisRange range) {
    const auto ticks = log_ticks(range, 6);
    std::vector<double> values;
    std::vector<const char*> labels;
    for (const Tick& tick : ticks) {
        values.push_back(tick.value);
        labels.push_back(tick.label.c_str());
    }
    if (!values.empty()) ImPlot::SetupAxisTicks(axis, values.data(), int(values.size()), labels.data());
}

void draw_bar(const Frame& frame, const SpeedupBar& bar, double place, double from, bool recorded) {
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const ImVec2 left = ImPlot::PlotToPixels(from, place), right = ImPlot::PlotToPixels(bar.speedup, place);
    const float half = frame.style.px(4);
    list.AddRectFilled({left.x, left.y - half}, {std::max(right.x, left.x + 1), right.y + half},
                       variant_colour(bar.id, frame.state.look.theme));
    if (recorded)
        draw_hatch(list, {left.x, left.y - half}, {std::max(right.x, left.x + 1), right.y + half}, frame.style.px(6),
                   ImGui::GetColorU32(frame.style.palette.panel));
    const bool selected = frame.state.run.variant_id == bar.id;
    const ImVec4 colour = selected ? frame.style.palette.text : frame.style.palette.dim;
    list.AddText({right.x + frame.style.px(5), right.y - ImGui::GetFontSize() / 2}, ImGui::GetColorU32(colour),
                 speedup_text(bar.speedup).c_str());
}

void draw_bars(const Frame& frame, const SpeedupChart& chart) {
    const auto& [bars, recorded, range, logarithmic] = chart;
    heading(frame, "Speed-up",
            fmt::format("over {}, the first variant that {}", bars.front().name,
                        recorded ? "was recorded" : "is measured"));
    export_link(frame, "export_speedup", Dialog::save_speedup, "Save this chart as SVG, PNG or PDF.");
    std::vector<double> places;
    std::vector<const char*> names;
    for (const SpeedupBar& bar : bars) {
        places.push_back(double(places.size()));
        names.push_back(bar.name.c_str());
    }
    ImGui::PushFont(nullptr, label_size);
    const float height = frame.style.px(bar_height) * float(bars.size()) + frame.style.px(46);
    if (ImPlot::BeginPlot("##speedup", {-1, height}, plot_flags)) {
        ImPlot::SetupAxes("times as fast", nullptr, still,
                          still | ImPlotAxisFlags_Invert | ImPlotAxisFlags_NoGridLines | ImPlotAxisFlags_NoTickMarks);
        if (logarithmic) ImPlot::SetupAxisScale(ImAxis_X1, ImPlotScale_Log10);
        if (logarithmic) set_log_ticks(ImAxis_X1, range);
        ImPlot::SetupAxesLimits(range.low, range.high, -0.6, double(bars.size()) - 0.4, ImPlotCond_Always);
        ImPlot::SetupAxisTicks(ImAxis_Y1, places.data(), int(places.size()), names.data());
        ImPlot::PushPlotClipRect();
        for (std::size_t i = 0; i < bars.size(); ++i) draw_bar(frame, bars[i], places[i], range.low, recorded);
        ImPlot::PopPlotClipRect();
        const bool hovered = ImPlot::IsPlotHovered();
        ImPlot::EndPlot();
        if (hovered)
            ImGui::SetItemTooltip("The median time of %s, divided by the median time of each variant.",
                                  bars.front().name.c_str());
    }
    ImGui::PopFont();
}

/// Measured is filled, recorded is crossed.
void draw_sample(const Frame& frame, ImVec2 at, ImU32 colour, bool recorded) {
    if (recorded)
        draw_cross(*ImPlot::GetPlotDrawList(), at, frame.style.px(3.0f), colour);
    else
        ImPlot::GetPlotDrawList()->AddCircleFilled(at, frame.style.px(1.8f), colour);
}

/// More samples than there is room for marks: a line per pixel, from the least of its samples to the greatest.
void draw_spans(const std::vector<double>& seconds, float left, float right, ImU32 colour) {
    const auto columns = std::size_t(std::max(right - left, 1.0f));
    for (std::size_t column = 0; column < columns; ++column) {
        const auto from = seconds.begin() + std::ptrdiff_t(column * seconds.size() / columns);
        const auto to = seconds.begin() + std::ptrdiff_t((column + 1) * seconds.size() / columns);
        const auto [least, most] = std::minmax_element(from, to);
        const float x = left + float(column) + 0.5f;
        ImPlot::GetPlotDrawList()->AddLine({x, ImPlot::PlotToPixels(1.0, 1e3 * *least).y + 0.5f},
                                           {x, ImPlot::PlotToPixels(1.0, 1e3 * *most).y - 0.5f}, colour);
    }
}

void draw_samples(const Frame& frame, const ShownRun& shown, ImVec2 size) {
    const profiling::Measurement& m = *shown.run;
    if (!ImPlot::BeginPlot("##samples", size, plot_flags)) return;
    const auto [range, logarithmic] = samples_axis(m.seconds);
    ImPlot::SetupAxes("timed run, in the order taken", "ms", still, still);
    if (logarithmic) ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    if (logarithmic) set_log_ticks(ImAxis_Y1, range);
    ImPlot::SetupAxesLimits(0.5, double(m.seconds.size()) + 0.5, range.low, range.high, ImPlotCond_Always);
    ImPlot::PushPlotClipRect(frame.style.px(3));
    ImDrawList& list = *ImPlot::GetPlotDrawList();
    const float left = ImPlot::GetPlotPos().x, right = left + ImPlot::GetPlotSize().x;
    const auto height = [](double seconds) { return ImPlot::PlotToPixels(1.0, 1e3 * seconds).y; };
    if (const auto interval = profiling::median_interval(m.seconds))
        list.AddRectFilled({left, height(interval->high)}, {right, height(interval->low)},
                           ImGui::GetColorU32(frame.style.palette.line));
    const float median = height(profiling::seconds_of(m));
    list.AddLine({left, median}, {right, median}, ImGui::GetColorU32(frame.style.palette.text));
    const ImU32 colour = variant_colour(m.variant_id, frame.state.look.theme);
    constexpr float most_marks_per_pixel = 4.0f;
    if (float(m.seconds.size()) > most_marks_per_pixel * (right - left))
        draw_spans(m.seconds, left, right, colour);
    else
        for (std::size_t i = 0; i < m.seconds.size(); ++i)
            draw_sample(frame, ImPlot::PlotToPixels(double(i + 1), 1e3 * m.seconds[i]), colour, !shown.origin.empty());
    ImPlot::PopPlotClipRect();
    const bool hovered = ImPlot::IsPlotHovered();
    ImPlot::EndPlot();
    if (hovered)
        ImGui::SetItemTooltip("%s\nThe line is the median, the band its 95 %% interval.",
                              provenance_of(m, shown.origin).c_str());
}

void draw_history(const Frame& frame, ImVec2 size) {
    if (!ImPlot::BeginPlot("##history", size, plot_flags)) return;
    const auto& history = frame.state.run.history;
    const auto [least, most] = std::minmax_element(history.begin(), history.end(),
                                                   [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    constexpr double too_different = 20.0;
    const double low = 1e3 * std::max(least->seconds, 1e-9), high = 1e3 * std::max(most->seconds, 1e-9);
    const bool logarithmic = high / low > too_different;
    const AxisRange range = logarithmic ? AxisRange{low / 1.5, high * 1.5} : AxisRange{0.0, 1.12 * high};
    ImPlot::SetupAxes("picture, the latest last", "ms", still, still);
    if (logarithmic) ImPlot::SetupAxisScale(ImAxis_Y1, ImPlotScale_Log10);
    if (logarithmic) set_log_ticks(ImAxis_Y1, range);
    constexpr double fewest = 20.0; // a strip of two pictures does not fill the width
    ImPlot::SetupAxesLimits(0.5, std::max(fewest, double(history.size())) + 0.5, range.low, range.high,
                            ImPlotCond_Always);
    ImPlot::PushPlotClipRect(frame.style.px(3));
    for (std::size_t i = 0; i < history.size(); ++i)
        draw_mark(*ImPlot::GetPlotDrawList(), variant_mark(history[i].variant_id),
                  ImPlot::PlotToPixels(double(i + 1), 1e3 * history[i].seconds), frame.style.px(3),
                  variant_colour(history[i].variant_id, frame.state.look.theme), true);
    ImPlot::PopPlotClipRect();
    const bool hovered = ImPlot::IsPlotHovered();
    ImPlot::EndPlot();
    if (hovered)
        ImGui::SetItemTooltip(
            "The run behind each picture on the screen, once each: timer, unlike the samples not repeated.");
}

void draw_strips(const Frame& frame, const ShownRun& shown) {
    const float width = ImGui::GetContentRegionAvail().x, gap = frame.style.px(12), half = (width - gap) / 2;
    const float height = std::max(frame.style.px(least_strip), ImGui::GetContentRegionAvail().y - frame.style.px(24));
    ImGui::BeginGroup();
    heading(frame, "Samples");
    ImGui::PushFont(nullptr, label_size);
    if (shown.run != nullptr)
        draw_samples(frame, shown, {half, height});
    else
        ImGui::Dummy({half, height});
    ImGui::PopFont();
    ImGui::EndGroup();
    ImGui::SameLine(0.0f, gap);
    ImGui::BeginGroup();
    heading(frame, "Pictures");
    ImGui::PushFont(nullptr, label_size);
    if (!frame.state.run.history.empty()) draw_history(frame, {half, height});
    ImGui::PopFont();
    ImGui::EndGroup();
}

} // namespace

void draw_time_panel(const Frame& frame) {
    const KernelVariant* variant = selected_variant(frame.state);
    if (variant == nullptr) {
        say(frame, "Choose a variant in the ladder: what it costs appears here.");
        return;
    }
    const auto recorded = recorded_run(frame.state);
    const ShownRun shown = shown_run(frame.state, recorded);
    const std::string where =
        recorded ? fmt::format(", recorded: {}, {}", name_of(recorded->set), size_of(recorded->set)) : "";
    heading(frame, title_with_target(frame.state, "Time", frame.state.run.target).c_str(),
            fmt::format("of {}{}", short_name(variant->id), where));
    if (shown.run != nullptr) {
        draw_badges(frame, profiling::badges_of(*shown.run));
        draw_facts(frame, time_facts(*shown.run, shown.ceilings, shown.origin));
    } else {
        say(frame, awaited(frame.state, *variant));
    }
    if (const auto bars = speedup_chart(frame.state, recorded ? &recorded->set : nullptr)) draw_bars(frame, *bars);
    if (shown.run != nullptr || !frame.state.run.history.empty()) draw_strips(frame, shown);
}

} // namespace pairscope::app

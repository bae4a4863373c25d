// SPDX-License-Identifier: MIT
#include "app/spine/schedule.h"
#include "app/spine/state_queries.h"
#include "app/subjects/measuring/time_charts.h"
#include "app/subjects/measuring/time_panel_badges.h"
#include "app/subjects/measuring/time_panel_facts.h"
#include "app/subjects/measuring/time_panel_launch.h"
#include "app/subjects/panels.h"
#include "app/subjects/recordings/recordings.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/term_text.h"

#include <algorithm>
#include <span>

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float bar_height = 16.0f; // [px], before scale
constexpr float least_strip = 84.0f;
constexpr float half_gap = 12.0f; // before the second half of the facts

void say(const Frame& frame, const std::string& words) { text_with_terms(frame, words, frame.style.palette.dim); }

/// What will fill the facts.
std::string awaited(const State& state, const KernelVariant& variant) {
    const std::string name(short_name(variant.id));
    if (const std::string reason = why_not_measured(state, variant); !reason.empty())
        return fmt::format("{} has no time. {}", name, reason);
    const auto* outcome = outcome_for(state, variant);
    if (const auto* s = simulation_for(state, variant))
        return fmt::format(
            "{} is simulated: the CPU executes its source, which says nothing about its time on a GPU. Its output is "
            "right. Its own model predicts {} of DRAM traffic. The Trace panel shows what its warps touch.",
            name, bytes_text(s->predicted_bytes));
    const bool given_up = is_given_up(state, variant);
    if (outcome == nullptr && is_simulated(state.run, variant))
        return fmt::format("{} is simulated on this CPU, so it has no time. {}", name,
                           given_up ? "Its check was cancelled, and Space starts it again." : "It is being checked.");
    if (outcome == nullptr && given_up)
        return fmt::format("{} has no time, because the work was cancelled. Space starts it again.", name);
    if (outcome == nullptr)
        return fmt::format("{} is checked and then timed. Its figures appear here in a moment.", name);
    if (const auto* failed = std::get_if<profiling::Failed>(outcome))
        return failed->verdict
                   ? fmt::format("{} is {}: {}", name, name_of(failed->verdict->judgement()), failed->message)
                   : fmt::format("{} failed: {}", name, failed->message);
    if (const auto* skipped = std::get_if<profiling::Skipped>(outcome))
        return fmt::format("{} was skipped: {}", name, skipped->reason);
    return {};
}

/// How wide the widest name and the widest value of these facts are together, with the room of their columns.
float width_of(const Frame& frame, std::span<const NamedFact> facts) {
    float name = 0.0f, value = 0.0f;
    for (const NamedFact& fact : facts) {
        name = std::max(name, ImGui::CalcTextSize(fact.name.c_str()).x);
        value = std::max(value, ImGui::CalcTextSize(fact.fact.shown.c_str()).x);
    }
    return name + value + 4 * ImGui::GetStyle().CellPadding.x + frame.style.px(half_gap);
}

/// Two halves side by side, or one below the other where the panel is too narrow for that.
void draw_facts(const Frame& frame, const std::vector<NamedFact>& facts) {
    const std::size_t half = (facts.size() + 1) / 2;
    const float left = width_of(frame, std::span(facts).first(half)),
                right = width_of(frame, std::span(facts).subspan(half));
    const std::size_t halves = left + right <= ImGui::GetContentRegionAvail().x ? 2 : 1;
    const float widest_name = 0.7f * ImGui::GetContentRegionAvail().x / float(halves);
    if (!ImGui::BeginTable("facts", 2 * int(halves))) return;
    for (std::size_t i = 0; i < halves; ++i) {
        ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthFixed);
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch, i == 0 ? left : right);
    }
    const std::size_t rows = halves == 2 ? half : facts.size();
    for (std::size_t i = 0; i < halves * rows; ++i) {
        ImGui::TableNextColumn();
        const std::size_t at = i / halves + (i % halves) * rows; // down the left half, then down the right
        if (at >= facts.size()) continue;
        if (i % halves == 1) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + frame.style.px(half_gap));
        ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
        const std::string name = shortened(facts[at].name, widest_name);
        ImGui::TextUnformatted(name.c_str());
        ImGui::PopStyleColor();
        if (name != facts[at].name) explain(frame, facts[at].name);
        mark_terms(frame, name);
        ImGui::TableNextColumn();
        draw_fact(frame, facts[at].name.c_str(), facts[at].fact);
    }
    ImGui::EndTable();
}

float speedup_height(const Frame& frame, const SpeedupChart& chart) {
    return frame.style.px(bar_height) * float(chart.bars.size()) + frame.style.px(46);
}

/// With the heading.
float bars_height(const Frame& frame, const SpeedupChart& chart) {
    return speedup_height(frame, chart) + 2 * ImGui::GetTextLineHeightWithSpacing();
}

void draw_bars(const Frame& frame, const SpeedupChart& chart) {
    heading(frame, "Speed-up",
            fmt::format("over {}, the first variant that {}", chart.bars.front().name,
                        chart.recorded ? "was recorded" : "is measured"),
            "How many times as fast as the first variant each variant is, by the medians of their times.");
    export_link(frame, "export_speedup", "speedup", "Saves this chart as SVG, PNG or PDF.");
    const Chart drawing = speedup_drawing({{"", chart}}, frame.state.run.variant_id);
    const auto view = draw_chart(frame, "##speedup", drawing, {-1, speedup_height(frame, chart)});
    if (view && view->mouse)
        show_story(frame, fmt::format("The median time of {}, divided by the median time of each variant.",
                                      chart.bars.front().name));
}

void draw_samples(const Frame& frame, const ShownRun& shown, ImVec2 size) {
    const auto view = draw_chart(frame, "##samples", samples_drawing(shown), size);
    if (view && view->mouse)
        show_story(frame, fmt::format("{}\nThe line is the median, and the band is its 95 % interval.",
                                      provenance_of(*shown.run, shown.origin)));
}

void draw_history(const Frame& frame, ImVec2 size) {
    const auto view = draw_chart(frame, "##history", history_drawing(frame.state.run.history), size);
    if (view && view->mouse)
        show_story(frame, "The time of the one run that computed each picture on the screen. Unlike the samples, these "
                          "runs are not repeated.");
}

/// The samples and the pictures side by side, or one of them alone in the whole width. They leave `height_below` [px].
void draw_strips(const Frame& frame, const ShownRun& shown, float height_below) {
    const bool has_samples = shown.run != nullptr, has_pictures = !frame.state.run.history.empty();
    const float gap = frame.style.px(12), whole = ImGui::GetContentRegionAvail().x;
    const float width = has_samples && has_pictures ? (whole - gap) / 2 : whole;
    const float height =
        std::max(frame.style.px(least_strip), ImGui::GetContentRegionAvail().y - frame.style.px(24) - height_below);
    if (has_samples) {
        ImGui::BeginGroup();
        heading(frame, "Samples", {}, "The time of each timed run of the selected variant, in the order taken.");
        draw_samples(frame, shown, {width, height});
        ImGui::EndGroup();
        if (has_pictures) ImGui::SameLine(0.0f, gap);
    }
    if (!has_pictures) return;
    ImGui::BeginGroup();
    heading(frame, "Pictures", {}, "The time of each run that made a picture on the screen, the latest on the right.");
    draw_history(frame, {width, height});
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
    const std::string_view name = short_name(variant->id);
    heading(frame, title_with_target(frame.state, "Time", frame.state.run.target).c_str(),
            recorded ? fmt::format("of {}, recorded: {}, {}", name, name_of(recorded->set), size_of(recorded->set))
                     : fmt::format("of {}", name),
            "How long one run of the selected variant takes, and how it was measured.");
    if (shown.run != nullptr) {
        draw_badges(frame, profiling::badges_of(*shown.run));
        draw_facts(frame, time_facts(*shown.run, shown.ceilings, shown.origin));
    } else {
        say(frame, awaited(frame.state, *variant));
    }
    const auto bars = speedup_chart(frame.state, recorded ? &recorded->set : nullptr);
    draw_strips(frame, shown, launch_strip_height(frame) + (bars ? bars_height(frame, *bars) : 0.0f));
    draw_launch_strip(frame);
    if (bars) draw_bars(frame, *bars); // last: the ladder shows these times too
}

} // namespace pairscope::app

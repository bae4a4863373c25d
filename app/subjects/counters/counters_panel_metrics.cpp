// SPDX-License-Identifier: MIT
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "profiling/counting/metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace pairscope::app {
namespace {

constexpr float list_height = 150.0f; // [px], before scale
constexpr float chip_width = 90.0f;

void draw_chips(const Frame& frame, const CounterState& counters) {
    ImGui::SetNextItemWidth(frame.style.px(chip_width));
    if (begin_combo(frame, "##chip", counters.question.chip.empty() ? "chip" : counters.question.chip)) {
        for (const std::string& chip : counters.chips)
            if (ImGui::Selectable(chip.c_str(), chip == counters.question.chip)) frame.push(command::ChooseChip{chip});
        ImGui::EndCombo();
    }
    explain(frame, "The chip whose metrics are listed. The list needs no GPU; counting needs a GPU with this chip.");
}

void draw_search(const Frame& frame, const CounterState& counters) {
    std::array<char, 128> text{};
    std::strncpy(text.data(), counters.search.c_str(), text.size() - 1);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::InputTextWithHint("##metric_search", "search names and descriptions", text.data(), text.size()))
        frame.push(command::SearchMetrics{text.data()});
    explain(frame, "The list shows the metrics that have all of these words in their name or description.");
}

/// The endings of the chosen metric: a click picks it.
void draw_endings(const Frame& frame, const CounterState& counters) {
    for (const std::string& ending : counters.endings) {
        const std::string metric = counters.question.chosen + ending;
        const bool picked = std::ranges::find(counters.question.picked, metric) != counters.question.picked.end();
        const float width = ImGui::CalcTextSize(ending.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        if (ImGui::Selectable(fmt::format("{}##{}", ending, metric).c_str(), picked, 0, {width, 0}))
            frame.push(command::PickMetric{metric, !picked});
        explain(frame, picked
                           ? "This metric is picked. A click removes it from the list of picked metrics."
                           : "One way to sum the metric up over the chip. A click picks it, to be counted on the GPU.");
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void draw_list(const Frame& frame, const CounterState& counters) {
    const auto found = profiling::matching(*counters.metrics, counters.search);
    heading(frame, "Metrics",
            fmt::format("{} of {} of {}", grouped(std::int64_t(found.size())),
                        grouped(std::int64_t(counters.metrics->size())), counters.question.chip),
            "All metrics of the chip whose name or description has the words that you search for.");
    const float rows = float(std::max<std::size_t>(found.size(), 1)) * ImGui::GetTextLineHeightWithSpacing();
    const float height = std::min(frame.style.px(list_height), rows + 2 * ImGui::GetStyle().WindowPadding.y);
    if (ImGui::BeginChild("metrics", {0.0f, height}, ImGuiChildFlags_Borders | ImGuiChildFlags_NavFlattened)) {
        ImGuiListClipper clipper;
        clipper.Begin(int(found.size()));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const profiling::MetricFact& fact = *found[std::size_t(i)];
                ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
                if (ImGui::Selectable(fact.name.c_str(), fact.name == counters.question.chosen))
                    frame.push(command::ChooseMetric{fact.name});
                ImGui::PopFont();
                explain(frame, fmt::format("{}\n{}{}{}", fact.description, profiling::name_of(fact.kind),
                                           fact.unit.empty() ? "" : ", ", fact.unit));
            }
        if (found.empty()) ImGui::TextColored(frame.style.palette.dim, "No metric has all of these words.");
    }
    ImGui::EndChild();
}

void draw_chosen(const Frame& frame, const CounterState& counters) {
    const auto chosen = std::ranges::find(*counters.metrics, counters.question.chosen, &profiling::MetricFact::name);
    if (chosen == counters.metrics->end()) {
        small_line(frame, "Choose a metric: the ways to sum it up are listed here.", frame.style.palette.dim);
        return;
    }
    ImGui::PushFont(nullptr, frame.style.small_size);
    wrapped_text(chosen->description, frame.style.palette.text);
    draw_endings(frame, counters);
    ImGui::PopFont();
}

void draw_picked(const Frame& frame, const CounterState& counters) {
    if (counters.question.picked.empty()) return;
    heading(frame, "Picked",
            counters.answered == counters.question ? "they need " + passes_text(counters.passes)
                                                   : std::string("finding their number of passes ..."),
            "The metrics that you picked are counted with every measurement. More passes take more time, because the "
            "run is repeated for each pass.");
    for (const std::string& metric : counters.question.picked) {
        ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
        if (ImGui::Selectable(fmt::format("{}##picked", metric).c_str(), true))
            frame.push(command::PickMetric{metric, false});
        ImGui::PopFont();
        explain(frame, "This metric is picked. A click removes it from this list.");
    }
}

} // namespace

void draw_metric_browser(const Frame& frame) {
    const CounterState& counters = frame.state.counters;
    if (!counters.browsing) frame.push(command::SearchMetrics{counters.search}); // it was opened: ask for the metrics
    draw_chips(frame, counters);
    ImGui::SameLine();
    draw_search(frame, counters);
    if (!counters.no_metrics.empty()) {
        wrapped_text(counters.no_metrics, frame.style.palette.dim);
        return;
    }
    if (!counters.metrics) {
        wrapped_text("Reading the list of metrics ...", frame.style.palette.dim);
        return;
    }
    draw_list(frame, counters);
    draw_chosen(frame, counters);
    draw_picked(frame, counters);
}

} // namespace pairscope::app

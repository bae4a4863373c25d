// SPDX-License-Identifier: MIT
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters_panel_parts.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "profiling/counting/chip_counters.h"

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
    explain(frame, "The chip whose counters are listed. The list needs no GPU; counting needs a GPU with this chip.");
}

void draw_search(const Frame& frame, const CounterState& counters) {
    std::array<char, 128> text{};
    std::strncpy(text.data(), counters.search.c_str(), text.size() - 1);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::InputTextWithHint("##counter_search", "search names and descriptions", text.data(), text.size()))
        frame.push(command::SearchCounters{text.data()});
    explain(frame, "The list shows the counters that have all of these words in their name or description.");
}

/// The endings of the chosen counter: a click picks it.
void draw_endings(const Frame& frame, const CounterState& counters) {
    for (const std::string& ending : counters.endings) {
        const std::string counter = counters.question.chosen + ending;
        const bool picked = std::ranges::find(counters.question.picked, counter) != counters.question.picked.end();
        const float width = ImGui::CalcTextSize(ending.c_str()).x + 2 * ImGui::GetStyle().FramePadding.x;
        if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
        if (ImGui::Selectable(fmt::format("{}##{}", ending, counter).c_str(), picked, 0, {width, 0}))
            frame.push(command::PickCounter{counter, !picked});
        explain(frame,
                picked ? "This counter is picked. A click removes it from the list of picked counters."
                       : "One way to sum the counter up over the chip. A click picks it, to be counted on the GPU.");
        ImGui::SameLine();
    }
    ImGui::NewLine();
}

void draw_list(const Frame& frame, const CounterState& counters) {
    const auto found = profiling::matching(*counters.listed, counters.search);
    heading(frame, "Counters of the chip",
            fmt::format("{} of {} of {}", grouped(std::int64_t(found.size())),
                        grouped(std::int64_t(counters.listed->size())), counters.question.chip),
            "All counters of the chip whose name or description has the words that you search for.");
    const float rows = float(std::max<std::size_t>(found.size(), 1)) * ImGui::GetTextLineHeightWithSpacing();
    const float height = std::min(frame.style.px(list_height), rows + 2 * ImGui::GetStyle().WindowPadding.y);
    if (ImGui::BeginChild("counters", {0.0f, height}, ImGuiChildFlags_Borders | ImGuiChildFlags_NavFlattened)) {
        ImGuiListClipper clipper;
        clipper.Begin(int(found.size()));
        while (clipper.Step())
            for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
                const profiling::CounterFact& fact = *found[std::size_t(i)];
                ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
                if (ImGui::Selectable(fact.name.c_str(), fact.name == counters.question.chosen))
                    frame.push(command::ChooseCounter{fact.name});
                ImGui::PopFont();
                explain(frame, fmt::format("{}\n{}{}{}", fact.description, profiling::name_of(fact.kind),
                                           fact.unit.empty() ? "" : ", ", fact.unit));
            }
        if (found.empty()) ImGui::TextColored(frame.style.palette.dim, "No counter has all of these words.");
    }
    ImGui::EndChild();
}

void draw_chosen(const Frame& frame, const CounterState& counters) {
    const auto chosen = std::ranges::find(*counters.listed, counters.question.chosen, &profiling::CounterFact::name);
    if (chosen == counters.listed->end()) {
        small_line(frame, "Choose a counter: the ways to sum it up are listed here.", frame.style.palette.dim);
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
            "The counters that you picked are counted with every measurement. More passes take more time, because the "
            "run is repeated for each pass.");
    for (const std::string& counter : counters.question.picked) {
        ImGui::PushFont(frame.style.fonts.mono, frame.style.small_size);
        if (ImGui::Selectable(fmt::format("{}##picked", counter).c_str(), true))
            frame.push(command::PickCounter{counter, false});
        ImGui::PopFont();
        explain(frame, "This counter is picked. A click removes it from this list.");
    }
}

} // namespace

void draw_counter_browser(const Frame& frame) {
    const CounterState& counters = frame.state.counters;
    if (!counters.browsing) frame.push(command::SearchCounters{counters.search}); // it was opened: ask for the counters
    draw_chips(frame, counters);
    ImGui::SameLine();
    draw_search(frame, counters);
    if (!counters.no_counters.empty()) {
        wrapped_text(counters.no_counters, frame.style.palette.dim);
        return;
    }
    if (!counters.listed) {
        wrapped_text("Reading the list of counters ...", frame.style.palette.dim);
        return;
    }
    draw_list(frame, counters);
    draw_chosen(frame, counters);
    draw_picked(frame, counters);
}

} // namespace pairscope::app

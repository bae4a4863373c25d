// SPDX-License-Identifier: MIT
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/counters/counter_rows.h"
#include "app/subjects/counters/counters.h"
#include "app/subjects/counters/counters_panel_parts.h"
#include "app/subjects/panels.h"
#include "app/subjects/recordings/recordings.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

using profiling::CounterSet;

bool is_wanted(const State& state, const KernelVariant& variant, CounterSet set) {
    const auto key = key_for(state, variant);
    return key && (state.counters.wanted.contains({*key, set}) || state.counters.counted.contains({*key, set}));
}

void draw_rows(const Frame& frame, const CounterSection& section) {
    heading(frame, section.title.c_str(), {}, section.meaning);
    if (!ImGui::BeginTable(section.title.c_str(), 2, ImGuiTableFlags_RowBg)) return;
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthStretch);
    for (const CounterRow& row : section.rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const std::string name = shortened(row.title, ImGui::GetContentRegionAvail().x);
        explained_text(frame, fmt::format("label {}", row.title).c_str(), name, row.meaning);
        ImGui::TableNextColumn();
        draw_fact(frame, row.title.c_str(),
                  {.shown = row.shown, .copied = row.shown, .meaning = row.meaning, .provenance = row.provenance});
    }
    ImGui::EndTable();
}

/// More than the live set is counted once the panel is looked at; the chip's limits when they are asked for.
void ask_for_more(const Frame& frame, const KernelVariant& variant) {
    if (!is_wanted(frame.state, variant, CounterSet::explain)) frame.push(command::CountMore{CounterSet::explain});
    if (is_wanted(frame.state, variant, CounterSet::speed_of_light)) return;
    if (ImGui::Button("Count the fractions of the chip's limits"))
        frame.push(command::CountMore{CounterSet::speed_of_light});
    explain(frame,
            "Counts how close DRAM, caches and multiprocessors come to their limits. This takes a few more passes.");
}

void draw_counts(const Frame& frame, const KernelVariant& variant) {
    const auto* m = measurement_for(frame.state, variant);
    if (const std::string awaited = counters_await(frame.state); !awaited.empty())
        text_with_terms(frame, awaited, frame.style.palette.dim);
    if (m == nullptr) return;
    if (const std::string live = live_counting_words(frame.state); !live.empty())
        text_with_terms(frame, live, frame.style.palette.dim);
    if (m->device.backend == Backend::cuda) {
        draw_ledger(frame, *m);
        for (const CounterSection& section : counter_sections(*m)) draw_rows(frame, section);
        if (m->counters) ask_for_more(frame, variant);
    }
}

/// What was counted on another machine; nothing can be added to it.
void draw_recorded(const Frame& frame, const RecordedRun& recorded) {
    const profiling::Measurement& m = *recorded.run;
    small_line(frame, fmt::format("{}: {}, {}", origin_of(recorded.set), name_of(recorded.set), size_of(recorded.set)),
               frame.style.palette.dim);
    if (!m.counters) text_with_terms(frame, "This recording has no counters for the variant.", frame.style.palette.dim);
    if (m.device.backend != Backend::cuda) return;
    draw_ledger(frame, m);
    for (const CounterSection& section : counter_sections(m)) draw_rows(frame, section);
}

} // namespace

void draw_counters_panel(const Frame& frame) {
    const auto recorded = recorded_run(frame.state);
    const KernelVariant* variant = selected_variant(frame.state);
    const auto* m = variant == nullptr ? nullptr : recorded ? recorded->run : measurement_for(frame.state, *variant);
    std::string what = variant == nullptr ? std::string{} : fmt::format("of {}", short_name(variant->id));
    if (m != nullptr && m->counters)
        what += fmt::format(", {}, {}", m->counters->chip, passes_text(m->counters->passes));
    heading(frame, title_with_target(frame.state, "Counters", frame.state.run.target).c_str(), what,
            "What the hardware counted while the selected variant ran, in runs apart from the timed ones.");
    if (variant == nullptr)
        text_with_terms(frame, counters_await(frame.state), frame.style.palette.dim);
    else if (recorded)
        draw_recorded(frame, *recorded);
    else
        draw_counts(frame, *variant);
    ImGui::Spacing();
    const bool browse = ImGui::CollapsingHeader("More counters");
    explain(frame, "All counters that a chip can count. A click opens or closes the list.");
    if (browse) draw_counter_browser(frame);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/subjects/counters/counters_panel_parts.h"
#include "app/subjects/counters/ledger_chart.h"
#include "app/subjects/trace/trace.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"
#include "profiling/ledger.h"

#include <fmt/format.h>

#include <cmath>

namespace pairscope::app {
namespace {

constexpr float ledger_row_height = 20.0f, axis_height = 46.0f; // [px], before scale

/// The bar in whose row the mouse is.
const profiling::LedgerBar* hovered_bar(const Chart& drawing, const profiling::Ledger& ledger, const ChartView& view) {
    const double half = view.area.height() / double(ledger.bars.size()) / 2.0;
    for (std::size_t row = 0; row < ledger.bars.size() && view.mouse; ++row)
        if (std::abs(view.mouse->y - middle_of_row(drawing, view.area, row)) <= half) return &ledger.bars[row];
    return nullptr;
}

void explain_bar(const Frame& frame, const profiling::LedgerBar& bar) {
    const std::string bytes = bar.bytes ? bytes_text(*bar.bytes) : "not counted";
    show_story(frame, fmt::format("{}: {}\n{}{}", bar.name, bytes, bar.meaning,
                                  bar.bytes ? fmt::format("\nSource: {}. A click copies the number.",
                                                          profiling::name_of(bar.from))
                                            : ""));
    if (bar.bytes && ImGui::IsMouseClicked(ImGuiMouseButton_Left)) frame.push(command::Copy{bytes, bar.meaning});
}

} // namespace

void draw_ledger(const Frame& frame, const profiling::Measurement& m) {
    const profiling::Ledger ledger = ledger_for(frame.state, m);
    heading(frame, "Bytes", "of one launch, from the minimum to DRAM",
            "Each bar is a number of bytes of one launch: the least that the workload needs, the sectors that its "
            "requests touch, and what passed through the L2 cache and through DRAM.");
    export_link(frame, "export_ledger", "ledger", "Saves this chart as SVG, PNG or PDF.");
    const Chart drawing = ledger_drawing(ledger);
    const float height = frame.style.px(ledger_row_height * float(ledger.bars.size()) + axis_height);
    const auto view = draw_chart(frame, "##ledger", drawing, {-1, height});
    if (view)
        if (const profiling::LedgerBar* bar = hovered_bar(drawing, ledger, *view)) explain_bar(frame, *bar);
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const std::string& sentence : ledger.sentences) text_with_terms(frame, sentence, frame.style.palette.text);
    ImGui::PopFont();
}

} // namespace pairscope::app

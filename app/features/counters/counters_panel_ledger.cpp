// SPDX-License-Identifier: MIT
#include "profiling/ledger.h"

#include "app/features/counters/counters_panel_parts.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/state/drawing/number_text.h"
#include "app/state/tracing.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr float name_width = 96.0f; // [px], before scale
constexpr float value_width = 74.0f;
constexpr float row_height = 20.0f;
constexpr float bar_height = 9.0f;

/// What is counted is filled, what is predicted or simulated is an outline.
void draw_bar(const Frame& frame, ImVec2 at, float width, const profiling::LedgerBar& bar) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImU32 colour = ImGui::GetColorU32(frame.style.palette.accent);
    const ImVec2 end{at.x + std::max(width, frame.style.px(2)), at.y + frame.style.px(bar_height)};
    if (bar.from == profiling::Provenance::counter)
        list.AddRectFilled(at, end, colour);
    else
        list.AddRect(at, end, colour);
}

void draw_row(const Frame& frame, const profiling::LedgerBar& bar, double longest) {
    const float height = frame.style.px(row_height), left = ImGui::GetCursorPosX();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float all = ImGui::GetContentRegionAvail().x;
    const float room = all - frame.style.px(name_width + value_width);
    ImGui::TextColored(frame.style.palette.dim, "%s", bar.name.c_str());
    explain(frame, bar.meaning);
    if (bar.bytes) {
        const float share = longest > 0.0 ? float(*bar.bytes / longest) : 0.0f;
        draw_bar(frame, {at.x + frame.style.px(name_width), at.y + frame.style.px(4)}, share * room, bar);
        const std::string text = bytes_text(*bar.bytes);
        const float width = ImGui::CalcTextSize(text.c_str()).x;
        ImGui::SetCursorScreenPos({at.x + all - width, at.y});
        draw_fact(frame, bar.name.c_str(),
                  {.shown = text,
                   .copied = text,
                   .meaning = bar.meaning,
                   .provenance = std::string(profiling::name_of(bar.from))},
                  false);
    } else {
        ImGui::SetCursorScreenPos({at.x + frame.style.px(name_width), at.y});
        ImGui::TextColored(frame.style.palette.faint, "not counted");
    }
    ImGui::SetCursorScreenPos({at.x, at.y + height});
    ImGui::SetCursorPosX(left);
}

} // namespace

void draw_ledger(const Frame& frame, const profiling::Measurement& m) {
    const profiling::Ledger ledger = ledger_for(frame.state, m);
    heading(frame, "Bytes", "of one launch, from what it must move to what DRAM moves");
    export_link(frame, "export_ledger", Dialog::save_ledger, "Save this chart as SVG, PNG or PDF.");
    double longest = 0.0;
    for (const profiling::LedgerBar& bar : ledger.bars) longest = std::max(longest, bar.bytes.value_or(0.0));
    for (const profiling::LedgerBar& bar : ledger.bars) draw_row(frame, bar, longest);
    ImGui::PushFont(nullptr, frame.style.small_size);
    for (const std::string& sentence : ledger.sentences) wrapped_text(sentence, frame.style.palette.text);
    ImGui::PopFont();
}

} // namespace pairscope::app

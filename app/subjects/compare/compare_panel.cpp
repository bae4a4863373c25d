// SPDX-License-Identifier: MIT
#include "app/chart/number_text.h"
#include "app/spine/jobs.h"
#include "app/spine/state_queries.h"
#include "app/subjects/compare/compare.h"
#include "app/subjects/compare/compare_panel_parts.h"
#include "app/subjects/compare/compare_words.h"
#include "app/subjects/compare/rounds_drawing.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/chart_view.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float strip_height = 96.0f; // [px], before scale

void draw_rounds(const Frame& frame, const profiling::Interleaved& found) {
    heading(
        frame, "Rounds",
        fmt::format("time of {} divided by time of {}, in rounds of four runs", short_name(found.b),
                    short_name(found.a)),
        "A round runs the first variant, the second one twice, and the first one again, so that a drift of the machine "
        "changes both times alike.");
    const auto view = draw_chart(frame, "##rounds", rounds_drawing(found), {-1, frame.style.px(strip_height)});
    if (view && view->mouse)
        show_story(frame, "Each dot is a round of four runs (A, B, B, A), so that a drift of the machine cancels.\nThe "
                          "line is the median of the rounds; the band is its 99 % interval (order statistics).");
}

} // namespace

void draw_compare_panel(const Frame& frame) {
    const KernelVariant *a = selected_variant(frame.state), *b = other_variant(frame.state);
    const auto* found = comparison_of(frame.state);
    const std::string sentence = comparison_sentence(frame.state);
    if (found == nullptr)
        text_with_terms(frame, sentence, frame.style.palette.dim);
    else if (clickable_text_with_terms(frame, "verdict", sentence, frame.style.palette.text))
        frame.push(command::Copy{sentence, "The verdict"});
    explain(frame, found != nullptr
                       ? "timer: rounds of four runs (A B B A), and the 99 % interval of the median of their ratios "
                         "(order statistics). A click copies the sentence."
                       : "");
    if (a == nullptr || b == nullptr) return;
    if (const std::string doubt = contradiction(frame.state); !doubt.empty())
        text_with_terms(frame, doubt, frame.style.palette.warning);
    if (found != nullptr) draw_rounds(frame, *found);
    if (const auto table = why_table(frame.state)) draw_why(frame, *table);
    draw_sources(frame, *a, *b);
}

void draw_sources_dialog(const Frame& frame) {
    const KernelVariant *a = selected_variant(frame.state), *b = other_variant(frame.state);
    const ImVec2 window = ImGui::GetMainViewport()->WorkSize;
    if (a == nullptr || b == nullptr) {
        close_dialog(frame);
        return;
    }
    if (begin_dialog(frame, "Sources", window)) {
        draw_sources(frame, *a, *b);
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes the sources. Escape does the same.");
    }
    end_dialog();
}

} // namespace pairscope::app

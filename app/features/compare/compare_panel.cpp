// SPDX-License-Identifier: MIT
#include "app/features/compare/compare_panel.h"

#include "app/features/compare/compare_words.h"
#include "app/features/compare/rounds_drawing.h"
#include "app/shell/widgets/chart_view.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/shell/widgets/source_view.h"
#include "app/state/comparing.h"
#include "app/state/drawing/number_text.h"
#include "app/state/state_queries.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float strip_height = 96.0f; // [px], before scale

void draw_blocks(const Frame& frame, const profiling::Interleaved& found) {
    heading(
        frame, "Rounds",
        fmt::format("time of {} divided by time of {}, in rounds A B B A", short_name(found.b), short_name(found.a)));
    const auto view = draw_chart(frame, "##blocks", rounds_drawing(found), {-1, frame.style.px(strip_height)});
    if (view && view->mouse)
        show_story(frame, "Each dot is a round of four runs (A, B, B, A), so that a drift of the machine cancels.\nThe "
                          "line is the median of the rounds; the band is its 99 % interval (order statistics).");
}

void draw_file(const Frame& frame, SourceView& view, const KernelVariant& variant, const char* side) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float middle = at.y + ImGui::GetTextLineHeight() / 2, radius = frame.style.px(4.5f);
    draw_mark(*ImGui::GetWindowDrawList(), variant_mark(variant.id), {at.x + radius, middle}, radius,
              variant_colour(variant.id, frame.state.look.theme), true);
    ImGui::SetCursorScreenPos({at.x + frame.style.px(16), at.y});
    ImGui::TextUnformatted(std::string(short_name(variant.id)).c_str());
    view.show(variant);
    view.mark({}, frame.state.look.theme);
    view.draw(side, frame.style, frame.state.look.theme);
}

void draw_files(const Frame& frame, const KernelVariant& a, const KernelVariant& b) {
    const float gap = frame.style.px(8), half = (ImGui::GetContentRegionAvail().x - gap) / 2;
    const float height = std::max(ImGui::GetContentRegionAvail().y, frame.style.px(120));
    if (ImGui::BeginChild("a", {half, height})) draw_file(frame, frame.compare_views[0], a, "source_a");
    ImGui::EndChild();
    ImGui::SameLine(0.0f, gap);
    if (ImGui::BeginChild("b", {half, height})) draw_file(frame, frame.compare_views[1], b, "source_b");
    ImGui::EndChild();
}

} // namespace

void draw_compare_panel(const Frame& frame) {
    const KernelVariant *a = selected_variant(frame.state), *b = other_variant(frame.state);
    const auto* found = comparison_of(frame.state);
    const std::string sentence = comparison_sentence(frame.state);
    wrapped_text(sentence, found != nullptr ? frame.style.palette.text : frame.style.palette.dim);
    if (ImGui::IsItemClicked()) frame.push(command::Copy{sentence, "The verdict"});
    explain(frame, found != nullptr
                       ? "timer: rounds of four runs (A B B A), and the 99 % interval of the median of their ratios "
                         "(order statistics). A click copies the sentence."
                       : "");
    if (a == nullptr || b == nullptr) return;
    if (const std::string doubt = contradiction(frame.state); !doubt.empty())
        wrapped_text(doubt, frame.style.palette.warning);
    if (found != nullptr) draw_blocks(frame, *found);
    draw_files(frame, *a, *b);
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/features/compare/compare_panel.h"

#include "app/features/compare/compare_words.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/shell/widgets/source_view.h"
#include "app/state/comparing.h"
#include "app/state/drawing/number_text.h"
#include "app/state/state_queries.h"

#include <implot.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float strip_height = 96.0f; // [px], before scale
constexpr float label_size = 12.0f;
constexpr ImPlotFlags plot_flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoFrame;
constexpr ImPlotAxisFlags still = ImPlotAxisFlags_Lock | ImPlotAxisFlags_NoMenus | ImPlotAxisFlags_NoHighlight;

/// How much more time B takes than A in a round [%].
double change_of(const profiling::AbbaBlock& block) { return 100.0 * (block.b / block.a - 1.0); }

/// Where three quarters of the rounds are, with room: the wildest lie outside. And the line of equal speed, unless it
/// is far away.
std::pair<double, double> range_of(const profiling::Interleaved& found) {
    constexpr double far_away = 30.0; // [%]
    std::vector<double> changes;
    for (const profiling::AbbaBlock& block : found.blocks) changes.push_back(change_of(block));
    std::ranges::sort(changes);
    const std::size_t cut = changes.size() / 8;
    double low = changes[cut], high = changes[changes.size() - 1 - cut];
    if (low < far_away && high > -far_away) {
        low = std::min(0.0, low);
        high = std::max(0.0, high);
    }
    const double room = std::max(0.5 * (high - low), 0.2);
    constexpr double no_time = -100.0; // [%]
    return {std::max(low - room, no_time), high + room};
}

void draw_blocks(const Frame& frame, const profiling::Interleaved& found) {
    heading(frame, "Rounds",
            fmt::format("time of {} against {}, A B B A each", short_name(found.b), short_name(found.a)));
    ImGui::PushFont(nullptr, label_size);
    const auto [low, high] = range_of(found);
    if (ImPlot::BeginPlot("##blocks", {-1, frame.style.px(strip_height)}, plot_flags)) {
        ImPlot::SetupAxes("round, in the order taken", "% more time", still, still);
        ImPlot::SetupAxesLimits(0.5, double(found.blocks.size()) + 0.5, low, high, ImPlotCond_Always);
        ImPlot::PushPlotClipRect(frame.style.px(3));
        ImDrawList& list = *ImPlot::GetPlotDrawList();
        const float left = ImPlot::GetPlotPos().x, right = left + ImPlot::GetPlotSize().x;
        const auto height = [](double ratio) { return ImPlot::PlotToPixels(1.0, 100.0 * (ratio - 1.0)).y; };
        if (const auto& interval = found.ratio.interval)
            list.AddRectFilled({left, height(interval->high)}, {right, height(interval->low)},
                               ImGui::GetColorU32(frame.style.palette.line));
        list.AddLine({left, height(1.0)}, {right, height(1.0)}, ImGui::GetColorU32(frame.style.palette.faint));
        list.AddLine({left, height(found.ratio.value)}, {right, height(found.ratio.value)},
                     ImGui::GetColorU32(frame.style.palette.text));
        const ImU32 colour = variant_colour(found.b, frame.state.look.theme);
        for (std::size_t i = 0; i < found.blocks.size(); ++i)
            list.AddCircleFilled(ImPlot::PlotToPixels(double(i + 1), change_of(found.blocks[i])), frame.style.px(1.8f),
                                 colour);
        ImPlot::PopPlotClipRect();
        const bool hovered = ImPlot::IsPlotHovered();
        ImPlot::EndPlot();
        if (hovered)
            ImGui::SetItemTooltip(
                "Each dot is a round of four runs (A, B, B, A), so that a drift of the machine cancels.\n"
                "The line is the median of the rounds; the band is its 99 %% interval (order statistics).");
    }
    ImGui::PopFont();
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

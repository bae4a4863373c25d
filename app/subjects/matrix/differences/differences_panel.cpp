// SPDX-License-Identifier: MIT
#include "app/spine/state_queries.h"
#include "app/subjects/matrix/differences/differences.h"
#include "app/subjects/matrix/differences/differences_panel_parts.h"
#include "app/subjects/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

constexpr float room_for_both = 520.0f; // [px] before scale: of the figures, and of the steps of an entry

void choose_content(const Frame& frame) {
    const MatrixContent now = frame.state.view.content;
    row_label(frame, "show", "What the heatmap shows: the values, or how they differ.");
    const bool open = begin_combo(frame, "##content", std::string(title_of(now)));
    if (!open) explain(frame, fmt::format("What the heatmap shows. {}", what_it_shows(now)));
    if (!open) return;
    for (const auto& known : content_names) {
        if (ImGui::Selectable(std::string(title_of(known.value)).c_str(), known.value == now))
            frame.push(command::ShowContent{known.value, frame.state.view.against});
        explain(frame, what_it_shows(known.value));
    }
    ImGui::EndCombo();
}

void choose_other(const Frame& frame) {
    constexpr const char* reference = "double-precision reference";
    const KernelVariant* now = compared_variant(frame.state);
    const MatrixContent content =
        frame.state.view.content == MatrixContent::values ? MatrixContent::difference : frame.state.view.content;
    row_label(frame, "from", "What the values are compared with.");
    const bool open = begin_combo(frame, "##against", now == nullptr ? reference : std::string(short_name(now->id)),
                                  ImGuiComboFlags_HeightLarge);
    if (!open)
        explain(frame, "What the selected variant's entries are compared with: the double-precision reference, or "
                       "another variant of the ladder on the same device.");
    if (!open) return;
    if (ImGui::Selectable(reference, now == nullptr)) frame.push(command::ShowContent{content});
    for (const KernelVariant* variant : ladder(frame.state)) {
        const std::string why_not = why_not_compared(frame.state, *variant);
        ImGui::BeginDisabled(!why_not.empty());
        if (ImGui::Selectable(std::string(short_name(variant->id)).c_str(), variant == now))
            frame.push(command::ShowContent{content, std::string(variant->id)});
        ImGui::EndDisabled();
        if (!why_not.empty()) explain(frame, why_not);
    }
    ImGui::EndCombo();
}

void draw_presets(const Frame& frame) {
    for (const Preset& preset : current_type(frame.state).presets) {
        if (ImGui::SmallButton(fmt::format("Example: {}##{}", preset.title, preset.name).c_str()))
            frame.push(command::UsePreset{std::string(preset.name)});
        explain(frame, fmt::format("{} A click opens these points and selects {}.", preset.about, preset.variant));
    }
}

void draw_content_choices(const Frame& frame) {
    if (const std::string why_not = why_no_differences(frame.state); !why_not.empty()) {
        wrapped_text(why_not, frame.style.palette.text);
        return;
    }
    choose_content(frame);
    choose_other(frame);
    if (frame.state.view.content == MatrixContent::values)
        wrapped_text("The heatmap shows the values. Choose a difference above to see where and how far the variant is "
                     "from what is expected.",
                     frame.style.palette.dim);
}

/// A word that is chosen by a click; the chosen one is underlined.
void draw_part(const Frame& frame, const char* id, const char* word, bool steps) {
    const bool chosen = frame.state.view.difference_steps == steps;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(word);
    if (ImGui::InvisibleButton(id, {size.x, size.y + frame.style.px(2.0f)}, ImGuiButtonFlags_EnableNav))
        frame.push(command::ShowDifferencePart{steps});
    explain(frame, steps ? "Shows how the pinned entry, or the worst one, is computed, step by step."
                         : "Shows how large the differences of all entries are.");
    const Palette& palette = frame.style.palette;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, ImGui::GetColorU32(chosen ? palette.text : palette.dim), word);
    if (chosen)
        list.AddLine({at.x, at.y + size.y + 1.0f}, {at.x + size.x, at.y + size.y + 1.0f},
                     ImGui::GetColorU32(palette.accent), frame.style.px(1.5f));
}

/// One part at a time where both do not fit: neither has to be scrolled to.
void draw_parts(const Frame& frame) {
    draw_part(frame, "show_figures", "Figures", false);
    ImGui::SameLine(0.0f, frame.style.px(12.0f));
    draw_part(frame, "show_steps", "Steps", true);
    ImGui::SameLine(0.0f, frame.style.px(12.0f));
    draw_worst_button(frame);
    if (frame.state.view.difference_steps)
        draw_written_cell(frame, true);
    else
        draw_difference_figures(frame);
}

} // namespace

void draw_differences_panel(const Frame& frame) {
    const bool has_room = ImGui::GetContentRegionAvail().y >= frame.style.px(room_for_both);
    const KernelVariant* selected = selected_variant(frame.state);
    if (has_room)
        heading(frame, "Differences",
                selected == nullptr ? std::string() : fmt::format("of {}", short_name(selected->id)),
                "How the output of the selected variant differs from the exact one, or from that of another variant.");
    const bool needs_room = !has_room && frame.state.view.difference_steps && difference_figures(frame.state);
    if (!needs_room) draw_content_choices(frame); // the choices come back with the figures
    const bool has_values = frame.state.view.content == MatrixContent::values;
    if (has_room || has_values) draw_presets(frame);
    if (!why_no_differences(frame.state).empty()) return;
    if (!has_room && difference_figures(frame.state)) {
        draw_parts(frame);
        return;
    }
    draw_difference_figures(frame);
    draw_worst_button(frame);
    draw_written_cell(frame, false);
}

} // namespace pairscope::app

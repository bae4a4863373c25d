// SPDX-License-Identifier: MIT
#include "app/features/differences/differences_panel.h"

#include "app/features/differences/differences_panel_parts.h"
#include "app/shell/widgets/controls.h"
#include "app/shell/widgets/facts.h"
#include "app/state/differences.h"
#include "app/state/state_queries.h"

#include <fmt/format.h>

namespace pairscope::app {
namespace {

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

} // namespace

void draw_difference_choices(const Frame& frame) {
    choose_content(frame);
    choose_other(frame);
    for (const Preset& preset : current_type(frame.state).presets) {
        if (ImGui::SmallButton(fmt::format("Example: {}##{}", preset.title, preset.name).c_str()))
            frame.push(command::UsePreset{std::string(preset.name)});
        explain(frame, fmt::format("{} A click opens these points and selects {}.", preset.about, preset.variant));
    }
}

void draw_differences_panel(const Frame& frame) {
    const KernelVariant* selected = selected_variant(frame.state);
    heading(frame, "Differences", selected == nullptr ? std::string() : fmt::format("of {}", short_name(selected->id)),
            "How the answer of the selected variant differs from the exact answer, or from that of another variant.");
    draw_difference_choices(frame);
    if (frame.state.view.content == MatrixContent::values)
        wrapped_text("The heatmap shows the values. Choose a difference above to see where and how far the variant is "
                     "from what is expected.",
                     frame.style.palette.dim);
    draw_difference_figures(frame);
    draw_written_cell(frame);
}

} // namespace pairscope::app

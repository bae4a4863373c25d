// SPDX-License-Identifier: MIT
#include "app/subjects/data/data_panel_slider.h"

#include "app/chart/number_text.h"
#include "app/window/widgets/facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace pairscope::app {
namespace {

constexpr float entry_width = 62.0f; // [px] before scale

} // namespace

bool exact_slider(const Frame& frame, const Exact& what, double& value) {
    const std::string id = "##" + what.name;
    const std::string shown = what.range.whole ? grouped(std::int64_t(value)) : fmt::format("{:.4g}", value);
    const float text = ImGui::CalcTextSize(shown.c_str()).x + 2.0f * ImGui::GetStyle().FramePadding.x;
    const float width = std::max(frame.style.px(entry_width), text);
    row_label(frame, what.name, what.explanation);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - width - ImGui::GetStyle().ItemSpacing.x);
    bool changed = thin_slider(frame, id.c_str(), what.range, value);
    explain(frame, what.explanation);
    ImGui::SameLine();
    if (const auto typed = entry(fmt::format("{} exact", id).c_str(), shown, width)) {
        if (const auto number = number_in(*typed)) {
            const double wanted = what.range.whole ? std::round(*number) : *number;
            value = std::clamp(wanted, what.range.min, what.range.max);
            changed = true;
        }
    }
    explain(frame, fmt::format("{} Type a number from {:g} to {:g}; Enter sets it.", what.explanation, what.range.min,
                               what.range.max));
    return changed;
}

} // namespace pairscope::app

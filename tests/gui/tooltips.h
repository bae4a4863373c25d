// SPDX-License-Identifier: MIT
// What tests of tooltips share.
#pragma once

#include <algorithm>
#include <imgui.h>
#include <imgui_internal.h>

namespace pairscope::app {

/// A tooltip appears after the mouse has rested for a moment. From now on, it appears at once.
inline void show_tooltips_at_once() {
    ImGuiStyle& style = ImGui::GetStyle();
    style.HoverStationaryDelay = style.HoverDelayShort = 0.0f;
}

inline bool tooltip_is_shown() {
    const auto& windows = ImGui::GetCurrentContext()->Windows;
    return std::any_of(windows.begin(), windows.end(), [](const ImGuiWindow* window) {
        return window->WasActive && (window->Flags & ImGuiWindowFlags_Tooltip) != 0;
    });
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
#include "app/window/widgets/facts.h"

#include "app/window/widgets/controls.h"
#include "app/window/widgets/term_text.h"
#include "kernels/data/text.h"
#include "profiling/statistics.h"

#include <fmt/format.h>
#include <imgui_internal.h> // CalcWrapWidthForPos, LastItemData

namespace pairscope::app {
namespace {

std::string_view ended_by(profiling::StopReason reason) {
    switch (reason) {
    case profiling::StopReason::interval:
        return "as many as a narrow interval needs";
    case profiling::StopReason::time:
        return "ended by its time limit";
    case profiling::StopReason::count:
        return "ended by its limit of runs";
    case profiling::StopReason::cancelled:
        return "cancelled before its interval was narrow";
    }
    return {};
}

/// The toolkit's arrows pass over texts and over controls that cannot be used now. Both have tooltips, and that of a
/// control says why it cannot be used, so the arrows go to them as well.
void keep_last_item_in_reach(std::string_view meaning) {
    ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiLastItemData item = context.LastItemData;
    if (item.ID == 0)
        keep_in_reach(ImGui::GetID(meaning.data(), meaning.data() + meaning.size()), "sentence");
    else if ((item.ItemFlags & ImGuiItemFlags_Disabled) != 0)
        keep_in_reach(item.ID, nullptr);
    context.LastItemData.StatusFlags = item.StatusFlags;
}

void explain_fact(const Frame& frame, const Fact& fact) {
    if (!begin_tooltip(frame)) return;
    ImGui::PushTextWrapPos(frame.style.px(tooltip_width));
    ImGui::PushFont(frame.style.fonts.bold, 0.0f);
    tooltip_text(frame, fact.copied, frame.style.palette.text);
    ImGui::PopFont();
    if (!fact.meaning.empty()) tooltip_text(frame, fact.meaning, frame.style.palette.text);
    if (!fact.provenance.empty()) tooltip_text(frame, fact.provenance, frame.style.palette.dim);
    tooltip_text(frame, "A click copies it.", frame.style.palette.dim);
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

} // namespace

void tooltip_text(const Frame& frame, std::string_view text, const ImVec4& colour) {
    const float width =
        ImGui::CalcWrapWidthForPos(ImGui::GetCursorScreenPos(), ImGui::GetCurrentWindow()->DC.TextWrapPos);
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::TextUnformatted(text.data(), text.data() + text.size());
    ImGui::PopStyleColor();
    mark_terms(frame, {.text = text, .at = ImGui::GetItemRectMin(), .wrap_width = width}, false);
    offer_terms(frame, text);
}

bool begin_tooltip(const Frame& frame) { return !frame.behind_dialog && ImGui::BeginTooltip(); }

void draw_fact(const Frame& frame, const char* id, const Fact& fact, bool right_aligned) {
    const float room = ImGui::GetContentRegionAvail().x;
    const std::string shown = right_aligned ? shortened(fact.shown, room) : fact.shown;
    const ImVec2 size = ImGui::CalcTextSize(shown.c_str());
    if (right_aligned && room > size.x) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room - size.x);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (ImGui::InvisibleButton(id, {std::max(size.x, 1.0f), size.y}, ImGuiButtonFlags_EnableNav))
        frame.push(command::Copy{fact.copied, fact.meaning});
    const bool hovered = ImGui::IsItemHovered();
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddText(at, ImGui::GetColorU32(ImGuiCol_Text), shown.c_str());
    if (!hovered) return;
    const ImU32 line = ImGui::GetColorU32(frame.style.palette.accent);
    list.AddLine({at.x, at.y + size.y}, {at.x + size.x, at.y + size.y}, line);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    explain_fact(frame, fact);
}

std::string provenance_of(const profiling::Measurement& m, std::string_view origin) {
    const std::string threads = m.threads > 0 ? ", " + counted(m.threads, "thread") : "";
    return fmt::format("{}{}timer: {} on {}{}, median of {}, {}", origin, origin.empty() ? "" : "; ", m.timer,
                       m.device.name, threads, counted(std::int64_t(m.seconds.size()), "run"), ended_by(m.stopped_by));
}

namespace {

/// A click may bring another control under a mouse that does not move: a tooltip would cover what the click was for.
bool rests_after_click() {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 clicked = io.MouseClickedPos[ImGuiMouseButton_Left];
    const bool is_at_mouse = ImGui::IsMouseHoveringRect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    return is_at_mouse && io.MouseClickedTime[ImGuiMouseButton_Left] > 0.0 && io.MousePos.x == clicked.x &&
           io.MousePos.y == clicked.y;
}

} // namespace

void explain(const Frame& frame, std::string_view text) {
    if (text.empty()) return;
    keep_last_item_in_reach(text);
    const bool is_typed_in = ImGui::IsItemActive() && ImGui::GetIO().WantTextInput;
    // The toolkit also shows the tooltip of the item that has the keyboard. While text is typed, it is not needed.
    const ImGuiHoveredFlags by_mouse = is_typed_in ? ImGuiHoveredFlags_NoNavOverride : ImGuiHoveredFlags_None;
    if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip | by_mouse)) return;
    if (rests_after_click() && !is_typed_in) return;
    if (is_typed_in) // above the field: what the field has to say stands below it
        ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMin().y - frame.style.px(4.0f)},
                                ImGuiCond_Always, {0.0f, 1.0f});
    if (!begin_tooltip(frame)) return;
    ImGui::PushFont(frame.style.fonts.text, frame.style.text_size); // the font of a heading would be bold and small
    ImGui::PushTextWrapPos(frame.style.px(tooltip_width));
    tooltip_text(frame, text, frame.style.palette.text);
    ImGui::PopTextWrapPos();
    ImGui::PopFont();
    ImGui::EndTooltip();
}

void heading(const Frame& frame, const char* text, std::string_view addition, std::string_view meaning) {
    ImGui::PushFont(frame.style.fonts.bold, frame.style.small_size);
    explained_text(frame, fmt::format("heading {}", text).c_str(), text, meaning);
    ImGui::PopFont();
    if (addition.empty()) return;
    ImGui::SameLine();
    ImGui::PushFont(nullptr, frame.style.small_size);
    const std::string shown = shortened(addition, ImGui::GetContentRegionAvail().x);
    explained_text(frame, fmt::format("addition to {}", text).c_str(), shown,
                   shown == addition ? std::string(meaning) : fmt::format("{}\n{}", addition, meaning));
    ImGui::PopFont();
}

} // namespace pairscope::app

// SPDX-License-Identifier: MIT
// Errors and warnings under the menu: what, where, what to do. They stay until they are read or
// their cause is gone.
#include "app/window/panels.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <fmt/format.h>
#include <imgui_internal.h> // BeginViewportSideBar

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr float padding = 8.0f; // [px] before scale

struct Unread {
    const Notice* newest = nullptr;
    int others = 0;
};

Unread unread(const State& state) {
    Unread result;
    for (const Notice& notice : state.notices) {
        if (notice.read) continue;
        if (result.newest != nullptr) ++result.others;
        result.newest = &notice;
    }
    return result;
}

float width_of_button(const char* text) {
    return ImGui::CalcTextSize(text).x + 2.0f * ImGui::GetStyle().FramePadding.x;
}

void dismiss_all(const Frame& frame) {
    for (const Notice& notice : frame.state.notices)
        if (!notice.read) frame.push(command::DismissNotice{notice.id});
}

void buttons(const Frame& frame, const Unread& shown, float left) {
    ImGui::SameLine(left);
    if (ImGui::Button("Dismiss")) frame.push(command::DismissNotice{shown.newest->id});
    explain(frame, "Removes this message. It stays in the log.");
    if (shown.others == 0) return;
    ImGui::SameLine();
    if (ImGui::Button(fmt::format("and {} more###others", shown.others).c_str())) dismiss_all(frame);
    explain(frame, "Removes all of these messages. They stay in the log.");
}

} // namespace

void draw_notice_strip(const Frame& frame) {
    const Unread shown = unread(frame.state);
    if (shown.newest == nullptr) return;
    const Palette& palette = frame.style.palette;
    const float mark = frame.style.px(20.0f), pad = frame.style.px(padding);
    const float room =
        width_of_button("Dismiss") + (shown.others > 0 ? width_of_button("and 99 more") : 0.0f) + 3.0f * pad;
    const float width =
        std::max(frame.style.px(100.0f), ImGui::GetMainViewport()->WorkSize.x - 2.0f * pad - mark - room);
    const float text = ImGui::CalcTextSize(shown.newest->text.c_str(), nullptr, false, width).y;
    const float height = std::max(text + ImGui::GetStyle().FramePadding.y, ImGui::GetFrameHeight()) + 2.0f * pad;
    ImGui::PushStyleColor(ImGuiCol_WindowBg, palette.raised);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(pad, pad));
    const ImGuiWindowFlags flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                   ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoMove |
                                   ImGuiWindowFlags_NoFocusOnAppearing;
    if (ImGui::BeginViewportSideBar("Notices", ImGui::GetMainViewport(), ImGuiDir_Up, height, flags)) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const ImVec4& colour = shown.newest->severity == Severity::error ? palette.error : palette.warning;
        draw_mark(*ImGui::GetWindowDrawList(), MarkShape::triangle_up,
                  {at.x + 0.35f * mark, at.y + 0.53f * ImGui::GetFrameHeight()}, frame.style.px(6.0f),
                  ImGui::GetColorU32(colour), true);
        ImGui::SetCursorPosX(pad + mark);
        ImGui::AlignTextToFramePadding();
        ImGui::PushTextWrapPos(pad + mark + width);
        ImGui::TextUnformatted(shown.newest->text.c_str());
        ImGui::PopTextWrapPos();
        const ImGuiID id = ImGui::GetID("text of the notice");
        keep_in_reach(id, "sentence");
        if (ImGui::IsItemClicked() || ImGui::GetCurrentContext()->NavActivatePressedId == id)
            frame.push(command::Copy{shown.newest->text, "A notice"});
        const WrittenText written{.text = shown.newest->text, .at = ImGui::GetItemRectMin(), .wrap_width = width};
        if (!mark_terms(frame, written)) explain(frame, "A click copies it. All notices are in the log panel.");
        buttons(frame, shown, pad + mark + width + pad);
    }
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
}

} // namespace pairscope::app

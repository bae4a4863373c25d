// SPDX-License-Identifier: MIT
// All words of the glossary with their pictures. The user can type letters to see only the words that have them.
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <misc/cpp/imgui_stdlib.h>

#include <algorithm>
#include <vector>

namespace pairscope::app {
namespace {

constexpr float glossary_width = 740.0f, glossary_height = 620.0f; // [px], before scale
constexpr float term_height = 176.0f;                              // at least

void search_field(const Frame& frame) {
    DialogEntry entry = frame.state.look.entry;
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    ImGui::SetNextItemWidth(-FLT_MIN);
    ImGui::InputTextWithHint("##search", "Type a few letters of a word", &entry.text);
    explain(frame, "Keeps only the words that have these letters in their name or in their text.");
    if (entry != frame.state.look.entry) frame.push(command::SetEntry{entry});
}

/// As many columns as have room, read from left to right.
void draw_list(const Frame& frame, const std::vector<const Term*>& terms) {
    const int columns = ImGui::GetContentRegionAvail().x >= frame.style.px(2 * 336.0f) ? 2 : 1;
    if (!ImGui::BeginTable("##terms", columns)) return;
    for (const Term* term : terms) {
        ImGui::TableNextColumn();
        const float top = ImGui::GetCursorPosY();
        draw_term(frame, *term);
        const float left = frame.style.px(term_height) - (ImGui::GetCursorPosY() - top);
        ImGui::Dummy({0.0f, std::max(left, frame.style.px(14.0f))});
    }
    ImGui::EndTable();
}

} // namespace

void draw_glossary(const Frame& frame) {
    if (begin_dialog(frame, "Glossary", {frame.style.px(glossary_width), frame.style.px(glossary_height)})) {
        heading(frame, "Glossary", "the words that are underlined by dots in the panels",
                "Hovering an underlined word in a panel shows what this list says about it.");
        search_field(frame);
        ImGui::Dummy({0.0f, frame.style.px(4.0f)});
        if (ImGui::BeginChild("##list", {0.0f, -ImGui::GetFrameHeightWithSpacing()})) {
            const auto terms = terms_with(frame.state.look.entry.text);
            if (terms.empty()) wrapped_text("No word has these letters. Try fewer letters.", frame.style.palette.dim);
            draw_list(frame, terms);
        }
        ImGui::EndChild();
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes the glossary. Escape does the same.");
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app

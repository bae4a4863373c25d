// SPDX-License-Identifier: MIT
// The pages of help, which the verb help prints, too.
#include "app/spine/files/help_pages.h"
#include "app/window/dialogs/dialogs.h"
#include "app/window/widgets/controls.h"
#include "app/window/widgets/dialog_window.h"
#include "app/window/widgets/facts.h"
#include "app/window/widgets/term_text.h"

#include <fmt/format.h>

#include <algorithm>

namespace pairscope::app {
namespace {

constexpr float help_width = 760.0f, help_height = 640.0f; // [px], before scale
constexpr float above_heading = 6.0f;

/// A button for each page. The chosen one is a line of the dialog's entry.
void choose_page(const Frame& frame, int shown) {
    const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
    for (int i = 0; i < int(frame.help.size()); ++i) {
        const HelpPage& page = frame.help[std::size_t(i)];
        const float left = ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x;
        if (i > 0 && left + small_button_width(frame, page.title) <= right) ImGui::SameLine();
        if (small_button(frame, page.name.c_str(), page.title, i == shown)) {
            DialogEntry entry = frame.state.look.entry;
            entry.chosen = i;
            frame.push(command::SetEntry{entry});
        }
        explain(frame, fmt::format("{} The command pairscope help {} prints the same page.", page.summary, page.name));
    }
}

void draw_code(const Frame& frame, const std::string& code) {
    if (code.empty()) return;
    ImGui::PushFont(frame.style.fonts.mono, frame.style.text_size);
    wrapped_text(code, frame.style.palette.text);
    ImGui::PopFont();
}

void draw_block(const Frame& frame, const HelpBlock& block) {
    switch (block.part) {
    case HelpPart::heading:
        ImGui::Dummy({0.0f, frame.style.px(above_heading)});
        ImGui::PushFont(frame.style.fonts.bold, frame.style.text_size);
        wrapped_text(block.text, frame.style.palette.text);
        ImGui::PopFont();
        return;
    case HelpPart::paragraph:
        text_with_terms(frame, block.text, frame.style.palette.text);
        return;
    case HelpPart::bullet:
        ImGui::Bullet();
        ImGui::SameLine();
        ImGui::BeginGroup();
        draw_code(frame, block.code);
        text_with_terms(frame, block.text, block.code.empty() ? frame.style.palette.text : frame.style.palette.dim);
        ImGui::EndGroup();
        return;
    }
}

} // namespace

void draw_help(const Frame& frame) {
    if (begin_dialog(frame, "Help", {frame.style.px(help_width), frame.style.px(help_height)})) {
        if (frame.help.empty())
            wrapped_text("The pages of help are missing. Install the whole tree.", frame.style.palette.dim);
        const int shown = std::clamp(frame.state.look.entry.chosen, 0, std::max(int(frame.help.size()) - 1, 0));
        choose_page(frame, shown);
        ImGui::PushID(shown); // each page scrolls by itself
        if (ImGui::BeginChild("##page", {0.0f, -ImGui::GetFrameHeightWithSpacing()}) && !frame.help.empty())
            for (const HelpBlock& block : help_blocks(frame.help[std::size_t(shown)].text)) draw_block(frame, block);
        ImGui::EndChild();
        ImGui::PopID();
        if (ImGui::Button("Close")) close_dialog(frame);
        explain(frame, "Closes the help. Escape does the same.");
        close_on_click_outside(frame);
    }
    end_dialog();
}

} // namespace pairscope::app

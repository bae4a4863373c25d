// SPDX-License-Identifier: MIT
#include "app/window/status/status_sentence.h"

#include "app/window/widgets/controls.h"
#include "app/window/widgets/term_text.h"

#include <imgui.h>

namespace pairscope::app {
namespace {

constexpr const char* dots_for_the_rest = "...";

/// The last item is this text. A word of the glossary under the mouse has its own tooltip, in place of the text's.
void explain_words(const Frame& frame, const std::string& shown, const std::string& meaning) {
    if (!mark_terms(frame, shown)) explain(frame, meaning);
}

} // namespace

StatusSentence::StatusSentence(const Frame& frame, float width)
    : frame_(frame), right_(ImGui::GetCursorScreenPos().x + width) {}

void StatusSentence::name(const std::string& words) {
    ImGui::PushFont(frame_.style.fonts.bold, 0.0f);
    ImGui::TextUnformatted(shortened(words, right_ - ImGui::GetCursorScreenPos().x).c_str());
    ImGui::PopFont();
    ImGui::SameLine(0, frame_.style.px(12));
}

void StatusSentence::fact(const char* id, const Fact& fact) {
    if (!begins(fact.shown, fact.copied)) return;
    draw_fact(frame_, id, fact, false);
    mark_terms(frame_, fact.shown);
}

void StatusSentence::words(const std::string& words, const ImVec4& colour, const std::string& meaning) {
    if (!begins(words, words)) return;
    if (meaning.empty()) {
        ImGui::TextColored(colour, "%s", words.c_str());
        make_readable(frame_, words);
        mark_terms(frame_, words);
    } else {
        explained_text(frame_, ("words " + words).c_str(), words, meaning, colour);
    }
}

void StatusSentence::words(const std::string& words) { this->words(words, frame_.style.palette.text); }

void StatusSentence::message(const std::string& words, const ImVec4& colour) {
    separate();
    const std::string fits = shortened(words, right_ - ImGui::GetCursorScreenPos().x);
    ImGui::TextColored(colour, "%s", fits.c_str());
    make_readable(frame_, fits, words);
    explain_words(frame_, fits, fits == words ? std::string() : words);
    ImGui::SameLine();
}

void StatusSentence::end() const {
    if (left_out_.empty()) return;
    ImGui::TextColored(frame_.style.palette.dim, "%s", dots_for_the_rest);
    make_readable(frame_, dots_for_the_rest, left_out_);
    explain(frame_, left_out_);
    ImGui::SameLine();
}

bool StatusSentence::begins(const std::string& shown, const std::string& whole) {
    const float gap = ImGui::GetStyle().ItemSpacing.x;
    const float dot = first_ ? 0.0f : ImGui::CalcTextSize("·").x + 2 * gap;
    const float rest = ImGui::CalcTextSize(dots_for_the_rest).x;
    const float needed = dot + ImGui::CalcTextSize(shown.c_str()).x + gap + rest;
    if (!first_) ImGui::SameLine();
    if (!left_out_.empty() || ImGui::GetCursorScreenPos().x + needed > right_) {
        left_out_ += (left_out_.empty() ? "" : "\n") + whole;
        first_ = true; // no dot before the next one, nor a second SameLine()
        return false;
    }
    separate();
    return true;
}

void StatusSentence::separate() {
    if (!first_) {
        ImGui::SameLine();
        ImGui::TextColored(frame_.style.palette.faint, "·");
        ImGui::SameLine();
    }
    first_ = false;
}

} // namespace pairscope::app

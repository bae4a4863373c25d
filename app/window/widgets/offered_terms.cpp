// SPDX-License-Identifier: MIT
#include "app/window/widgets/offered_terms.h"

#include "app/window/widgets/facts.h"
#include "app/window/widgets/sketch.h"
#include "app/window/widgets/term_text.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace pairscope::app {
namespace {

bool is_key_pressed() {
    const ImGuiIO& io = ImGui::GetIO();
    return !io.WantTextInput && io.KeyMods == ImGuiMod_None && ImGui::IsKeyPressed(ImGuiKey_X, false);
}

std::string words_of(std::span<const Term* const> terms) {
    std::vector<std::string_view> words;
    for (const Term* term : terms) words.push_back(term->word);
    return fmt::format("{}", fmt::join(words, ", "));
}

void draw_line(const Frame& frame, const std::string& line) {
    ImGui::PushFont(frame.style.fonts.text, frame.style.small_size);
    ImGui::PushStyleColor(ImGuiCol_Text, frame.style.palette.dim);
    ImGui::PushTextWrapPos(frame.style.px(tooltip_width));
    ImGui::TextUnformatted(line.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    ImGui::PopFont();
}

} // namespace

void OfferedTerms::offer(std::string_view text) {
    for (const FoundTerm& found : terms_in(text))
        if (std::ranges::find(terms_, found.term) == terms_.end()) terms_.push_back(found.term);
}

void OfferedTerms::show(std::string_view text) {
    offer(text);
    shows_at_once_ = true;
    text_min_ = ImGui::GetItemRectMin();
    text_max_ = ImGui::GetItemRectMax();
}

void OfferedTerms::place_beside_text(const Frame& frame) const {
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    const float width = frame.style.px(sketch_size.x) + 2.0f * ImGui::GetStyle().WindowPadding.x;
    const float right = viewport.WorkPos.x + viewport.WorkSize.x, gap = frame.style.px(6);
    const float left = std::max(viewport.WorkPos.x, std::min(text_min_.x, right - width));
    const bool is_low = text_max_.y > viewport.WorkPos.y + viewport.WorkSize.y / 2;
    ImGui::SetNextWindowPos({left, is_low ? text_min_.y - gap : text_max_.y + gap}, ImGuiCond_Always,
                            {0.0f, is_low ? 1.0f : 0.0f});
}

std::string OfferedTerms::what_the_key_does() const {
    if (shown_ == 0) return fmt::format("The key X explains: {}.", words_of(terms_));
    if (shown_ < terms_.size()) return fmt::format("The key X explains: {}.", terms_[shown_]->word);
    if (!shows_at_once_) return "The key X hides the picture.";
    return terms_.size() > 1 ? fmt::format("The key X explains: {}.", terms_[0]->word) : std::string{};
}

void OfferedTerms::draw(const Frame& frame) {
    if (is_withdrawn_) terms_.clear();
    if (terms_ != known_) shown_ = first();
    if (!terms_.empty() && is_key_pressed()) shown_ = shown_ < terms_.size() ? shown_ + 1 : first();
    if (!terms_.empty() && shows_at_once_) place_beside_text(frame);
    if (!terms_.empty() && begin_tooltip(frame)) {
        if (shown_ > 0) draw_term_in_tooltip(frame, *terms_[shown_ - 1]);
        if (const std::string line = what_the_key_does(); !line.empty()) draw_line(frame, line);
        ImGui::EndTooltip();
    }
    known_ = std::exchange(terms_, {});
    shows_at_once_ = is_withdrawn_ = false;
}

} // namespace pairscope::app

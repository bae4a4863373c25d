// SPDX-License-Identifier: MIT
#include "app/window/widgets/undo_words.h"

#include <cctype>
#include <utility>

namespace pairscope::app {
namespace {

enum class Letter { word, blank, sign, line_end };

Letter kind_of(char c) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') return Letter::line_end;
    if (c == ' ' || c == '\t') return Letter::blank;
    return std::isalnum(byte) != 0 || c == '_' || byte >= 0x80 ? Letter::word : Letter::sign;
}

/// Blanks belong to the word before them.
bool go_together(char first, char second) {
    const Letter a = kind_of(first), b = kind_of(second);
    if (a == Letter::line_end || b == Letter::line_end) return false;
    return a == b || b == Letter::blank;
}

} // namespace

void UndoWords::note(std::size_t step, std::optional<TextChange> change) {
    if (step > step_) { // by redo, the step is known already
        const bool is_known = step_ < changes_.size() && changes_[step_] == change;
        if (!is_known) {
            changes_.resize(step_);
            changes_.push_back(std::move(change));
        }
    }
    step_ = step;
}

bool UndoWords::continues(std::size_t step) const {
    if (step == 0 || step >= changes_.size() || !changes_[step] || !changes_[step - 1]) return false;
    const TextChange &before = *changes_[step - 1], &now = *changes_[step];
    if (before.is_insert != now.is_insert || before.line != now.line || before.text.empty() || now.text.empty())
        return false;
    constexpr std::size_t longest_letter = 4; // bytes; a longer text was pasted
    if (before.text.size() > longest_letter || now.text.size() > longest_letter) return false;
    if (now.is_insert) return now.begin == before.end && go_together(before.text.back(), now.text.front());
    return now.end == before.begin && go_together(now.text.back(), before.text.front());
}

} // namespace pairscope::app

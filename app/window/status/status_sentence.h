// SPDX-License-Identifier: MIT
// The sentence of the status line: its parts one after the other, as far as there is room for them.
#pragma once

#include "app/window/widgets/facts.h"
#include "app/window/widgets/frame.h"

#include <string>

namespace pairscope::app {

/// The parts of the sentence, with dots between them. What has no room is not cut: "..." stands for it, and says it on
/// hover. Words of the glossary are marked.
class StatusSentence {
public:
    /// `width`: from the cursor on.
    StatusSentence(const Frame& frame, float width);

    void name(const std::string& words);
    void fact(const char* id, const Fact& fact);
    void words(const std::string& words, const ImVec4& colour, const std::string& meaning = {});
    void words(const std::string& words);
    /// The text may be of any length; its beginning is shown.
    void message(const std::string& words, const ImVec4& colour);
    void end() const;

private:
    bool begins(const std::string& shown, const std::string& whole);
    void separate();

    const Frame& frame_;
    float right_;
    bool first_ = true;
    std::string left_out_;
};

} // namespace pairscope::app
